"""The stages of the plan with one row a fact: its vector beside it, its block, the matches of a block.

Import this module where it is needed, not at the top of another: it imports Daft.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from consilience.corpus import engine, keys, matched, records
from consilience.corpus.crew import Crew
from consilience.corpus.readings import Readings
from consilience.model import Fact
from consilience.operators import Vectors

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
class Drawing:
    """The vectors of a file -> those among which the leaders of the corpus are."""

    def __init__(self, count: int, block_size: int) -> None:
        self.count, self.block_size = count, block_size

    @batch(return_dtype=DataType.list(DataType.binary()), batch_size=_FILES_A_CALL)
    def draw(self, facts: Series, vectors: Series) -> list[list[bytes]]:
        rows = zip(facts.to_pylist(), vectors.to_pylist(), strict=True)
        return [self._draw(_matrix(data, len(lines) if data else 0)) for lines, data in rows]

    def _draw(self, vectors: Vectors) -> list[bytes]:
        return [row.astype("<f2").tobytes() for row in keys.drawn(vectors, self.count, self.block_size)]


@daft.cls
class Blocks:
    """The facts of a file -> the names of their blocks; none where the encoder failed on the file."""

    def __init__(self, leaders: Vectors | None) -> None:
        self.leaders = leaders

    @batch(return_dtype=_TEXTS, batch_size=_FILES_A_CALL)
    def block(self, facts: Series, vectors: Series) -> list[list[str]]:
        return [self._block(*row) for row in zip(facts.to_pylist(), vectors.to_pylist(), strict=True)]

    def _block(self, lines: list[str], data: bytes) -> list[str]:
        values = [records.fact_value(line) for line in lines] if data else []
        return keys.block_of(_matrix(data, len(values)), self.leaders, values)


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
    """The facts of one block -> pairs that answer the same question; a block that was matched before is looked up."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew

    @batch(return_dtype=DataType.struct(_MATCH))
    def match(self, blocks: Series, facts: Series, vectors: Series) -> list[_Row]:
        """In the order of fact ids, whatever order the partitions came in."""
        rows = sorted(
            zip(facts.to_pylist(), vectors.to_pylist(), strict=True), key=lambda row: records.fact_place(row[0])
        )
        lines, data = [line for line, _ in rows], b"".join(row for _, row in rows)
        found = matched.recall(self.crew, lines, data)
        if found is None:
            built = [records.load(Fact, line) for line in lines]
            readings = Readings(self.crew, blocks.to_pylist()[0])
            found = keys.match(built, _matrix(data, len(built)), self.crew.matching, readings.scores)
            readings.keep()
            matched.keep(self.crew, lines, data, found)
        return [{"a": one.a, "b": one.b, "probability": one.probability} for one in found]
