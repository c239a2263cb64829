"""All values of a statement, left to right: at each token the most specific reader that succeeds takes what it read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from consilience.model import Mention
from consilience.values import (
    amounts,
    codes,
    dates,
    money,
    names,
    recurrence,
    references,
    standards,
    storeys,
    times,
    versions,
)
from consilience.values.lexicon import Lexicon, lexicon
from consilience.values.line import Line
from consilience.values.powers import MINUS
from consilience.values.text import Token, tokenize

Reader = Callable[[Line, int], tuple[Mention, int] | None]
_NUMBER_READERS: tuple[Reader, ...] = (
    dates.read,
    versions.read_dotted,
    times.read,
    storeys.read,
    recurrence.read,
    versions.read_ordinal,
    amounts.read,
)
_ORDINAL_READERS: tuple[Reader, ...] = (
    dates.read,
    storeys.read,
    recurrence.read,
    versions.read_ordinal,
    amounts.read,
)
_WORD_READERS: tuple[Reader, ...] = (standards.read, versions.read_version, versions.read_label, *_NUMBER_READERS)
_SIGNS = frozenset(money.SYMBOLS) | MINUS | {"+"}
_MARKS = _SIGNS | frozenset("§#[(")  # those that open a reference with them


@lru_cache(maxsize=8192)
def scan(text: str, language: str = "en") -> tuple[Mention, ...]:
    """The typed values of `text` in the order of their spans, which never overlap. `language` is an ISO 639-1 code.

    Section references, list ordinals and the digits inside codes and names are not values.
    """
    line = Line(text, tokenize(text), lexicon(language))
    identifiers = list(codes.find(text))
    found: list[Mention] = []
    after = _after_ordinal(line)
    for i in _openings(line, identifiers):
        if i < after:
            continue
        while identifiers and identifiers[0].start < line.tokens[i].start:
            identifiers.pop(0)
        after = _step(line, i, identifiers, found)
    return tuple(_without_overlap(found))


def _openings(line: Line, identifiers: Sequence[Mention]) -> list[int]:
    """The tokens at which something may begin: numbers, signs, capitals, codes and the first words of values."""
    starters, compounds = _starters(line.lexicon.language), bool(line.lexicon.compounds)
    coded = {one.start for one in identifiers}
    return [
        i
        for i, token in enumerate(line.tokens)
        if (token.folded in starters or token.text[0].isupper() or token.start in coded)
        or (token.kind != "word" and (token.kind == "number" or token.text in _MARKS))
        or (compounds and _is_compound(line, token))
    ]


def _step(line: Line, i: int, identifiers: list[Mention], found: list[Mention]) -> int:
    """Read at token `i`, append what was found, and return the token to go on from."""
    token = line.tokens[i]
    if identifiers and identifiers[0].start == token.start:
        found.append(identifiers.pop(0))
        return _token_at(line, i, found[-1].end)
    if token.kind == "number" and i and not line.gap(i) and line.tokens[i - 1].kind == "word":
        return i + 1  # "lz4", "x86": part of a word
    skipped = references.skip(line, i)
    if skipped > i:
        inside = identifiers and identifiers[0].start < line.tokens[skipped - 1].end
        return i + 1 if inside else skipped
    read = _read(line, i, token)
    if read is None:
        return i + 1
    limit = identifiers[0].start if identifiers else len(line.text)
    if read[0].end > limit:
        return i + 1
    found.append(read[0])
    return max(read[1], i + 1)


def _read(line: Line, i: int, token: Token) -> tuple[Mention, int] | None:
    for reader in _readers(line, i, token):
        read = reader(line, i)
        if read is not None:
            return read
    return names.read(line, i)


def _readers(line: Line, i: int, token: Token) -> tuple[Reader, ...]:
    """The readers worth trying at a token, most specific first."""
    if token.kind == "symbol":
        return (amounts.read,) if _may_sign(line, i) else ()
    if token.kind == "number":
        return _NUMBER_READERS
    found = _starters(line.lexicon.language).get(token.folded)
    return found or (_NUMBER_READERS if line.lexicon.compounds and _is_compound(line, token) else ())


def _may_sign(line: Line, i: int) -> bool:
    """Whether a symbol may begin an amount: a sign of money, or a plus or minus with its number right behind it."""
    if line.tokens[i].text in money.SYMBOLS:
        return True
    glued = i + 1 < len(line.tokens) and not line.gap(i + 1) and line.tokens[i + 1].kind == "number"
    return glued and line.tokens[i].text in _SIGNS


def _is_compound(line: Line, token: Token) -> bool:
    """Whether a word may be a number written together: "zwölftausend"."""
    return any(word in token.folded for word in line.lexicon.sets["thousand"])


# Which readers may begin at the first word of which sets, tables and names of the lexicon.
_SETS: tuple[tuple[Reader, tuple[str, ...]], ...] = (
    (versions.read_version, ("version_words",)),
    (versions.read_label, ("labels",)),
    (dates.read, ("fiscal",)),
    (times.read, ("articles", "noon", "midnight", "half_past", "half_to", "quarter_past", "quarter_to")),
    (recurrence.read, ("every",)),
    (amounts.read, ("articles", "half", "hundred", "thousand", "free_of_charge")),
)
_MAPS: tuple[tuple[Reader, tuple[str, ...]], ...] = (
    (recurrence.read, ("recurrence", "times_words")),
    (amounts.read, ("fractions", "half_numbers")),
    (recurrence.read, ("half_numbers",)),
)
_WORDS: tuple[tuple[Reader, str], ...] = (
    (versions.read_version, "v"),
    (dates.read, "q t k h"),
    (
        amounts.read,
        "minus moins menos ½ ¼ ¾ ⅓ ⅔ " + " ".join((*(code.lower() for code in money.CODES), *money.DOLLARS)),
    ),
)


@lru_cache(maxsize=16)
def _starters(language: str) -> Mapping[str, tuple[Reader, ...]]:
    """First word of everything that may begin a value -> its readers: most words are passed over with one look-up."""
    words: Lexicon = lexicon(language)
    days = [form for day in words.weekdays for form in (day, day + "s", day.removesuffix("s"))]
    numbers: list[str] = [*words.numbers, *words.compounds]
    found: list[tuple[Reader, Iterable[str]]] = [
        *((reader, words.sets[name]) for reader, names in _SETS for name in names),
        *((reader, words.maps[name]) for reader, names in _MAPS for name in names),
        *((reader, said.split()) for reader, said in _WORDS),
        (standards.read, standards.BODIES),
        (dates.read, [*words.months, *days]),
        *((reader, numbers) for reader in (dates.read, times.read, recurrence.read, amounts.read)),
        *((reader, words.ordinals) for reader in _ORDINAL_READERS),
    ]
    readers: dict[str, set[Reader]] = {word: set() for word in words.sets["references"]}  # skipped, with their number
    for reader, phrases in found:
        for phrase in phrases:
            readers.setdefault(phrase.split()[0], set()).add(reader)
    return {word: tuple(reader for reader in _WORD_READERS if reader in some) for word, some in readers.items()}


def _after_ordinal(line: Line) -> int:
    """Past the number of a list item ("3. Close the valve"), which is no value."""
    tokens = line.tokens
    if (
        len(tokens) > 2
        and tokens[0].text.isdigit()
        and len(tokens[0].text) <= 2
        and tokens[1].text in ".)"
        and not line.gap(1)
        and line.gap(2)
    ):
        dated = tokens[2].folded in line.lexicon.months or line.after(2, "quarter_year") > 2
        return 0 if dated else 2
    return 0


def _token_at(line: Line, i: int, end: int) -> int:
    """The first token at or after text offset `end`, beginning from token `i`."""
    while i < len(line.tokens) and line.tokens[i].start < end:
        i += 1
    return i


def _without_overlap(found: list[Mention]) -> list[Mention]:
    """Sorted; where a hedge reaches back into the value before it, the earlier value stays."""
    kept: list[Mention] = []
    for mention in sorted(found, key=lambda item: (item.start, -item.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept
