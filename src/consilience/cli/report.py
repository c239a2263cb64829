"""`consilience report`: show a run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer


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
    from consilience.report.writer import load_run, to_json, write_report

    audit = load_run(run)
    if form == "json":
        typer.echo(to_json(audit, indent=1))
    elif form == "html":
        write_report(run, audit)
        typer.echo(f"Written: {run / 'report.html'}")
    else:
        from rich.console import Console

        from consilience.report import terminal

        terminal.render(audit, Console(), run)
    return 0
