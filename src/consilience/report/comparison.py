"""A comparison of two runs on a terminal, level by level.

Text from documents and questions is untrusted: it is never parsed as markup, and control characters are taken out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from consilience.report.terminal import clean
from consilience.report.view import plural

SHOWN = 5  # of each list; --json has them all
_QUOTE = 120
_TITLES = {"corpus": "Level 1: corpus", "retrieval": "Level 2: retrieval", "answer": "Level 3: answers"}
_TESTED = {"retrieval": ("SS1", "SSmu", "SSsigma", "k"), "answer": ("ACS", "alignment", "support", "contradiction")}
_WIDTH = 78  # columns that the table of scores needs
_MEANING = (
    "Over the questions measured in both runs. b-a: mean difference [95% interval]; r: rank-biserial correlation, from "
    "-1, every question fell, to 1, every question rose; p: permutation test, p(W): Wilcoxon, not adjusted for how "
    "many are shown. ACS is agreement inside the pipeline, not truth."
)


def render(comparison: Mapping[str, Any], console: Console) -> None:
    """Print the content of a comparison (schema consilience/compare/1)."""
    page = _Page(console)
    a, b = (comparison["runs"][name] for name in ("a", "b"))
    page.say(Text(f"From A = {page.clean(a['folder'])} to B = {page.clean(b['folder'])}", "bold"))
    page.say(Text(_headline(comparison)))
    for one in comparison["not_compared"]:
        page.say(Text(page.clean(f"{_TITLES[one['level']]} cannot be compared: {one['reason']}."), "yellow"))
    page.made_with(comparison["made_with"])
    page.left_out(comparison["questions"])
    for level, title in _TITLES.items():
        if comparison["levels"][level]:
            page.title(title)
            getattr(page, level)(comparison[level])
    page.questions(comparison["moved"])
    page.regressions(comparison["regressions"])


def _headline(comparison: Mapping[str, Any]) -> str:
    levels = comparison["levels"]
    moved = [_TITLES[level].lower() for level, did in levels.items() if did]
    still = [_TITLES[level].lower() for level, did in levels.items() if did is False]
    if not comparison["changed"]:
        return "Nothing changed."
    told = [f"Moved: {', '.join(moved)}."] if moved else ["Nothing that both runs have has changed."]
    return " ".join([*told, *([f"The same: {', '.join(still)}."] if still and moved else [])])


def _signed(value: float | None, places: int = 3) -> str:
    return "n/a" if value is None else f"{value:+.{places}f}"


def _figure(value: float | None, places: int = 3) -> str:
    return "n/a" if value is None else f"{value:.{places}f}"


def _chance(p: float | None) -> str:
    return "n/a" if p is None else "<.001" if p < 0.001 else f"{p:.3f}"


class _Page:
    """Prints the parts; holds the console, nothing else."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def clean(self, text: object) -> str:
        return clean(str(text), self.console.encoding)

    def say(self, *parts: Text | Table | Padding) -> None:
        for part in parts:
            self.console.print(part, highlight=False, markup=False, emoji=False)

    def title(self, text: str) -> None:
        self.say(Text(), Text(text, "bold"))

    def items(self, head: str, lines: Sequence[str], total: int | None = None) -> None:
        """A list with its first lines and how many more there are; nothing for an empty one."""
        count = len(lines) if total is None else total
        if not count:
            return
        self.say(Text(self.clean(f"{head} ({count:,})")))
        for line in lines[:SHOWN]:
            self.say(Padding(Text(self.clean(line)), (0, 0, 0, 2), expand=False))
        if count > SHOWN:
            self.say(Padding(Text(f"and {count - SHOWN:,} more", "dim"), (0, 0, 0, 2), expand=False))

    def made_with(self, differences: Sequence[Mapping[str, Any]]) -> None:
        lines = [f"{one['name']}: {_value(one['a'])} in A, {_value(one['b'])} in B" for one in differences]
        self.items("The runs were not made with the same settings and operators", lines)

    def left_out(self, questions: Mapping[str, Any] | None) -> None:
        if questions is None:
            return
        left = questions["left_out"]
        self.say(Text(f"{plural(questions['both'], 'question is', 'questions are')} in both runs."))
        self.items("Left out", [f"{one['id']} (run {one['run'].upper()}): {one['reason']}" for one in left])

    def corpus(self, told: Mapping[str, Any]) -> None:
        for name, score in told["scores"].items():
            a, b = _figure(score["a"]), _figure(score["b"])
            self.say(Text(f"{name:<6} {a} -> {b}  {_signed(score['difference'])}"))
        documents, conflicts = told["documents"], told["conflicts"]
        self.items("Documents added", documents["added"])
        self.items("Documents removed", documents["removed"])
        self.items("Documents moved", [f"{one['a']} -> {one['b']}" for one in documents["moved"]])
        self.items("Documents changed", [_change(one) for one in documents["changed"]])
        for kind in ("new", "gone", "changed"):
            self.items(f"Conflicts {kind}", [_conflict(one) for one in conflicts[kind]])
        self.say(Text(f"{plural(conflicts['same'], 'conflict is', 'conflicts are')} the same."))
        self.items("Now skipped", [f"{one['path']}: {one['reason']}" for one in told["skipped"]["new"]])
        self.items("No longer skipped", [one["path"] for one in told["skipped"]["gone"]])

    def retrieval(self, told: Mapping[str, Any]) -> None:
        self.say(
            Text(
                f"{plural(told['moved'], 'question has', 'questions have')} other evidence: "
                f"{plural(told['new'], 'passage')} new, {told['gone']:,} gone; "
                f"another order in {plural(told['reordered'], 'question')}."
            )
        )
        self.scores(told, "retrieval")

    def answer(self, told: Mapping[str, Any]) -> None:
        self.say(
            Text(
                f"{plural(told['texts'], 'answer is', 'answers are')} another one; "
                f"{plural(told['judged_otherwise'], 'is', 'are')} judged otherwise; "
                f"{plural(told['verdicts'], 'claim has', 'claims have')} another verdict."
            )
        )
        moved = [one for one in told["status"] if one["a"] != one["b"]]
        lines = [f"{one['n']:,}: {one['a'] or 'not judged'} -> {one['b'] or 'not judged'}" for one in moved]
        self.items("Another status", lines, len(lines))
        self.scores(told, "answer")

    def scores(self, told: Mapping[str, Any], level: str) -> None:
        rows = [(name, told[name]) for name in _TESTED[level] if told[name]["n"]]
        if rows:
            self.say(*([_table(rows)] if self.console.width >= _WIDTH else [Text(line) for line in _lines(rows)]))
        first = told[_TESTED[level][0]]
        self.items(
            f"Without {_TESTED[level][0]} in both", [f"{one['n']:,}: {one['reason']}" for one in first["left_out"]]
        )
        if rows and level == "answer":
            self.say(Text(_MEANING, "dim"))

    def questions(self, moved: Sequence[Mapping[str, Any]]) -> None:
        if not moved:
            return
        self.title(f"Which level moved first ({plural(len(moved), 'question')})")
        for one in moved[: 2 * SHOWN]:
            self.say(Text(f"{self.clean(one['id'])}  ", "cyan").append(self.clean(_short(one["question"])), "default"))
            self.say(Padding(Text(self.clean(one["told"])), (0, 0, 0, 4), expand=False))
        if len(moved) > 2 * SHOWN:
            self.say(Text(f"and {len(moved) - 2 * SHOWN:,} more (--json)", "dim"))

    def regressions(self, sentences: Sequence[str]) -> None:
        if sentences:
            self.title("Worse in B")
            for sentence in sentences:
                self.say(Text(sentence, "red"))


