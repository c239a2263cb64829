"""The `robustness` rows of shared/data/cases.jsonl: faults of other tools, each tried on the parts that do that work.

A row describes its input more than it gives it; the input is made here after the description. Rows about replies of an
LLM judge are tried in robust_replies.py.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from robust_replies import graded

from consilience.answer.entries import acs
from consilience.answer.judge import EmbeddedJudge
from consilience.answer.summaries import SCORES, summaries
from consilience.api import judge_records
from consilience.compare.flow import compare
from consilience.model import Passage
from consilience.settings import Settings

_LENGTHS = (254, 255, 256, 511, 512, 513, 749, 750, 751, 1023, 1024, 1025, 7499, 7500, 7501)  # characters
_SOURCE = "The north gate of park {0} opens at {1}:00. Its {2} benches stand by the pond of park {0}."


def waits(row: Mapping[str, Any]) -> bool:
    """Whether the row is about the reply of an LLM judge."""
    return any(name.startswith("judge_repl") for name in row["input"])


def wrong(row: Mapping[str, Any]) -> Iterator[str]:
    """What differs from the expected, in words."""
    if "scores" in row["input"]:
        yield from _mean(row["input"]["scores"])
    elif "retrieval_context" in row["input"]:
        yield from _levels()
    else:
        yield from _lengths()


def _mean(scores: Sequence[float | None]) -> Iterator[str]:
    """A mean over the measured, and how many are not: of ACS, and of the grades that a log carries."""
    rows = [
        {**dict.fromkeys(SCORES), "ACS": one, "k": 1, "status": "judge_failed" if one is None else "scored"}
        for one in scores
    ]
    told = summaries(rows, Settings().scores)
    measured = [one for one in scores if one is not None]
    if told["ACS"]["mean"] != round(sum(measured) / len(measured), 6) or told["ACS"]["n"] != len(measured):
        yield f"the mean is {told['ACS']['mean']} over {told['ACS']['n']}"
    if told["judge_failed"] != len(scores) - len(measured):
        yield f"{told['judge_failed']} are told to be without a score"
    json.dumps(told, allow_nan=False)
    for unmeasured in (None, math.nan):
        grades = graded([unmeasured if one is None else one for one in scores])
        means = (grades["value"]["mean"], grades["value"]["n"], grades["not_measured"]["n"])
        if means != (told["ACS"]["mean"], len(measured), len(scores) - len(measured)):
            yield f"grades of a log with {unmeasured}: mean {means[0]} over {means[1]}, {means[2]} not measured"


def _lengths() -> Iterator[str]:
    """A grounded answer of each length, cut at it, has no claim that is not supported but the one that was cut."""
    source = " ".join(_SOURCE.format(name, 5 + name % 7, 10 + name) for name in range(1, 100))
    evidence = [Passage("source", source)]
    for length in _LENGTHS:
        audit = EmbeddedJudge().judge("", source[:length], evidence)
        whole = [one.verdict for one in audit.claims if one.text.endswith(".")]
        if set(whole) != {"supported"} or not isinstance(acs(audit), float):
            yield f"at {length} characters: {', '.join(sorted(set(whole)))}"


def _levels() -> Iterator[str]:
    """The same answer out of contexts in another order: level 2 moved, level 3 did not."""
    contexts = ["A visitor may stay four hours.", "Visitors sign in at the desk.", "The lift is on floor two."]
    with tempfile.TemporaryDirectory() as name:
        folders = []
        for place, held in enumerate((contexts, contexts[::-1])):
            log, folder = Path(name, f"{place}.jsonl"), Path(name, f"run-{place}")
            one = {"question": "How long may a visitor stay?", "answer": contexts[0], "contexts": held}
            log.write_text(json.dumps(one) + "\n", "utf-8")
            judge_records(log, out=folder)
            folders.append(folder)
        told = compare(*folders)["levels"]
    if told["retrieval"] is not True or told["answer"] is not False:
        yield f"moved: {told}"
