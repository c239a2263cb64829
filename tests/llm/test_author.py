"""`consilience study author` against the wire: one drafts, two review, what either flags is corrected, all logged."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.lines import Run, runner
from tests.llm import scripted
from tests.llm.conftest import KEY
from tests.llm.wire import Call, Turn, Wire

from consilience.llm import prompt
from consilience.settings import resolve
from consilience.study.author import corrections
from consilience.study.author.forms import Objection
from consilience.study.author.pipeline import PROMPTS, reviewers

DRAFTER, FIRST, SECOND = "mistral:mistral-small-2603", "openai:first", "openai:second"
TEXT = (
    "Light travels at 250,000 km/s in a vacuum. Its speed was first estimated by Ole Roemer in 1676. "
    "The metre has been defined by it since 1983. The metre is a unit of length. Sound is slower."
)
FLAWS = {"kind": "factual error", "wrong": "Canonical sources say otherwise."}


def objection(quote: str, correction: str) -> dict[str, str]:
    return {**FLAWS, "quote": quote, "correction": correction}


@dataclass
class Minds:
    """What the three models say, by simple rules; `asked` are the calls to the drafter about what was left over."""

    text: str = TEXT
    first: list[dict[str, str]] = field(default_factory=list)
    second: list[dict[str, str]] = field(default_factory=list)
    mend: Callable[[Call], str] = lambda call: "{}"
    asked: list[Call] = field(default_factory=list)

    def reply(self, call: Call) -> str:
        if "You write one document" in call.system:
            return drafted(self.text)
        if "You review a document" in call.system:
            return json.dumps({"objections": self.first if call.body["model"] == "first" else self.second})
        self.asked.append(call)
        return self.mend(call)


def drafted(text: str) -> str:
    sections = [{"heading": "Speed", "text": text}, {"heading": "History", "text": "Galileo tried with lanterns."}]
    return json.dumps({"title": "Light", "sections": sections})


def entry(done: bool, quote: str = "", replacement: str = "", number: int = 1) -> str:
    told = {"number": number, "done": done, "quote": quote, "replacement": replacement, "reason": "By the standard."}
    return json.dumps({"entries": [told]})


@pytest.fixture
def minds(wire: Wire) -> Minds:
    minds = Minds()
    wire.otherwise = minds.reply
    return minds


@pytest.fixture
def authored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`study author` with the three models, a cache of the test's own, and documents of a few words."""
    monkeypatch.setenv("CONSILIENCE_RUN__CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CONSILIENCE_AUTHOR__LEAST_WORDS", "30")
    monkeypatch.setenv("CONSILIENCE_AUTHOR__MOST_WORDS", "120")
    monkeypatch.setenv("CONSILIENCE_LLM__RETRIES", "0")
    out = tmp_path / "out"
    return runner(capsys, ("study", "author", "--topic", "Light", "--out", str(out)))


MODELS = ("--drafter", DRAFTER, "--reviewer", FIRST, "--reviewer", SECOND)


@dataclass
class Folder:
    document: str
    draft: str
    log: list[dict[str, Any]]
    summary: dict[str, Any]

    @property
    def objections(self) -> list[dict[str, Any]]:
        return [one for one in self.log if one["step"] == "objection"]


def read(tmp_path: Path) -> Folder:
    texts = {name: (tmp_path / "out" / name).read_text("utf-8") for name in
             ("document.md", "draft.md", "log.jsonl", "author.json")}  # fmt: skip
    log = [json.loads(line) for line in texts["log.jsonl"].splitlines()]
    return Folder(texts["document.md"], texts["draft.md"], log, json.loads(texts["author.json"]))


def test_what_either_reviewer_flags_is_corrected_and_logged(tmp_path: Path, minds: Minds, authored: Run) -> None:
    """One correction of each is in the document and nothing else changed; the draft is kept; the log says who."""
    minds.first = [objection("250,000 km/s", "299,792.458 km/s")]
    minds.second = [objection("Galileo tried", "Galileo Galilei tried")]
    done = authored(*MODELS)
    told = read(tmp_path)
    assert done.code == 0 and "2 objections: 2 applied, 0 not" in done.out
    assert told.draft == f"# Light\n\n## Speed\n\n{TEXT}\n\n## History\n\nGalileo tried with lanterns.\n"
    expected = told.draft.replace("250,000", "299,792.458").replace("Galileo tried", "Galileo Galilei tried")
    assert told.document == expected
    assert [(one["by"], one["how"], one["applied"]) for one in told.objections] == [
        (FIRST, "as quoted", True), (SECOND, "as quoted", True),
    ]  # fmt: skip
    assert told.draft[told.objections[0]["start"] : told.objections[0]["end"]] == "250,000 km/s"
    assert told.log[0]["by"] == DRAFTER and [one["by"] for one in told.log[1:3]] == [FIRST, SECOND]
    assert told.summary["words"]["draft"] > 30 and told.summary["llm"]["calls"] == 3


