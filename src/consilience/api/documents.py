"""Level 1: an audit of documents, or of what a knowledge base holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from consilience.api.inputs import PathLike, listed
from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.corpus.audit import AuditResult
    from consilience.corpus.progress import ProgressReporter
    from consilience.llm import Account
    from consilience.model import Document


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

    given = listed(paths or ())
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
