"""Asking a model: the form of replies, faults of the line, bad replies, ceilings, pace and what is kept."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel
from tests.llm.conftest import KEY, Opened
from tests.llm.wire import Call, Turn, Wire

from consilience.llm import Account, Failed, Prompt, Request, ask
from consilience.llm.errors import CeilingReached, plain
from consilience.operators import OperatorError
from consilience.settings import LlmSettings

PROMPT = Prompt("verdict", "1", "Say whether the text holds.")
GOOD = '{"verdict": "yes", "claim": 1}'


class Verdict(BaseModel):
    """A reply."""

    verdict: Literal["yes", "no"]
    claim: int


def _check(reply: Verdict) -> str:
    return "" if reply.claim == 1 else f"there is no claim {reply.claim}; the only claim is 1"


def _requests(count: int = 1) -> list[Request[Verdict]]:
    return [Request(PROMPT, f"Text {number}.", Verdict, _check) for number in range(count)]


@pytest.mark.parametrize("output", ["auto", "tool", "prompt"])
def test_a_reply_of_the_asked_form_comes_back(wire: Wire, account: Opened, output: str) -> None:
    """Whatever way the form is asked for, the reply is a record, and our instructions and data were sent."""
    wire.otherwise = lambda call: GOOD
    assert ask(account(output=output, temperature=0.1), _requests()) == [Verdict(verdict="yes", claim=1)]
    (call,) = wire.calls
    assert "Say whether the text holds." in call.system and call.user == "Text 0."
    assert call.body["temperature"] == 0.1


def test_a_server_that_takes_an_object_with_its_schema_gets_both(wire: Wire, tmp_path: Path) -> None:
    """llama.cpp's own form of response_format is sent with llm.output = "object"."""
    wire.otherwise = lambda call: GOOD
    ask(Account.open(LlmSettings(model="openai:local-model", output="object"), tmp_path), _requests())
    (call,) = wire.calls
    assert call.body["response_format"]["type"] == "json_object"
    assert set(call.body["response_format"]["schema"]["properties"]) == {"verdict", "claim"}
    assert call.body["max_tokens"] == 4096


@pytest.mark.parametrize(
    "fault",
    [
        Turn(status=429, headers={"Retry-After": "0"}),
        Turn(status=500),
        Turn(status=503),
        Turn(GOOD, cut=True),
        Turn(raw=b"<html>not a completion</html>"),
        Turn(raw=b'{"error": {"message": "no room"}}'),
        Turn(choices=False),
    ],
    ids=["429", "500", "503", "cut", "html", "200 with an error", "no choices"],
)
def test_a_fault_of_the_line_is_tried_again(wire: Wire, account: Opened, fault: Turn) -> None:
    """After one fault the call is sent again, counted, and its reply is used."""
    wire.script, wire.otherwise = [fault], lambda call: GOOD
    opened = account()
    assert ask(opened, _requests()) == [Verdict(verdict="yes", claim=1)]
    assert len(wire.calls) == 2 and opened.spending().calls == 2


@pytest.mark.parametrize(
    "bad",
    [
        "I am sorry, but I cannot help with that.",
        '{"verdict": "yes", "cla',
        '{"verdict": "perhaps", "claim": 1}',
        '{"claim": 1}',
        '{"verdict": "yes", "claim": 7}',
        "",
    ],
    ids=["refusal", "truncated", "unknown label", "missing verdict", "failed check", "empty"],
)
def test_a_bad_reply_is_asked_for_again_with_what_was_wrong(wire: Wire, account: Opened, bad: str) -> None:
    """One bad reply costs one more call; the better one counts."""
    wire.script, wire.otherwise = [Turn(bad)], lambda call: GOOD
    assert ask(account(), _requests()) == [Verdict(verdict="yes", claim=1)]
    assert len(wire.calls) == 2


@pytest.mark.parametrize("bad", ["I will not.", '{"verdict": "yes", "claim": 7}', '{"verdict": "maybe", "claim": 1}'])
def test_replies_that_stay_bad_are_a_failure_with_its_reason(wire: Wire, account: Opened, bad: str) -> None:
    """Never an empty or half reply: a value that says why, and the run counts it."""
    wire.otherwise = lambda call: bad
    opened = account(repairs=1)
    (failed,) = ask(opened, _requests())
    assert isinstance(failed, Failed) and failed.reason.startswith("no reply of the model could be used")
    assert len(wire.calls) == 2 and opened.spending().failed == 1


