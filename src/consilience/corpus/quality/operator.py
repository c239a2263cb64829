"""The embedded quality operator: detectors over a page, findings and scores out."""

from __future__ import annotations

from dataclasses import dataclass

from consilience.corpus.quality.catalogue import detectors
from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, read
from consilience.corpus.quality.score import scores
from consilience.model import Document, Finding, NotMeasured, OperatorSpec, Quality

VERSION = "1"  # raise it whenever a score or finding may change: cached results carry it
_QUOTE = 300  # characters of a finding's quote


@dataclass(frozen=True)
class EmbeddedQuality:
    """Q by rules: clarity, internal consistency, completeness, information density, coherence (DESIGN section 1).

    No model, no network, no outside fact checking. `assess` never raises on any text; an empty document is not
    measured.
    """

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec(role="Q", name="embedded", version=VERSION)

    def assess(self, document: Document) -> Quality:
        """The five scores of a document with the findings behind them, in the order of the text."""
        page = read(document)
        if not document.text.strip():
            return Quality(not_measured=NotMeasured("the document is empty"))
        found = tuple((detector, _ordered(detector, page)) for detector in detectors())
        findings = [_finding(detector, hit, page) for detector, hits in found for hit in hits]
        if page.words == 0 and not findings:
            return Quality(not_measured=NotMeasured("the document has no words"))
        findings.sort(key=lambda finding: (finding.start, finding.end, finding.code))
        return Quality(dimensions=scores(page, found), findings=tuple(findings))


def _ordered(detector: Detector, page: Page) -> tuple[Hit, ...]:
    return tuple(sorted(set(detector.find(page)), key=lambda hit: (hit.start, hit.end, hit.fill)))


def _finding(detector: Detector, hit: Hit, page: Page) -> Finding:
    fill = dict(hit.fill)
    end = min(hit.end, hit.start + _QUOTE)
    return Finding(
        code=detector.code,
        dimension=detector.dimension,
        severity=detector.severity,
        start=hit.start,
        end=hit.end,
        quote=page.text[hit.start : end],
        message=detector.message.format_map(fill),
        advice=detector.advice.format_map(fill),
    )