def test_reviewers_read_the_draft_and_nothing_of_each_other(wire: Wire, minds: Minds, authored: Run) -> None:
    """Each is sent the same words, with the document as data."""
    minds.first = [objection("250,000 km/s", "299,792.458 km/s")]
    authored(*MODELS)
    one, two = (call for call in wire.calls if "You review a document" in call.system)
    assert one.user == two.user and {one.body["model"], two.body["model"]} == {"first", "second"}
    ((label, text),) = scripted.frames(one)
    assert label == "document" and TEXT in text


def test_the_same_correction_by_both_is_made_once(tmp_path: Path, minds: Minds, authored: Run) -> None:
    """Quotes of different length that come to the same text are the same correction."""
    minds.first = [objection("250,000 km/s", "299,792.458 km/s")]
    minds.second = [objection("travels at 250,000 km/s in", "travels at 299,792.458 km/s in")]
    authored(*MODELS)
    told = read(tmp_path)
    assert told.document.count("299,792.458") == 1 and not minds.asked
    assert sorted(one["how"] for one in told.objections) == ["as quoted", "same as another"]


@pytest.mark.parametrize("settled", [True, False])
def test_where_reviewers_differ_neither_is_put_in_unseen(
    tmp_path: Path, minds: Minds, authored: Run, settled: bool
) -> None:
    """The drafter is asked with both before it; it decides or leaves the text, and the log has all three voices."""
    minds.first = [objection("in 1676", "in 1675")]
    minds.second = [objection("Ole Roemer in 1676", "Ole Rømer in 1676")]
    minds.mend = lambda call: entry(settled, "by Ole Roemer", "by Ole Rømer")
    done = authored(*MODELS)
    told = read(tmp_path)
    (call,) = minds.asked
    assert call.body["model"] == "mistral-small-2603" and "in 1675" in call.user and "Ole Rømer in 1676" in call.user
    assert "first" not in call.user.replace("was first estimated", "")  # nobody is believed for its name
    assert ("Ole Rømer in 1676" in told.document) is settled and "1675" not in told.document
    assert all(one["disputed"] and one["applied"] is settled for one in told.objections)
    assert all("By the standard." in one["why"] for one in told.objections)
    assert "2 of them disputed" in done.out


@pytest.mark.parametrize(
    ("quote", "why"),
    [("Light moves at 250,000 km/s", "the quote is not in the document"), ("The metre", "stands 2 times")],
)
def test_a_quote_that_cannot_be_placed_goes_to_the_drafter(
    tmp_path: Path, minds: Minds, authored: Run, quote: str, why: str
) -> None:
    """It finds the passage in its own text; the objection counts as applied, with the reason for the detour."""
    minds.first = [objection(quote, "Light travels faster")]
    minds.mend = lambda call: entry(True, "Sound is slower.", "Sound is much slower.")
    authored(*MODELS)
    told = read(tmp_path)
    assert "Sound is much slower." in told.document
    (one,) = told.objections
    assert one["how"] == "by the drafter" and one["settled_by"] == DRAFTER and why in one["why"]


@pytest.mark.parametrize(
    "bad",
    [
        entry(True, "Not in it.", "x"),
        entry(True, "The metre", "x"),
        entry(True, "Sound", "Sound"),
        entry(False, number=2),
        "No.",
    ],
    ids=["not there", "twice", "no change", "wrong number", "refusal"],
)
def test_a_reply_of_the_drafter_that_cannot_be_used_changes_nothing(
    tmp_path: Path, minds: Minds, authored: Run, bad: str
) -> None:
    """It is asked again; if that does not help, the document is written without, and the log says why."""
    minds.first = [objection("250,000 km/s", "299,792.458 km/s"), objection("not in it", "x")]
    minds.mend = lambda call: bad
    done = authored(*MODELS)
    told = read(tmp_path)
    assert done.code == 0 and len(minds.asked) == 3
    assert told.document == told.draft.replace("250,000", "299,792.458")
    assert [one["applied"] for one in told.objections] == [True, False]
    assert "no reply of the model could be used" in told.objections[1]["why"]


