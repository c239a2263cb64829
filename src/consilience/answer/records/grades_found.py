"""Where a log keeps the grades that another judge gave, in the field names of the common tools (docs/judge.md).

The names are looked for in every record, whichever tool wrote it: grades of one tool often lie in the log of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from consilience.answer.records.mapping import found
from consilience.answer.records.otlp import attributes
from consilience.answer.records.said import parsed
from consilience.model import NotMeasured

_SHOWN = 8  # fields that the line about the mapping names
_REASON = 200  # characters of an error
# Lists of grades, or objects that have one under each name.
_HELD = ("grades", "metrics_data", "metricsData", "feedback_stats", "feedback", "evaluation_results.results", "scores",
         "evaluations", "evals", "eval", "metrics", "annotations", "span_annotations", "spanAnnotations")  # fmt: skip
_NAMES = ("name", "key", "metric", "metric_name", "metricName", "annotation_name")
_VALUES = ("score", "value", "grade", "rating", "avg", "result.score", "label", "stringValue", "string_value",
           "result.label", "values", "average")  # fmt: skip
# One grade an object or span: its name, and where its value stands.
_ONE = (
    ("gen_ai.evaluation.name", ("gen_ai.evaluation.score.value", "gen_ai.evaluation.score.label")),
    ("evaluation.name", ("evaluation.score", "evaluation.label")),
    ("ai.observability.eval_root.metric_name", ("ai.observability.eval_root.score",)),
)
_PARTED = re.compile(r"(?:grades|scores|feedback|evals?|metrics)\.(?P<name>.+?)(?P<part>\.(?:score|label|value))?")
_OTHER_PARTS = (".explanation", ".reason", ".comment", ".metadata", ".n", ".stdev", ".errors")
_KNOWN = re.compile(
    r"(?:llm_|nv_|ragas_|judge_|response_|answer_|context(?:ual)?_|factual_|semantic_|summary_|retrieval_)*"
    r"(?:faithfulness|groundedness|hallucination|correctness|relevanc[ey]|coherence|helpfulness|harmfulness|maliciousness"
    r"|conciseness|completeness|toxicity|bias|score|grade|rating|similarity|accuracy|precision|recall|utilization"
    r"|entity_recall|noise_sensitivity|precision_with(?:out)?_reference)(?:_score)?"
)
_OF_CONTEXTS = re.compile(
    r"(?:(?:context|contextual|retrieval)_)?similarity|(?:context|retrieval)_score|accuracy|precision|recall"
)
_LONGEST = 60  # characters of a known name
_TEXTS = ("TEXT", "CORRECTION")  # remarks of Langfuse that grade nothing
_ASIDE = re.compile(r"latency|cost|tokens?\b|duration|(?:_|\b)(?:time|ms|seconds)$", re.I)


class Found(NamedTuple):
    """A grade as it stands in a log; `told` is its value, or NotMeasured where its judge failed."""

    name: str
    told: Any
    field: str


def found_in(row: Mapping[str, Any]) -> list[Found]:
    """The grades of a record or span, in the order in which it has them."""
    parts = [row, *(one for name in ("attributes", "record_attributes") if (one := attributes(row.get(name))))]
    return [one for part in parts for one in chain(_held(part), _single(part), _columns(part))] + list(_events(row))


def fields(grades: Iterable[Found]) -> str | None:
    """The names of the fields that hold grades, for a reader; None where there is none."""
    names = list(dict.fromkeys(one.field for one in grades))
    return ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "") if names else None


def are_grades(told: Any) -> bool:
    """Whether what stands under "scores" are grades of the answer, not the scores of its contexts."""
    held = parsed(told)
    return isinstance(held, Mapping) or (isinstance(held, list) and any(isinstance(one, Mapping) for one in held))


def _held(row: Mapping[str, Any]) -> Iterator[Found]:
    heads = {str(key).partition(".")[0] for key in row}
    for field in _HELD:
        told = found(row, field) if field.partition(".")[0] in heads else None
        if isinstance(told, Mapping):
            named = ((name, one) for name, one in told.items() if not _ASIDE.search(str(name)))
            yield from (Found(str(name), _value(one), field) for name, one in named)
        elif isinstance(told, list):
            for one in told:
                if not isinstance(one, Mapping) or one.get("dataType") in _TEXTS:
                    continue
                if (name := _first(one, _NAMES)) is not None:
                    yield Found(str(name), _value(one), field)


def _value(told: Any) -> Any:
    """What a grade says: itself, or what its object has under the name of a value, or why its judge gave none."""
    if not isinstance(told, Mapping):
        return told
    names = ("stringValue", "string_value") if told.get("dataType") == "CATEGORICAL" else _VALUES
    value = _first(told, names)
    error = told.get("error")
    if value is None and isinstance(error, str) and error:
        return NotMeasured(f"its judge failed: {error[:_REASON]}")
    return _labels(value) if isinstance(value, Mapping) else value


def _labels(counts: Mapping[str, Any]) -> Any:
    """The labels that are counted in feedback_stats ("values": {"correct": 1})."""
    return [str(one) for one, times in counts.items() if times]


def _first(told: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((one for name in names if (one := found(told, name)) is not None and one != {}), None)


def _single(row: Mapping[str, Any]) -> Iterator[Found]:
    for named, values in _ONE:
        held = [one for one in values if one in row]
        if held and isinstance(name := row.get(named), str):
            field = next((one for one in held if row[one] is not None), held[0])
            yield Found(name, row[field], field)


def _columns(row: Mapping[str, Any]) -> Iterator[Found]:
    """Grades in fields of their own: those of Ragas, "eval.NAME.score", "feedback.NAME", and those with "_calls"."""
    for key, told in row.items():
        field = str(key)
        column = _column(field)
        if column is not None and column.whole:
            if _counts(row, column):
                yield Found(column.name, _value(parsed(told)), field)
        elif field.endswith("_score") and isinstance(held := parsed(told), Mapping) and "score" in held:
            yield Found(field.removesuffix("_score"), _value(held), field)
        elif column is not None and not isinstance(held := parsed(told), list):
            yield Found(field, _value(held), field)
        elif field.endswith("_calls") and (name := field.removesuffix("_calls")) in row and _column(name) is None:
            yield Found(name, _value(parsed(row[name])), name)


class _Column(NamedTuple):
    """A field that holds a grade. Of "eval.tone.label" `whole` is "eval.tone" and `part` the rest; else both are ""."""

    name: str
    whole: str = ""
    part: str = ""


@lru_cache(maxsize=4096)  # the records of a log have the same fields
def _column(field: str) -> _Column | None:
    parted = _PARTED.fullmatch(field.removeprefix("attributes."))
    if parted is not None:
        aside = field.endswith(_OTHER_PARTS) or _ASIDE.search(parted["name"])
        part = parted["part"] or ""
        return None if aside else _Column(parted["name"], field.removesuffix(part), part)
    plain = re.sub(r"[\s-]+", "_", re.sub(r"\(.*\)$", "", field[:_LONGEST]).strip().lower())
    return _Column(field) if _KNOWN.fullmatch(plain) and not _OF_CONTEXTS.fullmatch(plain) else None


def _counts(row: Mapping[str, Any], column: _Column) -> bool:
    """Of a score and a label of one name the score counts, or where it is null the label."""
    score, label = (row.get(f"{column.whole}{part}") for part in (".score", ".label"))
    unused = {".score": score is None and label is not None, ".label": score is not None}
    return not unused.get(column.part, False)


def _events(row: Mapping[str, Any]) -> Iterator[Found]:
    """The events "gen_ai.evaluation.result" of a span."""
    events = parsed(row.get("events"))
    for one in events if isinstance(events, list) else ():
        if isinstance(one, Mapping) and (told := attributes(one.get("attributes"))):
            yield from _single(told)
