"""Numbers, in digits and in words, with the precision they are written in.

`read(line, i)` reads the number that begins at token `i`: "1,200.50", "1 200,5", "5½", "3/4", "twenty-six", "fifteen
hundred", "zweihundertfünfzig", "1.2 million", "a dozen". The step of a number is one unit of its last written digit.
"""

from __future__ import annotations

from functools import lru_cache

from consilience.values.line import Line, Number
from consilience.values.powers import MINUS, digits_at, exponent
from consilience.values.spelled import half_magnitude, magnitude, read_words

_VULGAR = {
    "½": 0.5,
    "¼": 0.25,
    "¾": 0.75,
    "⅓": 1 / 3,
    "⅔": 2 / 3,
    "⅕": 0.2,
    "⅛": 0.125,
    "⅜": 0.375,
    "⅝": 0.625,
    "⅞": 0.875,
}
_LARGEST_DIGITS = 24  # more digits than this is no quantity
_MINUS_WORDS = frozenset({"minus", "moins", "menos"})
_AT_LEAST_LEFT = frozenset({"al", "lo", "pelo", "au", "du", "ao", "ou", "o"})  # "al menos 5" is at least 5
_MIXED_DIVISORS = frozenset({"2", "3", "4", "8", "16"})


@lru_cache(maxsize=8192)
def parse_digits(text: str, decimal: str) -> tuple[float, float] | None:
    """(value, step) of a number in digits, or None for something else ("21.01.1793", "5.4.1").

    >>> parse_digits("1.480", ",")
    (1480.0, 1.0)
    """
    plain = text
    for mark in "'’   ":
        plain = plain.replace(mark, "")
    marks = [char for char in plain if char in ".,"]
    if sum(char.isdigit() for char in plain) > _LARGEST_DIGITS:
        return None
    whole = _plain_digits(plain, marks, decimal)
    if whole is None:
        return None
    _, _, fraction = whole.partition(".")
    return float(whole), 10.0 ** -len(fraction)


def _plain_digits(text: str, marks: list[str], decimal: str) -> str | None:
    if not marks:
        return text
    if len(set(marks)) == 2:
        return _mixed_marks(text, marks)
    mark, groups = marks[0], text.split(marks[0])
    grouped = all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3 and groups[0].strip("0") != ""
    if grouped and (len(marks) > 1 or mark != decimal):
        return "".join(groups)
    if len(marks) == 1:
        return f"{groups[0]}.{groups[1]}"
    return None


def _mixed_marks(text: str, marks: list[str]) -> str | None:
    last = marks[-1]
    if marks.count(last) != 1:
        return None
    whole, _, fraction = text.partition(last)
    groups = whole.split(marks[0])
    if all(len(group) == 3 for group in groups[1:]) and len(groups[0]) <= 3:
        return f"{''.join(groups)}.{fraction}"
    return None


def read(line: Line, i: int) -> Number | None:
    """The number that begins at token `i`, magnitude words included; None when there is none."""
    if i >= len(line.tokens):
        return None
    if i not in line.numbers:
        line.numbers[i] = _read(line, i)
    return line.numbers[i]


def _read(line: Line, i: int) -> Number | None:
    token = line.tokens[i]
    if token.kind == "number":
        found = _read_digits(line, i)
    elif token.kind == "word":
        if token.folded in _MINUS_WORDS:
            return _negative(line, i)
        found = _read_vulgar(line, i) or _half_word(line, i) or half_magnitude(line, i) or read_words(line, i)
    elif token.kind == "symbol" and token.text in MINUS | {"+"}:
        return _read_signed(line, i)
    else:
        found = None
    return _restated(line, _with_magnitude(line, found)) if found else None


def _restated(line: Line, number: Number) -> Number:
    """ "three (3) years", "30 (thirty) days": the same number once more in parentheses, as contracts write it."""
    tokens, i = line.tokens, number.end
    if i + 2 >= len(tokens) or tokens[i].text != "(" or tokens[i + 1].kind == "symbol":
        return number
    again = read(line, i + 1)
    if again is None or again.kind == number.kind or again.value != number.value or again.end >= len(tokens):
        return number
    return number._replace(end=again.end + 1) if tokens[again.end].text == ")" else number


