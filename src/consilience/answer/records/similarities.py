"""SS1, SSmu and SSsigma of logged contexts: only from numbers whose meaning is known, never guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from consilience import scores
from consilience.answer.records.model import Context, Metric, RecordsError
from consilience.model import NotMeasured
from consilience.scores import Score

_SIMILARITY: Mapping[Metric, tuple[float, float, Callable[[float], float]]] = {
    "similarity": (0.0, 1.0, lambda told: told),
    "cosine": (-1.0, 1.0, lambda told: (1.0 + told) / 2),
    "cosine-distance": (0.0, 2.0, lambda told: 1.0 - told / 2),
}  # lowest and highest number, and the similarity in [0, 1] that it means
METRICS = tuple(_SIMILARITY)
_ROUNDING = 1e-6  # how far a cosine of 32-bit floats may lie outside


def known_metric(name: str | None) -> Metric | None:
    """The metric of that name. Raises RecordsError."""
    found = next((metric for metric in METRICS if metric == name), None)
    if name is not None and found is None:
        raise RecordsError(f"No metric is called '{name[:40]}'; a score is one of: {', '.join(METRICS)}.")
    return found


def similarities(contexts: Sequence[Context], metric: Metric | None) -> tuple[float, ...] | NotMeasured:
    """One similarity in [0, 1] a context; not measured, with the reason, where one has none that can be relied on."""
    found = []
    for one in contexts:
        told = _similarity(one, metric)
        if isinstance(told, NotMeasured):
            return told
        found.append(told)
    return tuple(found)


def retrieval_scores(contexts: Sequence[Context], metric: Metric | None) -> dict[str, Score]:
    """SS1, SSmu and SSsigma of a logged evidence set (DESIGN section 1)."""
    found = similarities(contexts, metric)
    if isinstance(found, NotMeasured):
        return dict.fromkeys(("SS1", "SSmu", "SSsigma"), found)
    return {"SS1": scores.ss1(found), "SSmu": scores.ss_mu(found), "SSsigma": scores.ss_sigma(found)}


def _similarity(context: Context, metric: Metric | None) -> Score:
    similarity, score = context.similarity, context.score
    if isinstance(similarity, float):
        return _within(similarity, "similarity", "the similarity")
    if isinstance(score, float) and metric is not None:
        return _within(score, metric, "the score")
    if (unread := next((one for one in (similarity, score) if isinstance(one, NotMeasured)), None)) is not None:
        return unread
    if score is None:
        return NotMeasured("the log has no similarity for every context")
    return NotMeasured("the log does not say what its scores measure; say so with --metric")


def _within(told: float, metric: Metric, name: str) -> Score:
    low, high, similarity = _SIMILARITY[metric]
    if not low - _ROUNDING <= told <= high + _ROUNDING:
        return NotMeasured(f"{name} {told:g} is outside [{low:g}, {high:g}], so it is no {metric.replace('-', ' ')}")
    return min(max(similarity(told), 0.0), 1.0)
