"""What another judge's grade says: a number, a percentage, yes or no, a label, or prose that states a score.

A value is in [0, 1], or there is none and the reason is told; it is never guessed, and what was written is kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from consilience.answer.records.grades_prose import Scale, from_prose, scale_of, share
from consilience.answer.records.model import Grade
from consilience.answer.records.said import parsed
from consilience.model import NotMeasured
from consilience.scores import Score

NO_SCALES: Mapping[str, Scale] = {}
MOST = 50  # grades of a record, and values of a grade
_WRITTEN = 300  # characters that are kept of what was written
_NAME = 100  # characters of a name
_PLACES = 6  # decimals
_ROUNDING = 1e-6  # how far a cosine of 32-bit floats may lie outside [0, 1]
_HUGE = 10**15
_PLAIN = re.compile(r"[-+]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][-+]?[0-9]{1,3})?")
_SCALED = re.compile(r"(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)\s?(?:(%|percent)|(?:/|out\sof\s|of\s)\s?([0-9]{1,9}))", re.I)
_YES = frozenset({"true", "yes", "pass", "passed", "correct", "supported", "faithful", "grounded", "relevant"})
_NO = frozenset(
    {"false", "no", "fail", "failed", "incorrect", "unsupported", "not supported", "unfaithful", "not faithful",
     "ungrounded", "not grounded", "irrelevant", "not relevant"}
)  # fmt: skip
_AS_ASKED = frozenset({"true", "yes", "false", "no"})  # they answer what the name asks for, good or bad
_ABSENT = frozenset({"", "none", "null", "nan", "n/a"})
_UNSURE = frozenset("0123456789:=/.")  # in a word that is no mere label
_FAULT = re.compile(r"hallucinat|toxic|bias|harm|malicious|noise|misuse|leak|error|risk|contradict", re.I)


def grades(found: Iterable[tuple[str, Any]], scales: Mapping[str, Scale] = NO_SCALES) -> tuple[Grade, ...]:
    """One grade a name, in the order of the names; a name with different values has none, and the reason.

    `scales` are those of the names of which other grades in the log tell it (`scales_in`).
    """
    told: dict[str, list[Any]] = {}
    for name, one in found:
        told.setdefault(name.strip()[:_NAME] or "grade", []).append(one)
    return tuple(_grade(name, values, scales.get(name)) for name, values in list(told.items())[:MOST])


def scales_in(found: Iterable[tuple[str, Any]]) -> dict[str, Scale]:
    """What the numbers in prose are out of, by the names of the judges, where the replies together tell it."""
    replies: dict[str, list[str]] = {}
    for name, told in found:
        if isinstance(told, str):
            replies.setdefault(name.strip()[:_NAME], []).append(told)
    return {name: scale for name, told in replies.items() if (scale := scale_of(told)) is not None}


def of_a_fault(name: str) -> bool:
    """Whether a grade of that name is high where the answer is bad."""
    return _FAULT.search(name) is not None


def value_of(name: str, told: Any, scale: Scale | None = None) -> Score:
    """What a grade of that name says, in [0, 1] but for rounding."""
    if isinstance(told, NotMeasured):
        return told
    if isinstance(told, bool):
        return float(told)
    if isinstance(told, int | float):
        return _number(told)
    if isinstance(told, list):
        return _agreed([value_of(name, None if isinstance(one, list) else one, scale) for one in told[:MOST]])
    if told is None or isinstance(told, str):
        return _text(name, (told or "").strip(), scale)
    return NotMeasured("it is neither a number nor text")


def _grade(name: str, told: list[Any], scale: Scale | None) -> Grade:
    score = _agreed([value_of(name, one, scale) for one in told])
    written = "; ".join(text for one in told if (text := _written(one)))[: 2 * _WRITTEN]
    if isinstance(score, NotMeasured):
        return Grade(name, None, score.reason, written)
    return Grade(name, round(min(max(score, 0.0), 1.0), _PLACES), None, written)


def _agreed(scores: list[Score]) -> Score:
    """The value that all measured ones have; those without a value do not count beside one that has."""
    measured = [one for one in scores if not isinstance(one, NotMeasured)]
    if not measured:
        return scores[0] if scores else NotMeasured("the log has no value")
    if max(measured) - min(measured) > _ROUNDING:
        return NotMeasured("the log has different values of it")
    return measured[0]


def _number(told: int | float) -> Score:
    if isinstance(told, float) and not math.isfinite(told):
        return NotMeasured("it is NaN" if math.isnan(told) else "it is infinite")
    if abs(told) > _HUGE:
        return NotMeasured("it is too large to be a grade")
    if told < -_ROUNDING:
        return NotMeasured(f"{told:g} is negative")
    if told > 1 + _ROUNDING:
        return NotMeasured(f"{told:g} is above 1, and the log does not say of how many")
    return float(told)


def _text(name: str, told: str, scale: Scale | None) -> Score:
    label = told.strip(" .!*\"'").lower().replace("_", " ")
    if label in _ABSENT:
        return NotMeasured(f"the log says {told}" if told else "the log has no value")
    if label.lstrip("+-") in ("inf", "infinity"):
        return NotMeasured("it is infinite")
    if _PLAIN.fullmatch(told):
        return _number(float(told))
    if (scaled := _SCALED.fullmatch(told)) is not None:
        return share(float(scaled[1]), 100.0 if scaled[2] else float(scaled[3]))
    if label in _YES | _NO and (label in _AS_ASKED or not of_a_fault(name)):
        return float(label in _YES)
    if told.startswith("{"):
        return _reply(name, told, scale)
    if len(told.split()) == 1 and not _UNSURE & set(told):
        return NotMeasured(f"the label '{told[:40]}' stands for no number")
    return from_prose(told, scale)


def _reply(name: str, told: str, scale: Scale | None) -> Score:
    """A reply in JSON: what it says under the name of a score, read as a labelled number of prose is."""
    held = parsed(told)
    if not isinstance(held, Mapping):  # an object as Python prints it is read as prose is
        return from_prose(told, scale) if told.endswith("}") else NotMeasured("the reply is JSON that is cut short")
    named = next((one for one in ("score", "rating", "grade", "value") if one in held), None)
    if named is None:
        return NotMeasured("the reply is JSON without a score")
    one = held[named]
    if isinstance(one, Mapping | list):
        return NotMeasured("its score is no number")
    if isinstance(one, int | float) and not isinstance(one, bool) and 1 <= one <= _HUGE:
        return from_prose(f"score: {one}", scale)
    return value_of(name, one, scale)


def _written(told: Any) -> str:
    """What the log says, shortened in its middle: a judge model states its score at either end."""
    if told is None or isinstance(told, NotMeasured):
        return ""
    if isinstance(told, int) and abs(told) > _HUGE:
        return "a number of many digits"
    if isinstance(told, list):
        return ", ".join(_written(one) for one in told[:MOST] if not isinstance(one, list))[:_WRITTEN]
    text = str(told) if isinstance(told, str | int | float) else ""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= _WRITTEN else f"{text[: _WRITTEN // 2]} ... {text[-_WRITTEN // 2 :]}"
