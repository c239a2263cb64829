"""The documentation of the detectors is made from them and kept in docs/quality.md."""

from __future__ import annotations

from pathlib import Path

from consilience.corpus.quality import catalogue, every


def test_the_page_is_what_the_detectors_say(repository: Path) -> None:
    """docs/quality.md is the catalogue; write it anew with `python -m consilience.corpus.quality > docs/quality.md`."""
    assert (repository / "docs" / "quality.md").read_text("utf-8") == catalogue()


def test_the_page_names_every_detector_and_the_formula() -> None:
    """Every code and title and the formula of the score are on the page."""
    page = catalogue()
    assert all(f"#### {detector.code}: {detector.title}" in page for detector in every())
    assert "score(dimension) =" in page
