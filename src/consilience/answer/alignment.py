"""Query alignment: does an answer give what the question asks (DESIGN section 1, ACS; docs/answers.md)?

Four things are looked at: whether the answer speaks of what the question speaks of, whether it gives a value of the
kind that is asked for, whether it answers every part, and whether it speaks of the same thing where the question names
one by a code or a year. What the evidence says does not matter here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from consilience.answer.claims import said, split
from consilience.answer.lacking import lacking
from consilience.answer.support_words import words_of
from consilience.answer.vectors import vectors_of
from consilience.answer.wanted import parts, wanted
from consilience.corpus.matching.terms import stems
from consilience.model import Claim, Mention
from consilience.text.wordlists import words
from consilience.values import scan

_NEAR = (0.15, 0.40)  # cosine of question and answer: from the first on they may share a topic, at the second they do
_SHARED = (0.10, 0.40)  # the same for the share of the question's words
_TERSE = 6  # words with a meaning up to which an answer need not repeat what was asked
_FITTING = 0.7  # the least for an answer with a value of the kind that is asked for
_NO_VALUE, _OTHER_THING, _PARTLY = 0.5, 0.5, 0.5  # what is left of the score
_OFF_TOPIC = "the answer speaks of something else than the question"
_NOT_ASKED = stems(
    words(
        """
        how what when where which who whom whose why long many much often please tell know give list name state
        explain describe summarise summarize summary mention show find answer question document documents text context
        """
    )
)
_YES_OR_NO = re.compile(
    r"\W*(?:yes|no|yeah|yep|nope|not|it depends|ja|nein|oui|non|sí|si|tak|nie|nee)\b", re.IGNORECASE
)
_COUNTED = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_SO_MANY = re.compile(
    r"\b(?:list|name|give|state|mention|enumerate|tell me|what are|which are|which|what)\b[^.?!]{0,20}?\b"
    rf"({'|'.join(_COUNTED)}|[2-9])\s+(?!(?:days?|hours?|weeks?|months?|years?|minutes?|seconds?|percent|times|or|of)\b)"
    r"[a-z]{3,}",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:in|for|during|of|by|im|en)\s+(?:\w{1,12}\s+)?((?:19|20)\d\d)\b", re.IGNORECASE)
_CODE = re.compile(r"\b([A-Za-z]{1,6})[- ]?(\d{2,6})\b")
_CODED = re.compile(r"\b([A-Z]{1,6})[- ]?(\d{2,6})\b")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question beside an answer, each read once."""

    question: str
    answer: str
    claims: tuple[str, ...]
    encoder: str

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """The values of the answer, which many questions do not ask for."""
        return scan(self.answer, "en")


def measure(
    question: str, answer: str, claims: Sequence[Claim], encoder: str = "embedded"
) -> tuple[float, str]:  # fmt: skip
    """How far the answer gives what is asked, in [0, 1], and why, in words. 1 where no question is known.

    Raises OperatorError when the encoder cannot be loaded.
    """
    asked = said(question)
    if not any(map(str.isalnum, asked)):
        return 1.0, "no question was given, so alignment counts as given"
    told = tuple(said(one.text) for one in claims)
    whole = " ".join(told)
    if not whole:
        return 0.0, "the answer says nothing about the question"
    beside = _Asked(asked, whole, told, encoder)
    score, reason = _parts(beside)
    for share, why in (_thing(beside), _refused(answer)):
        if share < 1.0:
            score, reason = score * share, why
    return round(score, 6), reason or "the answer gives what the question asks"


def _parts(one: _Asked) -> tuple[float, str]:
    """The mean over the parts of the question, and what is missing."""
    asked, counted = parts(one.question), so_many(one.question)
    found = [_part(part, one) for part in asked]
    score = sum(share for share, _ in found) / len(found)
    reason = next((why for share, why in sorted(found) if share < 1.0), "")
    given = len(one.claims) if len(one.claims) >= max(counted, len(asked)) else _items(one)
    if counted > given:
        return min(score, given / counted), f"the question asks for {counted}, the answer gives {given}"
    if len(asked) > given:
        return min(score, given / len(asked)), f"of the {len(asked)} parts of the question the answer gives {given}"
    return score, reason


