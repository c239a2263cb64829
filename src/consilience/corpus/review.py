"""Quality that shows only beside the other documents: the operator Q looks at the corpus as a whole, if it can.

`gather` hands the documents over one after the other; of each is kept its text and what the operator asks to keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from consilience.corpus.crew import Crew, attempt
from consilience.corpus.result import DocumentAudit
from consilience.model import Document, NotMeasured, Quality
from consilience.operators import CorpusQuality
from consilience.scores import Score, iadni
from consilience.settings import Settings


def review(
    measured: Iterable[tuple[Document, Quality]], crew: Crew, settings: Settings
) -> tuple[tuple[DocumentAudit, ...], tuple[str, ...]]:
    """The documents without their blocks, sorted by id, with quality and IaDNI; and warnings, if the review failed."""
    found = crew.operator("quality")
    judge = found if isinstance(found, CorpusQuality) else None
    rows = []
    for document, quality in measured:
        glance = attempt("quality operator", lambda: judge.glance(document)) if judge else None  # noqa: B023
        rows.append((replace(document, blocks=()), quality, glance))
    rows.sort(key=lambda row: row[0].id)
    qualities, warnings = _reviewed(rows, judge) if judge else ([row[1] for row in rows], ())
    weights = settings.quality.model_dump()
    audits = zip(rows, qualities, strict=True)
    return tuple(_audit(document, quality, weights) for (document, _, _), quality in audits), warnings


def _reviewed(
    rows: Sequence[tuple[Document, Quality, Any]], judge: CorpusQuality
) -> tuple[Sequence[Quality], tuple[str, ...]]:
    """The qualities after the review; as they were, with a warning, where the operator failed."""
    before = [quality for _, quality, _ in rows]
    failed = [glance for _, _, glance in rows if isinstance(glance, NotMeasured)]
    after: Any = failed[0] if failed else _attempted(rows, before, judge)
    if isinstance(after, NotMeasured):
        return before, (f"Documents were not compared with each other for their quality: {after.reason}.",)
    return after, ()


def _attempted(rows: Sequence[tuple[Document, Quality, Any]], before: Sequence[Quality], judge: CorpusQuality) -> Any:
    glances, texts = [glance for _, _, glance in rows], [document.text for document, _, _ in rows]
    return attempt("quality operator", lambda: judge.review(glances, texts, before))


def _audit(document: Document, quality: Quality, weights: Mapping[str, float]) -> DocumentAudit:
    integrity: Score = quality.not_measured or iadni(dict(quality.dimensions), weights)
    return DocumentAudit(document, len(document.text.split()), quality, integrity)
