"""Numbers without a unit: what they count, ages whose years are not written, thousands as "k"."""

from __future__ import annotations

from consilience.values import nouns, rates
from consilience.values.line import AGE, Line, Measure, Number

# Counted in millions ("3.6m shares"): after any other noun "m" is metres.
NEVER_MEASURED = frozenset(
    {"share", "person", "user", "customer", "passenger", "visitor", "household", "subscriber", "employee", "resident"}
)
_PRONOUN = frozenset({"no", "any", "every", "some", "this", "that", "another"})
_OLDEST = 120
_YOUNGER_OLDER = frozenset({"under", "over", "below", "above", "older than", "younger than", "not under"})
_APART = frozenset({"different", "separate", "such", "particular", "specific"})  # "on two different days"
_SPANS = frozenset({"minute", "hour", "day", "week", "month", "year"})


def count(line: Line, number: Number) -> Measure | None:
    """What a number counts, an age or a span of time; None for a number that is part of something else."""
    if _paired(line, number) or _named(line, number):
        return None
    if _glued_word(line, number.end):
        return abbreviated(line, number)
    if (
        number.kind == "words"
        and number.value == 1
        and number.start
        and line.tokens[number.start - 1].folded in _PRONOUN
    ):
        return None  # "no one else"
    noun, end = nouns.counted(line, number.end, number.value != 1)
    apart = line.tokens[number.end].folded in _APART if number.end < len(line.tokens) else False
    if (
        noun in _SPANS and number.value != 1 and end == number.end + 2 and not apart
    ):  # "669 Earth days", "two free hours"
        return rates.with_per(line, Measure(number.start, end, number.value, number.step, "duration", noun, f"{noun}s"))
    if not noun and _is_age(line, number):
        return Measure(number.start, number.end, number.value, number.step, "duration", "year", "years", noun=AGE)
    if number.kind == "words" and number.value == 1 and (not noun or line.lexicon.language != "en"):
        return None  # "one" alone is a pronoun, and "un", "ein", "een" are articles
    per, after = nouns.per(line, end)
    last = after if per else number.end
    return Measure(number.start, last, number.value, number.step, "count", "", "", per, noun, noun_end=end)


def _is_age(line: Line, number: Number) -> bool:
    """ "aged 16 or over", "the age of eighteen", "aged at least 18"."""
    if number.value > _OLDEST or number.value != int(number.value):
        return False
    start = line.before(number.start, line.lexicon.maps["limits"])
    if _of_people(line, start, number.start):
        return True
    if start and line.tokens[start - 1].folded in line.lexicon.sets["between"]:
        start -= 1
    return line.before(start, line.lexicon.sets["aged"]) < start


def _of_people(line: Line, start: int, i: int) -> bool:
    """ "children under 12", "adults of at least 18", "nobody under eighteen"; `start:i` is the limit."""
    of = start > 0 and line.tokens[start - 1].folded == "of"
    if not of and line.phrase(start, i) not in _YOUNGER_OLDER:
        return False
    before = start - 2 if of else start - 1
    return before >= 0 and line.tokens[before].folded in line.lexicon.sets["of_age"]


def abbreviated(line: Line, number: Number) -> Measure | None:
    """ "50k users", "3.6m shares"; "5G" and "2.x" are no counts."""
    letter, end = line.tokens[number.end].text, number.end + 1
    noun, _ = nouns.counted(line, end) if letter in ("k", "m", "bn") else ("", end)
    if not noun or number.kind != "digits" or line.lexicon.language != "en":
        return None
    factor = {"k": 1e3, "m": 1e6, "bn": 1e9}[letter]
    return Measure(number.start, end, number.value * factor, number.step * factor, "count", "", "", noun=noun)


def _paired(line: Line, number: Number) -> bool:
    """ "24/7", "50/50": two numbers around a slash count nothing; nor does "3.x"."""
    tokens, i = line.tokens, number.start
    after = tokens[number.end : number.end + 2]
    if len(after) == 2 and after[0].text == "(" and len(after[1].text) == 1 and not line.gap(number.end):
        return after[1].kind == "word"  # "401(k)"
    if len(after) == 2 and after[0].text == "." and after[1].kind == "word" and tokens[i].end + 1 == after[1].start:
        return True
    before = i >= 2 and tokens[i - 1].text == "/" and not line.gap(i) and tokens[i - 2].kind == "number"
    j = number.end
    return before or (
        j + 1 < len(tokens) and tokens[j].text == "/" and not line.gap(j) and tokens[j + 1].kind == "number"
    )


def _named(line: Line, number: Number) -> bool:
    """ "the new Zero Trust platform": a word in capitals inside a sentence, before another, is part of a name."""
    tokens, i, j = line.tokens, number.start, number.end
    if number.kind != "words" or j != i + 1 or j >= len(tokens) or not i or tokens[i - 1].kind != "word":
        return False
    if tokens[i].text.isupper():
        return False  # a heading
    return tokens[i].text[0].isupper() and tokens[j].kind == "word" and tokens[j].text[0].isupper()


def _glued_word(line: Line, i: int) -> bool:
    return i < len(line.tokens) and not line.gap(i) and line.tokens[i].kind == "word"
