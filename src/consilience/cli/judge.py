"""`consilience judge`: the logged answers of any RAG system, each judged by the evidence it had."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from consilience.cli.operator_flags import Flags, operator_flags
from consilience.cli.options import Audit, Config, Estimate, Profile, Quiet

DEFAULT_RUN = Path("consilience-run")
SKIPPED = 3


@operator_flags()
def command(
    records: Annotated[
        str,
        typer.Argument(
            metavar="RECORDS",
            show_default=False,
            help="JSONL, JSON, CSV or Parquet with question, answer and contexts in the field names of Ragas, DeepEval "
            "and others (docs/judge.md); - reads stdin. Example: log.jsonl",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN",
            show_default=False,
            help="Folder for judge.json, answers.jsonl and report.html. Without it: consilience-run in the current "
            "folder; with --json nothing is written. Example: --out runs/july",
        ),
    ] = None,
    metric: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="What the scores of the contexts measure: similarity (0 to 1), cosine or cosine-distance; without it "
            "only what the log itself calls a similarity counts. Example: --metric cosine",
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print judge.json to stdout and nothing else. Example: --json | jq .all.ACS.mean"),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 3 when a record was skipped. Example: --strict")
    ] = False,
    audit: Audit = None,
    config: Config = None,
    profile: Profile = None,
    quiet: Quiet = False,
    *,
    flags: Flags,
    estimate: Estimate = False,
) -> int:
    """Judge the logged answers of any RAG system by the evidence that each had: is it supported and uncontradicted
    (ACS), is the evidence of one mind, and which conflicts are to be mended first? Grades of another judge that the log
    carries are set beside ACS.

    Example: consilience judge log.jsonl --out runs/july
    """
    from consilience.answer.judging_crew import available
    from consilience.api import estimate_judging, judge_records
    from consilience.cli.estimate import tell
    from consilience.cli.output import print_json
    from consilience.cli.progress import shown
    from consilience.report import judging
    from consilience.settings import resolve

    settings = resolve(profile=profile, config=config, flags=flags)
    if estimate:
        with shown(quiet or as_json) as progress:
            return tell(estimate_judging(records, settings=settings, progress=progress), settings.llm, as_json)
    folder = out or (None if as_json else DEFAULT_RUN)
    with shown(quiet or as_json) as progress:
        told = judge_records(
            records, out=folder, metric=metric, audit=audit, settings=settings, processes=available(), progress=progress
        )
    if not quiet:
        typer.echo(f"consilience: {' '.join(judging.mapping(told).split())}", err=True)
    if as_json:
        print_json(told)
    elif not quiet:
        from rich.console import Console

        judging.render(told, Console(), folder)
    return _exit_code(told["skipped_total"], strict)


def _exit_code(skipped: int, strict: bool) -> int:
    if strict and skipped:
        count = "1 record was" if skipped == 1 else f"{skipped:,} records were"
        typer.echo(f"consilience: {count} skipped (--strict); the reasons are in judge.json.", err=True)
        return SKIPPED
    return 0
