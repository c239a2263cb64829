"""The terminal view of one answer. Text of documents is untrusted and cleaned before it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from consilience.report.terminal import clean

_SHOWN = 280  # characters of a quote
_MARKS = {"supported": "+", "contradicted": "x", "unsupported": "?"}
_STYLES = {"supported": "green", "contradicted": "red", "unsupported": "yellow"}
_STATES = {
    "abstained": "no answer was given, so there is none to score",
    "no_evidence": "there is no passage that this user may read",
    "judge_failed": "the judge failed",
}
MEANING = "ACS is agreement inside the pipeline, not truth: the documents may be wrong together."


def render(told: Mapping[str, Any], console: Console) -> None:
    """The answer with its sources, what the judge says of it, and the statements that disagree."""
    page = _Page(console)
    page.answer(told)
    page.verdict(told)
    page.claims(told)
    page.conflicts(told)
    page.scores(told)


class _Page:
    """Prints the parts; holds the console, nothing else."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def answer(self, told: Mapping[str, Any]) -> None:
        if told["answer"]:
            self._say(Text(self._clean(told["answer"]), "bold"))
        for number, one in enumerate(told["citations"] or (), 1):
            self._say(
                Text(f"  [{number}] {self._clean(one['doc'])}  ", "cyan").append(self._short(one["quote"]), "dim")
            )

    def verdict(self, told: Mapping[str, Any]) -> None:
        if told["ACS"] is not None:
            parts = ", ".join(f"{name} {value:.2f}" for name, value in told["parts"].items())
            self._say(Text(), Text(f"ACS {told['ACS']:.3f}", "bold").append(f"  ({parts})", "not bold"))
        elif told["status"] is not None:
            self._say(Text(), Text("ACS not measured", "bold").append(f": {_STATES[told['status']]}", "not bold"))
        if told["justification"]:
            self._say(Text(self._clean(told["justification"])))
        if told["ACS"] is not None:
            self._say(Text(MEANING, "dim"))

    def claims(self, told: Mapping[str, Any]) -> None:
        doubtful = [one for one in told["claims"] or () if one["verdict"] != "supported" or one["against"]]
        for one in doubtful:
            head = f"{_MARKS[one['verdict']]} {one['verdict']}: "
            self._say(Text(), Text(head, _STYLES[one["verdict"]]).append(self._clean(one["text"]), "default"))
            if one["reason"]:
                self._say(Padding(Text(self._clean(one["reason"]), "dim"), (0, 0, 0, 4)))

    def conflicts(self, told: Mapping[str, Any]) -> None:
        for one in told["evidence_conflicts"] or ():
            self._say(Text(), Text("The evidence disagrees: ", "bold red").append(self._about(one), "default"))
            for side in one["values"]:
                head = Text(f"    {self._clean(side['value'])}  ", "bold").append(self._clean(side["doc"]), "cyan")
                self._say(head, Padding(Text(self._short(side["quote"]), "dim"), (0, 0, 0, 6)))
            if one["conflict_id"]:
                self._say(Text(f"    conflict {self._clean(one['conflict_id'])} of the audit", "dim"))

    def scores(self, told: Mapping[str, Any]) -> None:
        self._say(Text(), Text("".join(_scores(told)), "dim"))

    def _about(self, conflict: Mapping[str, Any]) -> str:
        return self._clean(conflict["explanation"] or f"{conflict['entity']}, {conflict['relation']}")

    def _short(self, quote: str) -> str:
        line = self._clean(quote)
        return line if len(line) <= _SHOWN else line[: _SHOWN - 3].rstrip() + "..."

    def _clean(self, text: str) -> str:
        return clean(text, self._console.encoding)

    def _say(self, *parts: Text | Padding) -> None:
        for part in parts:
            self._console.print(part, highlight=False, markup=False, emoji=False)


def _scores(told: Mapping[str, Any]) -> Iterator[str]:
    """The evidence in figures."""
    if not told["k"]:
        yield "No passage was found that this user may read: nothing to measure (k = 0)."
    else:
        yield "Evidence: " + ", ".join(f"{name} {told[name]:.3f}" for name in ("SS1", "SSmu", "SSsigma"))
        yield f", k {told['k']}"
    if told["withheld"] is not None:
        yield f"; withheld by access control: {told['withheld']}"
