"""Labelled things are looked for only in texts that may hold one; none is lost by it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from consilience.corpus.facts.labels import labels

PIECES = st.sampled_from([
    "zone 2", "Zone B", "pump no. 4", "Fibre 500", "level\n3", "gate A", "bay", "Type", "4.2", "12a", "I", "£5", "no 7",
])  # fmt: skip


@given(st.lists(PIECES | st.text("aB1 .%zone", max_size=5), max_size=5).map(" ".join))
def test_no_label_is_lost_by_the_look_ahead(text: str) -> None:
    """A labelled thing before a text brings no label to light that was not found without it."""
    assert labels(f"Quay 99 ; {text}") - {("quay", "99")} == labels(f"; {text}") - {("quay", "99")}
