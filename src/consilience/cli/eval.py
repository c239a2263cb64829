"""`consilience eval`: the questions of a file, each with its evidence, its answer and scores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from consilience.cli.operator_flags import Flags, operator_flags
from consilience.cli.options import KB, Audit, Config, Estimate, Profile, Quiet, Roles, ShowWithheld

DEFAULT_RUN = Path("consilience-run")


@operator_flags()
def command(
    queries: Annotated[
        Path,
        typer.Argument(
            metavar="QUERIES",
            show_default=False,
            help="JSONL, CSV, YAML or JSON with the columns question and, as you like, id, reference, type and roles; "
            "a query's own roles take the place of --as. Example: queries.csv",
        ),
    ],
    kb: KB,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN",
            show_default=False,
            help="Folder for eval.json and answers.jsonl; an audit that lies there is kept. Without it: "
            "consilience-run in the current folder; with --json nothing is written. Example: --out runs/july",
        ),
    ] = None,
    roles: Roles = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print eval.json to stdout and nothing else. Example: --json | jq .all.SS1.mean"),
    ] = False,
    audit: Audit = None,
    show_withheld: ShowWithheld = False,
    config: Config = None,
    profile: Profile = None,
    quiet: Quiet = False,
    *,
    flags: Flags,
    estimate: Estimate = False,
) -> int:
    """Ask a file of questions: how near is their evidence (SS1, SSmu, SSsigma, k), how far is each answer supported by
    it and uncontradicted (ACS), by type of query, and which conflicts to mend first.

    Example: consilience eval queries.csv --kb kb --out runs/july
    """
    from consilience.api import estimate_evaluation, evaluate
    from consilience.cli.estimate import tell
    from consilience.cli.output import print_json
    from consilience.cli.progress import shown
    from consilience.settings import resolve

    settings = resolve(profile=profile, config=config, flags=flags)
    if estimate:
        with shown(quiet or as_json) as progress:
            found = estimate_evaluation(queries, kb, roles=roles or (), settings=settings, progress=progress)
        return tell(found, settings.llm, as_json)
    folder = out or (None if as_json else DEFAULT_RUN)
    with shown(quiet or as_json) as progress:
        done = evaluate(
            queries, kb, out=folder, roles=roles or (), audit=audit, show_withheld=show_withheld,
            settings=settings, progress=progress,
        ).to_dict()  # fmt: skip
    if as_json:
        print_json(done)
    elif not quiet:
        from rich.console import Console

        from consilience.report import evaluation

        evaluation.render(done, Console(), folder)
    return 0
