"""A file of queries: JSONL, CSV, TSV, YAML or JSON to `Query` records, or one sentence that says what is wrong where.

A query has a `question` and may have `id`, `reference`, `type` and `roles`. Other columns are the user's own and are
left alone, unless one looks like a misspelling of ours: a column that was meant as `roles` and is not read would ask
for another user.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consilience.retrieval import query_files
from consilience.retrieval.errors import QuestionError, RolesError
from consilience.retrieval.roles import named
from consilience.retrieval.search import checked

MOST_QUERIES = 100_000
_MOST_ID = 200  # characters of an id or a type: both are printed in tables
_COLUMNS = ("id", "question", "reference", "type", "roles")
_ALIKE = 0.8  # of difflib's ratio: "questoin", "role" and "Types" are, "reference_answer" is not
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Query:
    """One question of a file. `roles` are those of the user it is asked for; None: those of the run (`--as`)."""

    id: str
    question: str
    reference: str | None = None
    type: str | None = None
    roles: tuple[str, ...] | None = None


def read_queries(path: Path) -> tuple[Query, ...]:
    """The queries of a file in its order. Raises QuestionError: which query or line, and what is wrong with it."""
    return _queries(query_files.records(path), str(path))


def to_queries(records: Iterable[Mapping[str, Any]]) -> tuple[Query, ...]:
    """Queries of mappings with the same keys as in a file. Raises QuestionError."""
    return _queries([(f"query {number}", record) for number, record in enumerate(records, 1)], "")


def _queries(records: Sequence[tuple[str, Mapping[str, Any]]], file: str) -> tuple[Query, ...]:
    if not records:
        raise QuestionError(f"There is no query in {file or 'what was given'}.")
    if len(records) > MOST_QUERIES:
        raise QuestionError(f"There are {len(records):,} queries in {file or 'what was given'}; the most is "
                            f"{MOST_QUERIES:,}.")  # fmt: skip
    seen: dict[str, str] = {}
    queries = []
    for number, (place, record) in enumerate(records, 1):
        query = _query(record, number, f"{file}, {place}" if file else place)
        if query.id in seen:
            raise QuestionError(f"Two queries have the id '{query.id}': {seen[query.id]} and {place}"
                                f"{f' of {file}' if file else ''}.")  # fmt: skip
        seen[query.id] = place
        queries.append(query)
    return tuple(queries)


def _query(record: Mapping[str, Any], number: int, place: str) -> Query:
    given = {str(key).strip().casefold(): value for key, value in record.items()}
    _refuse_misspelt(given, place)
    if "question" not in given:
        there = ", ".join(sorted(given)[:8]) or "nothing"
        raise QuestionError(f"There is no 'question' in {place}; it has: {there}.")
    name = _text(given, "id", place, most=_MOST_ID) or f"Q{number}"
    where = f"query '{name}' ({place})"
    return Query(
        id=name,
        question=_question(given, where),
        reference=_text(given, "reference", where),
        type=_text(given, "type", where, most=_MOST_ID),
        roles=_roles(given.get("roles"), where),
    )


def _refuse_misspelt(given: Mapping[str, Any], place: str) -> None:
    missing = [name for name in _COLUMNS if name not in given and name != "id"]
    for column in given:
        if column not in _COLUMNS and (close := difflib.get_close_matches(column, missing, n=1, cutoff=_ALIKE)):
            raise QuestionError(f"The column '{column[:40]}' is not known ({place}); is '{close[0]}' meant?")


def _question(given: Mapping[str, Any], where: str) -> str:
    question = _text(given, "question", where) or ""
    try:
        checked(question)
    except QuestionError as error:
        raise QuestionError(f"In {where}: {_lowered(error)}") from error
    return question


def _text(given: Mapping[str, Any], name: str, where: str, most: int | None = None) -> str | None:
    """A value as text on one line of thought; None when it is absent or blank. Numbers come as they were written."""
    value = given.get(name)
    if (value is not None and not isinstance(value, str | int | float)) or isinstance(value, bool):
        raise QuestionError(f"The '{name}' of {where} is not text.")
    text = _SURROGATE.sub("\ufffd", "" if value is None else str(value)).strip()
    if most is not None and len(text) > most:
        raise QuestionError(f"The '{name}' of {where} has {len(text):,} characters; the most is {most}.")
    if most is not None and not text.isprintable():
        raise QuestionError(f"The '{name}' of {where} has a line break or a control character in it.")
    return text or None


def _roles(value: Any, where: str) -> tuple[str, ...] | None:
    """A list, or text with commas. Nothing written means the roles of the run; an empty list means no role at all."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    listed = [part for part in value.split(",") if part.strip()] if isinstance(value, str) else value
    try:
        return named(list(listed) if isinstance(listed, list | tuple) else [listed], where)
    except RolesError as error:
        raise QuestionError(str(error)) from error


def _lowered(error: Exception) -> str:
    said = str(error)
    return said[:1].lower() + said[1:]
