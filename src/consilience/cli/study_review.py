"""`consilience study review`: a person's verdict on every answer of a study, and how far two people agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from consilience.cli.review_keys import Keys
    from consilience.cli.review_screen import Screen
    from consilience.study.agreement import Agreement
    from consilience.study.register import Row


def command(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", show_default=False, help="Run folder of `study run`. Example: study")
    ],
    name: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            show_default=False,
            help="Who reviews; the first two names have the two columns of the register. Without it: reviewer_1. "
            "Example: --as Ada",
        ),
    ] = None,
    only: Annotated[
        Literal["open", "all"] | None,
        typer.Option(
            "--only",
            metavar="open|all",
            show_default=False,
            help="Comparisons without a verdict of this reviewer (what is asked without it), or all of them (what is "
            "exported without it). Example: --only all",
        ),
    ] = None,
    show_automatic: Annotated[
        bool,
        typer.Option(
            "--show-automatic",
            help="Show the automatic pre-verdict before the choice. It biases a reviewer: her verdicts no longer say "
            "how good it is. Example: --show-automatic",
        ),
    ] = False,
    agreement: Annotated[
        bool,
        typer.Option(
            "--agreement",
            help="Ask nothing; say how far the reviewers agree with each other and with the automatic pre-verdict. "
            "Example: --agreement",
        ),
    ] = False,
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Write the comparisons as a CSV with an empty column for the verdict, and ask nothing. "
            "Example: --export for-ben.csv --as Ben",
        ),
    ] = None,
    import_: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="FILE",
            show_default=False,
            help="Take the verdicts over from such a CSV, filled in. Example: --import for-ben.csv --as Ben",
        ),
    ] = None,
) -> None:
    """Judge the answers of a study by hand: question, reference and answer, one after the other; every verdict is saved
    at once, and the automatic pre-verdict is shown after it.

    Example: consilience study review study --as Ada
    """
    from consilience.study import review
    from consilience.study.register import read_register

    if export and import_:
        raise typer.BadParameter("--export and --import are two steps; give one of them")
    rows = read_register(run)
    if agreement:
        _screen("").agreements(*_agreements(run, rows, required=True))
        return
    column = review.column_of(run, rows, name)
    if export:
        _export(export, review.chosen(rows, column, only or "all"), column, show_automatic)
    elif import_:
        _import(import_, run, column)
    else:
        _review(run, review.chosen(rows, column, only or "open"), column, show_automatic)


def _export(path: Path, rows: list[Row], column: str, automatic: bool) -> None:
    from consilience.study import exchange

    exchange.export(path, rows, column, automatic=automatic)
    typer.echo(f"{len(rows)} comparisons written to {path}; fill in the column verdict: m, p, d or n, or the word.")


def _import(path: Path, run: Path, column: str) -> None:
    from consilience.study import exchange

    told = exchange.take_over(path, run, column)
    typer.echo(f"{told.new} new verdicts, {told.changed} in the place of earlier ones, {told.same} as before.")
    _end(run, column, _screen(column))


def _review(run: Path, rows: list[Row], column: str, show_automatic: bool) -> None:
    from consilience.cli.review_keys import keys

    screen = _screen(column, show_automatic)
    if rows and show_automatic:
        screen.told("The automatic pre-verdict is shown beforehand and will bias these verdicts.")
    source, at = keys(), 0
    while 0 <= at < len(rows):
        screen.show(rows[at], at + 1, len(rows))
        step = _step(run, rows[at], column, screen, source)
        if step is None:
            break
        at = max(0, at + step)
    _end(run, column, screen)


def _step(run: Path, row: Row, column: str, screen: Screen, source: Keys) -> int | None:
    """Keys until one moves on: how many comparisons forward, None to end."""
    from consilience.study import review

    while (key := source.key()) is not None and key not in ("q", "Q"):
        if verdict := review.parsed(key):
            review.judge(run, row, column, verdict)
            row[column] = verdict
            screen.saved(row, verdict)
            return 1
        if key in ("s", "S", "b", "B"):
            return 1 if key in ("s", "S") else -1
        if key in ("t", "T"):
            review.add_note(run, row, source.line("Note: "))
            screen.told("Noted.")
        elif key == "?":
            screen.help()
        else:
            screen.told(source.unknown(key))
    return None


def _end(run: Path, column: str, screen: Screen) -> None:
    """How far she is; when nothing is open, how far the reviewers agree."""
    from consilience.study.register import CSV, read_register
    from consilience.study.review import shown_name

    rows = read_register(run)
    left = sum(not row[column] for row in rows)
    told = f"{shown_name(run, column)}: {len(rows) - left} of {len(rows)} comparisons judged"
    if left:
        screen.told(f"{told}, {left} open. Saved in {run / CSV}; the same command goes on from here.")
        return
    screen.told(f"{told}. Saved in {run / CSV}; --only all goes through them again.")
    screen.agreements(*_agreements(run, rows))


def _agreements(run: Path, rows: list[Row], *, required: bool = False) -> tuple[tuple[Agreement, ...], dict[str, str]]:
    from consilience.study.agreement import agreements
    from consilience.study.errors import StudyError
    from consilience.study.review import names

    found = agreements(rows)
    if required and not found:
        raise StudyError(f"Nobody has judged an answer in {run} yet: consilience study review {run} --as NAME.")
    return found, names(run)


def _screen(column: str, show_automatic: bool = False) -> Screen:
    from rich.console import Console

    from consilience.cli.review_screen import Screen

    return Screen(Console(), column, show_automatic)
