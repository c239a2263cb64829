"""Which verdict on an answer counts: that of people where there is one, else the automatic pre-verdict; always said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from consilience.study.register import REVIEWERS, Row

By = Literal["person", "automatic", "disputed"]
DISPUTED = "disputed"  # two people who do not agree: neither verdict counts


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdict of each instance, and who gave it."""

    of: Mapping[str, str]
    by: Mapping[str, By]

    def basis(self, instances: Sequence[str] | None = None) -> str:
        """What figures about these instances (all of them by default) rest on, in words."""
        counted = Counter(self.by[name] for name in (self.by if instances is None else instances))
        people, automatic, disputed = (counted[name] for name in ("person", "automatic", "disputed"))
        if not people and not disputed:
            return "automatic pre-verdicts; no person has judged"
        told = [f"verdicts of people on {people}"]
        if automatic:
            told.append(f"automatic pre-verdicts on {automatic}")
        if disputed:
            told.append(f"{disputed} on which two people do not agree")
        return "; ".join(told)


def verdicts(register: Sequence[Row]) -> Verdicts:
    """One verdict for each instance."""
    told = {row["instance"]: _verdict(row) for row in register}
    return Verdicts({name: one for name, (one, _) in told.items()}, {name: by for name, (_, by) in told.items()})


def _verdict(row: Row) -> tuple[str, By]:
    given = {row[name] for name in REVIEWERS if row[name]}
    if not given:
        return row["automatic"], "automatic"
    return (DISPUTED, "disputed") if len(given) > 1 else (given.pop(), "person")
