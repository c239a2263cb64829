"""The pair network in torch, as consilience.corpus.matching.pairnet reckons it in numpy; for training only."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from consilience.corpus.matching.pairnet_tokens import FAR, VALUE

KEPT = 96  # main directions of each layer
_MARKS = 15  # two nearest, shared, rarity, three parts, eight for the distance


class PairNet(nn.Module):
    """Batches of padded sides -> log odds, shape (batch,). A side is (x, mask, part, distance, rarity, shared)."""

    def __init__(self, spread: np.ndarray, width: int = 96, drop: float = 0.25) -> None:
        super().__init__()
        self.h = nn.Linear(2 * KEPT, width)
        self.key = nn.Linear(width, 32, bias=False)
        self.sharpness = nn.Parameter(torch.tensor(8.0))
        self.distance = nn.Embedding(FAR + 1, 8)
        self.drop = nn.Dropout(drop)
        self.token, self.token_out = nn.Linear(4 * width + _MARKS, 2 * width), nn.Linear(2 * width, width)
        self.gate = nn.Linear(width, 1)
        self.out, self.last = nn.Linear(6 * width + 6, width), nn.Linear(width, 1)
        with torch.no_grad():  # start from the main directions of both layers, each at its own scale
            self.h.weight.zero_()
            self.h.bias.zero_()
            for i in range(width // 2):
                self.h.weight[i, i] = 1 / float(spread[i])
                self.h.weight[width // 2 + i, KEPT + i] = 1 / float(spread[KEPT + i])
            self.key.weight.mul_(0.3)

    def forward(self, a: tuple[Tensor, ...], b: tuple[Tensor, ...]) -> Tensor:
        (xa, ma), (xb, mb) = a[:2], b[:2]
        ha, hb = self.h(xa), self.h(xb)
        units = [[F.normalize(x[..., i : i + KEPT], dim=-1) for i in (0, KEPT)] for x in (xa, xb)]
        alike = [one @ other.transpose(1, 2) for one, other in zip(*units, strict=True)]
        both = ma[:, :, None] & mb[:, None, :]
        logits = (alike[0] + alike[1]) * self.sharpness + self.key(ha) @ self.key(hb).transpose(1, 2)
        logits = logits.masked_fill(~both, -30.0)
        alike = [one.masked_fill(~both, -1.0) for one in alike]
        ta = self._compared(ha, logits.softmax(2) @ hb, [one.amax(2) for one in alike], a)
        tb = self._compared(hb, logits.transpose(1, 2).softmax(2) @ ha, [one.amax(1) for one in alike], b)
        (ga, most_a), (gb, most_b) = self._pooled(ta, a), self._pooled(tb, b)
        value = [(side[2] == VALUE).float()[..., None] for side in (a, b)]
        va, vb = ((h * v).sum(1) / v.sum(1).clamp(min=1) for h, v in zip((ha, hb), value, strict=True))
        masks = [side[1].float()[..., None] for side in (a, b)]
        cosines = [self._cosines(units, weight) for weight in (value, masks)]
        known = [v.amax(1) for v in value]
        told = [
            ga + gb, (ga - gb).abs(), torch.maximum(most_a, most_b), va + vb, (va - vb).abs(), va * vb,
            *cosines[0], *cosines[1], known[0] + known[1], (known[0] - known[1]).abs(),
        ]  # fmt: skip
        hidden = self.drop(F.relu(self.out(self.drop(torch.cat(told, 1)))))
        return self.last(hidden)[:, 0]

    def _compared(self, h: Tensor, aligned: Tensor, nearest: list[Tensor], side: tuple[Tensor, ...]) -> Tensor:
        _, _, part, distance, rarity, shared = side
        marks = torch.stack([*nearest, shared, rarity], -1)
        parts = F.one_hot(part, 3).float()
        seen = [
            self.drop(h),
            self.drop(aligned),
            (h - aligned).abs(),
            h * aligned,
            marks,
            parts,
            self.distance(distance),
        ]
        return F.relu(self.token_out(self.drop(F.relu(self.token(torch.cat(seen, -1))))))

    def _pooled(self, compared: Tensor, side: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
        mask, rarity = side[1], side[4]
        weight = torch.sigmoid(self.gate(compared))[..., 0] * mask * F.softplus(2 * rarity + 1)
        mean = (weight[..., None] * compared).sum(1) / (weight.sum(1, keepdim=True) + 0.1)
        return mean, compared.masked_fill(~mask[..., None], -1.0).amax(1)

    @staticmethod
    def _cosines(units: list[list[Tensor]], weights: list[Tensor]) -> list[Tensor]:
        wholes = [[(x * w).sum(1) for x in side] for side, w in zip(units, weights, strict=True)]
        return [F.cosine_similarity(a, b, dim=-1, eps=1e-6)[:, None] for a, b in zip(*wholes, strict=True)]

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights by the names that the package uses; matrices as (in, out)."""
        layers = ("h", "token", "token_out", "gate", "out", "last")
        found = {name: getattr(self, name).weight.T for name in (*layers, "key")}
        found |= {f"{name}_bias": getattr(self, name).bias for name in layers}
        found |= {"sharpness": self.sharpness, "distance": self.distance.weight}
        return {name: one.detach().numpy() for name, one in found.items()}
