"""Which statements of the evidence answer a question, and how well: what G chooses from.

All statements are placed by cosine and by the words they share with the question; the best few are then read by the
pair network, which was trained on questions and statements too (docs/model-cards/pairnet.md).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from consilience.answer.contest_asked import shared
from consilience.answer.evidence import Evidence, Said
from consilience.answer.wanted import Kinds, wanted
from consilience.corpus.facts.qualifiers import versions
from consilience.corpus.matching import pairnet
from consilience.corpus.matching.pairnet_view import View, unmasked_view, view_of
from consilience.model import Fact

READ = 10  # statements that the pair network reads
_FACTS = 4  # values of a statement that it reads
_SPEAKS = frozenset({"sentence", "table_row"})
_FEW = 3  # words that are no sentence
_WORD = re.compile(r"\w+")
_AROUND = "*_ \"'”)]"  # of emphasis and quotation


class Scores(NamedTuple):
    """Why a statement is taken for an answer."""

    near: float  # cosine of question and statement
    shared: float  # share of the question's words that the statement or its headings say, rare words counting more
    read: float  # log odds of the pair network
    fits: bool  # it gives a value of the kind that is asked for, or any kind may answer
    past: bool  # it says that this held until something else took its place
    elsewhere: bool  # it speaks of other versions than the question


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement with the value that would answer, and the log odds that it does."""

    said: Said
    fact: Fact | None
    scores: Scores
    odds: float


def candidates(question: str, evidence: Evidence, within: str = "") -> tuple[Candidate, ...]:
    """The statements that come nearest to an answer, best first; the order of the evidence does not matter.

    `within` is the whole question of which `question` is a part: "how large is it?" does not say what.
    """
    speaking = [one for one in evidence.statements if one.kind in _SPEAKS and _tells(one)]
    if not speaking:
        return ()
    kinds = wanted(question)
    ahead = _nearest(question, within or question, speaking, evidence)[:READ]
    read = _read(question, [said for said, _, _ in ahead], kinds)
    found = [
        _candidate(said, fact, Scores(near, words, log_odds, *_held(question, said, fact, kinds)))
        for (said, near, words), (fact, log_odds) in zip(ahead, read, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (-one.odds, _place(one.said))))


def _tells(said: Said) -> bool:
    """Not a question, as a list of them has above each answer, and not a few words without a value: "**Parking.**"."""
    text = said.text.strip(_AROUND)
    return not text.endswith("?") and (bool(said.facts) or len(_WORD.findall(text)) > _FEW)


def _nearest(
    question: str, within: str, speaking: Sequence[Said], evidence: Evidence
) -> list[tuple[Said, float, float]]:
    """(statement, cosine, share of the question's words), the nearest first."""
    asked = list(dict.fromkeys((question, within)))
    near = (evidence.vectors[[one.vector for one in speaking]] @ evidence.encode(asked).T).mean(axis=1)
    words = [math.fsum(shared(one, said) for one in asked) / len(asked) for said in speaking]
    placed = zip(speaking, near.tolist(), words, strict=True)
    return sorted(placed, key=lambda one: (-round(one[1] + one[2], 6), _place(one[0])))


def _candidate(said: Said, fact: Fact | None, scores: Scores) -> Candidate:
    return Candidate(said, fact, scores, round(odds(scores), 6))


def _held(question: str, said: Said, fact: Fact | None, kinds: Kinds) -> tuple[bool, bool, bool]:
    """`fits`, `past` and `elsewhere` of Scores."""
    fits = not kinds or (fact is not None and fact.value.kind in kinds)
    return fits, fact is not None and _superseded(fact), _other_versions(question, said)


def odds(scores: Scores) -> float:
    """Log odds that a statement answers."""
    said = 0.5 * scores.read + 3.0 * scores.near + 3.0 * scores.shared + scores.fits - 4.0
    return said - 1.5 * scores.past - 1.5 * scores.elsewhere


def _other_versions(question: str, said: Said) -> bool:
    """Whether question and statement name versions, and none in common: "4.x" is any of 4."""
    asked, told = versions(question), versions(said.text)
    return bool(asked and told) and not any(_within(a, b) for a in asked for b in told)


def _within(a: str, b: str) -> bool:
    short, long = sorted((a.removesuffix(".x"), b.removesuffix(".x")), key=len)
    return f"{long}.".startswith(f"{short}.")


def _superseded(fact: Fact) -> bool:
    # In "open until 5 May" the day is what may be asked for; in "4 EUR until 5 May" it limits another value.
    return fact.value.kind != "date" and any(kind == "superseded" for kind, _ in fact.qualifiers)


def _place(said: Said) -> tuple[str, int, str]:
    return said.quote.doc, said.quote.start, said.text


def _read(question: str, statements: Sequence[Said], kinds: Kinds) -> list[tuple[Fact | None, float]]:
    """For each statement the fact that the pair network takes for the answer, and its log odds."""
    asked = unmasked_view("", question)
    views = [list(_views(one, kinds)) for one in statements]
    flat = [(asked, view) for each in views for _, view in each]
    told = iter(np.asarray(pairnet.scores_of(flat)).tolist())
    read = [[(fact, float(next(told))) for fact, _ in each] for each in views]
    return [max(each, key=lambda pair: pair[1]) for each in read]


def _views(said: Said, kinds: Kinds) -> Iterable[tuple[Fact | None, View]]:
    """The statement once for every value that may be meant; as a whole where it gives none."""
    facts = [fact for fact in said.facts if not kinds or fact.value.kind in kinds] or list(said.facts)
    if not facts:
        yield None, unmasked_view(said.section, said.text)
    for fact in facts[:_FACTS]:
        yield fact, view_of(fact)
