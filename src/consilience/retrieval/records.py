"""What level 2 says as plain data: the retrieval half of a line of answers.jsonl (CONTRACT)."""

from __future__ import annotations

from typing import Any

from consilience.model import NotMeasured, Retrieved
from consilience.retrieval.search import Retrieval
from consilience.scores import Score

_PLACES = 6  # decimals of a similarity: the last digits of a sum of floats may differ between machines


def to_dict(found: Retrieval) -> dict[str, Any]:
    """k, scores and R(q); a score that was not measured is None, with the reason in `not_measured`."""
    scores = {"SS1": found.SS1, "SSmu": found.SSmu, "SSsigma": found.SSsigma}
    reasons = {name: score.reason for name, score in scores.items() if isinstance(score, NotMeasured)}
    return {
        "question": found.question,
        "k": found.k,
        **{name: number(score) for name, score in scores.items()},
        "retrieved": [_retrieved(one) for one in found.retrieved],
        "withheld": found.withheld,
        **({"not_measured": reasons} if reasons else {}),
    }


def number(score: Score) -> float | None:
    return None if isinstance(score, NotMeasured) else round(score, _PLACES)


def _retrieved(one: Retrieved) -> dict[str, Any]:
    chunk = one.chunk
    return {
        "rank": one.rank, "chunk": chunk.id, "doc": chunk.doc, "start": chunk.start, "end": chunk.end,
        "section": chunk.section, "text": chunk.text, "similarity": round(one.similarity, _PLACES),
        "rerank": None if one.rerank is None else round(one.rerank, _PLACES),
    }  # fmt: skip
