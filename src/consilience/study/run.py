"""The study, top to bottom (paper sections IV, V): corpora A-D, level 1 of each, 25 questions asked of each, records.

seed -> corpora and provenance -> audit of each -> knowledge base of each -> questions
-> recovery, correspondence, register

A corpus that an earlier run with the same texts, questions and settings has finished is not done again. No clock: the
same seed and settings give the same bytes, but for the timings of the audits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from consilience.answer.evaluate import evaluate
from consilience.answer.trace import Known
from consilience.corpus import spool
from consilience.corpus.audit import run_audit
from consilience.corpus.crew import open_account
from consilience.corpus.progress import ProgressReporter, Silent
from consilience.llm import Account
from consilience.retrieval.index import index
from consilience.retrieval.roles import RolesFile
from consilience.settings import Settings
from consilience.stores import Access, open_store
from consilience.study.baseline import Baseline, load
from consilience.study.corpora import Corpus, corpora
from consilience.study.instances import instances
from consilience.study.output import (
    CORPORA,
    check,
    read_json,
    read_lines,
    rules,
    write_corpora,
    write_json,
    write_lines,
)
from consilience.study.provenance import provenance
from consilience.study.records import correspondence, recovery
from consilience.study.register import write_register
from consilience.study.summary import query_entry, study_dict

FINISHED = "study.json"
RECORDED = "inputs.json"  # in the folder of a corpus: written last, it says of what its results are

# How a corpus is done, not what comes out: a run that met a ceiling goes on with a higher one.
_HOW: dict[str, Any] = {
    "run": True,
    "llm": {
        "timeout", "retries", "concurrency", "per_minute", "max_calls", "max_cost", "price_input", "price_output",
    },
}  # fmt: skip


class Writer(Protocol):
    """Writes the run folder of a corpus. The study stands beside `report`, so its writer is handed in."""

    def write_run(self, folder: Path, audit: Mapping[str, Any], facts: Iterable[Mapping[str, Any]]) -> None:
        """audit.json, facts.jsonl, facts.parquet and report.html."""
        ...

    def write_evaluation(
        self, folder: Path, evaluation: Mapping[str, Any], answers: Iterable[Mapping[str, Any]]
    ) -> None:
        """eval.json and answers.jsonl, and report.html anew."""
        ...


@dataclass(frozen=True, slots=True)
class Study:
    """What a study is made of."""

    baseline: Baseline
    corpora: tuple[Corpus, ...]
    settings: Settings
    seed: int
    account: Account  # one for all corpora: a ceiling is one of the whole study


def run_study(
    out: Path,
    settings: Settings,
    writer: Writer,
    *,
    seed: int = 0,
    baseline: Baseline | None = None,
    again: bool = False,
    progress: ProgressReporter | None = None,
    account: Account | None = None,
) -> dict[str, Any]:
    """Write the study into `out` and return the content of study.json.

    `again` does every corpus anew; `account` is that of the study, where operators ask a model. Raises StudyError where
    `out` cannot be used, and what an audit, an index and an evaluation raise.
    """
    reporter, chosen = progress or Silent(), baseline or load()
    check(out)
    reporter.stage("Making the corpora", None)
    study = Study(chosen, corpora(chosen, seed), _as_the_paper(settings), seed, account or open_account(settings))
    lines = [line for corpus in study.corpora for line in provenance(chosen, corpus)]
    write_corpora(out, chosen, study.corpora, lines)
    for corpus in study.corpora:
        if again or not _is_done(corpus, study, out):
            _do(corpus, study, out, writer, reporter)
    reporter.stage("Writing the records", None)
    return _recorded(study, out)


def _as_the_paper(settings: Settings) -> Settings:
    """Access control at the end, as in the paper, so that k differs from question to question."""
    return settings.model_copy(update={"retrieval": settings.retrieval.model_copy(update={"authorise": "post"})})


def _do(corpus: Corpus, study: Study, out: Path, writer: Writer, reporter: ProgressReporter) -> None:
    """Levels 1, 2 and 3 of one corpus."""
    documents, run = out / CORPORA / corpus.name, out / corpus.name
    (out / FINISHED).unlink(missing_ok=True)  # what lies there is no finished study until the end
    (run / RECORDED).unlink(missing_ok=True)
    audit = run_audit([documents], study.settings, progress=_Named(reporter, corpus.name), account=study.account)
    told = audit.to_dict()
    writer.write_run(run, told, audit.facts())
    with spool.folder() as folder:
        kb = str(folder / "kb")
        reporter.stage(f"{corpus.name}: indexing", None)
        index([documents], open_store(kb), study.settings, RolesFile(rules(study.baseline)))
        queries = [asked.query for asked in study.baseline.queries]
        reporter.stage(f"{corpus.name}: asking", len(queries))
        done = evaluate(
            queries, open_store(kb), f"corpus {corpus.name}", study.settings, access=Access(()),
            known=Known.of(told["conflicts"]), progress=reporter.update, account=study.account,
        )  # fmt: skip
        writer.write_evaluation(run, done.to_dict(), done.lines())
    write_json(run / RECORDED, _inputs(corpus, study))


def _is_done(corpus: Corpus, study: Study, out: Path) -> bool:
    found = out / corpus.name / RECORDED
    return found.is_file() and read_json(found) == _inputs(corpus, study)


def _inputs(corpus: Corpus, study: Study) -> dict[str, Any]:
    """What the results of a corpus depend on."""
    texts = hashlib.sha256()
    for part in [name_and_text for copy in corpus.copies for name_and_text in (copy.name, copy.text)]:
        texts.update(part.encode("utf-8") + b"\0")
    return {
        "version": version("consilience"),
        "settings": study.settings.model_dump(mode="json", exclude=_HOW),
        "texts": texts.hexdigest(),
        "roles": {name: list(roles) for name, roles in rules(study.baseline)},
        "queries": [query_entry(asked) for asked in study.baseline.queries],
    }


def _recorded(study: Study, out: Path) -> dict[str, Any]:
    """The records of the finished corpora, study.json last."""
    audits = {corpus.name: read_json(out / corpus.name / "audit.json") for corpus in study.corpora}
    write_lines(out / "recovery.jsonl", recovery(study.baseline, read_lines(out / "A" / "facts.jsonl")))
    second = next(corpus for corpus in study.corpora if corpus.name == "B")
    facts = read_lines(out / "B" / "facts.jsonl")
    write_lines(out / "correspondence.jsonl", correspondence(study.baseline, second, facts, audits["B"]))
    rows = [
        row for corpus in study.corpora
        for row in instances(corpus.name, study.baseline.queries, read_lines(out / corpus.name / "answers.jsonl"))
    ]  # fmt: skip
    write_register(out, rows)
    told = study_dict(study.baseline, study.corpora, audits, read_json(out / "A" / "eval.json"), study.seed)
    write_json(out / FINISHED, told)
    return told


class _Named:
    """A reporter that hears of which corpus a stage is."""

    def __init__(self, reporter: ProgressReporter, name: str) -> None:
        self._reporter, self._name = reporter, name

    def stage(self, name: str, total: int | None) -> None:
        self._reporter.stage(f"{self._name}: {name.lower()}", total)

    def update(self, done: int) -> None:
        self._reporter.update(done)
