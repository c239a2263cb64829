"""`answers`: the questions of the corpora asked, answered and judged, by the embedded judge and by rules; the state of
the evidence on fitz-gov.

A targeted question *names* its conflict when an evidence conflict quotes two of its assertions that have different
values. `--explain` lists the questions that do not, and the control questions for which a conflict is told.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from answers_causes import CAUSES, cause
from answers_truth import names
from figures import Figure, at_least, table
from retrieval_measure import indexed
from retrieval_truth import Corpus, corpus

from consilience.answer.entries import acs
from consilience.answer.flow import Responder, passages
from consilience.answer.rules import RulesJudge
from consilience.model import AnswerAudit, NotMeasured
from consilience.settings import Settings
from consilience.stores import AUDITOR, open_store

NAMED, AUC, CONTROL, STATE = 0.60, 0.85, 0.80, 0.65
_GOOD = 0.85  # ACS of a control question that is answered well


@dataclass(frozen=True)
class Judged:
    """A question with what J said. `named` is None where it hits no conflict; `cause` says how far its conflict got."""

    id: str
    kind: str
    text: str
    audit: AnswerAudit
    named: bool | None
    cause: str = ""


def run(shared: Path, explain: bool = False) -> str:
    corpora = [corpus(path.parent) for path in sorted(shared.glob("corpora/*/truth.json"))]
    parts = []
    if corpora:
        with tempfile.TemporaryDirectory() as folder:
            both = list(_judged(corpora, indexed(corpora, Path(folder), Settings()), shared))
        found, by_rules = [one for one, _ in both], [one for _, one in both]
        parts += [table("answers: questions of the corpora", _figures(found))]
        parts += [table("answers: the same answers judged by rules", _untargeted(_figures(by_rules)))]
        parts += [table("answers: targeted questions, how far their conflict got", _causes(found))]
        parts += [_explained(found)] if explain else []
    if (shared / "data/fitz_gov.jsonl").exists():
        parts.append(table("answers: state of the evidence", [_state(shared)]))
    return "\n".join(parts) or f"## answers\n\nSkipped: there is no data below {shared} (--shared DIR).\n"


def _judged(corpora: Sequence[Corpus], bases: Mapping[str, str], shared: Path) -> Iterator[tuple[Judged, Judged]]:
    """Each question with what the embedded judge says of its answer, and what the judge by rules says of the same."""
    for one in corpora:
        truth = json.loads((shared / "corpora" / one.name / "truth.json").read_text("utf-8"))
        conflicts = {item["id"]: item for item in truth["conflicts"]}
        with open_store(bases[one.name]).read() as reader:
            responder = Responder(reader, Settings())
            for query in truth["queries"]:
                response = responder.respond(query["question"], AUDITOR)
                assert response.audit is not None and response.answer is not None  # the default settings have a G
                evidence, hit = passages(response.retrieval.retrieved), conflicts.get(query["conflict_id"])
                told = _told(query, response.audit, hit)
                lost = hit is not None and cause(
                    query["question"], response.retrieval.retrieved, hit["assertions"], response.audit, bool(told.named)
                )
                by_rules = RulesJudge().judge(query["question"], response.answer.text, evidence)
                yield replace(told, cause=lost or ""), _told(query, by_rules, hit)


def _told(query: Mapping[str, Any], audit: AnswerAudit, hit: Mapping[str, Any] | None) -> Judged:
    named = None if hit is None else any(names(told, hit["assertions"]) for told in audit.conflicts)
    return Judged(query["id"], query["type"], query["question"], audit, named)


def _figures(found: Sequence[Judged]) -> list[Figure]:
    targeted, control = ([one for one in found if one.kind == kind] for kind in ("targeted", "control"))
    named = sum(bool(one.named) for one in targeted) / len(targeted)
    good = sum(_score(one) >= _GOOD for one in control) / len(control)
    alarmed = sum(any(told.touches for told in one.audit.conflicts) for one in control)
    return [
        at_least(f"{len(targeted)} targeted questions name their conflict", named, NAMED),
        at_least("AUC of ACS, targeted against control", auc(_scores(targeted), _scores(control)), AUC),
        at_least(f"{len(control)} control questions with ACS of at least {_GOOD}", good, CONTROL),
        Figure("control questions with a conflict that touches the answer", str(alarmed)),
        Figure("without a score", str(sum(isinstance(acs(one.audit), NotMeasured) for one in (*targeted, *control)))),
    ]


def _untargeted(figures: Sequence[Figure]) -> list[Figure]:
    """The same figures without the targets, which are those of the default judge."""
    return [Figure(one.name, one.value) for one in figures]


def _causes(found: Sequence[Judged]) -> list[Figure]:
    """For each cause how many questions, and their mean ACS."""
    lost = {name: [_score(one) for one in found if one.cause == name] for name in CAUSES}
    return [
        Figure(name, str(len(scores)), f"mean ACS {sum(scores) / len(scores):.2f}")
        for name, scores in lost.items()
        if scores
    ]


def auc(lower: Sequence[float], higher: Sequence[float]) -> float:
    """How often one of `higher` is above one of `lower`, a tie counting half."""
    pairs = [(a < b) + 0.5 * (a == b) for a in lower for b in higher]
    return sum(pairs) / len(pairs)


def _scores(found: Sequence[Judged]) -> list[float]:
    return [_score(one) for one in found]


def _score(one: Judged) -> float:
    """ACS; an answer without one counts as 0: nobody was helped."""
    score = acs(one.audit)
    return 0.0 if isinstance(score, NotMeasured) else score


def _state(shared: Path) -> Figure:
    sys.path.insert(0, str(Path(__file__).parents[1] / "training"))
    import train_state

    rows: list[dict[str, Any]] = train_state.rows(shared)
    right = train_state.accuracy(rows)
    return at_least(f"accuracy on {len(rows)} rows, ten-fold by question", right, STATE, digits=3)


def _explained(found: Sequence[Judged]) -> str:
    lines = ["## answers: not named, or told where there is none", ""]
    for one in found:
        if one.named is False or (one.named is None and any(told.touches for told in one.audit.conflicts)):
            lines.append(f"- {one.id} {one.text} (ACS {_score(one):.2f}, {one.audit.status})")
            lines += [f"  - {told.confidence:.2f} {told.explanation}" for told in one.audit.conflicts]
    return "\n".join(lines) + "\n"
