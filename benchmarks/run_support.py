"""`support`: is a claim supported by its evidence? The whole path, from answer to verdicts, on rows left out.

Each row is judged as the judge that ships would, by the models of a fold that has not seen its source
(training/folds; training/train_support.py writes them). The judge that ships is used for
the answers that people compared and for the grounding rows of cases.jsonl, which nothing was fitted to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import run_cases
import support_people
import yaml
from figures import Figure, at_least, table
from support_rows import Row, Told, balanced, rows, share, told

from consilience.answer.judge import EmbeddedJudge
from consilience.answer.support_model import SupportModel, stored
from consilience.model import Passage

TRAINING = Path(__file__).resolve().parents[1] / "training"
PLAIN = TRAINING.parent / "tests" / "answer" / "cases" / "plain-claims.yaml"
WICE, SUMMARIES, PEOPLE = 0.68, 0.62, 0.53


def run(shared: Path) -> str:
    data = shared / "data"
    if not (data / "wice.jsonl").is_file():
        return f"## support\n\nSkipped: there is no wice.jsonl in {data} (--shared DIR).\n"
    found = list(_judged(data))
    parts = {name: [one for one in found if one.set == name] for name in dict.fromkeys(one.set for one in found)}
    people = support_people.correlations(data / "ragchecker_human.jsonl")
    figures = [
        at_least("wice: supported against the rest, balanced accuracy", balanced(parts["wice"]), WICE, digits=3),
        at_least("summedits: whole summaries, balanced accuracy", balanced(parts["summedits"]), SUMMARIES, digits=3),
        at_least("ragchecker_human: Pearson with people, overall", people.pop("score"), PEOPLE, digits=3),
        *(Figure(f"ragchecker_human: {name} instead", f"{one:.3f}") for name, one in people.items()),
        *(Figure(f"{name}: balanced accuracy", f"{balanced(parts[name]):.3f}") for name in CLAIMS),
        *_contradictions(parts),
    ]
    return table("support", [*figures, *_plain()]) + "\n" + run_cases.run(shared)


def _plain() -> Iterator[Figure]:
    """Claims of a few words, our own, by the judge that ships: those that its rule was chosen on, and others."""
    cases = yaml.safe_load(PLAIN.read_text("utf-8"))
    for part in ("chosen", "held"):
        right: dict[bool, list[bool]] = {True: [], False: []}
        for case in (one for one in cases if one["part"] == part):
            (claim, *_) = (
                EmbeddedJudge().judge(case["question"], case["answer"], [Passage("a", case["evidence"])]).claims
            )
            right[case["supported"]].append((claim.verdict == "supported") is case["supported"])
        for supported, found in right.items():
            name = f"plain claims, {part}: {'supported' if supported else 'not supported'}, told as so"
            yield Figure(name, f"{sum(found)} of {len(found)}")


CLAIMS = ("fool_me_twice", "fever_symmetric")


def _contradictions(parts: dict[str, list[Told]]) -> Iterator[Figure]:
    """Both errors: a supported row that is called contradicted, and a contradicted one that is called supported."""
    for name, found in sorted(parts.items()):
        wrongly = share(found, "supported", "contradicted")
        yield Figure(f"{name}: supported, told as contradicted", f"{wrongly:.3f}")
    for name in CLAIMS:
        told_so, missed = (share(parts[name], "contradicted", said) for said in ("contradicted", "supported"))
        yield Figure(f"{name}: contradicted, told as so", f"{told_so:.3f}")
        yield Figure(f"{name}: contradicted, told as supported", f"{missed:.3f}")


def _judged(data: Path) -> Iterator[Told]:
    sys.path.append(str(TRAINING))
    from support_data import FOLDS, claim_groups, fold_of, source_group

    models: dict[int, SupportModel] = {fold: stored(TRAINING / "folds", f"-{fold}") for fold in range(FOLDS)}
    for name, file in (("wice", "wice.jsonl"), ("summedits", "summedits.jsonl"), ("claims", "claims.jsonl")):
        given: list[Row] = rows(data / file)
        groups = claim_groups(given) if name == "claims" else [source_group(name, row) for row in given]
        yield from told(name, given, [fold_of(group) for group in groups], models)


__all__ = ["run"]
