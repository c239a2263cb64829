"""What `degrade` and `inject` say when they are done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typer

_MOST_NOTES = 5


def say_written(out: Path, truth: Mapping[str, Any], lines: Iterable[str]) -> None:
    """One line a document on stdout, then where the copies are; what was left out goes to stderr."""
    for line in lines:
        typer.echo(line)
    typer.echo(f"Written: {out / 'docs'} and {out / 'truth.json'}")
    as_markdown = [one for one in truth["documents"] if not one["in_place"]]
    notes = [
        f"{one['source']} cannot be edited as it is; its copy is Markdown made from its text." for one in as_markdown
    ]
    notes += [f"Left out: {one['path']}: {one['reason']}." for one in truth["skipped"]]
    for note in notes[:_MOST_NOTES]:
        typer.echo(f"consilience: {note}", err=True)
    if len(notes) > _MOST_NOTES:
        typer.echo(f"consilience: {len(notes) - _MOST_NOTES} more such notes; see {out / 'truth.json'}.", err=True)
