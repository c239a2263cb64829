"""One document and its counterpart: which values are changed, and where both stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from consilience.corpus.facts import EmbeddedFacts
from consilience.model import Document, Fact, Skipped, ValueKind
from consilience.settings import ReadSettings
from consilience.study.chance import seeded
from consilience.study.edits import Edit, Span, apply, moved
from consilience.study.errors import StudyError
from consilience.study.inject.candidates import Candidate, candidates
from consilience.study.inject.change import change
from consilience.study.inject.people import People
from consilience.study.material import reread

_SELDOM = {"name": 5, "yes_no": 6, "identifier": 10, "version": 5}  # of so many changes one is of this kind at most


@dataclass(frozen=True, slots=True)
class Change:
    """One changed value: what it answers, both values, and where the value and its statement stand in both texts."""

    entity: str
    relation: str
    kind: ValueKind
    old: str
    new: str
    original: Span
    copy: Span
    old_statement: Span
    new_statement: Span
    old_quote: str
    new_quote: str


@dataclass(frozen=True, slots=True)
class Injected:
    """The counterpart's text, and what was changed in it, in the order of the text."""

    text: str
    changes: tuple[Change, ...]


def inject_text(text: str, changes: int, seed: int = 0, *, format: str = "markdown") -> Injected:
    """A counterpart of a Markdown or plain text; see `inject_document`. Raises StudyError when it cannot be read."""
    read = reread(text, "text", format, ReadSettings())
    if isinstance(read, Skipped):
        raise StudyError(f"No value can be changed in the text: {read.reason}.")
    return inject_document(read, changes, seed)


def inject_document(
    document: Document,
    changes: int,
    seed: int = 0,
    *,
    facts: Sequence[Fact] | None = None,
    people: People | None = None,
) -> Injected:
    """The document's text with up to `changes` values changed to others of the same type, size and way of writing.

    At most one value of a statement is changed, kinds take turns, and the same arguments give the same text. `facts`
    are those of the document, extracted when they are not given; `people` are the persons whose names may be put in.
    """
    known = EmbeddedFacts().extract(document) if facts is None else facts
    random = seeded(seed, document.id, "inject")
    found = _chosen(document, known, people or People.of([document], {document.id: known}), changes, random)
    edits = [edit for _, edit in found]
    text, spans = apply(document.text, edits)
    return Injected(
        text, tuple(_record(document.text, text, *one, edits, spans) for one in zip(found, spans, strict=True))
    )


def _chosen(
    document: Document, facts: Sequence[Fact], people: People, count: int, random: Random
) -> list[tuple[Candidate, Edit]]:
    """Kinds in turn, statements once, values that stand alone first; in the order of the text."""
    queues = _queues(candidates(document, facts, people), random)
    taken: dict[int, tuple[Candidate, Edit]] = {}
    made: dict[str, int] = {}
    while any(queues.values()) and len(taken) < count:
        for kind in queues:
            if len(taken) >= count or made.get(kind, 0) * _SELDOM.get(kind, 1) >= count:
                queues[kind] = queues[kind] if len(taken) >= count else []
                continue
            found = _next(queues[kind], taken, document.text, people, random)
            if found is not None:
                taken[found[0].fact.start] = found
                made[kind] = made.get(kind, 0) + 1
    return [taken[start] for start in sorted(taken)]


def _queues(found: list[Candidate], random: Random) -> dict[str, list[Candidate]]:
    """Candidates by kind in random order; the last is tried first."""
    random.shuffle(found)
    kinds = sorted({candidate.fact.value.kind for candidate in found})
    random.shuffle(kinds)
    queues: dict[str, list[Candidate]] = {kind: [] for kind in kinds}
    for candidate in sorted(found, key=lambda one: one.alone):
        queues[candidate.fact.value.kind].append(candidate)
    return queues


def _next(
    queue: list[Candidate], taken: dict[int, tuple[Candidate, Edit]], text: str, people: People, random: Random
) -> tuple[Candidate, Edit] | None:
    """The next candidate that can be changed in a statement not yet taken."""
    while queue:
        candidate = queue.pop()
        if candidate.fact.start not in taken:
            edit = change(candidate, text, people, random)
            if edit is not None:
                return candidate, edit
    return None


def _record(
    text: str, copy: str, found: tuple[Candidate, Edit], span: Span, edits: Sequence[Edit], spans: Sequence[Span]
) -> Change:
    fact, edit = found[0].fact, found[1]
    said = moved(edits, spans, (fact.start, fact.end))
    return Change(
        entity=fact.entity,
        relation=fact.relation,
        kind=fact.value.kind,
        old=text[edit.start : edit.end],
        new=edit.new,
        original=(edit.start, edit.end),
        copy=span,
        old_statement=(fact.start, fact.end),
        new_statement=said,
        old_quote=fact.quote,
        new_quote=copy[slice(*said)],
    )
