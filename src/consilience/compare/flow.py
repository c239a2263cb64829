"""Two run folders -> what changed between them (schema consilience/compare/1).

read both -> level 1 of both audits -> pair the questions -> levels 2 and 3 of each -> statistics over the pairs -> gate
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from consilience.compare import corpus, gate, questions
from consilience.compare.pairs import Pairs, pair
from consilience.compare.records import question_dict
from consilience.compare.runs import AGREEMENT, ANSWERS, AUDIT, PARTS, Line, Run, read, sharing
from consilience.compare.said import statements
from consilience.compare.samples import sample
from consilience.report.writer import RunError

SCHEMA = "consilience/compare/1"
RETRIEVAL = ("SS1", "SSmu", "SSsigma", "k")
_JUDGED = ("scored", "abstained", "judge_failed")


def compare(a: Path, b: Path, *, resamples: int = 1000, seed: int = 0) -> dict[str, Any]:
    """What changed from run `a` to run `b`: plain values in a fixed order, no NaN. Same runs, same bytes.

    `resamples` and `seed` are those of the bootstrap over pairs. Levels that only one run has are None, with the reason
    in `not_compared`. Raises RunError when a folder is no run or damaged, or when the two have nothing in common.
    """
    share = sharing()
    one, other = read(a, share), read(b, share)
    level_1 = _level_1(one, other, a, b)
    pairs = None if one.lines is None or other.lines is None else pair(one.lines, other.lines)
    absent = dict(_absent(one, other, pairs))
    if len(absent) == len(questions.LEVELS):
        why = f"{absent['corpus']}, and {absent['retrieval']}"
        raise RunError(f"{a} and {b} have nothing in common to compare: {why}.")
    asked = _asked(pairs, level_1, with_answers="answer" not in absent)
    done: dict[str, Any] = {
        "schema": SCHEMA, "version": version("consilience"), "runs": {"a": _run(one), "b": _run(other)},
        "changed": False, "levels": {},
        "not_compared": [{"level": level, "reason": why} for level, why in absent.items()],
        "made_with": list(_differences(one.made, other.made)),
        "corpus": None if level_1 is None else corpus.to_dict(level_1, resamples, seed),
        "questions": None if pairs is None else _paired(pairs),
        "retrieval": None if "retrieval" in absent else _retrieval(asked, resamples, seed),
        "answer": None if "answer" in absent else _answers(asked, resamples, seed),
        "moved": [question_dict(each) for each in asked if each.moved],
    }  # fmt: skip
    done["levels"] = {level: None if level in absent else _moved(level, done, asked) for level in questions.LEVELS}
    done["changed"] = any(done["levels"].values()) or bool(pairs and pairs.left_out)
    return done | {"regressions": list(gate.regressions(done))}


def _level_1(one: Run, other: Run, a: Path, b: Path) -> corpus.Corpus | None:
    if one.audit is None or other.audit is None:
        return None
    # Another F finds other statements in the same document, and would make it look like another one.
    alike = one.audit["operators"].get("F") == other.audit["operators"].get("F")
    return corpus.compare(one.audit, other.audit, (statements(a), statements(b)) if alike else (None, None))


def _absent(a: Run, b: Run, pairs: Pairs | None) -> Iterator[tuple[str, str]]:
    """The levels that cannot be compared, and why."""
    if a.audit is None or b.audit is None:
        yield "corpus", _lacks(a, b, AUDIT, [run for run in (a, b) if run.audit is None])
    if pairs is None:
        why = _lacks(a, b, ANSWERS, [run for run in (a, b) if run.lines is None])
        yield from (("retrieval", why), ("answer", why))
    elif not pairs.both:
        why = "no question is in both runs"
        yield from (("retrieval", why), ("answer", why))
    else:
        silent = [run.name for run in (a, b) if not any(map(_has_answer, run.lines or ()))]
        if silent:
            yield "answer", f"{' and '.join(silent)} {'hold' if len(silent) > 1 else 'holds'} no answers"


def _lacks(a: Run, b: Run, file: str, runs: Sequence[Run]) -> str:
    return f"neither run holds {file}" if len(runs) == 2 else f"{runs[0].name} holds no {file}"


def _has_answer(line: Line) -> bool:
    return line.answer is not None or line.status in _JUDGED


def _asked(pairs: Pairs | None, level_1: corpus.Corpus | None, *, with_answers: bool) -> list[questions.Question]:
    names, touched = ({}, {}) if level_1 is None else (level_1.names, level_1.touched())
    both = pairs.both if pairs else ()
    return [questions.compare(one, other, names, touched, with_answers=with_answers) for one, other in both]


def _run(run: Run) -> dict[str, Any]:
    return {
        "folder": run.name,
        "version": run.made["version"],
        "documents": None if run.audit is None else len(run.audit["documents"]),
        "questions": None if run.lines is None else len(run.lines),
    }


def _differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Settings, operators and versions that the runs were not both made with; an absent one is None.

    How a run was run (section `run`: engine, cache) changes no result and is left out.
    """
    one, other = _flat(a), _flat(b)
    for name in sorted(set(one) | set(other)):
        if one.get(name) != other.get(name) and not name.startswith("settings.run."):
            yield {"name": name, "a": one.get(name), "b": other.get(name)}


