"""Front matter of a Markdown file: YAML between "---" lines or TOML between "+++" lines."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import yaml

_YAML = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_MOST = 20_000  # characters; longer front matter is not read
_MOST_BRACKETS = 500  # the YAML scanner takes quadratic time in them
_KEY = re.compile(r"^\s*[\w\"'][^:\n]{0,60}:(?:\s|$)", re.MULTILINE)


def split(text: str) -> tuple[int, tuple[tuple[str, str], ...]]:
    """Where the body begins (0 without front matter) and the metadata, sorted by key.

    Front matter that does not parse is left out of the text all the same and shown as metadata `front_matter`, with
    what is wrong.
    """
    for pattern, parse in ((_YAML, _yaml), (_TOML, _toml)):
        found = pattern.match(text[: _MOST + 8])
        if found and (parse is _toml or not found[1].strip() or _KEY.search(found[1])):
            return found.end(), flatten(parse(found[1]))
    return 0, ()


def flatten(values: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Metadata as sorted pairs of strings: lists of plain values joined by ", ", anything nested as JSON."""
    return tuple(sorted((str(key), _as_text(value)) for key, value in values.items()))


def _as_text(value: Any) -> str:
    if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
        return ", ".join(str(item) for item in value)
    if isinstance(value, list | dict):
        try:
            return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
        except (RecursionError, TypeError):  # too deep, or keys that cannot be sorted
            return "not read: nested too deeply"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


class _Loader(yaml.SafeLoader):
    """Plain values only, and no aliases: a few lines of them can expand to gigabytes when written out."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """One node of the document."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        node: yaml.Node | None = super().compose_node(parent, index)
        return node


def _yaml(source: str) -> dict[str, Any]:
    if source.count("[") + source.count("{") > _MOST_BRACKETS:
        return {"front_matter": "not read: too many brackets"}
    try:
        loaded = yaml.load(source, Loader=_Loader)  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError, TypeError, AttributeError):
        return {"front_matter": "not read: it is not valid YAML"}
    return loaded if isinstance(loaded, dict) else {}


def _toml(source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return {"front_matter": "not read: it is not valid TOML"}
