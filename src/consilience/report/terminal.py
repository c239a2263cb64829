"""The audit on a terminal, to be read in ten seconds: scores, worst documents, top conflicts, what to do next.

Text from documents is untrusted: it is never parsed as markup, and control and direction characters are taken out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from consilience.report import spending, view

CONFLICTS = 3  # shown in full; the rest are in the report
DOCUMENTS = 3
SKIPPED = 5
SIDES = 4  # values of a conflict
PLACE = 48  # characters of a section's path; its end says most
QUOTE = 240  # characters of a quote shown around its value

_BLANKS = re.compile(r"\s+")


def render(audit: Mapping[str, Any], console: Console, folder: Path | None = None) -> None:
    """Print `audit` to `console`; `folder` is where the run was written, if it was."""
    page = _Page(console)
    page.heading(audit)
    page.scores(audit)
    page.documents(audit)
    page.conflicts(audit)
    page.rest(audit)
    page.ending(audit, folder)


def clean(text: str, encoding: str = "utf-8") -> str:
    """`text` on one line, without control, direction or unprintable characters, in what `encoding` can write."""
    shown = "".join(" " if char.isspace() else char for char in text if char.isspace() or _visible(char))
    shown = _BLANKS.sub(" ", shown).strip()
    return shown.encode(encoding, "replace").decode(encoding, "replace")


def _visible(char: str) -> bool:
    # Cc controls, Cf directions and joiners, Cs surrogates, Co and Cn have no glyph; each can garble a terminal.
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


class _Page:
    """Prints the parts of the summary; holds the console and what it can show, nothing else."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.colour = console.color_system is not None and not console.no_color
        self.stacked = console.width < 72  # two columns of quotes are unreadable below this

    def clean(self, text: object) -> str:
        return clean(str(text), self.console.encoding)

    def say(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part, highlight=False, markup=False, emoji=False)

    def title(self, text: str) -> None:
        self.say(Text(), Rule(Text(text, "bold"), align="left", style="dim", characters=self._line("─", "-")))

    def _line(self, wanted: str, plain: str) -> str:
        return wanted if clean(wanted, self.console.encoding) == wanted else plain

    def heading(self, audit: Mapping[str, Any]) -> None:
        counts = audit["counts"]
        parts = [
            view.plural(counts["documents"], "document"),
            view.plural(counts["words"], "word"),
            view.plural(counts["facts"], "fact"),
            f"{counts['comparable_keys']:,} stated by two or more documents",
        ]
        self.say(Text(view.headline(audit), "bold"), Text(", ".join(parts) + ".", "dim"), Text())

    def scores(self, audit: Mapping[str, Any]) -> None:
        table = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(3):
            table.add_column(no_wrap=True)
        table.add_column(ratio=1)
        for score in view.score_views(audit):
            value = "n/a" if score.value is None else f"{score.value:.2f}"
            band = "" if score.interval is None else f"{score.interval[0]:.2f}-{score.interval[1]:.2f}"
            name = f"{score.title}. " if not self.stacked else ""
            phrase = Text(self.clean(name + score.phrase))
            table.add_row(Text(score.symbol, "bold"), Text(value, "bold"), Text(band, "dim"), phrase)
        self.say(table)
        warnings = audit.get("warnings") or ()
        if warnings:
            self.say(Text())
        for warning in warnings:
            self.say(Text("Warning: ", "bold yellow").append(self.clean(warning), ""))

    def documents(self, audit: Mapping[str, Any]) -> None:
        worst = view.worst_documents(audit, DOCUMENTS)
        if not worst:
            return
        self.title("Documents to look at first")
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold", ratio=2)
        table.add_column(overflow="fold", ratio=3)
        for document in worst:
            score = "n/a" if document.score is None else f"{document.score:.2f}"
            table.add_row(score, Text(self.clean(document.id), "cyan"), Text(self.clean(document.why)))
        self.say(table)

    def conflicts(self, audit: Mapping[str, Any]) -> None:
        conflicts = audit["conflicts"]
        total = len(conflicts)
        if not total:
            return
        shown = f", the {CONFLICTS} surest" if total > CONFLICTS else ""
        self.title(f"{view.plural(total, 'conflict')}{shown}")
        for number, conflict in enumerate(conflicts[:CONFLICTS], 1):
            if number > 1:
                self.say(Text())
            self.say(*self._conflict(number, conflict))

    def _conflict(self, number: int, conflict: Mapping[str, Any]) -> tuple[RenderableType, ...]:
        head = Text(f"{number}. ").append(self.clean(conflict["entity"]), "bold")
        head.append(f" / {self.clean(conflict['relation'])}")
        kind = self.clean(str(conflict["kind"]).replace("_", "/"))
        head.append(f"  ({kind}, confidence {conflict['confidence']:.2f})", "dim")
        sides: list[RenderableType] = [self._side(entry) for entry in conflict["values"][:SIDES]]
        if (more := len(conflict["values"]) - SIDES) > 0:
            sides.append(Text(f"and {view.plural(more, 'more value')}", "dim"))
        why = Padding(Text(self.clean(conflict["explanation"]), "italic"), (0, 0, 0, 3))
        return (head, Padding(self._columns(sides), (0, 0, 0, 3)), why)

    def _columns(self, sides: list[RenderableType]) -> RenderableType:
        if self.stacked:
            return Group(*(Padding(side, (0, 0, 1 if side is not sides[-1] else 0, 0)) for side in sides))
        table = Table.grid(padding=(0, 3, 0, 0), expand=True)
        table.add_column(ratio=1, overflow="fold")
        table.add_column(ratio=1, overflow="fold")
        for first in range(0, len(sides), 2):
            pair = sides[first : first + 2]
            table.add_row(*pair, *[""] * (2 - len(pair)))
        return table

    def _side(self, entry: Mapping[str, Any]) -> RenderableType:
        first, *others = entry["assertions"]
        place = Text(self.clean(first["doc"]), "cyan")
        if first["section"]:
            section = self.clean(first["section"])
            place.append(f" > {section if len(section) <= PLACE else '...' + section[-PLACE:]}", "dim")
        parts: list[RenderableType] = [Text(self.clean(entry["value"]), "bold"), place, self._quote(first)]
        if others:
            names = ", ".join(sorted({self.clean(other["doc"]) for other in others}))
            parts.append(Text(f"also in {names}", "dim"))
        return Group(*parts)

    def _quote(self, assertion: Mapping[str, Any]) -> Text:
        cut = view.passage(assertion)
        left, value, right = (self.clean(f"|{part}|")[1:-1] for part in (cut.left, cut.value, cut.right))
        room = max(40, (QUOTE - len(value)) // 2)
        if len(left) > room:
            left = "..." + left[-room:]
        if len(right) > room:
            right = right[:room] + "..."
        # Without colour the mark must still be seen, so it is set in brackets.
        marked = value if self.colour or not value else f"[{value}]"
        return Text.assemble('"', left, (marked, "bold reverse"), right, '"')

    def rest(self, audit: Mapping[str, Any]) -> None:
        aside, skipped = audit["set_aside"], audit["skipped"]
        if aside:
            words = ", ".join(f"{self.clean(name)} {number:,}" for name, number in view.reasons(aside)[:6])
            self.title(f"{view.plural(len(aside), 'pair')} set aside")
            self.say(Text(f"They differ but can both be true: {words}."))
        if not skipped:
            return
        self.title(f"{view.plural(len(skipped), 'file')} skipped")
        for entry in skipped[:SKIPPED]:
            self.say(Text(self.clean(entry["path"]), "cyan").append(f"  {self.clean(entry['reason'])}", "default"))
        if len(skipped) > SKIPPED:
            self.say(Text(f"and {len(skipped) - SKIPPED:,} more, listed in the report", "dim"))

    def ending(self, audit: Mapping[str, Any], folder: Path | None) -> None:
        self.title("What next")
        steps = [Text(self.clean(step)) for step in view.next_steps(audit)]
        if folder is not None:
            steps.append(Text("Open ").append(self.clean(folder / "report.html"), "bold").append(" for every passage."))
        table = Table.grid(padding=(0, 1, 0, 0))
        for step in steps:
            table.add_row("-", step)
        self.say(table)
        if asked := spending.line(audit):
            self.say(Text(self.clean(asked), "dim"))
        silent = "A conflict says that documents disagree, not which one is right. Agreement is not truth."
        self.say(Text(silent, "dim"))
