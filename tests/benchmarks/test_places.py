"""Where a quote stands, for benchmarks that know texts and not offsets."""

from __future__ import annotations

from places import Text, covers


def test_places_ignore_markup_and_spacing() -> None:
    """A quote is found whatever markup stands between its letters; two classes must hold the two places."""
    text = Text("The *valve*\nopens at **6 bar**. The valve opens at 8 bar.")
    start = text.raw.index("6")
    place = ("a.md", text.span(start, start + 1))
    quoted = [("a.md", span) for span in text.find("The valve opens at 6 bar.")]
    assert len(quoted) == 1
    other = ("b.md", (3, 4))
    assert covers([quoted, [("b.md", (0, 9))]], place, other)
    assert not covers([[*quoted, ("b.md", (0, 9))]], place, other)
    assert not covers([quoted, [("b.md", (4, 9))]], place, other)
