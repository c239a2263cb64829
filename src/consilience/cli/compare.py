"""`consilience compare`: what changed between two runs, level by level, and for which questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from consilience.cli.options import Config


def command(
    run_a: Annotated[
        Path, typer.Argument(metavar="RUN_A", show_default=False, help="The run before. Example: runs/june")
    ],
    run_b: Annotated[
        Path, typer.Argument(metavar="RUN_B", show_default=False, help="The run after. Example: runs/july")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON to stdout and nothing else. Example: --json | jq .levels")
    ] = False,
    fail_on_regression: Annotated[
        bool,
        typer.Option(
            "--fail-on-regression",
            help="Exit 1 when CC fell, mean ACS fell significantly or a conflict is new (docs/compare.md), or when "
            "none of the three is in both runs. Example: --fail-on-regression",
        ),
    ] = False,
    config: Config = None,
) -> int:
    """Show what changed between two runs: corpus, retrieval, answers, and which of them moved first for each question.

    Example: consilience compare runs/june runs/july --fail-on-regression
    """
    from consilience.cli.output import print_json
    from consilience.compare import gate
    from consilience.compare.flow import compare
    from consilience.settings import resolve

    scores = resolve(config=config).scores
    done = compare(run_a, run_b, resamples=scores.bootstrap, seed=scores.seed)
    if as_json:
        print_json(done)
    else:
        from rich.console import Console

        from consilience.report import comparison

        comparison.render(done, Console())
    failed = gate.failures(done) if fail_on_regression else ()
    for sentence in failed:
        typer.echo(f"consilience: {sentence} (--fail-on-regression)", err=True)
    return 1 if failed else 0
