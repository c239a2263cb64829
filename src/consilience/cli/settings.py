"""`consilience settings`: what a run would use, and where each value comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from consilience.settings import Layer


def command(
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="Settings in TOML. Example: --config audit.toml"),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", show_default=False, help="Settings that ship with the package. Example: --profile embedded"
        ),
    ] = None,
) -> int:
    """Print the settings that a run would use, as TOML that --config accepts, with the source of each changed value.

    Example: consilience settings --config audit.toml
    """
    from consilience.settings import layers

    typer.echo(render(layers(profile=profile, config=config)))
    return 0


def render(sources: Sequence[Layer]) -> str:
    """The resolved settings as TOML; a comment names the source of every value that is not the package's default."""
    from consilience.settings import Settings, combine, origin

    resolved = combine(sources).model_dump()
    changed = sources[resolved["profile"] == Settings().profile :]  # the default profile repeats the defaults
    lines = [f'profile = "{resolved.pop("profile")}"']
    for section, values in resolved.items():
        lines += ["", f"[{section}]"]
        for name, value in values.items():
            where = origin(changed, (section, name))
            lines.append(_line(name, value) + (f"  # {where}" if where else ""))
    return "\n".join(lines)


def _line(name: str, value: object) -> str:
    """TOML has no word for what is not set: such a line is a comment."""
    return f"# {name} is not set" if value is None else f"{name} = {_toml(value)}"


def _toml(value: object) -> str:
    """A scalar in TOML. JSON's strings, numbers and truth values are also TOML's."""
    import json

    return json.dumps(value, ensure_ascii=False)
