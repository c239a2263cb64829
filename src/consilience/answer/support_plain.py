"""A plain claim: one that says a single thing in a few words, so that one word decides it ("The pump is broken").

Of a longer claim a word may be missing and the rest still be said. Of a plain one the word that is missing is what it
tells, and a model that weighs all words of it against each other misses that.
"""

from __future__ import annotations

from consilience.answer.support_features import Seen
from consilience.answer.support_states import alike
from consilience.answer.support_verdicts import Asked
from consilience.answer.support_windows import Ground
from consilience.answer.support_words import words_of

_PLAIN = 5  # words with a meaning that a plain claim has at most
_FAR = 0.4  # cosine of a word to the nearest of the evidence below which it says something else


def says_more(claim: Asked, question: str, told: Seen, ground: Ground) -> bool:
    """Whether a plain claim has a new word: the question does not say it, nor the passage of the nearest statement, and
    that statement says nothing near it in meaning. A single thing is said in one place: a word that another passage
    has, of something else, makes nothing known.

    Figures are left to the rules of values. Raises OperatorError when the encoder's files are missing.
    """
    if len(claim.words.content) > _PLAIN:
        return False
    best = told.nearest[0].said
    known = words_of(question).stems | ground.passage(best)
    new = [row for row, one in enumerate(claim.words.all) if one.weight and not one.number and one.stem not in known]
    return bool(new) and float(alike(claim.text, best.text)[new].max(axis=1, initial=0.0).min()) < _FAR