def _flat(value: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, inner in value.items():
        path = f"{under}{name}"
        found |= _flat(inner, f"{path}.") if isinstance(inner, Mapping) else {path: inner}
    return found


def _paired(pairs: Pairs) -> dict[str, Any]:
    left = [{"run": one.run, "id": one.id, "question": one.question, "reason": one.reason} for one in pairs.left_out]
    return {"both": len(pairs.both), "left_out": left}


def _retrieval(asked: Sequence[questions.Question], resamples: int, seed: int) -> dict[str, Any]:
    return {
        "moved": sum("retrieval" in one.moved for one in asked),
        "new": sum(len(one.evidence.new) for one in asked),
        "gone": sum(len(one.evidence.gone) for one in asked),
        "reordered": sum(one.evidence.reordered for one in asked),
        **{name: _sample(asked, name, resamples, seed) for name in RETRIEVAL},
    }


def _answers(asked: Sequence[questions.Question], resamples: int, seed: int) -> dict[str, Any]:
    found = [one.answered for one in asked if one.answered is not None]
    status = Counter((one.a.status, one.b.status) for one in asked)
    return {
        "moved": sum("answer" in one.moved for one in asked),
        "texts": sum(bool(one.text) for one in found),
        "judged_otherwise": sum(one.judged_otherwise for one in found),
        "verdicts": sum(len(one.verdicts) for one in found),
        "scored": {
            "a": sum(one.a.scores["ACS"] is not None for one in asked),
            "b": sum(one.b.scores["ACS"] is not None for one in asked),
        },
        "status": [{"a": a, "b": b, "n": n} for (a, b), n in sorted(status.items(), key=str)],
        **{name: _sample(asked, name, resamples, seed) for name in ("ACS", *PARTS, AGREEMENT)},
    }  # fmt: skip


def _sample(asked: Sequence[questions.Question], name: str, resamples: int, seed: int) -> dict[str, Any]:
    pairs = [(one.a.scores[name], one.b.scores[name]) for one in asked]
    reasons = [_missing(one, name) for one, (a, b) in zip(asked, pairs, strict=True) if a is None or b is None]
    return sample(pairs, reasons, resamples, seed)


def _missing(one: questions.Question, name: str) -> str:
    """Why a score is not in both runs."""
    lack = [(run, line) for run, line in (("A", one.a), ("B", one.b)) if line.scores[name] is None]
    where = "both runs" if len(lack) == 2 else f"run {lack[0][0]}"
    line = lack[-1][1]
    why = line.reasons.get("ACS" if name in PARTS else name) or line.status or "no reason was recorded"
    return f"not measured in {where}: {why}"


def _moved(level: str, done: Mapping[str, Any], asked: Sequence[questions.Question]) -> bool:
    return corpus.changed(done["corpus"]) if level == "corpus" else any(level in one.moved for one in asked)
