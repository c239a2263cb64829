"""`consilience index`: documents into a knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from consilience.cli.operator_flags import Flags, operator_flags
from consilience.cli.options import KB, Config, Profile, Quiet


@operator_flags(limits=False)
def command(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...", show_default=False, help="Files and whole folders. Example: docs wiki/faq.html"
        ),
    ],
    kb: KB,
    roles_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Who may read what: YAML lines 'GLOB: [ROLE]', the last that matches decides (docs/retrieval.md). "
            "Example: --roles-file roles.yaml",
        ),
    ] = None,
    config: Config = None,
    profile: Profile = None,
    quiet: Quiet = False,
    *,
    flags: Flags,
) -> None:
    """Put documents into a knowledge base, or bring it up to date: it then holds exactly the documents of PATH.

    Only what changed is embedded again, and what vanished is removed. A run that fails leaves the knowledge base as it
    was.

    Example: consilience index docs --kb kb --roles-file roles.yaml
    """
    from consilience.api import index
    from consilience.cli.progress import waiting
    from consilience.settings import resolve
    from consilience.stores.address import public

    settings = resolve(profile=profile, config=config, flags=flags)
    with waiting("Indexing", quiet):
        done = index(paths, kb, roles_file=roles_file, settings=settings)
    for glob in done.idle:
        typer.echo(f"consilience: the glob '{glob}' of {roles_file} matches no document; is it misspelt?", err=True)
    if quiet:
        return
    for skip in done.skipped:
        typer.echo(f"consilience: {skip.path} was not read: {skip.reason}", err=True)
    counts = (
        (len(done.added), "added"), (len(done.changed), "changed"), (len(done.removed), "removed"),
        (done.unchanged, "unchanged"),
    )  # fmt: skip
    said = ", ".join(f"{count:,} {name}" for count, name in counts if count)
    typer.echo(f"{public(kb)}: {said} ({done.embedded:,} chunks embedded).")
    typer.echo(
        f"Roles: {', '.join(done.roles)}." if done.roles else "No document declares roles: everyone may read all."
    )
