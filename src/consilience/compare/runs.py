"""A run folder as a comparison sees it. Runs may come from other versions or programs, so that every field is checked.

Texts are held once however many questions they answer: two runs of a knowledge base share most of their passages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consilience.compare.fields import Fields
from consilience.report.run_files import ANSWERS as ANSWERS
from consilience.report.run_files import an_object, json_lines, summary_of
from consilience.report.writer import RunError, load_run

AUDIT = "audit.json"
SCORES = ("SS1", "SSmu", "SSsigma", "ACS")
PARTS = ("alignment", "support", "contradiction")
AGREEMENT = "agreement"  # of an answer with its reference


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of R(q): `text` is None where the run does not hold it, `chunk` where there is no index behind it."""

    doc: str
    start: int
    end: int
    text: str | None
    chunk: str | None
    similarity: float | None
    rerank: float | None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A conflict inside the evidence: what it quotes, and which values stand against each other."""

    values: tuple[str, ...]
    quotes: frozenset[tuple[str, str]]  # (document, quote)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of answers.jsonl. `scores`: SS1, SSmu, SSsigma, k, ACS, its parts and agreement; None: not measured."""

    id: str
    question: str
    type: str | None
    roles: tuple[str, ...] | None
    status: str | None
    answer: str | None
    scores: Mapping[str, float | None]
    reasons: Mapping[str, str]
    passages: tuple[Passage, ...]
    claims: tuple[tuple[str, str], ...] | None  # (text, verdict)
    conflicts: tuple[Disagreement, ...] | None


@dataclass(frozen=True, slots=True)
class Run:
    """What lies in a run folder: `audit` and `lines` are None where that level was not run."""

    name: str
    audit: Mapping[str, Any] | None
    lines: tuple[Line, ...] | None
    made: Mapping[str, Any]  # version, settings and operators, from whichever file has them


def read(folder: Path, share: Callable[[str], str] = str) -> Run:
    """The run in `folder`; `share` returns the one copy of a text (`sharing`).

    Raises RunError: there is no such folder, it holds neither audit.json nor answers.jsonl, or one of them is damaged.
    """
    if not folder.is_dir():
        raise RunError(f"There is no folder {folder}.")
    has_audit, has_answers = ((folder / name).is_file() for name in (AUDIT, ANSWERS))
    if not (has_audit or has_answers):
        raise RunError(f"{folder} is not a run: it holds neither {AUDIT} nor {ANSWERS}.")
    audit, summary = (load_run(folder) if has_audit else None), summary_of(folder)
    lines = tuple(_lines(folder / ANSWERS, share)) if has_answers else None
    return Run(str(folder), audit, lines, _made(audit, None if summary is None else summary[1]))


def sharing() -> Callable[[str], str]:
    """A function that returns for equal texts the same object."""
    pool: dict[str, str] = {}
    return lambda text: pool.setdefault(text, text)


def _made(*files: Mapping[str, Any] | None) -> dict[str, Any]:
    """Version, settings and operators. An audit and an evaluation may share a folder; each adds what it alone knows."""
    made: dict[str, Any] = {"version": None, "settings": {}, "operators": {}}
    for file in (one for one in files if one is not None):
        made["version"] = made["version"] or file.get("version")
        for name in ("settings", "operators"):
            held = file.get(name)
            made[name] = {**(held if isinstance(held, Mapping) else {}), **made[name]}
    return made


def _lines(path: Path, share: Callable[[str], str]) -> Iterator[Line]:
    for line in json_lines(path):
        yield _line(an_object(line.told, line.where), line.where, share)


def _line(raw: Mapping[str, Any], where: str, share: Callable[[str], str]) -> Line:
    line = Fields(raw, where, share)
    parts = line.inner("parts")
    scores = {name: line.number(name) for name in (*SCORES[:3], "k", "ACS", AGREEMENT)}
    roles = line.each("roles", optional=True)
    claims, conflicts = line.items("claims"), line.items("evidence_conflicts")
    return Line(
        id=line.text("id"), question=line.text("question"), type=line.maybe("type"),
        roles=None if roles is None else tuple(roles), status=line.maybe("status"), answer=line.maybe("answer"),
        scores=scores | {name: parts.number(name) for name in PARTS},
        reasons=line.inner("not_measured").words(),
        passages=tuple(_passage(one) for one in line.items("retrieved") or ()),
        claims=None if claims is None else tuple((one.text("text"), one.text("verdict")) for one in claims),
        conflicts=None if conflicts is None else tuple(_disagreement(one) for one in conflicts),
    )  # fmt: skip


def _passage(raw: Fields) -> Passage:
    return Passage(
        raw.text("doc"), raw.place("start"), raw.place("end"), raw.maybe("text"), raw.maybe("chunk"),
        raw.number("similarity"), raw.number("rerank"),
    )  # fmt: skip


def _disagreement(raw: Fields) -> Disagreement:
    sides = raw.items("values") or []
    return Disagreement(
        tuple(side.text("value") for side in sides),
        frozenset((side.text("doc"), folded(side.text("quote"))) for side in sides),
    )


def folded(text: str) -> str:
    """A text with each run of white space as one space: a quote is the same however its lines are broken."""
    return " ".join(text.split())
