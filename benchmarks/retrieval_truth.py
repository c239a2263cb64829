"""What the questions of the corpora ask for, as places in documents: the evidence that a chunk has to hold.

A place is a statement (a sentence, a table row) of a document that the question lists, found once and whatever the
chunks are:

- where truth quotes the statement (questions that hit a conflict), that quote;
- else, for each value of the reference that the question does not name itself, the statement with the same value that
  shares most words with question and reference, rare ones counting more. It has to come near the best statement of the
  document, words and values together. Where no statement does, one with a compatible value may;
- where no value leads to a statement (yes or no, a name, a reason), the one that shares most words.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consilience import sources
from consilience.corpus.matching.terms import stem
from consilience.model import Document, Mention, Statement, Value
from consilience.settings import ReadSettings
from consilience.text.language import foreign
from consilience.text.statements import statements
from consilience.values import compare, scan

_WORD = re.compile(r"[^\W_]+")
_KEPT = 0.5  # share of the best score of a document that a place needs
_WORTH = {"same": 1.0, "compatible": 0.5}  # of the rarity of a value, by how a statement has it
_COMMON = 3  # letters: shorter words carry no sense


@dataclass(frozen=True)
class Place:
    """Evidence in a document: `text` is that of the statement at [start, end)."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Question:
    """A question with its evidence: document id -> places; a chunk hits when it overlaps one of them."""

    id: str
    kind: str  # targeted, control, synthesis
    text: str
    reference: str
    evidence: dict[str, tuple[Place, ...]]


@dataclass(frozen=True)
class Corpus:
    name: str
    folder: Path
    questions: tuple[Question, ...]


def corpus(folder: Path) -> Corpus:
    """The corpus in `folder` with the questions of its truth.json."""
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    read = _Read(folder / "docs")
    quotes = {one["id"]: one["assertions"] for one in truth["conflicts"]}
    found = tuple(
        Question(one["id"], one["type"], one["question"], one["reference"], _evidence(one, read, quotes))
        for one in truth["queries"]
    )
    return Corpus(folder.name, folder / "docs", found)


class _Read:
    """The documents of a corpus, their statements, and how rare each word is among these."""

    def __init__(self, folder: Path) -> None:
        settings = ReadSettings()
        found = [one for file in sources.discover([folder], settings).files for one in sources.read(file, settings)]
        self.documents = {one.id: one for one in found if isinstance(one, Document)}
        self.statements = {id: _known(one) for id, one in self.documents.items()}
        known = [one for some in self.statements.values() for one in some]
        self._total = len(known) + 1
        self._counts = Counter(stem for one in known for stem in one.stems)

    def weight(self, stems: Iterable[str]) -> float:
        return math.fsum(self._rarity(self._counts[stem]) for stem in stems)

    def rarity(self, value: Value) -> float:
        """How much it says that a statement has this value: little for "two", much for "58.5 m"."""
        return self._rarity(sum(_holds(one, value, "same") for some in self.statements.values() for one in some))

    def _rarity(self, count: int) -> float:
        return math.log(self._total / (count + 0.5))


@dataclass(frozen=True)
class _Known:
    statement: Statement
    stems: frozenset[str]
    values: tuple[Value, ...]


def _known(document: Document) -> tuple[_Known, ...]:
    found = []
    for one in statements(document):
        heading = document.blocks[one.block].path[-1:]
        values = tuple(mention.value for mention in scan(one.text, one.language))
        found.append(_Known(one, _stems(" ".join([*heading, one.text])), values))
    return tuple(found)


def _evidence(query: dict[str, Any], read: _Read, quotes: dict[str, Any]) -> dict[str, tuple[Place, ...]]:
    assertions = quotes.get(query["conflict_id"], ())
    return {
        doc: _quoted(read.documents[doc], [one["quote"] for one in assertions if one["doc"] == doc])
        or _told(query["question"], query["reference"], doc, read)
        for doc in query["docs"]
    }


def _quoted(document: Document, quotes: Sequence[str]) -> tuple[Place, ...]:
    """Where the quotes stand; white space in a document may be of another sort than in the quote."""
    found = []
    for quote in quotes:
        pattern = r"\s+".join(map(re.escape, quote.split()))
        found += [Place(match.start(), match.end(), match[0]) for match in re.finditer(pattern, document.text)]
    return tuple(found)


def _told(question: str, reference: str, doc: str, read: _Read) -> tuple[Place, ...]:
    wanted = _stems(f"{question} {reference}")
    known = read.statements[doc]
    words = [read.weight(one.stems & wanted) for one in known]
    values = _asked(question, reference)
    found = _of_values(known, values, words, read, "same") or _of_values(known, values, words, read, "compatible")
    chosen = found or [max(range(len(known)), key=words.__getitem__)]
    return tuple(Place(one.start, one.end, one.text) for one in (known[i].statement for i in chosen))


def _of_values(
    known: Sequence[_Known], values: Sequence[Value], words: Sequence[float], read: _Read, relation: str
) -> list[int]:
    """For each value the statement with it that shares most words, if words and values together come near the best."""
    scores, best = list(words), set()
    for value in values:
        holding = [i for i, one in enumerate(known) if _holds(one, value, relation)]
        for i in holding:
            scores[i] += read.rarity(value) * _WORTH[relation]
        best |= {max(holding, key=words.__getitem__)} if holding else set()
    return [i for i in sorted(best) if scores[i] >= _KEPT * max(scores)]


def _asked(question: str, reference: str) -> list[Value]:
    """The values of the reference that the question does not name itself."""
    named = [mention.value for mention in _values(question)]
    return [
        mention.value
        for mention in _values(reference)
        if not any(compare(mention.value, value).relation == "same" for value in named)
    ]


def _holds(known: _Known, wanted: Value, relation: str) -> bool:
    return any(compare(one, wanted, limits_as_values=True).relation == relation for one in known.values)


def _values(text: str) -> tuple[Mention, ...]:
    return scan(text, foreign(text, "en") or "en")


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text) if len(word) > _COMMON or word.isdigit())
