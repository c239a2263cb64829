"""Near copies: what counts as found, and a whole measurement on a small folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from near_copy import covers, near_copies

RULES = """# Rules of the archive

Boxes are kept for 30 days. The reading room opens at 09:30. A copy costs £0.40 and is made on the same day.
"""


def said(doc: str, start: int, end: int) -> dict[str, Any]:
    return {"doc": doc, "start": start, "end": end}


def test_a_conflict_covers_a_key_when_both_places_lie_in_different_values() -> None:
    """One place alone, both under one value, or the right offsets of the wrong document do not count."""
    truth = {"assertions": [said("a.md", 10, 20), said("b.md", 12, 22)]}
    one, other = [said("a.md", 0, 11)], [said("b.md", 21, 40)]
    assert covers({"values": [{"assertions": one}, {"assertions": other}]}, truth)
    assert not covers({"values": [{"assertions": one}, {"assertions": [said("b.md", 22, 40)]}]}, truth)
    assert not covers({"values": [{"assertions": [*one, *other]}, {"assertions": []}]}, truth)
    assert not covers({"values": [{"assertions": one}, {"assertions": [said("c.md", 12, 22)]}]}, truth)


def test_a_folder_is_measured_document_by_document(tmp_path: Path) -> None:
    """Every document with values has an outcome whose numbers add up; one without values has none."""
    docs, work = tmp_path / "docs", tmp_path / "work"
    (docs / "sub").mkdir(parents=True)
    (docs / "sub" / "rules.md").write_text(RULES, "utf-8")
    (docs / "prose.md").write_text("# Prose\n\nThe reeds stand still in the water.\n", "utf-8")
    (outcome,) = near_copies(docs, work, changes=3)
    assert outcome.document == "sub/rules.md" and outcome.injected == 3
    assert outcome.found == 3 and outcome.flagged == 3
    assert outcome.false == outcome.unchanged == ()
