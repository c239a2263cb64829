"""One indexing run in a process of its own: `child_index.py FOLDER KB [--words N]` prints what it took as JSON.

The flow is that of `consilience index`; only the encoder is another, since the time of the real one is known
(`speed`) and would hide the rest: a text is the sum of fixed random vectors of its words.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

DIMENSION, WORDS_KNOWN = 384, 8_192


@dataclass(frozen=True)
class WordSums:
    """The stand-in for an encoder."""

    languages = frozenset[str]()
    dimension = DIMENSION

    @property
    def spec(self) -> Any:
        from consilience.model import OperatorSpec

        return OperatorSpec("encoder", "benchmark", "1")

    def encode(self, texts: Sequence[str]) -> Any:
        known = np.random.default_rng(0).standard_normal((WORDS_KNOWN, DIMENSION), dtype=np.float32)
        places = [[crc32(word.encode()) % WORDS_KNOWN for word in text.split()] for text in texts]
        rows = np.stack([known[row].sum(axis=0) for row in places])
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def measure(folder: Path, kb: Path, words: int) -> dict[str, Any]:
    """Index `folder` in a new process; seconds, peak_bytes, chunks, embedded. Raises when that fails."""
    command = [sys.executable, __file__, str(folder), str(kb), "--words", str(words)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("kb", type=Path)
    parser.add_argument("--words", type=int, required=True)
    chosen = parser.parse_args()

    import consilience.retrieval.index as flow
    from consilience.settings import RetrievalSettings, Settings
    from consilience.stores import AUDITOR, open_store

    flow.load_encoder = lambda name: WordSums()  # type: ignore[attr-defined, assignment]
    store = open_store(str(chosen.kb))
    start = time.perf_counter()
    told = flow.index([chosen.folder], store, Settings(retrieval=RetrievalSettings(chunk_words=chosen.words)))
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # kilobytes on Linux
    with store.read() as reader:
        chunks = reader.stats(AUDITOR).chunks
    print(json.dumps({"seconds": seconds, "peak_bytes": peak, "chunks": chunks, "embedded": told.embedded}))


if __name__ == "__main__":
    main()
