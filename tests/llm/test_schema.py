"""The form of a reply for servers that hold a model to a grammar: the whole shape, and nothing that they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel

from consilience.answer.llm.generate import Written
from consilience.answer.llm.hybrid import Settlement
from consilience.answer.llm.judge import Judgement
from consilience.corpus.facts.hybrid import Verdicts
from consilience.corpus.facts.llm import Extraction
from consilience.corpus.quality.llm import Assessment
from consilience.llm.schema import plain_schema

FORMS = (Written, Settlement, Judgement, Verdicts, Extraction, Assessment)
REFUSED = {"$ref", "$defs", "maxLength", "title", "default"}


def _names(schema: Any) -> set[str]:
    """Every keyword of a schema; the names of properties are none."""
    if isinstance(schema, list):
        return set().union(*map(_names, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    inner = [_names(one) for name, one in schema.items() if name != "properties"]
    return set(schema).union(*inner, *map(_names, schema.get("properties", {}).values()))


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_left_that_a_grammar_cannot_say(form: type[BaseModel]) -> None:
    """References are put in place; long strings, which llama.cpp refuses, have no length."""
    assert not _names(plain_schema(form)) & REFUSED


@pytest.mark.parametrize("form", FORMS)
def test_docstrings_are_not_sent(form: type[BaseModel]) -> None:
    """What a model is told stands in the prompts, with their versions, and nowhere else."""
    assert "description" not in json.dumps(form.model_json_schema())


@pytest.mark.parametrize("form", FORMS)
def test_the_shape_is_that_of_the_form(form: type[BaseModel]) -> None:
    """All fields by their names, and those that must be there are asked for."""
    plain, whole = plain_schema(form), form.model_json_schema()
    assert list(plain["properties"]) == list(whole["properties"])
    assert plain.get("required") == whole.get("required")


def test_labels_stay_closed() -> None:
    """A verdict is one of the known words, whatever the model would like to say."""
    verdict = plain_schema(Verdicts)["properties"]["pairs"]["items"]["properties"]["verdict"]
    assert json.loads(json.dumps(verdict)) == {"type": "string", "enum": ["conflict", "agree", "apart"]}
