"""Numbers, in digits and in words, with the precision they are written in.

`read(line, i)` reads the number that begins at token `i`: "1,200.50", "1 200,5", "5½", "3/4", "twenty-six", "fifteen hundred",
"zweihundertfünfzig", "1.2 million", "a dozen". The step of a number is one unit of its last written digit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from consilience.values.lexicon import Lexicon, Phrases
from consilience.values.text import Token

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
_MAGNITUDES = (("thousand", 1e3), ("million", 1e6), ("billion", 1e9))
_LARGEST_DIGITS = 24  # more digits than this is no quantity
_BARE_THOUSAND = frozenset({"mil", "mille", "tausend", "duizend"})  # stand for one thousand without "one"
_MINUS_WORDS = frozenset({"minus", "moins", "menos"})
MINUS = frozenset("-−–")


@dataclass(frozen=True)
class Line:
    """A text prepared for reading: its tokens and the words of its language."""

    text: str
    tokens: tuple[Token, ...]
    lexicon: Lexicon
    numbers: dict[int, Number | None] = field(default_factory=dict, compare=False, repr=False)  # what `read` has read

    def gap(self, i: int) -> bool:
        """Whether white space (or the end of the text) stands before token `i`."""
        return i <= 0 or i >= len(self.tokens) or self.tokens[i - 1].end < self.tokens[i].start

    def phrase(self, i: int, j: int) -> str:
        return " ".join(token.folded for token in self.tokens[i:j])

    def after(self, i: int, name: str) -> int:
        """End of the longest phrase of lexicon set `name` that begins at token `i`; `i` when there is none."""
        return self.longest(i, self.lexicon.sets[name])

    def longest(self, i: int, phrases: Phrases) -> int:
        """End of the longest of `phrases` that begins at token `i`; `i` when none does."""
        if i >= len(self.tokens):
            return i
        reach = phrases.starts.get(self.tokens[i].folded, 0)
        for j in range(min(len(self.tokens), i + reach), i, -1):
            if self.phrase(i, j) in phrases:
                return j
        return i

    def before(self, i: int, phrases: Phrases) -> int:
        """Start of the longest of `phrases` that ends just before token `i`; `i` when none does."""
        reach = phrases.ends.get(self.tokens[i - 1].folded, 0) if i > 0 else 0
        for j in range(max(0, i - reach), i):
            if self.phrase(j, i) in phrases:
                return j
        return i


class Number(NamedTuple):
    """A number in tokens `start:end`. `step` is one unit of the last written digit; `kind` says how it is written."""

    start: int
    end: int
    value: float
    step: float
    kind: str  # "digits", "words", "article"


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
        found = _read_vulgar(line, i) or _half_magnitude(line, i) or _read_words(line, i)
    elif token.kind == "symbol" and token.text in MINUS | {"+"}:
        return _read_signed(line, i)
    else:
        found = None
    return _with_magnitude(line, found) if found else None


def _negative(line: Line, i: int) -> Number | None:
    """ "minus 22"."""
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
    return _power(line, i, value, step) or Number(i, end, value, step, "digits")


def _power(line: Line, i: int, value: float, step: float) -> Number | None:
    """Scientific notation: "3e8", "3 x 10^8", "3 × 10⁸" is read only in the first two forms."""
    tokens = line.tokens
    if i + 2 < len(tokens) and tokens[i + 1].text in ("e", "E") and not line.gap(i + 1) and not line.gap(i + 2):
        negative = tokens[i + 2].text in MINUS and i + 3 < len(tokens)
        exponent = tokens[i + 3 if negative else i + 2].text
        if exponent.isdigit() and len(exponent) <= 2:
            factor = 10.0 ** (-int(exponent) if negative else int(exponent))
            return Number(i, i + (4 if negative else 3), value * factor, step * factor, "digits")
    if line.phrase(i + 1, i + 4) in ("x 10 ^", "× 10 ^", "· 10 ^") and i + 4 < len(tokens):
        exponent = tokens[i + 4].text
        if exponent.isdigit() and len(exponent) <= 2:
            return Number(i, i + 5, value * 10.0 ** int(exponent), step * 10.0 ** int(exponent), "digits")
    return None


def _read_vulgar(line: Line, i: int) -> Number | None:
    value = _VULGAR.get(line.tokens[i].text)
    return None if value is None else Number(i, i + 1, value, value, "digits")


def _read_words(line: Line, i: int) -> Number | None:
    """A number in words: groups below 1000, each with its magnitude, added up."""
    total, end, written, last = 0.0, i, False, 0.0
    while True:
        group = _group(line, _joint(line, end) if written else end, written)
        if group is None and not written and line.tokens[i].folded in _BARE_THOUSAND:
            group = (1.0, i)
        if group is None:
            break
        value, after = group
        scale, after_scale = _magnitude(line, after)
        if written and scale >= last:
            break
        total, end, written, last = total + value * scale, after_scale, True, scale
        if scale == 1:
            break
    if not written:
        return _article(line, i)
    step = 1.0 if total % 1000 or total < 1000 else 10.0 ** (len(str(int(total))) - len(str(int(total)).rstrip("0")))
    return _point(line, Number(i, end, total, step, "words"))


def _half_magnitude(line: Line, i: int) -> Number | None:
    """ "half a million"."""
    tokens = line.tokens
    if tokens[i].folded not in line.lexicon.sets["half"] or i + 2 >= len(tokens):
        return None
    j = i + 2 if tokens[i + 1].folded in line.lexicon.sets["articles"] else i + 1
    factor, end = _magnitude(line, j)
    return Number(i, end, factor / 2, factor / 2, "words") if factor > 12 else None


def _point(line: Line, number: Number) -> Number:
    """ "sixteen point seven": decimals spoken one by one."""
    digits, j = "", number.end + 1
    if line.phrase(number.end, j) in line.lexicon.sets["point"]:
        while len(digits) < 6 and (small := _small(line, j)) is not None and small[0] < 10:
            digits, j = f"{digits}{small[0]}", small[1]
    if not digits:
        return number
    return number._replace(end=j, value=number.value + float(f"0.{digits}"), step=10.0 ** -len(digits))


def _joint(line: Line, i: int) -> int:
    """Past "and" or a hyphen between the words of one number."""
    if i < len(line.tokens) and (line.tokens[i].folded in line.lexicon.sets["and"] or line.tokens[i].text == "-"):
        return i + 1
    return i


def _group(line: Line, i: int, inside: bool) -> tuple[float, int] | None:
    """A value below 1000 (or "fifteen hundred") in words at token `i`, with the token after it."""
    small = _small(line, i)
    hundred = line.lexicon.sets["hundred"]
    value, end = small if small else (0, i)
    if end < len(line.tokens) and line.tokens[end].folded in hundred and (small or not inside) and value < 100:
        value, end = max(value, 1) * 100, end + 1
        small = (value, end)
    if not small:
        return None
    if value >= 100 and value % 100 == 0:
        tail = _small(line, _joint(line, end))
        if tail and 0 < tail[0] < 100:
            value, end = value + tail[0], tail[1]
    return float(value), end


def _small(line: Line, i: int) -> tuple[int, int] | None:
    """The longest spelled number of the lexicon at token `i` with the token after it."""
    if i >= len(line.tokens) or line.tokens[i].kind != "word":
        return None
    end = line.longest(i, line.lexicon.numbers)
    if end > i:
        return int(line.lexicon.numbers[line.phrase(i, end)]), end
    if line.lexicon.compounds:
        compound = _compound(line.tokens[i].folded, line.lexicon)
        return None if compound is None else (compound, i + 1)
    return None


def _compound(word: str, lexicon: Lexicon) -> int | None:
    """A number written as one word, below a million: "zwölftausenddreihundert"."""
    if word in lexicon.compounds:
        return lexicon.compounds[word]
    for thousand in lexicon.sets["thousand"]:
        head, found, tail = word.partition(thousand)
        if found:
            high = lexicon.compounds.get(head) if head else 1
            low = lexicon.compounds.get(tail) if tail else 0
            return None if high is None or low is None else high * 1000 + low
    return None


def _magnitude(line: Line, i: int) -> tuple[float, int]:
    """Factor of the magnitude words at token `i` ("thousand", "million", "dozen"), with the token after them."""
    if i < len(line.tokens):
        word = line.tokens[i].folded
        for name, factor in _MAGNITUDES:
            if word in line.lexicon.sets[name]:
                if (
                    name == "thousand"
                    and i + 1 < len(line.tokens)
                    and line.tokens[i + 1].folded in line.lexicon.sets["million"]
                ):
                    return 1e9, i + 2
                dot = i + 1 < len(line.tokens) and word in ("mio", "mrd", "mln") and line.tokens[i + 1].text == "."
                return factor, i + 2 if dot else i + 1
        if word in line.lexicon.sets["dozen"]:
            return 12.0, i + 1
    return 1.0, i


def _article(line: Line, i: int) -> Number | None:
    """ "a hundred", "a thousand", "a dozen", "eine Million": the article stands for one."""
    if line.tokens[i].folded not in line.lexicon.sets["articles"] or i + 1 >= len(line.tokens):
        return None
    if line.tokens[i + 1].folded in line.lexicon.sets["hundred"]:
        group = _group(line, i + 1, False)
        return Number(i, group[1], group[0], 1.0, "words") if group else None
    factor, end = _magnitude(line, i + 1)
    return Number(i, end, factor, 1.0 if factor == 12 else factor, "words") if factor > 1 else None


def _with_magnitude(line: Line, number: Number) -> Number:
    """ "1.2 million": the magnitude multiplies value and step of a number in digits."""
    if number.kind != "digits":
        return number
    factor, end = _magnitude(line, number.end)
    return number._replace(value=number.value * factor, step=number.step * factor, end=end)
