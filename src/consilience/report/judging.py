"""A judged log on a terminal: how it was read, ACS by type of query, the lowest, what has no score and why.

Text from records is untrusted: it is never parsed as markup, and control and direction characters are taken out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from consilience.report import evaluation_answers, grades, spending
from consilience.report.evaluation import say
from consilience.report.view import plural

_NAMED = 3  # records that are named


def mapping(judging: Mapping[str, Any]) -> str:
    """How the fields of the records were read, as a sentence."""
    told = judging["mapping"]
    named = ", ".join(f"{role} = {name}" for role, name in told["fields"].items())
    return f"{judging['records']} was read as records of {told['tool']}: {named}."


def render(judging: Mapping[str, Any], console: Console, folder: Path | None = None) -> None:
    """Print the content of judge.json; `folder` is where the run was written, if it was."""
    count = judging["all"]["n"]
    say(console, Text(f"{plural(count, 'answer')} of {judging['records']} judged", "bold"), Text())
    say(console, *evaluation_answers.parts(judging, console, "judge.json"))
    if graded := grades.parts(judging, console.encoding):
        say(console, Text(), *graded)
    say(console, Text(), *map(Text, _retrieval(judging)))
    say(console, *map(Text, _skipped(judging)), *map(Text, _left_out(judging)))
    if asked := spending.line(judging):
        say(console, Text(), Text(asked))
    if folder is not None:
        say(console, Text(), Text(f"Written to {folder}: judge.json, answers.jsonl, report.html"))


def _retrieval(judging: Mapping[str, Any]) -> Iterator[str]:
    """The mean of each score of the evidence, and how many answers it covers."""
    whole = judging["all"]
    if not whole["SS1"]["n"]:
        yield "SS1, SSmu, SSsigma: not measured; answers.jsonl says why for each answer."
        return
    for name in ("SS1", "SSmu", "SSsigma"):
        yield f"{name} {whole[name]['mean']:.3f} (mean of {whole[name]['n']:,} of {whole['n']:,})"


def _skipped(judging: Mapping[str, Any]) -> Iterator[str]:
    total = judging["skipped_total"]
    if total:
        yield ""
        yield f"{plural(total, 'record')} skipped:"
        yield from (f"  {one['record']}: {one['reason']}" for one in judging["skipped"][:_NAMED])
        if total > _NAMED:
            yield f"  ... and {total - _NAMED} more in judge.json"


def _left_out(judging: Mapping[str, Any]) -> Iterator[str]:
    """How many numbers beside the contexts could not be read, and of the first records why."""
    told = judging.get("scores_left_out")
    if told:
        yield ""
        yield f"{plural(told['n'], 'score')} of the contexts left out; the answers are judged all the same:"
        yield from (f"  {one['record']}: {one['reason']}" for one in told["records"][:_NAMED])
        if len(told["records"]) > _NAMED:
            yield "  ... and more in judge.json"
