"""What is asked of a model, and what it means that no reply could be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from consilience.llm.prompts import Prompt

Reply = TypeVar("Reply", bound=BaseModel)


def _without_docstring(schema: dict[str, Any]) -> None:
    schema.pop("description", None)


class Form(BaseModel):
    """The form of a reply. Its schema is sent to the model, docstrings are not: what a model is told stands in the
    prompts, and a small one takes a docstring for the document."""

    model_config = ConfigDict(json_schema_extra=_without_docstring)


def _anything(reply: BaseModel) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Request(Generic[Reply]):
    """One question to the model: our instructions, the data they speak of, and the form of the reply.

    `check` says in words what is wrong with a reply that has the right form but cannot be used ("claim 3 has no
    verdict"); empty when nothing is. The model is told and asked again.
    """

    prompt: Prompt
    content: str
    form: type[Reply]
    check: Callable[[Reply], str] = _anything


@dataclass(frozen=True, slots=True)
class Failed:
    """No reply could be used. Never an empty reply in its place: nothing found and nothing read are not the same."""

    reason: str
