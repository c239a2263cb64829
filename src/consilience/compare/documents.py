"""Level 1, document by document: added, removed, moved, changed, and the findings that are new or gone.

An audit holds no text of its documents, so a document counts as changed by what was measured of it: words, scores,
findings, and the statements in which facts were found. Findings are matched by code and quote, because an offset moves
with everything that is written before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience.compare.runs import folded
from consilience.compare.said import Statements

Entry = Mapping[str, Any]
Found = tuple[str, str]  # code and quote of a finding
Said = tuple[Statements | None, Statements | None]  # of run A and of run B


@dataclass(frozen=True, slots=True)
class Change:
    """A document of both runs whose measures differ. Scores are (a, b), only those that differ.

    `statements` are how many are new and how many gone; None where nobody knows.
    """

    id: str
    words: tuple[int, int] | None
    statements: tuple[int, int] | None
    scores: tuple[tuple[str, float | None, float | None], ...]
    new: tuple[Found, ...]
    gone: tuple[Found, ...]

    @property
    def rewritten(self) -> bool:
        """Whether the document is another one. Other scores alone may come from another operator Q."""
        return self.words is not None or bool(self.statements and any(self.statements))


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of run A against those of run B; `moved` are pairs (name in A, name in B)."""

    both: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    moved: tuple[tuple[str, str], ...]
    changed: tuple[Change, ...]
    integrity: tuple[tuple[float | None, float | None], ...]  # IaDNI (a, b) of each document in both


def compare(a: Sequence[Entry], b: Sequence[Entry], said: Said) -> Documents:
    """Documents are the same by their id, or, when one name went and another came, by all that was measured of them.

    `said` are the statements of both runs, None where they are not known.
    """
    one, other = ({entry["id"]: entry for entry in side} for side in (a, b))
    moved = _moved(one, other)
    pairs = [(name, name) for name in one if name in other] + list(moved.items())
    here = [(one[first], other[second]) for first, second in sorted(pairs)]
    changes = [_change(first, second, _statements(said, first["id"], second["id"])) for first, second in here]
    return Documents(
        both=len(pairs),
        added=tuple(sorted(set(other) - set(one) - set(moved.values()))),
        removed=tuple(sorted(set(one) - set(other) - set(moved))),
        moved=tuple(sorted(moved.items())),
        changed=tuple(change for change in changes if change is not None),
        integrity=tuple((first["IaDNI"], second["IaDNI"]) for first, second in here),
    )


def _moved(one: Mapping[str, Entry], other: Mapping[str, Entry]) -> dict[str, str]:
    """Names that only A has -> names that only B has, where exactly one document of each side looks like the other."""
    left, right = _alike(one, other), _alike(other, one)
    return {left[look][0]: right[look][0] for look in left if len(left[look]) == 1 == len(right.get(look, ()))}


def _alike(here: Mapping[str, Entry], there: Mapping[str, Entry]) -> dict[object, list[str]]:
    found: dict[object, list[str]] = {}
    for name in sorted(set(here) - set(there)):
        entry = here[name]
        if entry["words"]:  # empty documents all look alike
            found.setdefault(_look(entry), []).append(name)
    return found


def _look(entry: Entry) -> object:
    scores = tuple(sorted((name, score) for name, score in entry["dimensions"].items() if score is not None))
    return entry["words"], entry["language"], scores, tuple(sorted(_findings(entry).items()))


def _statements(said: Said, a: str, b: str) -> tuple[int, int] | None:
    before, after = said
    if before is None or after is None:
        return None
    one, other = before.get(a, frozenset()), after.get(b, frozenset())
    return len(other - one), len(one - other)


def _change(one: Entry, other: Entry, statements: tuple[int, int] | None) -> Change | None:
    new, gone = (_findings(other) - _findings(one), _findings(one) - _findings(other))
    words = (one["words"], other["words"])
    before, after = ({"IaDNI": entry["IaDNI"], **entry["dimensions"]} for entry in (one, other))
    scores = tuple(
        (name, before.get(name), after.get(name))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    )
    told = words if words[0] != words[1] else None
    if not (scores or new or gone or told or (statements and any(statements))):
        return None
    return Change(other["id"], told, statements, scores, tuple(sorted(new.elements())), tuple(sorted(gone.elements())))


def _findings(entry: Entry) -> Counter[Found]:
    return Counter((one["code"], folded(one["quote"])) for one in entry["findings"])
