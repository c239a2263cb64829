"""Our instructions to models: one Markdown file each in `prompts/`, versioned, shown by `consilience prompts`."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_COMMON = "common"  # begins the name of what several prompts share
_HEAD = re.compile(r"(version|reply|used by|shared): (.*)\n")


@dataclass(frozen=True, slots=True)
class Prompt:
    """`version` is the number in the file and the start of the hash of what is sent: a word changed is seen.

    `reply` is how many tokens a reply to it typically has, by its form: what an estimate counts with. `used_by` names
    the operators that send it.
    """

    name: str
    version: str
    instructions: str
    reply: int = 0
    used_by: str = ""


@cache
def prompt(name: str) -> Prompt:
    """The instructions called `name`, with those about data that it shares with others: `common`, or what it names."""
    head, own = _file(name)
    _, shared = _file(head.get("shared", _COMMON))
    text = f"{own}\n\n{shared}"
    version = f"{head['version']}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return Prompt(name, version, text, int(head["reply"]), head["used by"])


def catalogue() -> tuple[Prompt, ...]:
    """All prompts, by name."""
    folder = files("consilience.llm") / "prompts"
    names = sorted(entry.name[:-3] for entry in folder.iterdir() if entry.name.endswith(".md"))
    return tuple(prompt(name) for name in names if not name.startswith(_COMMON))


def _file(name: str) -> tuple[dict[str, str], str]:
    """The lines at the head of a file (`version: 1`, `reply: 400`, `used by: F: llm`) and what stands below them."""
    text = (files("consilience.llm") / "prompts" / f"{name}.md").read_text("utf-8")
    head: dict[str, str] = {}
    while line := _HEAD.match(text):
        head[line[1]] = line[2].strip()
        text = text[line.end() :]
    return head, text.strip()
