"""`consilience ask`: an answer with its citations, its score and what speaks against it."""

from __future__ import annotations

from consilience.cli.operator_flags import Flags, operator_flags
from consilience.cli.options import KB, AsJson, Audit, Config, Profile, Question, Roles, ShowWithheld


@operator_flags()
def command(
    question: Question,
    kb: KB,
    roles: Roles = None,
    as_json: AsJson = False,
    audit: Audit = None,
    show_withheld: ShowWithheld = False,
    config: Config = None,
    profile: Profile = None,
    *,
    flags: Flags,
) -> None:
    """Answer a question out of what one user may read, with citations, and judge the answer: ACS, what supports it, and
    which statement says otherwise.

    Example: consilience ask "How long may a visitor stay?" --kb kb --as staff --audit runs/july
    """
    from consilience.answer.evaluation_records import response_dict
    from consilience.api import ask
    from consilience.cli.output import print_json
    from consilience.settings import resolve

    settings = resolve(profile=profile, config=config, flags=flags)
    told = response_dict(
        ask(question, kb, roles=roles or (), audit=audit, show_withheld=show_withheld, settings=settings)
    )
    if as_json:
        print_json(told)
        return
    from rich.console import Console

    from consilience.report import answer, spending

    console = Console()
    answer.render(told, console)
    if "llm" in told:
        console.print(spending.of(settings.llm.model, told["llm"]), highlight=False, markup=False, style="dim")
