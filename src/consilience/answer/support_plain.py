"""A plain claim: one that says a single thing in a few words, so that one word decides it ("The pump is broken").

Of a longer claim a word may be missing and the rest still be said. Of a plain one the word that is missing is what it
tells, and a model that weighs all words of it against each other misses that.
"""

from __future__ import annotations

import numpy as np

from consilience.answer.support_features import Seen
from consilience.answer.support_states import alike
from consilience.answer.support_verdicts import Asked
from consilience.answer.support_windows import Ground
from consilience.answer.support_words import words_of

_PLAIN = 5  # words with a meaning that a plain claim has at most
_FAR = 0.4  # cosine of a word to the nearest of the evidence below which it says something else


def says_more(claim: Asked, question: str, told: Seen, ground: Ground) -> bool:
    """Whether a plain claim has a word that neither the question nor the passages say, nor anything near it in meaning.

    Figures are left to the rules of values. Raises OperatorError when the encoder's files are missing.
    """
    if len(claim.words.content) > _PLAIN:
        return False
    known = words_of(question).stems | ground.near(told.nearest)
    new = [row for row, one in enumerate(claim.words.all) if one.weight and not one.number and one.stem not in known]
    if not new:
        return False
    read = [alike(claim.text, one.said.text)[new].max(axis=1, initial=0.0) for one in (*told.window, *told.nearest)]
    return float(np.max(read, axis=0).min()) < _FAR
