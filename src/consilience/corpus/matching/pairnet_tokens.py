"""Token states of the bundled encoder: what each word piece of a text means where it stands.

The released network gives one vector a text. Its inner layers are read without a second file: a model file is a
protocol buffer, and a buffer that holds a field twice is read as both joined, so that a few bytes behind the released
ones name two more outputs. States of a text do not depend on what it is encoded with (encoders/bundled.py).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching.pairnet_view import View
from consilience.encoders import bundled
from consilience.encoders.batching import batches, clean

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

LAYERS = ("l2_mlp_norm", "l5_mlp_norm")  # after the third and the sixth layer: nearer to the words, nearer to the sense
MAX_TOKENS = 96
FAR = 31  # distance of a token from the value where there is none, or the token is a heading's
HEAD, VALUE, BODY = 0, 1, 2

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tokens:
    """The word pieces of one view, without the special ones: ids (n,), part (n,): HEAD, VALUE or BODY, distance from
    the value in tokens (n,), at most FAR, and states (n, 768): both layers side by side."""

    ids: NDArray[np.int64]
    part: NDArray[np.int64]
    distance: NDArray[np.int64]
    states: Floats


def read(views: Sequence[View]) -> Iterator[tuple[int, Tokens]]:
    """(place in `views`, tokens) of every view, by rising length."""
    tokenizer, session = _load(os.getpid())
    encodings = tokenizer.encode_batch([clean(view.text) for view in views])
    for places, ids, mask in batches([one.ids for one in encodings], bundled.BATCH_TOKENS):
        layers = session.run(list(LAYERS), {"input_ids": ids, "attention_mask": mask})
        states = np.concatenate(layers, axis=-1)
        for row, place in enumerate(places):
            yield place, _tokens(views[place], encodings[place], states[row])


def _tokens(view: View, encoding: Encoding, states: Floats) -> Tokens:
    inner = slice(1, len(encoding.ids) - 1)
    if len(encoding.ids) < 3:  # a text without a word: one token that means nothing
        return Tokens(np.zeros(1, np.int64), np.array([BODY]), np.array([FAR]), np.zeros((1, 768), np.float32))
    part = np.array([_part(view, *span) for span in encoding.offsets[inner]], dtype=np.int64)
    return Tokens(np.array(encoding.ids[inner], dtype=np.int64), part, _distance(part), states[inner])


def _part(view: View, start: int, end: int) -> int:
    if end <= view.head:
        return HEAD
    return VALUE if start < view.end and end > view.start and view.end > view.start else BODY


def _distance(part: NDArray[np.int64]) -> NDArray[np.int64]:
    value = np.nonzero(part == VALUE)[0]
    if not len(value):
        return np.full(len(part), FAR)
    place = np.arange(len(part))
    away = np.minimum(np.abs(place - value[0]), np.abs(place - value[-1]))
    return np.where(part == HEAD, FAR, np.minimum(away, FAR - 1))


@lru_cache(maxsize=2)
def _load(process: int) -> tuple[Tokenizer, InferenceSession]:
    """Tokenizer and session, once per process: a forked child may not use the threads of its parent's session."""
    tokenizer, session = bundled.open_network(threads=1, more=_outputs())  # blocks are matched side by side
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer, session


def _outputs() -> bytes:
    """A model that is nothing but a graph with outputs (ONNX: ModelProto.graph is field 7, GraphProto.output 12)."""
    return _field(7, b"".join(_field(12, _field(1, name.encode()) + _FLOATS) for name in LAYERS))


def _field(number: int, content: bytes) -> bytes:
    """A protocol-buffer field of bytes: tag, length, content; lengths here are below 128."""
    return bytes([number << 3 | 2, len(content)]) + content


_FLOATS = _field(2, _field(1, bytes([1 << 3, 1])))  # ValueInfoProto.type, a tensor of element type 1: float32
