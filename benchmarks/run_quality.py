"""`quality`: document quality on the corpora with known truth, what rising damage does to it, and how fast Q is."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from figures import Figure, at_least, at_most, table
from generate import generate

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.quality import EmbeddedQuality
from consilience.model import Document, Quality
from consilience.settings import ReadSettings
from consilience.sources import discover, read, read_bytes
from consilience.study.degrade import OPERATORS, degrade_document

# Codes of findings of the right kind for the operators that truth.json declares.
KINDS = {
    "truncated": ("Q301", "Q302", "Q303", "Q305", "Q307", "Q309", "Q310"),
    "formatting_removed": ("Q102", "Q103", "Q104", "Q113", "Q306"),
    "irrelevant_content": ("Q107", "Q112", "Q501", "Q505", "Q506"),
    "paragraphs_repeated": ("Q401", "Q402"),
    "broken_cross_references": ("Q206", "Q207", "Q209"),
    "inconsistent_names": ("Q201", "Q202", "Q203", "Q204", "Q205", "Q210", "Q211", "Q212"),
}
# The dimension that each operator of `consilience degrade` damages.
OWN = {
    "truncation": "completeness",
    "references": "internal_consistency",
    "terminology": "internal_consistency",
    "formatting": "clarity",
    "repetition": "information_density",
    "irrelevant": "coherence",
}
STRENGTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
SLACK = 0.01  # by which a stronger damage may score higher: a shorter text has fewer faults
DOCUMENTS, PROCESSES = 200, 2


@dataclass(frozen=True)
class Scored:
    """A document of a corpus with its quality as an audit gives it, and the operators that truth declares."""

    document: Document
    quality: Quality
    operators: tuple[str, ...]

    @property
    def integrity(self) -> float:
        return mean(self.quality)


def run(shared: Path) -> str:
    corpora = {path.parent.name: _scored(path.parent) for path in sorted(shared.glob("corpora/*/truth.json"))}
    parts = [table("quality: speed", _speed())]
    if corpora:
        clean = [one for scored in corpora.values() for one in scored if not one.operators]
        parts = [_overview(corpora), _found(corpora), _errors(clean), _damage([one.document for one in clean]), *parts]
    else:
        parts.append(f"The corpora were skipped: there are none below {shared} (--shared DIR).\n")
    return "\n".join(parts)


def mean(quality: Quality) -> float:
    """IaDNI with equal weights."""
    return sum(score for _, score in quality.dimensions) / len(quality.dimensions)


def _scored(corpus: Path) -> list[Scored]:
    truth = json.loads((corpus / "truth.json").read_text("utf-8"))["quality"]
    settings = ReadSettings()
    found = [one for file in discover([corpus / "docs"], settings).files for one in read(file, settings)]
    documents = [one for one in found if isinstance(one, Document)]
    operator, extract = EmbeddedQuality(), EmbeddedFacts().extract
    alone = [operator.compare_facts(one, operator.assess(one), extract(one)) for one in documents]
    glances = [operator.glance(one) for one in documents]
    together = operator.review(glances, [one.text for one in documents], alone)
    pairs = zip(documents, together, strict=True)
    return [Scored(one, quality, tuple(truth[one.id]["operators"])) for one, quality in pairs]


def _overview(corpora: dict[str, list[Scored]]) -> str:
    lines = ["## quality", "", "| corpus | clean documents | mean | degraded | gap |", "|---|---|---|---|---|"]
    figures = []
    for name, scored in corpora.items():
        clean = sorted(one.integrity for one in scored if not one.operators)
        degraded = sorted(one.integrity for one in scored if one.operators)
        gap = clean[0] - degraded[-1]
        spread = f"{clean[0]:.2f} to {clean[-1]:.2f}"
        lines.append(f"| {name} | {spread} | {sum(clean) / len(clean):.2f} | {_list(degraded)} | {gap:.2f} |")
        figures.append((gap, clean, degraded))
    every = [score for _, clean, _ in figures for score in clean]
    summary = [
        at_least("least gap between lowest clean and highest degraded", min(gap for gap, _, _ in figures), 0.15),
        at_most("highest degraded document", max(worst[-1] for _, _, worst in figures), 0.5),
        at_least("lowest clean document", min(every), 0.75),
        at_most("highest clean document", max(every), 0.95),
    ]
    return "\n".join(lines) + "\n\n" + table("quality: separation", summary)


def _list(scores: Sequence[float]) -> str:
    return ", ".join(f"{score:.2f}" for score in scores)


def _found(corpora: dict[str, list[Scored]]) -> str:
    declared, found = Counter[str](), Counter[str]()
    for one in (one for scored in corpora.values() for one in scored):
        codes = {finding.code for finding in one.quality.findings}
        for operator in one.operators:
            declared[operator] += 1
            found[operator] += any(code in codes for code in KINDS[operator])
    figures = [Figure(name, f"{found[name]} of {declared[name]}") for name in KINDS]
    share = sum(found.values()) / sum(declared.values())
    total = at_least(f"all ({sum(found.values())} of {sum(declared.values())})", share, 0.8)
    return table("quality: declared operators found by a finding of their kind", [*figures, total])


def _errors(clean: Sequence[Scored]) -> str:
    """Findings in clean documents, to be read one by one; only those of severity error have a target."""
    findings = [(one.document.id, finding) for one in clean for finding in one.quality.findings]
    errors = sum(finding.severity == "error" for _, finding in findings)
    lines = [f"- {doc}: {finding.code} ({finding.severity}) {finding.message}" for doc, finding in findings]
    figures = [
        at_most("findings of severity error in clean documents", errors, 0, digits=0),
        Figure("all findings in clean documents", f"{len(findings)} in {len(clean)} documents"),
    ]
    return table("quality: clean documents", figures) + "\n" + "\n".join(lines) + "\n"


def _damage(documents: Sequence[Document]) -> str:
    """Mean IaDNI after each operator of `consilience degrade`, and in how many documents more damage scored higher."""
    operator = EmbeddedQuality()
    texts = [one for one in documents if one.format in ("markdown", "text")][::3]
    lines = [
        "| operator | " + " | ".join(f"{strength:g}" for strength in STRENGTHS) + " | rises | own dimension most |"
    ]
    lines += ["|" + "---|" * (len(STRENGTHS) + 3)]
    for name in OPERATORS:
        rows = [[operator.assess(_damaged(one, name, strength)) for strength in STRENGTHS] for one in texts]
        scores = [[mean(quality) for quality in row] for row in rows]
        means = " | ".join(f"{sum(column) / len(rows):.3f}" for column in zip(*scores, strict=True))
        rises = sum(any(later > before + SLACK for before, later in pairwise(row)) for row in scores)
        own = sum(_most_lost(row[0], row[-1]) == OWN[name] for row in rows)
        lines.append(f"| {name} | {means} | {rises} of {len(rows)} | {own} of {len(rows)} |")
    return "## quality: damage of rising strength\n\n" + "\n".join(lines) + "\n"


def _damaged(document: Document, operator: str, strength: float) -> Document:
    text = degrade_document(document, [operator], strength, seed=1).text
    (copy,) = read_bytes(text.encode("utf-8"), document.id, document.format, ReadSettings())
    assert isinstance(copy, Document), copy
    return copy


def _most_lost(before: Quality, after: Quality) -> str:
    left = dict(after.dimensions)
    return max(before.dimensions, key=lambda item: item[1] - left[item[0]])[0]


def _speed() -> list[Figure]:
    """Q alone on generated documents of 1,000 words; reading them is not counted."""
    texts = generate(DOCUMENTS).texts
    documents = [read_bytes(text.encode(), name, "markdown", ReadSettings())[0] for name, text in texts]
    with get_context("spawn").Pool(PROCESSES) as pool:
        pool.map(_assess, documents[:PROCESSES], chunksize=1)  # the processes load what they need
        start = time.perf_counter()
        worked = sum(pool.map(_assess, documents, chunksize=DOCUMENTS // (4 * PROCESSES)))
        passed = time.perf_counter() - start
    name = f"Q of {DOCUMENTS} documents of 1,000 words, {PROCESSES} processes"
    return [
        at_most(f"{name}: processor time of each", worked / PROCESSES, 10, "s", digits=1),
        Figure(f"{name}: time passed, whatever else the machine did", f"{passed:.1f} s"),
    ]


def _assess(document: Document) -> float:
    """Processor time of Q on one document, in seconds."""
    start = time.process_time()
    operator = EmbeddedQuality()
    operator.glance(document)
    operator.assess(document)
    return time.process_time() - start
