"""Level 3 on answers that another system gave."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from consilience.api.inputs import PathLike, audit_in, conflicts_of, counted
from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.answer.judged import Judged
    from consilience.corpus.progress import ProgressReporter


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
    known = Known.of_words(conflicts_of(audit if audit is not None else audit_in(out)))
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
