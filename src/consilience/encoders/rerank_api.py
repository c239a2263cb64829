"""The reranker behind an address: POST {base}/rerank, the format that Cohere, Jina and vLLM share.

    {"model": ..., "query": ..., "documents": [...], "top_n": 2} -> {"results": [{"index": 1, "relevance_score": 0.7}]}

The address is RERANK_BASE_URL, the key (if the server wants one) RERANK_API_KEY; neither is a setting, so that no
result records them. With `authorise = "post"` the server is sent passages that the user may not read.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from consilience.encoders.batching import clean
from consilience.encoders.rerank_http import Server
from consilience.model import OperatorSpec
from consilience.operators import OperatorError

VERSION = "1"
_BATCH = 64  # passages of one request


@dataclass(frozen=True, slots=True)
class ApiReranker:
    """The operator `api` of role reranker; `api:MODEL` in the settings. Scores are on the server's own scale."""

    model: str
    server: Server = field(repr=False)

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("reranker", "api", VERSION, (("model", self.model), ("server", self.server.host)))

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score a passage. Raises OperatorError when the server fails or its answer is not one score for each."""
        scores: list[float] = []
        for start in range(0, len(passages), _BATCH):
            scores += self._asked(clean(question), [clean(one) for one in passages[start : start + _BATCH]])
        return scores

    def _asked(self, question: str, passages: list[str]) -> list[float]:
        wanted = {"model": self.model, "query": question, "documents": passages, "top_n": len(passages)}
        reply = self.server.post("/rerank", json.dumps(wanted).encode("utf-8"))
        try:
            return _scores(json.loads(reply), len(passages))
        except (ValueError, OverflowError, RecursionError) as error:
            raise OperatorError(
                f"The rerank server at {self.server.host} did not answer with one score for each passage."
            ) from error


def from_environment(model: str = "", environment: Mapping[str, str] | None = None) -> ApiReranker:
    """The reranker at RERANK_BASE_URL. Raises OperatorError when that or the model is missing."""
    known = os.environ if environment is None else environment
    if not model:
        raise OperatorError("The reranker 'api' needs a model: write api:MODEL, as the server calls it.")
    base, key = (known.get(name, "").strip() for name in ("RERANK_BASE_URL", "RERANK_API_KEY"))
    if not _is_address(base):
        raise OperatorError(
            "The reranker 'api' needs the address of its server: set RERANK_BASE_URL, for instance to "
            "http://localhost:8000/v1."
        )
    if not (key.isascii() and key.isprintable()):
        raise OperatorError("RERANK_API_KEY is no key: it holds characters that no header may have.")
    return ApiReranker(model, Server(base.rstrip("/"), key))


def _is_address(base: str) -> bool:
    try:
        parts = urlsplit(base)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        return False
    return known and base.isascii() and base.isprintable() and " " not in base and "@" not in parts.netloc


def _scores(reply: Any, count: int) -> list[float]:
    """The scores by index. Raises ValueError for anything but one finite number for each of `count` passages."""
    found: dict[int, float] = {}
    results = reply.get("results") if isinstance(reply, dict) else None
    for one in results if isinstance(results, list) else ():
        index, score = (one.get("index"), one.get("relevance_score")) if isinstance(one, dict) else (None, None)
        if type(index) is not int or index in found or not 0 <= index < count:
            raise ValueError("an index is missing, twice or out of range")
        if isinstance(score, bool) or not isinstance(score, (int, float)) or not math.isfinite(score):
            raise ValueError("a score is no finite number")
        found[index] = float(score)
    if len(found) != count:
        raise ValueError("a passage has no score")
    return [found[index] for index in range(count)]
