"""The audit as one HTML file: no network, no external font, a strict content security policy.

The template prints what is small (scores, definitions, how it was made); the lists of conflicts and documents travel as
embedded JSON and are built by the script as they come into view, so that 2,000 conflicts open at once. Untrusted text
enters the page through Jinja's autoescape or as a text node, never as markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from consilience.report import charts, view
from consilience.report.definitions import DEFINITIONS, REASONS

STYLES = ("base.css", "parts.css", "print.css")
SCRIPTS = ("dom.js", "data.js", "lazy.js", "passages.js", "conflicts.js", "documents.js", "aside.js", "main.js")


def render(audit: Mapping[str, Any]) -> str:
    """The page for a report model; the same bytes for the same model."""
    style, script = _style(), _script()
    page = (
        _environment()
        .get_template("report.html.j2")
        .render(
            audit=audit,
            headline=view.headline(audit),
            policy=_policy(style, script),
            style=Markup(style),
            script=Markup(script),
            data=Markup(embed({"audit": _lists(audit), "reasons": REASONS, "dimensions": view.DIMENSION_NAMES})),
            scores=[(score, Markup(charts.scale(score))) for score in view.score_views(audit)],
            dimensions=[(view.dimension_name(name), mean) for name, mean in view.dimension_means(audit).items()],
            histogram=Markup(charts.histogram([d["IaDNI"] for d in audit["documents"] if d["IaDNI"] is not None])),
            kinds=_kinds(audit),
            worst=view.worst_documents(audit, 6),
            steps=view.next_steps(audit),
            definitions=DEFINITIONS,
            operators=_operators(audit),
            settings=_flat(audit["settings"]),
            timings=sorted((audit.get("timings") or {}).items(), key=lambda item: (-item[1], item[0])),
            plural=view.plural,
            bar=lambda share, label: Markup(charts.bar(share, label)),
        )
    )
    return page.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate has no UTF-8 form


def embed(value: object) -> str:
    """JSON that may stand inside a <script> element: nothing in it can end the element, open a comment or break a line."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _lists(audit: Mapping[str, Any]) -> dict[str, Any]:
    return {name: audit[name] for name in ("documents", "conflicts", "set_aside", "skipped")}


def _kinds(audit: Mapping[str, Any]) -> list[tuple[str, int]]:
    counted = Counter(conflict["kind"] for conflict in audit["conflicts"])
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def _operators(audit: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    rows = []
    for role, spec in sorted(audit["operators"].items()):
        known = spec if isinstance(spec, Mapping) else {"name": spec}
        settings = ", ".join(f"{name} = {value}" for name, value in _flat(known.get("settings") or {}))
        rows.append((role, str(known.get("name", "")), str(known.get("version", "")), settings))
    return rows


def _flat(settings: object, prefix: str = "") -> list[tuple[str, str]]:
    """Nested settings as dotted names, as they are written on the command line and in the environment."""
    if not isinstance(settings, Mapping):
        pairs = settings if isinstance(settings, (list, tuple)) else []
        return [(str(pair[0]), str(pair[1])) for pair in pairs if isinstance(pair, (list, tuple)) and len(pair) == 2]
    rows: list[tuple[str, str]] = []
    for name in sorted(settings):
        value = settings[name]
        rows += _flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else [(f"{prefix}{name}", str(value))]
    return rows


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FunctionLoader(_asset)
    return jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def _asset(name: str) -> str:
    return (files("consilience.report") / "assets" / name).read_text("utf-8")


@cache
def _style() -> str:
    return "\n".join(_asset(name) for name in STYLES)


@cache
def _script() -> str:
    # One function scope for all files: they share names with each other and with nothing else.
    return "(() => {\n'use strict';\n" + "\n".join(_asset(name) for name in SCRIPTS) + "\n})();\n"


def _policy(style: str, script: str) -> str:
    sources = f"style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    return f"default-src 'none'; {sources}; img-src data:; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
