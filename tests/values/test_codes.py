"""Codes are looked for only in texts that may hold one; none is lost by it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from consilience.values import codes

PIECES = st.sampled_from([
    "KV-220-S7", "4F2A 9B01", "GB82 WEST 1234 5698 7654 32", "10.0.0.1", "+44 20 7946", "030 12345", "lz4", "12AB34",
    "10-0440", "AB12", "a.example", "data.csv", "`run`", "/etc/hosts", "2014", "5.4", "1,200", "Section", "3.4.1",
    "ABCD EFAB 1", "1234 ABCD", "Lor-b 12", "Ab-1", "e.g.", "U.S.", "part-time", "and/or", "Reyes-Whitby 120",
])  # fmt: skip


@given(st.lists(PIECES | st.text("aB0 .-_/+:`@C9", max_size=5), max_size=6).map(" ".join))
def test_no_code_is_lost_by_the_look_ahead(text: str) -> None:
    """What stands before a text and has the sign of a code, but is none, shows no code that was not found without."""
    found = codes.find(f"@ {text}")
    assert [(one.start - 2, one.value) for one in found] == [(one.start, one.value) for one in codes.find(text)]
