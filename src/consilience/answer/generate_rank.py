"""Which statements of the evidence answer a question, and how well: what G chooses from.

All statements are placed by cosine and by the words they share with the question; the best few are then read by the
pair network, which was trained on questions and statements too (docs/model-cards/pairnet.md).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from consilience.answer.evidence import Evidence, Said
from consilience.answer.wanted import Kinds, wanted
from consilience.corpus.matching import pairnet
from consilience.corpus.matching.pairnet_view import View, unmasked_view, view_of
from consilience.corpus.matching.terms import stems
from consilience.model import Fact
from consilience.text.wordlists import words

READ = 10  # statements that the pair network reads
_FACTS = 4  # values of a statement that it reads
_SPEAKS = frozenset({"sentence", "table_row"})
_NOT_ASKED = stems(words("how what when where which who whom whose why long many much often please tell know"))


class Scores(NamedTuple):
    """Why a statement is taken for an answer."""

    near: float  # cosine of question and statement
    shared: float  # share of the question's words that the statement or its headings say, rare words counting more
    read: float  # log odds of the pair network
    fits: bool  # it gives a value of the kind that is asked for, or any kind may answer
    past: bool  # it says that this held until something else took its place


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
    speaking = [one for one in evidence.statements if one.kind in _SPEAKS]
    if not speaking:
        return ()
    asked = list(dict.fromkeys((question, within or question)))
    near = (evidence.vectors[[one.vector for one in speaking]] @ evidence.encode(asked).T).mean(axis=1)
    shared = np.mean([_shared(one, speaking) for one in asked], axis=0).tolist()
    ahead = sorted(range(len(speaking)), key=lambda at: (-round(float(near[at]) + shared[at], 6), _place(speaking[at])))
    looked_at = ahead[:READ]
    kinds = wanted(question)
    read = _read(question, [speaking[at] for at in looked_at], kinds)
    found = [
        _candidate(speaking[at], float(near[at]), shared[at], told, kinds)
        for at, told in zip(looked_at, read, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (-one.odds, _place(one.said))))


def _candidate(said: Said, near: float, shared: float, read: tuple[Fact | None, float], kinds: Kinds) -> Candidate:
    fact, log_odds = read
    fits = not kinds or (fact is not None and fact.value.kind in kinds)
    scores = Scores(near, shared, log_odds, fits, fact is not None and _superseded(fact))
    return Candidate(said, fact, scores, round(odds(scores), 6))


def odds(scores: Scores) -> float:
    """Log odds that a statement answers."""
    return 0.5 * scores.read + 3.0 * scores.near + 3.0 * scores.shared + scores.fits - 1.5 * scores.past - 4.0


def _superseded(fact: Fact) -> bool:
    # In "open until 5 May" the day is what may be asked for; in "4 EUR until 5 May" it limits another value.
    return fact.value.kind != "date" and any(kind == "superseded" for kind, _ in fact.qualifiers)


def _place(said: Said) -> tuple[str, int, str]:
    return said.quote.doc, said.quote.start, said.text


def _shared(question: str, speaking: Sequence[Said]) -> list[float]:
    """For each statement, how much of the question's words it says, in [0, 1]."""
    asked = _words(question) - _NOT_ASKED or _words(question)
    said = [_words(f"{one.text} {one.section} {one.source.title}") for one in speaking]
    spread = Counter(word for each in said for word in each & asked)
    weight = {word: math.log((len(said) + 1) / (spread[word] + 0.5)) for word in sorted(asked)}
    total = math.fsum(weight.values())
    return [math.fsum(weight[word] for word in sorted(each & asked)) / total if total else 0.0 for each in said]


def _words(text: str) -> frozenset[str]:
    return stems("".join(char if char.isalnum() else " " for char in text).split())


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
