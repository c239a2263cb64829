"""What a run would ask of a model, worked out without asking: the same flow with a dry account."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from consilience.llm.account import Account
from consilience.llm.connect import extra, named
from consilience.llm.prices import price, tokens
from consilience.llm.request import Failed, Reply, Request
from consilience.llm.spending import Price, Spending
from consilience.llm.store import Store
from consilience.operators import OperatorUnusable
from consilience.settings import LlmSettings

_NO_PRICE = "the price of {} is not known; llm.price_input and llm.price_output set it"
_DRY = Failed("nothing is asked for an estimate")


@dataclass(frozen=True, slots=True)
class Amount:
    """Calls, tokens and US dollars; `cost` is None where the price of the model is not known."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would ask. `model` is empty where no operator asks one; `no_cost` says why a cost is None.

    `typical`: every request is asked once, its reply as long as replies to its prompt are. `most`: every reply has
    `llm.max_tokens` and is asked for again `llm.repairs` times. What follows from a reply (verdicts, what-ifs) is
    counted as the embedded operators have it. Replies kept from earlier runs are not subtracted; `saved` requests are
    those that hybrid operators would not make.
    """

    model: str = ""
    typical: Amount = Amount()
    most: Amount = Amount()
    saved: int = 0
    no_cost: str = ""

    @classmethod
    def of(cls, account: Account) -> Estimate:
        """What a dry account has counted."""
        spent, settings = account.spending(), account.settings
        paid = price(settings)
        typical = Amount(spent.calls, spent.input_tokens, spent.output_tokens, _cost(spent, paid))
        why = "" if paid else _NO_PRICE.format(settings.model)
        return cls(settings.model, typical, _most(spent, settings, paid), spent.saved, why)

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


@contextmanager
def rehearsal(settings: LlmSettings) -> Iterator[Account]:
    """A dry account; what it counts is gone afterwards.

    Raises OperatorUnusable where no model is named or the price list is not installed.
    """
    named(settings.model)
    try:
        price(settings)
    except ImportError as error:
        raise OperatorUnusable(extra(error)) from error
    with TemporaryDirectory(prefix="consilience-") as folder:
        yield replace(Account.open(settings, Path(folder), reuse=False), dry=True)


def suppose(account: Account, requests: Sequence[Request[Reply]]) -> list[Reply | Failed]:
    """Count the requests as if each were answered once, and answer none."""
    sent = sum(map(_tokens, requests))
    come = sum(min(one.prompt.reply, account.settings.max_tokens) for one in requests)
    paid = price(account.settings)
    cost = None if paid is None else paid.of(sent, come)
    Store(Path(account.folder)).suppose(account.run, len(requests), cost, sent, come)
    return [_DRY for _ in requests]


def _tokens(request: Request[Reply]) -> int:
    """Our instructions, the data and the form of the reply."""
    return tokens(request.prompt.instructions + request.content + json.dumps(request.form.model_json_schema()))


def _cost(spent: Spending, paid: Price | None) -> float | None:
    return None if paid is None else paid.of(spent.input_tokens, spent.output_tokens)


def _most(spent: Spending, settings: LlmSettings, paid: Price | None) -> Amount:
    """Each time a reply is asked for again, all that was said before is sent again."""
    times, longest = settings.repairs + 1, settings.max_tokens
    again = settings.repairs * times // 2  # replies that are sent back, over all times
    calls, sent = spent.calls * times, spent.input_tokens * times + spent.calls * again * longest
    come = calls * longest
    return Amount(calls, sent, come, None if paid is None else paid.of(sent, come))
