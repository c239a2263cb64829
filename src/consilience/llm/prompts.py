"""Our instructions to models: one Markdown file each in `prompts/`, versioned, shown by `consilience prompts`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_COMMON = "common"


@dataclass(frozen=True, slots=True)
class Prompt:
    """`version` is the number in the file and the start of the hash of what is sent: a word changed is seen."""

    name: str
    version: str
    instructions: str


@cache
def prompt(name: str) -> Prompt:
    """The instructions called `name`, with those that all prompts share about data."""
    number, own = _file(name)
    _, shared = _file(_COMMON)
    text = f"{own}\n\n{shared}"
    return Prompt(name, f"{number}-{hashlib.sha256(text.encode()).hexdigest()[:8]}", text)


def catalogue() -> tuple[Prompt, ...]:
    """All prompts, by name."""
    folder = files("consilience.llm") / "prompts"
    names = sorted(entry.name[:-3] for entry in folder.iterdir() if entry.name.endswith(".md"))
    return tuple(prompt(name) for name in names if name != _COMMON)


def _file(name: str) -> tuple[str, str]:
    text = (files("consilience.llm") / "prompts" / f"{name}.md").read_text("utf-8")
    head, _, body = text.partition("\n")
    return head.removeprefix("version: ").strip(), body.strip()
