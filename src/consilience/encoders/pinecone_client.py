"""Pinecone's inference API over its official client: the key, the tries, and errors as one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from consilience.operators import OperatorError

if TYPE_CHECKING:
    from pinecone import Pinecone, PineconeError

_KEY = "PINECONE_API_KEY"
_RETRIES = 6  # after 429 and 5xx, each as much later as the service says (Retry-After, at most a minute)


class TooLarge(OperatorError):
    """The service refuses a request, perhaps for the length of a text in it."""


def check(role: str, model: str, example: str) -> None:
    """Raises OperatorError when no model is named or there is no usable key, ImportError when the client is not
    installed."""
    if not model:
        raise OperatorError(
            f"The {role} 'pinecone' needs a model: write pinecone:MODEL, for instance pinecone:{example}."
        )
    if find_spec("pinecone") is None:
        raise ImportError("The package pinecone is not installed.", name="pinecone")
    _key(model)


def _key(model: str) -> str:
    """The key in PINECONE_API_KEY. Raises OperatorError without a usable one."""
    key = os.environ.get(_KEY, "").strip()
    if not key:
        raise OperatorError(f"The model 'pinecone:{model}' needs a key in the environment variable {_KEY}.")
    if not (key.isascii() and key.isprintable()):
        raise OperatorError(f"{_KEY} is no key: it holds characters that no header may have.")
    return key


@contextmanager
def connected(model: str) -> Iterator[Pinecone]:
    """The client, with the key in PINECONE_API_KEY, which is not kept. Raises OperatorError without a usable one."""
    from pinecone import Pinecone, RetryConfig

    with Pinecone(api_key=_key(model), retry_config=RetryConfig(max_retries=_RETRIES)) as client:
        yield client


@contextmanager
def plain_errors(model: str) -> Iterator[None]:
    """The client's errors as one sentence, without what the service said: that may repeat a text."""
    from pinecone import ApiError, PayloadTooLargeError, PineconeError

    try:
        yield
    except PineconeError as error:
        if isinstance(error, PayloadTooLargeError) or (isinstance(error, ApiError) and error.status_code == 400):
            raise TooLarge(_sentence(error, model)) from error
        raise OperatorError(_sentence(error, model)) from error


def _sentence(error: PineconeError, model: str) -> str:
    from pinecone import errors

    match error:
        case errors.UnauthorizedError() | errors.ForbiddenError():
            return f"Pinecone refused the key in {_KEY} for the model '{model}'."
        case errors.NotFoundError():
            return f"Pinecone has no model '{model}' for this key."
        case errors.RateLimitError():
            return f"Pinecone takes no more texts for the model '{model}' at the moment; try again later."
        case errors.ServiceError():
            return f"Pinecone failed to answer for the model '{model}' (status {error.status_code}); try again later."
        case errors.ApiError():
            return f"Pinecone refused a request for the model '{model}' (status {error.status_code})."
        case errors.PineconeTimeoutError():
            return f"Pinecone did not answer in time for the model '{model}'; try again later."
        case errors.PineconeConnectionError():
            return f"Pinecone cannot be reached for the model '{model}'; check the connection, and try again."
    return f"Pinecone's client failed for the model '{model}' ({type(error).__name__})."
