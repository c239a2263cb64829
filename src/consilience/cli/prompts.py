"""`consilience prompts`: what the operators tell a language model, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from consilience.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from consilience.llm import Prompt


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", show_default=False, help="One of them, whole; without it all are listed. Example: facts"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the instructions that operators called llm or hybrid give their model: the list with versions, or one whole.

    Documents, questions and answers are no part of them; they follow as data (docs/llm.md).

    Example: consilience prompts facts
    """
    from consilience.cli.output import print_json
    from consilience.llm import catalogue

    prompts = catalogue()
    if name is not None:
        _one(_called(name, prompts), as_json)
    elif as_json:
        print_json({"prompts": [_told(one) for one in prompts]})
    else:
        _list(prompts)


def _called(name: str, prompts: Sequence[Prompt]) -> Prompt:
    for one in prompts:
        if one.name == name:
            return one
    raise typer.BadParameter(f"No prompt is called '{name}'; there are: {', '.join(one.name for one in prompts)}.")


def _one(prompt: Prompt, as_json: bool) -> None:
    from consilience.cli.output import print_json

    if as_json:
        print_json(_told(prompt) | {"instructions": prompt.instructions})
    else:
        typer.echo(prompt.instructions)


def _told(prompt: Prompt) -> dict[str, Any]:
    return {"name": prompt.name, "version": prompt.version, "used_by": prompt.used_by}


def _list(prompts: Sequence[Prompt]) -> None:
    width = max(len(one.name) for one in prompts)
    for one in prompts:
        typer.echo(f"{one.name:<{width}}  {one.version}  {one.used_by}")
