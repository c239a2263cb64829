"""What level 1 made of the known truth: reference facts recovered (Table III), manipulated relations matched (Table V).

Both look at the records of a run as it was written (facts.jsonl, audit.json), not at the operators.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from consilience.study.baseline import Baseline, Manipulated, ReferenceFact, TrueKey
from consilience.study.corpora import Copy, Corpus
from consilience.study.likeness import Likeness, likeness
from consilience.study.naming import about
from consilience.study.provenance import places

Record = Mapping[str, Any]  # a line of facts.jsonl
_BEST: Mapping[Likeness, int] = {"exact": 0, "equivalent": 1, "missing": 2}


def recovery(baseline: Baseline, facts: Sequence[Record]) -> list[dict[str, Any]]:
    """A line for every reference fact: the record of corpus A that holds it, or none.

    A record (e, r, v) holds a fact when it speaks of the same thing (naming.py) and gives the value (likeness.py):
    in v, or anywhere in the record, as (Canberra, is the capital of Australia, ...) gives that of "capital of
    Australia". Any statement of the document may do. The second is "equivalent", as the paper counts records that keep
    a fact in other words; `where` tells the two apart.
    """
    by_doc = _by_document(facts)
    return [_recovered(baseline, one, by_doc.get(f"{one.key.doc}.md", [])) for one in baseline.references]


def correspondence(
    baseline: Baseline, corpus: Corpus, facts: Sequence[Record], audit: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """A line for every manipulated relation of corpus B: its two records, and whether the audit brought them together.

    Matched are records that the audit put under one key: in a conflict, or as a pair that it set aside.
    """
    by_doc = _by_document(facts)
    copies = {(copy.source.id, copy.kind): copy for copy in corpus.copies}
    lines = []
    for one in baseline.manipulated:
        doc = one.key.doc
        clean = _stated(one, copies[doc, "clean"], one.canonical, by_doc)
        other = _stated(one, copies[doc, "conflict"], one.injected, by_doc)
        lines.append({"relation_id": one.id, "domain": baseline.domain(doc), **_met(clean, other, audit)})
    return lines


def _by_document(facts: Iterable[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for fact in facts:
        found.setdefault(fact["doc"], []).append(fact)
    return found


def _recovered(baseline: Baseline, one: ReferenceFact, facts: Sequence[Record]) -> dict[str, Any]:
    key = one.key
    graded = [(*_holds(fact, key), fact) for fact in facts]
    how, where, record = min(
        graded,
        key=lambda held: (_BEST[held[0]], held[1] == "record", key.quote not in held[2]["quote"]),
        default=("missing", None, None),
    )
    return {
        "fact": one.id,
        "domain": baseline.domain(key.doc),
        "statement": one.statement,
        "recovered": how != "missing",
        "record": dict(record) if record and how != "missing" else None,
        "how": how,
        "where": where,
    }


def _holds(fact: Record, key: TrueKey) -> tuple[Likeness, str | None]:
    """How a record holds a key, and where: in its value, or only in the record as a whole, which is in other words."""
    named = f"{fact['entity']} {fact['relation']}"
    how: Likeness = likeness(fact["value"], key.value, key.kind) if about(named, key) else "missing"
    if how != "missing":
        return how, "value"
    whole = f"{named} {fact['value']}"
    if about(whole, key) and likeness(whole, key.value, key.kind) != "missing":
        return "equivalent", "record"
    return "missing", None


def _stated(one: Manipulated, copy: Copy, value: str, by_doc: Mapping[str, Sequence[Record]]) -> Record | None:
    """The record of a manipulated relation in one document: of its statement, with the value that stands there."""
    start, end = places(one, copy)[0]
    inside = [fact for fact in by_doc.get(copy.name, ()) if start <= fact["value_start"] and fact["value_end"] <= end]
    graded = [(likeness(fact["value"], value, one.key.kind), fact) for fact in inside]
    best = min(graded, key=lambda pair: _BEST[pair[0]], default=None)
    return None if best is None or best[0] == "missing" else best[1]


def _met(clean: Record | None, other: Record | None, audit: Mapping[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "clean": None if clean is None else dict(clean), "injected": None if other is None else dict(other),
        "matched": False, "flagged": False, "conflict_id": None, "why_not": None,
    }  # fmt: skip
    if clean is None or other is None:
        return told | {"why_not": f"no record of the {'clean' if clean is None else 'injected'} statement"}
    wanted = {clean["id"], other["id"]}
    for conflict in audit["conflicts"]:
        if wanted <= {assertion["fact"] for value in conflict["values"] for assertion in value["assertions"]}:
            return told | {"matched": True, "flagged": True, "conflict_id": conflict["id"]}
    for pair in audit["set_aside"]:
        if wanted <= {assertion["fact"] for assertion in pair["assertions"]}:
            return told | {"matched": True, "why_not": f"set aside ({pair['reason']}): {pair['explanation']}"}
    return told | {"why_not": "the two records are under no common key"}
