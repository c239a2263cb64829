"""Pinecone's filter language, as documented: conditions on metadata, which a record without the field meets only by
being unequal.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

_ORDER = {"$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le}


def meets(told: Mapping[str, Any], condition: Mapping[str, Any]) -> bool:
    """Whether metadata meets a condition. Raises ValueError for an operator that there is not."""
    for name, wanted in condition.items():
        if name == "$and":
            good = all(meets(told, one) for one in wanted)
        elif name == "$or":
            good = any(meets(told, one) for one in wanted)
        else:
            asked = wanted if isinstance(wanted, Mapping) else {"$eq": wanted}
            good = all(_holds(told.get(name), how, value) for how, value in asked.items())
        if not good:
            return False
    return True


def _holds(has: Any, how: str, value: Any) -> bool:
    listed = has if isinstance(has, list) else [has]
    match how:
        case "$eq":
            return value in listed
        case "$ne":
            return value not in listed
        case "$in":
            return any(one in value for one in listed if one is not None)
        case "$nin":
            return not any(one in value for one in listed)
        case "$exists":
            return (has is not None) == value
        case "$gt" | "$gte" | "$lt" | "$lte":
            return isinstance(has, int | float) and bool(_ORDER[how](has, value))
    raise ValueError(f"no such operator: {how}")
