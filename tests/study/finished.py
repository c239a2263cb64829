"""A finished study made by hand, small enough to know every figure: four corpora, five of the shipped questions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from consilience.study.baseline import Baseline, TrueKey, load
from consilience.study.register import write_register

TYPES = {"Q01": "targeted", "Q03": "targeted", "Q11": "control", "Q13": "control", "Q25": "synthesis"}
ACS = {  # by corpus, in the order of the questions
    "A": (1.0, 1.0, 1.0, 1.0, 0.9), "B": (0.25, 0.3, 1.0, 0.95, 0.9), "C": (1.0, 1.0, 1.0, 1.0, 0.6),
    "D": (0.5, 0.4, 1.0, 1.0, 0.5),
}  # fmt: skip
SSMU = {"A": 0.625, "B": 0.75, "C": 0.5, "D": 0.6875}
_LEVEL_1 = {  # IaDNI, IeDCD, flagged
    "A": (0.9, 1.0, 0), "B": (0.88, 0.9, 2), "C": (0.25, 1.0, 0), "D": (0.5, 0.92, 3),
}  # fmt: skip
_KINDS = {"A": ["clean"], "B": ["clean", "conflict"], "C": ["degraded"], "D": ["clean", "conflict", "degraded", "both"]}
CHANGED = ("Q01", "Q03")  # of whose relation B and D hold another value


def write(
    folder: Path,
    *,
    both_sides: bool = False,
    acs: Mapping[str, tuple[float | None, ...]] = ACS,
    reviews: Mapping[str, Mapping[str, str]] | None = None,
    operator: str = "embedded",
    quote: str | None = None,
    unmeasured: str = "",
) -> Path:
    """Write RUN and return it.

    `both_sides`: the answers of B give the changed value beside the true one. `reviews` are columns of reviewers by
    instance, `operator` the name of every operator, `quote` what the competing statement of Q01 says. In
    the corpora named in `unmeasured` level 1 has no score.
    """
    folder.mkdir(parents=True, exist_ok=True)
    baseline = load()
    _json(folder / "study.json", _study(baseline, operator, unmeasured))
    _lines(folder / "recovery.jsonl", _recovery(baseline))
    _lines(folder / "correspondence.jsonl", _correspondence(baseline))
    _lines(folder / "provenance.jsonl", _provenance(baseline))
    rows = []
    for corpus in ACS:
        answers = [_answer(baseline, corpus, name, both_sides, quote) for name in TYPES]
        (folder / corpus).mkdir(exist_ok=True)
        _lines(folder / corpus / "answers.jsonl", answers)
        rows += [_row(baseline, corpus, line, score) for line, score in zip(answers, acs[corpus], strict=True)]
    write_register(folder, [row | dict((reviews or {}).get(row["instance"], {})) for row in rows])
    return folder


def _study(baseline: Baseline, operator: str, unmeasured: str) -> dict[str, Any]:
    asked = [
        {"id": one.query.id, "documents": list(one.documents), "keys": [key.id for key in one.keys]}
        for one in baseline.queries if one.query.id in TYPES
    ]  # fmt: skip
    spec = {"name": operator, "version": "1", "settings": {}}
    return {
        "schema": "consilience/study/1", "version": "0.1.0", "seed": 0, "profile": "embedded",
        "settings": {"scores": {"bootstrap": 200, "seed": 0}},
        "operators": dict.fromkeys(("Q", "F", "encoder", "generator", "judge"), spec),
        "corpora": {name: _corpus(name, name not in unmeasured) for name in ACS},
        "queries": asked,
    }  # fmt: skip


def _corpus(name: str, measured: bool) -> dict[str, Any]:
    quality, agreement, flagged = _LEVEL_1[name]
    copies = [
        {"kind": kind, "words": 2000 + 100 * number, "injected": 2 if kind in ("conflict", "both") else 0}
        for number, kind in enumerate(_KINDS[name])
    ]
    scores = {"IaDNI": quality, "IeDCD": agreement, "CC": (quality + agreement) / 2}
    return {
        "title": f"Condition {name}", "documents": len(copies), "words": 2000 * len(copies),
        **(scores if measured else dict.fromkeys(scores)),
        "intervals": {"IaDNI": [quality - 0.05, quality + 0.05]} if measured else {},
        "comparable_keys": 20, "flagged_keys": flagged, "copies": copies,
    }  # fmt: skip


def _recovery(baseline: Baseline) -> list[dict[str, Any]]:
    found = [one for one in baseline.references if one.key.doc in ("physics", "history")][:12]
    where = ["value"] * 9 + ["record", None, None]
    return [
        {
            "fact": one.id, "domain": one.key.doc, "statement": one.statement, "recovered": place is not None,
            "record": _record(one.key) if place else None,
            "how": "exact" if place else "missing", "where": place,
        }
        for one, place in zip(found, where, strict=True)
    ]  # fmt: skip


def _correspondence(baseline: Baseline) -> list[dict[str, Any]]:
    lines = []
    for one in _manipulated(baseline):
        met = one.key.doc == "physics"
        record = _record(one.key)
        lines.append({
            "relation_id": one.id, "domain": one.key.doc, "clean": record | {"value": one.canonical},
            "injected": record | {"value": one.injected} if met else None, "matched": met, "flagged": met,
            "conflict_id": "c1" if met else None,
            "why_not": None if met else "no record of the injected statement",
        })  # fmt: skip
    return lines


def _record(key: TrueKey) -> dict[str, Any]:
    return {"entity": key.entity, "relation": key.relation, "value": key.value}


def _manipulated(baseline: Baseline) -> list[Any]:
    keys = {key.id for one in baseline.queries if one.query.id in CHANGED for key in one.keys}
    return [one for one in baseline.manipulated if one.key.id in keys]


def _provenance(baseline: Baseline) -> list[dict[str, Any]]:
    return [
        {
            "corpus": corpus, "relation_id": one.id, "key": one.key.id, "canonical": one.canonical,
            "injected": one.injected,
            "assertions": [{"doc": f"{one.key.doc}.conflict.md", "side": "injected", "value": one.injected}]
            if corpus in "BD" else [],
        }
        for corpus in ACS for one in _manipulated(baseline)
    ]  # fmt: skip


def _answer(baseline: Baseline, corpus: str, name: str, both_sides: bool, quote: str | None) -> dict[str, Any]:
    asked = next(one for one in baseline.queries if one.query.id == name)
    answer, conflicts = str(asked.query.reference), []
    if corpus in "BD" and name in CHANGED:
        changed = next(one for one in _manipulated(baseline) if one.key in asked.keys)
        said = answer.replace(changed.canonical, changed.injected)
        conflicts = [{"values": [
            {"value": changed.canonical, "doc": f"{changed.key.doc}.md", "quote": answer},
            {"value": changed.injected, "doc": f"{changed.key.doc}.conflict.md",
             "quote": quote if quote and name == "Q01" else said},
        ]}]  # fmt: skip
        answer = f"{answer} {said}" if both_sides else answer
    return {
        "id": name, "question": asked.query.question, "reference": asked.query.reference, "answer": answer,
        "claims": [], "evidence_conflicts": conflicts, "justification": "",
    }  # fmt: skip


def _row(baseline: Baseline, corpus: str, line: Mapping[str, Any], score: float | None) -> dict[str, Any]:
    partial = line["answer"] != line["reference"]
    return {
        "instance": f"{corpus}-{line['id']}", "corpus": corpus, "query": line["id"], "type": TYPES[line["id"]],
        "question": line["question"], "reference": line["reference"], "answer": line["answer"],
        "status": "scored" if score is not None else "abstained", "ACS": score, "SS1": 0.875,
        "SSmu": SSMU[corpus], "SSsigma": 0.0 if line["id"] == "Q25" else 0.0625, "k": 1 if line["id"] == "Q25" else 8,
        "automatic": "partial" if partial else "match", "automatic_reason": "", "reviewer_1": "", "reviewer_2": "",
        "note": "",
    }  # fmt: skip


def _json(path: Path, value: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def _lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
