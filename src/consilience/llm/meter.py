"""A model behind the counter: a kept reply, or room under the ceilings and a call, again when it is worth it.

It stands between pydantic-ai's agent and pydantic-ai's model, so that every message that is paid for passes here, the
ones that ask for a better reply too.
"""

from __future__ import annotations

import asyncio
import json
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic_ai import exceptions
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from consilience.llm.account import Account
from consilience.llm.errors import plain
from consilience.llm.keys import plain_messages, reply_key
from consilience.llm.pace import PATIENCE, Pace, backoff
from consilience.llm.prices import price, tokens
from consilience.llm.spending import Price
from consilience.llm.store import Store
from consilience.operators import OperatorUnusable


@dataclass
class Exchange:
    """What went into the request at hand: keys of its replies, to be forgotten when it comes to nothing."""

    keys: list[str] = field(default_factory=list)
    cut: bool = False  # the last reply ended at the limit of its length


EXCHANGE: ContextVar[Exchange | None] = ContextVar("exchange", default=None)

_RESPONSE: TypeAdapter[ModelResponse] = TypeAdapter(ModelResponse)
_UNREADABLE = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
)  # clients trip over odd bodies
_FOR_GOOD = (
    exceptions.ModelAuthenticationError, exceptions.ModelNotFoundError, exceptions.ModelQuotaExceededError,
)  # fmt: skip


class GaveUp(Exception):
    """This call came to nothing, others may not; the message says why in words."""


class Metered(WrapperModel):
    """`wrapped`, with everything counted and kept in the account."""

    def __init__(self, wrapped: Model[Any], account: Account, pace: Pace) -> None:
        super().__init__(wrapped)
        self.account, self.pace = account, pace
        self.store = Store(Path(account.folder))
        self._closed = ""  # why no call can go well any more
        self.price: Price | None = price(account.settings)
        if account.settings.max_cost is not None and self.price is None:
            raise OperatorUnusable(
                f"The price of {account.settings.model} is not known, so --max-cost cannot hold: "
                "set llm.price_input and llm.price_output (US dollars a million tokens), or use --max-calls."
            )

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The reply to `messages`: the one that was kept, or a new one."""
        where = f"{self.wrapped.model_id} {self.wrapped.base_url}"
        key = reply_key(where, messages, model_settings, model_request_parameters)
        response = self._kept(key)
        if response is None:
            async with self.pace.turn():
                response = await self._sent(messages, model_settings, model_request_parameters)
            if self.account.reuse:
                self.store.keep(key, _RESPONSE.dump_json(response).decode())
        if (exchange := EXCHANGE.get()) is not None:
            exchange.keys.append(key)
            exchange.cut = response.finish_reason == "length"
        return response

    def _kept(self, key: str) -> ModelResponse | None:
        kept = self.store.reply(key) if self.account.reuse else None
        if kept is None:
            return None
        self.store.note(self.account.run, reused=1)
        return _RESPONSE.validate_json(kept)

    async def _sent(
        self, messages: list[ModelMessage], settings: ModelSettings | None, parameters: ModelRequestParameters
    ) -> ModelResponse:
        """Sent until it goes through, as often as the settings allow."""
        text = json.dumps(plain_messages(messages), ensure_ascii=False)
        most = self.account.settings.retries
        for attempt in range(most + 1):
            if self._closed:
                raise OperatorUnusable(self._closed)
            try:
                return await self._once(text, messages, settings, parameters)
            except exceptions.ModelAPIError as error:
                said, wait = self._sorted(error), backoff(attempt, error.retry_after)
            except (exceptions.UnexpectedModelBehavior, *_UNREADABLE) as error:
                said, wait = f"the reply of the provider could not be read ({plain(error)})", backoff(attempt, None)
            if wait > PATIENCE:
                raise GaveUp(f"{said}, and asks to wait {wait:.0f} seconds")
            if attempt < most:
                await asyncio.sleep(wait)
        raise GaveUp(f"{said}, {most + 1} times" if most else said)

    def _sorted(self, error: exceptions.ModelAPIError) -> str:
        """What happened, in words, when it is worth another try. Raises when it is not: for this call, or for all."""
        if isinstance(error, _FOR_GOOD):
            self._closed = _for_good(self.account.settings.model, error)
            raise OperatorUnusable(self._closed) from error
        if isinstance(error, exceptions.ModelRequestRejectedError):
            raise GaveUp(_words(error)) from error
        return _words(error)

    async def _once(
        self,
        text: str,
        messages: list[ModelMessage],
        settings: ModelSettings | None,
        parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """One call, reserved at the most that it can cost and settled at what it did.

        A call that was cut off or not waited for counts with its input: the provider has read it all the same.
        """
        limits = self.account.settings
        most = 0.0 if self.price is None else self.price.of(tokens(text), limits.max_tokens)
        self.store.reserve(self.account.run, most, limits.max_calls, limits.max_cost)
        spent = (tokens(text), 0)
        try:
            response = await self.wrapped.request(messages, settings, parameters)
            used, reply = response.usage, response.text or ""
            counted = used.input_tokens or used.output_tokens
            spent = (used.input_tokens, used.output_tokens) if counted else (tokens(text), tokens(reply))
            return response
        except exceptions.ModelHTTPError:
            spent = (0, 0)
            raise
        finally:
            cost = self.price.of(*spent) if self.price else None if any(spent) else 0.0
            self.store.settle(self.account.run, most, cost, *spent)


def _words(error: exceptions.ModelAPIError) -> str:
    if isinstance(error, exceptions.ModelRateLimitError):
        return "the provider refused for going too fast"
    if isinstance(error, exceptions.ModelTimeoutError | exceptions.ModelRequestTimeout):
        return "the provider did not answer in time"
    if isinstance(error, exceptions.ModelConnectionError):
        return "the connection to the provider broke"
    if isinstance(error, exceptions.ModelContextWindowExceededError):
        return "the text is too long for the model"
    status = getattr(error, "status_code", None)
    return f"the provider answered with error {status}" if status else "the provider's answer could not be read"


def _for_good(model: str, error: exceptions.ModelAPIError) -> str:
    if isinstance(error, exceptions.ModelAuthenticationError):
        return f"The provider of {model} did not accept the key: check {model.partition(':')[0].upper()}_API_KEY."
    if isinstance(error, exceptions.ModelNotFoundError):
        return f"The provider does not know the model {model}, or its address is wrong."
    return f"The account at the provider of {model} has no credit left."
