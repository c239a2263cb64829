"""The generated pages are up to date, and leave nothing out."""

from __future__ import annotations

from pathlib import Path

import pytest

from consilience.cli.pages import PAGES
from consilience.settings import sections


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_page_is_up_to_date(name: str, repository: Path) -> None:
    """A changed help text or setting is followed by `make docs`."""
    assert (repository / "docs" / name).read_text("utf-8") == PAGES[name]()


def test_every_setting_is_described() -> None:
    """A setting without a description, or missing from the page, cannot be added."""
    page = PAGES["settings.md"]()
    for section, kind in sections().items():
        assert f"## [{section}]" in page
        for name, field in kind.model_fields.items():
            assert field.description, f"{section}.{name} has no description"
            assert f"| `{name}` |" in page


def test_every_flag_has_a_sentence_and_an_example() -> None:
    """No row of the command tables is left with an empty cell."""
    rows = [line for line in PAGES["cli.md"]().splitlines() if line.startswith("| `") and line.count("`") >= 4]
    assert len(rows) >= 15
    for row in rows:
        flag, meaning, example = (cell.strip() for cell in row.replace("\\|", "/").strip("| ").split(" | "))
        assert meaning.endswith("."), flag
        assert example.strip("`"), flag
