"""The yes or no of a whole statement, read from permission, obligation and negation (DESIGN section 4).

The dimension says what kind of yes it is: "permission" (may, prohibited), "obligation" (must, need not) or "polarity"
(is, is not). A statement that says "only if", "unless" or "except" is conditional and has the bound "range"; a plain
"if" is not: "You may, if you like" still contradicts "Nobody may". The words are in `lexicon/polarity.toml`.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from consilience.model import Value
from consilience.values.text import fold

_LONGEST = 2000  # characters of a statement that are read
# Strongest first: "must not" is a prohibition before "must" is an obligation.
_ANSWERS = (
    ("not_required", "no", "obligation"),
    ("prohibited", "no", "permission"),
    ("required", "yes", "obligation"),
    ("permitted", "yes", "permission"),
    ("negated", "no", "polarity"),
)


class _Rule(NamedTuple):
    answer: str
    dimension: str
    pattern: re.Pattern[str]


class _Words(NamedTuple):
    """The rules of a language, what `any` of them finds, its conditions and its neutral words."""

    rules: tuple[_Rule, ...]
    any: re.Pattern[str]
    condition: re.Pattern[str]
    neutral: re.Pattern[str]


@lru_cache(maxsize=16)
def _words(language: str) -> _Words:
    """The words of a language; English for a language that has none."""
    table = _table()
    raw = table.get(language[:2].lower(), table["en"])
    rules = tuple(_Rule(answer, dimension, _any_of(raw[name])) for name, answer, dimension in _ANSWERS)
    every = _any_of([one for name, *_ in _ANSWERS for one in raw[name]])
    return _Words(rules, every, _any_of(raw["condition"]), _any_of(raw["neutral"]))


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((files("consilience.values") / "lexicon" / "polarity.toml").read_text("utf-8"))


def _any_of(alternatives: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b")


def polarity(text: str, language: str = "en") -> Value | None:
    """The yes/no value of a statement; None for one without letters.

    A statement without a modal verb or a negation is a plain yes of the dimension "polarity".
    """
    folded = fold(text[:_LONGEST])
    if not any(char.isalpha() for char in folded):
        return None
    words = _words(language)
    conditional = words.condition.search(folded) is not None
    folded = words.neutral.sub(_blank, folded)
    for rule in words.rules if words.any.search(folded) else ():
        found = rule.pattern.search(folded)
        if found:
            written = text[found.start() : found.end()] if len(folded) == len(text[:_LONGEST]) else found[0]
            return _value(written, rule.answer, rule.dimension, conditional, (found[0],))
    return _value(text.strip()[:80], "yes", "polarity", conditional, ())


def _blank(found: re.Match[str]) -> str:
    """As many spaces, so that what is found later keeps its place in the text."""
    return " " * len(found[0])


def _value(written: str, answer: str, dimension: str, conditional: bool, tokens: tuple[str, ...]) -> Value:
    bound = "range" if conditional else "exact"
    return Value("yes_no", written, answer, dimension=dimension, bound=bound, tokens=tokens)  # type: ignore[arg-type]
