"""A server that speaks chat completions, and an account whose calls go to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="needs the extra llm")

from tests.llm.wire import Wire, serving

from consilience.llm import Account
from consilience.settings import LlmSettings

MODELS = ("openai:local-model", "mistral:mistral-small-2603")
KEY = "wire-key-0123456789"

Opened = Callable[..., Account]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """A running server; both providers are sent to it by the environment, as a user would send them."""
    wire = Wire()
    with serving(wire) as address:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{address}/v1")
        monkeypatch.setenv("MISTRAL_BASE_URL", address)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("MISTRAL_API_KEY", KEY)
        monkeypatch.setattr("consilience.llm.pace._FIRST_WAIT", 0.01)
        yield wire


@pytest.fixture(params=MODELS)
def account(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Opens accounts in one folder: each is a new run that may use the replies of those before it."""

    def opened(reuse: bool = True, **settings: Any) -> Account:
        return Account.open(LlmSettings(**{"model": request.param} | settings), tmp_path / "llm", reuse=reuse)

    return opened
