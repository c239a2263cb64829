"""What a language model cost, as a sentence and as a block of the report."""

from __future__ import annotations

from typing import Any

import pytest

from consilience.report import spending

SPENT: dict[str, Any] = {
    "calls": 120, "reused": 30, "failed": 0, "saved": 80, "repaired": 2, "dropped": 3, "input_tokens": 210_000,
    "output_tokens": 8_000, "cost": 0.0363,
}  # fmt: skip


def _told(**changed: Any) -> dict[str, Any]:
    return {"settings": {"llm": {"model": "mistral:m"}}, "llm": SPENT | changed}


def test_one_sentence_says_it_all() -> None:
    """Calls, reused replies, tokens, dollars, dropped quotes, and what hybrid saved."""
    assert spending.line(_told()) == (
        "Model mistral:m: 120 calls (30 reused), 210,000 tokens in, 8,000 out, $0.0363; 3 quotes dropped; "
        "hybrid saved 80 calls."
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"failed": 1}, "1 request without a usable reply"),
        ({"failed": 4}, "4 requests without a usable reply"),
        ({"cost": None}, "out, cost not known"),
        ({"cost": 0.0}, "out, $0.00"),
        ({"cost": 1234.5}, "out, $1,234.50"),
    ],
)
def test_failures_and_costs_are_told(changed: dict[str, Any], said: str) -> None:
    """A failure is never left out, and a cost that nobody knows is not zero."""
    assert said in spending.line(_told(**changed))


def test_without_a_model_nothing_is_said() -> None:
    """Runs of the embedded operators, and of versions before, have no such key."""
    plain = {"settings": {"llm": {"model": ""}}}
    assert spending.line(plain) == "" and spending.rows(plain) == []


def test_the_rows_hold_every_count() -> None:
    """Each figure of the run has its row."""
    figures = [figure for _, figure in spending.rows(_told())]
    assert figures == ["mistral:m", "120", "30", "0", "80", "2", "3", "210,000", "8,000", "$0.0363"]
