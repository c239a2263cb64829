"""Token states of the bundled encoder: what each word piece of a text means where it stands.

The released network gives one vector a text. Its last layer is read without a second file: a model file is a protocol
buffer, and a buffer that holds a field twice is read as both joined, so that a few bytes behind the released ones name
further outputs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from consilience.encoders import bundled
from consilience.encoders.batching import batches, clean
from consilience.operators import Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_THIRD = "l2_mlp_norm"  # after the third layer: nearer to the words than to the sense
_LAYER = "l5_mlp_norm"  # after the sixth and last layer: what the vector of a text is the mean of

_loading = Lock()


def states(texts: Sequence[str]) -> list[Vectors]:
    """For each text the unit vectors of its word pieces, shape (pieces, 384); at most 254 pieces are read.

    They do not depend on what else is in `texts`. Raises OperatorError when the model's files are missing.
    """
    return [layer / np.linalg.norm(layer, axis=1, keepdims=True) for layer in _read(texts, [_LAYER])]


def layers(texts: Sequence[str]) -> list[Vectors]:
    """For each text what the third and the sixth layer give of its word pieces, side by side: (pieces, 768), as they
    are. Raises OperatorError when the model's files are missing.
    """
    return _read(texts, [_THIRD, _LAYER])


def _read(texts: Sequence[str], names: list[str]) -> list[Vectors]:
    tokenizer, session = _load(os.getpid())
    ids = [encoding.ids for encoding in tokenizer.encode_batch([clean(text) for text in texts])]
    found: list[Vectors] = [np.empty((0, 0), np.float32)] * len(texts)
    for places, tokens, mask in batches(ids, bundled.BATCH_TOKENS):
        told = session.run(names, {"input_ids": tokens, "attention_mask": mask})
        for row, place in enumerate(places):
            inner = slice(1, len(ids[place]) - 1)  # without the marks of beginning and end
            found[place] = np.concatenate([layer[row, inner] for layer in told], axis=-1)
    return found


def pieces(text: str) -> list[tuple[int, int, int]]:
    """(id, start, end) of each word piece of `states`: its number in the vocabulary and its place in `clean(text)`."""
    tokenizer, _ = _load(os.getpid())
    encoding = tokenizer.encode(clean(text))
    inner = slice(1, len(encoding.ids) - 1)
    return [(number, *span) for number, span in zip(encoding.ids[inner], encoding.offsets[inner], strict=True)]


def _load(process: int) -> tuple[Tokenizer, InferenceSession]:
    """Tokenizer and session, once per process: a forked child may not use the threads of its parent's session."""
    with _loading:
        return _load_once(process)


@lru_cache(maxsize=2)
def _load_once(process: int) -> tuple[Tokenizer, InferenceSession]:
    return bundled.open_network(more=_outputs(_THIRD, _LAYER))


def _outputs(*names: str) -> bytes:
    """A model that is nothing but a graph with outputs (ONNX: ModelProto.graph is field 7, GraphProto.output 12)."""
    float32 = _field(2, _field(1, bytes([1 << 3, 1])))  # ValueInfoProto.type, a tensor of element type 1
    return _field(7, b"".join(_field(12, _field(1, name.encode()) + float32) for name in names))


def _field(number: int, content: bytes) -> bytes:
    """A protocol-buffer field of bytes: tag, length, content; lengths here are below 128."""
    return bytes([number << 3 | 2, len(content)]) + content
