"""From the columns of the plan to records on the driver: as few as the rest of the audit needs.

The corpus is not held as full documents: the text stays, for the passages around an assertion; blocks and the facts
that nobody matched do not become objects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from consilience import encoders
from consilience.corpus import records
from consilience.corpus.crew import Crew
from consilience.corpus.keys import Match
from consilience.corpus.result import CacheCounts, DocumentAudit, FactLines
from consilience.corpus.review import review
from consilience.model import Document, Fact, Quality, Skipped
from consilience.operators import Encoder
from consilience.settings import Settings
from consilience.sources import Discovery, SourceError

if TYPE_CHECKING:
    from daft import DataFrame

_BY_QUALITY = "the quality operator failed"  # how a failure begins that takes no fact away (`crew.attempt`)
_SMALL = ("row", "origin", "documents", "skipped", "quality", "failures", "kept")


@dataclass(frozen=True, slots=True)
class Corpus:
    """What the plan found out, on the driver: documents sorted by id, facts still as lines. `not_compared` are the
    documents whose facts, or their vectors, an operator failed to give."""

    documents: tuple[DocumentAudit, ...]
    fact_lines: FactLines
    fact_count: int
    skipped: tuple[Skipped, ...]
    warnings: tuple[str, ...]
    cache: CacheCounts
    not_compared: int = 0

    def by_id(self) -> dict[str, Document]:
        """Documents, without blocks, by their id."""
        return {one.document.id: one.document for one in self.documents}

    def facts_of(self, matches: Sequence[Match]) -> dict[str, Fact]:
        """The facts that stand in a match, by id."""
        wanted = frozenset(fact for match in matches for fact in (match.a, match.b))
        built = (records.load_wanted(line, wanted) for line in self.fact_lines) if wanted else ()
        return {fact.id: fact for fact in built if fact is not None}

    def docs_without(self, facts: frozenset[str]) -> list[str]:
        """The document of every fact that is not among `facts`, in the order of the facts."""
        return [doc for fact, doc in map(records.fact_place, self.fact_lines) if fact not in facts]


def corpus(analysed: DataFrame, found: Discovery, crew: Crew, settings: Settings) -> Corpus:
    """Collect the columns that the driver needs. Raises SourceError where not one document could be read."""
    rows = sorted(analysed.select(*_SMALL).to_pylist(), key=lambda row: row["row"])
    documents, remarks = review(_documents(rows), crew, settings)
    skipped = sorted({*found.skipped, *_skipped(rows)}, key=lambda one: (one.path, one.reason))
    if not documents:
        raise SourceError(_nothing(skipped))
    lines = _fact_lines(analysed)
    origins = Counter(row["origin"] for row in rows)
    return Corpus(
        documents=documents,
        fact_lines=lines,
        fact_count=lines.count(),
        skipped=tuple(skipped),
        warnings=(*_warnings(documents, rows, crew), *remarks),
        cache=CacheCounts(origins["cache"], origins["computed"] + origins["damaged"], origins["damaged"]),
        not_compared=len({one.path for one in _failures(rows) if not one.reason.startswith(_BY_QUALITY)}),
    )


def matches(matched: Iterable[DataFrame]) -> tuple[Match, ...]:
    """The matched pairs, sorted; one frame is worked out after the other."""
    found: list[Match] = []
    for columns in (frame.to_pydict() for frame in matched):
        found += map(Match, columns["a"], columns["b"], columns["probability"])
    return tuple(sorted(found, key=lambda one: (-one.probability, one.a, one.b)))


def _fact_lines(analysed: DataFrame) -> FactLines:
    table = analysed.select("row", "facts").to_arrow()
    places = table["row"].to_pylist()
    return FactLines(table["facts"], tuple(sorted(range(len(places)), key=places.__getitem__)))


def _documents(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Document, Quality]]:
    for row in rows:
        for line, measured in zip(row["documents"], row["quality"], strict=True):
            yield records.load(Document, line), records.load(Quality, measured)


def _skipped(rows: Sequence[Mapping[str, Any]]) -> Iterator[Skipped]:
    for row in rows:
        for line in [*row["skipped"], *row["failures"]]:
            yield records.load(Skipped, line)


def _failures(rows: Sequence[Mapping[str, Any]]) -> Iterator[Skipped]:
    return (records.load(Skipped, line) for row in rows for line in row["failures"])


def _nothing(skipped: Sequence[Skipped]) -> str:
    if not skipped:
        return "There is no document to audit in the given paths."
    return f"No document could be read; of {skipped[0].path}: {skipped[0].reason.rstrip('.')}."


def _warnings(documents: Sequence[DocumentAudit], rows: Sequence[Mapping[str, Any]], crew: Crew) -> Iterator[str]:
    encoder = crew.operator("encoder")
    spoken = Counter(one.document.language for one in documents)
    for code in encoders.unknown_languages(encoder, spoken):
        yield _unknown_language(code, spoken[code], encoder)
    failed = sum(len(row["failures"]) for row in rows)
    if failed:
        yield f"Operators failed {_times(failed)}; the documents and the reasons are listed among the skipped inputs."
    unkept = sum(not row["kept"] for row in rows)
    if unkept:
        yield f"The results of {_files(unkept)} could not be kept: the cache folder cannot be written."


def _unknown_language(code: str, count: int, encoder: Encoder) -> str:
    from babel import Locale  # CLDR data, only when there is something to say

    documents = "1 document is" if count == 1 else f"{count} documents are"
    language = Locale("en").languages.get(code, code)
    known = ", ".join(sorted(encoder.languages))
    return (
        f"{documents} in {language} ({code}); the encoder '{encoder.spec.name}' knows {known} only and may miss "
        "conflicts there: pip install 'consilience[multilingual]' and use --encoder multilingual."
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"
