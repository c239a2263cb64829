"""Another number of the same size, written the same way.

As many digits, the same separators, decimals and round zeros; between half and twice the old one, and at least a fifth
away from it, so that no rounding joins the two. A percentage of nearly a whole stays one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from consilience.study.inject import number_words

_DIGITS = re.compile(
    r"(?<![\d.,])(?:\d{1,3}(?:[,.'’\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?!\d|st\b|nd\b|rd\b|th\b)"
)
_OF_TWELVE = re.compile(r"\b(?:h|hrs?|hours?|months?|Stunden|Monaten?|heures|mois|horas|meses|uur|maanden)\b")
_ROUND = 10  # numbers from here on that end in 0 or 5 are round
_TRIES = 12  # numbers drawn for one place
_LONGEST = 12  # digits of a number that is changed; longer ones are codes


def others(text: str, language: str, random: Random, most: float = float("inf")) -> Iterator[str]:
    """The text with one of its numbers changed, in random order of the numbers; none above `most`."""
    places = [*_in_digits(text), *_in_words(text, language)]
    random.shuffle(places)
    for start, end in places:
        old = text[start:end]
        if old[0].isdigit():
            drawn = _other_digits(old, text, random, most)
        else:
            drawn = _other_words(old, language, random, most)
        for new in drawn:
            yield text[:start] + new + text[end:]


def _in_digits(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _DIGITS.finditer(text) if sum(map(str.isdigit, match[0])) <= _LONGEST]


def _in_words(text: str, language: str) -> list[tuple[int, int]]:
    found = number_words.pattern(language)
    return [match.span() for match in found.finditer(text)] if found else []


def _other_digits(old: str, text: str, random: Random, most: float) -> Iterator[str]:
    digits = "".join(filter(str.isdigit, old))
    round_zeros = len(digits) - len(digits.rstrip("0"))
    if round_zeros and len(digits) - round_zeros == 1:
        round_zeros -= 1  # 1,000 may become 1,500
    lead = digits[: len(digits) - round_zeros]
    if not lead or old == "1":
        return  # nothing, or a thing whose noun is a singular
    number = int(lead)
    near_whole = most == 100 and 80 <= _size(old) < 100
    for other in _below(lead, old, random) if near_whole else _near(number, _step(number, text), random):
        new = _fill(f"{other:0{len(lead)}d}" + "0" * round_zeros, old)
        if new and _size(new) <= most and new != "1":
            yield new


def _step(number: int, text: str) -> int:
    """What a number and those in its place are multiples of: of 24 hours and twelve months people say no 44 or 19."""
    unit = _OF_TWELVE.search(text)
    for step, least in ((12, 24), (6, 12)) if unit else ():
        if number % step == 0 and number >= least:
            return step
    return 5 if number % 5 == 0 and number >= _ROUND else 1


def _near(number: int, step: int, random: Random) -> Iterator[int]:
    """Whole numbers of the same size, each once, that are multiples of `step`."""
    seen = {number}
    for _ in range(_TRIES):
        factor = random.uniform(1.2, 1.8) if random.random() < 0.5 else random.uniform(0.5, 0.8)
        other = round(number * factor)
        other -= other % step  # a round number stays round
        if other not in seen and other > 0 and abs(other - number) >= max(1, 0.2 * number):
            seen.add(other)
            yield other


def _below(lead: str, old: str, random: Random) -> Iterator[int]:
    """Other parts of nearly a whole, by what is missing from it: 99.97 becomes 99.91, and 91 becomes 83."""
    whole = round(100 * int(lead) / _size(old))
    missing = whole - int(lead)
    for _ in range(_TRIES):
        other = whole - round(missing * random.uniform(1.5, 3.0))
        if whole // 2 < other < int(lead) - 1:
            yield other


def _fill(digits: str, old: str) -> str:
    """The digits in the places of the old ones; "" when there are more or fewer, or a zero would come to lead."""
    if len(digits) != sum(map(str.isdigit, old)) or (digits[0] == "0" and old[0] != "0"):
        return ""
    letters = iter(digits)
    return "".join(next(letters) if letter.isdigit() else letter for letter in old)


def _size(text: str) -> float:
    """How large a number is, to compare it with a hundred: a single mark without three digits after it is decimal."""
    groups = re.split(r"[^\d]", text)
    decimal = len(groups) == 2 and not (len(groups[1]) == 3 and groups[0] != "0")
    return float(".".join(groups)) if decimal else float("".join(groups))


def _other_words(old: str, language: str, random: Random, most: float) -> Iterator[str]:
    table = number_words.table(language)
    number = table[old.lower()]
    step = 5 if number % 5 == 0 and number >= _ROUND and language == "en" else 1  # the other tables are short
    fits = [
        word
        for word, value in sorted(table.items())
        if value % step == 0
        and abs(value - number) >= max(1, 0.2 * number)
        and 0.5 * number <= value <= min(2 * number + 1, most)
    ]
    random.shuffle(fits)
    for word in fits[:_TRIES]:
        yield number_words.like(old, word)
