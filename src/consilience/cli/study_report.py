"""`consilience study report`: tables I-VIII, figure 3, tests and claims of a finished study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer


def command(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", show_default=False, help="The folder of `study run --out`. Example: study")
    ],
    form: Annotated[
        Literal["html", "md", "csv", "terminal"] | None,
        typer.Option(
            "--format",
            metavar="html|md|csv|terminal",
            show_default=False,
            help="html writes RUN/study.html, md RUN/study.md and RUN/figure3.svg, csv RUN/tables; terminal prints the "
            "tables and writes nothing. Without it all files are written. Example: --format html",
        ),
    ] = None,
) -> None:
    """Tell what a study found: the tables and the figure of the paper, its figures beside those of this run.

    Example: consilience study report study
    """
    from rich.console import Console

    from consilience.api import study_report
    from consilience.report import study_terminal, study_writer

    told, console = study_report(run), Console()
    if form == "terminal":
        study_terminal.render(told, console)
        return
    names = study_writer.write_study(run, told, (form,) if form else study_writer.FORMS)
    if form is None:
        study_terminal.render(told, console, tables=False)
    study_terminal.written(run, names, console)
