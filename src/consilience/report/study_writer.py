"""The files of a study report: page, Markdown, figure, tables as CSV. Each appears whole or not at all."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from consilience.report import study_cells, study_figure, study_markdown, study_page
from consilience.report.errors import RunError
from consilience.report.writer import replacing

Form = Literal["html", "md", "csv"]
PAGE, MARKDOWN, FIGURE, TABLES = "study.html", "study.md", "figure3.svg", "tables"
FORMS: tuple[Form, ...] = ("html", "md", "csv")


def write_study(folder: Path, told: Mapping[str, Any], forms: tuple[Form, ...] = FORMS) -> list[str]:
    """Write the forms of a study report into a run and return their names. Raises RunError."""
    names = [name for form in forms for name in _FILES[form](folder, told)]
    return list(dict.fromkeys(names))


def _html(folder: Path, told: Mapping[str, Any]) -> list[str]:
    _write(folder / PAGE, study_page.render(told))
    return [PAGE]


def _markdown(folder: Path, told: Mapping[str, Any]) -> list[str]:
    _write(folder / MARKDOWN, study_markdown.render(told, FIGURE))
    _write(folder / FIGURE, study_figure.drawing(told["figure"]))
    return [MARKDOWN, FIGURE]


def _csv(folder: Path, told: Mapping[str, Any]) -> list[str]:
    for table in told["tables"]:
        header, rows = study_cells.flat(table)
        _write(folder / TABLES / f"{file_name(table)}.csv", _lines([header, *rows]))
    head = ("id", "section", "claim", "outcome", "numbers", "why", "basis")
    claims = [[claim[name] for name in head] for claim in told["claims"]]
    _write(folder / TABLES / "claims.csv", _lines([head, *claims]))
    return [f"{TABLES}/"]


_FILES: Mapping[Form, Callable[[Path, Mapping[str, Any]], list[str]]] = {"html": _html, "md": _markdown, "csv": _csv}


def file_name(table: Mapping[str, Any]) -> str:
    """'table-2-ingestion', so that the files stand in the order of the paper; 'tests' for a table it does not have."""
    number = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8}.get(table["id"])
    return f"table-{number}-{table['slug']}" if number else str(table["slug"])


def _lines(rows: list[Any]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        with replacing(path) as file:
            file.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror or error}.") from error
