"""`consilience report`: show a run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from consilience.cli.output import print_json, print_summary


def command(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", show_default=False, help="A run folder. Example: consilience-run")
    ],
    form: Annotated[
        Literal["terminal", "html", "json"],
        typer.Option(
            "--format",
            metavar="terminal|html|json",
            help="terminal prints the summary, html writes RUN/report.html again, json prints audit.json, or in a run "
            "without an audit eval.json or judge.json. Example: --format html",
        ),
    ] = "terminal",
) -> int:
    """Render a run again, of an audit, an evaluation or a judge: as a summary, as the HTML report, or as JSON.

    Example: consilience report audits/july --format html
    """
    from consilience.report.writer import render_page

    if form == "html":
        render_page(run)
        typer.echo(f"Written: {run / 'report.html'}")
        return 0
    audit, answered = _loaded(run)
    if form == "json":
        print_json(audit if audit is not None else answered.summary)
        return 0
    if audit is not None:
        print_summary(audit, run)
    if answered is not None:
        _print_answers(answered, run, apart=audit is not None)
    return 0


def _loaded(run: Path) -> tuple[dict[str, Any] | None, Any]:
    """The audit of a run and its answers; what it lacks is None, and a run lacks one of them at most."""
    from consilience.report.answers_run import load_answers
    from consilience.report.writer import load_run

    answered = load_answers(run)
    if answered is not None and not (run / "audit.json").is_file():
        return None, answered
    return load_run(run), answered


def _print_answers(answered: Any, run: Path, apart: bool) -> None:
    from rich.console import Console

    from consilience.report import answers_terminal, evaluation

    console = Console()
    if apart:
        console.print()
    if answered.name == "eval.json":
        evaluation.render(answered.summary, console, run)
    else:
        answers_terminal.render(answered, console, run)
