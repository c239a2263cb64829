"""How often: "every two days", "once a year", "four times a day", "weekly".

The value is the duration between two occurrences.
"""

from __future__ import annotations

from consilience.model import Mention, Value
from consilience.values import amounts, measures, units
from consilience.values.line import Line
from consilience.values.numbers import read as read_number


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The recurrence that begins at token `i`, with the token after it, or None."""
    return _adverb(line, i) or _every(line, i) or _times(line, i)


def _adverb(line: Line, i: int) -> tuple[Mention, int] | None:
    table = line.lexicon.maps["recurrence"]
    end = line.longest(i, table)
    if end == i:
        return None
    count, _, unit = str(table[line.phrase(i, end)]).partition(" ")
    return _mention(line, i, end, float(count), unit)


def _every(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "every two days", "every year", "every other week", "alle zwei Jahre"."""
    j = line.after(i, "every")
    if j == i or j >= len(line.tokens):
        return None
    other = line.after(j, "other")
    if other > j and (unit := units.read(line, other)) and units.seconds(unit.expression):
        return _mention(line, i, unit.end, 2.0, unit.expression)
    measure = measures.measure(line, j)
    if measure is not None and measure.kind == "duration" and units.seconds(measure.unit):
        return _mention(line, i, measure.end, measure.value, measure.unit)
    unit = units.read(line, j)
    if unit is not None and units.seconds(unit.expression) and unit.expression != "second":
        return _mention(line, i, unit.end, 1.0, unit.expression)
    return None


def _times(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "once a year", "four times a day", "zweimal im Jahr"."""
    words = line.lexicon.maps["times_words"]
    if line.tokens[i].folded in words:
        count, j = float(words[line.tokens[i].folded]), i + 1
    else:
        number = read_number(line, i)
        if number is None or number.value <= 0:
            return None
        j = line.after(number.end, "times")
        if j == number.end:
            return None
        count = number.value
    start = line.after(j, "per")
    unit = units.read(line, start) if start > j else None
    if unit is None and (start := line.after(j, "every")) > j:
        unit = units.read(line, start)
    if unit is None or not units.seconds(unit.expression) or unit.expression == "second":
        return None
    return _mention(line, i, unit.end, 1.0 / count, unit.expression)


def _mention(line: Line, i: int, end: int, count: float, unit: str) -> tuple[Mention, int]:
    seconds, spread = units.seconds(unit) or (0.0, 0.0)
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    name = f"every {amounts.plain(count)} {unit}s" if count != 1 else f"every {unit}"
    low, high = amounts.tidy(count * (seconds - spread)), amounts.tidy(count * (seconds + spread))
    value = Value("duration", line.text[start:stop], name, low, high, "duration", tokens=(unit, "every"))
    return Mention(start, stop, value), end
