"""Logs whose records come in several parts: the spans of one trace, on lines of their own or nested, become a record.

Which tool wrote them is told from the field names. Spans of a trace may stand anywhere in the file, so that those on
lines of their own are held until its end; a record that holds its whole trace goes on at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from consilience.answer.records.files import Rows
from consilience.answer.records.model import RecordsError, Skipped
from consilience.answer.records.spans import Span, record
from consilience.answer.records.trace_formats import FORMATS, Format

_MOST = 2_000_000  # spans that are held
_SHOWN = 40  # characters of the name of a trace


def format_of(row: Mapping[str, Any]) -> Format | None:
    """The tool in whose shape a row is a span or a trace; None where it is in that of none."""
    return next((one for one in FORMATS if one.spans(row) is not None), None)


def joined(rows: Rows, form: Format) -> Rows:
    """One row a trace, in the order in which the traces begin. What is no span of that tool is skipped by name."""
    held: dict[str, tuple[str, list[Span]]] = {}
    count = 0
    for row in rows:
        if isinstance(row, Skipped):
            yield row
            continue
        place, told = row
        spans = form.spans(told)
        if spans is None:
            yield Skipped(place, f"it is no span or trace of {form.tool}")
        elif form.whole(told):
            yield _row(place, spans)
        else:
            count += len(spans)
            if count > _MOST:
                raise RecordsError(f"The log has more than {_MOST:,} spans; cut it into files of whole traces.")
            for one in spans:
                held.setdefault(one.trace, (place, []))[1].append(one)
    yield from (_row(place, spans) for place, spans in held.values())


def _row(place: str, spans: Sequence[Span]) -> tuple[str, Mapping[str, Any]] | Skipped:
    told = record(spans)
    for name, what in (("answer", "an answer"), ("contexts", "a list of retrieved passages")):
        if name not in told:
            where = f"{place} (trace {spans[0].trace[:_SHOWN]})"
            return Skipped(where, f"there is {what} in none of its spans ({len(spans)} read)")
    return place, told