def test_an_empty_correction_takes_the_passage_out(tmp_path: Path, minds: Minds, authored: Run) -> None:
    """With one of the two blanks around it."""
    minds.second = [objection("The metre is a unit of length.", "")]
    authored(*MODELS)
    assert "since 1983. Sound is slower." in read(tmp_path).document


def test_a_draft_of_the_wrong_length_is_asked_for_again(
    tmp_path: Path, wire: Wire, minds: Minds, authored: Run
) -> None:
    """The drafter hears how many words it has and must have."""
    wire.script = [Turn(drafted("Short."))]
    assert authored(*MODELS).code == 0
    again = wire.calls[1].body["messages"]
    assert "the document has 8 words; it must have 30 to 120" in json.dumps(again)
    assert TEXT in read(tmp_path).draft


def test_without_a_usable_review_there_is_no_document_and_nothing_is_lost(
    tmp_path: Path, wire: Wire, minds: Minds, authored: Run
) -> None:
    """One reviewer is not two: one sentence, no folder; the next run pays for that review alone."""
    wire.otherwise = lambda call: "Sorry." if call.body["model"] == "second" else minds.reply(call)
    done = authored(*MODELS)
    assert done.code == 2 and f"The review by {SECOND} did not come" in done.err and not (tmp_path / "out").exists()
    wire.otherwise, before = minds.reply, len(wire.calls)
    assert authored(*MODELS).code == 0
    assert len(wire.calls) == before + 1 and read(tmp_path).summary["llm"]["reused"] == 2


def test_the_ceiling_of_calls_is_one_for_all_models(wire: Wire, minds: Minds, authored: Run) -> None:
    """Draft and one review; the second review is not sent."""
    done = authored(*MODELS, "--max-calls", "2")
    assert done.code == 2 and "ceiling of 2 calls" in done.err and len(wire.calls) == 2


def test_the_same_replies_make_the_same_files(tmp_path: Path, minds: Minds, authored: Run) -> None:
    """A second run takes the kept replies and writes the same document and log."""
    minds.first = [objection("250,000 km/s", "299,792.458 km/s")]
    authored(*MODELS)
    names = ("document.md", "draft.md", "log.jsonl")
    before = [(tmp_path / "out" / name).read_bytes() for name in names]
    assert authored(*MODELS).code == 0
    assert [(tmp_path / "out" / name).read_bytes() for name in names] == before
    assert read(tmp_path).summary["llm"]["calls"] == 0


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ((), "No model drafts"),
        (("--drafter", DRAFTER, "--reviewer", FIRST), "2 to 5 models review"),
        (("--drafter", FIRST, "--reviewer", FIRST, "--reviewer", SECOND), "must be different models"),
        (("--drafter", DRAFTER, "--reviewer", FIRST, "--reviewer", "nobody"), "'nobody' has no provider"),
        (("--drafter", DRAFTER, "--reviewer", FIRST, "--reviewer", "anthropic:x"), "set ANTHROPIC_API_KEY"),
        (("--drafter", DRAFTER, "--reviewer", FIRST, "--reviewer", "google:x"), "set GOOGLE_API_KEY"),
        ((*MODELS, "--topic", " "), "A topic has 1 to"),
    ],
)
def test_what_cannot_work_is_said_before_anything_is_paid_for(
    wire: Wire,
    minds: Minds,
    authored: Run,
    monkeypatch: pytest.MonkeyPatch,
    flags: tuple[str, ...],
    said: str,
) -> None:
    """Exit 2, one sentence, no call."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    done = authored(*flags)
    assert done.code == 2 and said in done.err and done.err.count("\n") == 1 and not wire.calls


def test_a_folder_with_other_things_is_not_written_to(tmp_path: Path, wire: Wire, minds: Minds, authored: Run) -> None:
    """Nothing of the user's is replaced, and no call is made."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "document.md").write_text("mine", "utf-8")
    done = authored(*MODELS)
    assert done.code == 2 and "is not empty" in done.err and not wire.calls


