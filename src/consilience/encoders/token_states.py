"""Token states of the bundled encoder: what each word piece of a text means where it stands.

The released network gives one vector a text. Its last layer is read without a second file: a model file is a protocol
buffer, and a buffer that holds a field twice is read as both joined, so that a few bytes behind the released ones name
one more output.
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

_LAYER = "l5_mlp_norm"  # after the sixth and last layer: what the vector of a text is the mean of

_loading = Lock()


def states(texts: Sequence[str]) -> list[Vectors]:
    """For each text the unit vectors of its word pieces, shape (pieces, 384); at most 254 pieces are read.

    They do not depend on what else is in `texts`. Raises OperatorError when the model's files are missing.
    """
    tokenizer, session = _load(os.getpid())
    ids = [encoding.ids for encoding in tokenizer.encode_batch([clean(text) for text in texts])]
    found: list[Vectors] = [np.empty((0, 0), np.float32)] * len(texts)
    for places, tokens, mask in batches(ids, bundled.BATCH_TOKENS):
        (layer,) = session.run([_LAYER], {"input_ids": tokens, "attention_mask": mask})
        for row, place in enumerate(places):
            inner = layer[row, 1 : len(ids[place]) - 1]  # without the marks of beginning and end
            found[place] = inner / np.linalg.norm(inner, axis=1, keepdims=True)
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
    return bundled.open_network(more=_output(_LAYER))


def _output(name: str) -> bytes:
    """A model that is nothing but a graph with an output (ONNX: ModelProto.graph is field 7, GraphProto.output 12)."""
    float32 = _field(2, _field(1, bytes([1 << 3, 1])))  # ValueInfoProto.type, a tensor of element type 1
    return _field(7, _field(12, _field(1, name.encode()) + float32))


def _field(number: int, content: bytes) -> bytes:
    """A protocol-buffer field of bytes: tag, length, content; lengths here are below 128."""
    return bytes([number << 3 | 2, len(content)]) + content
