"""The second look of the matcher (consilience.corpus.matching.second_look): what it is fitted on, and how.

Corpora and slot families together. The pairs of a corpus have scores of trees that never saw it; the families are those
of the domains that neither trees nor network were trained on. Of a corpus only pairs count that an audit would look at
again, of a family all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from matcher_data import Labelled, encode
from matcher_families import held_back_domains, statement_fact
from pair_data import statement_view
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from consilience.corpus.keys import open_pairs, pair_rows
from consilience.corpus.matching import model, pairnet, second_look
from consilience.corpus.matching.features import NAMES as FEATURES
from consilience.corpus.matching.second_look import FirstLook
from consilience.corpus.qualify import reason_apart
from consilience.model import Fact
from consilience.settings import MatchingSettings

FOLDS = 5  # of the domains of families: each is told by weights that were fitted on the others
CORPUS_WEIGHT = 3.0  # of a pair; families have more of those that are hard to tell
STRENGTH = 0.03  # C of the fit: small, there are a hundred figures and 1,500 pairs that answer one question
THRESHOLD = MatchingSettings().threshold
_EVERY = MatchingSettings(per_document=8, neighbours=32, floor=0.0)


@dataclass(frozen=True)
class Seen:
    """Pairs that are looked at again: where they are from, the first look at all, the places of those that are looked
    at again, and for these the figures (n, f) and whether both statements answer one question (1, 0, -1: undecided)."""

    group: str
    looked: FirstLook
    wanted: np.ndarray
    figures: np.ndarray
    labels: np.ndarray


def seen(group: str, looked: FirstLook, wanted: np.ndarray, labels: np.ndarray) -> Seen:
    return Seen(group, looked, wanted, second_look.matrix(looked, wanted), labels[wanted])


def of_corpus(one: Labelled, trees: np.ndarray, read: np.ndarray, calibration: Sequence[float]) -> Seen:
    """The pairs of a corpus as an audit sees them: the network is asked only where it can decide something."""
    best = model.chances(model.log_odds(trees, np.full(len(trees), np.inf), calibration))
    apart, asked = open_pairs(one.facts, best >= THRESHOLD)
    said = np.zeros(len(trees))
    said[asked] = read[asked]
    places = {name: place for place, name in enumerate(sorted({fact.id for pair in one.facts for fact in pair}))}
    a, b = (np.array([places[pair[side].id] for pair in one.facts], dtype=np.int64) for side in (0, 1))
    looked = FirstLook(a, b, one.rows, trees, said, model.log_odds(trees, said, calibration), apart)
    return seen(one.group, looked, asked, one.labels)


def families(shared: Path, calibration: Sequence[float] | None = None) -> Iterator[tuple[dict[str, Any], Seen]]:
    """The shared families of the domains that no other model was trained on, each with its pairs."""
    domains = held_back_domains(shared)
    path = shared / "data" / "slot_families.jsonl"
    for line in path.read_text("utf-8").splitlines():
        family = json.loads(line)
        if family["domain"] in domains:
            yield family, of_family(family, calibration)


def of_family(family: Mapping[str, Any], calibration: Sequence[float] | None = None) -> Seen:
    """Every two statements of a slot family, in the order of `combinations`, by the facts that state their values."""
    said = family["statements"]
    facts = [statement_fact(one, f"{place}.md") for place, one in enumerate(said)]
    places = list(combinations(range(len(said)), 2))
    rows = _rows(facts, places)
    views = [statement_view(family["id"], one) for one in said]
    read = pairnet.scores_of([(views[a], views[b]) for a, b in places])
    trees = model.raw_scores(rows)
    apart = np.array([reason_apart(facts[a], facts[b]) is not None for a, b in places])
    a, b = (np.array([pair[side] for pair in places], dtype=np.int64) for side in (0, 1))
    looked = FirstLook(a, b, rows, trees, read, model.log_odds(trees, read, calibration), apart)
    labels = np.array([said[a]["slot"] == said[b]["slot"] for a, b in places], dtype=int)
    return seen(family["domain"], looked, np.arange(len(places)), labels)


def _rows(facts: Sequence[Fact], places: Sequence[tuple[int, int]]) -> np.ndarray:
    """Features of every two facts; zeros where their contexts have nothing in common."""
    pairs, found = pair_rows(facts, encode(facts), _EVERY, every=True)
    known = dict(zip(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True), found, strict=True))
    nothing = np.zeros(len(FEATURES), dtype=np.float32)
    return np.stack([known.get(place, nothing) for place in places])


def fit(corpora: Sequence[Seen], drills: Sequence[Seen]) -> np.ndarray:
    """The weights of `second_look.NAMES` and the shift, on corpora and families; not calibrated yet."""
    told = [(one, CORPUS_WEIGHT) for one in corpora] + [(one, 1.0) for one in drills]
    known = [(one.figures[one.labels >= 0], one.labels[one.labels >= 0], weight) for one, weight in told]
    figures, labels = (np.concatenate([one[column] for one in known]) for column in (0, 1))
    weights = np.concatenate([np.full(len(one[1]), one[2]) for one in known])
    scale = StandardScaler().fit(figures, sample_weight=weights)
    line = LogisticRegression(C=STRENGTH, max_iter=5000).fit(scale.transform(figures), labels, sample_weight=weights)
    slopes = line.coef_[0] / scale.scale_
    return np.append(slopes, line.intercept_[0] - slopes @ scale.mean_)


def odds(one: Seen, weights: np.ndarray) -> np.ndarray:
    return np.asarray(one.figures @ weights[:-1] + weights[-1])


def calibrated(weights: np.ndarray, told: Sequence[np.ndarray], corpora: Sequence[Seen]) -> np.ndarray:
    """The weights scaled and shifted to be right on corpora; `told` are log odds by weights that had not seen them."""
    known = [one.labels >= 0 for one in corpora]
    x = np.concatenate([one[decided] for one, decided in zip(told, known, strict=True)])
    y = np.concatenate([one.labels[decided] for one, decided in zip(corpora, known, strict=True)])
    line = LogisticRegression(C=1e6).fit(x[:, None], y)
    slope = float(line.coef_[0, 0])
    return np.append(weights[:-1] * slope, weights[-1] * slope + float(line.intercept_[0]))


def left_out(corpora: Sequence[Seen], drills: Sequence[Seen]) -> list[np.ndarray]:
    """Log odds of the pairs of each corpus by weights that were fitted on the others; not calibrated yet."""
    return [odds(one, fit([other for other in corpora if other is not one], drills)) for one in corpora]


def calibrated_in_turn(told: Sequence[np.ndarray], corpora: Sequence[Seen]) -> list[np.ndarray]:
    """The log odds of `left_out`, those of each corpus calibrated on the others."""
    found = []
    for place, one in enumerate(told):
        others = [other for other in range(len(told)) if other != place]
        line = calibrated(np.array([1.0, 0.0]), [told[other] for other in others], [corpora[other] for other in others])
        found.append(one * line[0] + line[1])
    return found


def domain_folds(drills: Sequence[Seen]) -> list[list[str]]:
    """The domains of the families in turn, so that every fold has its share."""
    domains = sorted({one.group for one in drills})
    return [domains[start::FOLDS] for start in range(FOLDS)]
