"""What both networks of pair_train.py are fed: every view read once, its tokens kept, batches of pairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from pair_data import Examples
from pair_net import KEPT

from consilience.corpus.matching.pairnet_aligned import project
from consilience.corpus.matching.pairnet_joint import WIDTH, batch
from consilience.corpus.matching.pairnet_tokens import BODY, FAR, HEAD, VALUE, Tokens, read

BATCH, POOL = 64, 20  # pairs of a step, and steps whose pairs are sorted by length together
_VOCABULARY = 30522
_SAMPLED = 17  # every 17th token is enough to find the main directions
_FORGOTTEN, _BARE = 0.08, 0.1  # tokens, and headings, that are left out in training so that no word decides alone


class Store:
    """All views, read once: projected states, parts, distances and rarities of their tokens, one view after another."""

    def __init__(self, made: Examples) -> None:
        told = sorted(read(list(made.views)), key=lambda one: one[0])
        self.tokens = [_some(tokens) for _, tokens in told]
        self.shape = main_directions([one.states[::_SAMPLED] for one in self.tokens])
        self.x = [project(one.states, self.shape).astype(np.float16) for one in self.tokens]
        self.rarity = rarities([one.ids for one in self.tokens])
        self.tokens = [
            Tokens(one.ids, one.part, one.distance, one.states[:, :WIDTH].astype(np.float16)) for one in self.tokens
        ]
        self.length = np.array([len(one.ids) for one in self.tokens])

    def side(self, views: np.ndarray, others: np.ndarray, random: np.random.Generator | None) -> tuple[Any, ...]:
        size, longest = len(views), int(self.length[views].max())
        x = np.zeros((size, longest, 2 * KEPT), np.float32)
        mask, part = np.zeros((size, longest), bool), np.full((size, longest), BODY)
        distance = np.full((size, longest), FAR)
        rarity, shared = np.zeros((size, longest), np.float32), np.zeros((size, longest), np.float32)
        for row, (view, other) in enumerate(zip(views.tolist(), others.tolist(), strict=True)):
            tokens, n = self.tokens[view], self.length[view]
            x[row, :n], part[row, :n], distance[row, :n] = self.x[view], tokens.part, tokens.distance
            rarity[row, :n] = self.rarity[tokens.ids]
            shared[row, :n] = np.isin(tokens.ids, self.tokens[other].ids)
            mask[row, :n] = _remembered(tokens.part, random)
        return tuple(map(torch.from_numpy, (x, mask, part, distance, rarity, shared)))

    def joined(self, pairs: np.ndarray, random: np.random.Generator | None) -> dict[str, torch.Tensor]:
        """The batch of the joint reader."""
        told = [(self._kept(a, random), self._kept(b, random)) for a, b in pairs.tolist()]
        return {name: torch.from_numpy(one) for name, one in batch(told).items()}

    def _kept(self, view: int, random: np.random.Generator | None) -> Tokens:
        tokens = self.tokens[view]
        kept = _remembered(tokens.part, random)
        return Tokens(tokens.ids[kept], tokens.part[kept], tokens.distance[kept], tokens.states[kept])

    def batches(self, pairs: np.ndarray, random: np.random.Generator | None, size: int = BATCH) -> Iterator[np.ndarray]:
        """Pairs of like length together, in random order when training."""
        longest = self.length[pairs].sum(1)
        order = np.argsort(longest, kind="stable") if random is None else random.permutation(len(pairs))
        pools = [order[i : i + POOL * size] for i in range(0, len(order), POOL * size)]
        pools = [pool[np.argsort(longest[pool], kind="stable")] for pool in pools]
        found = [pool[i : i + size] for pool in pools for i in range(0, len(pool), size)]
        places = range(len(found)) if random is None else random.permutation(len(found))
        yield from (found[place] for place in places)


def _some(tokens: Tokens) -> Tokens:
    if len(tokens.ids):
        return tokens
    return Tokens(np.zeros(1, np.int64), np.array([BODY]), np.array([FAR]), np.zeros((1, 768), np.float32))


def _remembered(part: np.ndarray, random: np.random.Generator | None) -> np.ndarray:
    if random is None:
        return np.ones(len(part), bool)
    kept = (random.random(len(part)) > _FORGOTTEN) | (part == VALUE)
    if random.random() < _BARE:
        kept &= part != HEAD
    return kept if kept.any() else np.ones(len(part), bool)


def main_directions(states: list[np.ndarray]) -> dict[str, np.ndarray]:
    """Mean and scaled main directions of both layers, and the spread along each."""
    rows = np.concatenate(states)
    mean, halves, spread = rows.mean(0), {}, []
    for name, layer in zip(("low", "high"), np.split(rows - mean, 2, axis=1), strict=True):
        values, vectors = np.linalg.eigh(np.cov(layer.T))
        scale = 1 / np.sqrt(values.sum())
        halves[name] = (vectors[:, ::-1][:, :KEPT] * scale).astype(np.float32)
        spread.append(np.sqrt(values[::-1][:KEPT]) * scale)
    return {"mean": mean, **halves, "spread": np.concatenate(spread)}


def rarities(views: list[np.ndarray]) -> np.ndarray:
    """Of each word piece, from the share of views that hold it; about -1.5 for the commonest, 2 for the rarest."""
    counts = np.zeros(_VOCABULARY)
    for ids in views:
        counts[np.unique(ids)] += 1
    return (np.clip(np.log((len(views) + 1) / (counts + 0.5)) - 5, -3, 4) / 2).astype(np.float32)
