"""The stages of the plan with one row a fact: its vector beside it, its block, the matches of a block.

Import this module where it is needed, not at the top of another: it imports Daft.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from consilience.corpus import engine, keys, records
from consilience.model import Fact
from consilience.operators import Vectors
from consilience.settings import MatchingSettings

if TYPE_CHECKING:
    from daft import Series

daft: Any = engine.load_daft()
DataType = daft.DataType
batch: engine.Decorator = daft.method.batch
batch_function: engine.Decorator = daft.func.batch

_FILES_A_CALL = 16  # bounds what is unpacked into Python objects at once; a block is all that has to be

_TEXT, _TEXTS = DataType.string(), DataType.list(DataType.string())
_PAIRED = {"facts": _TEXTS, "vectors": DataType.list(DataType.binary())}
_MATCH = {"a": _TEXT, "b": _TEXT, "probability": DataType.float64()}
_Row = dict[str, Any]


@daft.cls
class Blocks:
    """The facts of a file -> the names of their blocks; none where the encoder failed on the file."""

    def __init__(self, centroids: Vectors | None) -> None:
        self.centroids = centroids

    @batch(return_dtype=_TEXTS, batch_size=_FILES_A_CALL)
    def block(self, facts: Series, vectors: Series) -> list[list[str]]:
        return [self._block(*row) for row in zip(facts.to_pylist(), vectors.to_pylist(), strict=True)]

    def _block(self, lines: list[str], data: bytes) -> list[str]:
        built = [records.load(Fact, line) for line in lines] if data else []
        return keys.block_of(_matrix(data, len(built)), self.centroids, built) if built else []


@batch_function(return_dtype=DataType.struct(_PAIRED), unnest=True, batch_size=_FILES_A_CALL)
def pair_up(facts: Series, vectors: Series) -> list[_Row]:
    """The facts of a file with their vectors, of equal number, ready to be exploded; none where the encoder failed."""
    rows = zip(facts.to_pylist(), vectors.to_pylist(), strict=True)
    return [{"facts": lines if data else [], "vectors": _cut(data, len(lines))} for lines, data in rows]


def _cut(data: bytes, count: int) -> list[bytes]:
    width = len(data) // count if data else 0
    return [data[index : index + width] for index in range(0, len(data), width)] if width else []


def stack(rows: Sequence[bytes]) -> Vectors:
    """Rows of float16 bytes -> float32, shape (len(rows), dimension)."""
    return _matrix(b"".join(rows), len(rows))


def _matrix(data: bytes, rows: int) -> Vectors:
    flat = np.frombuffer(data, dtype="<f2").astype(np.float32)
    return flat.reshape(rows, -1) if rows else flat.reshape(0, 0)


@daft.cls
class Matching:
    """The facts of one block -> pairs that answer the same question."""

    def __init__(self, settings: MatchingSettings) -> None:
        self.settings = settings

    @batch(return_dtype=DataType.struct(_MATCH))
    def match(self, facts: Series, vectors: Series) -> list[_Row]:
        """In the order of fact ids, whatever order the partitions came in; pairs that no key can use stay here."""
        pairs = zip(facts.to_pylist(), vectors.to_pylist(), strict=True)
        rows = sorted(((records.load(Fact, line), data) for line, data in pairs), key=lambda row: row[0].id)
        found = keys.match([fact for fact, _ in rows], stack([data for _, data in rows]), self.settings)
        least = self.settings.threshold
        return [{"a": m.a, "b": m.b, "probability": m.probability} for m in found if m.probability >= least]
