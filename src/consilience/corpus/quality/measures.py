"""Graded measures: how well a text is made where no single place is at fault.

Detectors find faults. Between two documents without faults there are still differences: long or short sentences, much
or little said per word, sentences that take each other up or stand alone. Each sentence of running text is charged for

    clarity                 the part of it that lies beyond its first EASY words
    information density     its share of function words above FULL, what ordinary prose needs (Ure's lexical density)
    coherence               how far its content words fall short of TAKEN_UP in common with its WINDOW neighbours on
                            each side, its headings and the sentence that leads its list (lexical cohesion)

and a measure is the sum of charge times words, by the words of a page as everything that is counted by rate
(`score.py`). Tables, code, records and sentences of up to EASY words cost nothing for clarity. A sentence of more than
40 words touches on so much that it ties nothing together. Text that is repeated, unreadable or foreign is left out, so
that it neither helps nor dilutes the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from consilience.corpus.quality.lexicon import FUNCTION_WORDS, speaks
from consilience.corpus.quality.page import Page, content_terms
from consilience.model import Dimension

EASY = 20  # words of a sentence that cost nothing
FULL = 0.42  # share of function words in ordinary prose; what goes beyond it is padding
WINDOW = 5  # sentences on each side that a sentence may take up
TAKEN_UP = 0.34  # share of a sentence's terms found around it from which it counts as well tied
WEIGHTS: dict[Dimension, float] = {"clarity": 1.2, "information_density": 1.4, "coherence": 0.4}

_STRANGE = 0.65  # of the usual share of known terms, below which a passage is no sound part of its document
_PARTS = 8  # passages from which on a document tells what is usual in it
_BRIEF = 12  # words of a passage from which on its share says something
_RAMBLING = 40  # words: a sentence beyond touches on so much that it ties nothing together
_OWN = 4  # words of a sentence from which on it may stand only once

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence of running text with its terms, and the terms that its headings and lead lend it."""

    words: tuple[str, ...]
    terms: frozenset[str]
    lent: frozenset[str]


def strange(page: Page, hollow: Sequence[Span]) -> tuple[Span, ...]:
    """The passages that share fewer words with the rest than is usual in the document; those in `hollow` say nothing
    about what is usual."""
    void = [_covered(passage.start, passage.end, hollow) for passage in page.passages]
    left_out = Counter(term for passage, out in zip(page.passages, void, strict=True) if out for term in passage.terms)
    counts = Counter(term for piece in page.pieces for term in piece.terms) - left_out
    shares = {
        passage: sum(counts[term] > 1 for term in passage.terms) / len(passage.terms)
        for passage, out in zip(page.passages, void, strict=True)
        if len(passage.words) >= _BRIEF and passage.terms and not out
    }
    if len(shares) < _PARTS:
        return ()
    least = _STRANGE * median(shares.values())
    return tuple((passage.start, passage.end) for passage, share in shares.items() if share < least)


def measures(page: Page, hollow: Sequence[Span], per: float) -> dict[Dimension, float]:
    """What each dimension loses by the make of the text, from 0 to about 0.4, by `per` words; `hollow` is left out."""
    units = _units(page, hollow)
    padded = bool(speaks([word for unit in units for word in unit.words]))
    charges: dict[Dimension, float] = {
        "clarity": sum(max(0, len(unit.words) - EASY) for unit in units),
        "information_density": sum(map(_padding, units)) if padded else 0.0,
        "coherence": sum(_untied(units)),
    }
    return {dimension: WEIGHTS[dimension] * charge / per for dimension, charge in charges.items()}


def _units(page: Page, hollow: Sequence[Span]) -> list[_Unit]:
    """The sentences of running text outside `hollow`, each once."""
    lent: dict[int, frozenset[str]] = {}
    seen: set[tuple[str, ...]] = set()
    found = []
    for sentence in page.sentences:
        words = tuple(word.lower() for word in sentence.words)
        if not sentence.running or not words or words in seen or _covered(sentence.start, sentence.end, hollow):
            continue
        if len(words) >= _OWN:
            seen.add(words)
        if sentence.piece not in lent:
            lent[sentence.piece] = page.pieces[sentence.piece].headed
        found.append(_Unit(words, content_terms(words), lent[sentence.piece]))
    return found


def _covered(start: int, end: int, spans: Sequence[Span]) -> bool:
    """Whether the greater part of text[start:end] lies in one of the spans."""
    return any(2 * (min(end, last) - max(start, first)) > end - start for first, last in spans)


def _padding(unit: _Unit) -> float:
    """Function words of a sentence above what ordinary prose needs."""
    return max(0.0, sum(word in FUNCTION_WORDS for word in unit.words) - FULL * len(unit.words))


def _untied(units: Sequence[_Unit]) -> list[float]:
    """The words of each sentence times how far it falls short of being tied to what stands around it."""
    ties = [unit.terms if len(unit.words) <= _RAMBLING else frozenset[str]() for unit in units]
    around = Counter(term for terms in ties[:WINDOW] for term in terms)
    found = []
    for index, unit in enumerate(units):
        if index + WINDOW < len(units):
            around.update(ties[index + WINDOW])
        if index > WINDOW:
            around.subtract(ties[index - WINDOW - 1])
        known = sum(around[term] > (term in ties[index]) or term in unit.lent for term in unit.terms)
        tied = known / len(unit.terms) / TAKEN_UP if unit.terms else 1.0
        found.append(len(unit.words) * max(0.0, 1.0 - tied))
    return found
