"""Does the evidence answer a question that an answer refuses? Only where that is plain is the refusal called wrong."""

from __future__ import annotations

import math

from consilience.answer.evidence import Evidence, Said
from consilience.answer.state import STATES, state_of
from consilience.answer.support_words import words_of
from consilience.answer.vectors import WORDS
from consilience.answer.wanted import wanted
from consilience.corpus.matching.terms import stems
from consilience.model import Quote
from consilience.text.wordlists import words

_NEAR, _NEARER = 0.45, 0.65  # cosine of question and statement, with a value that is asked for, and without
_SHARED, _NEARLY_ALL = 0.6, 0.8  # share of the question's words, the same
_INSUFFICIENT, _LIKELY = STATES.index("insufficient"), 0.6  # from which the evidence as a whole seems not to answer
_LOOKED_AT = 5  # statements whose facts are read
_NOT_ASKED = stems(words("how what when where which who whom whose why long many much often please tell know"))


def answering(question: str, evidence: Evidence) -> Quote | None:
    """The statement that plainly answers the question, or None. Raises OperatorError when there is no encoder."""
    speaking = [one for one in evidence.statements if one.kind in ("sentence", "table_row")]
    if not speaking or not any(map(str.isalnum, question)):
        return None
    near = evidence.vectors[[one.vector for one in speaking]] @ evidence.encode([question])[0]
    ranked = sorted(range(len(speaking)), key=lambda at: (-round(float(near[at]), 6), speaking[at].vector))
    best = [at for at in ranked[:_LOOKED_AT] if _answers(question, speaking[at], float(near[at]))]
    if not best or _insufficient(question, evidence):
        return None
    return speaking[best[0]].quote


def _insufficient(question: str, evidence: Evidence) -> bool:
    """Whether the evidence as a whole seems not to answer; the model of it reads vectors of an encoder only."""
    return evidence.encoder != WORDS and state_of(question, evidence).probabilities[_INSUFFICIENT] >= _LIKELY


def _answers(question: str, said: Said, near: float) -> bool:
    kinds = wanted(question)
    shared = _shared(question, said)
    if kinds:
        return near >= _NEAR and shared >= _SHARED and any(fact.value.kind in kinds for fact in said.facts)
    return near >= _NEARER and shared >= _NEARLY_ALL


def _shared(question: str, said: Said) -> float:
    """How much of the question's words a statement says, in [0, 1], with its headings and what its pronouns stand
    for.
    """
    asked = {one.stem: one.weight for one in words_of(question).content if one.stem not in _NOT_ASKED}
    around = ". ".join(fact.context for fact in said.facts)
    told = words_of(f"{said.section}. {said.source.title}. {said.text}. {around}").stems
    total = math.fsum(asked.values())
    return math.fsum(weight for one, weight in sorted(asked.items()) if one in told) / total if total else 0.0
