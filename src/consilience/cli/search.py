"""`consilience search`: the evidence for a question, with its scores."""

from __future__ import annotations

from consilience.cli.operator_flags import Flags, operator_flags
from consilience.cli.options import KB, AsJson, Config, Profile, Question, Roles, ShowWithheld


@operator_flags(limits=False)
def command(
    question: Question,
    kb: KB,
    roles: Roles = None,
    as_json: AsJson = False,
    show_withheld: ShowWithheld = False,
    config: Config = None,
    profile: Profile = None,
    *,
    flags: Flags,
) -> None:
    """Find the passages that a question would be answered from, as one user may read them, with SS1, SSmu and SSsigma.

    Example: consilience search "How long may a visitor stay?" --kb kb --as staff
    """
    from consilience.api import search
    from consilience.cli.output import print_json
    from consilience.retrieval.records import to_dict
    from consilience.retrieval.roles import named
    from consilience.settings import resolve

    settings = resolve(profile=profile, config=config, flags=flags)
    found = search(question, kb, roles=named(roles or []), show_withheld=show_withheld, settings=settings)
    if as_json:
        print_json(to_dict(found))
        return
    from rich.console import Console

    from consilience.report import evidence

    evidence.render(to_dict(found), Console())
