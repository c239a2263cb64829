"""How tightly a value binds: the hedges and limits around it ("about", "at least", "or less", "±").

"No bag heavier than 60 lb" and "must not exceed 5 days" turn a lower limit into an upper one: a negation a few words
earlier is part of the limit.
"""

from __future__ import annotations

from typing import NamedTuple

from consilience.values.line import Line
from consilience.values.numbers import read
from consilience.values.text import words

# Words that negate a comparison when they stand a few tokens before it, in any of our languages.
_NEGATIONS = words(
    """
    no not never nor nobody none neither cannot nicht kein keine keinen keiner nie niemals ne pas jamais aucun
    aucune nunca ningun ninguna niet geen nooit non mai nessun nessuna nao nenhum nenhuma
    """
) | {"t"}  # "t": the end of "doesn't", as tokenized
_CLAUSE = 16  # and between one that opens the clause and the comparison, with a modal verb between them
_MODALS = words(
    "may must shall can will should darf durfen soll sollen kann konnen peut peuvent doit puede pueden mag mogen"
)
_REACH = 5  # tokens between a negation and the comparison it turns
_NOT_WITH_TIME = frozenset({"over", "uber", "under"})  # "over four days" spreads the work, it sets no limit
_FLIP = {"at_least": "at_most", "at_most": "at_least"}
_ALREADY_NEGATED = words(
    """
    no not never nicht pas non niet nao
    """
)


class Bounds(NamedTuple):
    """What stands around a value, with the tokens `start:end` of it all.

    `limit` is "at_least", "at_most" or ""; `hedge` is "about", "over", "under" or "".
    """

    start: int
    end: int
    limit: str
    hedge: str


def around(line: Line, start: int, end: int, timed: bool = False, noun_end: int = 0) -> Bounds:
    """Hedges and limits around the value in tokens `start:end`, with the tokens they cover.

    `timed`: the value is a duration.
    """
    start, hedge = _hedge_before(line, start)
    start, limit = _limit_before(line, start, timed)
    if not hedge:
        start, hedge = _hedge_before(line, start)
    after = _limit_after(line, end)
    if after == end and noun_end > end and (late := _limit_after(line, noun_end)) > noun_end:
        end, after = noun_end, late
    if after > end and not limit:
        limit, end = line.lexicon.maps["limits_after"][line.phrase(end, after)], after
    after = line.longest(end, line.lexicon.maps["hedges_after"])
    if after > end and not hedge:
        hedge, end = line.lexicon.maps["hedges_after"][line.phrase(end, after)], after
    return Bounds(start, end, limit, hedge)


def _limit_after(line: Line, i: int) -> int:
    """End of the limit that follows a value; `i` for none, or when it is that of the next number ("at least four")."""
    after = line.longest(i, line.lexicon.maps["limits_after"])
    if after > i and line.phrase(i, after) in line.lexicon.maps["limits"] and read(line, after) is not None:
        return i
    return after


def _hedge_before(line: Line, i: int) -> tuple[int, str]:
    found = line.before(i, line.lexicon.maps["hedges"])
    return (found, str(line.lexicon.maps["hedges"][line.phrase(found, i)])) if found < i else (i, "")


def _limit_before(line: Line, i: int, timed: bool) -> tuple[int, str]:
    limits = line.lexicon.maps["limits"]
    found = line.before(i, limits)
    if found == i:
        return i, ""
    words = line.phrase(found, i)
    limit = str(limits[words])
    if limit == "maybe_from" or (timed and words in _NOT_WITH_TIME):
        return i, ""
    if limit == "maybe_to":
        limit = "at_most"
    if words.split()[0] not in _ALREADY_NEGATED and words not in ("up to", "bis zu") and _negated(line, found, limit):
        limit = _FLIP[limit]
    return found, limit


def _negated(line: Line, i: int, limit: str) -> bool:
    """Whether a negation stands shortly before a comparison, in the same clause."""
    comparison = line.tokens[i].folded
    if limit == "at_most" and comparison in (
        "within",
        "innerhalb",
        "binnen",
        "at",
        "maximum",
        "max",
        "limited",
        "limit",
        "a",
    ):
        return False
    if limit == "at_least" and comparison in ("at", "minimum", "min", "mindestens", "a"):
        return False
    modal = False
    for j in range(i - 1, max(-1, i - 1 - _CLAUSE), -1):
        token = line.tokens[j]
        if token.text in ".;:,!?|()":
            return False
        modal = modal or token.folded in _MODALS
        if token.folded in _NEGATIONS and (i - j <= _REACH or (modal and _opens_clause(line, j))):
            return True
    return False


def _opens_clause(line: Line, j: int) -> bool:
    """ "No teaching group in the sixth form may have more than 16": the negated subject governs the whole clause."""
    return j == 0 or line.tokens[j - 1].text in ".;:,!?|()"
