"""The words beside a number: what it counts ("five emergency showers": shower), and per what a rate is ("a month")."""

from __future__ import annotations

from consilience.values import units
from consilience.values.denominators import per_name
from consilience.values.line import Line
from consilience.values.text import words

_REACH = 4  # tokens from a number to the noun it counts
_IRREGULAR = {
    "people": "person", "persons": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot",
    "teeth": "tooth", "mice": "mouse", "staff": "staff", "aircraft": "aircraft",
}  # fmt: skip
_PER_SIGN = "/"


def singular(word: str) -> str:
    """A folded noun in the singular, by the rules of English plurals (those of other languages keep their form).

    >>> singular("batches"), singular("cities"), singular("gas")
    ('batch', 'city', 'gas')
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def counted(line: Line, i: int, several: bool = True) -> tuple[str, int]:
    """The noun that a number before token `i` counts, folded and singular, with the token after it; ("", i) if none.

    The first plural within reach wins ("five emergency showers"); else the word right after the number, but not in
    English when there are `several`: "412 sit in Ghent" counts no sit.
    """
    tokens, stops = line.tokens, line.lexicon.sets["stop_nouns"]
    plural = several and line.lexicon.language == "en" and not (i < len(tokens) and tokens[i].text == "-")
    first = ""
    for j in range(i, min(len(tokens), i + _REACH)):
        token = tokens[j]
        if token.text == "-" and j == i and not line.gap(j):
            continue
        if token.kind != "word" or token.folded in stops:
            break
        first = first or token.folded
        if j + 2 < len(tokens) and tokens[j + 1].text == _PER_SIGN and not line.gap(j + 1) and not line.gap(j + 2):
            return singular(token.folded), j + 1  # "100 req/s"
        if (token.folded.endswith("s") and singular(token.folded) != token.folded) or token.folded in _IRREGULAR:
            return singular(token.folded), j + 1
    return (singular(first), i + 1) if first and not plural else ("", i)


def per(line: Line, i: int) -> tuple[str, int]:
    """What a rate is per at token `i` ("per month", "a night", "/kg"), with the token after it; ("", i) if none."""
    tokens = line.tokens
    if i >= len(tokens):
        return "", i
    if tokens[i].text == _PER_SIGN and i + 1 < len(tokens) and tokens[i + 1].kind != "symbol":
        return denominator(line, i + 1, i)
    for width in (2, 1):
        if line.phrase(i, i + width) in line.lexicon.sets["per"] and i + width < len(tokens):
            weak = line.phrase(i, i + width) not in ("per", "pro", "je", "par", "por")
            return denominator(line, i + width, i, weak)
    table = line.lexicon.maps["recurrence"]
    end = line.longest(i, table)
    often = str(table[line.phrase(i, end)]) if end > i else ""
    if often.startswith("1 "):
        return often.split()[1], end
    return "", i


def denominator(line: Line, j: int, i: int = 0, weak: bool = False) -> tuple[str, int]:
    """What is divided by at token `j` ("month", "100 kilogram", "room"), with the token after it; ("", i) if none.

    After a weak word such as "a" only a unit of time, weight or length counts as one.
    """
    if line.tokens[j].kind == "number":
        return _hundreds(line, j, i)
    if line.tokens[j].kind != "word":
        return "", i
    j = max(j, line.after(j, "fillers"))
    unit = units.read(line, j)
    if unit is not None:
        return per_name(unit.expression), unit.end
    if j >= len(line.tokens) or line.tokens[j].kind != "word":
        return "", i
    word = line.tokens[j].folded
    if word in line.lexicon.sets["stop_nouns"] or (weak and word not in _COMMON_DENOMINATORS):
        return "", i
    return singular(word), j + 1


def _hundreds(line: Line, j: int, i: int) -> tuple[str, int]:
    """ "per 100 kg", "/24 h": a whole number of units at token `j`."""
    number, unit = line.tokens[j].text, units.read(line, j + 1)
    if unit is None or not number.isdigit() or len(number) > 4 or number[0] == "0":
        return "", i
    return f"{number} {per_name(unit.expression)}", unit.end


_COMMON_DENOMINATORS = words(
    """
    person head employee member passenger guest visitor student child adult user seat room item piece page order
    parcel pallet bag
    load tablet batch trip journey visit call session claim copy book share site device participant flight
    kilo pound pupil personne personne persona persoon mensch persona pessoa
    """
)