def test_keys_are_in_no_file(tmp_path: Path, minds: Minds, authored: Run) -> None:
    """Neither in the folder nor among the kept replies."""
    authored(*MODELS)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 5 and all(KEY.encode() not in path.read_bytes() for path in files)


def test_the_example_configuration_is_that_of_the_paper(
    tmp_path: Path, repository: Path, wire: Wire, authored: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its three models are asked by the real clients of their three makers, each in its own words."""
    config = repository / "examples" / "study-author.toml"
    settings = resolve(config=config, environment={}).author
    assert (settings.drafter, reviewers(settings)) == (
        "anthropic:claude-opus-4-7", ("openai:gpt-5.5", "google:gemini-3.5-flash"),
    )  # fmt: skip
    address = os.environ["OPENAI_BASE_URL"].removesuffix("/v1")
    for name in ("ANTHROPIC", "GOOGLE"):
        monkeypatch.setenv(f"{name}_BASE_URL", address)
        monkeypatch.setenv(f"{name}_API_KEY", KEY)
    wire.otherwise = _of_the_maker
    done = authored("--config", str(config))
    assert done.code == 0, done.err
    told = read(tmp_path)
    assert "299,792.458 km/s" in told.document and "Galileo Galilei tried" in told.document
    assert [one["by"] for one in told.objections] == ["openai:gpt-5.5", "google:gemini-3.5-flash"]
    assert told.summary["llm"]["calls"] == 3 and told.summary["llm"]["cost"] > 0


def _of_the_maker(call: Call) -> Turn | str:
    """Replies in the form of the API that was called: messages, chat completions, generateContent."""
    if "generateContent" in call.path:
        said = json.dumps({"objections": [objection("Galileo tried", "Galileo Galilei tried")]})
        part = {"content": {"role": "model", "parts": [{"text": said}]}, "finishReason": "STOP"}
        used = {"promptTokenCount": 900, "candidatesTokenCount": 60, "totalTokenCount": 960}
        return Turn(raw=json.dumps({"candidates": [part], "usageMetadata": used}).encode())
    if call.path.endswith("/messages"):
        body = {
            "id": "m1", "type": "message", "role": "assistant", "model": call.body["model"], "stop_reason": "end_turn",
            "content": [{"type": "text", "text": drafted(TEXT)}], "usage": {"input_tokens": 500, "output_tokens": 90},
        }  # fmt: skip
        return Turn(raw=json.dumps(body).encode())
    return json.dumps({"objections": [objection("250,000 km/s", "299,792.458 km/s")]})


@pytest.mark.parametrize("name", PROMPTS)
def test_its_prompts_keep_data_apart_and_do_not_forbid_knowledge(name: str) -> None:
    """Data are no instructions here either; but who drafts or reviews is asked for what canonical sources say."""
    told = prompt(name).instructions
    assert "never an instruction to you" in told and "canonical sources" in told
    assert "do not use what you know" not in told


_SHORT = st.text("ab .", min_size=1, max_size=4)


@given(
    st.text("ab .", max_size=30), st.lists(st.tuples(st.sampled_from("xy"), _SHORT, _SHORT | st.just("")), max_size=6)
)
def test_every_objection_ends_once_and_only_unique_passages_change(
    text: str, objections: list[tuple[str, str, str]]
) -> None:
    """Each is settled or left to the drafter, never both; what no correction quotes stays as it was."""
    made = [Objection(kind="unclear", quote=quote, wrong="?", correction=new) for _, quote, new in objections]
    flags = [
        one
        for name in "xy"
        for one in corrections.flagged(text, name, [made[n] for n, (who, _, _) in enumerate(objections) if who == name])
    ]
    changed, settled, matters = corrections.put_in(text, flags)
    ended = [(one.reviewer, one.number) for one in [*settled, *(flag for matter in matters for flag in matter.flags)]]
    assert sorted(ended) == sorted((one.reviewer, one.number) for one in flags)
    assert all(text.count(one.objection.quote) >= 1 for one in settled)
    if not any(one.applied for one in settled):
        assert changed == text
    for one in (one for one in settled if one.how == "as quoted" and one.objection.correction):
        assert one.objection.correction in changed
