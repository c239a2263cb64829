"""The generated pages of the documentation: docs/cli.md from the commands, docs/settings.md from the settings.

`python -m consilience.cli.pages docs` writes them; a test fails when they are out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from consilience.cli.options import OPERATORS
from consilience.cli.variables import table
from consilience.settings import PREFIX, Settings, sections, variable

_CLI_HEAD = """# The command line

*Written by `make docs` from the help of the commands; `consilience COMMAND --help` shows the same.*

Results go to stdout and to the run folder, everything about the run itself (progress, sentences, gates) to stderr.

## Exit codes

| code | means |
|---|---|
| 0 | done |
| 1 | a gate that you asked for failed: `--fail-under`, `--fail-on-conflict`; the run is written all the same |
| 2 | wrong usage, settings or input; one sentence on stderr says what and where |
| 3 | the run finished, but an input was skipped and `--strict` was given |
| 130 | interrupted with Ctrl-C; finished documents are in the cache |
| 141 | whoever read the output went away (`\\| head`) |
"""

_SETTINGS_HEAD = f"""# Settings

*Written by `make docs` from `src/consilience/settings/`.*

A value is looked for in four places, and the later wins:

1. the profile that ships with the package (`--profile`, default `embedded`),
2. a TOML file (`--config audit.toml`),
3. environment variables: `{variable("matching", "threshold")}=0.8` is `threshold` in `[matching]`,
4. the flags of the command.

A name that is not in the tables below is refused, in the file and in the environment alike (every variable that begins
with `{PREFIX}`), and so is a value out of range. `consilience settings --config audit.toml` prints what a run would use
and where each value comes from; its output is itself a settings file.

```toml
# audit.toml
[matching]
threshold = 0.8

[run]
cache_dir = "/var/cache/consilience"
```

"""


def settings_page() -> str:
    """docs/settings.md: every setting with its default, its limits and its meaning; then the environment variables."""
    profile = Settings.model_fields["profile"]
    parts = [_SETTINGS_HEAD, f"`profile` (default `{profile.default}`): {profile.description}\n"]
    schema = Settings.model_json_schema()["$defs"]
    for section, kind in sections().items():
        parts.append(f"\n## [{section}]\n\n| setting | default | allowed | meaning |\n|---|---|---|---|\n")
        properties = schema[kind.__name__]["properties"]
        parts += [_row(name, field) for name, field in properties.items()]
    return "".join([*parts, table()])


def _row(name: str, field: dict[str, Any]) -> str:
    import json

    default = "none" if field["default"] is None else f"`{json.dumps(field['default'])}`"
    return f"| `{name}` | {default} | {_allowed(field)} | {_cell(field['description'])} |\n"


def _allowed(field: dict[str, Any]) -> str:
    """The values that a setting takes, from its JSON schema."""
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    field = field.get("anyOf", [field])[0]  # a setting that may be absent: what it is when it is there
    words = {"integer": "whole number", "number": "number", "boolean": "`true`, `false`", "string": "text"}
    low, high = field.get("minimum"), field.get("maximum")
    limits = f" from {low:g}" if low is not None else ""
    return words[field["type"]] + limits + (f" to {high:g}" if high is not None else "")


def cli_page() -> str:
    """docs/cli.md: every command with its arguments and options, as their help says."""
    from typer.main import get_command

    from consilience.cli.app import app

    root: Any = get_command(app)
    commands = list(_commands(root, ""))
    return "".join([_CLI_HEAD, *(_command(name, command) for name, command in commands), _operators(commands)])


def _commands(group: Any, before: str) -> Iterator[tuple[str, Any]]:
    """Every command with its whole name: "audit", "study run"."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def _command(name: str, command: Any) -> str:
    said, _, example = str(command.help).strip().partition("\n\nExample: ")
    parts = [f"\n## consilience {name}\n\n{said}\n\n```sh\n{example}\n```\n\n"]
    parts.append(_TABLE)
    parts += [_told(one) for one in command.params if one.name != "help" and not _of_operators(one)]
    shared = ", ".join(f"`{one.opts[0]}`" for one in command.params if _of_operators(one))
    return "".join([*parts, f"\n[Operators](#operators): {shared}\n" if shared else ""])


_TABLE = "| argument or option | does | example |\n|---|---|---|\n"
_OPERATORS_HEAD = """
## Operators

These are the same for every command that names them; all such commands take all operators, so that one line of flags
serves a whole pipeline. That of an operator which the command does not run is recorded with its settings.

"""


def _operators(commands: Sequence[tuple[str, Any]]) -> str:
    """The flags of operators, once for all commands."""
    rows = {one.name: _told(one) for _, command in commands for one in command.params if _of_operators(one)}
    return _OPERATORS_HEAD + _TABLE + "".join(rows.values())


def _of_operators(parameter: Any) -> bool:
    return getattr(parameter, "rich_help_panel", None) == OPERATORS


def _told(parameter: Any) -> str:
    """One row of a table."""
    names = ", ".join(parameter.opts) if parameter.param_type_name == "option" else ""
    said, _, example = str(parameter.help).partition(" Example: ")
    flag = f"{names} {parameter.metavar or ''}".strip()
    return f"| `{_cell(flag)}` | {_cell(said)} | `{_cell(example)}` |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


PAGES = {"cli.md": cli_page, "settings.md": settings_page}


def write(folder: Path) -> None:
    """Write every generated page into `folder`."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
