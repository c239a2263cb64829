"""`consilience study run`: corpora A-D, their audits, the 25 questions, and the records of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from consilience.cli.operator_flags import Flags, operator_flags
from consilience.cli.options import Config, Estimate, Profile, Quiet


@operator_flags()
def command(
    out: Annotated[
        Path,
        typer.Option(
            metavar="RUN",
            show_default=False,
            help="Folder for the corpora, a run folder of each, and the records. What an earlier study finished there "
            "is not done again. Example: --out study",
        ),
    ],
    seed: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="How the documents are degraded; the same number gives the same bytes. Example: --seed 7",
        ),
    ] = 0,
    again: Annotated[bool, typer.Option("--again", help="Do every corpus anew. Example: --out study --again")] = False,
    config: Config = None,
    profile: Profile = None,
    quiet: Quiet = False,
    *,
    flags: Flags,
    estimate: Estimate = False,
) -> None:
    """Run the controlled experiment: make corpora A-D, audit each, ask each the same 25 questions, keep the records.

    Example: consilience study run --out study
    """
    from consilience.api import estimate_study, study
    from consilience.cli.estimate import tell
    from consilience.cli.progress import shown
    from consilience.settings import resolve
    from consilience.study.register import Kept, judged

    settings = resolve(profile=profile, config=config, flags=flags)
    if estimate:
        with shown(quiet) as progress:
            found = estimate_study(seed=seed, settings=settings, progress=progress)
        tell(found, settings.llm, as_json=False)
        return
    before = judged(out)
    with shown(quiet) as progress:
        told = study(out=out, settings=settings, seed=seed, again=again, progress=progress)
    after = judged(out)
    if not quiet:
        for line in _lines(told, out):
            typer.echo(line)
        if kept := str(Kept(after, before - after)):
            typer.echo(kept)


def _lines(told: Mapping[str, Any], out: Path) -> list[str]:
    """The scores of every corpus, and what comes next."""
    rows = [f"{'corpus':<44}{'documents':>9}{'IaDNI':>8}{'IeDCD':>8}{'CC':>8}{'flagged':>9}"]
    for name, one in told["corpora"].items():
        scores = "".join(f"{_shown(one[score]):>8}" for score in ("IaDNI", "IeDCD", "CC"))
        title = f"{name}  {one['title']}"
        rows.append(f"{title:<44}{one['documents']:>9}{scores}{one['flagged_keys']:>9}")
    return [*rows, "", f"Written to {out}. Next: consilience study report {out}"]


def _shown(score: float | None) -> str:
    return "none" if score is None else f"{score:.3f}"
