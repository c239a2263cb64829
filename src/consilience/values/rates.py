"""Per what a rate is: "a month", "per 100 kg", "/24 h", and the rate whose "per" stands a few words on.

"300 kg of cement per cubic metre" is a quantity per cubic metre: its text is "300 kg", the words between stay free.
"""

from __future__ import annotations

from dataclasses import replace

from consilience.values import nouns, units
from consilience.values.denominators import per_expression
from consilience.values.line import Line, Measure
from consilience.values.text import words

_REACH = 5  # tokens from "of" to "per"
_OF = frozenset({"of", "de", "d", "von", "van", "di", "an"})
_STRONG = words("per pro je par por each every")
_INSIDE = frozenset({"in", "for", "on", "to", "the"})  # "of drug in each millilitre"


def with_per(line: Line, whole: Measure) -> Measure:
    """A quantity or duration with its denominator: as a part of the unit where it is a unit, else as `per`."""
    per, end = nouns.per(line, whole.end)
    written = _text(line, end - 1, end) if per else ""
    if not per:
        (per, written), end = _distant(line, whole), whole.end
    whole = replace(whole, end=end, per=per)
    if not per:
        return _and_time(line, whole)
    expression = per_expression(per) if whole.kind == "quantity" else None
    if expression is None:
        return whole
    if " " in per:  # "per 100 kg"
        written = f"{per.split()[0]} {written}"
    whole = replace(whole, unit=f"{whole.unit}/({expression})", per="", written=f"{whole.written} per {written}")
    return _and_time(line, whole)


def _and_time(line: Line, whole: Measure) -> Measure:
    """ "kg per hectare and year"."""
    i = whole.end
    if "/" not in whole.unit or i >= len(line.tokens) or line.tokens[i].folded not in line.lexicon.sets["and"]:
        return whole
    unit = units.read(line, i + 1)
    if unit is None or not units.seconds(unit.expression):
        return whole
    return replace(
        whole, end=unit.end, unit=f"{whole.unit}/({unit.expression})", written=f"{whole.written} and {unit.written}"
    )


def _text(line: Line, i: int, j: int) -> str:
    return line.text[line.tokens[i].start : line.tokens[j - 1].end]


def _distant(line: Line, whole: Measure) -> tuple[str, str]:
    """The denominator after "of" and what is measured, and how it is written; empty when there is none."""
    tokens, i = line.tokens, whole.end
    if i >= len(tokens) or tokens[i].folded not in _OF:
        return "", ""
    for j in range(i + 2, min(len(tokens) - 1, i + 1 + _REACH)):
        if tokens[j].kind != "word":
            return "", ""
        if tokens[j].folded in _STRONG:
            per, end = nouns.denominator(line, j + 1)
            return per, _text(line, j + 1, end) if per else ""
        if tokens[j].folded in line.lexicon.sets["stop_nouns"] and tokens[j].folded not in _INSIDE:
            return "", ""
    return "", ""
