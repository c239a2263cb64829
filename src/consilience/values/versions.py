"""Versions ("release 6.1", "v2.1.0", "TLS 1.2") and labelled numbers ("Zone 1", "class II", "bay 4")."""

from __future__ import annotations

import re

from consilience.model import Mention, Value
from consilience.values.line import Line
from consilience.values.text import words

_VERSION = re.compile(r"\d{1,5}(?:\.\d{1,6}){0,3}")
_DOTTED = re.compile(r"\d{1,5}(?:\.\d{1,5}){2,3}")
_ROMAN = re.compile(r"(?=[IVX])(?:X{0,3})(?:IX|IV|V?I{0,3})")
_PLACES = words("room bay building gate platform shed dock terminal floor pallet hall gebaude halle salle sala")
_CLASSES = words(
    "class category grade group type tier klasse kategorie gruppe typ classe categorie groupe clase categoria grupo"
)
_RANKS = _CLASSES | {"zone", "level", "band", "stage", "stufe"}  # also numbered in words: "class three"
_BEFORE_DAY = frozenset({"am", "zum", "den", "der", "vom", "bis"})  # "am 25." is the 25th
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}


def read_version(line: Line, i: int) -> tuple[Mention, int] | None:
    """The version that follows the word at token `i` ("version 5.4"), or is written "v2.1" there."""
    tokens = line.tokens
    if tokens[i].folded not in line.lexicon.sets["version_words"]:
        return None
    j = i + 1
    if j < len(tokens) and tokens[j].text in (".", ":") and len(tokens[i].text) <= 3:
        j += 1
    if j < len(tokens) and tokens[j].folded == "v":
        j += 1
    if j >= len(tokens) or not _VERSION.fullmatch(tokens[j].text) or (tokens[i].folded == "v" and line.gap(j)):
        return None
    end = j + 1
    start = i if tokens[i].folded == "v" else j
    if "." not in tokens[j].text and tokens[i].folded not in (
        "v",
        "version",
        "release",
        "revision",
        "rev",
        "ausgabe",
        "versie",
    ):
        return None
    text = line.text[tokens[start].start : tokens[end - 1].end]
    value = Value("version", text, tokens[j].text, dimension="version", tokens=(tokens[j].text,))
    return Mention(tokens[start].start, tokens[end - 1].end, value), end


def read_ordinal(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "the 25th", "the twentieth of every month": a place in a sequence, a count of the dimension "ordinal"."""
    tokens, end = line.tokens, i + 1
    if line.lexicon.language == "de" and i and tokens[i - 1].folded in _BEFORE_DAY and tokens[i].text.isdigit():
        dotted = end < len(tokens) and tokens[end].text == "." and not line.gap(end) and len(tokens[i].text) <= 2
        return _ordinal(line, i, end + 1, int(tokens[i].text)) if dotted else None
    if line.lexicon.language != "en":
        return None
    if tokens[i].text.isdigit() and len(tokens[i].text) <= 3:
        if end >= len(tokens) or line.gap(end) or tokens[end].folded not in line.lexicon.sets["ordinal_suffixes"]:
            return None
        return _ordinal(line, i, end + 1, int(tokens[i].text))
    for width in (3, 1):
        place = line.lexicon.ordinals.get(line.phrase(i, i + width), 0)
        whole = i + width <= len(tokens)
        if whole and place > 3 and i and tokens[i - 1].folded == "the" and _stands_alone(line, i + width):
            return _ordinal(line, i, i + width, place)
    return None


def _stands_alone(line: Line, j: int) -> bool:
    """Whether no noun follows an ordinal: "the fourth floor" is a name, "the fourth of each month" a place."""
    return (
        j >= len(line.tokens)
        or line.tokens[j].kind == "symbol"
        or line.tokens[j].folded in ("of", "and", "day", "to", "or")
    )


def _ordinal(line: Line, i: int, end: int, place: int) -> tuple[Mention, int]:
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    value = Value("count", line.text[start:stop], f"no. {place}", float(place), float(place), "ordinal")
    return Mention(start, stop, value), end


def read_dotted(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "4.2.0": three or four numbers with points between them are a version wherever they stand."""
    token = line.tokens[i]
    if token.kind != "number" or not _DOTTED.fullmatch(token.text):
        return None
    value = Value("version", token.text, token.text, dimension="version", tokens=(token.text,))
    return Mention(token.start, token.end, value), i + 1


def read_label(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "Zone 1", "class II", "bay 4": a label noun with its number, an identifier of the dimension of the noun."""
    tokens = line.tokens
    if i + 1 >= len(tokens) or tokens[i].folded not in line.lexicon.sets["labels"] or not line.gap(i + 1):
        return None
    written = tokens[i + 1].text
    roman = _ROMAN.fullmatch(written)
    spelled = line.lexicon.numbers.get(tokens[i + 1].folded, 0) if tokens[i].folded in _RANKS else 0
    number = str(_roman(written)) if roman else str(spelled or written)
    if (
        not roman
        and not spelled
        and not (written.isdigit() and len(written) <= 5)
        and not (len(written) == 1 and written.isupper() and written.isascii())
    ):
        return None
    if _measured(line, i + 2):
        return None
    text = line.text[tokens[i].start : tokens[i + 1].end]
    noun = tokens[i].folded
    value = Value(
        "identifier",
        text,
        f"{noun} {number.casefold()}",
        dimension=_label_dimension(noun),
        tokens=(noun, number.casefold()),
    )
    return Mention(tokens[i].start, tokens[i + 1].end, value), i + 2


def _label_dimension(noun: str) -> str:
    if noun in _PLACES:
        return "label:place"
    return "label:class" if noun in _CLASSES else f"label:{noun}"


def _measured(line: Line, j: int) -> bool:
    from consilience.values import money, units

    return j < len(line.tokens) and (
        line.tokens[j].text == "%" or units.read(line, j) is not None or money.after(line, j) is not None
    )


def _roman(text: str) -> int:
    values = [_ROMAN_VALUES[char] for char in text]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def skip_reference(line: Line, i: int) -> int:
    """The token after a reference such as "section 4.2", "see table 3", "Annex B".

    `i` when there is none at token `i`.
    """
    tokens = line.tokens
    if tokens[i].folded not in line.lexicon.sets["references"] and tokens[i].text not in "§#":
        return i
    j = i + 1
    if j < len(tokens) and tokens[j].text in (".", "°", "º"):
        j += 1
    if j >= len(tokens):
        return i
    text = tokens[j].text
    if (
        text.isdigit()
        or _VERSION.fullmatch(text)
        or (len(text) == 1 and text.isupper())
        or (text and _ROMAN.fullmatch(text))
    ):
        if _measured(line, j + 1):
            return i
        return j + 1
    return i
