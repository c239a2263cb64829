"""An evaluation on a terminal: scores by type of query, the worst queries, and the conflicts to mend first.

Text from queries is untrusted: it is never parsed as markup, and control and direction characters are taken out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from consilience.report import evaluation_answers, spending
from consilience.report.terminal import clean
from consilience.report.view import plural

_SCORES = (("k", 1), ("SS1", 3), ("SSmu", 3), ("SSsigma", 3))  # with the decimals shown
_NAMED = 5  # queries without evidence that are named
_WIDTH = 76  # columns that the table needs
_QUESTION = 160  # characters of a question
_MEANING = (
    "Mean ± standard deviation [95% interval of the mean]. SS1 is the similarity of the best passage, SSmu the mean "
    "over all, SSsigma how far they spread: how near the evidence is to the question, not whether it is right."
)


def render(evaluation: Mapping[str, Any], console: Console, folder: Path | None = None) -> None:
    """Print the content of eval.json; `folder` is where the run was written, if it was."""
    whole = evaluation["all"]
    say(console, Text(f"{plural(whole['n'], 'query', 'queries')} asked of {evaluation['kb']}", "bold"), Text())
    say(console, *([_table(evaluation, console)] if console.width >= _WIDTH else _list(evaluation)))
    say(console, Text(_MEANING, "dim"))
    if whole["no_evidence"]:
        say(console, Text(), _without(evaluation["no_evidence"], whole["no_evidence"], whole["n"]))
    if evaluation["lowest"]:
        say(
            console,
            Text(),
            Text("Farthest from their evidence (lowest SS1)", "bold"),
            _lowest(evaluation["lowest"], console),
        )
    if evaluation_answers.answered(evaluation):
        say(console, Text(), *evaluation_answers.parts(evaluation, console))
    if asked := spending.line(evaluation):
        say(console, Text(), Text(asked))
    if folder is not None:
        say(console, Text(), Text(f"Written to {folder}: eval.json, answers.jsonl, report.html"))


def say(console: Console, *parts: evaluation_answers.Part) -> None:
    """Print texts and tables as they are: no markup, and nothing that the terminal cannot show."""
    for part in parts:
        shown = Text(_fit(part.plain, console), part.style) if isinstance(part, Text) else part
        console.print(shown, highlight=False, markup=False, emoji=False)


def _fit(text: str, console: Console) -> str:
    """The text in what the terminal can show; an old one has no plus-minus sign."""
    known = clean("±", console.encoding) == "±"
    return clean(text if known else text.replace("±", "+-"), console.encoding)


def _table(evaluation: Mapping[str, Any], console: Console) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("type", overflow="fold")
    table.add_column("n", justify="right", no_wrap=True)
    for name, _ in _SCORES:
        table.add_column(name, no_wrap=True)
    for name, row in _rows(evaluation):
        table.add_row(*_row(name, row, console), style="bold" if row is evaluation["all"] else "")
    return table


def _list(evaluation: Mapping[str, Any]) -> list[Text]:
    """The table for a terminal in which it has no room: a figure that is cut off would be another figure."""
    told = []
    for name, row in _rows(evaluation):
        told.append(Text(f"{name} ({_covered(row)})", "bold"))
        told += [Text(f"{score} {' '.join(_cell(row[score], places))}") for score, places in _SCORES]
    return told


def _rows(evaluation: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """A row a type, unless no query has one, then all."""
    types = evaluation["by_type"]
    typed = len(types) > 1 or types[0]["type"] is not None
    return [*((row["type"] or "(no type)", row) for row in types if typed), ("all", evaluation["all"])]


def _row(name: str, row: Mapping[str, Any], console: Console) -> list[Text]:
    cells = [_cell(row[score], places) for score, places in _SCORES]
    lines = [[name], [_covered(row)], *cells]
    return [Text("\n".join(_fit(line, console) for line in cell)) for cell in lines]


def _covered(row: Mapping[str, Any]) -> str:
    """How many queries the means of a row cover, and of how many where some have no score."""
    missing = row["no_evidence"]
    return f"{row['n'] - missing:,} of {row['n']:,}" if missing else f"{row['n']:,}"


def _cell(told: Mapping[str, Any], places: int) -> list[str]:
    """Mean and deviation, and below them the interval: three scores with both on one line fit no terminal."""
    if told["mean"] is None:
        return ["n/a"]
    first = f"{told['mean']:.{places}f}" + ("" if told["sd"] is None else f" ± {told['sd']:.{places}f}")
    if told["interval"] is None:
        return [first]
    low, high = told["interval"]
    return [first, f"[{low:.{places}f}, {high:.{places}f}]"]


def _without(ids: Sequence[str], count: int, of: int) -> Text:
    named = ", ".join(ids[:_NAMED]) + (f" and {count - _NAMED} more" if count > _NAMED else "")
    return Text(f"No passage was found for {count} of {plural(of, 'query', 'queries')} (k = 0, no score): {named}")


def _lowest(rows: Sequence[Mapping[str, Any]], console: Console) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, max_width=24)
    table.add_column(overflow="fold")
    for row in rows:
        question = _fit(row["question"], console)
        shown = question if len(question) <= _QUESTION else question[: _QUESTION - 3] + "..."
        table.add_row(f"{row['SS1']:.3f}", Text(_fit(row["id"], console), "cyan"), Text(shown))
    return table
