"""The field names of the tools that log answers, and which of them a record has.

A name with a dot is a field of an object: "inputs.question" is `question` in `inputs`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from consilience.answer.records.model import RecordsError
from consilience.answer.records.said import parsed

_SHOWN = 20  # fields that a refusal names
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Fields:
    """The names that one tool gives to what we need; the first that a record has is used."""

    tool: str
    question: tuple[str, ...]
    answer: tuple[str, ...]
    contexts: tuple[str, ...]
    reference: tuple[str, ...] = ()
    similarities: tuple[str, ...] = ("similarities",)
    scores: tuple[str, ...] = ("scores",)
    id: tuple[str, ...] = field(default=("id",))
    joined: str | None = None  # what the tool puts between the contexts in a cell of a table

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A log may lack the question, but without an answer and its contexts there is nothing to judge."""
        return all(any(get(record, name) is not _MISSING for name in names) for names in (self.answer, self.contexts))

    def used(self, records: Iterable[Mapping[str, Any]]) -> dict[str, str]:
        """Which name stands for what in these records; what none has is left out."""
        held, told = list(records), {}
        for role in ("id", "question", "answer", "contexts", "reference", "similarities", "scores"):
            names = (name for name in getattr(self, role) if any(get(one, name) is not _MISSING for one in held))
            if (name := next(names, None)) is not None:
                told[role] = name
        return told


TOOLS = (
    Fields("Ragas 0.2", ("user_input",), ("response",), ("retrieved_contexts",), ("reference",)),
    Fields(
        "DeepEval", ("input",), ("actual_output", "actualOutput"), ("retrieval_context", "retrievalContext"),
        ("expected_output", "expectedOutput"), id=("id", "name"), joined="|",
    ),
    Fields("Ragas 0.1", ("question",), ("answer",), ("contexts",), ("ground_truth", "ground_truths")),
    Fields("Consilience", ("question",), ("answer",), ("evidence", "retrieved"), ("reference",)),
    Fields(
        "LangSmith", ("inputs.question", "inputs.input", "inputs.query"),
        ("outputs.answer", "outputs.output", "outputs.response"),
        ("outputs.documents", "outputs.contexts", "outputs.context", "outputs.source_documents"),
        ("reference_outputs.answer", "reference_outputs.output"),
    ),
    Fields(
        "OpenInference", ("attributes.input.value", "input.value"), ("attributes.output.value", "output.value"),
        ("attributes.retrieval.documents", "retrieval.documents"), id=("context.span_id", "span_id"),
    ),
    Fields(
        "Langfuse", ("input.question", "input.query", "input.input", "input"),
        ("output.answer", "output.response", "output.output", "output"),
        ("output.contexts", "output.documents", "metadata.contexts", "metadata.documents", "contexts"),
        ("expectedOutput", "expected_output"), scores=(),
    ),
)  # fmt: skip


def choose(records: Iterable[Mapping[str, Any]]) -> Fields:
    """The tool whose field names the records have. Raises RecordsError, which lists the fields that they have."""
    held = list(records)
    for record in held:
        if (found := next((tool for tool in TOOLS if tool.fits(record)), None)) is not None:
            return found
    seen = sorted({str(name) for one in held for name in one})
    shown = ", ".join(name[:40] for name in seen[:_SHOWN]) + (", ..." if len(seen) > _SHOWN else "")
    raise RecordsError(
        "The records have no answer with its contexts under the names of any known tool, such as question, answer and "
        f"contexts; their fields are: {shown or 'none'}."
    )


def value(record: Mapping[str, Any], names: Iterable[str]) -> Any:
    """What stands under the first of the names that the record has; None where it has none."""
    return next((told for name in names if (told := get(record, name)) is not _MISSING), None)


def present(record: Mapping[str, Any], names: Iterable[str]) -> bool:
    return any(get(record, name) is not _MISSING for name in names)


def found(record: Mapping[str, Any], name: str) -> Any:
    """What stands under a name, JSON text of objects as what it says; None where there is nothing."""
    told = get(record, name)
    return None if told is _MISSING else parsed(told)


def mapped(told: Any) -> Mapping[str, Any]:
    """An object, or the JSON text of one; empty for everything else."""
    held = _object(told)
    return held if isinstance(held, Mapping) else {}


def get(told: Any, name: str) -> Any:
    """A field by its own name ("input.value" may be one name), or inside the objects that the dots name."""
    told = _object(told)
    if not isinstance(told, Mapping):
        return _MISSING
    if name in told:
        return told[name]
    listed = _flattened(told, name)
    if listed:
        return listed
    for place in (at for at, letter in enumerate(name) if letter == "."):
        if name[:place] in told:
            return get(told[name[:place]], name[place + 1 :])
    return _MISSING


def _flattened(told: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The list whose elements a span keeps as "retrieval.documents.0.document.content", in the order of the numbers."""
    elements: dict[int, dict[str, Any]] = {}
    for key in told:
        number, _, rest = str(key).removeprefix(f"{name}.").partition(".")
        if str(key).startswith(f"{name}.") and number.isdecimal() and len(number) < 6 and rest:
            elements.setdefault(int(number), {})[rest] = told[key]
    return [elements[number] for number in sorted(elements)]


def _object(told: Any) -> Any:
    """An object that a cell of a table holds as JSON text."""
    if isinstance(told, str) and told[:1] == "{":
        try:
            return json.loads(told)
        except (ValueError, RecursionError):
            return told
    return told
