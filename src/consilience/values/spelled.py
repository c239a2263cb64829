"""Numbers in words: "twenty-six", "fifteen hundred", "zweihundertfünfzig", "half a million", "a dozen"."""

from __future__ import annotations

from consilience.values.lexicon import Lexicon
from consilience.values.line import Line, Number

_MAGNITUDES = (("thousand", 1e3), ("million", 1e6), ("billion", 1e9))


_BARE_THOUSAND = frozenset({"mil", "mille", "tausend", "duizend"})  # stand for one thousand without "one"


_BEFORE_THOUSAND = frozenset({"first", "last", "next", "every", "each", "per"})


def read_words(line: Line, i: int) -> Number | None:
    """A number in words: groups below 1000, each with its magnitude, added up."""
    total, end, written, last = 0.0, i, False, 0.0
    while True:
        group = _next_group(line, end, last) if written else _group(line, end, False)
        if group is None and not written and _bare_thousand(line, i):
            group = (1.0, i)
        if group is None:
            break
        value, after = group
        scale, after_scale = magnitude(line, after)
        if written and scale >= last:
            break
        total, end, written, last = total + value * scale, after_scale, True, scale
        if scale == 1 and value >= 1000 and value % 1000 == 0:
            last = 1000.0  # "twaalfduizend driehonderd"
        elif scale == 1:
            break
    if not written:
        return _article(line, i)
    step = 1.0 if total % 1000 or total < 1000 else 10.0 ** (len(str(int(total))) - len(str(int(total)).rstrip("0")))
    return _point(line, Number(i, end, total, step, "words"))


def _bare_thousand(line: Line, i: int) -> bool:
    """Whether the token at `i` is one thousand by itself: "mille", "the first thousand pounds"."""
    word, left = line.tokens[i].folded, line.tokens[i - 1].folded if i else ""
    return word in _BARE_THOUSAND or (word in line.lexicon.sets["thousand"] and left in _BEFORE_THOUSAND)


def half_magnitude(line: Line, i: int) -> Number | None:
    """ "half a million", "half a dozen", "half a hundred"."""
    tokens = line.tokens
    if tokens[i].folded not in line.lexicon.sets["half"] or i + 1 >= len(tokens):
        return None
    j = i + 2 if tokens[i + 1].folded in line.lexicon.sets["articles"] else i + 1
    factor, end = magnitude(line, j)
    if j < len(tokens) and tokens[j].folded in line.lexicon.sets["hundred"] and j > i + 1:
        factor, end = 100.0, j + 1
    return Number(i, end, factor / 2, 1.0 if factor == 12 else factor / 2, "words") if factor > 1 else None


def _point(line: Line, number: Number) -> Number:
    """ "sixteen point seven": decimals spoken one by one."""
    digits, j = "", number.end + 1
    if line.phrase(number.end, j) in line.lexicon.sets["point"]:
        while len(digits) < 6 and (small := _small(line, j)) is not None and small[0] < 10:
            digits, j = f"{digits}{small[0]}", small[1]
    if not digits:
        return number
    return number._replace(end=j, value=number.value + float(f"0.{digits}"), step=10.0 ** -len(digits))


def _next_group(line: Line, i: int, last: float) -> tuple[float, int] | None:
    """The group after one with a magnitude; a comma may stand before hundreds ("nineteen thousand, five hundred")."""
    if last >= 1000 and i < len(line.tokens) and line.tokens[i].text == ",":
        group = _group(line, i + 1, True)
        return group if group and group[0] >= 100 else None
    return _group(line, _joint(line, i), True)


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


def magnitude(line: Line, i: int) -> tuple[float, int]:
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
        if group is None:
            return None
        factor, end = magnitude(line, group[1])
        return Number(i, end, group[0] * factor, factor, "words")
    factor, end = magnitude(line, i + 1)
    return Number(i, end, factor, 1.0 if factor == 12 else factor, "words") if factor > 1 else None
