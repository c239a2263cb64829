"""Train the pair network that ships in the package: `python training/pair_train.py --shared ../shared` (needs torch).

First two networks, each on one half of the domains and of our own corpora, say what such a network is worth on the
half it did not see; then one is trained on everything and written to src/consilience/corpus/matching/data/pairnet.npz
and pairnet.json. Seeded, one thread: the same data give the same weights. Train the matcher afterwards, which joins the
scores of both (training/train_matcher.py).
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from matcher_data import own_corpora
from pair_data import Examples, examples
from pair_net import KEPT, PairNet
from sklearn.metrics import average_precision_score, roc_auc_score

from consilience.corpus.matching.pairnet import project, scores_of
from consilience.corpus.matching.pairnet_tokens import BODY, FAR, HEAD, VALUE, Tokens, read

TARGET = Path(__file__).resolve().parents[1] / "src/consilience/corpus/matching/data"
EPOCHS, BATCH, RATE, WARM = 4, 64, 1e-3, 100
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
        self.tokens = [Tokens(one.ids, one.part, one.distance, one.states[:0]) for one in self.tokens]
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

    def batches(self, pairs: np.ndarray, random: np.random.Generator | None) -> Iterator[np.ndarray]:
        """Pairs of like length together, in random order when training."""
        longest = self.length[pairs].max(1)
        order = np.argsort(longest, kind="stable") if random is None else random.permutation(len(pairs))
        pools = [order[i : i + 20 * BATCH] for i in range(0, len(order), 20 * BATCH)]
        pools = [pool[np.argsort(longest[pool], kind="stable")] for pool in pools]
        found = [pool[i : i + BATCH] for pool in pools for i in range(0, len(pool), BATCH)]
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


def train(store: Store, made: Examples, chosen: np.ndarray, seed: int) -> PairNet:
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    pairs = np.array(made.pairs)[chosen]
    labels, weights = (torch.tensor(np.array(one, np.float32)[chosen]) for one in (made.labels, made.weights))
    net = PairNet(store.shape["spread"])
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.05)
    steps = EPOCHS * sum(1 for _ in store.batches(pairs, random))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(step, steps))
    for _ in range(EPOCHS):
        for batch in store.batches(pairs, random):
            told = net(*_sides(store, pairs[batch], random))
            loss = loss_of(told, labels[batch], weights[batch])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return net.eval()


def _rate(step: int, steps: int) -> float:
    return min((step + 1) / WARM, max(0.02, (steps - step) / max(steps - WARM, 1)))


def loss_of(told: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return (torch.nn.functional.binary_cross_entropy_with_logits(told, labels, reduction="none") * weights).mean()


def _sides(store: Store, pairs: np.ndarray, random: np.random.Generator | None) -> tuple[Any, Any]:
    return store.side(pairs[:, 0], pairs[:, 1], random), store.side(pairs[:, 1], pairs[:, 0], random)


def scores(store: Store, net: PairNet, pairs: np.ndarray) -> np.ndarray:
    found = np.zeros(len(pairs))
    with torch.inference_mode():
        for batch in store.batches(pairs, None):
            found[batch] = net(*_sides(store, pairs[batch], None)).numpy()
    return found


def held_back(store: Store, made: Examples) -> dict[str, float]:
    """Figures on the half that a network did not see: inside families, and pairs of our own corpora."""
    parts = {name: place % 2 for place, name in enumerate(sorted(set(made.parts)))}
    half, inside = np.array([parts[name] for name in made.parts]), np.array(made.inside)
    domains = {name for name, family in zip(made.parts, made.inside, strict=True) if family}
    own = np.array([name not in domains for name in made.parts])
    told = np.zeros(len(half))
    for side in (0, 1):
        net = train(store, made, half != side, seed=side)
        told[half == side] = scores(store, net, np.array(made.pairs)[half == side])
    labels = np.array(made.labels)
    return {
        "inside_families_auc": round(float(roc_auc_score(labels[inside], told[inside])), 3),
        "own_corpora_auc": round(float(roc_auc_score(labels[own], told[own])), 3),
        "own_corpora_average_precision": round(float(average_precision_score(labels[own], told[own])), 3),
    }


def write(store: Store, net: PairNet, made: Examples, held: dict[str, float]) -> None:
    shape = {name: one for name, one in store.shape.items() if name != "spread"}
    arrays = {**shape, "rarity": store.rarity, **net.arrays()}
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: one.astype(np.float16) for name, one in sorted(arrays.items())})
    (TARGET / "pairnet.npz").write_bytes(packed.getvalue())
    card = {
        "name": "consilience pair network", "version": "1", "sha256": sha256(packed.getvalue()).hexdigest(),
        "training": {"pairs": len(made.pairs), "positives": int(sum(made.labels)), "views": len(made.views),
        "corpora": [folder.name for folder in own_corpora()]},
        "held_back": held,
    }  # fmt: skip
    (TARGET / "pairnet.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    print(json.dumps(card, indent=1))
    print("largest difference between torch and the package:", _difference(store, net, made))


def _difference(store: Store, net: PairNet, made: Examples) -> float:
    """Over some pairs; more than a few hundredths would mean that the package reckons another network."""
    views, pairs = list(made.views), np.array(made.pairs)[:: max(1, len(made.pairs) // 300)]
    ours = scores_of([(views[a], views[b]) for a, b in pairs.tolist()])
    return round(float(np.abs(ours - scores(store, net, pairs)).max()), 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--skip-held-back", action="store_true", help="train only the network that ships")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    made = examples(arguments.shared)
    store = Store(made)
    print(len(made.views), "views,", len(made.pairs), "pairs", flush=True)
    held = {} if arguments.skip_held_back else held_back(store, made)
    write(store, train(store, made, np.ones(len(made.pairs), bool), seed=0), made, held)


if __name__ == "__main__":
    main()
