"""A run of answers on a terminal: means by type of query, states, and the lowest answers with the judge's reasons.

Text of questions and evidence is untrusted: it is never parsed as markup, and control and direction characters are
taken out.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from consilience.report import answers, answers_cards, grades
from consilience.report.answers_marks import clipped
from consilience.report.answers_run import AnswerRun
from consilience.report.terminal import clean

LOWEST = 5  # answers that are named
QUESTION = 160  # characters of a question or a justification


def render(run: AnswerRun, console: Console, folder: Path | None = None) -> None:
    """Print what the run's own command prints; `folder` is where it lies."""
    page = _Page(console)
    groups = run.groups()
    page.say(Text(answers.headline(groups[-1]), "bold"), Text(), page.table(groups))
    page.say(Text(f"Mean [95% interval], n where not all have the score. {answers.HONEST}", "dim"))
    page.say(Text(), Text(", ".join(f"{answers.STATES[name][0]} {n:,}" for name, n in groups[-1].states)))
    page.lowest(run)
    if graded := grades.parts(run.summary, console.encoding):
        page.say(Text(), *graded)
    if folder is not None:
        page.say(Text(), Text("Open ").append(page.clean(folder / "report.html"), "bold").append(" for every answer."))


class _Page:
    """Prints the parts; holds the console, nothing else."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def clean(self, text: object) -> str:
        return clean(str(text), self.console.encoding)

    def say(self, *parts: Text | Table | Padding) -> None:
        for part in parts:
            self.console.print(part, highlight=False, markup=False, emoji=False)

    def table(self, groups: list[answers.Group]) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("type", overflow="fold")
        table.add_column("n", justify="right", no_wrap=True)
        for name in ("ACS", "SS1", "SSmu"):
            table.add_column(name, overflow="fold")
        for group in groups:
            cells = [_cell(group.means[name], group.n) for name in ("ACS", "SS1", "SSmu")]
            style = "bold" if group is groups[-1] else ""
            table.add_row(Text(self.clean(group.name)), f"{group.n:,}", *map(Text, cells), style=style)
        return table

    def lowest(self, run: AnswerRun) -> None:
        """The lowest answers, and why."""
        scored = [pair for pair in zip(run.rows, run.full, strict=False) if pair[0].scores["ACS"] is not None]
        if not scored:
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold", ratio=1)
        for row, answer in scored[:LOWEST]:
            told = Text(clipped(self.clean(row.question), QUESTION), "bold")
            if why := clipped(self.clean(answers_cards.why(answer)), QUESTION):
                told.append(f"\n{why}", "not bold")
            table.add_row(f"{row.scores['ACS']:.2f}", told)
        self.say(Text(), Text("Lowest ACS", "bold"), table)


def _cell(told: answers.Mean, of: int) -> str:
    if told.mean is None:
        return "n/a"
    interval = "" if told.interval is None else f" [{told.interval[0]:.2f}, {told.interval[1]:.2f}]"
    return f"{told.mean:.2f}{interval}" + ("" if told.n == of else f" n={told.n:,}")