def _value(value: object) -> str:
    return "none" if value is None else str(value)


def _short(text: str) -> str:
    return text if len(text) <= _QUOTE else text[: _QUOTE - 3] + "..."


def _change(one: Mapping[str, Any]) -> str:
    parts = []
    if one["words"]:
        parts.append(f"{one['words']['a']:,} -> {one['words']['b']:,} words")
    if "IaDNI" in one["scores"]:
        score = one["scores"]["IaDNI"]
        parts.append(f"IaDNI {_figure(score['a'], 2)} -> {_figure(score['b'], 2)}")
    said = one["statements"]
    if said and (said["new"] or said["gone"]):
        parts.append(f"{plural(said['new'], 'statement')} new, {said['gone']:,} gone")
    for kind in ("new", "gone"):
        if one["findings"][kind]:
            parts.append(f"{plural(len(one['findings'][kind]), 'finding')} {kind}")
    return f"{one['id']}: {', '.join(parts) or 'other quality scores'}"


def _conflict(one: Mapping[str, Any]) -> str:
    sides = " against ".join(f"{value['value']} ({value['assertions'][0]['doc']})" for value in one["values"])
    return f"{one['entity']}, {one['relation']}: {sides}{_why(one)}"


def _why(one: Mapping[str, Any]) -> str:
    aside = one.get("set_aside_in_a") or one.get("set_aside_in_b")
    if aside:
        return f"; {'was' if 'set_aside_in_a' in one else 'is now'} set aside ({aside})"
    because = one.get("because")
    if because == []:
        return "; both runs read the same statements"
    told = ", ".join(f"{each['doc']}: {each['is']}" for each in because or ())
    return f"; {told}" if told else ""


def _table(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    for name in ("", "n", "A", "B", "b-a", "", "r", "p", "p(W)"):
        table.add_column(name, no_wrap=True, justify="left" if not name else "right")
    for name, one in rows:
        table.add_row(*_cells(name, one))
    return table


def _cells(name: str, one: Mapping[str, Any]) -> Iterator[str]:
    low_high = one["interval"]
    yield from (name, f"{one['n']:,}", _figure(one["mean_a"]), _figure(one["mean_b"]), _signed(one["difference"]))
    yield "" if low_high is None else f"[{_signed(low_high[0])}, {_signed(low_high[1])}]"
    yield from (_signed(one["rank_biserial"], 2), _chance(one["permutation"]), _chance(one["wilcoxon"]))


def _lines(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """The table for a terminal in which it has no room: a figure that is cut off would be another figure."""
    heads = ("", "n", "A", "B", "b-a", "95%", "r", "p", "p(W)")
    for name, one in rows:
        yield (
            name
            + ": "
            + ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], list(_cells(name, one))[1:], strict=True))
        )
