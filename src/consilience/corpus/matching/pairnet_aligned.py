"""The aligned reader of the pair network: decomposable attention over token states of the bundled encoder.

Each word of one statement is set against the words of the other that are nearest to it, compared, and weighed by how
rare it is. The encoder is frozen; only this small head is learned (training/pair_train.py). Inference is numpy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching.pairnet_tokens import BODY, HEAD, VALUE, Floats, Tokens

_PARTS = (HEAD, VALUE, BODY)
Weights = Mapping[str, Floats]


@dataclass(frozen=True, slots=True)
class Reading:
    """What is reckoned once for a statement of n tokens: `h` (n, d) learned vectors, `key` (n, k) for the alignment,
    `near` both layers as unit rows, `marks` (n, m) rarity, part and distance, `weight` (n,), `value` (n,) of 0 and 1.
    """

    ids: NDArray[np.int64]
    h: Floats
    key: Floats
    near: tuple[Floats, Floats]
    marks: Floats
    weight: Floats
    value: Floats


def scores(pairs: Sequence[tuple[Tokens, Tokens]], w: Weights) -> Floats:
    """Log odds that the two statements of each pair answer the same question, shape (pairs,)."""
    tokens = {id(one): one for pair in pairs for one in pair}
    read = {name: _reading(one, w) for name, one in tokens.items()}
    return np.array([_score(read[id(a)], read[id(b)], w) for a, b in pairs], np.float32)


def project(states: Floats, w: Weights) -> Floats:
    """Both layers of token states (n, 768), each on its main directions: (n, 192)."""
    low, high = np.split(states - w["mean"], 2, axis=1)
    return np.concatenate([low @ w["low"], high @ w["high"]], axis=1)


def _reading(tokens: Tokens, w: Weights) -> Reading:
    x = project(tokens.states, w)
    h: Floats = np.asarray(x @ w["h"] + w["h_bias"], np.float32)
    key: Floats = np.asarray(h @ w["key"], np.float32)
    low, high = np.split(x, 2, axis=1)
    rarity = w["rarity"][tokens.ids]
    parts = [tokens.part == part for part in _PARTS]
    marks = np.column_stack([rarity, *parts, w["distance"][tokens.distance]]).astype(np.float32)
    weight: Floats = np.log1p(np.exp(2 * rarity + 1)).astype(np.float32)
    value = (tokens.part == VALUE).astype(np.float32)
    return Reading(tokens.ids, h, key, (_unit(low), _unit(high)), marks, weight, value)


def _score(a: Reading, b: Reading, w: Weights) -> float:
    alike = [x @ y.T for x, y in zip(a.near, b.near, strict=True)]
    logits = (alike[0] + alike[1]) * w["sharpness"] + a.key @ b.key.T
    of_a = _compared(a, b, logits, [one.max(axis=1) for one in alike], w)
    of_b = _compared(b, a, logits.T, [one.max(axis=0) for one in alike], w)
    pooled = [_pooled(one, of, w) for one, of in ((a, of_a), (b, of_b))]
    most = np.maximum(of_a.max(axis=0), of_b.max(axis=0))
    told = np.concatenate([*_both(*pooled), most, *_values(a, b), *_wholes(a, b)])
    return float((_relu(told @ w["out"] + w["out_bias"]) @ w["last"] + w["last_bias"])[0])


def _compared(one: Reading, other: Reading, logits: Floats, nearest: Sequence[Floats], w: Weights) -> Floats:
    """Each token of `one` beside what the other statement has for it: (n, e)."""
    h, aligned = one.h, _softmax(logits) @ other.h
    shared = (one.ids[:, None] == other.ids[None, :]).any(axis=1)
    marks = np.column_stack([*nearest, shared])
    seen = np.concatenate([h, aligned, np.abs(h - aligned), h * aligned, marks, one.marks], axis=1, dtype=np.float32)
    return _relu(_relu(seen @ w["token"] + w["token_bias"]) @ w["token_out"] + w["token_out_bias"])


def _pooled(one: Reading, compared: Floats, w: Weights) -> Floats:
    """The mean of the tokens that matter: rare ones, and those that the gate lets through."""
    gate = 1 / (1 + np.exp(-(compared @ w["gate"] + w["gate_bias"])[:, 0]))
    weight = gate * one.weight
    return np.asarray(weight @ compared / (weight.sum() + 0.1), np.float32)


def _both(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    return a + b, np.abs(a - b)


def _values(a: Reading, b: Reading) -> list[Floats]:
    """What stands for the two masked values, and whether there is one."""
    of_a, of_b = (one.value @ one.h / max(float(one.value.sum()), 1.0) for one in (a, b))
    return [*_both(of_a, of_b), of_a * of_b]


def _wholes(a: Reading, b: Reading) -> list[Floats]:
    """Cosines of the masked values and of the whole statements in both layers; whether a value was masked."""
    layers = list(zip(a.near, b.near, strict=True))
    values = [_cosine(a.value @ x, b.value @ y) for x, y in layers]
    wholes = [_cosine(x.sum(axis=0), y.sum(axis=0)) for x, y in layers]
    masked = [float(one.value.any()) for one in (a, b)]
    return [np.array([*values, *wholes, masked[0] + masked[1], abs(masked[0] - masked[1])], np.float32)]


def _cosine(x: Floats, y: Floats) -> float:
    return float(x @ y) / max(float(np.linalg.norm(x) * np.linalg.norm(y)), 1e-6)


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


def _softmax(logits: Floats) -> Floats:
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0)
