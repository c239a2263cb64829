"""What to mend first as plain data: the same in eval.json and judge.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from consilience.answer.entries import quote_entries
from consilience.answer.mend import Mend, Touched
from consilience.retrieval.records import number

LISTED = 100  # conflicts that a summary lists
_ASKED = 1_000  # questions of a conflict that it lists; `questions` counts them all


def mend_entries(mend: Sequence[Mend]) -> dict[str, Any]:
    """`mend_first`, the costliest first, and `mend_first_total`, how many there are."""
    return {"mend_first": [_mend(one) for one in mend[:LISTED]], "mend_first_total": len(mend)}


def _mend(one: Mend) -> dict[str, Any]:
    conflict = one.conflict
    return {
        "conflict_id": conflict.conflict_id, "entity": conflict.entity, "relation": conflict.relation,
        "explanation": conflict.explanation, "documents": list(one.documents),
        "questions": len(one.touched), "ACS_cost": one.cost,
        "values": [{"value": side.value, "assertions": quote_entries(side.quotes)} for side in conflict.values],
        "what_if": [_what_if(touched) for touched in one.touched[:_ASKED]],
    }  # fmt: skip


def _what_if(touched: Touched) -> dict[str, Any]:
    """ACS of a question now, and with each side withdrawn."""
    sides = [{"value": one.value, "ACS": number(one.ACS), "status": one.status} for one in touched.withdrawn]
    return {"id": touched.question, "ACS": number(touched.ACS), "without": sides}
