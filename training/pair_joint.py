"""The joint reader in torch, as the graph of pair_graph reckons it in ONNX; for training only."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from minilm_graph import HEADS, INNER, WIDTH
from torch import Tensor, nn
from torch.nn import functional as F

FIRST, LAYERS = 3, 3  # the last three layers of the encoder are where it starts from
_HIDDEN = 128


class Layer(nn.Module):
    """A layer of BERT whose heads may favour words of the other statement, and the same word there."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm_out, self.norm = nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)
        self.across, self.same = nn.Parameter(torch.zeros(HEADS)), nn.Parameter(torch.zeros(HEADS))

    def forward(self, x: Tensor, padding: Tensor, across: Tensor, same: Tensor, drop: float) -> Tensor:
        size, length, _ = x.shape
        q, k, v = self.qkv(x).view(size, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        bias = padding + across * self.across[:, None, None] + same * self.same[:, None, None]
        attended = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype))
        attended = attended.transpose(1, 2).reshape(size, length, WIDTH)
        x = self.norm_out(x + F.dropout(self.out(attended), drop, self.training))
        return self.norm(x + F.dropout(self.narrow(F.gelu(self.wide(x))), drop, self.training))


class JointNet(nn.Module):
    """Batches of `consilience.corpus.matching.pairnet_joint.batch` -> log odds, shape (batch,)."""

    def __init__(self, encoder: Mapping[str, np.ndarray], drop: float = 0.1) -> None:
        super().__init__()
        self.part, self.shared = nn.Embedding(3, WIDTH), nn.Embedding(2, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.hidden, self.last = nn.Linear(6 * WIDTH + 2, _HIDDEN), nn.Linear(_HIDDEN, 1)
        self.drop = drop
        for one in (self.part, self.shared, self.last):
            nn.init.zeros_(one.weight)
        with torch.no_grad():
            for place, layer in enumerate(self.layers):
                _start(layer, encoder, f"encoder.layer.{FIRST + place}.")

    def forward(
        self, states: Tensor, part: Tensor, shared: Tensor, padding: Tensor, across: Tensor, same: Tensor,
        pool: Tensor, known: Tensor,
    ) -> Tensor:  # fmt: skip
        x = F.dropout(states + self.part(part) + self.shared(shared), self.drop, self.training)
        for layer in self.layers:
            x = layer(x, padding, across, same, self.drop)
        a, b, value_a, value_b = (pool @ x.float()).unbind(1)
        told = torch.cat([*_both(value_a, value_b), *_both(a, b), known], 1)
        hidden = F.relu(self.hidden(F.dropout(told, self.drop, self.training)))
        return self.last(F.dropout(hidden, self.drop, self.training))[:, 0]

    def tuned(self) -> list[nn.Parameter]:
        """The weights that start from the encoder's; the others start from nothing."""
        return [one for layer in self.layers for part in layer.children() for one in part.parameters()]


def _both(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return a + b, (a - b).abs(), a * b


def _start(layer: Layer, encoder: Mapping[str, np.ndarray], prefix: str) -> None:
    for name in ("weight", "bias"):
        parts = [encoder[f"{prefix}attention.self.{part}.{name}"] for part in ("query", "key", "value")]
        getattr(layer.qkv, name).copy_(torch.from_numpy(np.concatenate(parts)))
        for one, there in _SAME.items():
            getattr(getattr(layer, one), name).copy_(torch.from_numpy(np.array(encoder[f"{prefix}{there}.{name}"])))


_SAME = {
    "out": "attention.output.dense", "norm_out": "attention.output.LayerNorm", "wide": "intermediate.dense",
    "narrow": "output.dense", "norm": "output.LayerNorm",
}  # fmt: skip


def encoder_weights(net: JointNet) -> dict[str, np.ndarray]:
    """The layers by the names that BERT has for them, numbered from 0."""
    found = {}
    for place, layer in enumerate(net.layers):
        prefix = f"encoder.layer.{place}."
        for name in ("weight", "bias"):
            parts = getattr(layer.qkv, name).detach().numpy().reshape(3, WIDTH, -1).squeeze()
            for part, array in zip(("query", "key", "value"), parts, strict=True):
                found[f"{prefix}attention.self.{part}.{name}"] = array
            for one, there in _SAME.items():
                found[f"{prefix}{there}.{name}"] = getattr(getattr(layer, one), name).detach().numpy()
    return found
