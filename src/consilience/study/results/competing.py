"""Table VIII: answers that give the reference while their evidence holds a statement against it (paper section V)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience.study.baseline import TrueKey, load
from consilience.study.errors import StudyError
from consilience.study.likeness import likeness
from consilience.study.register import Row
from consilience.study.results.run import Line, Results
from consilience.study.results.table import Cell, Table

CORPUS = "B"


@dataclass(frozen=True, slots=True)
class Case:
    """An answer whose evidence conflicts. `gives`: it holds the values of the reference, alone or beside others.

    `planted` is the false value that a counterpart states of what is asked, None where none does. `told`: a conflict
    was found in the evidence; `competing` are its statements that do not give the reference, as (value, document,
    quote), the planted one first; `named`: it is among them.
    """

    row: Row
    gives: bool
    planted: str | None
    told: bool
    competing: tuple[tuple[str, str, str], ...]
    named: bool


def cases(results: Results, corpus: str = CORPUS) -> list[Case]:
    """The answers of a corpus in whose evidence a conflict was found, or about whose question a value was changed."""
    keys = _keys(results)
    found = [_case(row, keys[row["query"]], results, corpus) for row in results.rows(corpus)]
    return [one for one in found if one.told or one.planted]


def _keys(results: Results) -> dict[str, tuple[TrueKey, ...]]:
    """The keys of each question's reference, by id. Raises StudyError."""
    known = {key.id: key for key in load().keys}
    asked = {query["id"]: query["keys"] for query in results.study["queries"]}
    if unknown := sorted({name for names in asked.values() for name in names} - set(known)):
        raise StudyError(f"The study asks for {unknown[0]}, which is no key of this version's corpus A.")
    return {query: tuple(known[name] for name in names) for query, names in asked.items()}


def _case(row: Row, keys: Sequence[TrueKey], results: Results, corpus: str) -> Case:
    line = results.answers[corpus][row["query"]]
    planted = _planted(keys, results.provenance, corpus)
    against = _against(line, keys)
    names = [likeness(value, *planted) != "missing" for value, _, _ in against] if planted else []
    if any(names):
        first = names.index(True)
        against = (against[first], *against[:first], *against[first + 1 :])
    gives = bool(row["answer"]) and all(_given(row["answer"], one, keys) for one in keys)
    return Case(row, gives, planted[0] if planted else None, bool(line["evidence_conflicts"]), against, any(names))


def _given(answer: str, key: TrueKey, keys: Sequence[TrueKey]) -> bool:
    """Whether an answer gives the value of a key, in its words or in those of another document that states it."""
    same = [one for one in keys if (one.entity, one.relation) == (key.entity, key.relation)]
    return any(likeness(answer, one.value, one.kind) != "missing" for one in same)


def _planted(keys: Sequence[TrueKey], provenance: Sequence[Line], corpus: str) -> tuple[str, str] | None:
    """The first false value that a document of the corpus states of one of the keys, with its kind."""
    kinds = {key.id: key.kind for key in keys}
    for line in provenance:
        stated = any(one["side"] == "injected" for one in line["assertions"])
        if line["corpus"] == corpus and line["key"] in kinds and stated:
            return line["injected"], kinds[line["key"]]
    return None


def _against(line: Line, keys: Sequence[TrueKey]) -> tuple[tuple[str, str, str], ...]:
    """The sides of the conflicts in the evidence that do not give the reference, each statement once."""
    sides = [side for conflict in line["evidence_conflicts"] or () for side in conflict["values"]]
    told = [(side["value"], side["doc"], side["quote"]) for side in sides if not _is_reference(side, keys)]
    return tuple(dict.fromkeys(told))


def _is_reference(side: Mapping[str, Any], keys: Sequence[TrueKey]) -> bool:
    return any(likeness(side["quote"], key.value, key.kind) != "missing" for key in keys)


def table_competing(results: Results) -> Table:
    """Table VIII."""
    shown = [one for one in cases(results) if one.gives and one.competing]
    verdicts = results.verdicts
    return Table(
        id="VIII",
        slug="competing",
        title="Right answers with evidence that conflicts, corpus B",
        intro="Each answer gives the value of its reference; its evidence also holds the statement named here, and ACS "
        "tells that they cannot both be true.",
        columns=(
            ("question", "text"), ("reference", "text"), ("verdict", "text"), ("ACS", "score"),
            ("competing value", "text"), ("document", "text"), ("its words", "text"),
        ),
        rows=tuple(_shown(one, verdicts.of[one.row["instance"]]) for one in shown),
        basis=verdicts.basis([one.row["instance"] for one in shown]),
        notes=_notes(results, shown),
    )  # fmt: skip


def _shown(one: Case, verdict: str) -> tuple[Cell, ...]:
    value, doc, quote = one.competing[0]
    row = one.row
    return (f"{row['query']} {row['question']}", row["reference"], verdict, row["ACS"], value, doc, quote)


def _notes(results: Results, shown: Sequence[Case]) -> tuple[str, ...]:
    matched = sum(results.verdicts.of[one.row["instance"]] == "match" for one in shown)
    told = [
        f"The paper shows four cases that its reader accepted as a match; here {matched} of {len(shown)} are a match."
    ]
    if results.study["operators"].get("generator", {}).get("name") == "embedded" and matched < len(shown):
        told.append(
            f"{'The others' if matched else 'They'} are partial for one reason: the generator here gives both sides of "
            "a disagreement instead of choosing one, so that the false value stands in the answer beside the true one."
        )
    false = [one.row["query"] for one in cases(results) if one.told and one.planted is None]
    if false:
        told.append(
            f"Conflicts were also told in the evidence of {', '.join(false)}, of which no value was changed: false "
            "alarms."
        )
    return tuple(told)
