"""A study on a terminal: the sentence to remember, claims, and the tables, as far as the width allows.

Text from documents is untrusted: it is never parsed as markup, and control and direction characters are taken out.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from consilience.report import study_cells
from consilience.report.comparison_page import Page

_MARKS = {"holds": ("holds", "green"), "does not hold": ("no", "yellow"), "not measured": ("n/a", "dim")}

_COUNTED = {"holds": "hold", "does not hold": "do not", "not measured": "not measured"}


def render(told: Mapping[str, Any], console: Console, tables: bool = True) -> None:
    """Print the content of a study report; without `tables` only what is to be remembered."""
    page = Page(console)
    page.say(
        Text(page.clean(told["headline"]), "bold"), Text(page.clean(f"Verdicts on answers: {told['verdicts']}."), "dim")
    )
    _scores(told, page)
    _claims(told, page)
    for table in told["tables"] if tables else ():
        _table(table, page)
    if tables:
        page.say(Text(), Text(page.clean(told["source"]), "dim"))


def written(folder: Path, names: list[str], console: Console) -> None:
    """Say where the files are."""
    Page(console).say(Text(), Text(f"Written to {folder}: {', '.join(names)}"))


def _scores(told: Mapping[str, Any], page: Page) -> None:
    parts = ("documents", "IaDNI", "IeDCD", "CC", "flagged_keys", "ACS")
    grid = _grid(page, [("corpus", False), *((name.replace("_keys", ""), True) for name in parts)])
    for name, one in told["scores"].items():
        kinds = ["count" if part in ("documents", "flagged_keys") else "score" for part in parts]
        cells = [study_cells.shown(one[part], kind) for part, kind in zip(parts, kinds, strict=True)]
        grid.add_row(page.clean(f"{name} {one['title']}"), *map(page.clean, cells))
    page.say(Text(), grid)


def _claims(told: Mapping[str, Any], page: Page) -> None:
    counts = ", ".join(f"{told['outcomes'].get(name, 0)} {words}" for name, words in _COUNTED.items())
    page.title(f"What the paper says, held against this run: {counts}")
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for claim in told["claims"]:
        mark, style = _MARKS[claim["outcome"]]
        said = f"{claim['numbers']}. {claim['why']}" if claim["why"] else claim["numbers"]
        grid.add_row(Text(mark, style), Text(page.clean(claim["claim"])))
        grid.add_row("", Text(page.clean(said), "dim"))
    page.say(grid)


def _table(table: Mapping[str, Any], page: Page) -> None:
    page.title(page.clean(study_cells.named(table)))
    page.say(Text(page.clean(table["intro"]), "dim"))
    grid = _grid(page, [(column["name"], study_cells.right(column)) for column in table["columns"]])
    for line in study_cells.lines(table):
        grid.add_row(*(Text(page.clean(cell)) for cell in line))
    page.say(grid)
    for note in (*table["notes"], f"Rests on {table['basis']}."):
        page.say(Text(page.clean(note), "dim"))


def _grid(page: Page, columns: list[tuple[str, bool]]) -> Table:
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    for name, right in columns:
        grid.add_column(page.clean(name), justify="right" if right else "left", overflow="fold")
    return grid
