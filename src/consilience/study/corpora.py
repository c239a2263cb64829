"""Corpora A-D out of corpus A and a number: the same number gives the same bytes (paper section IV, Table I).

A: the clean documents. B: A and a conflict-injected counterpart of each. C: A, structurally degraded. D: all of these
and counterparts that are degraded as well, twenty documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from consilience.model import Skipped
from consilience.settings import ReadSettings
from consilience.study.baseline import Baseline, SourceText
from consilience.study.chance import seeded
from consilience.study.degrade import OPERATORS, Degraded, degrade_document
from consilience.study.errors import StudyError
from consilience.study.inject.known import Counterpart, Replacement, inject_known
from consilience.study.material import reread

STRENGTH = 0.4  # of every degradation operator: IaDNI falls by far more than 0.3, and the text can still be read
LEAST = 3  # operators of a document, as in the paper
TITLES = {
    "A": "Clean baseline",
    "B": "Low IeDCD: conflicting counterparts",
    "C": "Low IaDNI: degraded structure",
    "D": "Combined degradation",
}
_KINDS = {
    "A": ("clean",),
    "B": ("clean", "conflict"),
    "C": ("degraded",),
    "D": ("clean", "conflict", "degraded", "both"),
}


@dataclass(frozen=True, slots=True)
class Copy:
    """One document of a corpus. `kind` is clean, conflict, degraded or both; `name` its file.

    `counterpart` and `degraded` say what was done to the document of corpus A, in this order.
    """

    name: str
    source: SourceText
    kind: str
    text: str
    counterpart: Counterpart | None = None
    degraded: Degraded | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """One of the four conditions, its documents by name."""

    name: str
    copies: tuple[Copy, ...]

    @property
    def title(self) -> str:
        return TITLES[self.name]


def corpora(baseline: Baseline, seed: int = 0) -> tuple[Corpus, ...]:
    """Corpora A, B, C and D. Raises StudyError where a manipulation does not fit its document."""
    made: dict[str, list[Copy]] = {"clean": [], "conflict": []}
    for source in baseline.documents:
        made["clean"].append(Copy(_name(source, "clean"), source, "clean", source.text))
        made["conflict"].append(_conflict(baseline, source))
    made["degraded"] = _degraded(made["clean"], "degraded", seed)
    made["both"] = _degraded(made["conflict"], "both", seed)
    return tuple(
        Corpus(name, tuple(sorted((one for kind in kinds for one in made[kind]), key=lambda copy: copy.name)))
        for name, kinds in _KINDS.items()
    )


def _name(source: SourceText, kind: str) -> str:
    return f"{source.id}.md" if kind == "clean" else f"{source.id}.{kind}.md"


def _conflict(baseline: Baseline, source: SourceText) -> Copy:
    changes = [Replacement(one.quote, one.canonical, one.injected) for one in baseline.manipulated
               if one.key.doc == source.id]  # fmt: skip
    made = inject_known(source.text, changes)
    return Copy(_name(source, "conflict"), source, "conflict", made.text, made)


def _degraded(copies: Sequence[Copy], kind: str, seed: int) -> list[Copy]:
    drawn = _drawn([copy.source.id for copy in copies], kind, seed)
    return [_damaged(copy, kind, drawn[copy.source.id], seed) for copy in copies]


def _damaged(copy: Copy, kind: str, operators: Sequence[str], seed: int) -> Copy:
    name = _name(copy.source, kind)
    document = reread(copy.text, name, "markdown", ReadSettings())
    if isinstance(document, Skipped):
        raise StudyError(f"{copy.name} cannot be degraded: {document.reason}.")
    made = degrade_document(document, operators, STRENGTH, seed)
    return Copy(name, copy.source, kind, made.text, copy.counterpart, made)


def _drawn(ids: Sequence[str], kind: str, seed: int) -> dict[str, tuple[str, ...]]:
    """Three or four operators for each document, drawn among those that were used least: all six come to be used."""
    random, used = seeded(seed, kind, "operators"), Counter[str]()
    drawn: dict[str, tuple[str, ...]] = {}
    for name in ids:
        order = random.sample(list(OPERATORS), len(OPERATORS))
        chosen = sorted(order, key=lambda one: used[one])[: random.choice((LEAST, LEAST + 1))]
        used.update(chosen)
        drawn[name] = tuple(one for one in OPERATORS if one in chosen)
    return drawn