def test_a_reply_that_was_cut_says_which_setting_cut_it(wire: Wire, account: Opened) -> None:
    """finish_reason "length" is named with llm.max_tokens, so that the user knows what to raise."""
    wire.otherwise = lambda call: Turn('{"verdict": "yes", "cla', finish="length")
    (failed,) = ask(account(repairs=0, max_tokens=64), _requests())
    assert failed == Failed("the reply of the model was cut at 64 tokens (llm.max_tokens)")


def test_a_failure_is_not_kept_for_the_next_run(wire: Wire, account: Opened) -> None:
    """Bad replies are forgotten: the next run asks again instead of failing for ever."""
    wire.otherwise = lambda call: "no"
    assert isinstance(ask(account(repairs=1), _requests())[0], Failed)
    wire.otherwise = lambda call: GOOD
    assert ask(account(repairs=1), _requests()) == [Verdict(verdict="yes", claim=1)]


@pytest.mark.parametrize(
    ("status", "said"), [(401, "did not accept the key"), (404, "does not know the model"), (402, "no credit left")]
)
def test_what_no_call_can_mend_stops_the_run(wire: Wire, account: Opened, status: int, said: str) -> None:
    """A wrong key is one sentence after one call for each that was on its way, not a failure for every document."""
    wire.otherwise = lambda call: Turn(status=status)
    with pytest.raises(OperatorError, match=said) as raised:
        ask(account(concurrency=1), _requests(20))
    assert len(wire.calls) == 1
    assert KEY not in str(raised.value)


def test_a_refused_request_fails_alone(wire: Wire, account: Opened) -> None:
    """A 400 is about that request: it is not sent again, and the others go on."""
    wire.script, wire.otherwise = [Turn(status=400)], lambda call: GOOD
    done = ask(account(concurrency=1), _requests(3))
    assert done[0] == Failed("the provider answered with error 400")
    assert done[1:] == [Verdict(verdict="yes", claim=1)] * 2


def test_a_provider_that_stays_down_is_a_failure(wire: Wire, account: Opened) -> None:
    """After the last try the reason names the error and how often it was tried."""
    wire.otherwise = lambda call: Turn(status=500)
    assert ask(account(retries=2), _requests()) == [Failed("the provider answered with error 500, 3 times")]
    assert len(wire.calls) == 3


def test_a_wait_of_an_hour_is_not_waited_for(wire: Wire, account: Opened) -> None:
    """Retry-After beyond two minutes is a failure that says how long the provider asked to wait."""
    wire.otherwise = lambda call: Turn(status=429, headers={"Retry-After": "3600"})
    (failed,) = ask(account(), _requests())
    assert isinstance(failed, Failed) and "3600 seconds" in failed.reason and len(wire.calls) == 1


def test_retry_after_is_kept_to(wire: Wire, account: Opened) -> None:
    """The second call comes no sooner than the provider asked for."""
    wire.script, wire.otherwise = [Turn(status=429, headers={"Retry-After": "1"})], lambda call: GOOD
    begun = time.monotonic()
    ask(account(), _requests())
    assert time.monotonic() - begun >= 1


def test_a_slow_reply_is_not_waited_for(wire: Wire, account: Opened) -> None:
    """A reply after llm.timeout is a failure of the line."""
    wire.otherwise = lambda call: Turn(GOOD, delay=1.5)
    assert ask(account(timeout=0.3, retries=0), _requests()) == [Failed("the provider did not answer in time")]


def test_replies_come_in_the_order_of_requests(wire: Wire, account: Opened) -> None:
    """Whatever reply is first, each stands where its request stood."""

    def late(call: Call) -> Turn:
        number = int(call.user.removeprefix("Text ").rstrip("."))
        return Turn(json.dumps({"verdict": "yes" if number % 2 else "no", "claim": 1}), delay=0.05 * (5 - number))

    wire.otherwise = late
    done = ask(account(concurrency=6), _requests(6))
    assert [one.verdict for one in done if isinstance(one, Verdict)] == ["no", "yes"] * 3


def test_no_more_calls_at_once_than_the_settings_allow(wire: Wire, account: Opened) -> None:
    """Twelve requests with concurrency 3: never more than three on their way, and more than one."""
    wire.otherwise = lambda call: Turn(GOOD, delay=0.05)
    ask(account(concurrency=3), _requests(12))
    assert 1 < wire.most_at_once <= 3


