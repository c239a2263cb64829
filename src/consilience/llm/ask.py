"""Requests in, replies of the asked form out, or a failure with its reason for each."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from consilience.llm.account import Account
from consilience.llm.connect import connect
from consilience.llm.errors import plain
from consilience.llm.estimate import suppose
from consilience.llm.pace import Pace
from consilience.llm.request import Failed, Reply, Request
from consilience.llm.schema import plain_schema
from consilience.llm.store import Store
from consilience.operators import OperatorUnusable

if TYPE_CHECKING:
    from pydantic_ai import Agent


def ask(account: Account, requests: Sequence[Request[Reply]]) -> list[Reply | Failed]:
    """One reply or failure for each request, in their order, several at a time as the settings allow.

    Raises OperatorUnusable where no request can go well: no model, no key, an unknown name, a ceiling that is reached.
    """
    if not requests:
        return []
    if account.dry:
        return suppose(account, requests)
    future = asyncio.run_coroutine_threadsafe(_all(account, requests), _loop(os.getpid()))
    try:
        return future.result()
    except BaseException:
        future.cancel()  # a user who presses Ctrl-C does not pay for what is still waiting
        raise


async def _all(account: Account, requests: Sequence[Request[Reply]]) -> list[Reply | Failed]:
    """Calls on their way are waited for even when a ceiling stops the rest: they are paid for, and kept."""
    model = _model(account, os.getpid())
    done = await asyncio.gather(*(_one(account, model, one) for one in requests), return_exceptions=True)
    for one in done:
        if isinstance(one, BaseException):
            raise one
    return [one for one in done if not isinstance(one, BaseException)]


async def _one(account: Account, model: Any, request: Request[Reply]) -> Reply | Failed:
    from pydantic_ai.exceptions import AgentRunError, UnexpectedModelBehavior, UserError

    from consilience.llm.meter import EXCHANGE, Exchange, GaveUp

    exchange = Exchange()
    EXCHANGE.set(exchange)  # a task has a context of its own
    try:
        return (await _agent(account, model, request).run(request.content)).output
    except GaveUp as error:
        reason = str(error)
    except UnexpectedModelBehavior as error:
        reason = f"no reply of the model could be used: {_why(error)}"
    except AgentRunError as error:
        reason = f"the call failed: {plain(error)}"
    except UserError as error:
        raise OperatorUnusable(
            f"The model {account.settings.model} cannot be asked in the form llm.output = "
            f"'{account.settings.output}': {plain(error).rstrip('.')}."
        ) from error
    store = Store(Path(account.folder))
    store.forget(exchange.keys)
    store.note(account.run, failed=1)
    if exchange.cut:
        reason = f"the reply of the model was cut at {account.settings.max_tokens} tokens (llm.max_tokens)"
    return Failed(reason.rstrip("."))


def _agent(account: Account, model: Any, request: Request[Reply]) -> Agent[object, Reply]:
    from pydantic_ai import Agent, ModelRetry

    agent: Agent[object, Reply] = Agent(
        model, output_type=_form(account, model, request.form), instructions=request.prompt.instructions,
        retries={"output": account.settings.repairs}, model_settings=_settings(account, request.form),
    )  # fmt: skip

    @agent.output_validator
    def usable(reply: Reply) -> Reply:
        if wrong := request.check(reply):
            raise ModelRetry(wrong)
        return reply

    return agent


def _form(account: Account, model: Any, form: type[BaseModel]) -> Any:
    from pydantic_ai import NativeOutput, PromptedOutput, ToolOutput

    kinds = {"schema": NativeOutput, "tool": ToolOutput, "object": PromptedOutput, "prompt": PromptedOutput}
    able = "schema" if model.profile.get("supports_json_schema_output") else "tool"
    return kinds[able if account.settings.output == "auto" else account.settings.output](form)


def _settings(account: Account, form: type[BaseModel]) -> Any:
    chosen = account.settings
    own: dict[str, Any] = {
        "temperature": chosen.temperature,
        "max_tokens": chosen.max_tokens,
        "timeout": chosen.timeout,
    }
    if chosen.model.partition(":")[0] in ("openai", "anthropic"):
        own["max_retries"] = 0  # the meter counts every call, so that no client may repeat one unseen
    if chosen.output == "object" and chosen.model.startswith("openai:"):
        own["extra_body"] = {"response_format": {"type": "json_object", "schema": plain_schema(form)}}
    return own


def _why(error: BaseException) -> str:
    """The last thing that was wrong, which pydantic-ai hangs below its own message."""
    from pydantic import ValidationError

    deepest, cause = error, error.__cause__
    while cause is not None:
        deepest, cause = cause, cause.__cause__
    if isinstance(deepest, ValidationError):
        first = deepest.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return plain(f"{where}: {first['msg']}" if where else first["msg"])
    return plain(deepest)


_LOOPS: dict[int, asyncio.AbstractEventLoop] = {}
_STARTING = threading.Lock()


def _loop(process: int) -> asyncio.AbstractEventLoop:
    """The loop of this process: connections live in it from call to call, whatever thread asks.

    There must be one only, though several threads ask first: a second would have a pace of its own.
    """
    with _STARTING:
        if process not in _LOOPS:
            _LOOPS[process] = asyncio.new_event_loop()
            threading.Thread(target=_LOOPS[process].run_forever, name="consilience-llm", daemon=True).start()
        return _LOOPS[process]


@lru_cache(maxsize=16)
def _model(account: Account, process: int) -> Any:
    """The metered model of an account in this process, called in the loop that uses it."""
    from consilience.llm.meter import Metered

    pace = Pace(account.settings.concurrency, account.settings.per_minute)
    return Metered(connect(account.settings.model), account, pace)
