"""Our instructions to models: one Markdown file each in `prompts/`, versioned, shown by `consilience prompts`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_COMMON = "common"


@dataclass(frozen=True, slots=True)
class Prompt:
    """`version` is the number in the file and the start of the hash of what is sent: a word changed is seen.

    `reply` is how many tokens a reply to it typically has, by its form: what an estimate counts with.
    """

    name: str
    version: str
    instructions: str
    reply: int = 0


@cache
def prompt(name: str) -> Prompt:
    """The instructions called `name`, with those that all prompts share about data."""
    head, own = _file(name)
    _, shared = _file(_COMMON)
    text = f"{own}\n\n{shared}"
    version = f"{head['version']}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return Prompt(name, version, text, int(head["reply"]))


def catalogue() -> tuple[Prompt, ...]:
    """All prompts, by name."""
    folder = files("consilience.llm") / "prompts"
    names = sorted(entry.name[:-3] for entry in folder.iterdir() if entry.name.endswith(".md"))
    return tuple(prompt(name) for name in names if name != _COMMON)


def _file(name: str) -> tuple[dict[str, str], str]:
    """The two lines at the head of a file (`version: 1`, `reply: 400`) and what stands below them."""
    text = (files("consilience.llm") / "prompts" / f"{name}.md").read_text("utf-8")
    version, reply, body = text.split("\n", 2)
    head = (line.partition(": ")[::2] for line in (version, reply))
    return {name: value.strip() for name, value in head}, body.strip()
