"""Small knowledge bases for the tests of stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from consilience.model import Chunk
from consilience.stores import Access, Entry, KbInfo, Store, StoreError, Writer, open_store

DIMENSION = 8
ROLES: dict[str, Sequence[str]] = {"open.md": ["*"], "hr.md": ["hr"], "board.md": ["board", "hr"], "forgotten.md": []}


def info(*roles: str) -> KbInfo:
    return KbInfo("test 1", DIMENSION, "1, 120 words", tuple(sorted(roles)))


def entries(doc: str, texts: Sequence[str], roles: Sequence[str] = (), mark: str = "first") -> list[Entry]:
    """The chunks of a document that consists of `texts`, one after the other."""
    found, start = [], 0
    for ordinal, text in enumerate(texts):
        end = start + len(text)
        chunk = Chunk(
            id=f"{doc}:{start}-{end}", doc=doc, ordinal=ordinal, start=start, end=end, text=text, section="A > B",
            title="Rules", language="en", roles=tuple(roles),
        )  # fmt: skip
        found.append(Entry(chunk, f"digest of {text}", f"{mark} {doc}", '{"before": ""}'))
        start = end + 1
    return found


def unit(*numbers: float) -> NDArray[np.float32]:
    """The numbers as the beginning of a vector of length 1."""
    vector = np.zeros(DIMENSION, np.float32)
    vector[: len(numbers)] = numbers
    return vector / np.float32(np.linalg.norm(vector))


def vectors(count: int, seed: int = 0) -> NDArray[np.float32]:
    made = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def put(writer: Writer, docs: Mapping[str, Sequence[str]], texts: Sequence[str] = ("one", "two")) -> None:
    """Documents with the given roles, each with the same texts."""
    made = [entry for doc, roles in docs.items() for entry in entries(doc, [f"{doc} {text}" for text in texts], roles)]
    writer.upsert(made, vectors(len(made)))


def fill(store: Store, docs: Mapping[str, Sequence[str]], texts: Sequence[str] = ("one", "two")) -> None:
    """A committed knowledge base of the documents."""
    with store.write(DIMENSION) as writer:
        put(writer, docs, texts)
        writer.commit(info(*(role for roles in docs.values() for role in roles)))


def docs(kb: str, access: Access) -> list[str]:
    """The document of every chunk that may be read at an address."""
    with open_store(kb).read() as reader:
        return sorted(one.chunk.doc for one in reader.scan(access))


def refusal(kb: str) -> str:
    """The sentence with which reading at an address is refused."""
    with pytest.raises(StoreError) as caught, open_store(kb).read():
        pass
    return str(caught.value)
