"""`consilience search`: the evidence for a question, with its scores."""

from __future__ import annotations

from typing import Annotated

import typer

from consilience.cli.options import KB, AsJson, Config, Encoder, Profile, Reranker, Roles, ShowWithheld, typed


def command(
    question: Annotated[
        str,
        typer.Argument(
            metavar="QUESTION", show_default=False, help='In quotes. Example: "How long may a visitor stay?"'
        ),
    ],
    kb: KB,
    roles: Roles = None,
    as_json: AsJson = False,
    show_withheld: ShowWithheld = False,
    config: Config = None,
    profile: Profile = None,
    encoder: Encoder = None,
    reranker: Reranker = None,
) -> None:
    """Find the passages that a question would be answered from, as one user may read them, with SS1, SSmu and SSsigma.

    Example: consilience search "How long may a visitor stay?" --kb kb --as staff
    """
    from consilience.cli.output import print_json
    from consilience.retrieval.records import to_dict
    from consilience.retrieval.roles import named
    from consilience.retrieval.search import Searcher
    from consilience.settings import resolve
    from consilience.stores import Access, open_store

    flags = typed({"operators": {"encoder": encoder, "reranker": reranker}})
    settings = resolve(profile=profile, config=config, flags=flags)
    access = Access(named(roles or []))
    with open_store(kb).read() as reader:
        found = Searcher(reader, settings).retrieve(question, access, show_withheld=show_withheld)
    if as_json:
        print_json(to_dict(found))
        return
    from rich.console import Console

    from consilience.report import evidence

    evidence.render(to_dict(found), Console())