def _negative(line: Line, i: int) -> Number | None:
    """ "minus 22"; not "al menos 22", "au moins 22": at least."""
    if i and line.tokens[i - 1].folded in _AT_LEAST_LEFT:
        return None
    number = read(line, i + 1)
    return number._replace(start=i, value=-number.value) if number and number.value >= 0 else None


def _read_signed(line: Line, i: int) -> Number | None:
    if not line.gap(i) and line.tokens[i - 1].kind != "symbol":
        return None
    if i + 1 >= len(line.tokens) or line.gap(i + 1) or line.tokens[i + 1].kind != "number":
        return None
    number = read(line, i + 1)
    if number is None:
        return None
    sign = -1 if line.tokens[i].text in MINUS else 1
    return number._replace(start=i, value=sign * number.value)


def _read_digits(line: Line, i: int) -> Number | None:
    parsed = parse_digits(line.tokens[i].text, line.lexicon.decimal)
    if parsed is None:
        return None
    value, step = parsed
    end = i + 1
    if end < len(line.tokens) and line.tokens[end].text in _VULGAR:
        return Number(i, end + 1, value + _VULGAR[line.tokens[end].text], 0.5, "digits")
    mixed = _mixed(line, end) if step == 1 else None
    if mixed is not None:
        return Number(i, end + 3, value + mixed[0], mixed[1], "digits")
    return _power(line, i, value, step) or Number(i, end, value, step, "digits")


def _mixed(line: Line, i: int) -> tuple[float, float] | None:
    """The fraction of "1 1/2" at token `i`, with its step."""
    tokens = line.tokens
    if i + 2 >= len(tokens) or not line.gap(i) or tokens[i + 1].text != "/" or line.gap(i + 1) or line.gap(i + 2):
        return None
    part, whole = tokens[i].text, tokens[i + 2].text
    if whole not in _MIXED_DIVISORS or not part.isdigit() or not 0 < int(part[:2]) < int(whole):
        return None
    return int(part[:2]) / int(whole), 1 / int(whole)


def _power(line: Line, i: int, value: float, step: float) -> Number | None:
    """Scientific notation: "3e8", "3 x 10^8", "3 × 10⁸", "10⁶"."""
    tokens, found = line.tokens, None
    if i + 2 < len(tokens) and tokens[i + 1].text in ("e", "E") and not line.gap(i + 1) and not line.gap(i + 2):
        negative = tokens[i + 2].text in MINUS and i + 3 < len(tokens)
        found = digits_at(line, i + 3 if negative else i + 2, negative)
    elif line.phrase(i + 1, i + 3) in ("x 10", "× 10", "· 10"):
        found = exponent(line, i + 3)
    elif tokens[i].text == "10":
        found, value, step = exponent(line, i + 1), 1.0, 1.0
    if found is None:
        return None
    factor = 10.0 ** found[0]
    return Number(i, found[1], value * factor, step * factor, "digits")


def _read_vulgar(line: Line, i: int) -> Number | None:
    value = _VULGAR.get(line.tokens[i].text)
    return None if value is None else Number(i, i + 1, value, value, "digits")


def _half_word(line: Line, i: int) -> Number | None:
    """ "anderthalb", "zweieinhalb", "anderhalf"; "eine halbe Million", where the article stands before the half."""
    value = line.lexicon.maps["half_numbers"].get(line.tokens[i].folded)
    if value is not None:
        factor, end = magnitude(line, i + 1)
        return Number(i, end, float(value) * factor, 0.5 * factor, "words")
    if line.tokens[i].folded in line.lexicon.sets["articles"] and i + 1 < len(line.tokens):
        half = half_magnitude(line, i + 1)
        return half._replace(start=i) if half else None
    return None


def _with_magnitude(line: Line, number: Number) -> Number:
    """ "1.2 million": the magnitude multiplies value and step of a number in digits."""
    if number.kind != "digits":
        return number
    factor, end = magnitude(line, number.end)
    if end == number.end:
        return number
    return number._replace(value=number.value * factor, step=number.step * factor, end=end)
