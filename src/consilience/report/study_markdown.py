"""A study as Markdown: what can be read in any viewer, the figure as a file beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from consilience.report import study_cells
from consilience.report.terminal import clean

_MARKS = re.compile(r"([\\`*_\[\]<>|])")


def render(told: Mapping[str, Any], figure: str) -> str:
    """The content of a study report; `figure` is the name of the figure's file."""
    return "\n".join([*_overview(told), *_claims(told), *_tables(told, figure)]) + "\n"


def _overview(told: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"# The controlled study, seed {told['seed']}", "", f"**{text(told['headline'])}**", "")
    yield from (text(told["source"]), "", f"Verdicts on answers: {text(told['verdicts'])}.", "")
    yield f"Consilience {text(told['version'])}, profile {text(told['profile'])}."


def _claims(told: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", "## What the paper says, held against this run", "")
    head = ("claim", "in the paper", "outcome", "numbers", "why", "rests on")
    parts = ("claim", "section", "outcome", "numbers", "why", "basis")
    yield from _grid(head, [[claim[part] for part in parts] for claim in told["claims"]], [False] * len(head))


def _tables(told: Mapping[str, Any], figure: str) -> Iterator[str]:
    yield from ("", "## Figure 3", "", f"![{text(told['figure']['title'])}]({figure})")
    for table in told["tables"]:
        yield from ("", f"## {text(study_cells.named(table))}", "", text(table["intro"]), "")
        columns = table["columns"]
        sides = [study_cells.right(column) for column in columns]
        yield from _grid([column["name"] for column in columns], study_cells.lines(table), sides)
        yield from (line for note in table["notes"] for line in ("", text(note)))
        yield from ("", f"Rests on {text(table['basis'])}.")


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]) -> Iterator[str]:
    yield f"| {' | '.join(text(name) for name in head)} |"
    yield f"|{'|'.join('---:' if one else '---' for one in right)}|"
    yield from (f"| {' | '.join(text(cell) for cell in row)} |" for row in rows)


def text(words: object) -> str:
    """Words on one line that mean themselves: text of documents is no markup here."""
    return _MARKS.sub(r"\\\1", clean(str(words)))
