"""A stand-in for a model's mind, behind the wire: it reads the prompt as a model would and answers by simple rules.

What is tested is everything around it: the prompt, the transport, the parsing, the checking of quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.llm.wire import Call

_FRAME = re.compile(r"\[\[(?P<mark>\w{12}) begin (?P<label>[^\]]*)\]\]\n(?P<text>.*?)\n\[\[(?P=mark) end ", re.DOTALL)
_NUMBER = re.compile(r"\d[\d.,]*(?:\s?[%°A-Za-z/]+)?")
DIMENSIONS = ("clarity", "internal_consistency", "completeness", "information_density", "coherence")


def frames(call: Call) -> list[tuple[str, str]]:
    """The framed data of a call: label and text."""
    return [(match["label"], match["text"]) for match in _FRAME.finditer(call.user)]


def quality(call: Call, score: float = 0.8) -> str:
    """Every dimension with one score, one reason and the first line of the document as its quote."""
    ((_, text),) = frames(call)
    line = next(line for line in text.splitlines() if line.strip())
    return json.dumps(
        {name: {"score": score, "reason": f"The {name} could be better.", "quotes": [line]} for name in DIMENSIONS}
    )


def facts(call: Call) -> str:
    """A fact for every line that holds a number: entity and relation are the words before it."""
    ((_, text),) = frames(call)
    found = []
    for line in (line.strip("-# ") for line in text.splitlines()):
        number = _NUMBER.search(line)
        if number:
            found.append(
                {
                    "quote": line,
                    "entity": line[: number.start()].strip(),
                    "relation": "value",
                    "value": number[0].strip(),
                }
            )
    return json.dumps({"facts": found})


def generation(call: Call) -> str:
    """The sentence that shares most words with the question, cited; an abstention where none shares two."""
    (_, question), *passages = frames(call)
    wanted = _words(question)
    found = [(len(wanted & _words(said)), -number, said) for number, said in _sentences(passages)]
    shared, place, said = max(found)
    if shared < 2:
        return json.dumps({"abstained": True, "answer": "", "citations": []})
    return json.dumps({"abstained": False, "answer": said, "citations": [{"passage": -place, "quote": said}]})


def judgement(call: Call) -> str:
    """A claim is supported where a passage holds its words; sentences that differ in their number alone conflict."""
    told = frames(call)
    said = list(_sentences([one for one in told if one[0].startswith("passage")]))
    claims = [_verdict(int(label.split()[1]), text, said) for label, text in told if label.startswith("claim")]
    return json.dumps({"alignment": 1.0, "alignment_reason": "", "claims": claims, "conflicts": _conflicts(said)})


def settlement(call: Call) -> str:
    """Claims as above; every pair is a conflict."""
    told = frames(call)
    pairs = [int(label.split()[1]) for label, _ in told if label.startswith("pair")]
    return json.dumps(
        {
            "claims": json.loads(judgement(call))["claims"],
            "pairs": [{"pair": number, "verdict": "conflict", "reason": "Both."} for number in pairs],
        }
    )


def _verdict(number: int, claim: str, said: list[tuple[int, str]]) -> dict[str, object]:
    cited = [{"passage": place, "quote": one} for place, one in said if claim.strip(" .") in one]
    return {"claim": number, "verdict": "supported" if cited else "unsupported", "support": cited[:1], "reason": "."}


def _conflicts(said: list[tuple[int, str]]) -> list[dict[str, object]]:
    for number, (place, one) in enumerate(said):
        for beside, other in said[number + 1 :]:
            if one != other and _NUMBER.sub("#", one) == _NUMBER.sub("#", other):
                values = [(place, one), (beside, other)]
                return [{"about": "the figure", "values": [_side(*side) for side in values], "reason": "They differ."}]
    return []


def _side(place: int, said: str) -> dict[str, object]:
    number = _NUMBER.search(said)
    return {"value": number[0] if number else said, "passage": place, "quote": said}


def _sentences(passages: list[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    for label, text in passages:
        for line in text.splitlines():
            yield from ((int(label.split()[1]), said) for said in re.split(r"(?<=[.!?])\s+", line) if said.strip())


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}


_MINDS = {
    "how well a document is built": quality, "list the atomic facts": facts, "You answer a question": generation,
    "You judge an answer": judgement, "what an automatic judge was not sure of": settlement,
}  # fmt: skip


def answer(call: Call) -> str:
    """What a model that follows our instructions would reply, by the prompt it was given."""
    return next(mind for words, mind in _MINDS.items() if words in call.system)(call)
