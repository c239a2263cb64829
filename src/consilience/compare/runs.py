"""A run folder as a comparison sees it. Runs may come from other versions or programs, so that every field is checked.

Texts are held once however many questions they answer: two runs of a knowledge base share most of their passages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from consilience.compare.fields import Fields
from consilience.report.writer import RunError, load_run

AUDIT, ANSWERS = "audit.json", "answers.jsonl"
SUMMARIES = ("eval.json", "judge.json")  # what was written beside answers.jsonl, with settings and operators
SCORES = ("SS1", "SSmu", "SSsigma", "ACS")
PARTS = ("alignment", "support", "contradiction")
_LONGEST = 50_000_000  # bytes of one line


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
    """One line of answers.jsonl. `scores` holds SS1, SSmu, SSsigma, k, ACS and its parts, None: not measured."""

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
    audit = load_run(folder) if has_audit else None
    lines = tuple(_lines(folder / ANSWERS, share)) if has_answers else None
    return Run(str(folder), audit, lines, _made(audit, _summary(folder)))


def sharing() -> Callable[[str], str]:
    """A function that returns for equal texts the same object."""
    pool: dict[str, str] = {}
    return lambda text: pool.setdefault(text, text)


def _summary(folder: Path) -> Mapping[str, Any]:
    for path in (folder / name for name in SUMMARIES):
        if path.is_file():
            return _object(_parsed(_bytes(path), str(path)), str(path))
    return {}


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
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(iter(lambda: file.readline(_LONGEST + 1), b""), 1):
                where = f"{path}, line {number}"
                if len(raw) > _LONGEST:
                    raise RunError(f"{where} is longer than {_LONGEST:,} bytes.")
                if raw.strip():
                    yield _line(_object(_parsed(raw, where), where), where, share)
    except OSError as error:
        raise _unreadable(path, error) from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> RunError:
    return RunError(f"{path} cannot be read: {error.strerror or error}.")


def _parsed(raw: bytes, where: str) -> object:
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RunError(f"{where} is damaged: {str(error) or 'it is not JSON'}.") from error


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"it holds {constant}, which is not a number")


def _object(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RunError(f"{where} is damaged: it is not a JSON object.")
    return value


def _line(raw: Mapping[str, Any], where: str, share: Callable[[str], str]) -> Line:
    line = Fields(raw, where, share)
    parts = line.inner("parts")
    scores = {name: line.number(name) for name in (*SCORES[:3], "k", "ACS")}
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
