"""`consilience study author`: a document drafted by one model and reviewed by others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from consilience.cli.options import Config, MaxCalls, MaxCost, Quiet, typed


def command(
    topic: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            show_default=False,
            help='What the document is about, in a few words or lines. Example: --topic "The speed of light"',
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            show_default=False,
            help="Folder for document.md, draft.md, log.jsonl (every objection, applied or not, and why) and "
            "author.json. Example: --out light",
        ),
    ],
    drafter: Annotated[
        str | None,
        typer.Option(
            metavar="PROVIDER:NAME",
            show_default=False,
            help="The model that drafts, and settles what cannot simply be put in. "
            "Example: --drafter anthropic:claude-opus-4-7",
        ),
    ] = None,
    reviewer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PROVIDER:NAME",
            show_default=False,
            help="A model that reviews; two or more others than the drafter. "
            "Example: --reviewer openai:gpt-5.5 --reviewer google:gemini-3.5-flash",
        ),
    ] = None,
    config: Config = None,
    max_calls: MaxCalls = None,
    max_cost: MaxCost = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Neither use nor keep replies of models. Example: --no-cache")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Have one language model draft a document and others review it; what any of them flags is corrected, and logged.

    Models agree on mistakes, too: read the document before you rely on it.

    Example: consilience study author --topic "The speed of light" --out light --config study-author.toml
    """
    from consilience.cli.progress import shown
    from consilience.corpus import cache
    from consilience.llm import Account
    from consilience.settings import resolve
    from consilience.study.author import author, output

    flags = typed(
        {
            "author": {"drafter": drafter, "reviewers": ",".join(reviewer) if reviewer else None},
            "llm": {"max_calls": max_calls, "max_cost": max_cost},
            "run": {"cache": False if no_cache else None},
        }
    )
    settings = resolve(config=config, flags=flags)
    output.check(out)
    folder = cache.folder(settings.run.cache_dir).absolute() / "llm"
    account = Account.open(settings.llm, folder, reuse=settings.run.cache)
    with shown(quiet) as progress:
        done = author(topic, settings.author, account, progress)
    told = output.write(out, done, account.spending())
    if not quiet:
        for line in _lines(told, out):
            typer.echo(line)


def _lines(told: dict[str, Any], out: Path) -> list[str]:
    count, spent = told["words"], told["llm"]
    cost = "at a price that is not known" if spent["cost"] is None else f"${spent['cost']:.2f}"
    return [
        f"{told['drafter']} drafted {count['draft']:,} words; {count['document']:,} after the review.",
        f"{len(told['reviewers'])} reviewers made {told['objections']} objections: {told['applied']} applied, "
        f"{told['not_applied']} not, {told['disputed']} of them disputed between reviewers ({out / 'log.jsonl'}).",
        f"{spent['calls']} calls, {spent['reused']} replies used again, {cost}.",
        f"Written: {out / 'document.md'}",
    ]
