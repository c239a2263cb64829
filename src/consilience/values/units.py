"""Units in a text, and what one of them is in base units."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from consilience.values.degrees import DEGREES, other_scale
from consilience.values.line import Line
from consilience.values.scales import Scale, per_number, reckoned, tabled
from consilience.values.unit_table import names, symbols, table

WORKING_DAY = "working_day_"
_INVERSE = {"¹": "-1", "²": "-2", "³": "-3"}  # "min⁻¹"
_POWERS = {"²": "2", "³": "3"}
# "per" and its like join two units; an article does so only between a unit and a time ("megalitres a day").
_JOINING = frozenset(("per", "pro", "je", "par", "por", "al", "a la", "a", "an", "each", "every"))
_ARTICLES = frozenset(("a", "the", "each", "every"))


class Unit(NamedTuple):
    """A unit in tokens up to `end`, as a Pint expression; `written` is how the text has it."""

    end: int
    expression: str
    written: str


@lru_cache(maxsize=1)
def _times() -> dict[str, tuple[float, float]]:
    return {name: (float(seconds), float(spread)) for name, (seconds, spread) in table()["time"].items()}


def seconds(expression: str) -> tuple[float, float] | None:
    """Seconds of a unit of time and the spread of a calendar unit around its mean; None for any other unit."""
    return _times().get(expression)


def is_time(expression: str) -> bool:
    """Whether a unit measures a duration, working days included."""
    return expression in _times() or expression == WORKING_DAY


def read(line: Line, i: int, glued: bool = False, after_foot: bool = False) -> Unit | None:
    """The unit that begins at token `i`: names first ("square metres per hour"), then symbols ("m³/h", "mJ/cm²").

    `glued` says that only a hyphen or nothing stands between number and unit, which makes "in" an inch.
    """
    first = _factor(line, i, glued or after_foot)
    if first is None:
        return None
    end, expression = first
    while (join := _join(line, end, expression)) is not None:
        more = _factor(line, join[0], True)
        if more is None:
            break
        end, expression = more[0], f"{expression}{join[1]}({more[1]})"
    return Unit(end, expression, line.text[line.tokens[i].start : line.tokens[end - 1].end])


def _join(line: Line, end: int, expression: str) -> tuple[int, str] | None:
    """What joins a further factor at token `end`: the token after it with "/" or "*", or None."""
    tokens = line.tokens
    if end + 1 >= len(tokens):
        return None
    if tokens[end].kind == "word" and end + 1 < len(tokens) and tokens[end + 1].text == "⁻":
        return end, "*"  # "m s⁻²"
    if tokens[end].text in "/·*":
        return (end + 1, "/" if tokens[end].text == "/" else "*") if not line.gap(end + 1) else None
    start = line.after(end, "per")
    joins = start > end and not is_time(expression) and line.phrase(end, start) in _JOINING
    return (start, "/") if joins else None


def _factor(line: Line, i: int, certain: bool) -> tuple[int, str] | None:
    """One factor of a unit at token `i` with the token after it."""
    tokens = line.tokens
    if i >= len(tokens) or tokens[i].kind == "number":
        return None
    if tokens[i].kind == "word":
        known = names(line.lexicon.language)
        end = line.longest(i, known)
        if end == i + 1 and tokens[i].folded in DEGREES and other_scale(line, end):
            return None
        if end > i and (certain or not _ordinal_use(line, i)):
            return end, str(known[line.phrase(i, end)])
    return _symbol(line, i, certain)


def _ordinal_use(line: Line, i: int) -> bool:
    """ "a second bag": "second" after an article is no unit of time."""
    return line.tokens[i].folded == "second" and i > 0 and line.tokens[i - 1].folded in _ARTICLES


def _symbol(line: Line, i: int, certain: bool) -> tuple[int, str] | None:
    text, end = _symbol_text(line, i)
    if text == "dB" and line.phrase(end, end + 3) == "( a )":
        return end + 3, "dB_"
    base = text.rstrip("²³")
    expression = symbols().get(base)
    if expression is None or (base in table()["ambiguous"] and not certain and not _ends(line, end)):
        return None
    if expression == "revolution_" and line.phrase(end, end + 1) != "/":
        return None  # "42 U.S.C."
    power = _POWERS.get(text[len(base) :], "")
    if not power:
        power, end = _written_power(line, end)
        if not power and end < len(line.tokens) and line.tokens[end].kind == "number" and not line.gap(end):
            return None  # "220-s7"
    if (expression, power) == ("minute", "-1"):
        return end, "rpm_"  # revolutions, as the data sheets of machines write them
    return end, f"({expression})**{power}" if power else expression


def _symbol_text(line: Line, i: int) -> tuple[str, int]:
    """The symbol at token `i`; the sign of a degree or of micro joins the letters after it."""
    tokens, text = line.tokens, line.tokens[i].text
    if text in "°µμ" and i + 1 < len(tokens):
        joined = text + tokens[i + 1].text
        if joined in symbols() and (text == "°" or not line.gap(i + 1)):
            return joined, i + 2
    return text, i + 1


def _written_power(line: Line, end: int) -> tuple[str, int]:
    """ "m3", "m^3": a digit glued to a symbol of length, with the token after it."""
    following = [token.text for token in line.tokens[end : end + 2]]
    if following[:1] == ["⁻"] and following[1:] and following[1] in _INVERSE and not line.gap(end):
        return _INVERSE[following[1]], end + 2
    if following[:1] == ["^"] and following[1:] in (["2"], ["3"]):
        return following[1], end + 2
    if following[:1] in (["2"], ["3"]) and not line.gap(end) and line.tokens[end - 1].text.endswith("m"):
        return following[0], end + 1
    return "", end


def _ends(line: Line, end: int) -> bool:
    """Whether a symbol that is also a word stands where a unit would: before punctuation or the end of the text."""
    return end >= len(line.tokens) or line.tokens[end].kind == "symbol" or line.tokens[end].text in ("AC", "DC")


@lru_cache(maxsize=4096)
def scale(expression: str) -> Scale | None:
    """What one unit is in base units; None for an expression that Pint does not know, and for working days."""
    known = seconds(expression)
    if known is not None:
        return Scale(known[0], 0.0, "duration")
    if WORKING_DAY in expression:
        return None
    found = tabled().get(expression) or per_number(expression) or reckoned(expression)
    return found and found._replace(factor=_tidy(found.factor))


def _tidy(factor: float) -> float:
    """Twelve significant digits: what floating point adds to 0.1 * 0.1 is not part of a unit."""
    return float(f"{factor:.12g}") if math.isfinite(factor) else factor
