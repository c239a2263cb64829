"""`consilience audit`: level 1 on files and folders, or on a knowledge base."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from consilience.cli import gates
from consilience.cli.fields import DocumentField, IdField, OrderField, Table, TextField
from consilience.cli.operator_flags import Flags, operator_flags
from consilience.cli.options import Config, Estimate, Profile, typed
from consilience.cli.output import print_json, print_summary

DEFAULT_RUN = Path("consilience-run")

_GATES = "Gates"
_HOW = "How it runs"


@operator_flags()
def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH...",
            show_default=False,
            help="Files and whole folders. Example: docs wiki/faq.html",
        ),
    ] = None,
    kb: Annotated[
        str | None,
        typer.Option(
            "--kb",
            metavar="KB",
            show_default=False,
            help="Instead of PATH: a knowledge base that `consilience index` made, or the index of another program "
            "(a LanceDB folder, postgresql://..., pinecone://...); its files are not needed. All of it is read, "
            "whatever roles it declares, and stands in the run. Example: --kb kb",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN",
            show_default=False,
            help="Folder for audit.json, facts.jsonl, facts.parquet and report.html; an earlier run in it is replaced. "
            "Without it: consilience-run in the current folder; with --json nothing is written. "
            "Example: --out audits/july",
        ),
    ] = None,
    config: Config = None,
    profile: Profile = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print audit.json to stdout and nothing else. Example: --json | jq .scores.CC"),
    ] = False,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet", "-q", help="No summary and no progress; the run folder is written. Example: --quiet --out run"
        ),
    ] = False,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="CC",
            min=0.0,
            max=1.0,
            show_default=False,
            rich_help_panel=_GATES,
            help="Exit 1 when CC is below this or was not measured. Example: --fail-under 0.9",
        ),
    ] = None,
    fail_on_conflict: Annotated[
        bool,
        typer.Option(
            "--fail-on-conflict",
            rich_help_panel=_GATES,
            help="Exit 1 when any conflict was found. Example: --fail-on-conflict",
        ),
    ] = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            rich_help_panel=_GATES,
            help="Exit 3 when an input could not be read (a failed gate's 1 comes first). Example: --strict",
        ),
    ] = False,
    no_cache: Annotated[
        bool,
        typer.Option(
            "--no-cache",
            rich_help_panel=_HOW,
            help="Neither use nor keep what was worked out for unchanged documents. Example: --no-cache",
        ),
    ] = False,
    engine: Annotated[
        Literal["local", "ray"] | None,
        typer.Option(
            metavar="local|ray",
            show_default=False,
            rich_help_panel=_HOW,
            help="Where the plan runs; ray needs the extra 'ray'. Example: --engine ray",
        ),
    ] = None,
    *,
    flags: Flags,
    estimate: Estimate = False,
    table: Table = None,
    text_field: TextField = None,
    id_field: IdField = None,
    document_field: DocumentField = None,
    order_field: OrderField = None,
) -> int:
    """Find badly built documents and the statements on which documents contradict each other.

    Example: consilience audit docs --out audits/july --fail-under 0.9
    """
    from consilience.api import audit as run
    from consilience.api import estimate_audit
    from consilience.cli.estimate import tell
    from consilience.cli.progress import shown
    from consilience.settings import resolve

    own: Flags = {
        "run": {"engine": engine, "cache": False if no_cache else None},
        "index": {
            "table": table, "text_field": text_field, "id_field": id_field, "document_field": document_field,
            "order_field": order_field,
        },
    }  # fmt: skip
    settings = resolve(profile=profile, config=config, flags=flags | typed(own))
    if estimate:
        with shown(quiet or as_json) as progress:
            found = estimate_audit(paths, kb=kb, settings=settings, progress=progress)
        return tell(found, settings.llm, as_json)
    folder = out or (None if as_json else DEFAULT_RUN)
    with shown(quiet or as_json) as progress:
        audit = run(paths, kb=kb, out=folder, settings=settings, progress=progress).to_dict()
    if as_json:
        print_json(audit)
    elif not quiet:
        print_summary(audit, folder)
    return _exit_code(audit, fail_under, fail_on_conflict, strict)


def _exit_code(audit: Mapping[str, Any], fail_under: float | None, fail_on_conflict: bool, strict: bool) -> int:
    """The run is written by now: a gate decides the exit code, not whether there is a result."""
    failed = gates.failures(audit, fail_under=fail_under, fail_on_conflict=fail_on_conflict)
    unread = gates.skipped(audit) if strict else ""
    for sentence in (*failed, *([unread] if unread else [])):
        typer.echo(f"consilience: {sentence}", err=True)
    return 1 if failed else 3 if unread else 0
