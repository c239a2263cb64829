"""The flags of operators: the same for every command that runs some of them (CONTRACT), in one declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar, get_type_hints

from consilience.cli.options import (
    Encoder,
    Facts,
    Generator,
    Judge,
    MaxCalls,
    MaxCost,
    Model,
    Quality,
    Reranker,
    typed,
)

Code = TypeVar("Code")
Flags = dict[str, dict[str, Any]]
"""Flags as `settings.resolve` takes them: by section, only those that were typed."""

_OPERATORS: dict[str, Any] = {
    "quality": Quality, "facts": Facts, "encoder": Encoder, "reranker": Reranker, "generator": Generator,
    "judge": Judge,
}  # fmt: skip
_LIMITS: dict[str, Any] = {"max_calls": MaxCalls, "max_cost": MaxCost}


def operator_flags(*, limits: bool = True) -> Callable[[Callable[..., Code]], Callable[..., Code]]:
    """Put the flags into the signature of a command where its parameter `flags` stands, which then holds what was
    typed.

    All commands take all operators, so that one line of flags serves index, audit and eval alike: that of an operator
    which the command does not run is recorded in the settings of the result. `limits`: the command may ask a language
    model, and takes its ceilings too.
    """
    kinds = {**_OPERATORS, "model": Model, **(_LIMITS if limits else {})}

    def decorate(command: Callable[..., Code]) -> Callable[..., Code]:
        @wraps(command)
        def called(**given: Any) -> Code:
            operators = {name: given.pop(name) for name in _OPERATORS}
            llm = {name: given.pop(name) for name in kinds if name not in _OPERATORS}
            return command(**given, flags=typed({"operators": operators, "llm": llm}))

        parameters = list(_parameters(command, kinds))
        # What Typer reads instead of the code: a signature with the annotations as they are, not as text.
        called.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {one.name: one.annotation for one in parameters}
        del called.__wrapped__
        return called

    return decorate


def _parameters(command: Callable[..., Any], kinds: dict[str, Any]) -> Iterator[Parameter]:
    hints = get_type_hints(command, include_extras=True)
    for one in signature(command).parameters.values():
        if one.name != "flags":
            yield one.replace(annotation=hints[one.name], kind=Parameter.KEYWORD_ONLY)
            continue
        for name, kind in kinds.items():
            yield Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind)
