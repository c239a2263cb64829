"""Every detector against its cases: texts in which it must find something, and texts it must leave alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.quality import EmbeddedQuality, every
from consilience.model import DIMENSIONS, Document, Finding
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


def documents(case: dict[str, Any]) -> list[Document]:
    """The documents of a case: one `text`, or a corpus of named `documents` and a `series` of like ones."""
    if "text" in case:
        return [read(case["text"], case.get("format", "markdown"))]
    texts = dict(case.get("documents", {}))
    series = case.get("series", {"count": 0, "text": ""})
    texts |= {f"series-{n}.md": series["text"].replace("{n}", str(n)) for n in range(1, series["count"] + 1)}
    return [read(texts[name], id=name) for name in sorted(texts)]


def found_in(case: dict[str, Any], code: str) -> list[tuple[Document, Finding]]:
    """The findings of one code in the documents of a case, as an audit of them finds them."""
    operator, extract = EmbeddedQuality(), EmbeddedFacts().extract
    read = documents(case)
    single = [operator.compare_facts(one, operator.assess(one), extract(one)) for one in read]
    after = operator.review([operator.glance(one) for one in read], [one.text for one in read], single)
    pairs = zip(read, after, strict=True)
    return [(one, finding) for one, quality in pairs for finding in quality.findings if finding.code == code]


@pytest.mark.parametrize(("code", "case"), cases("fail"))
def test_finds_the_fault(code: str, case: dict[str, Any]) -> None:
    """The detector reports the text, in the document and at the quoted place where the case gives them."""
    found = found_in(case, code)
    assert found, f"{code} found nothing"
    document, finding = found[0]
    assert document.id == case.get("document", document.id)
    assert case.get("quote", "") in document.text[finding.start : finding.end]


@pytest.mark.parametrize(("code", "case"), cases("pass"))
def test_leaves_sound_text_alone(code: str, case: dict[str, Any]) -> None:
    """The detector reports nothing in a text without the fault."""
    assert found_in(case, code) == []


@pytest.mark.parametrize("detector", every(), ids=lambda detector: detector.code)
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
    assert {path.stem for path in CASES.glob("*.yaml")} == {detector.code for detector in every()}
