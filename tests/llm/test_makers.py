"""The clients of Anthropic and Google, each in the words of its own API: replies, bad ones, a key that is refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel
from tests.llm.conftest import KEY
from tests.llm.wire import Call, Turn, Wire

from consilience.llm import Account, Failed, Prompt, Request, ask
from consilience.operators import OperatorUnusable
from consilience.settings import LlmSettings

PROMPT = Prompt("verdict", "1", "Say whether the text holds.")
GOOD, BAD = {"verdict": "yes"}, {"verdict": "perhaps"}


class Verdict(BaseModel):
    """A reply."""

    verdict: Literal["yes", "no"]


def _messages(call: Call, said: dict[str, str]) -> Turn:
    """Anthropic's messages API: a tool is used where one is offered."""
    tools = call.body.get("tools")
    text = {"type": "text", "text": json.dumps(said)}
    tool = {"type": "tool_use", "id": "t1", "name": tools[0]["name"] if tools else "", "input": said}
    body = {
        "id": "m1", "type": "message", "role": "assistant", "model": call.body["model"],
        "stop_reason": "tool_use" if tools else "end_turn", "content": [tool if tools else text],
        "usage": {"input_tokens": 50, "output_tokens": 9},
    }  # fmt: skip
    return Turn(raw=json.dumps(body).encode())


def _contents(call: Call, said: dict[str, str]) -> Turn:
    """Google's generateContent: a function is called where one is declared."""
    tools = call.body.get("tools")
    name = tools[0]["functionDeclarations"][0]["name"] if tools else ""
    part = {"functionCall": {"name": name, "args": said}} if tools else {"text": json.dumps(said)}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
    used = {"promptTokenCount": 50, "candidatesTokenCount": 9, "totalTokenCount": 59}
    return Turn(raw=json.dumps({"candidates": [candidate], "usageMetadata": used}).encode())


Form = Callable[[Call, dict[str, str]], Turn]
MAKERS: dict[str, tuple[str, Form]] = {
    "ANTHROPIC": ("anthropic:claude-opus-4-7", _messages),
    "GOOGLE": ("google:gemini-3.5-flash", _contents),
}


@pytest.fixture(params=sorted(MAKERS))
def maker(request: pytest.FixtureRequest, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Form]:
    """Name of a model and the form of its replies; its client is sent to the wire by the environment."""
    monkeypatch.setenv(f"{request.param}_BASE_URL", os.environ["MISTRAL_BASE_URL"])
    monkeypatch.setenv(f"{request.param}_API_KEY", KEY)
    return MAKERS[request.param]


def _account(folder: Path, model: str, **settings: object) -> Account:
    return Account.open(LlmSettings.model_validate({"model": model, "retries": 0} | settings), folder)


@pytest.mark.parametrize("output", ["auto", "tool", "prompt"])
def test_a_reply_comes_back(wire: Wire, maker: tuple[str, Form], tmp_path: Path, output: str) -> None:
    """However the form is asked for, the reply is a record, its tokens are counted and its price is known."""
    model, form = maker
    wire.otherwise = lambda call: form(call, GOOD)
    account = _account(tmp_path, model, output=output)
    assert ask(account, [Request(PROMPT, "Text.", Verdict)]) == [Verdict(verdict="yes")]
    spent = account.spending()
    assert (spent.calls, spent.input_tokens, spent.output_tokens) == (1, 50, 9)
    assert spent.cost is not None and spent.cost > 0
    assert "Say whether the text holds." in json.dumps(wire.calls[0].body)


def test_bad_replies_are_a_failure(wire: Wire, maker: tuple[str, Form], tmp_path: Path) -> None:
    """An unknown label is asked for again, and is no verdict when it stays."""
    model, form = maker
    wire.otherwise = lambda call: form(call, BAD)
    (failed,) = ask(_account(tmp_path, model, repairs=1), [Request(PROMPT, "Text.", Verdict)])
    assert isinstance(failed, Failed) and "verdict" in failed.reason and len(wire.calls) == 2


def test_a_refused_key_stops_the_run(wire: Wire, maker: tuple[str, Form], tmp_path: Path) -> None:
    """One sentence that names the variable and not the key."""
    wire.otherwise = lambda call: Turn(status=401)
    with pytest.raises(OperatorUnusable, match=r"did not accept the key: check \w+_API_KEY") as raised:
        ask(_account(tmp_path, maker[0]), [Request(PROMPT, "Text.", Verdict)])
    assert KEY not in str(raised.value) and len(wire.calls) == 1
