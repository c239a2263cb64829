"""The words of an extractive answer: statements as sentences; where the evidence disagrees, each with its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from consilience.answer.claims import said as unmarked
from consilience.answer.evidence import Evidence, Said
from consilience.answer.generate_rank import Candidate
from consilience.model import Answer, ContestedValue, EvidenceConflict, Fact, Quote

ABSTAINS = "The documents do not answer this question."
DISAGREES = "The documents disagree."
_MOST_CONFLICTS = 2  # that one answer tells
_SHORT_ROW = 3  # cells of a row that can be told without its column heads
_LINK = re.compile(r"\[([^\]\n]{0,200})\]\([^)\n]{0,300}\)")
_EMPHASIS = re.compile(r"(?<!\w)\*(?=\w)|(?<=[\w.,;:!?)])\*(?!\w)")
_MARKER = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,2}[.)])\s+")
_ENDS = re.compile(r"[.!?…:;]['\"”’)\]]*$")


def answered(chosen: Sequence[Candidate]) -> Answer:
    """The statements in the order in which they stand in their documents, those of the best one's document first."""
    first = chosen[0].said.quote.doc
    ordered = sorted(chosen, key=lambda one: (one.said.quote.doc != first, one.said.quote.doc, one.said.quote.start))
    text = " ".join(dict.fromkeys(sentence(one.said, one.fact) for one in ordered))
    return Answer(text, tuple(one.said.quote for one in ordered))


def disagreeing(conflicts: Sequence[EvidenceConflict], evidence: Evidence) -> Answer:
    """Each value with its source, one statement a side: who reads it must look both up."""
    sides = [side for conflict in conflicts[:_MOST_CONFLICTS] for side in conflict.values if side.quotes]
    placed = {(one.quote.doc, one.quote.start, one.quote.end): one for one in evidence.statements}
    told = list(dict.fromkeys(_side(side, placed.get(_place(side.quotes[0]))) for side in sides))
    return Answer(" ".join([DISAGREES, *told]), _distinct(side.quotes[0] for side in sides))


def joined(first: Answer, second: Answer) -> Answer:
    """One answer after the other."""
    return Answer(f"{first.text} {second.text}", _distinct([*first.citations, *second.citations]))


def sentence(said: Said, fact: Fact | None) -> str:
    """A statement as a sentence of its own: without marks of layout, a table row as its entity, relation and value."""
    if said.kind == "table_row":
        return _ended(_row(said, fact))
    return _ended(_plain(_MARKER.sub("", said.text)))


def _side(side: ContestedValue, said: Said | None) -> str:
    quote = side.quotes[0]
    if said is None:
        return _sourced(_ended(_plain(quote.text)), quote.doc)
    fact = next((one for one in said.facts if one.phrase == side.value), None)
    return _sourced(sentence(said, fact), quote.doc)


def _sourced(told: str, doc: str) -> str:
    """With the source before the full stop, so that it stays with its sentence."""
    end = _ENDS.search(told)
    at = end.start() if end else len(told)
    return f"{told[:at]} (source: {doc}){told[at:]}"


def _row(said: Said, fact: Fact | None) -> str:
    """A short row as a whole, of a long one subject, column and cell: what stands beside a value often limits it."""
    cells = [shown for cell in said.text.strip().strip("|").split("|") if (shown := _plain(cell))]
    if fact is None or len(cells) <= _SHORT_ROW:
        return f"{cells[0]}: {', '.join(cells[1:])}" if len(cells) > 1 else " ".join(cells)
    value = _plain(fact.phrase)
    cell = next((one for one in cells if value in one), value)
    named = ", ".join(part for part in (_plain(fact.entity), _plain(fact.relation)) if part and part != cell)
    return f"{named}: {cell}" if named else cell


def _plain(text: str) -> str:
    """Without marks of layout, on one line; the underscores of a name stay."""
    return _EMPHASIS.sub("", unmarked(_LINK.sub(r"\1", text)))


def _ended(text: str) -> str:
    return text if _ENDS.search(text) or not text else f"{text}."


def _place(quote: Quote) -> tuple[str, int, int]:
    return quote.doc, quote.start, quote.end


def _distinct(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    return tuple({_place(one): one for one in quotes}.values())
