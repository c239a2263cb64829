"""Level 2, passage by passage: what R(q) of run B holds that R(q) of run A did not, and the other way round.

A passage is the same if it reads the same, whatever it is called: ids of chunks and names of documents change when a
knowledge base is built again, and a log may name its contexts by their place alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from consilience.compare.runs import Passage

_EQUAL = 2e-6  # similarities are written with six decimals, and the last may differ between machines


@dataclass(frozen=True, slots=True)
class Evidence:
    """R(q) of two runs. Passages of A and of B by their place, from 0: those in both, and those in one of the two.

    `edited` are documents whose text is not the same in both runs, as the passages themselves show.
    """

    both: tuple[tuple[int, int], ...]
    gone: tuple[int, ...]
    new: tuple[int, ...]
    reordered: bool
    closer: tuple[tuple[int, int], ...]  # of `both`, those whose similarity is another one
    edited: tuple[str, ...]

    @property
    def moved(self) -> bool:
        """Whether the evidence is another one: other passages, another order, or another similarity."""
        return bool(self.gone or self.new or self.reordered or self.closer)


def compare(a: Sequence[Passage], b: Sequence[Passage], names: Mapping[str, str]) -> Evidence:
    """`names` are the documents that moved, from their name in A to that in B."""
    both: dict[int, int] = {}
    left, right = set(range(len(a))), set(range(len(b)))
    for mine, theirs in ((_full(names), _full({})), (_text, _text)):
        waiting: dict[Hashable, list[int]] = {}
        for place in sorted(right, reverse=True):
            waiting.setdefault(theirs(b[place]), []).append(place)
        for place in sorted(left):
            key = mine(a[place])
            if key is not None and waiting.get(key):
                both[place] = waiting[key].pop()
        left, right = left - set(both), right - set(both.values())
    order = [both[place] for place in sorted(both)]
    return Evidence(
        both=tuple(sorted(both.items())), gone=tuple(sorted(left)), new=tuple(sorted(right)),
        reordered=order != sorted(order),
        closer=tuple((i, j) for i, j in sorted(both.items()) if _differ(a[i].similarity, b[j].similarity)),
        edited=_edited([a[i] for i in sorted(left)], [b[j] for j in sorted(right)], names),
    )  # fmt: skip


def _full(names: Mapping[str, str]) -> Callable[[Passage], Hashable]:
    """A passage by its document and its text; where a run holds no text, by its place."""

    def key(one: Passage) -> Hashable:
        return names.get(one.doc, one.doc), (one.start, one.end) if one.text is None else one.text

    return key


def _text(one: Passage) -> Hashable:
    return one.text


def _differ(a: float | None, b: float | None) -> bool:
    return abs(a - b) > _EQUAL if a is not None and b is not None else a is not b


def _edited(gone: Sequence[Passage], new: Sequence[Passage], names: Mapping[str, str]) -> tuple[str, ...]:
    """Documents that do not say the same at the same place in both runs. Cut otherwise, a document stays the same."""
    found = {
        after.doc
        for before in gone
        for after in new
        if names.get(before.doc, before.doc) == after.doc and before.chunk is not None and after.chunk is not None
        if _says_else(before, after)
    }
    return tuple(sorted(found))


def _says_else(one: Passage, other: Passage) -> bool:
    """Whether two passages of a document read differently where they overlap; without an overlap nothing is known."""
    if one.text is None or other.text is None:
        return False
    start, end = max(one.start, other.start), min(one.start + len(one.text), other.start + len(other.text))
    if start >= end:
        return False
    return one.text[start - one.start : end - one.start] != other.text[start - other.start : end - other.start]
