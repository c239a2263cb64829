"""What a run would ask of a language model, and what that would cost, before it is made: `--estimate`.

The flow is that of the run itself, with operators that count their requests instead of sending them. Nothing that was
kept from earlier runs is read, and nothing is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from consilience.api.inputs import PathLike, counted, listed_queries
from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.corpus.progress import ProgressReporter
    from consilience.llm.estimate import Estimate


def estimate_audit(
    paths: PathLike | Iterable[PathLike] | None = None,
    *,
    kb: str | None = None,
    settings: Settings | None = None,
    progress: ProgressReporter | None = None,
) -> Estimate:
    """What `consilience.audit` with the same arguments would ask. The embedded encoder finds the pairs of facts.

    Raises what `audit` raises for documents and operators, and OperatorUnusable where no model is named.
    """
    from consilience.api.documents import audited
    from consilience.llm.estimate import Estimate, rehearsal

    chosen = _unkept(settings or Settings(), encoder="embedded")
    if not _asks(chosen, "quality", "facts"):
        return Estimate()
    with rehearsal(chosen.llm) as account:
        audited(paths, kb, chosen, progress, account)
        return Estimate.of(account)


def estimate_evaluation(
    queries: PathLike | Iterable[Mapping[str, Any]],
    kb: str,
    *,
    roles: Sequence[str] = (),
    settings: Settings | None = None,
    progress: ProgressReporter | None = None,
) -> Estimate:
    """What `consilience.evaluate` with the same arguments would ask of the language model.

    Questions are encoded as the knowledge base needs it (a hosted encoder is called); the embedded reranker orders
    what is found. Raises what `evaluate` raises, and OperatorUnusable where no model is named.
    """
    from consilience.answer import evaluate as levels
    from consilience.llm.estimate import Estimate, rehearsal
    from consilience.retrieval.roles import named
    from consilience.stores import Access, open_store

    chosen = _unkept(settings or Settings(), reranker="embedded")
    if not _asks(chosen, "generator", "judge"):
        return Estimate()
    asked = listed_queries(queries, progress)
    with rehearsal(chosen.llm) as account:
        levels.evaluate(
            asked, open_store(kb), kb, chosen, access=Access(named(roles)), account=account,
            progress=None if progress is None else progress.update,
        )  # fmt: skip
        return Estimate.of(account)


def estimate_judging(
    records: PathLike, *, settings: Settings | None = None, progress: ProgressReporter | None = None
) -> Estimate:
    """What `consilience.judge_records` with the same records would ask.

    Raises what `judge_records` raises, and OperatorUnusable where no model is named.
    """
    from consilience.answer.judging import Judging
    from consilience.answer.records.files import rows
    from consilience.answer.records.read import read
    from consilience.answer.team import assemble
    from consilience.llm.estimate import Estimate, rehearsal

    chosen, source = _unkept(settings or Settings()), os.fspath(records)
    if not _asks(chosen, "judge"):
        return Estimate()
    with rehearsal(chosen.llm) as account:
        log = read(rows(source), source)
        work = Judging(log, source, assemble(chosen, generator=False, account=account), chosen)
        for _ in counted(work.lines(), progress):
            pass
        return Estimate.of(account)


def estimate_study(
    *, seed: int = 0, settings: Settings | None = None, progress: ProgressReporter | None = None
) -> Estimate:
    """What `consilience.study` would ask for all its corpora, those that an earlier study finished included.

    The embedded encoder and reranker find the evidence. Raises what `study` raises, and OperatorUnusable where no model
    is named.
    """
    from consilience.llm.estimate import Estimate, rehearsal
    from consilience.report import writer
    from consilience.study.run import run_study

    chosen = _unkept(settings or Settings(), encoder="embedded", reranker="embedded")
    if not _asks(chosen, "quality", "facts", "generator", "judge"):
        return Estimate()
    with rehearsal(chosen.llm) as account:
        run_study(Path(account.folder) / "study", chosen, writer, seed=seed, progress=progress, account=account)
        return Estimate.of(account)


def _unkept(settings: Settings, **operators: str) -> Settings:
    """The settings without a cache, and with these operators in place of those that do not ask a language model."""
    run = settings.run.model_copy(update={"cache": False})
    return settings.model_copy(update={"run": run, "operators": settings.operators.model_copy(update=operators)})


def _asks(settings: Settings, *roles: str) -> bool:
    """Whether any of these operators takes a language model. Raises OperatorError for a name that is unknown."""
    from consilience.answer.team import NO_ANSWERS
    from consilience.operators import asks_models

    names = ((role, str(getattr(settings.operators, role))) for role in roles)
    return any(asks_models(role, name) for role, name in names if (role, name) != ("generator", NO_ANSWERS))
