"""Train the support model that ships (needs torch): `python training/train_support.py --shared ../shared`.

A reader of words (reader_net.py), then two logistic models over the features of a claim beside its evidence: is it
supported, and if not, is it contradicted? The sign of most weights is given, so that no chance of the data lets a word
that is missing speak for a claim. Figures are of rows whose source neither reader nor model had seen. The same data
give the same weights. Writes support.json and support_reader.npz to src/consilience/answer/data and, without one part
of the data each, support-N.json and support_reader-N.npz to training/folds.
"""

from __future__ import annotations

import argparse
import io
import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import reader_net
import torch
from support_data import FOLDS, Labelled, fold_of, labelled
from support_figures import figures
from support_fit import SHARE, odds, trained, truths, weights
from support_read import Read, read_all

from consilience.answer.support_features import NAMES
from consilience.answer.support_reader import NAMES as READER
from consilience.answer.support_reader import Weights

TARGET = Path(__file__).resolve().parents[1] / "src/consilience/answer/data"
HELD = Path(__file__).resolve().parent / "folds"
PARTS = 3  # of the claims of a model, by source, each read by a reader that was fitted to the others


@dataclass(frozen=True, slots=True)
class Job:
    """A reader to be fitted to the claims at some places, and those that it is to read then."""

    fitted_to: np.ndarray
    reads: np.ndarray


def jobs(found: Sequence[Labelled]) -> list[Job]:
    """Of each fold, the reader that has not seen it, which reads it; and those that each have not seen one part of the
    other folds either, which read that part, so that the logistic model learns how far a reader is right of what it has
    not seen. The last one has seen everything."""
    folds = np.array([fold_of(one.group) for one in found])
    parts = np.array([crc32(f"i{one.group}".encode()) % PARTS for one in found])
    made = []
    for fold in range(FOLDS):
        others = folds != fold
        made.append((others, ~others))
        made += [(others & (parts != part), others & (parts == part)) for part in range(PARTS)]
    made.append((folds >= 0, folds < 0))
    return [Job(np.nonzero(seen)[0], np.nonzero(left)[0]) for seen, left in made]


def fitted(found: Sequence[Labelled], known: Read, job: Job) -> tuple[Weights, np.ndarray]:
    """The reader, and what it says."""
    torch.set_num_threads(1)
    right, weight = truths(found)[0], np.zeros(len(found))
    weight[job.fitted_to] = weights([found[place] for place in job.fitted_to], right[job.fitted_to])
    reader = reader_net.trained(known, right, weight, job.fitted_to)
    print(len(job.fitted_to), "claims fitted", flush=True)
    return reader, reader_net.told_by(reader, known, job.reads)


def train(found: Sequence[Labelled], known: Read, processes: int) -> None:
    HELD.mkdir(exist_ok=True)
    work = jobs(found)
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        done = list(pool.map(partial(fitted, found, known), work))
    every, told = np.zeros((len(found), len(READER))), np.zeros((len(found), 2))
    for fold in range(FOLDS):
        whole, *parts = range(fold * (PARTS + 1), (fold + 1) * (PARTS + 1))
        chosen, left = work[whole].fitted_to, work[whole].reads
        every[left], said = done[whole][1], np.zeros_like(every)
        for part in parts:
            said[work[part].reads] = done[part][1]
        models = trained(found, np.column_stack([known.features, said]), chosen)
        rows = np.column_stack([known.features, every])[left]
        told[left] = np.column_stack([odds(models[name], rows) for name in ("support", "contradiction")])
        write(HELD, f"-{fold}", {"models": models}, done[whole][0])
    held = _held(found, told)
    print(json.dumps(held, indent=1), flush=True)
    about = {
        "models": trained(found, np.column_stack([known.features, every]), np.arange(len(found))),
        "training": {"claims": len(found), "labels": dict(sorted(Counter(one.label for one in found).items())),
        "sets": dict(sorted(Counter(one.set for one in found).items()))},
        "held_back": held,
    }  # fmt: skip
    write(TARGET, "", about, done[-1][0])


def _held(found: Sequence[Labelled], told: np.ndarray) -> dict[str, Any]:
    right, turned = truths(found)
    others = [one for one in found if one.label != "supported"]
    return {
        "support": figures(found, told[:, 0], right),
        "contradiction": figures(others, told[~right, 1], turned[~right]),
    }


def write(folder: Path, suffix: str, about: dict[str, Any], reader: Weights) -> None:
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: one.astype(np.float16) for name, one in sorted(reader.items())})
    (folder / f"support_reader{suffix}.npz").write_bytes(packed.getvalue())
    mark = sha256(packed.getvalue()).hexdigest()
    card = {"name": "consilience support", "version": "3", "features": list(NAMES), "reader_sha256": mark, **about}
    (folder / f"support{suffix}.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    found = [one for one in labelled(chosen.shared) if one.set in SHARE]
    train(found, read_all(found, chosen.processes), chosen.processes)


if __name__ == "__main__":
    main()
