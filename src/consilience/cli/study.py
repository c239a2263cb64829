"""`consilience study`: the controlled experiment. Each command has a file of its own, `study_NAME.py`."""

from __future__ import annotations

import typer

from consilience.cli import study_author, study_report, study_review, study_run

app = typer.Typer(
    name="study",
    help="The controlled experiment: four corpora, 25 questions, the tables and the figure (docs/study.md).",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


app.command("author")(study_author.command)
app.command("run")(study_run.command)
app.command("report")(study_report.command)
app.command("review")(study_review.command)
