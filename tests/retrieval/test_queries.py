"""Files of queries: every format says the same, and what is wrong with one is a sentence that says where."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.retrieval.errors import QuestionError
from consilience.retrieval.queries import Query, read_queries, to_queries

RECORDS = [
    {"id": "007", "question": "How long?", "reference": "1.10", "type": "targeted", "roles": "hr, it"},
    {"id": "b", "question": "Wer haftet, wenn \"nichts\" vereinbart ist?\nUnd wie lange?"},
    {"id": "yes", "question": "no", "type": "null result"},
]  # fmt: skip
QUERIES = (
    Query("007", "How long?", "1.10", "targeted", ("hr", "it")),
    Query("b", "Wer haftet, wenn \"nichts\" vereinbart ist?\nUnd wie lange?"),
    Query("yes", "no", None, "null result"),
)  # fmt: skip


def as_csv(records: list[dict[str, str]], delimiter: str) -> str:
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, ["id", "question", "reference", "type", "roles"], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(records)
    return stream.getvalue()


FILES = {
    "q.jsonl": "\n\n".join(json.dumps(one) for one in RECORDS) + "\n",
    "q.json": json.dumps({"corpus": "x", "queries": RECORDS}),
    "q.csv": as_csv(RECORDS, ","),
    "excel.csv": "\ufeff" + as_csv(RECORDS, ";"),
    "q.tsv": as_csv(RECORDS, "\t"),
    "q.yaml": yaml.safe_dump(RECORDS),
    "plain.yml": "- {id: 007, question: How long?, reference: 1.10, type: targeted, roles: [it, hr]}\n"
    + yaml.safe_dump(RECORDS[1:2])
    + "- {id: yes, question: no, reference: null, type: null result, roles: }\n",
}


def read(tmp_path: Path, text: str | bytes, name: str = "q.jsonl") -> tuple[Query, ...]:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read_queries(path)


@pytest.mark.parametrize("name", FILES)
def test_every_format_gives_the_same_queries(tmp_path: Path, name: str) -> None:
    """JSONL, JSON, CSV with commas, semicolons or tabs, and YAML; scalars stay as they were written."""
    assert read(tmp_path, FILES[name], name) == QUERIES


@pytest.mark.parametrize(
    ("given_roles", "roles"),
    [('["b", "a", "a"]', ("a", "b")), ('"a,b"', ("a", "b")), ("[]", ()), ("null", None), ('""', None), ("7", ("7",))],
)
def test_roles_of_a_query(tmp_path: Path, given_roles: str, roles: tuple[str, ...] | None) -> None:
    """A list or text with commas; an empty list is a user without roles, nothing leaves the roles to the run."""
    (query,) = read(tmp_path, f'{{"question": "Who?", "roles": {given_roles}}}')
    assert query.roles == roles


def test_queries_without_an_id_are_numbered(tmp_path: Path) -> None:
    """By their place in the file, so that the number leads back to the query."""
    told = read(tmp_path, "question,id\nWho?,\nWhat?,x\nWhere?,\n", "q.csv")
    assert [query.id for query in told] == ["Q1", "x", "Q3"]


def test_columns_of_others_are_left_alone(tmp_path: Path) -> None:
    """A file may hold more than is read here, nested values included; heads are read in any case."""
    (query,) = read(tmp_path, '{"Question ": "Who?", "docs": ["a.md"], "reference_answer": "Ann", "Type": "targeted"}')
    assert query == Query("Q1", "Who?", None, "targeted")


WRONG: dict[str, tuple[str, str | bytes, str]] = {
    "no such format": ("q.txt", "Who?", "q.txt is none"),
    "empty": ("q.jsonl", "\n \n", "is empty"),
    "only a header": ("q.csv", "id,question\n", "There is no query in"),
    "not UTF-8": ("q.csv", "question\nfür wen?\n".encode("latin-1"), "is not UTF-8"),
    "broken JSON": ("q.jsonl", '{"question": "Who?"}\n{"question": "Wh', "line 2 is not valid JSON"),
    "not a number": ("q.jsonl", '{"question": "Who?", "weight": NaN}', "line 1 is not valid JSON"),
    "deep JSON": ("q.jsonl", '{"question": ' + "[" * 100_000, "line 1 is not valid JSON"),
    "a list a line": ("q.jsonl", '["Who?"]', "line 1 is not an object"),
    "broken JSON file": ("q.json", '[\n{"question": "Who?",}]', "is not valid JSON (line 2)"),
    "no list": ("q.json", '{"question": "Who?"}', "neither a list of queries nor has a list 'queries'"),
    "text in a list": ("q.yaml", "- Who?\n", "query 1 is not an object"),
    "broken YAML": ("q.yaml", "- question: Who?\n  id: [a\n", "is not valid YAML (line"),
    "a bomb": ("q.yaml", "- &a {question: Who?}\n- *a\n", "alias (line 2)"),
    "deep YAML": ("q.yaml", "[" * 900 + "]" * 900, "nested too deeply (line 1)"),
    "Python in YAML": ("q.yaml", "- !!python/object/apply:os.getcwd []\n", "is not valid YAML (line 1)"),
    "long YAML": ("q.yaml", "- question: Who?\n" * 70_000, "write it as JSONL"),
    "too many cells": ("q.csv", "id,question\n1,Who, me?\n", "line 2 has 3 cells under 2 column heads"),
    "open quote": ("q.csv", 'question\n"Who?\n', "line 2"),
    "no question": ("q.csv", "id,query\n1,Who?\n", "no 'question' in"),
    "a blank question": ("q.csv", "id,question\n1,\n", "the question is empty"),
    "no word": ("q.csv", "id,question\n1,???\n", "In query '1'"),
    "too long": ("q.jsonl", json.dumps({"id": "Q7", "question": "why " * 25_000}), "In query 'Q7'"),
    "too long for a cell": ("q.csv", "question\n" + "why " * 40_000, "line 2"),
    "not text": ("q.jsonl", '{"id": "Q7", "question": ["Who?"]}', "'question' of query 'Q7'"),
    "truth for an id": ("q.jsonl", '{"id": true, "question": "Who?"}', "'id' of"),
    "a long id": ("q.jsonl", json.dumps({"id": "x" * 201, "question": "Who?"}), "201 characters"),
    "a line break in an id": ("q.jsonl", '{"id": "a\\nb", "question": "Who?"}', "line break or a control"),
    "a column twice": ("q.csv", "question,roles,,,roles\nWho?,hr,,,it\n", "two columns 'roles'"),
    "the same id": ("q.csv", "id,question\n1,Who?\n2,What?\n1,Where?\n", "id '1': line 2 and line 4"),
    "a misspelt question": ("q.csv", "questoin\nWho?\n", "is 'question' meant?"),
    "misspelt roles": ("q.csv", "question,role\nWho?,hr\n", "is 'roles' meant?"),
    "a role without a name": ("q.jsonl", '{"id": "Q7", "question": "Who?", "roles": ["a[b]"]}', "query 'Q7'"),
    "a mapping for roles": ("q.jsonl", '{"id": "Q7", "question": "Who?", "roles": {"hr": 1}}', "query 'Q7'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, case: str) -> None:
    """One sentence that names the line or the query; never another exception."""
    name, text, said = WRONG[case]
    with pytest.raises(QuestionError) as error:
        read(tmp_path, text, name)
    assert said in str(error.value)
    assert str(error.value).endswith((".", "?")) and "\n" not in str(error.value) and len(str(error.value)) < 400


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    """Both are said in a sentence."""
    (tmp_path / "folder.csv").mkdir()
    for name, said in (("none.csv", "There is no file"), ("folder.csv", "is not a file")):
        with pytest.raises(QuestionError, match=said):
            read_queries(tmp_path / name)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
columns = st.sampled_from(["id", "question", "reference", "type", "roles", "role", "docs"])


@given(st.lists(st.dictionaries(columns, json_values, max_size=5), max_size=4))
def test_any_records_are_queries_or_a_sentence(records: list[dict[str, Any]]) -> None:
    """Whatever a program passes: queries with different ids and words to ask, or QuestionError."""
    try:
        told = to_queries(records)
    except QuestionError as error:
        assert str(error)
        return
    assert len({query.id for query in told}) == len(told) == len(records)
    assert all(any(map(str.isalnum, query.question)) for query in told)


@given(st.binary(max_size=300), st.sampled_from(["q.jsonl", "q.csv", "q.tsv", "q.yaml", "q.json"]))
def test_any_bytes_are_queries_or_a_sentence(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    """A damaged file is no crash."""
    path = tmp_path_factory.mktemp("q") / name
    path.write_bytes(data)
    try:
        assert read_queries(path)
    except QuestionError as error:
        assert str(path.name) in str(error)
