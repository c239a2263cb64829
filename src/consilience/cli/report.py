"""`consilience report`: show a run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

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
            help="terminal prints the summary, html writes RUN/report.html again, json prints audit.json. "
            "Example: --format html",
        ),
    ] = "terminal",
) -> int:
    """Render a run again: as a summary, as the HTML report, or as JSON.

    Example: consilience report audits/july --format html
    """
    from consilience.report.writer import load_run, write_report

    audit = load_run(run)
    if form == "json":
        print_json(audit)
    elif form == "html":
        write_report(run, audit)
        typer.echo(f"Written: {run / 'report.html'}")
    else:
        print_summary(audit, run)
    return 0
