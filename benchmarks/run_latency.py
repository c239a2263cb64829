"""`latency`: a search in a knowledge base of 100,000 chunks against a plain scan of the same vectors with numpy.

Vectors: sentences of the audit corpora (of generated documents where those are absent), encoded with the bundled
encoder; each chunk mixes two sentences, the first weighing 0.5 to 1, and noise of a quarter of its length, so that it
has near neighbours and many middling ones, as passages of several sentences do. Questions: those of the corpora.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from figures import Figure, at_least, at_most, table
from numpy.typing import NDArray
from run_speed import sentences, write

Matrix = NDArray[np.float32]
CHUNKS, OF_A_DOCUMENT, ROLES, K, WARM, BATCH = 100_000, 25, 5, 10, 10, 2_000
GENERATED = 40  # documents that are encoded where there are no corpora
NOISE = 0.25


def run(shared: Path) -> str:
    from consilience.stores import AUDITOR, Access, open_store

    real, questions = _encoded(shared)
    vectors = spread(real, CHUNKS)
    readable = np.flatnonzero(_role(np.arange(CHUNKS)) == 0)
    with tempfile.TemporaryDirectory() as name:
        _fill(name, vectors)
        with open_store(name).read() as reader:
            everyone = _measured(vectors, np.arange(CHUNKS), questions, lambda one: reader.search(one, K, AUDITOR))
            user = Access(("role 0",))
            some = _measured(vectors, readable, questions, lambda one: reader.search(one, K, user))
    return table(
        "latency",
        [
            Figure("chunks, questions", f"{CHUNKS:,} of {len(real):,} sentences, {len(questions)}"),
            *_figures("everything", everyone),
            *_figures(f"a user who may read 1 of {ROLES}", some),
        ],
    )


def spread(real: Matrix, count: int, seed: int = 0) -> Matrix:
    """`count` unit vectors out of those of `real`, shape (count, dimension): mixed by twos, with noise."""
    random = np.random.default_rng(seed)
    mixed = np.empty((count, real.shape[1]), np.float32)
    for start in range(0, count, BATCH):
        size = min(BATCH, count - start)
        one, other = (real[random.integers(len(real), size=size)] for _ in range(2))
        weight = random.uniform(0.5, 1, (size, 1)).astype(np.float32)
        noise = random.standard_normal(one.shape, dtype=np.float32)
        mixed[start : start + size] = _unit(_unit(weight * one + (1 - weight) * other) + NOISE * _unit(noise))
    return mixed


def _measured(
    vectors: Matrix, readable: NDArray[np.intp], questions: Matrix, search: Callable[[Matrix], Sequence[Any]]
) -> tuple[float, float, float, float]:
    """Median seconds of search and scan, their ratio, and recall at K of what is exact among the readable chunks."""
    allowed = np.zeros(len(vectors), bool)
    allowed[readable] = True
    for question in questions[:WARM]:
        _scan(vectors, question, allowed)
        search(question)
    scans, searches, found = [], [], 0
    for question in questions:  # by turns, so that both meet the same machine
        start = time.perf_counter()
        exact = _scan(vectors, question, allowed)
        middle = time.perf_counter()
        hits = search(question)
        searches.append(time.perf_counter() - middle)
        scans.append(middle - start)
        found += len({_id(int(place)) for place in exact} & {hit.chunk.id for hit in hits})
    scanned, searched = float(np.median(scans)), float(np.median(searches))
    return searched, scanned, searched / scanned, found / (K * len(questions))


def _figures(who: str, told: tuple[float, float, float, float]) -> list[Figure]:
    searched, scanned, ratio, recall = told
    return [
        Figure(f"{who}: search, scan (median)", f"{1000 * searched:.1f} ms, {1000 * scanned:.1f} ms"),
        at_most(f"{who}: search : scan", ratio, 1.0),
        at_least(f"{who}: recall@{K} of the exact", recall, 0.95, digits=3),
    ]


def _scan(vectors: Matrix, question: Matrix, allowed: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The K nearest of those that are allowed: all are ranked, which is faster than to gather the allowed first."""
    similarities = np.where(allowed, vectors @ question, -2) if not allowed.all() else vectors @ question
    best = np.argpartition(similarities, -K)[-K:]
    return best[np.argsort(-similarities[best])]


def _encoded(shared: Path) -> tuple[Matrix, Matrix]:
    from consilience.encoders import load_encoder

    encoder = load_encoder("embedded")
    truths = sorted((shared / "corpora").glob("*/truth.json"))
    if truths:
        texts = sentences(*sorted((shared / "corpora").glob("*/docs")))
        asked = [one["question"] for truth in truths for one in json.loads(truth.read_text("utf-8"))["queries"]]
    else:
        with tempfile.TemporaryDirectory() as name:
            write(Path(name), GENERATED)
            texts = sentences(Path(name))
        asked = texts[:: max(1, len(texts) // 150)]
    return encoder.encode(sorted(set(texts))), encoder.encode(asked)


def _fill(folder: str, vectors: Matrix) -> None:
    from consilience.stores import KbInfo, open_store

    info = KbInfo("benchmark", vectors.shape[1], "benchmark", tuple(f"role {number}" for number in range(ROLES)))
    with open_store(folder).write(vectors.shape[1]) as writer:
        for start in range(0, len(vectors), BATCH):
            batch = vectors[start : start + BATCH]
            writer.upsert([_entry(place) for place in range(start, start + len(batch))], batch)
        writer.commit(info)


def _entry(place: int) -> Any:
    from consilience.model import Chunk
    from consilience.stores import Entry

    text = f"Passage {place} says that part {place * 7} weighs {place % 97} kg and is kept in room {place % 1013}. " * 4
    chunk = Chunk(
        id=_id(place), doc=f"{place // OF_A_DOCUMENT}.md", ordinal=place % OF_A_DOCUMENT, start=0, end=len(text),
        text=text, section="Parts > Places", title=f"Document {place // OF_A_DOCUMENT}", language="en",
        roles=(f"role {_role(place)}",),
    )  # fmt: skip
    return Entry(chunk, str(place), "benchmark", "{}")


def _id(place: int) -> str:
    return f"{place // OF_A_DOCUMENT}.md:{place}"


def _role(place: Any) -> Any:
    """The role of a chunk: that of its document, each the same share of them."""
    return place // OF_A_DOCUMENT % ROLES


def _unit(rows: Matrix) -> Matrix:
    scaled: Matrix = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled
