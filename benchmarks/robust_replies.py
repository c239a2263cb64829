"""The `robustness` rows about replies of an LLM judge: each reply comes over a real wire to the judge that asks models.

Its replies have a form (a verdict for every claim, with the sentences that decide), so that prose is never searched for
a yes or a number: such a reply is asked for again and then the answer is not judged. Where a row expects a score out of
prose, the reply is the grade of another judge in a log, and `judge` reads it there (docs/judge.md).
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from consilience.answer.entries import acs
from consilience.answer.llm import LlmJudge
from consilience.answer.team import judged
from consilience.api import judge_records
from consilience.llm import Account
from consilience.model import AnswerAudit, Passage
from consilience.settings import LlmSettings

sys.path.append(str(Path(__file__).parents[1]))

_SAID = ["The house was built in 1867.", "It has nine rooms.", "The garden is open.", "Dogs may come in."]
_EVIDENCE = [Passage("guide.md", "The house was built in 1867. It has nine rooms.")]


def wrong(row: Mapping[str, Any]) -> Iterator[str]:
    """What differs from the expected, in words: a reply in prose must leave the answer without a verdict."""
    given = row["input"]
    for reply in given.get("judge_replies") or [given["judge_reply"]]:
        audit = _judged(" ".join(_SAID), reply)
        if audit.status != "judge_failed" or isinstance(acs(audit), float) or audit.claims:
            yield f"{reply!r}: {audit.status}, ACS {acs(audit)}"
        if "score" in row["expected"]:
            value = graded([reply])["value"]["mean"]
            if value != row["expected"]["score"]:
                yield f"{reply!r} in a log is the grade {value}, where {row['expected']['score']} is expected"


def graded(told: Sequence[Any]) -> Mapping[str, Any]:
    """What judge.json says of the grades of a log in which each answer has one of these."""
    one = {"question": "When was it built?", "answer": _SAID[0], "contexts": [_EVIDENCE[0].text]}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.jsonl")
        log.write_text("".join(f"{json.dumps({**one, 'grades': {'judge': grade}})}\n" for grade in told), "utf-8")
        (found,) = judge_records(log)["grades"]
    return found


def _judged(answer: str, reply: str) -> AnswerAudit:
    """The audit of an answer by a model that says `reply` whatever it is asked."""
    from tests.llm.wire import Wire, serving

    wire = Wire()
    wire.otherwise = lambda call: reply
    with serving(wire) as address, tempfile.TemporaryDirectory() as folder:
        os.environ["OPENAI_BASE_URL"] = f"{address}/v1"
        judge = LlmJudge(Account.open(LlmSettings(model="openai:scripted", repairs=1), Path(folder)))
        return judged(judge, "When was the house built?", answer, _EVIDENCE)