def _part(part: str, one: _Asked) -> tuple[float, str]:
    """One part of the question. A value of the kind that it asks for, or a yes or no, says most; else the topic."""
    kinds = wanted(part)
    fits = bool(kinds) and any(mention.value.kind in kinds for mention in one.mentions)
    terse = words_of(one.answer).meaning <= _TERSE
    if (terse and fits) or ("yes_no" in kinds and _YES_OR_NO.match(one.answer)):
        return 1.0, ""
    topic = max(_topic(asked, one, terse and not kinds) for asked in dict.fromkeys((part, one.question)))
    topic = max(topic, _FITTING + (1 - _FITTING) * topic) if fits else topic
    if topic <= _NO_VALUE:
        return topic, _OFF_TOPIC
    if lacks := lacking(part, kinds, one.answer):
        return _NO_VALUE, lacks
    return topic, "" if topic == 1.0 else _OFF_TOPIC


def _topic(part: str, one: _Asked, lenient: bool) -> float:
    """Whether the answer speaks of what is asked; a bare "Paris" cannot be told from nonsense by its words."""
    content = {word.stem: word.weight for word in words_of(part).content if word.stem not in _NOT_ASKED}
    if not content or lenient:
        return 1.0
    told = words_of(one.answer).stems
    shared = sum(weight for word, weight in sorted(content.items()) if word in told) / sum(content.values())
    rows = vectors_of([part, one.answer, *one.claims], one.encoder)
    near = float(np.max(rows[1:] @ rows[0]))
    return max(_ramp(near, *_NEAR), _ramp(shared, *_SHARED))


def _ramp(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def so_many(question: str) -> int:
    """How many things a question asks for by number ("List the two fees"); 0 where it does not say. "Six Feet Under" is
    a name."""
    found = _SO_MANY.search(question)
    if found is None or found[1].istitle():
        return 0
    return _COUNTED.get(found[1].lower(), 0) or int(found[1])


def _items(one: _Asked) -> int:
    """How many things an answer may be said to give: sentences, values, or what stands between commas."""
    listed = max((len(re.split(r",|;|\band\b|\bund\b|\bet\b|&|/", claim)) for claim in one.claims), default=0)
    return max(len(one.claims), len({mention.value.normalized for mention in one.mentions}), listed)


def _thing(one: _Asked) -> tuple[float, str]:
    """Whether the answer speaks of another year, or of another thing of the same series: GR-03 where GR-02 is meant."""
    asked, told = set(_YEAR.findall(one.question)), set(_YEAR.findall(one.answer))
    if asked and told and not asked & told and not wanted(one.question) & {"date", "time"}:
        return _OTHER_THING, f"the question speaks of {min(asked)}, the answer of {min(told)}"
    series, others = _series(_CODED, one.question), _series(_CODE, one.answer)
    for name in sorted(series.keys() & others.keys()):
        if not series[name] & others[name]:
            return _OTHER_THING, f"the question speaks of {min(series[name])}, the answer of {min(others[name])}"
    return 1.0, ""


def _series(pattern: re.Pattern[str], text: str) -> dict[str, set[str]]:
    """The codes of a text by what they begin with: "GR" has "GR-02"."""
    found: dict[str, set[str]] = {}
    for match in pattern.finditer(text):
        found.setdefault(match[1].upper(), set()).add(f"{match[1].upper()}-{match[2]}")
    return found


def _refused(answer: str) -> tuple[float, str]:
    refused = split(answer).refusals
    return (_PARTLY, "the answer says that it does not answer the question, or a part of it") if refused else (1.0, "")
