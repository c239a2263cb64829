"""Two numbers that make one: "14 ft 9 in", "4 h 30 min", "one metre eighty", "six pounds fifty"."""

from __future__ import annotations

from dataclasses import replace

from consilience.values import nouns, numbers, units
from consilience.values.line import Line, Measure, Number

# What a spelled number without unit counts after a larger unit, how many of it make one, and the least that is said so.
_UNWRITTEN = {"meter": (100, 10), "hour": (60, 1), "foot": (12, 1), "money": (100, 2)}


def compound(line: Line, whole: Measure) -> Measure:
    """The measure with a smaller unit of its dimension that follows it, joined by "and" or by nothing."""
    i = _past_and(line, whole.end)
    number = numbers.read(line, i)
    if number is None or number.value < 0 or number.kind == "article":
        return whole
    unit = units.read(line, number.end, after_foot=whole.unit == "foot")
    large, small = units.scale(whole.unit), units.scale(unit.expression) if unit else None
    if unit is None or large is None or small is None or large.dimension != small.dimension or large.offset:
        return whole
    ratio = small.factor / large.factor
    if ratio >= 1 or number.value * ratio >= 1 or (i > whole.end and _between(line, whole)):
        return whole
    name = line.text[line.tokens[whole.start].start : line.tokens[unit.end - 1].end]
    return replace(whole, value=whole.value + number.value * ratio, step=number.step * ratio, end=unit.end, name=name)


def _past_and(line: Line, i: int) -> int:
    return i + 1 if i < len(line.tokens) and line.tokens[i].folded in line.lexicon.sets["and"] else i


def _between(line: Line, whole: Measure) -> bool:
    """ "between 2 m and 50 cm" is a range."""
    return whole.start > 0 and line.tokens[whole.start - 1].folded in line.lexicon.sets["between"]


def unwritten(line: Line, whole: Measure, spelled: bool) -> Measure:
    """ "one metre eighty", "an hour and twenty", "five feet nine", "six pounds fifty": both numbers in words."""
    parts, least = _UNWRITTEN.get("money" if whole.kind == "money" else whole.unit, (0, 0))
    if not parts or not spelled or whole.per:
        return whole
    small = _small_words(line, whole.end if whole.kind == "money" else _past_and(line, whole.end))
    if small is None or not least <= small.value < parts or not _closes(line, small.end):
        return whole
    name = line.text[line.tokens[whole.start].start : line.tokens[small.end - 1].end]
    more = replace(whole, value=whole.value + small.value / parts, step=1 / parts, end=small.end, name=name)
    return replace(more, name="") if whole.kind == "money" else more


def _small_words(line: Line, i: int) -> Number | None:
    if i >= len(line.tokens) or line.tokens[i].kind != "word":
        return None
    number = numbers.read(line, i)
    if number is None or number.kind != "words" or number.value != int(number.value):
        return None
    halves = line.lexicon.maps["and_half"]
    end = line.longest(number.end, halves)
    more = float(halves[line.phrase(number.end, end)]) if end > number.end else 0.0
    return number._replace(value=number.value + more, end=end)


def _closes(line: Line, i: int) -> bool:
    """Whether no noun in the plural follows, which the second number would count."""
    if i >= len(line.tokens) or line.tokens[i].folded in line.lexicon.sets["stop_nouns"]:
        return True
    if line.tokens[i].kind == "symbol":
        return line.tokens[i].text not in "-%"
    word = line.tokens[i].folded
    return line.tokens[i].kind == "word" and line.lexicon.language == "en" and nouns.singular(word) == word


def half_more(line: Line, i: int) -> tuple[float, int]:
    """What "and a half" at token `i` adds, with the token after it; (0, i) for nothing."""
    halves = line.lexicon.maps["and_half"]
    j = line.longest(i, halves)
    return (float(halves[line.phrase(i, j)]), j) if j > i else (0.0, i)
