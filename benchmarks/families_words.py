"""What two statements of a family have for each other's words: the words that only they share, and token states.

Statements of a family have its topic in common; what says the same value is more likely among the words that few of
the others have. And words that the other statement does not have may be told by others there ("liver", "hepatic"):
each is set against the words there that are nearest to it, read in their sentences by the bundled encoder.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from families_texts import Said, rare
from families_told import Row
from matcher_families import row_text

from consilience.corpus.matching.pairnet import weights
from consilience.corpus.matching.pairnet_tokens import HEAD, Tokens, read
from consilience.corpus.matching.pairnet_view import View, unmasked_view

_HIGH = slice(384, 768)  # of the states of a token: the layer that is nearer to the sense
_SAME = 1.0  # stands for the nearness of words where none are left


def few_share(said: Sequence[Said], rarity: Mapping[str, float]) -> np.ndarray:
    """Of every two statements: how many words only they share and their weight; then the weight of all they share, of
    those of their texts, and its share in the text that has less, each word by how few of the family have it."""
    count = Counter(word for one in said for word in one.all)
    few = {word: math.log(len(said) / n) for word, n in count.items()}
    return np.array([_shared(a, b, count, few, rarity) for a, b in combinations(said, 2)])


def _shared(
    a: Said, b: Said, count: Mapping[str, int], few: Mapping[str, float], rarity: Mapping[str, float]
) -> list[float]:
    both = sorted(a.all & b.all)
    only = [word for word in both if count[word] == 2]
    texts = math.fsum(few[word] for word in sorted(a.text & b.text))
    least = min(math.fsum(few[word] for word in sorted(one.text)) for one in (a, b))
    return [
        float(len(only)), math.fsum(rare(word, rarity) for word in only),
        math.fsum(few[word] for word in both), texts, texts / max(least, 1e-6),
    ]  # fmt: skip


def words_near(family: Row) -> np.ndarray:
    """Of every two statements, from each side and the lower first: how near their words come to the other's, by rarity;
    the same of the words that the other does not have; the same by how few of the family have a word. Last, how near
    the words come that neither has of the other."""
    said = family["statements"]
    tokens = [found for _, found in sorted(read([_whole(one) for one in said]), key=lambda one: one[0])]
    mean = weights()["mean"][_HIGH]
    states = [_unit(one.states[:, _HIGH] - mean) for one in tokens]
    count = Counter(piece for one in tokens for piece in set(one.ids.tolist()))
    few = [np.array([math.log((len(said) + 0.5) / count[piece]) for piece in one.ids.tolist()]) for one in tokens]
    places = combinations(range(len(said)), 2)
    return np.array([_near(tokens[a], tokens[b], states[a] @ states[b].T, few[a], few[b]) for a, b in places])


def _whole(statement: Mapping[str, str]) -> View:
    path, *columns = (part.strip() for part in statement["heading"].split(" | "))
    return unmasked_view(path, row_text(statement["text"], columns))


def _near(a: Tokens, b: Tokens, alike: np.ndarray, few_a: np.ndarray, few_b: np.ndarray) -> list[float]:
    own_a, own_b = _own(a, b), _own(b, a)
    sides = [_side(a, own_a, alike.max(axis=1), few_a), _side(b, own_b, alike.max(axis=0), few_b)]
    rest = alike[np.ix_(own_a, own_b)]
    apart = float(rest.max(axis=1).mean() + rest.max(axis=0).mean()) / 2 if rest.size else _SAME
    return [figure for both in zip(*sides, strict=True) for figure in sorted(both)] + [apart]


def _own(one: Tokens, other: Tokens) -> np.ndarray:
    """Which words below the headings the other statement does not have."""
    return ~np.isin(one.ids, other.ids) & (one.part != HEAD)


def _side(tokens: Tokens, own: np.ndarray, nearest: np.ndarray, few: np.ndarray) -> list[float]:
    weight = np.log1p(np.exp(2 * weights()["rarity"][tokens.ids] + 1)) * (tokens.part != HEAD)
    return [_mean(nearest, weight), _mean(nearest, weight * own), _mean(nearest, weight * few)]


def _mean(nearest: np.ndarray, weight: np.ndarray) -> float:
    return float(nearest @ weight / weight.sum()) if weight.sum() > 0 else _SAME


def _unit(rows: np.ndarray) -> np.ndarray:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))
