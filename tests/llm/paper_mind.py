"""A stand-in for the paper's one model behind the wire: it plays Q, F, G and J, each told by its instructions."""

from __future__ import annotations

import json
import re

from tests.llm import scripted
from tests.llm.wire import Call

_SENTENCE = re.compile(r"[^.|\n]*\d[^.|\n]*(?:\.|$)", re.MULTILINE)


def reply(call: Call) -> str:
    """What a model that keeps to our instructions would say, by simple rules."""
    if "You answer a question" in call.system:
        return _answer(call)
    if "You judge an answer" in call.system:
        return _judgement(call)
    return scripted.answer(call)


def role(call: Call) -> str:
    """Which operator asked."""
    marks = {"well a document": "Q", "atomic facts": "F", "You answer": "G", "You judge": "J"}
    return next(name for mark, name in marks.items() if mark in call.system)


def _answer(call: Call) -> str:
    """The sentence with a number that shares most words with the question, cited; none: an abstention."""
    question = set(_texts(call, "question")[0].lower().split())
    found = [
        (len(question & set(sentence.lower().split())), -number, sentence.strip())
        for number, text in enumerate(_texts(call, "passage"), 1)
        for sentence in _SENTENCE.findall(text)
    ]
    if not found:
        return json.dumps({"abstained": True})
    _, number, sentence = max(found)
    cited = [{"passage": -number, "quote": sentence}]
    return json.dumps({"abstained": False, "answer": sentence, "citations": cited})


def _judgement(call: Call) -> str:
    """A claim is supported where a passage holds its words."""
    passages = _texts(call, "passage")
    told = [_verdict(number, claim, passages) for number, claim in enumerate(_texts(call, "claim"), 1)]
    return json.dumps({"alignment": 1.0, "alignment_reason": "It gives what is asked.", "claims": told})


def _verdict(number: int, claim: str, passages: list[str]) -> dict[str, object]:
    support = [{"passage": at, "quote": claim} for at, text in enumerate(passages, 1) if claim in text]
    return {"claim": number, "verdict": "supported" if support else "unsupported", "support": support}


def _texts(call: Call, kind: str) -> list[str]:
    """The framed data of one kind, in their order."""
    return [text for label, text in scripted.frames(call) if label.partition(" ")[0] == kind]
