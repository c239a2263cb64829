"""Level 1, top to bottom: which documents are badly built, and which contradict each other, where exactly?

paths -> files -> (Daft plan: documents, quality, facts, vectors, matched pairs) -> keys, conflicts -> scores
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from consilience import sources
from consilience.corpus import cache, crew, engine, gather, scoring, spool
from consilience.corpus.conflicts import decide
from consilience.corpus.crew import Crew
from consilience.corpus.progress import ProgressReporter, Silent, Stopwatch
from consilience.corpus.result import AuditResult
from consilience.corpus.settle import settle
from consilience.llm import Account
from consilience.model import Document, Skipped
from consilience.settings import Settings
from consilience.sources import Discovery

__all__ = ["AuditResult", "audit_documents", "run_audit"]


def run_audit(
    paths: Sequence[Path],
    settings: Settings,
    *,
    progress: ProgressReporter | None = None,
    account: Account | None = None,
) -> AuditResult:
    """Audit the documents of files and folders (DESIGN section 2; paper sections III and IV).

    `account` is that of the run, where operators ask a model. A document that cannot be read, or on which an operator
    fails, is listed in `skipped` with the reason. Raises SourceError where a path does not exist or nothing can be
    read, and OperatorError where an operator or the engine cannot be used.
    """
    watch = Stopwatch(progress or Silent())
    team = crew.assemble(settings, account)
    found = sources.discover(paths, settings.read)
    if not (found.files or found.skipped):
        raise sources.SourceError(f"There is no document in {', '.join(str(path) for path in paths)}.")
    return _audit(found, team, settings, watch)


def audit_documents(
    documents: Iterable[Document | Skipped],
    source: str,
    settings: Settings,
    *,
    read_as: Sequence[tuple[str, str]] = (),
    note: str = "",
    progress: ProgressReporter | None = None,
    account: Account | None = None,
) -> AuditResult:
    """Audit documents that are no files (any more), with the result that their files would have.

    `source` names the knowledge base in the result, `read_as` says which fields of it were read, `note` says so to a
    person. Taken one at a time; what the iteration raises goes through.
    Raises SourceError where there is no document or no room to lay them down, and OperatorError as `run_audit`.
    """
    watch = Stopwatch(progress or Silent())
    team = crew.assemble(settings, account)
    with spool.folder() as folder:
        with watch.stage("Reading the knowledge base"):
            found = spool.lay_down(documents, folder)
        if not found.files:
            raise sources.SourceError(f"There is no document in the knowledge base {source}.")
        result = _audit(found, team, settings, watch)
    warnings = ((note,) if note else ()) + result.warnings
    return replace(result, source=(("kb", source), *read_as), warnings=warnings)


def _audit(found: Discovery, team: Crew, settings: Settings, watch: Stopwatch) -> AuditResult:
    before = None if team.llm is None else team.llm.spending()
    engine.start(settings.run.engine)
    from consilience.corpus import plan  # imports Daft, which `start` has made quiet

    slowest = plan.LAST if team.llm is None else plan.ASKING
    with watch.stage("Reading and extracting", len(found.files)), engine.watched(watch.reporter, slowest):
        analysed = plan.analyse(found.files, team, cluster=settings.run.engine == "ray").collect()
        corpus = gather.corpus(analysed, found, team, settings)
    with watch.stage("Matching"), engine.plain_errors():
        placed = plan.place(analysed, corpus.fact_count, settings.matching).collect()
        matches = gather.matches(plan.match(placed, corpus.fact_count, team))
    with watch.stage("Comparing"):
        facts = corpus.facts_of(matches)
        matches, unsettled = settle(facts, matches, team.operator("facts"))
        decision = decide(facts, matches, corpus.by_id(), settings)
    with watch.stage("Scoring"):
        scores, counts = scoring.score(corpus, decision, settings.scores)
    if team.cache:
        cache.prune(Path(team.cache))
    return AuditResult(
        version=version("consilience"),
        settings=settings.model_dump(mode="json"),
        operators=tuple(team.specs().items()),
        scores=scores,
        counts=counts,
        documents=corpus.documents,
        conflicts=decision.conflicts,
        set_aside=decision.set_aside,
        skipped=corpus.skipped,
        warnings=corpus.warnings + unsettled,
        fact_lines=corpus.fact_lines,
        timings=watch.timings(),
        cache=corpus.cache,
        spending=None if team.llm is None or before is None else team.llm.spending().since(before),
    )
