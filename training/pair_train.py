"""Train the pair network that ships in the package (needs torch):

    python training/pair_train.py --shared ../shared --weights WEIGHTS

WEIGHTS is the folder of the encoder's float weights, as in export_encoder.py. Two readers are trained on the same
pairs, the aligned one (pair_net.py) and the joint one (pair_joint.py), and written to
src/consilience/corpus/matching/data with their card. One domain of the shared slot families in five takes no part: what
the network is worth inside families is told of these. The shared audit corpora take no part at all. Seeded: the
same data on the same number of threads give the same weights. Train the matcher afterwards, which joins the scores of
this network and of the trees (training/train_matcher.py).
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from export_encoder import WEIGHTS_SHA256, read_safetensors, source_folder, verified
from matcher_data import own_corpora
from matcher_families import held_back_domains
from pair_data import Examples, examples
from pair_graph import build
from pair_joint import JointNet
from pair_net import PairNet
from pair_store import BATCH, Store
from sklearn.metrics import roc_auc_score
from torch import nn

from consilience.corpus.matching.pairnet import each_of

TARGET = Path(__file__).resolve().parents[1] / "src/consilience/corpus/matching/data"
WARM = 100
ALIGNED = {"epochs": 3, "size": BATCH, "rates": (1e-3,), "decay": 0.05}
JOINT = {"epochs": 3, "size": 32, "rates": (1e-3, 1.5e-4), "decay": 0.01}
Scorer = Callable[[np.ndarray, np.random.Generator | None], torch.Tensor]


def train(
    net: nn.Module, tell: Scorer, store: Store, made: Examples, chosen: np.ndarray, how: Mapping[str, Any]
) -> None:
    """Fit `net`; `tell` gives its scores of pairs."""
    random = np.random.default_rng(0)
    pairs = np.array(made.pairs)[chosen]
    labels, weights = (torch.tensor(np.array(one, np.float32)[chosen]) for one in (made.labels, made.weights))
    optimiser = torch.optim.AdamW(_groups(net, how["rates"]), weight_decay=how["decay"])
    steps = how["epochs"] * sum(1 for _ in store.batches(pairs, random, how["size"]))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(step, steps))
    net.train()
    for epoch in range(how["epochs"]):
        lost = []
        for batch in store.batches(pairs, random, how["size"]):
            loss = loss_of(tell(pairs[batch], random), labels[batch], weights[batch])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            lost.append(loss.item())
        print(type(net).__name__, "epoch", epoch + 1, "loss", round(float(np.mean(lost)), 4), flush=True)
    net.eval()


def _groups(net: nn.Module, rates: tuple[float, ...]) -> list[dict[str, Any]]:
    """All weights at the first rate; those that start from the encoder's at the second."""
    tuned = {id(one): one for one in (net.tuned() if isinstance(net, JointNet) else ())}
    new = [one for one in net.parameters() if id(one) not in tuned]
    groups = [{"params": new, "lr": rates[0]}]
    return [*groups, {"params": list(tuned.values()), "lr": rates[1]}] if tuned else groups


def _rate(step: int, steps: int) -> float:
    return min((step + 1) / WARM, max(0.02, (steps - step) / max(steps - WARM, 1)))


def loss_of(told: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return (torch.nn.functional.binary_cross_entropy_with_logits(told, labels, reduction="none") * weights).mean()


def aligned(net: PairNet, store: Store) -> Scorer:
    def tell(pairs: np.ndarray, random: np.random.Generator | None) -> torch.Tensor:
        told: torch.Tensor = net(
            store.side(pairs[:, 0], pairs[:, 1], random), store.side(pairs[:, 1], pairs[:, 0], random)
        )
        return told

    return tell


def joint(net: JointNet, store: Store) -> Scorer:
    def tell(pairs: np.ndarray, random: np.random.Generator | None) -> torch.Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            told: torch.Tensor = net(**store.joined(pairs, random))
        return told.float()

    return tell


def held_back(made: Examples, chosen: np.ndarray) -> dict[str, Any]:
    """Inside the families of the domains that took no part, as the package scores them."""
    asked = np.array(made.inside) & ~chosen
    views, labels = list(made.views), np.array(made.labels)[asked]
    told = each_of([(views[a], views[b]) for a, b in np.array(made.pairs)[asked].tolist()], asked_from=-np.inf)
    names = {"aligned": told[:, 0], "joint": told[:, 1], "both": told.mean(axis=1)}
    return {
        "pairs_inside_families": int(asked.sum()),
        **{f"auc_{name}": round(float(roc_auc_score(labels, one)), 3) for name, one in names.items()},
    }


def write(store: Store, nets: tuple[PairNet, JointNet], made: Examples, chosen: np.ndarray) -> None:
    arrays = {name: one for name, one in store.shape.items() if name != "spread"} | {"rarity": store.rarity}
    arrays |= nets[0].arrays()
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: one.astype(np.float16) for name, one in sorted(arrays.items())})
    files = {"pairnet.npz": packed.getvalue(), "pairnet.onnx": build(nets[1]).SerializeToString(deterministic=True)}
    for name, data in files.items():
        (TARGET / name).write_bytes(data)
    card: dict[str, Any] = {
        "name": "consilience pair network", "version": "2",
        "sha256": {name: sha256(data).hexdigest() for name, data in files.items()},
        "training": {"pairs": int(chosen.sum()), "positives": int(np.array(made.labels)[chosen].sum()),
        "views": len(made.views), "corpora": [folder.name for folder in own_corpora()]},
    }  # fmt: skip
    (TARGET / "pairnet.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    card["held_back"] = held_back(made, chosen)
    (TARGET / "pairnet.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    print(json.dumps(card, indent=1))


def differences(store: Store, nets: tuple[PairNet, JointNet], made: Examples) -> list[float]:
    """Largest and mean difference between torch and the package, of each reader, over some pairs.

    The aligned reader may differ by some hundredths, the joint one, whose matrices are int8 in the package, by tenths.
    """
    views, pairs = list(made.views), np.array(made.pairs)[:: max(1, len(made.pairs) // 300)]
    told = each_of([(views[a], views[b]) for a, b in pairs.tolist()], asked_from=-np.inf)
    with torch.inference_mode():
        ours = [aligned(nets[0], store)(pairs, None), nets[1](**store.joined(pairs, None))]
    apart = [np.abs(told[:, place] - one.numpy()) for place, one in enumerate(ours)]
    return [round(float(figure), 3) for one in apart for figure in (one.max(), one.mean())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    encoder = read_safetensors(verified(source_folder(arguments.weights) / "model.safetensors", WEIGHTS_SHA256))
    made = examples(arguments.shared)
    store = Store(made)
    left_out = held_back_domains(arguments.shared)
    chosen = np.array([part not in left_out for part in made.parts])
    print(len(made.views), "views,", len(made.pairs), "pairs,", int(chosen.sum()), "to train on", flush=True)
    torch.manual_seed(0)
    nets = PairNet(store.shape["spread"]), JointNet(encoder)
    train(nets[0], aligned(nets[0], store), store, made, chosen, ALIGNED)
    train(nets[1], joint(nets[1], store), store, made, chosen, JOINT)
    write(store, nets, made, chosen)
    print("torch against the package (largest, mean; aligned, joint):", differences(store, nets, made))


if __name__ == "__main__":
    main()
