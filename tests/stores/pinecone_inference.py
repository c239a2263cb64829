"""The inference API of the Pinecone of the tests: `GET /models/NAME`, `POST /embed` and `POST /rerank`, with the
documented limits.

The model reads words: a text's vector is the sum of a fixed vector for each of its words, and of a small one for the
form (passage or query), so that texts which share words are near, and a question that came as a passage is noticed. The
reranker counts shared words.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
from tests.stores.pinecone_refused import Refused

DENSE, SPARSE, RERANKER = "multilingual-e5-large", "pinecone-sparse-english-v0", "bge-reranker-v2-m3"
DIMENSION, LONGEST, MOST = 1024, 507, 96  # of a vector; words of a text; texts of a request


class Inference:
    """`asked` are the bodies of all requests; `bad` is answered instead of the vectors, once."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.bad: list[dict[str, Any]] | None = None
        self.served = ""  # the model that answers in the place of the one that was asked for

    def answer(self, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        if path == "/rerank":
            return self._rerank(asked)
        return self._embed(asked) if path == "/embed" else _described(path.removeprefix("/models/"))

    def _rerank(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(asked)
        texts = [one["text"] for one in asked["documents"]]
        if asked["model"] != RERANKER:
            raise Refused(404, f"no model {asked['model']}")
        if not asked["query"] or not 0 < len(texts) <= 100 or not all(texts):
            raise Refused(400, "the request is not right")
        words = set(asked["query"].split())
        data = [{"index": at, "score": len(words & set(text.split())) / 8} for at, text in enumerate(texts)]
        data = sorted(data, key=lambda one: -one["score"])
        data, self.bad = data if self.bad is None else self.bad, None
        return {"model": self.served or RERANKER, "data": data, "usage": {"rerank_units": 1}}

    def _embed(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(asked)
        texts = [one["text"] for one in asked["inputs"]]
        form = asked["parameters"]["input_type"]
        if asked["model"] != DENSE:
            raise Refused(404, f"no model {asked['model']}")
        if form not in ("passage", "query") or not 0 < len(texts) <= MOST or not all(texts):
            raise Refused(400, "the request is not right")
        if any(len(text.split()) > LONGEST for text in texts) and asked["parameters"].get("truncate") != "END":
            raise Refused(400, f"an input is longer than {LONGEST} tokens: {texts[0]}")
        data = [{"values": vector(text, form).tolist(), "vector_type": "dense"} for text in texts]
        data, self.bad = data if self.bad is None else self.bad, None
        usage = {"total_tokens": sum(len(text.split()) for text in texts)}
        return {"model": self.served or DENSE, "vector_type": "dense", "data": data, "usage": usage}


def vector(text: str, form: str) -> np.ndarray:
    """What the model makes of a text; not of length 1."""
    words = [_of(word.strip(".,?:").lower()) for word in text.split()]
    return np.sum(words, axis=0) + 0.1 * _of(f"form {form}")


def _of(word: str) -> np.ndarray:
    seed = int.from_bytes(sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(DIMENSION)


def _described(name: str) -> dict[str, Any]:
    if name not in (DENSE, SPARSE):
        raise Refused(404, f"Model '{name}' not found")
    dense = {"vector_type": "dense", "default_dimension": DIMENSION, "max_sequence_length": LONGEST}
    return {
        "model": name, "short_description": "of the tests", "type": "embed", "supported_parameters": [],
        "max_batch_size": MOST, **(dense if name == DENSE else {"vector_type": "sparse"}),
    }  # fmt: skip
