"""The answers of an evaluation on a terminal: ACS by type of query, the lowest, and the conflicts to mend first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from consilience.report.terminal import clean
from consilience.report.view import plural

Part = Text | Table | Padding
_STATES = (("scored", "scored"), ("abstained", "abst."), ("no_evidence", "no ev."), ("judge_failed", "failed"))
_MENDED = 5  # conflicts that are shown
_QUOTE = 160  # characters of a quote or a question
_WHAT_IFS = 3  # questions of a conflict of which the what-if is shown
_MEANING = (
    "ACS: does the answer meet the question, is it supported by its evidence, and is the evidence of one mind? It is "
    "agreement inside the pipeline, not truth. An abstention, and an answer without evidence, has none."
)


def answered(evaluation: Mapping[str, Any]) -> bool:
    """Whether the run has answers: with the generator 'none', and in runs of older versions, it has none."""
    whole = evaluation["all"]
    return any(whole.get(state) for state in ("scored", "abstained", "judge_failed"))


def parts(evaluation: Mapping[str, Any], console: Console, file: str = "eval.json") -> list[Part]:
    """What is printed of the answers, each part for a line or more of its own; `file` holds what is left out."""
    shown = _Shown(console.encoding)
    told: list[Part] = [Text("Answers", "bold"), shown.table(evaluation), Text(_MEANING, "dim")]
    told += shown.agreement(evaluation)
    if evaluation["lowest_ACS"]:
        told += [Text(), Text("Lowest ACS", "bold"), shown.lowest(evaluation["lowest_ACS"])]
    if evaluation["mend_first"]:
        told += [Text(), *shown.mend(evaluation["mend_first"], evaluation["mend_first_total"], file)]
    return told


class _Shown:
    """Makes the parts in what the terminal can show."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding

    def table(self, evaluation: Mapping[str, Any]) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("type", overflow="fold")
        for name in ("n", *(short for _, short in _STATES)):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("ACS", no_wrap=True)
        types = evaluation["by_type"]
        typed = len(types) > 1 or types[0]["type"] is not None
        for row in types if typed else ():
            table.add_row(*self._row(row["type"] or "(no type)", row))
        table.add_row(*self._row("all", evaluation["all"]), style="bold")
        return table

    def agreement(self, evaluation: Mapping[str, Any]) -> list[Part]:
        """How far the answers agree with their references, in all and by type; nothing where none has one."""
        whole = evaluation["all"].get("agreement") or {"n": 0}
        if not whole["n"]:
            return []
        typed = [one for one in evaluation["by_type"] if one["type"] is not None and one["agreement"]["n"]]
        by_type = ", ".join(f"{one['type']} {one['agreement']['mean']:.3f}" for one in typed if len(typed) > 1)
        told = f"Agreement with the reference: {whole['mean']:.3f} over {plural(whole['n'], 'answer')}"
        return [Text(), Text(self._fit(told + (f" ({by_type})" if by_type else "")))]

    def lowest(self, rows: Sequence[Mapping[str, Any]]) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, max_width=24)
        table.add_column(overflow="fold")
        for row in rows:
            table.add_row(f"{row['ACS']:.3f}", Text(self._fit(row["id"]), "cyan"), Text(self._short(row["question"])))
        return table

    def mend(self, conflicts: Sequence[Mapping[str, Any]], total: int, file: str) -> list[Part]:
        told: list[Part] = [Text(f"Mend these first ({plural(total, 'conflict')} in the evidence)", "bold")]
        for number, one in enumerate(conflicts[:_MENDED], 1):
            told += self._conflict(number, one)
        if total > _MENDED:
            told.append(Text(f"... and {total - min(_MENDED, len(conflicts))} more in {file}", "dim"))
        return told

    def _conflict(self, number: int, one: Mapping[str, Any]) -> list[Part]:
        about = ", ".join(part for part in (one["entity"], one["relation"]) if part)
        head = Text(f"{number}. {self._short(about)}", "bold")
        name = f", conflict {self._fit(one['conflict_id'])} of the audit" if one["conflict_id"] else ""
        head.append(f"  touches {plural(one['questions'], 'question')}, costs {one['ACS_cost']:.2f} ACS{name}", "dim")
        return [head, *(Padding(side, (0, 0, 0, 3)) for side in [*self._sides(one), *self._what_ifs(one)])]

    def _sides(self, one: Mapping[str, Any]) -> list[Text]:
        firsts = [(side["value"], side["assertions"][0]) for side in one["values"] if side["assertions"]]
        return [
            Text(f"{self._short(value)}  ").append(self._fit(said["doc"]), "cyan")
            .append(f"  {self._short(said['quote'])}", "dim")
            for value, said in firsts
        ]  # fmt: skip

    def _what_ifs(self, one: Mapping[str, Any]) -> list[Text]:
        """ACS of a question now, and with each side withdrawn."""
        told = []
        for row in one["what_if"][:_WHAT_IFS]:
            left = [(_score(side["ACS"]), self._short(side["value"])) for side in row["without"]]
            sides = ", ".join(f"{score} without “{value}”" for score, value in left)
            told.append(Text(f"{self._fit(row['id'])}: ACS {_score(row['ACS'])} now; {sides}", "dim"))
        return told

    def _row(self, name: str, row: Mapping[str, Any]) -> list[Text]:
        cells = [name, f"{row['n']:,}", *(f"{row[state]:,}" for state, _ in _STATES), _cell(row["ACS"])]
        return [Text(self._fit(cell)) for cell in cells]

    def _short(self, text: str) -> str:
        line = self._fit(text)
        return line if len(line) <= _QUOTE else line[: _QUOTE - 3].rstrip() + "..."

    def _fit(self, text: str) -> str:
        """In what the terminal can show; an old one has no plus-minus sign."""
        known = clean("±", self._encoding) == "±"
        return clean(text if known else text.replace("±", "+-"), self._encoding)


def _score(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.2f}"


def _cell(told: Mapping[str, Any]) -> str:
    if told["mean"] is None:
        return "n/a"
    sd = "" if told["sd"] is None else f" ± {told['sd']:.3f}"
    interval = "" if told["interval"] is None else " [{:.3f}, {:.3f}]".format(*told["interval"])
    return f"{told['mean']:.3f}{sd}{interval}"
