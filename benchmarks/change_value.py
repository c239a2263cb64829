"""Another value of the same type, order of magnitude and way of writing, that cannot be true beside the old one."""

from __future__ import annotations

import re
from random import Random

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "twelve",
    "fifteen",
    "twenty",
    "thirty",
)
_PEOPLE = ("Ruth Abara", "Henrik Solberg", "Leonie Castell", "Marek Dvorak", "Ines Quiroga", "Paul Whitcombe")
_DIGITS = re.compile(r"\d[\d,.]*")
_DAY = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


def change(kind: str, old: str, random: Random) -> str:
    """A value of `kind` (number, money, percentage, date, time, word or name) other than `old`."""
    if kind == "name":
        return random.choice([name for name in _PEOPLE if name != old])
    if kind == "word":
        return random.choice([word for word in WORDS if word != old])
    if kind == "time":
        hour, minutes = old.split(":")
        return f"{random.choice([h for h in range(5, 23) if h != int(hour)]):0{len(hour)}d}:{minutes}"
    if kind == "date":
        return _other_day(old, random)
    return _DIGITS.sub(lambda match: _other_number(match.group(), kind == "percentage", random), old, count=1)


def _other_day(old: str, random: Random) -> str:
    """The same month and year, at least three days earlier or later."""
    place = list(_DAY.finditer(old))[-1] if re.match(r"\d{4}-", old) else _DAY.search(old)
    if place is None:
        raise ValueError(f"'{old}' has no day of a month.")
    day = int(place.group())
    other = random.choice([number for number in range(1, 29) if abs(number - day) >= 3])
    width = 2 if place.group().startswith("0") or "-" in old else 1
    return f"{old[: place.start()]}{other:0{width}d}{old[place.end() :]}"


def _other_number(old: str, percentage: bool, random: Random) -> str:
    """As many digits, separators and trailing zeros in the same places, at least a quarter more or less."""
    digits = [letter for letter in old if letter.isdigit()]
    zeros = len(digits) - len("".join(digits).rstrip("0")) if any(d != "0" for d in digits) else 0
    lead = "".join(digits[: len(digits) - zeros])
    new = _other_digits(lead, old, percentage, random) + "0" * zeros
    letters = iter(new)
    return "".join(next(letters) if letter.isdigit() else letter for letter in old)


def _other_digits(lead: str, old: str, percentage: bool, random: Random) -> str:
    number, width = int(lead), len(lead)
    if number == 0:
        return "".join(random.choice("3456789") for _ in lead)
    low = 10 ** (width - 1) if not lead.startswith("0") else 1
    scale = float(old.replace(",", "")) / number
    limit = 100 if percentage and number * scale <= 100 else float("inf")  # a part of a whole stays one
    fits = [
        other
        for other in range(low, 10**width)
        if abs(other - number) >= max(1, 0.25 * number)
        and 0.3 * number <= other <= 3 * number
        and other % 10
        and other * scale <= limit
    ]
    if not fits:
        raise ValueError(f"'{old}' has no neighbour of its own size.")
    return f"{random.choice(fits):0{width}d}"
