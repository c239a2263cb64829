"""Plain mappings to records: which tool logged them, what each says, and which cannot be judged and why."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from consilience.answer.records import mapping, traces
from consilience.answer.records.contexts import Wrong, contexts
from consilience.answer.records.files import Rows
from consilience.answer.records.grades import NO_SCALES, grades, scales_in
from consilience.answer.records.grades_found import Found, are_grades, found_in
from consilience.answer.records.grades_found import fields as grade_fields
from consilience.answer.records.grades_prose import Scale
from consilience.answer.records.mapping import Fields
from consilience.answer.records.model import Record, RecordsError, Skipped

_LOOKED_AT = 100  # records from which the tool is told
_MOST_TEXT = 1_000_000  # characters of a question or an answer
_MOST_ID = 200
_JOINED = Fields("traces", ("question",), ("answer",), ("contexts",), ("reference",))


@dataclass(frozen=True, slots=True)
class Log:
    """Records as they are read, once. `tool` logged them; `fields` say which of its names stand for what."""

    tool: str
    fields: Mapping[str, str]
    records: Iterator[Record | Skipped]


def read(rows: Rows, name: str) -> Log:
    """The records of `rows`, which are of the file `name`. Raises RecordsError: there is none, or no tool fits."""
    first = list(islice(rows, _LOOKED_AT))
    told = [one[1] for one in first if not isinstance(one, Skipped)]
    if not told:
        wrong = next((one for one in first if isinstance(one, Skipped)), None)
        why = f": {wrong.place}: {wrong.reason}" if wrong else ""
        raise RecordsError(f"There is no record in {name}{why}.")
    whole = chain(first, rows)
    if (form := next((form for one in told if (form := traces.format_of(one)) is not None), None)) is not None:
        graded = [one for row in told for span in form.spans(row) or () for one in span.grades]
        return _log(form.tool, form.fields, _JOINED, graded, traces.joined(whole, form))
    fields = mapping.choose(told)
    return _log(fields.tool, fields.used(told), fields, [one for row in told for one in found_in(row)], whole)


def _log(tool: str, named: Mapping[str, str], fields: Fields, graded: Sequence[Found], rows: Rows) -> Log:
    """`graded` are the grades of the records that were looked at; "scores" that are grades are of no context."""
    names, held = grade_fields(graded), {one.field for one in graded}
    kept = {role: name for role, name in named.items() if role != "scores" or name not in held}
    scales = scales_in((one.name, one.told) for one in graded)
    return Log(tool, kept if names is None else {**kept, "grades": names}, _records(rows, fields, scales))


def read_one(told: Mapping[str, Any]) -> Record:
    """A record in our own names: question, answer, evidence. Raises RecordsError."""
    fields = mapping.choose([told])
    try:
        return _record(told, fields, "it", 1)
    except Wrong as error:
        raise RecordsError(f"The answer cannot be judged: {error}.") from error


def _records(rows: Rows, fields: Fields, scales: Mapping[str, Scale]) -> Iterator[Record | Skipped]:
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        if isinstance(row, Skipped):
            yield row
            continue
        place, told = row
        try:
            record = _record(told, fields, place, number, scales)
        except Wrong as error:
            yield Skipped(place, str(error))
            continue
        yield replace(record, id=_unused(record.id, seen))


def _record(
    told: Mapping[str, Any], fields: Fields, place: str, number: int, scales: Mapping[str, Scale] = NO_SCALES
) -> Record:
    for names, what in ((fields.answer, "answer"), (fields.contexts, "contexts")):
        if not mapping.present(told, names):
            raise Wrong(f"it has no {what} ({names[0]})")
    listed, similarities, scores = (
        mapping.value(told, names) for names in (fields.contexts, fields.similarities, fields.scores)
    )
    found = contexts(listed, similarities, None if are_grades(scores) else scores, joined=fields.joined)
    answer = mapping.value(told, fields.answer)
    if answer is None:
        raise Wrong(f"its answer ({fields.answer[0]}) is null")
    given = mapping.value(told, fields.id)
    graded: Sequence[Found] = told["grades"] if fields is _JOINED else found_in(told)
    return Record(
        place, str(given)[:_MOST_ID] if isinstance(given, str | int) and str(given).strip() else f"Q{number}",
        _text(mapping.value(told, fields.question), "question"), _text(answer, "answer"), found,
        _reference(mapping.value(told, fields.reference)), _optional(told.get("type")),
        grades(((one.name, one.told) for one in graded), scales),
    )  # fmt: skip


def _text(told: Any, what: str) -> str:
    if told is None:
        return ""
    if isinstance(told, bool | list | Mapping) or (isinstance(told, float) and not math.isfinite(told)):
        raise Wrong(f"its {what} is not text")
    text = str(told)
    if len(text) > _MOST_TEXT:
        raise Wrong(f"its {what} is longer than {_MOST_TEXT:,} characters")
    return text


def _reference(told: Any) -> str | None:
    """A reference; of several (Ragas 0.1 has a list) the first."""
    return _optional(told[0] if isinstance(told, list) and told else told)


def _optional(told: Any) -> str | None:
    return told[:_MOST_TEXT] if isinstance(told, str) and told else None


def _unused(wanted: str, seen: set[str]) -> str:
    """The id, numbered where an earlier record has it: the records of a log are not ours to refuse for that."""
    name, count = wanted, 1
    while name in seen:
        count += 1
        name = f"{wanted}#{count}"
    seen.add(name)
    return name
