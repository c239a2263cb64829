"""The bundled encoder: all-MiniLM-L6-v2 in int8, in the package, no network (NOTICE; training/export_encoder.py).

What is guaranteed: on one machine the vector of a text is the same, byte for byte, whatever it is encoded with, in
which order, and on how many threads. Between machines the last digits may differ: processors without the VNNI
instructions saturate some of the integer products.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from consilience.encoders.batching import batches, encode_distinct
from consilience.encoders.layers import LAST, THIRD, outputs
from consilience.encoders.runtime import load_runtime
from consilience.model import OperatorSpec
from consilience.operators import OperatorError, Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

VERSION = "1"
_VECTORS = "vectors"  # the output of the network
BATCH_TOKENS = 1024  # a batch whose widest layer still fits the processor's cache

_loading = Lock()


@dataclass(frozen=True, slots=True)
class BundledEncoder:
    """The operator `embedded` of role encoder. English; 256 tokens of a text are read; 384 dimensions.

    `threads`: processor threads of one call; 0 takes all that this process may use. It does not change any vector.
    `folder`: where the network, the tokenizer and model.json lie; empty is the package's own folder.
    """

    threads: int = 0
    folder: str = ""

    @property
    def spec(self) -> OperatorSpec:
        card = _card(self.folder)
        settings = (("model", str(card["name"])), ("sha256", str(card["network"]["sha256"])))
        return OperatorSpec("encoder", "embedded", VERSION, settings)

    @property
    def dimension(self) -> int:
        return int(_card(self.folder)["dimension"])

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(_card(self.folder)["languages"])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, of shape (len(texts), 384).

        Raises OperatorError when the model's files are missing or not those that were released.
        """
        return encode_distinct(texts, self.dimension, self._encode)

    def _encode(self, texts: list[str]) -> Vectors:
        tokenizer, session = loaded(self.folder, self.threads)
        ids = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for places, tokens, mask in batches(ids, BATCH_TOKENS):
            vectors[places] = session.run([_VECTORS], {"input_ids": tokens, "attention_mask": mask})[0]
        return vectors


def _available_threads() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _data(folder: str) -> Path:
    if folder:
        return Path(folder)
    with as_file(files("consilience") / "encoders" / "data") as path:
        return path


@lru_cache(maxsize=8)
def _card(folder: str) -> dict[str, Any]:
    """What model.json says of the model: name, dimension, languages, files with their sha256."""
    path = _data(folder) / "model.json"
    try:
        card: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise OperatorError(f"The encoder's description {path} cannot be read: {error}.") from error
    return card


def _verified(folder: str, role: str) -> bytes:
    """The bytes of the network or the tokenizer, if they are the ones that model.json names."""
    entry: dict[str, str] = _card(folder)[role]
    path = _data(folder) / entry["file"]
    try:
        content = path.read_bytes()
    except OSError as error:
        raise OperatorError(f"The encoder's {role} {path} cannot be read: {error.strerror}.") from error
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise OperatorError(f"The encoder's {role} {path} is not the file that was released (its sha256 differs).")
    return content


def loaded(folder: str = "", threads: int = 0) -> tuple[Tokenizer, InferenceSession]:
    """Tokenizer and session, once per process: a forked child may not use the threads of its parent's session.

    The package's own network gives its layers as well (`layers.py`). Raises what `open_network` raises.
    """
    with _loading:
        return _load_once(folder, threads or _available_threads(), os.getpid())


@lru_cache(maxsize=4)
def _load_once(folder: str, threads: int, process: int) -> tuple[Tokenizer, InferenceSession]:
    return open_network(folder, threads, b"" if folder else outputs(THIRD, LAST))


def tokenizer() -> Tokenizer:
    """That of the package alone, for those who ask the network nothing; once per process, as the session.

    Raises OperatorError when its file is missing or not the one that was released.
    """
    return _tokenizer_once(os.getpid())


@lru_cache(maxsize=1)
def _tokenizer_once(process: int) -> Tokenizer:
    return _new_tokenizer("")


def _new_tokenizer(folder: str) -> Tokenizer:
    from tokenizers import Tokenizer

    made = Tokenizer.from_str(_verified(folder, "tokenizer").decode("utf-8"))
    made.no_padding()
    made.enable_truncation(int(_card(folder)["max_tokens"]))
    return made


def open_network(folder: str = "", threads: int = 0, more: bytes = b"") -> tuple[Tokenizer, InferenceSession]:
    """A new tokenizer and session of the released network; `more` are bytes of a model that is joined to it.

    Raises OperatorError when the files are missing or not those that were released.
    """
    return _new_tokenizer(folder), session(_verified(folder, "network") + more, threads)


def session(network: bytes, threads: int = 0) -> InferenceSession:
    """A session for a network of which every matrix is int8 with a scale per token, as those of this package are."""
    runtime = load_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads or _available_threads()
    options.log_severity_level = 3  # errors only: what it warns of are constants that it folded itself
    # The graph is fused by hand where it pays; the fusion of sums into normalisations would make it slower again.
    options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.enable_mem_pattern = False  # shapes differ from batch to batch; patterns of old ones would only hold memory
    made: InferenceSession = runtime.InferenceSession(network, options, providers=["CPUExecutionProvider"])
    return made
