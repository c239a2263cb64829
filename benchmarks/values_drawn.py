"""Values of every kind, drawn from a seeded generator, and another value of the same kind that cannot also be true."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

_UNITS: dict[str, tuple[str, int, int]] = {
    "pressure": ("{} bar", 2, 40),
    "flow": ("{} m³/h", 20, 900),
    "power": ("{} kW", 2, 400),
    "mass": ("{} kg", 20, 4000),
    "temperature": ("{} °C", 4, 90),
    "minutes": ("{} minutes", 3, 58),
    "hours": ("{} hours", 2, 47),
    "days": ("{} days", 3, 89),
    "months": ("{} months", 6, 60),
    "seconds": ("{} seconds", 2, 55),
    "length": ("{} m", 2, 95),
    "distance": ("{} km", 2, 80),
    "kmh": ("{} km/h", 5, 80),
    "speed": ("{} Mbit/s", 16, 950),
    "data": ("{} GB", 2, 900),
    "grams": ("{} g", 2, 950),
    "volume": ("{} litres", 5, 900),
    "area": ("{} m²", 40, 9000),
    "percentage": ("{} %", 3, 97),
    "count": ("{}", 12, 990),
    "year": ("{}", 1962, 2023),
}
_PERIODS = ("weeks", "months", "days")
_CURRENCIES = ("EUR {}", "£{}", "${}", "{} euros")


def draw(kind: str, random: Random) -> str:
    """A value of the kind, as a document would write it."""
    if kind in _UNITS:
        pattern, low, high = _UNITS[kind]
        number = random.randint(low, high)
        return pattern.format(number if kind == "year" else _grouped(number))
    return _SPECIAL[kind](random)


def draw_other(kind: str, value: str, random: Random) -> str:
    """Another value of the kind, far enough from `value` that no rounding joins the two."""
    for _ in range(100):
        other = draw(kind, random)
        if not _close(kind, value, other):
            return other
    raise ValueError(f"No other value of kind {kind} was drawn beside {value}.")


def _grouped(number: int) -> str:
    return f"{number:,}"


def _money(random: Random) -> str:
    amount = random.choice([random.randint(3, 99), random.randint(100, 9900)])
    cents = random.choice(["", "", ".50", ".90"]) if amount < 100 else ""
    return random.choice(_CURRENCIES).format(_grouped(amount) + cents)


def _duration(random: Random) -> str:
    return f"{random.randint(2, 30)} {random.choice(_PERIODS)}"


def draw_date(random: Random) -> str:
    """A day between 2012 and 2024, written in one of three ways."""
    day = date(2012, 1, 1) + timedelta(days=random.randint(0, 4700))
    return random.choice([f"{day.day} {day:%B} {day.year}", day.isoformat(), f"{day:%B} {day.day}, {day.year}"])


def _time(random: Random) -> str:
    return f"{random.randint(5, 22):02d}:{random.choice((0, 15, 30, 45)):02d}"


def _version(random: Random) -> str:
    return f"{random.randint(1, 9)}.{random.randint(0, 19)}.{random.randint(0, 9)}"


_SPECIAL: dict[str, Callable[[Random], str]] = {
    "money": _money,
    "duration": _duration,
    "date": draw_date,
    "time": _time,
    "version": _version,
}


def _close(kind: str, one: str, other: str) -> bool:
    """Equal, or a number within a fifth, or in another unit or currency, where "different" might be argued about."""
    if kind in ("date", "time", "version", "year"):
        return one == other
    if one.translate(_NO_DIGITS) != other.translate(_NO_DIGITS):
        return True
    left, right = _figures(one), _figures(other)
    return abs(left - right) < 0.2 * max(left, right)


_NO_DIGITS = str.maketrans("", "", "0123456789,.")


def _figures(text: str) -> float:
    return float("".join(letter for letter in text if letter in "0123456789."))
