"""The Python interface: the same flow as the command line, without the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.answer.evaluate import Evaluation
    from consilience.answer.flow import Response
    from consilience.answer.judged import Judged
    from consilience.answer.trace import Known
    from consilience.corpus.audit import AuditResult
    from consilience.corpus.progress import ProgressReporter
    from consilience.llm import Account
    from consilience.model import Document
    from consilience.retrieval.index import Indexed
    from consilience.retrieval.queries import Query
    from consilience.retrieval.search import Retrieval

PathLike = str | os.PathLike[str]


def audit(
    paths: PathLike | Iterable[PathLike] | None = None,
    *,
    kb: str | None = None,
    out: PathLike | None = None,
    settings: Settings | None = None,
    progress: ProgressReporter | None = None,
) -> AuditResult:
    """Audit files and folders, or a knowledge base (level 1: document quality, facts, conflicts, scores).

    `paths` is one path or several; `kb` instead of them names an index, which is read as a whole, whoever may read what
    in it: one that `consilience index` made, or that of another program (`settings.index` says what its fields mean).
    `out` names the run folder to write; None writes nothing. `settings` default to those of the package; the
    environment is read only by `consilience.settings.resolve`. The result has `to_dict()` (the content of audit.json)
    and `facts()` (the rows of facts.jsonl).

    Raises `consilience.sources.SourceError` when a path does not exist, nothing could be read, or not exactly one of
    `paths` and `kb` is given, `consilience.stores.StoreError` when the knowledge base cannot be read,
    `consilience.operators.OperatorError` when an operator is unknown or not installed, and
    `consilience.report.writer.RunError` when `out` cannot be written.
    """
    from consilience.report.writer import check_folder, write_run

    if out is not None:
        check_folder(Path(out))
    result = audited(paths, kb, settings or Settings(), progress)
    if out is not None:
        write_run(Path(out), result.to_dict(), result.facts())
    return result


def index(
    paths: PathLike | Iterable[PathLike],
    kb: str,
    *,
    roles_file: PathLike | None = None,
    settings: Settings | None = None,
) -> Indexed:
    """Make the knowledge base `kb` hold exactly the documents of files and folders, as `consilience index` does.

    `kb` is a folder, postgresql://... or pinecone://INDEX; `roles_file` says who may read what (docs/retrieval.md).
    The result tells what was added, changed, removed and skipped.

    Raises `consilience.sources.SourceError` when there is nothing to read, `consilience.stores.StoreError` for the
    knowledge base, `consilience.operators.OperatorError` for the encoder and
    `consilience.retrieval.errors.RolesError` for the roles file.
    """
    from consilience.retrieval import index as level_2
    from consilience.retrieval.roles import RolesFile, read_roles_file
    from consilience.stores import open_store

    rules = RolesFile() if roles_file is None else read_roles_file(Path(roles_file))
    return level_2.index(_listed(paths), open_store(kb), settings or Settings(), rules)


def search(
    question: str, kb: str, *, roles: Sequence[str] = (), show_withheld: bool = False, settings: Settings | None = None
) -> Retrieval:
    """The evidence R(q) for a question, as a user with `roles` may read it, with SS1, SSmu and SSsigma.

    Without roles only what everyone may read is found, once any document declares roles. A score that was not measured
    is a `consilience.model.NotMeasured` with its reason. `consilience.retrieval.search.Searcher` asks many questions
    without loading the models again.

    Raises `consilience.retrieval.errors.QuestionError` for the question or a role that no document names,
    `consilience.stores.StoreError` for the knowledge base, `consilience.operators.OperatorError` for encoder and
    reranker.
    """
    from consilience.retrieval.roles import named
    from consilience.retrieval.search import Searcher
    from consilience.stores import Access, open_store

    access = Access(named(roles, "roles"))
    with open_store(kb).read() as reader:
        return Searcher(reader, settings or Settings()).retrieve(question, access, show_withheld=show_withheld)


def ask(
    question: str,
    kb: str,
    *,
    roles: Sequence[str] = (),
    audit: PathLike | None = None,
    show_withheld: bool = False,
    settings: Settings | None = None,
) -> Response:
    """An answer out of the evidence that a user with `roles` may read, and what the judge says of it (ACS).

    `audit` names the run folder of an audit of the same documents: evidence conflicts then have the ids of the
    corpus's conflicts. `consilience.answer.flow.Responder` asks many questions without loading the models again.

    Raises what `search` raises, and `consilience.report.writer.RunError` when `audit` cannot be read.
    """
    from consilience.answer.flow import Responder
    from consilience.retrieval.roles import named
    from consilience.stores import Access, open_store

    access, known = Access(named(roles, "roles")), _known(audit)
    with open_store(kb).read() as reader:
        responder = Responder(reader, settings or Settings(), known)
        response = responder.respond(question, access, show_withheld=show_withheld)
        return replace(response, spending=responder.team.spending)


def evaluate(
    queries: PathLike | Iterable[Mapping[str, Any]],
    kb: str,
    *,
    out: PathLike | None = None,
    roles: Sequence[str] = (),
    audit: PathLike | None = None,
    show_withheld: bool = False,
    settings: Settings | None = None,
    progress: ProgressReporter | None = None,
) -> Evaluation:
    """Ask the questions of a file (JSONL, CSV, YAML, JSON), or mappings with the same keys, as `consilience eval` does.

    A query is asked for a user with its own `roles`, or with the `roles` given here when it has none. `audit` names the
    run folder of an audit of the same documents, from which conflicts get their ids; without it, that of an audit in
    `out` is used. `out` names the run folder for eval.json and answers.jsonl; None writes nothing. The result has
    `to_dict()` (the content of eval.json), `asked`, `mend`, and `lines()` (those of answers.jsonl).

    Raises what `search` raises, and `consilience.report.writer.RunError` when `out` cannot be written or `audit`
    cannot be read.
    """
    from consilience.answer import evaluate as levels
    from consilience.report.writer import check_evaluation, write_evaluation
    from consilience.retrieval.roles import named
    from consilience.stores import Access, open_store

    if out is not None:
        check_evaluation(Path(out))
    known = _known(audit if audit is not None else _audit_in(out))
    asked = listed_queries(queries, progress)
    done = levels.evaluate(
        asked, open_store(kb), kb, settings or Settings(), access=Access(named(roles)), known=known,
        show_withheld=show_withheld, progress=None if progress is None else progress.update,
    )  # fmt: skip
    if out is not None:
        write_evaluation(Path(out), done.to_dict(), done.lines())
    return done


def judge(
    *,
    answer: str,
    evidence: Sequence[str | Mapping[str, Any]],
    question: str = "",
    reference: str | None = None,
    metric: str | None = None,
    settings: Settings | None = None,
) -> Judged:
    """What the judge says of one answer by its evidence: `ACS`, `status`, `audit` (claims, conflicts, justification),
    `agreement` with the `reference`, what a good answer says, and `to_dict()` (an object as in answers.jsonl).

    A piece of evidence is a text, or a mapping with `text` and, as you like, `doc` and `similarity` or `score`;
    `metric` says what scores measure (docs/judge.md). Without a question, alignment counts as given.

    Raises `consilience.answer.records.RecordsError` when the evidence cannot be read or the metric is unknown, and
    `consilience.operators.OperatorError` for the judge.
    """
    from consilience.answer.judged import judge_one
    from consilience.answer.records.read import read_one
    from consilience.answer.records.similarities import known_metric
    from consilience.answer.team import assemble

    told = {"question": question, "answer": answer, "evidence": evidence, "reference": reference}
    chosen = known_metric(metric)
    return judge_one(assemble(settings or Settings(), generator=False).judge, read_one(told), chosen)


def judge_records(
    records: PathLike,
    *,
    out: PathLike | None = None,
    metric: str | None = None,
    audit: PathLike | None = None,
    settings: Settings | None = None,
    processes: int = 1,
    progress: ProgressReporter | None = None,
) -> dict[str, Any]:
    """Judge a file of logged answers (JSONL, JSON, CSV, Parquet; "-" is stdin), as `consilience judge` does.

    Gives the content of judge.json; `out` names the run folder for it and answers.jsonl, None writes nothing. `audit`
    names the run folder of an audit of the documents, to whose conflicts those in the evidence are traced by the words
    of their statements; without it, that of an audit in `out` is used. `processes` share the records of a long log,
    with the same result; a script that asks for more than one needs the guard `if __name__ == "__main__":`.

    Raises `consilience.answer.records.RecordsError` when the records cannot be read or no tool's field names fit,
    `consilience.operators.OperatorError` for the judge, and `consilience.report.writer.RunError` for `out` and `audit`.
    """
    from consilience.answer.judging import Judging
    from consilience.answer.records.files import rows
    from consilience.answer.records.read import read
    from consilience.answer.records.similarities import known_metric
    from consilience.answer.team import assemble
    from consilience.answer.trace import Known
    from consilience.report.writer import check_judging, write_judging

    chosen, source = known_metric(metric), os.fspath(records)
    if out is not None:
        check_judging(Path(out))
    known = Known.of_words(_conflicts(audit if audit is not None else _audit_in(out)))
    given = settings or Settings()
    log = read(rows(source), source)
    work = Judging(log, source, assemble(given, generator=False), given, chosen, known, processes)
    if progress is not None:
        progress.stage("Judging", None)
    lines = counted(work.lines(), progress)
    if out is None:
        for _ in lines:
            pass
        return work.to_dict()
    return write_judging(Path(out), lines, work.to_dict)


def listed_queries(
    queries: PathLike | Iterable[Mapping[str, Any]], progress: ProgressReporter | None
) -> Sequence[Query]:
    """The queries of a file, or of mappings, of which `progress` is told how many there are."""
    from consilience.retrieval.queries import read_queries, to_queries

    asked = read_queries(Path(queries)) if isinstance(queries, str | os.PathLike) else to_queries(queries)
    if progress is not None:
        progress.stage("Asking", len(asked))
    return asked


def counted(lines: Iterator[dict[str, Any]], progress: ProgressReporter | None) -> Iterator[dict[str, Any]]:
    """The lines, of each of which `progress` is told when it is taken."""
    for done, line in enumerate(lines, 1):
        yield line
        if progress is not None:
            progress.update(done)


def study(
    *,
    out: PathLike,
    seed: int = 0,
    settings: Settings | None = None,
    again: bool = False,
    progress: ProgressReporter | None = None,
) -> dict[str, Any]:
    """The controlled experiment, as `consilience study run` does it; gives the content of study.json.

    `out` names the folder for the corpora, their run folders and the records; what an earlier study finished there is
    not done again, unless `again` says so. Raises `consilience.study.errors.StudyError` where `out` cannot be used, and
    what `audit`, `index` and `evaluate` raise.
    """
    from consilience.report import writer
    from consilience.study.run import run_study

    return run_study(Path(out), settings or Settings(), writer, seed=seed, again=again, progress=progress)


def study_report(run: PathLike) -> dict[str, Any]:
    """What a finished study found: the tables and the figure of the paper, its figures beside those of the run, tests
    and claims, as `consilience study report` shows them (schema consilience/study-report/1).

    Raises `consilience.study.errors.StudyError` where `run` holds no finished study.
    """
    from consilience.study.results.report import study_report as report

    return report(Path(run))


def _audit_in(out: PathLike | None) -> Path | None:
    """The run folder, where an audit lies in it already."""
    return Path(out) if out is not None and (Path(out) / "audit.json").is_file() else None


def _known(run: PathLike | None) -> Known:
    """The conflicts of the audit in a run folder, by where their statements stand."""
    from consilience.answer.trace import Known

    return Known.of(_conflicts(run))


def _conflicts(run: PathLike | None) -> Sequence[Mapping[str, Any]]:
    from consilience.report.writer import load_run

    found: Sequence[Mapping[str, Any]] = () if run is None else load_run(Path(run))["conflicts"]
    return found


def _listed(paths: PathLike | Iterable[PathLike]) -> list[Path]:
    return [Path(path) for path in ([paths] if isinstance(paths, str | os.PathLike) else paths)]


def audited(
    paths: PathLike | Iterable[PathLike] | None,
    kb: str | None,
    settings: Settings,
    progress: ProgressReporter | None,
    account: Account | None = None,
) -> AuditResult:
    """The audit of documents or of a knowledge base; nothing is written."""
    from consilience.corpus.audit import audit_documents, run_audit
    from consilience.sources import SourceError

    given = _listed(paths or ())
    if kb is None and given:
        return run_audit(given, settings, progress=progress, account=account)
    if kb is None or given:
        raise SourceError("An audit needs either documents (PATH) or a knowledge base (--kb KB), one of the two.")
    from consilience.retrieval import foreign
    from consilience.stores.address import public

    names = settings.index
    wanted = foreign.Wanted(names.text_field, names.id_field, names.document_field, names.order_field)
    theirs = foreign.reading(kb, names.table, wanted)
    if theirs is None:
        return audit_documents(_documents(kb), public(kb), settings, progress=progress, account=account)
    found = foreign.documents(kb, names.table, theirs.chosen)
    read_as, note = theirs.told(), theirs.sentence()
    return audit_documents(found, public(kb), settings, read_as=read_as, note=note, progress=progress, account=account)


def _documents(kb: str) -> Iterator[Document]:
    """All documents of a knowledge base; it is open only as long as they are read."""
    from consilience.retrieval.rebuild import documents
    from consilience.stores import AUDITOR, open_store

    with open_store(kb).read() as reader:
        yield from documents(reader.scan(AUDITOR))
