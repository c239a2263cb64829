"""The automatic pre-verdict: does an answer give what the reference answer gives? A person has the last word.

It looks at values alone, never at ACS: exact and equivalent values are accepted (units, precision, languages). It is
called automatic wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from consilience.study.baseline import TrueKey
from consilience.study.likeness import likeness, others

Automatic = Literal["match", "partial", "differs", "no_answer"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The pre-verdict and why, in words."""

    verdict: Automatic
    reason: str


def automatic(answer: str | None, status: str | None, keys: Sequence[TrueKey]) -> Verdict:
    """The pre-verdict of an answer by the keys that its reference answer gives.

    `status` is that of answers.jsonl. An answer that gives the value of the reference and beside it another of the same
    kind that cannot be true as well is no match but partial: a reader has to say which of the two it asserts.
    """
    if not answer or status in ("abstained", "no_evidence"):
        return Verdict("no_answer", "the evidence gave no answer" if status == "no_evidence" else "it gives no answer")
    parts = _parts(keys)
    found = {one.value: likeness(answer, one.value, one.kind) for one in parts}
    missing = [one.value for one in parts if found[one.value] == "missing"]
    if missing:
        return _without(answer, parts, missing)
    rivals = others(answer, parts[0].value) if len(parts) == 1 else ()
    if rivals:
        return Verdict("partial", f"it gives {parts[0].value} and also {', '.join(rivals)}")
    unlike = [value for value, how in found.items() if how == "equivalent"]
    return Verdict("match", f"{', '.join(unlike)} in other words" if unlike else f"it gives {', '.join(found)}")


def _without(answer: str, parts: Sequence[TrueKey], missing: Sequence[str]) -> Verdict:
    if len(missing) < len(parts):
        return Verdict("partial", f"{', '.join(missing)} is missing")
    instead = others(answer, parts[0].value) if len(parts) == 1 else ()
    said = f" but {', '.join(instead)}" if instead else ""
    return Verdict("differs", f"it does not give {', '.join(missing)}{said}")


def _parts(keys: Sequence[TrueKey]) -> list[TrueKey]:
    """What a reference answer gives, each relation once, whoever states it."""
    return list({(one.entity, one.relation): one for one in keys}.values())
