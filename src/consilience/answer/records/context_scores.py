"""The numbers that a log keeps with its contexts, of which only those that can be read are used.

One that cannot is left out with its reason, and the record is judged without it: whether evidence supports an answer
does not hang on how near a retriever found it.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from consilience.answer.records.model import Record
from consilience.model import NotMeasured

Told = float | NotMeasured | None
_SHOWN = 40  # characters of what is no number
_REASONS = 5  # different reasons of a record that are told
_LISTED = 20  # records whose reasons are kept
_BETWEEN = re.compile(r"[,;\s]+")


def beside(told: Any, count: int, name: str) -> Sequence[Any]:
    """What a list beside `count` contexts says of each; where it cannot be shared out, of each why it is left out."""
    listed = _list(told)
    if not listed or list(listed) == [""]:
        return [None] * count
    if len(listed) == count:
        return listed
    return [NotMeasured(f"its {name} are {len(listed):,} for {count:,} contexts")] * count


def number(told: Any, name: str) -> Told:
    """The number that a log gives; None where it gives none, NotMeasured where it is not a finite number.

    `name` is what it is called in the reason: "similarity" or "score".
    """
    if isinstance(told, NotMeasured):
        return told
    if told is None or isinstance(told, bool) or (isinstance(told, str) and not told.strip()):
        return None
    try:
        found = float(told)
    except (TypeError, ValueError):
        return NotMeasured(f"a {name} is no number: {told!r:.{_SHOWN}}")
    except OverflowError:
        return NotMeasured(f"a {name} is too large")
    if math.isfinite(found):
        return found
    return NotMeasured(f"a {name} is {'NaN' if math.isnan(found) else 'infinite'}")


def _list(told: Any) -> Sequence[Any] | None:
    """The numbers of a list, of a cell with one as JSON, Python or NumPy prints it, or a single number."""
    if told is None:
        return None
    if isinstance(told, str):
        return _cell(told.strip())
    return told if isinstance(told, Sequence) else [told]


def _cell(told: str) -> Sequence[Any]:
    """ "[0.8, nan]" is how Python prints a list, and no JSON; "0.8" is one number."""
    try:
        listed = json.loads(told)
    except (ValueError, RecursionError):
        listed = _BETWEEN.split(told.removeprefix("[").removesuffix("]").strip()) if told.startswith("[") else [told]
    return listed if isinstance(listed, list) else [told]


@dataclass
class LeftOut:
    """The numbers of a whole log that were left out: how many, and of the first records why."""

    n: int = 0
    records: list[dict[str, Any]] = field(default_factory=list)

    def meet(self, record: Record) -> None:
        numbers = (told for one in record.contexts for told in (one.similarity, one.score))
        reasons = Counter(one.reason for one in numbers if isinstance(one, NotMeasured))
        self.n += reasons.total()
        if reasons and len(self.records) < _LISTED:
            told = "; ".join(reason for reason, _ in reasons.most_common(_REASONS))
            self.records.append({"record": record.place, "scores": reasons.total(), "reason": told})

    def to_dict(self) -> dict[str, Any]:
        """The entry of judge.json; nothing where nothing was left out."""
        return {"scores_left_out": {"n": self.n, "records": self.records}} if self.n else {}
