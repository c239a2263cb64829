"""The embedded quality operator: detectors over a page, over the facts of a document and over the corpus; findings and
scores out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from consilience.corpus.quality.build import read, without
from consilience.corpus.quality.catalogue import corpus_detectors, detectors, fact_detectors
from consilience.corpus.quality.detector import Detector, Hit, Rule
from consilience.corpus.quality.page import Page
from consilience.corpus.quality.score import lowered, scores
from consilience.corpus.quality.shelf import Glance, Shelf, glance
from consilience.model import Document, Fact, Finding, NotMeasured, OperatorSpec, Quality

VERSION = "4"  # raise it whenever a score or finding may change: cached results carry it
_QUOTE = 300  # characters of a finding's quote


@dataclass(frozen=True)
class EmbeddedQuality:
    """Q by rules: clarity, internal consistency, completeness, information density, coherence (DESIGN section 1).

    No model, no network, no outside fact checking. `assess` never raises on any text; an empty document is not
    measured. Text that says nothing (repeated, unreadable, foreign) is found first and the rest judged as if it were
    not there, so that nonsense behind a cut end does not make it whole.
    """

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec(role="Q", name="embedded", version=VERSION)

    def assess(self, document: Document) -> Quality:
        """The five scores of a document with the findings behind them, in the order of the text."""
        page = read(document)
        if not document.text.strip():
            return Quality(not_measured=NotMeasured("the document is empty"))
        hollow, sound = _set_aside(page)
        faults = [(detector, _ordered(detector.find(sound))) for detector in detectors() if not detector.hollow]
        found = (*hollow, *faults)
        findings = [_finding(detector, hit, page.text) for detector, hits in found for hit in hits]
        if page.words == 0 and not findings:
            return Quality(not_measured=NotMeasured("the document has no words"))
        return Quality(dimensions=scores(page, sound, found), findings=_sorted(findings))

    def compare_facts(self, document: Document, quality: Quality, facts: Sequence[Fact]) -> Quality:
        """The quality with what the facts of the document say of it: values that contradict each other."""
        found = [(detector, _ordered(detector.find(facts))) for detector in fact_detectors()]
        return _with(quality, found, document.text)

    def glance(self, document: Document) -> Glance:
        """What `review` needs of a document, which need not be kept."""
        return glance(document)

    def review(self, glances: Sequence[Glance], texts: Sequence[str], qualities: Sequence[Quality]) -> list[Quality]:
        """The qualities with what only the corpus as a whole shows: duplicates, boilerplate, strangers, lost links.

        All three are in the order of the corpus; documents that were not measured stay so.
        """
        codes = {detector.code for detector in detectors() if detector.hollow}
        hollow = (tuple((one.start, one.end) for one in each.findings if one.code in codes) for each in qualities)
        shelf = Shelf(tuple(glances), tuple(hollow))
        found: list[list[tuple[Rule, tuple[Hit, ...]]]] = [[] for _ in qualities]
        for detector in corpus_detectors():
            hits: dict[int, list[Hit]] = {}
            for position, hit in detector.find(shelf):
                hits.setdefault(position, []).append(hit)
            for position, own in hits.items():
                found[position].append((detector, _ordered(own)))
        return [_with(*each) for each in zip(qualities, found, texts, strict=True)]


def _set_aside(page: Page) -> tuple[list[tuple[Detector, tuple[Hit, ...]]], Page]:
    """What the hollow detectors find, one after the other, and the page without it."""
    found = []
    for detector in sorted((one for one in detectors() if one.hollow), key=lambda one: (one.relative, one.code)):
        hits = _ordered(detector.find(page))
        found.append((detector, hits))
        page = without(page, [(hit.start, hit.end) for hit in hits])
    return found, page


def _with(quality: Quality, found: Sequence[tuple[Rule, tuple[Hit, ...]]], text: str) -> Quality:
    """A quality with further findings, its scores lowered by them."""
    more = [_finding(rule, hit, text) for rule, hits in found for hit in hits]
    if not more or quality.not_measured is not None:
        return quality
    return Quality(lowered(quality.dimensions, found, not quality.findings), _sorted([*quality.findings, *more]))


def _ordered(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    return tuple(sorted(set(hits), key=lambda hit: (hit.start, hit.end, hit.fill)))


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda one: (one.start, one.end, one.code, one.message)))


def _finding(rule: Rule, hit: Hit, text: str) -> Finding:
    fill = dict(hit.fill)
    return Finding(
        code=rule.code,
        dimension=rule.dimension,
        severity=rule.severity,
        start=hit.start,
        end=hit.end,
        quote=text[hit.start : min(hit.end, hit.start + _QUOTE)],
        message=rule.message.format_map(fill),
        advice=rule.advice.format_map(fill),
    )
