"""Levels 2 and 3 joined: the answer, its judge and the trace see what a user may read and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import consilience
from consilience.answer import flow
from consilience.answer.entries import acs
from consilience.answer.evaluation_records import response_dict
from consilience.answer.flow import Responder
from consilience.answer.generate import EmbeddedGenerator
from consilience.answer.generate_text import ABSTAINS
from consilience.answer.judge import EmbeddedJudge
from consilience.answer.team import Team
from consilience.model import Answer, AnswerAudit, OperatorSpec, Passage
from consilience.operators import OperatorError
from consilience.settings import Settings
from consilience.stores import AUDITOR, Access, Reader, open_store

BAGS = "# Baggage\n\nYour cabin bag may weigh 10 kg at most. Umbrellas are free.\n"
MANUAL = "# Passenger service manual\n\nA cabin bag may weigh up to 8 kg, wheels and all.\n"
SECRET = "# Crew rules\n\nA cabin bag may weigh up to 14 kg for Zanzibar crew.\n"
PARKING = "# Parking\n\nThe car park closes at 22:00. Bicycles stand behind the hall.\n"
QUESTION = "How heavy may my cabin bag be?"
STAFF, CREW = Access(("staff",)), Access(("staff", "crew"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a knowledge base `kb` and an audit `run` of the same documents."""
    folder = tmp_path_factory.mktemp("flow")
    for name, roles, text in (
        ("bags.md", "staff", BAGS), ("manual.md", "staff", MANUAL), ("crew.md", "crew", SECRET),
        ("parking.md", "staff", PARKING),
    ):  # fmt: skip
        (folder / "docs").mkdir(exist_ok=True)
        (folder / "docs" / name).write_text(f"---\nroles: [{roles}]\n---\n{text}", "utf-8")
    consilience.index(folder / "docs", str(folder / "kb"))
    consilience.audit(folder / "docs", out=folder / "run")
    return folder


@pytest.fixture
def reader(folder: Path) -> Iterator[Reader]:
    with open_store(str(folder / "kb")).read() as reader:
        yield reader


def told(folder: Path, question: str = QUESTION, **how: Any) -> dict[str, Any]:
    return response_dict(consilience.ask(question, str(folder / "kb"), roles=["staff"], **how))


def test_an_answer_is_scored_and_cited(folder: Path) -> None:
    """Citations stand in the documents where they say; ACS is the product of its parts."""
    line = told(folder, "When does the car park close?")
    document = (folder / "docs" / "parking.md").read_text("utf-8")
    (cited,) = line["citations"]
    assert line["status"] == "scored" and "22:00" in line["answer"]
    assert document[cited["start"] : cited["end"]] == cited["quote"] == "The car park closes at 22:00."
    product = line["parts"]["alignment"] * line["parts"]["support"] * line["parts"]["contradiction"]
    assert line["ACS"] == pytest.approx(product, abs=1e-5) and line["ACS"] > 0.7


def test_disagreeing_evidence_is_traced_to_the_corpus(folder: Path) -> None:
    """The conflict of the evidence has the id of the audit's conflict between the same statements; without an audit
    it has none."""
    line = told(folder, audit=folder / "run")
    (conflict,) = line["evidence_conflicts"]
    assert {one["doc"] for one in conflict["values"]} == {"bags.md", "manual.md"}
    audit = json.loads((folder / "run" / "audit.json").read_text("utf-8"))
    named = next(one for one in audit["conflicts"] if one["id"] == conflict["conflict_id"])
    assert {said["doc"] for side in named["values"] for said in side["assertions"]} >= {"bags.md", "manual.md"}
    assert told(folder)["evidence_conflicts"][0]["conflict_id"] is None
    assert line["ACS"] <= 0.5


def test_nothing_of_a_forbidden_document_shows(folder: Path) -> None:
    """Not in answer, citations, claims, conflicts or justification, even where the audit knows a conflict with it."""
    line = json.dumps(told(folder, audit=folder / "run"))
    assert "crew" not in line and "14 kg" not in line and "Zanzibar" not in line