def test_the_ceiling_of_calls_holds_and_nothing_paid_for_is_lost(wire: Wire, account: Opened) -> None:
    """Of ten requests four are sent, then the run stops; the next run pays for the other six only."""
    wire.otherwise = lambda call: Turn(GOOD, delay=0.02)
    with pytest.raises(CeilingReached, match="ceiling of 4 calls"):
        ask(account(max_calls=4), _requests(10))
    assert len(wire.calls) == 4
    opened = account(max_calls=6)
    assert len(ask(opened, _requests(10))) == 10
    assert len(wire.calls) == 10
    assert (opened.spending().calls, opened.spending().reused) == (6, 4)


def test_the_ceiling_of_cost_counts_what_is_on_its_way(wire: Wire, account: Opened) -> None:
    """Calls are reserved at the most they can cost, so that ten at once cannot pass the ceiling together."""
    wire.otherwise = lambda call: Turn(GOOD, delay=0.05)
    opened = account(max_cost=0.0025, price_input=1.0, price_output=1.0, max_tokens=1000, concurrency=10)
    with pytest.raises(CeilingReached, match="max-cost"):
        ask(opened, _requests(10))
    cost = opened.spending().cost
    assert cost is not None and 0 < cost <= 0.0025 and len(wire.calls) == 2


def test_a_ceiling_of_cost_needs_a_price(wire: Wire, tmp_path: Path) -> None:
    """Without a price the ceiling could not hold, so the run does not begin."""
    unknown = Account.open(LlmSettings(model="openai:local-model", max_cost=1.0), tmp_path)
    with pytest.raises(OperatorError, match="price of openai:local-model is not known"):
        ask(unknown, _requests())
    assert wire.calls == []


def test_a_known_model_has_its_price_from_the_list(wire: Wire, tmp_path: Path) -> None:
    """Tokens times the listed price, and an unknown model's cost is not made up."""
    wire.otherwise = lambda call: GOOD
    listed = Account.open(LlmSettings(model="mistral:mistral-small-2603"), tmp_path / "a")
    unknown = Account.open(LlmSettings(model="openai:local-model"), tmp_path / "b")
    ask(listed, _requests())
    ask(unknown, _requests())
    spent = listed.spending()
    assert spent.cost == pytest.approx((spent.input_tokens * 0.15 + spent.output_tokens * 0.6) / 1e6)
    assert unknown.spending().cost is None and unknown.spending().input_tokens > 0


def test_without_reuse_nothing_is_taken_and_nothing_is_kept(wire: Wire, account: Opened) -> None:
    """`--no-cache` pays for every call."""
    wire.otherwise = lambda call: GOOD
    for _ in range(2):
        ask(account(reuse=False), _requests())
    assert len(wire.calls) == 2
    ask(account(), _requests())
    assert len(wire.calls) == 3


def test_the_key_is_sent_and_stands_nowhere_on_disk(wire: Wire, account: Opened, tmp_path: Path) -> None:
    """It travels in the header alone; the kept replies and the ledger do not hold it."""
    wire.otherwise = lambda call: GOOD
    ask(account(), _requests())
    assert wire.calls[0].headers["authorization"] == f"Bearer {KEY}"
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept and all(KEY.encode() not in path.read_bytes() for path in kept)


def test_a_providers_message_is_told_without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers repeat keys in their errors; we do not."""
    monkeypatch.setenv("SOME_API_KEY", "abcdef-secret")
    assert plain("Incorrect key abcdef-secret,\nor sk-proj-1234567890abc") == "Incorrect key ***, or ***"


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("", "need a model: --model PROVIDER:NAME"),
        ("gpt", "has no provider"),
        ("nobody:model", "No provider of models is called 'nobody'"),
        ("mistral:mistral-small-2603", "set MISTRAL_API_KEY"),
        ("openai:gpt-5.5", "set OPENAI_API_KEY"),
    ],
)
def test_a_model_that_cannot_be_used_is_one_sentence(
    model: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name, no provider, no key: the sentence says what to type or set."""
    for name in ("MISTRAL_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "MISTRAL_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(OperatorError, match=said):
        ask(Account.open(LlmSettings(model=model), tmp_path), _requests())


def test_a_damaged_file_of_replies_is_one_sentence(wire: Wire, account: Opened, tmp_path: Path) -> None:
    """It says which file to delete."""
    (tmp_path / "llm").mkdir()
    (tmp_path / "llm" / "llm.sqlite3").write_bytes(b"not a database" * 100)
    with pytest.raises(OperatorError, match=r"llm\.sqlite3.*Delete that file"):
        ask(account(), _requests())
