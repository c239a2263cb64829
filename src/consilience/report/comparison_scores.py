"""Levels 2 and 3 of a comparison: what moved, and the scores of both runs with the tests over the same questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from consilience.report.comparison_page import Page, chance, figure, signed
from consilience.report.view import plural

_TESTED = {
    "retrieval": ("SS1", "SSmu", "SSsigma", "k"),
    "answer": ("ACS", "alignment", "support", "contradiction", "agreement"),
}
_WIDTH = 78  # columns that the table of scores needs
_MEANING = (
    "Over the questions measured in both runs. b-a: mean difference [95% interval]; r: rank-biserial correlation, from "
    "-1, every question fell, to 1, every question rose; p: permutation test, p(W): Wilcoxon, not adjusted for how "
    "many are shown. ACS is agreement inside the pipeline, not truth."
)


def retrieval(told: Mapping[str, Any], page: Page) -> None:
    """Print the `retrieval` of a comparison."""
    page.say(
        Text(
            f"{plural(told['moved'], 'question has', 'questions have')} other evidence: "
            f"{plural(told['new'], 'passage')} new, {told['gone']:,} gone; "
            f"another order in {plural(told['reordered'], 'question')}."
        )
    )
    _scores(told, "retrieval", page)


def answer(told: Mapping[str, Any], page: Page) -> None:
    """Print the `answer` of a comparison."""
    page.say(
        Text(
            f"{plural(told['texts'], 'answer is', 'answers are')} another one; "
            f"{plural(told['judged_otherwise'], 'is', 'are')} judged otherwise; "
            f"{plural(told['verdicts'], 'claim has', 'claims have')} another verdict."
        )
    )
    moved = [one for one in told["status"] if one["a"] != one["b"]]
    lines = [f"{one['n']:,}: {one['a'] or 'not judged'} -> {one['b'] or 'not judged'}" for one in moved]
    page.items("Another status", lines, len(lines))
    _scores(told, "answer", page)


def _scores(told: Mapping[str, Any], level: str, page: Page) -> None:
    rows = [(name, told[name]) for name in _TESTED[level] if told[name]["n"]]
    if rows:
        page.say(*([_table(rows)] if page.console.width >= _WIDTH else [Text(line) for line in _lines(rows)]))
    first = told[_TESTED[level][0]]
    page.items(f"Without {_TESTED[level][0]} in both", [f"{one['n']:,}: {one['reason']}" for one in first["left_out"]])
    if rows and level == "answer":
        page.say(Text(_MEANING, "dim"))


def _table(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    for name in ("", "n", "A", "B", "b-a", "", "r", "p", "p(W)"):
        table.add_column(name, no_wrap=True, justify="left" if not name else "right")
    for name, one in rows:
        table.add_row(*_cells(name, one))
    return table


def _cells(name: str, one: Mapping[str, Any]) -> Iterator[str]:
    low_high = one["interval"]
    yield from (name, f"{one['n']:,}", figure(one["mean_a"]), figure(one["mean_b"]), signed(one["difference"]))
    yield "" if low_high is None else f"[{signed(low_high[0])}, {signed(low_high[1])}]"
    yield from (signed(one["rank_biserial"], 2), chance(one["permutation"]), chance(one["wilcoxon"]))


def _lines(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """The table for a terminal in which it has no room: a figure that is cut off would be another figure."""
    heads = ("", "n", "A", "B", "b-a", "95%", "r", "p", "p(W)")
    for name, one in rows:
        yield (
            name
            + ": "
            + ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], list(_cells(name, one))[1:], strict=True))
        )
