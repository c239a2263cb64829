"""Every detector against its cases: texts in which it must find something, and texts it must leave alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.corpus.quality import EmbeddedQuality, detectors
from consilience.model import DIMENSIONS, Document
from consilience.settings import ReadSettings
from consilience.sources import read_bytes

CASES = Path(__file__).parent / "cases"


def read(text: str, format: str = "markdown", id: str = "case") -> Document:
    """A document read as a user's file would be."""
    (document,) = read_bytes(text.encode("utf-8", "surrogatepass"), id, format, ReadSettings())
    assert isinstance(document, Document), document
    return document


def cases(outcome: str) -> list[Any]:
    """All cases of one outcome as (code, case)."""
    return [
        pytest.param(path.stem, case, id=f"{path.stem}-{outcome}-{number}")
        for path in sorted(CASES.glob("Q*.yaml"))
        for number, case in enumerate(yaml.safe_load(path.read_text("utf-8"))[outcome])
    ]


@pytest.mark.parametrize(("code", "case"), cases("fail"))
def test_finds_the_fault(code: str, case: dict[str, str]) -> None:
    """The detector reports the text, at the quoted place where the case gives one."""
    document = read(case["text"], case.get("format", "markdown"))
    found = [finding for finding in EmbeddedQuality().assess(document).findings if finding.code == code]
    assert found, f"{code} found nothing"
    assert case.get("quote", "") in document.text[found[0].start : found[0].end]


@pytest.mark.parametrize(("code", "case"), cases("pass"))
def test_leaves_sound_text_alone(code: str, case: dict[str, str]) -> None:
    """The detector reports nothing in a text without the fault."""
    document = read(case["text"], case.get("format", "markdown"))
    found = [finding for finding in EmbeddedQuality().assess(document).findings if finding.code == code]
    assert found == []


@pytest.mark.parametrize("detector", detectors(), ids=lambda detector: detector.code)
def test_every_detector_is_complete(detector: Any) -> None:
    """A detector has cases of both outcomes, a page of documentation with both examples, and data that make sense."""
    written = yaml.safe_load((CASES / f"{detector.code}.yaml").read_text("utf-8"))
    assert written["fail"] and written["pass"]
    assert "**Bad**" in (detector.__doc__ or "") and "**Good**" in (detector.__doc__ or "")
    assert detector.code[1] == str(DIMENSIONS.index(detector.dimension) + 1)
    assert detector.severity in ("error", "warning", "info") and detector.weight > 0
    assert all(dimension != detector.dimension and 0 < share <= 1 for dimension, share in detector.also)


def test_no_cases_without_a_detector() -> None:
    """A case file belongs to a detector that exists."""
    assert {path.stem for path in CASES.glob("*.yaml")} == {detector.code for detector in detectors()}
