"""Comparison of values without a magnitude: names, codes, categories, orders of steps, yes/no."""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.model import Comparison, Value
from consilience.values.names import is_acronym
from consilience.values.nouns import singular
from consilience.values.text import fold, tokenize, words

_WEAK_WORDS = words(
    """
    the a an of and or for to in on at is are as ltd plc inc gmbh ag sa bv llc co company
    """
)
_BETWEEN_PLACES = words(
    """
    the a an of in at on by to for and our your its under behind beside near next opposite above below inside outside
    same
    """
)
# What many places are called: two places that share only such a word are two places.
_PLACE_NOUNS = words(
    """
    room hall store shed depot warehouse office desk counter cellar basement floor building gate dock yard quay
    workshop laboratory lab campus library reception canteen park bay shelf cabinet cupboard locker archive chamber
    station tower house wing site works plant garage hangar terminal pier street road centre center platform pallet
    rack aisle ground first second third main old new central
    """
)


def category(text: str) -> Value:
    """A category or state as written in a cell or after "is a": compared by its folded words."""
    tokens = tuple(token.folded for token in tokenize(text) if token.kind != "symbol")
    return Value("category", text, " ".join(tokens), dimension="category", tokens=tokens)


def place(text: str) -> Value:
    """A place as a statement names it: a name that is compared by the words that tell places apart."""
    tokens = tuple(
        token.folded for token in tokenize(text) if token.kind != "symbol" and token.folded not in _BETWEEN_PLACES
    )
    return Value("name", text, " ".join(tokens), dimension="place", tokens=tokens)


def order(steps: Sequence[str]) -> Value:
    """The order of steps, first to last, each compared by its folded words."""
    tokens = tuple(" ".join(category(step).tokens) for step in steps)
    return Value("order", ", then ".join(steps), " > ".join(tokens), dimension="order", tokens=tokens)


def words_of(value: Value) -> tuple[str, ...]:
    """The folded words of a value: its tokens, or those of its text when it has none."""
    return value.tokens or tuple(
        token.folded for token in tokenize(value.normalized or value.text) if token.kind != "symbol"
    )


def compare_names(a: Value, b: Value) -> Comparison:
    """Same when the words agree, initials included ("P. Nandakumar"); compatible when one shortens the other."""
    x, y = words_of(a), words_of(b)
    if x == y or set(x) == set(y):
        return Comparison("same", f"{a.text} and {b.text} are the same name")
    if _initials_fit(x, y) or _initials_fit(y, x):
        return Comparison("same", f"{a.text} fits {b.text}")
    if _is_acronym_of(a, b) or _is_acronym_of(b, a):
        return Comparison("compatible", f"{a.text} and {b.text}: one may abbreviate the other")
    if set(x) <= set(y) or set(y) <= set(x):
        return Comparison("compatible", f"one of {a.text} and {b.text} is part of the other")
    shared = {word for word in set(x) & set(y) if word not in _PLACE_NOUNS and not word.isdigit()}
    if shared and "place" in (a.dimension, b.dimension):
        return Comparison("compatible", f"{a.text} and {b.text} may be one place")
    return Comparison("different", f"{a.text} is not {b.text}")


def _initials_fit(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """ "p nandakumar" fits "priya nandakumar": same family name, and every initial begins a given name in order."""
    if not short or not full or short[-1] != full[-1] or len(short) < 2 or len(full) < 2:
        return False
    given, others = short[:-1], full[:-1]
    if not any(len(word) == 1 for word in (*given, *others)) or len(given) > len(others):
        return False
    return all(
        a == b or (len(a) == 1 and b.startswith(a)) or (len(b) == 1 and a.startswith(b))
        for a, b in zip(given, others, strict=False)
    )


def _is_acronym_of(short: Value, full: Value) -> bool:
    if not is_acronym(short.text.strip(".")):
        return False
    words = [fold(word) for word in re.findall(r"[^\W\d_]+", full.text)]
    letters = fold(short.text.strip("."))
    strong = "".join(word[0] for word in words if word not in _WEAK_WORDS)
    return len(words) > 1 and letters in (strong, "".join(word[0] for word in words))


def compare_codes(a: Value, b: Value) -> Comparison:
    """Codes and versions: equal, one the beginning of the other in whole parts ("5.4" and "5.4.1"), or different."""
    x, y = _code(a), _code(b)
    if x == y:
        return Comparison("same", f"{a.text} and {b.text} are the same {a.kind}")
    if a.kind == b.kind == "version" and (y.startswith(x + ".") or x.startswith(y + ".")):
        return Comparison("compatible", f"one of {a.text} and {b.text} is a part of the other's line")
    if a.kind == b.kind == "identifier" and a.dimension != b.dimension:
        return Comparison("incomparable", f"{a.text} and {b.text} are codes of different things")
    return Comparison("different", f"{a.text} is not {b.text}")


def _code(value: Value) -> str:
    return value.normalized.replace("-", "").replace(" ", "") if value.kind == "identifier" else value.normalized


def compare_words(a: Value, b: Value) -> Comparison:
    """Categories: the same words, a subset of them, or different."""
    x = frozenset(words_of(a)) - _WEAK_WORDS or frozenset(words_of(a))
    y = frozenset(words_of(b)) - _WEAK_WORDS or frozenset(words_of(b))
    if x == y:
        return Comparison("same", f"{a.text} and {b.text} say the same")
    if not x or not y:
        return Comparison("incomparable", "one side is empty")
    if x <= y or y <= x:
        return Comparison("compatible", f"one of {a.text} and {b.text} refines the other")
    return Comparison("different", f"{a.text} is not {b.text}")


def compare_order(a: Value, b: Value) -> Comparison:
    """Orders of steps: the same first step, the same steps in another order, or another first step.

    Steps are the same when they share half of the words of the shorter one. An empty first step is one that is not
    told: only a later step is known.
    """
    x, y = words_of(a), words_of(b)
    if x == y:
        return Comparison("same", f"{a.text} and {b.text} give the same order")
    if not x or not y or not (x[0] or y[0]):
        return Comparison("incomparable", "neither tells the first step")
    if x[0] and y[0]:
        if _same_step(x[0], y[0]):
            return Comparison("compatible", f"{a.text} and {b.text} begin with the same step")
        return Comparison("different", f"{a.text} against {b.text}")
    first, later = (x[0], y[1:]) if x[0] else (y[0], x[1:])
    if any(_same_step(first, step) for step in later):
        return Comparison("different", f"{a.text} against {b.text}")
    return Comparison("compatible", f"{a.text} and {b.text} speak of different steps")


def _same_step(a: str, b: str) -> bool:
    x, y = (frozenset(map(singular, step.split())) for step in (a, b))
    return 2 * len(x & y) >= min(len(x), len(y)) > 0


def compare_yes_no(a: Value, b: Value) -> Comparison:
    """Yes against no; a condition on the yes (or on the no) makes them rule and exception."""
    if a.normalized == b.normalized:
        if a.dimension == b.dimension or "polarity" in (a.dimension, b.dimension):
            return Comparison("same", f"both say {a.normalized}")
        return Comparison("compatible", f"one is about {a.dimension}, the other about {b.dimension}")
    if "range" in (a.bound, b.bound):
        return Comparison("compatible", "rule and exception")
    if {a.dimension, b.dimension} == {"permission", "obligation"}:
        no = a if a.normalized == "no" else b
        if no.dimension == "obligation":
            return Comparison("compatible", "what is not required may still be allowed")
    return Comparison("different", f"one says {a.normalized}, the other {b.normalized}")
