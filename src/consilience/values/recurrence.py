"""How often: "every two days", "once a year", "four times a day", "weekly", "twice yearly", "six-monthly".

The value is the duration between two occurrences.
"""

from __future__ import annotations

from consilience.model import Mention, Value
from consilience.values import amounts, measures, units
from consilience.values.intervals import plain, tidy
from consilience.values.line import Line, Measure
from consilience.values.numbers import read as read_number


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The recurrence that begins at token `i`, with the token after it, or None."""
    return _adverb(line, i) or _every(line, i) or _times(line, i) or _hyphened(line, i) or _nth(line, i)


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
    i = max(i, line.after(i, "whole"))
    quarter = line.after(i, "quarter_year")
    if quarter > i:
        return units.Unit(quarter, "quarter_year_", line.phrase(i, quarter))
    unit = units.read(line, i)
    if unit is None or not units.seconds(unit.expression) or unit.expression == "second":
        return None
    return unit


def _nth(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "The 30th day after delivery", "no later than the fifth day", "her sixteenth birthday": so many days, years."""
    place, end = _ordinal(line, i)
    if place < 2 or end >= len(line.tokens):
        return None
    start = i - 1 if i and line.tokens[i - 1].folded == "the" else i
    if line.tokens[end].folded == "birthday":
        return amounts.of(line, Measure(i, end + 1, float(place), 1.0, "duration", "year", "years"))
    unit = units.read(line, end)
    if unit is None or not units.is_time(unit.expression) or unit.expression == "second":
        return None
    limits = line.lexicon.maps["limits"]
    limited = (
        line.before(start, limits) < start and limits[line.phrase(line.before(start, limits), start)] != "maybe_from"
    )
    if not limited and line.after(unit.end, "counted_from") == unit.end:
        return None
    return amounts.of(
        line, Measure(start, unit.end, float(place), 1.0, "duration", unit.expression, f"{unit.written}s")
    )


def _ordinal(line: Line, i: int) -> tuple[int, int]:
    """The ordinal at token `i` ("30th", "thirtieth"), with the token after it; (0, i) for none."""
    tokens = line.tokens
    if tokens[i].kind == "number":
        suffix = i + 1 < len(tokens) and not line.gap(i + 1) and line.after(i + 1, "ordinal_suffixes") > i + 1
        return (
            (int(tokens[i].text), i + 2) if suffix and tokens[i].text.isdigit() and len(tokens[i].text) < 4 else (0, i)
        )
    for width in (3, 1):
        place = line.lexicon.ordinals.get(line.phrase(i, i + width), 0)
        if place:
            return place, i + width
    return 0, i


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
        return _period(line, i, j, count) or _so_often(line, i, count)
    else:
        number = read_number(line, i)
        if number is None or number.value <= 0:
            return None
        j = line.after(number.end, "times")
        if j == number.end:
            return None
        count = number.value
    return _period(line, i, j, count)


def _so_often(line: Line, i: int, count: float) -> tuple[Mention, int] | None:
    """ "It may be repeated twice": a count; "twice the price", "twice as much" are none."""
    after = line.tokens[i + 1] if i + 1 < len(line.tokens) else None
    if count < 2 or (after is not None and (after.kind != "symbol" or after.text in "-(")):
        return None
    return amounts.of(line, Measure(i, i + 1, count, 1.0, "count", "", ""))


def _period(line: Line, i: int, j: int, count: float) -> tuple[Mention, int] | None:
    """The period in which something happens `count` times, at token `j`: "a year", "every month", "yearly"."""
    table = line.lexicon.maps["recurrence"]
    end = line.longest(j, table)
    if end > j:
        length, _, unit = str(table[line.phrase(j, end)]).partition(" ")
        return _mention(line, i, end, float(length) / count, unit, _times_name(count, unit))
    for link in ("per", "every"):
        start = line.after(j, link)
        found = _time_unit(line, start) if start > j else None
        if found is not None:
            unit = found.expression
            return _mention(line, i, found.end, 1.0 / count, unit, _times_name(count, unit))
    return None


def _mention(line: Line, i: int, end: int, count: float, unit: str, name: str = "") -> tuple[Mention, int]:
    seconds, spread = units.seconds(unit) or (0.0, 0.0)
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    name = name or (f"every {plain(count)} {_plain(unit)}s" if count != 1 else f"every {_plain(unit)}")
    low, high = tidy(count * (seconds - spread)), tidy(count * (seconds + spread))
    value = Value("duration", line.text[start:stop], name, low, high, "duration", tokens=(unit, "every"))
    return Mention(start, stop, value), end


def _plain(unit: str) -> str:
    return unit.removesuffix("_year_")


def _times_name(count: float, unit: str) -> str:
    """ "2 times a year"; "" for once, which is every year."""
    return "" if count == 1 else f"{plain(count)} times {'an' if unit == 'hour' else 'a'} {_plain(unit)}"
