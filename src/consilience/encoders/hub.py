"""Encoders of the extra `hub`: any sentence-transformers model, from a folder or by name.

A name is looked up among the models on this machine; it is fetched only where the user allowed the network. Models
that tell questions from passages get both as they were trained (`hub_prefixes.py`). A text longer than the model reads
(E5: 512 pieces, of which its marks leave 507) is read in windows, whose vectors are averaged (`windows.py`).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from consilience.encoders.batching import encode_distinct
from consilience.encoders.hub_prefixes import Prefixes, prefixes
from consilience.encoders.runtime import silence_runtime
from consilience.encoders.windows import averaged, windows
from consilience.model import OperatorSpec
from consilience.operators import OperatorError, Vectors

VERSION = "2"  # 2: prefixes and windows
PACKAGE = "sentence-transformers"
_MARKS = 8  # pieces that a tokenizer adds to a text, and more

_loading = Lock()


@dataclass(frozen=True, slots=True)
class HubEncoder:
    """The operator `hub` of role encoder; `hub:MODEL` in the settings. What languages it knows is not known here.

    `model`: a folder, or the name of a model on this machine. `network`: may be fetched by that name.
    `batch`: texts computed together. One at a time is the default because the last digits of a vector depend on its
    neighbours in a batch; more is faster on a graphics processor, and is recorded in `spec`.
    """

    model: str = ""
    network: bool = False
    batch: int = 1

    def __post_init__(self) -> None:
        if not self.model:
            raise OperatorError("The encoder 'hub' needs a model: write hub:MODEL, a name or a folder.")
        if self.batch < 1:
            raise OperatorError(f"The encoder 'hub' needs a batch of at least 1 text, not {self.batch}.")
        if find_spec("sentence_transformers") is None:
            raise ImportError(f"The package {PACKAGE} is not installed.", name=PACKAGE)

    @property
    def spec(self) -> OperatorSpec:
        settings = (("batch", str(self.batch)), ("fingerprint", fingerprint(self.model)), ("model", self.model))
        return OperatorSpec("encoder", "hub", VERSION, settings)

    @property
    def dimension(self) -> int:
        model = _model(self.model, self.network)
        # The older name goes in a later release; the newer one is missing from the oldest that the extra allows.
        ask = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
        return int(ask())

    @property
    def languages(self) -> frozenset[str]:
        return frozenset()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, of shape (len(texts), dimension). Raises OperatorError when the model is not here."""
        return encode_distinct(texts, self.dimension, lambda distinct: self._encode(distinct, self._prefixes.passage))

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """The same for questions, with what the model wants in front of one."""
        return encode_distinct(texts, self.dimension, lambda distinct: self._encode(distinct, self._prefixes.query))

    @property
    def _prefixes(self) -> Prefixes:
        model = _model(self.model, self.network)
        return prefixes(self.model, model.prompts, model.default_prompt_name)

    def _encode(self, texts: list[str], prefix: str) -> Vectors:
        model = _model(self.model, self.network)
        parts = [windows(text, lambda one: _fits(model, one, prefix)) for text in texts]
        vectors = model.encode(
            [one for part in parts for one in part], prompt=prefix, batch_size=self.batch, normalize_embeddings=True,
            convert_to_numpy=True, show_progress_bar=False,
        )  # fmt: skip
        return averaged(np.asarray(vectors, np.float32), parts)


def _fits(model: Any, text: str, prefix: str) -> bool:
    """Whether the model reads the whole text. A piece has at least a byte, so that short texts need no counting."""
    most = getattr(model, "max_seq_length", None)  # older releases have none for models without a tokenizer
    if not most or len(prefix.encode()) + len(text.encode()) + _MARKS <= most:
        return True
    return len(model.tokenizer(prefix + text, truncation=False, verbose=False)["input_ids"]) <= int(most)


def _model(name: str, network: bool) -> Any:
    with _loading:
        return _model_once(name, network)


@lru_cache(maxsize=2)
def _model_once(name: str, network: bool) -> Any:
    silence_hub()
    from sentence_transformers import SentenceTransformer  # type: ignore[import-not-found,unused-ignore]

    return opened(SentenceTransformer, name, network)


def opened(kind: Callable[..., Any], name: str, network: bool) -> Any:
    """A model of sentence-transformers by folder or name. Raises OperatorError when it is not here or damaged."""
    from transformers.utils.logging import disable_progress_bar  # type: ignore[import-not-found,unused-ignore]

    disable_progress_bar()
    try:
        return kind(name, local_files_only=not network, trust_remote_code=False)
    except (OSError, ValueError) as error:
        if not network and not Path(name).is_dir():
            raise OperatorError(
                f"The model '{name}' is not on this machine: give its folder, or fetch it once beforehand."
            ) from error
        raise OperatorError(f"The model '{name}' cannot be loaded: {_first_sentence(error)}") from error


def silence_hub() -> None:
    """No usage reports, ever. The hub's client reads this when it is first imported."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    silence_runtime()  # some of its models run on it


def _first_sentence(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0][:300].rstrip(".") + "."


@lru_cache(maxsize=8)
def fingerprint(model: str) -> str:
    """What tells one state of a model from another: a folder's content (sha256), or the revision on this machine.

    'unknown' when a model of that name was never fetched: it cannot have been used either.
    """
    folder = Path(model)
    if folder.is_dir():
        digest = hashlib.sha256()
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(path.relative_to(folder).as_posix().encode())
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        return digest.hexdigest()
    return _revision(model)


def _revision(model: str) -> str:
    silence_hub()
    from huggingface_hub import try_to_load_from_cache  # type: ignore[import-not-found,unused-ignore]
    from huggingface_hub.errors import HFValidationError  # type: ignore[import-not-found,unused-ignore]

    try:
        config = try_to_load_from_cache(model, "config.json")
    except HFValidationError as error:
        raise OperatorError(f"'{model}' is neither a folder nor the name of a model.") from error
    return Path(config).parent.name if isinstance(config, str) else "unknown"
