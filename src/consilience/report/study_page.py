"""A study as one HTML file in the look of report.html: no script, no network, a strict policy.

All text enters through Jinja's autoescape; study_figure escapes what the panels of the figure show.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from consilience.report import study_cells, study_figure
from consilience.report.comparison_page import figure
from consilience.report.definitions import ANSWER_DEFINITIONS, DEFINITIONS
from consilience.report.frame import asset, environment, policy
from consilience.report.html import operators_table

STYLES = ("base.css", "overview.css", "documents.css", "study.css", "narrow.css", "print.css")
OUTCOMES = {"holds": "Holds here", "does not hold": "Does not hold here", "not measured": "Not measured here"}
FIGURE = "figure 3"


def render(told: Mapping[str, Any]) -> str:
    """The page for the content of a study report (schema consilience/study-report/1); the same bytes for the same."""
    style = _style()
    page = environment().get_template("study.html.j2").render(
        told=told,
        policy=policy(style),
        style=style,
        figures=study_figure.panels(told["figure"]),
        tables=[_table(table) for table in told["tables"] if table["id"] != FIGURE],
        numbers=[_table(table) for table in told["tables"] if table["id"] == FIGURE],
        claims=[(OUTCOMES[name], name, _claims(told, name)) for name in OUTCOMES if _claims(told, name)],
        operators=operators_table(told),
        definitions=DEFINITIONS + ANSWER_DEFINITIONS,
        score=figure,
    )  # fmt: skip
    return page.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate has no UTF-8 form


def _table(table: Mapping[str, Any]) -> dict[str, Any]:
    head = [(column["name"], _look(column)) for column in table["columns"]]
    return {**table, "named": study_cells.named(table), "head": head, "lines": study_cells.lines(table)}


def _look(column: Mapping[str, Any]) -> str:
    """The class of a column's cells: figures, what the paper gives, or words."""
    return "number" if study_cells.right(column) else "paper" if column["name"].endswith("paper") else "words"


def _claims(told: Mapping[str, Any], outcome: str) -> list[Mapping[str, Any]]:
    return [claim for claim in told["claims"] if claim["outcome"] == outcome]


@cache
def _style() -> str:
    return "\n".join(asset(name) for name in STYLES)
