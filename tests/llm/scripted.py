"""A stand-in for a model's mind, behind the wire: it reads the prompt as a model would and answers by simple rules.

What is tested is everything around it: the prompt, the transport, the parsing, the checking of quotes.
"""

from __future__ import annotations

import json
import re

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


def answer(call: Call) -> str:
    """What a model that follows our instructions would reply, by the prompt it was given."""
    return quality(call) if "how well a document is built" in call.system else facts(call)
