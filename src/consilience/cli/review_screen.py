"""What a reviewer sees. Text of questions and answers is untrusted: never markup, without control characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from consilience.model import NotMeasured
from consilience.report.terminal import clean
from consilience.study.agreement import AUTOMATIC, Agreement
from consilience.study.register import Row
from consilience.study.review import SAID

KEYS_LINE = "m match  p partial  d differs  n no answer  s skip  b back  t note  q quit  ? help"
HELP = """Does the answer say what the reference says?
  m  match: yes. Another unit, language, precision or wording makes no difference.
  p  partial: a part is missing, or something else stands beside what is asked.
  d  differs: it says something else.
  n  no answer: it says that it cannot tell, or nothing.
  s  skip: decide later.
  b  back to the one before.
  t  write a note.
  q  quit; every verdict is saved already."""
_DISAGREEMENTS = 20  # shown; the register has them all


class Screen:
    """Prints to a console; `show_automatic` shows the pre-verdict before the choice."""

    def __init__(self, console: Console, column: str, show_automatic: bool) -> None:
        self._console, self._column, self._automatic = console, column, show_automatic

    def show(self, row: Row, number: int, of: int) -> None:
        """One comparison: question, reference, answer."""
        self._say(Text(), Rule(Text(f"{number} of {of}", "bold"), align="left", style="dim", characters="-"))
        self._part("Question", row["question"])
        self._part("Reference", row["reference"])
        self._part("Answer", row["answer"] or f"(none: {row['status'].replace('_', ' ')})")
        if self._automatic:
            self.told(_automatic(row))
        if row[self._column]:
            self.told(f"Your verdict so far: {SAID[row[self._column]]}.")
        self._say(Text(KEYS_LINE, "dim"))

    def saved(self, row: Row, verdict: str) -> None:
        """What was chosen, and only now what the automatic pre-verdict is."""
        self.told(f"{row['instance']}: {SAID[verdict]}, saved. {_automatic(row)}")

    def help(self) -> None:
        self._say(Text(HELP))

    def told(self, sentence: str) -> None:
        self._say(Text(self._lines(sentence)))

    def agreements(self, found: Sequence[Agreement], names: dict[str, str]) -> None:
        """A sentence for each two, and the rows on which the people disagree."""
        for one in found:
            self.told(_sentence(one, names))
        for one in found:
            if AUTOMATIC not in (one.first, one.second) and one.disagreements:
                self._disagreements(one, names)

    def _disagreements(self, one: Agreement, names: dict[str, str]) -> None:
        table = Table("instance", "question", _name(one.first, names), _name(one.second, names), box=None)
        for row in one.disagreements[:_DISAGREEMENTS]:
            cells = (row["instance"], row["question"], SAID[row[one.first]], SAID[row[one.second]])
            table.add_row(*(Text(self._lines(cell)) for cell in cells))
        self._say(table)
        more = len(one.disagreements) - _DISAGREEMENTS
        if more > 0:
            self.told(f"and {more} more in the register.")

    def _part(self, label: str, text: str) -> None:
        self._say(Text(label, "bold"), Padding(Text(self._lines(text)), (0, 0, 0, 2)))

    def _lines(self, text: str) -> str:
        lines = (clean(line, self._console.encoding) for line in text.splitlines())
        return "\n".join(line for line in lines if line)

    def _say(self, *parts: object) -> None:
        for part in parts:
            self._console.print(part, highlight=False, markup=False, emoji=False)


def _automatic(row: Row) -> str:
    return f"Automatic pre-verdict: {SAID[row['automatic']]} ({row['automatic_reason']})."


def _sentence(one: Agreement, names: dict[str, str]) -> str:
    """ "Ada and Ben: 92 of 100 verdicts are the same (92.0%); Krippendorff's alpha 0.86 (95% interval ...)." """
    same = one.n - len(one.disagreements)
    told = f"{_name(one.first, names)} and {_name(one.second, names)}: {same} of {one.n} verdicts are the same"
    told += "" if isinstance(one.share, NotMeasured) else f" ({one.share:.1%})"
    if isinstance(one.alpha, NotMeasured):
        return f"{told}; Krippendorff's alpha is not measured: {one.alpha.reason}."
    ends = "" if one.interval is None else f" (95% interval {one.interval[0]:.2f} to {one.interval[1]:.2f})"
    return f"{told}; Krippendorff's alpha {one.alpha:.2f}{ends}."


def _name(column: str, names: dict[str, str]) -> str:
    return "the automatic pre-verdict" if column == AUTOMATIC else names.get(column, column)
