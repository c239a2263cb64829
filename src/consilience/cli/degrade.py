"""`consilience degrade`: copies of documents with their structure spoilt, to see what a RAG system makes of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

_ALL = "truncation,references,terminology,formatting,repetition,irrelevant"


def command(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="DOCS...",
            show_default=False,
            help="Files and whole folders. Markdown and plain text are edited as they stand; of other formats the "
            "extracted text is written as Markdown. Example: docs wiki/faq.html",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="DIR",
            show_default=False,
            help="Folder for the copies (DIR/docs) and the ground truth (DIR/truth.json): every change with its "
            "operator and its place before and after. Example: --out degraded",
        ),
    ],
    operators: Annotated[
        str,
        typer.Option(
            metavar="NAME,...",
            help="What to do to the documents. truncation: cut off in mid-sentence; references: lead nowhere; "
            "terminology: one thing under several names; formatting: headings, lists and tables lost; repetition: "
            "paragraphs twice; irrelevant: passages from elsewhere. Example: --operators truncation,repetition",
        ),
    ] = _ALL,
    strength: Annotated[
        float,
        typer.Option(
            metavar="0..1",
            help="How much of what each operator could change is changed; more strength contains what less changed. "
            "Example: --strength 0.3",
        ),
    ] = 0.5,
    seed: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Which places are changed; the same documents and the same number give the same bytes. "
            "Example: --seed 7",
        ),
    ] = 0,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace the copies of an earlier run in DIR. Example: --out degraded --force"),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No summary and no progress. Example: --quiet --out degraded")
    ] = False,
) -> int:
    """Make degraded copies of documents, with ground truth; no fact is changed.

    Example: consilience degrade docs --operators truncation,repetition --strength 0.4 --seed 7 --out degraded
    """
    from consilience.cli.copies import say_written
    from consilience.cli.progress import shown
    from consilience.settings import resolve
    from consilience.study.degrade.folder import degrade_folder

    names = [name.strip() for name in operators.split(",") if name.strip()]
    with shown(quiet) as progress:
        truth = degrade_folder(
            paths, out, operators=names, strength=strength, seed=seed, force=force, settings=resolve().read,
            progress=progress,
        )  # fmt: skip
    if not quiet:
        say_written(out, truth, map(_line, truth["documents"]))
    return 0


def _line(document: dict[str, Any]) -> str:
    """ "memo.md: truncation 1, references 4"."""
    counts = Counter(change["operator"] for change in document["changes"])
    made = ", ".join(f"{name} {counts[name]}" for name in document["operators"])
    return f"{document['id']}: {made or 'nothing to change'}"
