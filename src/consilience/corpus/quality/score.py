"""From hits and measures to a score: the one place where the five dimensions are computed.

For a detector D with hits h on a document:

    x_D = scale * sum of w_h * weight(D)        scale = 1 for faults of the document as a whole (`per_document`),
                                                min(1, PAGE / sound words) for faults counted by their rate
    p_D = CAP * (1 - exp(-x_D / CAP)) * left    many hits of one kind saturate; left = 1 but for a cut (`scarce`), where
                                                it grows by `scarce` each time that half of a LONG document is gone
    spread = SPREAD * (sum of p_D - the largest p_D)
    score(dimension) = CEILING * exp(-(measure(dimension) + sum of share(D, dimension) * p_D + spread))

`share` is 1 for the detector's own dimension and `also` gives it for others. `measure` is what the make of the text
costs where no single place is at fault (`measures.py`, described below). `spread` is what several kinds of fault cost
together: one broken reference says little of the rest of a document, but one that is also cut off and says things
twice is not to be trusted in any respect. "Sound words" are the words outside the hollow
hits (repeated, unreadable, foreign text) and outside passages that share fewer words with the document than is usual in
it. Therefore every score lies in (0, CEILING]; a hit more never raises a score; text that is only repetition or noise
does not dilute the faults of the rest; and a document twice as long with twice the faults keeps its score. A document
shorter than a page is judged by its faults as they stand, since a rate over a few words says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log2

from consilience.corpus.quality.detector import Detector, Hit, Rule
from consilience.corpus.quality.measures import measures, strange
from consilience.corpus.quality.page import WORD, Page
from consilience.model import DIMENSIONS, Dimension

PAGE = 1000  # words, a usual article; documents up to this length are judged by their faults as they stand
CEILING = 0.97  # a document in which nothing is found: detectors see only what they look for
SPREAD = 0.25  # part of every penalty but the largest that each dimension pays
CAP = 1.5  # the most one detector can take from an exponent (e**-1.5 = 0.22), but for what a scarce one adds
LONG = 4000  # words: how much was cut off is not known, but it is the likelier to be much the less is left
HALVINGS = 6  # of a LONG document: 62 words

Found = tuple[Detector, tuple[Hit, ...]]


def scores(page: Page, rest: Page, found: Iterable[Found]) -> tuple[tuple[Dimension, float], ...]:
    """The five dimensions, each in [0, 1], rounded to four digits; `rest` is the page without its hollow blocks."""
    everything = tuple(found)
    hollow = [(hit.start, hit.end) for detector, hits in everything if detector.hollow for hit in hits]
    sound = sound_words(page, [*hollow, *strange(rest, hollow)])
    exponents: dict[Dimension, float] = dict.fromkeys(DIMENSIONS, 0.0) | measures(rest, hollow, max(PAGE, sound))
    taken = [(detector, penalty(detector, hits, sound)) for detector, hits in everything]
    _charge(exponents, taken, max(one for _, one in taken))
    return tuple((dimension, round(CEILING * exp(-exponents[dimension]), 4)) for dimension in DIMENSIONS)


def lowered(
    dimensions: Sequence[tuple[Dimension, float]], found: Iterable[tuple[Rule, tuple[Hit, ...]]], alone: bool
) -> tuple[tuple[Dimension, float], ...]:
    """Scores lowered by the hits of detectors that see more than the page; all of them count `per_document`. `alone`:
    nothing else was found in the document."""
    taken = [(rule, penalty(rule, hits, PAGE)) for rule, hits in found]
    exponents: dict[Dimension, float] = dict.fromkeys(DIMENSIONS, 0.0)
    _charge(exponents, taken, max(one for _, one in taken) if alone else 0.0)
    return tuple((dimension, round(score * exp(-exponents[dimension]), 4)) for dimension, score in dimensions)


def _charge(exponents: dict[Dimension, float], taken: Sequence[tuple[Rule, float]], gravest: float) -> None:
    """Add what the detectors take: each from its own dimensions, and those beyond the gravest a little from all."""
    spread = SPREAD * (sum(one for _, one in taken) - gravest)
    for dimension in exponents:
        exponents[dimension] += spread
    for rule, one in taken:
        exponents[rule.dimension] += one
        for dimension, share in rule.also:
            exponents[dimension] += share * one


def penalty(detector: Rule, hits: Iterable[Hit], sound: int) -> float:
    """What a detector takes from the exponent of its dimension: from 0 to CAP, and more where little is left."""
    scale = 1.0 if detector.per_document else min(1.0, PAGE / max(sound, 1))
    total = scale * detector.weight * sum(hit.weight for hit in hits)
    halvings = min(HALVINGS, max(0.0, log2(LONG / max(sound, 1))))
    return CAP * (1.0 - exp(-total / CAP)) * (1.0 + detector.scarce * halvings)


def sound_words(page: Page, spans: Iterable[tuple[int, int]]) -> int:
    """Words of the page that none of the spans covers."""
    covered, reached = 0, 0
    for start, end in sorted(spans):
        start = max(start, reached)
        if end > start:
            covered += len(WORD.findall(page.text[start:end]))
            reached = end
    return max(page.words - covered, 0)
