"""How often: "every two days", "once a year", "four times a day", "weekly", "twice yearly", "six-monthly".

The value is the duration between two occurrences.
"""

from __future__ import annotations

from consilience.model import Mention, Value
from consilience.values import amounts, measures, units
from consilience.values.line import Line
from consilience.values.numbers import read as read_number


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The recurrence that begins at token `i`, with the token after it, or None."""
    return _adverb(line, i) or _every(line, i) or _times(line, i) or _hyphened(line, i)


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
    place, other = _place(line, j)
    if place and (unit := _time_unit(line, other)):
        return _mention(line, i, unit.end, place, unit.expression)
    measure = measures.measure(line, j)
    if measure is not None and measure.kind == "duration" and units.seconds(measure.unit):
        return _mention(line, i, measure.end, measure.value, measure.unit)
    unit = _time_unit(line, j)
    return _mention(line, i, unit.end, 1.0, unit.expression) if unit else None


def _place(line: Line, j: int) -> tuple[float, int]:
    """ "every other week", "each third year": which one, with the token after it; (0, j) for neither."""
    other = line.after(j, "other")
    if other > j:
        return 2.0, other
    place = line.lexicon.ordinals.get(line.tokens[j].folded, 0)
    return (float(place), j + 1) if place > 1 else (0.0, j)


def _time_unit(line: Line, i: int) -> units.Unit | None:
    """The unit of time at token `i`, fillers before it passed ("calendar year"); a quarter is one of a year here."""
    i = max(i, line.after(i, "fillers"))
    quarter = line.after(i, "quarter_year")
    if quarter > i:
        return units.Unit(quarter, "quarter_year_", line.phrase(i, quarter))
    unit = units.read(line, i)
    if unit is None or not units.seconds(unit.expression) or unit.expression == "second":
        return None
    return unit


def _hyphened(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "six-monthly", "4-hourly"."""
    number = read_number(line, i)
    table = line.lexicon.maps["recurrence"]
    if number is None or number.value < 1 or number.end + 1 >= len(line.tokens):
        return None
    end = number.end + 1
    adverb = line.tokens[end].folded
    if line.tokens[number.end].text != "-" or line.gap(number.end) or line.gap(end) or adverb not in table:
        return None
    count, _, unit = str(table[adverb]).partition(" ")
    return _mention(line, i, end + 1, number.value * float(count), unit)


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
    return _period(line, i, j, count)


def _period(line: Line, i: int, j: int, count: float) -> tuple[Mention, int] | None:
    """The period in which something happens `count` times, at token `j`: "a year", "every month", "yearly"."""
    table = line.lexicon.maps["recurrence"]
    end = line.longest(j, table)
    if end > j:
        length, _, unit = str(table[line.phrase(j, end)]).partition(" ")
        return _mention(line, i, end, float(length) / count, unit)
    for link in ("per", "every"):
        start = line.after(j, link)
        found = _time_unit(line, start) if start > j else None
        if found is not None:
            return _mention(line, i, found.end, 1.0 / count, found.expression)
    return None


def _mention(line: Line, i: int, end: int, count: float, unit: str) -> tuple[Mention, int]:
    seconds, spread = units.seconds(unit) or (0.0, 0.0)
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    name = _name(count, unit.removesuffix("_year_"))
    low, high = amounts.tidy(count * (seconds - spread)), amounts.tidy(count * (seconds + spread))
    value = Value("duration", line.text[start:stop], name, low, high, "duration", tokens=(unit, "every"))
    return Mention(start, stop, value), end


def _name(count: float, unit: str) -> str:
    if count < 1:
        return f"{amounts.plain(1 / count)} times a {unit}"
    return f"every {amounts.plain(count)} {unit}s" if count != 1 else f"every {unit}"
