"""Gates as functions of audit.json."""

from __future__ import annotations

from typing import Any

from consilience.cli import gates


def audit(cc: float | None = 0.8, conflicts: int = 0, skipped: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "scores": {"CC": cc},
        "conflicts": [{"id": str(number)} for number in range(conflicts)],
        "skipped": [{"path": path, "reason": "encrypted"} for path in skipped],
    }


def test_no_gate_never_fails() -> None:
    """Gates are only what the user asked for."""
    assert gates.failures(audit(0.0, 9), fail_under=None, fail_on_conflict=False) == ()


def test_the_bound_itself_passes() -> None:
    """'Under' means strictly below."""
    assert gates.failures(audit(0.8), fail_under=0.8, fail_on_conflict=False) == ()
    assert gates.failures(audit(0.7999), fail_under=0.8, fail_on_conflict=False) == (
        "CC is 0.7999, below 0.8 (--fail-under).",
    )


def test_a_score_that_was_not_measured_fails_its_gate() -> None:
    """What cannot be shown to be good enough is not let through."""
    (sentence,) = gates.failures(audit(None), fail_under=0.0, fail_on_conflict=False)
    assert "was not measured" in sentence


def test_every_failed_gate_is_told() -> None:
    """Two gates, two sentences."""
    told = gates.failures(audit(0.5, 2), fail_under=0.9, fail_on_conflict=True)
    assert len(told) == 2
    assert told[1] == "2 conflicts were found (--fail-on-conflict)."


def test_skipped_inputs_are_named() -> None:
    """The first by name, the others by number."""
    assert gates.skipped(audit()) == ""
    assert gates.skipped(audit(skipped=("a.pdf", "b.pdf", "c.pdf"))).startswith("Not read: a.pdf and 2 more")
