"""The support reader in torch, as consilience.answer.support_reader reckons it in numpy; for training only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from support_read import UNKNOWN, Read
from torch import Tensor, nn
from torch.nn import functional as F

from consilience.answer.support_marks import MARKS
from consilience.answer.support_reader import FARTHEST, LARGEST, Weights, read
from consilience.answer.support_states import DIRECTIONS

NETWORKS = 3
EPOCHS, SIZE, RATE, DECAY, WARM = 6, 64, 2e-3, 0.05, 50
OF_CLAIMS, RARE = 0.5, 5.0  # weight of the verdict on the claim, and of a wrong word beside a right one
_VIEW, _WIDTH, _DROP = 48, 64, 0.3


class ReaderNet(nn.Module):
    """The words of some claims, one claim after the other -> log odds of each word that it is wrong."""

    def __init__(self, mean: np.ndarray, spread: np.ndarray, size: float) -> None:
        super().__init__()
        self.mean, self.spread, self.size = torch.from_numpy(mean), torch.from_numpy(spread), size
        self.view = nn.Linear(DIRECTIONS, _VIEW)
        self.word, self.around = nn.Linear(MARKS + 4 * _VIEW, _WIDTH), nn.Linear(3 * _WIDTH, _WIDTH)
        self.wrong, self.drop = nn.Linear(_WIDTH, 1), nn.Dropout(_DROP)
        self.scale, self.shift = nn.Parameter(torch.tensor(1.0)), nn.Parameter(torch.tensor(2.0))
        nn.init.constant_(self.wrong.bias, -3.0)

    def forward(self, marks: Tensor, own: Tensor, other: Tensor, claim: Tensor) -> Tensor:
        known = ((marks - self.mean) / self.spread).clamp(-FARTHEST, FARTHEST)
        a, b = (self.view(self.drop(side / self.size)) for side in (own, other))
        inner = self.drop(F.relu(self.word(torch.cat([known, a, b, (a - b).abs(), a * b], 1))))
        together = (claim[1:] == claim[:-1]).float()[:, None]
        before, after = F.pad(inner[:-1] * together, (0, 0, 1, 0)), F.pad(inner[1:] * together, (0, 0, 0, 1))
        compared = F.relu(self.around(torch.cat([before, inner, after], 1)))
        return self.wrong(self.drop(compared))[:, 0].clamp(max=LARGEST)

    def whole(self, wrong: Tensor, claim: Tensor, claims: int) -> Tensor:
        """Log odds of each claim that it is supported."""
        told = torch.zeros(claims).index_add(0, claim, wrong.exp())
        return self.shift - self.scale * told.clamp(min=1e-6).log()

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights by the names that the package uses; matrices as (in, out)."""
        layers = {"view": self.view, "word": self.word, "around": self.around, "wrong": self.wrong}
        found = {name: one.weight.T for name, one in layers.items()}
        found["view"] = found["view"] / self.size
        found |= {f"{name}_bias": one.bias for name, one in layers.items()}
        found |= {"mean": self.mean, "spread": self.spread, "scale": self.scale, "shift": self.shift}
        return {name: one.detach().numpy() for name, one in found.items()}


def trained(known: Read, right: np.ndarray, weight: np.ndarray, places: np.ndarray) -> Weights:
    """The readers fitted to the claims at some places; `weight` is that of each claim. Seeded."""
    places = np.array([place for place in places.tolist() if len(known.words[place].marks)])
    nets = [_trained(known, right, weight, places, seed).arrays() for seed in range(NETWORKS)]
    return {name: np.stack([one[name] for one in nets]).astype(np.float16).astype(np.float32) for name in nets[0]}


def _trained(known: Read, right: np.ndarray, weight: np.ndarray, places: np.ndarray, seed: int) -> ReaderNet:
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    marks = np.concatenate([known.words[place].marks for place in places])
    size = float(np.concatenate([known.words[place].own for place in places]).std())
    net = ReaderNet(marks.mean(axis=0), marks.std(axis=0) + np.float32(1e-3), size)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    steps = EPOCHS * -(-len(places) // SIZE)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / WARM, max(0.02, 1 - step / steps))
    )
    for some in (part for _ in range(EPOCHS) for part in _parts(chance.permutation(places))):
        optimiser.zero_grad()
        _loss(net, known, right, weight, some).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
    return net.eval()


def _parts(places: np.ndarray) -> Iterator[np.ndarray]:
    yield from (places[start : start + SIZE] for start in range(0, len(places), SIZE))


def _loss(net: ReaderNet, known: Read, right: np.ndarray, weight: np.ndarray, some: np.ndarray) -> Tensor:
    words = [known.words[place] for place in some]
    claim = torch.from_numpy(np.repeat(np.arange(len(some)), [len(one.marks) for one in words]))
    told = net(*(_joined([getattr(one, name) for one in words]) for name in ("marks", "own", "other")), claim)
    wrong = _joined([known.wrong[place] for place in some])
    whole = F.binary_cross_entropy_with_logits(
        net.whole(told, claim, len(some)), torch.from_numpy(right[some].astype(np.float32)), reduction="none"
    )
    loss = OF_CLAIMS * (whole * torch.from_numpy(weight[some].astype(np.float32))).mean()
    sure = wrong != UNKNOWN
    if sure.any():
        loss = loss + F.binary_cross_entropy_with_logits(told[sure], wrong[sure], pos_weight=torch.tensor(RARE))
    return loss


def _joined(arrays: Sequence[np.ndarray]) -> Tensor:
    return torch.from_numpy(np.concatenate(arrays))


def told_by(reader: Weights, known: Read, places: np.ndarray) -> np.ndarray:
    """What the package says with a reader of the claims at some places: (places, 3)."""
    return np.array([read(known.words[place], reader) for place in places.tolist()], np.float32)