def test_a_side_withdrawn_ends_the_conflict(reader: Reader) -> None:
    """What if: the question is answered and judged again without the statements of one side, for each side."""
    responder = Responder(reader, Settings())
    response = responder.respond(QUESTION, STAFF)
    assert response.audit is not None and response.audit.conflicts
    now = acs(response.audit)
    after = responder.withdrawn(response)
    assert len(after) == 2 and {one.conflict for one in after} == {0}
    assert all(isinstance(one.ACS, float) and isinstance(now, float) and now < one.ACS for one in after)


def test_roles_decide_what_is_answered_from(reader: Reader) -> None:
    """One who may read nothing gets no evidence, no score, and the fixed sentence."""
    responder = Responder(reader, Settings())
    nobody = response_dict(responder.respond(QUESTION, Access(())))
    assert (nobody["status"], nobody["k"], nobody["ACS"], nobody["answer"]) == ("no_evidence", 0, None, ABSTAINS)
    assert nobody["not_measured"]["ACS"]
    crew = response_dict(responder.respond("How heavy may a bag of the Zanzibar crew be?", CREW))
    assert "14 kg" in crew["answer"]


def test_an_abstention_has_a_state_and_no_score(folder: Path) -> None:
    """Nothing answers: the answer says so, and that is no 0 and no 1."""
    line = told(folder, "Who invented the telescope?")
    assert (line["status"], line["ACS"], line["answer"]) == ("abstained", None, ABSTAINS)


def test_without_a_generator_there_is_level_2_only(folder: Path) -> None:
    """The generator 'none' leaves every key of level 3 empty, with the reason."""
    line = told(folder, settings=Settings.model_validate({"operators": {"generator": "none"}}))
    assert line["k"] == 3 and line["status"] is None and line["answer"] is None and line["claims"] is None
    assert "none" in line["not_measured"]["ACS"]


class Broken:
    """A judge whose server does not answer."""

    spec = OperatorSpec("J", "broken", "1")

    def judge(self, question: str, answer: str, evidence: Sequence[Passage]) -> AnswerAudit:
        raise OperatorError("The server does not answer.")


class Mute:
    """A generator whose model is not there."""

    spec = OperatorSpec("G", "mute", "1")

    def answer(self, question: str, evidence: Sequence[Passage]) -> Answer:
        raise OperatorError("The model is not there.")


def test_a_judge_that_fails_is_a_state(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer stays, the score is missing, and the reason is told."""
    monkeypatch.setattr(flow, "assemble", lambda settings, account: Team(EmbeddedGenerator(), Broken()))
    line = response_dict(Responder(reader, Settings()).respond(QUESTION, STAFF))
    assert (line["status"], line["ACS"]) == ("judge_failed", None) and line["answer"]
    assert "does not answer" in line["justification"]


def test_a_generator_that_fails_is_a_state(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no answer to judge; the evidence is there all the same."""
    monkeypatch.setattr(flow, "assemble", lambda settings, account: Team(Mute(), EmbeddedJudge()))
    line = response_dict(Responder(reader, Settings()).respond(QUESTION, AUDITOR))
    assert (line["status"], line["answer"], line["k"]) == ("judge_failed", None, 4)
    assert "The model is not there." in line["justification"]


def test_operators_are_named_in_the_result(reader: Reader) -> None:
    """Encoder, reranker, generator and judge, each with name and version."""
    specs = Responder(reader, Settings()).specs
    assert set(specs) == {"encoder", "reranker", "generator", "judge"}
    assert specs["generator"] == EmbeddedGenerator().spec


def test_an_operator_that_is_not_there_is_one_sentence(reader: Reader) -> None:
    """Before the first question."""
    for role in ("generator", "judge"):
        with pytest.raises(OperatorError, match=f"No {role} operator is called 'nobody'"):
            Responder(reader, Settings.model_validate({"operators": {role: "nobody"}}))
