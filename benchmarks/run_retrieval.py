"""`retrieval`: recall@10, MRR and cost of the questions of the corpora, by vectors, hybrid and reranked.

`--explain` lists the evidence of every question, as `retrieval_truth` found it, and the questions without a hit.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from figures import Figure, at_least, table
from retrieval_measure import Found, asked, indexed, scores
from retrieval_truth import Corpus, corpus

from consilience.settings import OperatorSettings, RetrievalSettings, Settings

WAYS = {
    "dense": ("dense", "none"),
    "hybrid": ("hybrid", "none"),
    "dense, reranked by 'embedded' (default)": ("dense", "embedded"),
    "hybrid, reranked by 'embedded'": ("hybrid", "embedded"),
}
DEFAULT = "dense, reranked by 'embedded' (default)"
KINDS = ("targeted", "control", "synthesis")
FLOOR = 0.85  # recall@10 of the default


def run(shared: Path, explain: bool = False) -> str:
    corpora = [corpus(path.parent) for path in sorted(shared.glob("corpora/*/truth.json"))]
    if not corpora:
        return f"## retrieval\n\nSkipped: there are no audit corpora below {shared} (--shared DIR).\n"
    with tempfile.TemporaryDirectory() as folder:
        bases = indexed(corpora, Path(folder), Settings())
        found = {name: asked(corpora, bases, settings(*way)) for name, way in WAYS.items()}
    default = found[DEFAULT]
    parts = [overview(found), table("retrieval: target", [*_target(default), *_kinds(default)])]
    return "\n".join([*parts, _explained(corpora, found)] if explain else parts)


def settings(mode: str, reranker: str, words: int = RetrievalSettings().chunk_words) -> Settings:
    retrieval = RetrievalSettings.model_validate({"mode": mode, "chunk_words": words})
    return Settings(retrieval=retrieval, operators=OperatorSettings(reranker=reranker))


def overview(found: dict[str, list[Found]]) -> str:
    head = "| search | recall@10 | listed documents hit | MRR | processor time of a question |"
    lines = ["## retrieval", "", head, "|---|---|---|---|---|"]
    for name, answers in found.items():
        of = scores(answers)
        lines.append(f"| {name} | {of.recall:.3f} | {of.documents:.3f} | {of.mrr:.3f} | {1e3 * of.seconds:.0f} ms |")
    return "\n".join(lines) + "\n"


def _target(found: Sequence[Found]) -> list[Figure]:
    of = scores(found)
    return [at_least(f"default: recall@10 of {of.questions} questions", of.recall, FLOOR, digits=3)]


def _kinds(found: Sequence[Found]) -> list[Figure]:
    figures = []
    for kind in KINDS:
        of = scores([one for one in found if one.question.kind == kind])
        figures.append(Figure(f"default: {of.questions} {kind}", f"recall@10 {of.recall:.3f}, MRR {of.mrr:.3f}"))
    return figures


def _explained(corpora: Sequence[Corpus], found: dict[str, list[Found]]) -> str:
    lines = ["## retrieval: evidence", ""]
    for question in (question for one in corpora for question in one.questions):
        lines.append(f"- {question.id} {question.text} ({question.reference})")
        places = [(doc, place.text) for doc, some in question.evidence.items() for place in some]
        lines += [f"  - {doc}: {' '.join(text.split())}" for doc, text in places]
    for name, answers in found.items():
        missed = [f"- {one.question.id} {one.question.text}" for one in answers if one.rank is None]
        lines += ["", f"## retrieval: without a hit, {name}", "", *missed]
    return "\n".join(lines) + "\n"
