"""A run as one HTML file: no network, no external font, a strict content security policy.

The template prints what is small (scores, definitions, how it was made); the lists of conflicts and documents travel as
embedded JSON and are built by the script as they come into view, so that 2,000 conflicts open at once. Untrusted text
enters the page through Jinja's autoescape or as a text node, never as markup.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from consilience.report import answers_cards, answers_page, charts, spending, view
from consilience.report.definitions import ANSWER_DEFINITIONS, DEFINITIONS, REASONS
from consilience.report.frame import asset, environment, policy

if TYPE_CHECKING:
    from consilience.report.answers_run import AnswerRun

ASIDE = 5_000  # pairs set aside that the page holds; audit.json holds all, and the page says so
ROLES = {"Q": "Q, quality", "F": "F, facts", "J": "J, judge", "G": "G, generator"}
STYLES = ("base.css", "overview.css", "conflicts.css", "documents.css", "answers.css", "narrow.css", "print.css")
SCRIPTS = (
    "dom.js", "data.js", "lazy.js", "passages.js", "conflicts.js", "documents.js", "aside.js", "answers.js", "main.js",
)  # fmt: skip

_BESIDE_AUDIT = (
    "The same documents, operators and settings give the same result. Beside this file, audit.json holds everything "
    "shown here and facts.jsonl every fact that was found."
)
_BESIDE_ANSWERS = (
    "The same questions, evidence, operators and settings give the same result. Beside this file, answers.jsonl holds "
    "every answer with its evidence."
)


def render(audit: Mapping[str, Any] | None, run: AnswerRun | None = None) -> str:
    """The page for an audit, for a run of answers, or for both; the same bytes for the same content."""
    if audit is None and run is None:
        raise ValueError("There is neither an audit nor a run of answers to show.")
    style, script = _style(), _script()
    corpus = {} if audit is None else _corpus(audit)
    known = {} if audit is None else {conflict["id"]: conflict for conflict in audit["conflicts"]}
    shown = None if run is None else answers_page.context(run, known)
    page = (
        environment()
        .get_template("report.html.j2")
        .render(
            audit=audit,
            answers=shown,
            policy=policy(style, script),
            style=style,
            script=script,
            data=embed(_data(audit, run, known)),
            definitions=(() if audit is None else DEFINITIONS) + (() if run is None else ANSWER_DEFINITIONS),
            made=_made(audit, run),
            kept="audit.json" if audit is not None else "answers.jsonl",
            documents=set() if audit is None else {document["id"] for document in audit["documents"]},
            plural=view.plural,
            bar=charts.bar,
            **corpus,
        )
    )
    return page.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate has no UTF-8 form


def _corpus(audit: Mapping[str, Any]) -> dict[str, Any]:
    """What the template prints of an audit."""
    return {
        "headline": view.headline(audit),
        "scores": [(score, charts.scale(score)) for score in view.score_views(audit)],
        "dimensions": [(view.dimension_name(name), mean) for name, mean in view.dimension_means(audit).items()],
        "histogram": charts.histogram([d["IaDNI"] for d in audit["documents"] if d["IaDNI"] is not None]),
        "kinds": _kinds(audit),
        "worst": view.worst_documents(audit, 5),
        "pairs": view.contrary_pairs(audit, 3),
        "steps": view.next_steps(audit),
    }


def _data(audit: Mapping[str, Any] | None, run: AnswerRun | None, known: Mapping[str, Any]) -> dict[str, Any]:
    """What the script builds its lists from; empty lists for a half that the run does not have."""
    return {
        "audit": _lists(audit or dict.fromkeys(("documents", "conflicts", "skipped", "set_aside"), ())),
        "answers": answers_cards.NOTHING if run is None else answers_cards.records(run, known),
        "reasons": REASONS,
        "dimensions": view.DIMENSION_NAMES,
    }


def _made(audit: Mapping[str, Any] | None, run: AnswerRun | None) -> list[dict[str, Any]]:
    """How each half was made: version, operators, settings, counts, timings."""
    halves: list[tuple[str, str, Mapping[str, Any]]] = []
    if audit is not None:
        halves.append(("Audit", _BESIDE_AUDIT, audit))
    if run is not None:
        halves.append(("Evaluation" if run.name == "eval.json" else "Judged answers", _BESIDE_ANSWERS, run.summary))
    return [
        {
            "title": title,
            "beside": beside,
            "version": source.get("version", ""),
            "operators": operators_table(source),
            "settings": _flat(source.get("settings") or {}),
            "counts": source.get("counts") or {},
            "spending": spending.rows(source),
            "timings": sorted((source.get("timings") or {}).items(), key=lambda item: (-item[1], item[0])),
        }
        for title, beside, source in halves
    ]


def embed(value: object) -> str:
    """JSON that may stand inside a <script> element: nothing in it can end the element or open a comment."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _lists(audit: Mapping[str, Any]) -> dict[str, Any]:
    lists = {name: audit[name] for name in ("documents", "conflicts", "skipped")}
    return lists | {"set_aside": audit["set_aside"][:ASIDE], "set_aside_total": len(audit["set_aside"])}


def _kinds(audit: Mapping[str, Any]) -> list[tuple[str, int]]:
    counted = Counter(conflict["kind"] for conflict in audit["conflicts"])
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def operators_table(source: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    """Role, name, version and settings of each operator, for a table."""
    rows = []
    for role, spec in sorted((source.get("operators") or {}).items()):
        known = spec if isinstance(spec, Mapping) else {"name": spec}
        settings = ", ".join(f"{name} = {value}" for name, value in _flat(dict(known.get("settings") or {})))
        rows.append((ROLES.get(role, role), str(known.get("name", "")), str(known.get("version", "")), settings))
    return rows


def _flat(settings: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Nested settings as dotted names, sorted."""
    rows: list[tuple[str, str]] = []
    for name, value in sorted(settings.items()):
        rows += _flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else [(f"{prefix}{name}", str(value))]
    return rows


@cache
def _style() -> str:
    return "\n".join(asset(name) for name in STYLES)


@cache
def _script() -> str:
    # One function scope for all files: they share names with each other and with nothing else.
    return "(() => {\n'use strict';\n" + "\n".join(asset(name) for name in SCRIPTS) + "\n})();\n"
