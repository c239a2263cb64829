"""The scores of the framework, as pure functions: the table of DESIGN section 1 and nothing else.

The paper gives names, numbers and prose; its formulas are not printed in the copy we work from. This is our reading
of it, and it reproduces every figure that the paper states (corpus C: 0.5 * 0.23 + 0.5 * 1 = 0.615). A score that
cannot be measured is a `NotMeasured` with its reason, never a number made up in its place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from consilience.model import DIMENSIONS, Dimension, NotMeasured

Score = float | NotMeasured
Denominator = Literal["comparable", "all"]
Interval = tuple[float, float]

# Resamples worked on at once: bounds memory at about 64 * (documents + assertions) integers.
_CHUNK = 64
_PERCENTILES = (2.5, 97.5)


def iadni(dimensions: Mapping[Dimension, float], weights: Mapping[str, float] | None = None) -> Score:
    """IaDNI(d): weighted mean of the five dimension scores of one document, in [0, 1] (paper section III,
    intra-document metrics).

    `weights` default to equal ones; only their ratio matters. A document without all five dimensions (an empty one,
    or one on which the operator failed) is not measured. Raises ValueError for a score outside [0, 1] or weights that
    are all zero.
    """
    missing = [name for name in DIMENSIONS if name not in dimensions]
    if missing:
        return NotMeasured(f"the quality operator gave no score for {', '.join(missing)}")
    for name in DIMENSIONS:
        _check_unit(name, dimensions[name])
    chosen = [1.0 if weights is None else weights[name] for name in DIMENSIONS]
    total = math.fsum(chosen)
    if min(chosen) < 0 or total <= 0:
        raise ValueError("the weights of the quality dimensions must not be negative, nor all zero")
    return _unit(math.fsum(w * dimensions[name] for w, name in zip(chosen, DIMENSIONS, strict=True)) / total)


def corpus_iadni(documents: Sequence[Score | None]) -> Score:
    """IaDNI of a corpus: mean over the documents that were measured, in [0, 1] (paper section III).

    Documents that were not measured are left out, not counted as 0; when none was, neither is the corpus.
    """
    measured = [score for score in documents if isinstance(score, float | int)]
    if not measured:
        return NotMeasured("no document could be measured")
    return _unit(math.fsum(measured) / len(measured))


def iedcd(flagged: int, comparable: int, keys: int, denominator: Denominator = "comparable") -> float:
    """IeDCD: 1 - flagged / comparable keys, in [0, 1]; high is good (paper section III, inter-document metrics).

    `flagged` keys are those whose value classes cannot all be true, `comparable` those that two or more documents
    assert, `keys` all keys of the corpus. With `denominator="all"` the share is taken of all keys. Where there is
    nothing to divide by, no document contradicts another and the score is 1.0; the caller shows the count beside it.
    Raises ValueError for impossible counts.
    """
    if not 0 <= flagged <= comparable <= keys:
        raise ValueError(f"expected 0 <= flagged <= comparable <= keys, got {flagged}, {comparable}, {keys}")
    divisor = comparable if denominator == "comparable" else keys
    return 1.0 if divisor == 0 else 1.0 - flagged / divisor


def cc(integrity: Score, divergence: Score, weight: float = 0.5) -> Score:
    """CC = w * IaDNI + (1 - w) * IeDCD, in [0, 1] (paper equation 8). Not measured when a part is not, and says
    which.
    """
    _check_unit("weight", weight)
    for name, part in (("IaDNI", integrity), ("IeDCD", divergence)):
        if isinstance(part, NotMeasured):
            return NotMeasured(f"{name} was not measured: {part.reason}")
        _check_unit(name, part)
    assert not isinstance(integrity, NotMeasured) and not isinstance(divergence, NotMeasured)
    return _unit(weight * integrity + (1.0 - weight) * divergence)


def ss1(similarities: Sequence[float]) -> Score:
    """SS1: the highest similarity of the final authorised set R(q) (paper section III, retrieval consistency). k = 0:
    not measured.
    """
    return max(similarities) if similarities else _no_evidence()


def ss_mu(similarities: Sequence[float]) -> Score:
    """SSmu: mean similarity over R(q) (paper section III, retrieval consistency). k = 0: not measured."""
    return math.fsum(similarities) / len(similarities) if similarities else _no_evidence()


def ss_sigma(similarities: Sequence[float]) -> Score:
    """SSsigma: population standard deviation over R(q) (paper section III). k = 1: 0, read it with k; k = 0: none."""
    if not similarities:
        return _no_evidence()
    mean = math.fsum(similarities) / len(similarities)
    return math.sqrt(math.fsum((s - mean) ** 2 for s in similarities) / len(similarities))


def acs(alignment: float, support: float, contradiction: float) -> float:
    """ACS = alignment * support * contradiction, each part in [0, 1] (paper section III, answer consistency).

    `contradiction` is the absence of it: 1 where nothing is contradicted. A product, so that an answer that misses the
    question, or that nothing supports, is near 0 whatever the other parts say. ACS is agreement inside the pipeline,
    not truth. Raises ValueError for a part outside [0, 1].
    """
    for name, part in (("alignment", alignment), ("support", support), ("contradiction", contradiction)):
        _check_unit(name, part)
    return alignment * support * contradiction


@dataclass(frozen=True, slots=True)
class KeyDocs:
    """Who asserts what of one key: the document indices of each value class; `flagged` if the classes conflict."""

    classes: tuple[tuple[int, ...], ...]
    flagged: bool


def bootstrap_intervals(
    doc_scores: Sequence[float | None],
    keys: Sequence[KeyDocs],
    weight: float,
    denominator: Denominator,
    resamples: int,
    seed: int,
) -> dict[str, Interval]:
    """95% percentile intervals of IaDNI, IeDCD and CC from resampling the documents with replacement.

    `doc_scores` is one IaDNI per document (None: not measured), `keys` every key that the denominator counts. In a
    resample a key is comparable when two or more distinct sampled documents assert it, and flagged when these also
    hold two or more of its conflicting value classes. A document drawn twice does not agree with itself, so a
    resample sees fewer comparable keys than the corpus: the interval tells spread, and with few documents it need not
    be centred on the score. A resample without a measured document says nothing of IaDNI and CC and is left out of
    theirs.

    Returns nothing for fewer than two documents or no resamples. Same seed, same intervals. Raises ValueError for an
    index out of range.
    """
    if resamples <= 0 or len(doc_scores) < 2:
        return {}
    table = _KeyTable.build(keys, len(doc_scores))
    rng = np.random.default_rng(seed)
    integrity, divergence = [], []
    for begin in range(0, resamples, _CHUNK):
        size = min(_CHUNK, resamples - begin)
        drawn = rng.integers(0, len(doc_scores), size=(size, len(doc_scores)), dtype=np.int32)
        integrity.append(_sampled_iadni(drawn, doc_scores))
        divergence.append(table.iedcd(_presence(drawn), denominator))
    return _percentiles(np.concatenate(integrity), np.concatenate(divergence), weight)


@dataclass(frozen=True, slots=True)
class _KeyTable:
    """Keys laid out flat, so that one gather and one segmented sum serve a whole chunk of resamples.

    `docs` are the documents of each class, class after class; `class_starts` where each class begins in it,
    `key_starts` where each key begins among the classes. `members` and `member_starts` are the distinct documents of
    each key.
    """

    docs: NDArray[np.int32]
    class_starts: NDArray[np.intp]
    key_starts: NDArray[np.intp]
    members: NDArray[np.int32]
    member_starts: NDArray[np.intp]
    flagged: NDArray[np.bool_]

    @classmethod
    def build(cls, keys: Sequence[KeyDocs], documents: int) -> _KeyTable:
        held = [([sorted(set(docs)) for docs in key.classes if docs], key.flagged) for key in keys]
        kept = [(classes, flagged) for classes, flagged in held if classes]
        classes = [docs for group, _ in kept for docs in group]
        members = [sorted({doc for docs in group for doc in docs}) for group, _ in kept]
        flat = np.array([doc for docs in classes for doc in docs], dtype=np.int32)
        if flat.size and not (flat.min() >= 0 and flat.max() < documents):
            raise ValueError(f"a key names a document outside 0..{documents - 1}")
        return cls(
            docs=flat,
            class_starts=_starts([len(docs) for docs in classes]),
            key_starts=_starts([len(group) for group, _ in kept]),
            members=np.array([doc for docs in members for doc in docs], dtype=np.int32),
            member_starts=_starts([len(docs) for docs in members]),
            flagged=np.array([flagged for _, flagged in kept], dtype=np.bool_),
        )

    def iedcd(self, present: NDArray[np.uint8], denominator: Denominator) -> NDArray[np.float64]:
        """IeDCD of each resample; `present` has shape (documents, resamples)."""
        if not self.flagged.size:
            return np.ones(present.shape[1])
        asserting = np.add.reduceat(present[self.members], self.member_starts, axis=0, dtype=np.int32)
        held = np.maximum.reduceat(present[self.docs], self.class_starts, axis=0)
        classes = np.add.reduceat(held, self.key_starts, axis=0, dtype=np.int32)
        comparable = asserting >= 2
        flagged = (comparable & (classes >= 2) & self.flagged[:, None]).sum(axis=0)
        divisor = (comparable if denominator == "comparable" else asserting >= 1).sum(axis=0)
        return np.where(divisor > 0, 1.0 - flagged / np.maximum(divisor, 1), 1.0)


def _starts(lengths: list[int]) -> NDArray[np.intp]:
    return np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp) if lengths else np.zeros(0, dtype=np.intp)


def _presence(drawn: NDArray[np.int32]) -> NDArray[np.uint8]:
    """(resamples, documents) of drawn indices -> (documents, resamples) of 0/1: the long axis first, for fast
    segmented sums.
    """
    size, documents = drawn.shape
    present = np.zeros((documents, size), dtype=np.uint8)
    present[drawn, np.arange(size)[:, None]] = 1
    return present


def _sampled_iadni(drawn: NDArray[np.int32], doc_scores: Sequence[float | None]) -> NDArray[np.float64]:
    """Mean score of the measured documents of each resample; NaN, inside this module only, where there is none."""
    measured = np.array([score is not None for score in doc_scores])
    values = np.array([0.0 if score is None else score for score in doc_scores])
    count = measured[drawn].sum(axis=1)
    return np.where(count > 0, values[drawn].sum(axis=1) / np.maximum(count, 1), np.nan)


def _percentiles(integrity: NDArray[np.float64], divergence: NDArray[np.float64], weight: float) -> dict[str, Interval]:
    samples = {"IaDNI": integrity, "IeDCD": divergence, "CC": weight * integrity + (1.0 - weight) * divergence}
    intervals: dict[str, Interval] = {}
    for name, values in samples.items():
        told = values[~np.isnan(values)]
        if told.size:
            low, high = np.percentile(told, _PERCENTILES)
            intervals[name] = (_unit(float(low)), _unit(float(high)))
    return intervals


def _check_unit(name: str, value: float) -> None:
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"{name} is {value}; it must lie in [0, 1]")


def _unit(value: float) -> float:
    """Rounding may carry a mean of values in [0, 1] a last digit outside it."""
    return min(1.0, max(0.0, value))


def _no_evidence() -> NotMeasured:
    return NotMeasured("no evidence was retrieved (k = 0)")
