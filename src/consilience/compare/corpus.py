"""Level 1: what changed between two audits, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience.compare import conflicts, documents
from consilience.compare.documents import Said
from consilience.compare.said import Statements, mark
from consilience.compare.samples import sample

SCORES = ("CC", "IaDNI", "IeDCD")
Audit = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Two audits with what `documents` and `conflicts` say of them."""

    a: Audit
    b: Audit
    said: Said
    documents: documents.Documents
    conflicts: conflicts.Conflicts

    @property
    def names(self) -> dict[str, str]:
        """Documents that moved: name in A -> name in B."""
        return dict(self.documents.moved)

    def touched(self) -> dict[str, str]:
        """Documents (by their name in B, or in A if they are gone) -> added, removed or changed."""
        return {
            **dict.fromkeys(self.documents.added, "added"),
            **dict.fromkeys(self.documents.removed, "removed"),
            **{change.id: "changed" for change in self.documents.changed if change.rewritten},
        }


def compare(a: Audit, b: Audit, said: Said = (None, None)) -> Corpus:
    """Documents first, for a document that moved takes its conflicts with it. `said` are the statements of both runs,
    None where they are not known or were not found by the same operator F.
    """
    found = documents.compare(a["documents"], b["documents"], said)
    return Corpus(a, b, said, found, conflicts.compare(a, b, dict(found.moved)))


def to_dict(one: Corpus, resamples: int, seed: int) -> dict[str, Any]:
    """The part `corpus` of a comparison."""
    a, b = one.a, one.b
    unread = ({(entry["path"], entry["reason"]) for entry in audit["skipped"]} for audit in (a, b))
    before, after = unread
    return {
        "scores": {name: _moved(a["scores"][name], b["scores"][name]) for name in SCORES},
        "counts": {name: {"a": a["counts"].get(name), "b": b["counts"].get(name)} for name in b["counts"]},
        "integrity": sample(one.documents.integrity, (), resamples, seed),
        "documents": _documents(one.documents),
        "conflicts": _conflicts(one),
        "skipped": {"new": _paths(after - before), "gone": _paths(before - after)},
    }


def changed(told: Mapping[str, Any]) -> bool:
    """Whether level 1 moved: scores, counts, documents, conflicts or what could not be read."""
    moved = [pair["a"] != pair["b"] for part in ("scores", "counts") for pair in told[part].values()]
    lists = [told["documents"][name] for name in ("added", "removed", "moved", "changed")]
    lists += [told["conflicts"][name] for name in ("new", "gone", "changed")] + list(told["skipped"].values())
    return any(moved) or any(lists)


def _moved(a: float | None, b: float | None) -> dict[str, float | None]:
    return {"a": a, "b": b, "difference": None if a is None or b is None else round(b - a, 12)}


def _paths(entries: set[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"path": path, "reason": reason} for path, reason in sorted(entries)]


def _documents(found: documents.Documents) -> dict[str, Any]:
    return {
        "both": found.both,
        "added": list(found.added),
        "removed": list(found.removed),
        "moved": [{"a": a, "b": b} for a, b in found.moved],
        "changed": [_change(one) for one in found.changed],
    }


def _change(one: documents.Change) -> dict[str, Any]:
    return {
        "id": one.id,
        "words": None if one.words is None else {"a": one.words[0], "b": one.words[1]},
        "statements": None if one.statements is None else {"new": one.statements[0], "gone": one.statements[1]},
        "scores": {name: _moved(a, b) for name, a, b in one.scores},
        "findings": {
            "new": [{"code": code, "quote": quote} for code, quote in one.new],
            "gone": [{"code": code, "quote": quote} for code, quote in one.gone],
        },
    }


def _conflicts(one: Corpus) -> dict[str, Any]:
    found, a, b = one.conflicts, one.a["conflicts"], one.b["conflicts"]
    before, after = dict(found.aside_a), dict(found.aside_b)
    back = {second: first for first, second in one.documents.moved}
    new = _Reasons(one.documents.added, "added", "says it now", one.said[0], back)
    gone = _Reasons(one.documents.removed, "removed", "no longer says it", one.said[1], one.names)
    return {
        "same": len(found.same),
        "changed": [{"id_a": a[i]["id"], **_brief(b[j])} for i, j in found.changed],
        "new": [{**_brief(b[j]), "set_aside_in_a": before.get(j), "because": new.of(b[j])} for j in found.new],
        "gone": [{**_brief(a[i]), "set_aside_in_b": after.get(i), "because": gone.of(a[i])} for i in found.gone],
    }


def _brief(conflict: Mapping[str, Any]) -> dict[str, Any]:
    names = ("id", "entity", "relation", "kind", "confidence", "explanation")
    values = [
        {
            "value": value["value"],
            "assertions": [{"doc": one["doc"], "quote": one["quote"]} for one in value["assertions"]],
        }
        for value in conflict["values"]
    ]
    return {**{name: conflict[name] for name in names}, "values": values}


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why a conflict is in one run alone, by its documents: `whole` are those that only this run has, `known` the
    statements that the other one had seen as well (None: nobody knows), under the names `names` there.
    """

    whole: Sequence[str]
    whole_is: str
    said_is: str
    known: Statements | None
    names: Mapping[str, str]

    def of(self, conflict: Mapping[str, Any]) -> list[dict[str, str]] | None:
        """None: not known. Empty: both runs read the same statements, and judge them otherwise."""
        reasons = {}
        places = {(one["doc"], one["quote"]) for value in conflict["values"] for one in value["assertions"]}
        for doc, quote in sorted(places):
            if doc in self.whole:
                reasons[doc] = self.whole_is
            elif self.known is not None and mark(quote) not in self.known.get(self.names.get(doc, doc), ()):
                reasons[doc] = self.said_is
        return None if self.known is None and not reasons else [{"doc": doc, "is": reasons[doc]} for doc in reasons]
