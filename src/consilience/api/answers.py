"""Levels 2 and 3: answers to questions, and what the judge says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from consilience.api.inputs import PathLike, audit_in, known_by_place, listed_queries
from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.answer.evaluate import Evaluation
    from consilience.answer.flow import Response
    from consilience.corpus.progress import ProgressReporter


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

    access, known = Access(named(roles, "roles")), known_by_place(audit)
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
    known = known_by_place(audit if audit is not None else audit_in(out))
    asked = listed_queries(queries, progress)
    done = levels.evaluate(
        asked, open_store(kb), kb, settings or Settings(), access=Access(named(roles)), known=known,
        show_withheld=show_withheld, progress=None if progress is None else progress.update,
    )  # fmt: skip
    if out is not None:
        write_evaluation(Path(out), done.to_dict(), done.lines())
    return done
