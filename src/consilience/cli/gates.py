"""Gates: conditions on the result that make a pipeline fail. Pure functions of audit.json."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def failures(audit: Mapping[str, Any], *, fail_under: float | None, fail_on_conflict: bool) -> tuple[str, ...]:
    """One sentence for each gate that failed. A CC that was not measured cannot pass `fail_under`."""
    failed = []
    if fail_under is not None:
        score = audit["scores"]["CC"]
        if score is None:
            failed.append(f"CC was not measured, so it cannot be shown to reach {fail_under:g} (--fail-under).")
        elif score < fail_under:
            failed.append(f"CC is {score:.4g}, below {fail_under:g} (--fail-under).")
    conflicts = len(audit["conflicts"])
    if fail_on_conflict and conflicts:
        found = "1 conflict was" if conflicts == 1 else f"{conflicts} conflicts were"
        failed.append(f"{found} found (--fail-on-conflict).")
    return tuple(failed)


def skipped(audit: Mapping[str, Any]) -> str:
    """A sentence when inputs were skipped, else empty."""
    names = [str(entry["path"]) for entry in audit["skipped"]]
    if not names:
        return ""
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"Not read: {names[0]}{more} (--strict); the reasons are in the report."
