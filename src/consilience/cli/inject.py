"""`consilience inject`: copies of documents that contradict them, to test what finds the contradictions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def command(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="DOCS...",
            show_default=False,
            help="Files and whole folders. A counterpart of a Markdown or text file has its format; of other formats "
            "the extracted text is written as Markdown. Example: docs wiki/faq.html",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="DIR",
            show_default=False,
            help="Folder for the documents and their counterparts (DIR/docs) and the ground truth (DIR/truth.json): "
            "every changed key, who asserts which value and where. Example: --out conflicting",
        ),
    ],
    changes: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Values to change in each document; fewer where a document has not so many. Example: --changes 15",
        ),
    ] = 6,
    seed: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Which values are changed and to what; the same documents and the same number give the same bytes. "
            "Example: --seed 7",
        ),
    ] = 0,
    only_counterparts: Annotated[
        bool,
        typer.Option(
            "--only-counterparts",
            help="Write the counterparts without the documents themselves. Example: --only-counterparts",
        ),
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace the copies of an earlier run in DIR. Example: --out conflicting --force"),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No summary and no progress. Example: --quiet --out conflicting")
    ] = False,
) -> int:
    """Make counterparts of documents in which some values are others, with ground truth.

    Example: consilience inject docs --changes 10 --seed 7 --out conflicting
    """
    from consilience.cli.copies import say_written
    from consilience.cli.progress import shown
    from consilience.settings import resolve
    from consilience.study.inject.folder import inject_folder

    with shown(quiet) as progress:
        truth = inject_folder(
            paths, out, changes=changes, seed=seed, only_counterparts=only_counterparts, force=force,
            settings=resolve().read, progress=progress,
        )  # fmt: skip
    if not quiet:
        say_written(out, truth, map(_line, truth["documents"]))
    return 0


def _line(document: dict[str, Any]) -> str:
    """ "rules.md -> rules-injected.md: 6 values changed"."""
    made, asked = document["made"], document["asked"]
    fewer = f" (of {asked}; no other value can be changed safely)" if made < asked else ""
    if not made:
        return f"{document['source']}: no value can be changed safely"
    return f"{document['source']} -> {document['id']}: {made} value{'' if made == 1 else 's'} changed{fewer}"
