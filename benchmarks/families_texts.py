"""What two statements of a family share as texts: the encoder's cosines, and rare words, headings and names."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from families_told import Row

from consilience.corpus.matching.terms import stem
from consilience.encoders import load_encoder

_WORD = re.compile(r"[^\W_]+(?:[-'’./][^\W_]+)*")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[^\W\d_a-zß-ÿ][\w-]+")
_SHORT = 2  # letters: shorter words are mostly function words
_RAREST = 3  # shared words that are told of one by one


@dataclass(frozen=True)
class Said:
    """The words of a statement: stems of its text and of its headings, and its names."""

    text: frozenset[str]
    heading: frozenset[str]
    names: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        return self.text | self.heading


def said_of(statement: Mapping[str, str]) -> Said:
    """The words of one statement."""
    text, heading = statement["text"], statement["heading"]
    return Said(_stems(text), _stems(heading), frozenset(map(str.casefold, _NAME.findall(f" {heading}. {text}"))))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text) if len(word) > _SHORT or not word.isalpha())


def rarities(families: Iterable[Row]) -> dict[str, float]:
    """How rare each word is among the statements of families, and under "" that of a word they do not have."""
    count: Counter[str] = Counter()
    total = 0
    for family in families:
        for statement in family["statements"]:
            count.update(said_of(statement).all)
            total += 1
    return {word: math.log((total + 1) / (n + 0.5)) for word, n in count.items()} | {"": math.log(2 * (total + 1))}


def cosines(statements: Sequence[Mapping[str, str]]) -> list[np.ndarray]:
    """Cosines of all statements, shape (n, n): of the texts alone, and with their headings."""
    encoder = load_encoder("embedded")
    bare = encoder.encode([one["text"] for one in statements])
    headed = encoder.encode([f"{one['heading']}. {one['text']}" for one in statements])
    return [rows @ rows.T for rows in (bare, headed)]


def shared(a: Said, b: Said, rarity: Mapping[str, float]) -> list[float]:
    """Symmetric features of two statements: weighted overlap, the rarest shared words, headings, names, lengths."""
    both = a.all & b.all
    rarest = sorted((rare(word, rarity) for word in both), reverse=True)[:_RAREST]
    least = min(_mass(a.all, rarity), _mass(b.all, rarity))
    headed = sorted(_mass(x.heading & y.all, rarity) / max(_mass(x.heading, rarity), 1e-6) for x, y in ((a, b), (b, a)))
    own = sorted((len(a.names - b.names), len(b.names - a.names)))
    return [
        _mass(both, rarity) / max(least, 1e-6),
        *rarest, *[0.0] * (_RAREST - len(rarest)),
        *headed,
        float(len(a.names & b.names)), *map(float, own),
        *map(float, sorted((len(a.text), len(b.text)))),
    ]  # fmt: skip


def _mass(words: Iterable[str], rarity: Mapping[str, float]) -> float:
    return math.fsum(sorted(rare(word, rarity) for word in words))


def rare(word: str, rarity: Mapping[str, float]) -> float:
    """How rare a word is; one that is not known is rarer than all others."""
    return rarity.get(word, rarity[""])
