"""Level 1 as one Daft dataframe plan (DESIGN section 2).

    files -> read -> measure (Q and F) -> encode -> facts, exploded -> blocks -> match in each block

`analyse` is the first half, one row a source file; `match` the second, one row a fact. Between them the driver
chooses the leaders of the blocks, which needs vectors of the whole corpus. Nothing here schedules, pools or shuffles:
batches, threads and the grouping are Daft's, on its native runner as on Ray.

Import this module where it is needed, not at the top of another: it imports Daft.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from consilience.corpus import cache, engine, keys
from consilience.corpus.crew import Crew
from consilience.corpus.stages_facts import Blocks, Drawing, Matching, pair_up, stack
from consilience.corpus.stages_files import Encoding, Measurer, Reader
from consilience.settings import MatchingSettings
from consilience.sources import SourceFile

if TYPE_CHECKING:
    from daft import DataFrame

daft: Any = engine.load_daft()
col = daft.col

LAST = "encode"  # the function whose rows tell how far `analyse` is,
ASKING = "measure"  # and the one that takes the time where operators ask a language model

_FILES_ENCODED = 16  # source files a call of the encoder: about a thousand contexts, because small batches are slow
_FILES_A_TASK = 64  # source files a task on Ray
_FACTS_GROUPED = (
    50_000  # facts whose lines and vectors are grouped at a time: about 80 MB, twice while Daft regroups them
)


def analyse(files: Sequence[SourceFile], crew: Crew, *, cluster: bool = False) -> DataFrame:
    """Documents, quality, facts and vectors: one row a source file, `row` is its index in `files`. Lazy.

    Columns: `row`, `origin` ("computed", "cache", or "damaged": an entry that was computed again), `documents, skipped,
    quality, facts, failures` (lists of lines of records), `vectors` (float16, one row a fact; empty if the encoder
    failed) and `kept` (false: the cache could not be written).
    """
    lines = [json.dumps([file.path, file.id, file.format, file.size]) for file in files]
    table = daft.from_pydict({"row": list(range(len(files))), "file": lines})
    if cluster:
        table = table.into_partitions(-(-len(files) // _FILES_A_TASK))
    opened = table.select("row", Reader(crew).read(col("file")))
    measured = opened.select(*opened.column_names, Measurer(crew).measure(col("documents"), col("entry")))
    stored = daft.functions.to_struct(*[col(name) for name in cache.RECORDS])
    encoded = Encoding(crew).encode(stored, col("failures"), col("key"), col("entry"))
    analysed: DataFrame = measured.into_batches(_FILES_ENCODED).select("row", "origin", *cache.RECORDS, encoded)
    return analysed


def place(analysed: DataFrame, count: int, settings: MatchingSettings) -> DataFrame:
    """The columns `facts` and `vectors` of `analysed` with the names of the `blocks` of the facts beside them. Lazy.

    `count` is the number of facts: a small corpus is one block per kind of value, a large one is split by leaders.
    """
    lots = Drawing(count, settings.block_size).draw(col("facts"), col("vectors")).alias("drawn")
    drawn = analysed.select(lots).explode("drawn", ignore_empty_and_null=True).to_pydict()["drawn"]
    leaders = keys.leaders(stack(drawn), count, settings.block_size)
    blocks = Blocks(leaders).block(col("facts"), col("vectors")).alias("blocks")
    return analysed.select("facts", "vectors", blocks)


def match(placed: DataFrame, count: int, crew: Crew) -> Iterator[DataFrame]:
    """Pairs of facts of different documents that answer the same question: columns `a, b, probability`. Lazy, unsorted.

    One frame for about every `_FACTS_GROUPED` facts, each with whole blocks: grouping holds its rows in memory.
    """
    facts = _exploded(placed, "blocks")
    parts = -(-count // _FACTS_GROUPED)
    for part in range(parts):
        chosen = facts.where(col("blocks").hash() % parts == part) if parts > 1 else facts
        pairs = Matching(crew).match(col("blocks"), col("facts"), col("vectors")).alias("pair")
        found = chosen.groupby("blocks").map_groups(pairs)
        yield found.select(*[col("pair").get(name).alias(name) for name in ("a", "b", "probability")])


def _exploded(files: DataFrame, *beside: str) -> DataFrame:
    """One row a fact that has a vector, with the columns `beside` that hold one item a fact as well."""
    paired = files.select(pair_up(col("facts"), col("vectors")), *beside)
    return paired.explode("facts", "vectors", *beside, ignore_empty_and_null=True)
