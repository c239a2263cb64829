"""`families`: do two statements answer the same question, and do they agree? Inside slot families.

Only families of the domains that neither the pair network nor the trees of the matcher were trained on
(training/matcher_families.py); the second look saw them, so that each is told by weights that were fitted without its
domain (families_told.py). The rules for qualifiers were written with most families at hand; those at `UNREAD` were not
looked at.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from pathlib import Path

import numpy as np
from families_agreement import agreement, beside
from families_texts import rarities
from families_told import Row, Told, facts_of, number, told_of
from figures import Figure, at_least, table

from consilience.corpus.matching.model import chances
from consilience.corpus.qualify import reason_apart
from consilience.model import Fact
from consilience.values import compare

FOLDS = 5  # of the domains, for the bounds of a judgement
CLASSES = ("conflict", "agree", "different")
UNREAD = (7, 8)  # of eight families in a row, the last was not read while the rules were written


def run(shared: Path) -> str:
    path = shared / "data" / "slot_families.jsonl"
    if not path.is_file():
        return f"## families\n\nSkipped: there is no slot_families.jsonl in {path.parent} (--shared DIR).\n"
    try:
        import sklearn  # noqa: F401
    except ImportError:
        return "## families\n\nSkipped: it needs scikit-learn (pip install '.[train]').\n"
    from matcher_families import held_back_domains, slot_families

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    domains = held_back_domains(shared)
    families = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    held_back = [family for family in families if family["domain"] in domains]
    others = [family for family in slot_families(shared) if family["domain"] not in domains]
    rarity = rarities(others)
    names = {family["id"] for family in families}
    known = [beside(family, rarity, own=family["id"] not in names) for family in others]
    agrees = agreement(known, [beside(family, rarity) for family in held_back])
    told = [told_of(family) for family in held_back]
    return table("families", [*_same_question(told), *_judgement(told, agrees), *_rules(families)])


def _same_question(told: Sequence[Told]) -> list[Figure]:
    truth = np.array([word != "different" for word in _meant(told)])
    read, trees, alone, in_view = _columns(told)
    return [
        Figure("pairs", f"{len(truth):,}"),
        Figure("same question, area under the curve: pair network", f"{_auc(truth, read):.3f}"),
        Figure("the same: trees", f"{_auc(truth, trees):.3f}"),
        Figure("the same: both joined, each pair by itself", f"{_auc(truth, alone):.3f}"),
        at_least("same question, area under the curve: second look", _auc(truth, in_view), 0.82),
    ]


def _meant(told: Sequence[Told]) -> list[str]:
    return [word for one in told for word in one.meant]


def _columns(told: Sequence[Told]) -> list[np.ndarray]:
    """Log odds of all pairs: network, trees, both, second look."""
    return [
        np.concatenate(column)
        for column in zip(*((one.read, one.trees, one.alone, one.in_view) for one in told), strict=True)
    ]


def _judgement(told: Sequence[Told], agrees: np.ndarray) -> list[Figure]:
    """Conflict, agree or different: the same question or not, then the values."""
    *_, alone, in_view = (chances(column) for column in _columns(told))
    return [
        Figure("conflict, agree or different, macro F1, each pair by itself", f"{_judged(told, alone, agrees):.3f}"),
        at_least("conflict, agree or different, macro F1, second look", _judged(told, in_view, agrees), 0.60),
    ]


def _judged(told: Sequence[Told], same_question: np.ndarray, agrees: np.ndarray) -> float:
    """Macro F1 over the domains, each with bounds of both probabilities that are fitted on the others."""
    from sklearn.model_selection import GroupKFold

    truth = np.array(_meant(told), dtype=object)
    said = np.full(len(truth), "different", dtype=object)
    domains = [one.domain for one in told for _ in one.meant]
    for fit, test in GroupKFold(FOLDS).split(same_question, groups=domains):
        levels = np.quantile(same_question[fit], np.linspace(0.4, 0.95, 23))
        bounds = list(product(levels, np.linspace(0.2, 0.6, 9)))
        scores = [_macro_f1(truth[fit], _said(same_question[fit], agrees[fit], *bound)) for bound in bounds]
        said[test] = _said(same_question[test], agrees[test], *bounds[int(np.argmax(scores))])
    return _macro_f1(truth, said)


def _said(same_question: np.ndarray, agrees: np.ndarray, asked: float, same: float) -> list[str]:
    pairs = zip(same_question.tolist(), agrees.tolist(), strict=True)
    return ["different" if p < asked else "agree" if q >= same else "conflict" for p, q in pairs]


def _macro_f1(truth: Sequence[str], said: Sequence[str]) -> float:
    """Mean F1 of the three classes."""
    counts = Counter(zip(truth, said, strict=True))
    scores = []
    for one in CLASSES:
        all_true, all_said = (sum(n for pair, n in counts.items() if pair[side] == one) for side in (0, 1))
        scores.append(2 * counts[one, one] / (all_true + all_said) if counts[one, one] else 0.0)
    return sum(scores) / len(scores)


def _auc(truth: np.ndarray, scores: np.ndarray) -> float:
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(truth, scores))


def _rules(families: Sequence[Row]) -> list[Figure]:
    """Whether the rules alone give a reason for every two facts that state two different values."""
    counts: Counter[tuple[bool, bool, bool]] = Counter()
    for index, family in enumerate(families):
        facts = facts_of(family)
        for a, b in combinations(range(len(family["statements"])), 2):
            told = _set_apart(facts, a, b, family["statements"])
            if told is not None:
                same = family["statements"][a]["slot"] == family["statements"][b]["slot"]
                counts[same, index % UNREAD[1] == UNREAD[0], told] += 1
    return [
        Figure(f"{one} families, rules alone: {name} question, given a reason", _share(counts, name == "same", new))
        for one, new in (("read", False), ("unread", True))
        for name in ("other", "same")
    ]


def _set_apart(facts: Sequence[Fact], a: int, b: int, statements: Sequence[Mapping[str, str]]) -> bool | None:
    """None: there are no two such facts."""
    from matcher_data import says

    of_a, of_b = (
        [one for one in facts if number(one) == place and says(one, statements[place]["value"])] for place in (a, b)
    )
    pairs = [(x, y) for x in of_a for y in of_b if x.value.kind == y.value.kind]
    differ = [(x, y) for x, y in pairs if compare(x.value, y.value, limits_as_values=True).relation == "different"]
    return all(reason_apart(x, y) for x, y in differ) if differ else None


def _share(counts: Counter[tuple[bool, bool, bool]], same: bool, unread: bool) -> str:
    told, silent = counts[same, unread, True], counts[same, unread, False]
    return f"{told / (told + silent):.3f} ({told} of {told + silent})" if told + silent else "none"


__all__ = ["run"]
