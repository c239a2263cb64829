"""Where a knowledge base lives in Pinecone, how it is reached, and what is said when it is not."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pinecone
from pinecone.errors import (
    ApiError,
    ForbiddenError,
    NotFoundError,
    PineconeConnectionError,
    PineconeError,
    PineconeTimeoutError,
    RateLimitError,
    ServiceError,
    UnauthorizedError,
)

from consilience.stores.contract import StoreError

_KEY = "PINECONE_API_KEY"
_NAMESPACE = "consilience"  # where none is named, so that a user's own vectors are not among ours
_INDEX = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,43}[a-z0-9])?")
_NAME = re.compile(r"[!-~]{1,512}")


@dataclass(frozen=True, slots=True)
class Place:
    """A namespace of an index: pinecone://INDEX/NAMESPACE."""

    index: str
    namespace: str
    named: bool = True  # whether the address names the namespace

    def __str__(self) -> str:
        return f"pinecone://{self.index}/{self.namespace}"


def place(kb: str) -> Place:
    """What `pinecone://INDEX[/NAMESPACE]` names. Raises StoreError for a name that there cannot be."""
    index, _, namespace = kb.partition("://")[2].partition("/")
    found = Place(index, namespace or _NAMESPACE, bool(namespace))
    if not _INDEX.fullmatch(found.index) or not _NAME.fullmatch(found.namespace):
        raise StoreError(
            "A knowledge base in Pinecone is named pinecone://INDEX or pinecone://INDEX/NAMESPACE; an index has small "
            "letters, digits and hyphens, at most 45, and a namespace no spaces."
        )
    return found


@contextmanager
def connected(place: Place, dimension: int | None = None) -> Iterator[tuple[pinecone.Index, int]]:
    """The index, and the dimension of its vectors. Raises StoreError when there is no such index, or it does not fit
    vectors of `dimension` and cosines.
    """
    with reached(place, dimension) as (index, stats):
        if stats.metric not in (None, "cosine") or not stats.dimension:
            raise StoreError(
                f"The Pinecone index '{place.index}' is none for dense vectors with the metric cosine; "
                f"{_make(dimension)}."
            )
        if dimension is not None and stats.dimension != dimension:
            raise StoreError(
                f"The Pinecone index '{place.index}' is for vectors of {stats.dimension} dimensions, and the encoder "
                f"makes {dimension}; {_make(dimension)}."
            )
        yield index, stats.dimension


@contextmanager
def reached(place: Place, dimension: int | None = None) -> Iterator[tuple[pinecone.Index, Any]]:
    """The index, opened with the key in PINECONE_API_KEY, and its statistics, whatever vectors it is for.

    PINECONE_HOST is the index's own address, which saves the question for it; PINECONE_CONTROLLER_HOST where to ask.
    Raises StoreError.
    """
    key = os.environ.get(_KEY, "").strip()
    if not key:
        raise StoreError(f"The knowledge base {place} needs a key in the environment variable {_KEY}.")
    with plain_errors(place, dimension), pinecone.Pinecone(api_key=key) as client:
        index = client.index(host=os.environ.get("PINECONE_HOST", "").strip() or _host(client, place))
    with index:
        with plain_errors(place, dimension):
            stats = index.describe_index_stats()
        yield index, stats


@contextmanager
def plain_errors(place: Place, dimension: int | None = None) -> Iterator[None]:
    """The client's errors as one sentence, without what the service said: that may name a chunk or repeat a request."""
    try:
        yield
    except PineconeError as error:
        raise StoreError(_sentence(error, place, dimension)) from error


def _sentence(error: PineconeError, place: Place, dimension: int | None) -> str:
    match error:
        case UnauthorizedError() | ForbiddenError():
            return f"Pinecone refused the key in {_KEY} for the index '{place.index}'."
        case NotFoundError():
            return f"There is no Pinecone index '{place.index}' for this key; {_make(dimension)}."
        case RateLimitError():
            return f"Pinecone takes no more requests for {place} at the moment; try again later."
        case ServiceError():
            return f"Pinecone failed to answer for {place} (status {error.status_code}); try again later."
        case ApiError():
            return f"Pinecone refused a request for {place} (status {error.status_code})."
        case PineconeTimeoutError():
            return f"Pinecone did not answer in time for {place}; try again later."
        case PineconeConnectionError():
            return f"Pinecone cannot be reached for {place}; check the connection, and try again."
    return f"Pinecone's client failed for {place} ({type(error).__name__})."


def _make(dimension: int | None) -> str:
    """What to do about an index that does not fit: making one costs money, which is the user's to decide."""
    size = "the encoder's dimension" if dimension is None else f"dimension {dimension}"
    return f"create one with {size} and metric cosine"


def _host(client: pinecone.Pinecone, place: Place) -> str:
    told = client.indexes.describe(place.index)
    if not told.host or not told.status.ready:
        raise StoreError(f"The Pinecone index '{place.index}' is not ready yet; try again in a minute.")
    return told.host
