"""Questions of two runs: which level moved first, what the statistics cover, and what is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.compare.runs import TEXT, conflict, line, passage, write

from consilience.compare.flow import compare
from consilience.compare.passages import compare as evidence
from consilience.compare.runs import Passage
from consilience.report.writer import RunError

OTHER = "The archive is kept for ten years."


def compared(tmp_path: Path, a: list[dict[str, Any]], b: list[dict[str, Any]]) -> dict[str, Any]:
    return compare(write(tmp_path / "a", a), write(tmp_path / "b", b))


def only(done: dict[str, Any]) -> dict[str, Any]:
    (one,) = done["moved"]
    return dict(one)


def test_the_same_run_twice(tmp_path: Path) -> None:
    """Nothing changed: no level moved, no question is listed, nothing is worse."""
    run = write(tmp_path / "run", [line("Q1"), line("Q2", "Who keeps them?")])
    done = compare(run, run)
    assert done["changed"] is False and done["moved"] == [] and done["regressions"] == []
    assert done["levels"] == {"corpus": None, "retrieval": False, "answer": False}


def test_an_identical_answer_on_other_evidence(tmp_path: Path) -> None:
    """Byte-identical answers, contexts that differ in order and in a text: level 2 moved, level 3's input changed."""
    a = line(retrieved=[passage(doc="context 1", chunk=None), passage(OTHER, doc="context 2", chunk=None)])
    b = line(
        retrieved=[
            passage(OTHER, doc="context 1", chunk=None),
            passage(TEXT, doc="context 2", chunk=None),
            passage("A third one.", doc="context 3", chunk=None),
        ]
    )
    done = compared(tmp_path, [a], [b])
    one = only(done)
    assert (one["first"], one["moved"]) == ("retrieval", ["retrieval"])
    assert one["answer"]["input_changed"] is True and one["answer"]["text_changed"] is False
    assert one["retrieval"]["reordered"] is True and len(one["retrieval"]["new"]) == 1 and not one["retrieval"]["gone"]
    told = "Level 2 moved: 1 passage new, another order. Level 3's input changed; the answer is the same."
    assert one["told"] == told
    assert done["levels"] == {"corpus": None, "retrieval": True, "answer": False}


def test_the_agreement_with_the_reference_is_compared(tmp_path: Path) -> None:
    """It is tested like a score of level 3; runs of before it was measured have none, and say so."""
    a = [line(str(number), f"Question {number}?", agreement=0.4) for number in range(6)]
    b = [{**one, "agreement": 0.9} for one in a]
    told = compared(tmp_path, a, b)["answer"]["agreement"]
    assert (told["n"], told["mean_a"], told["mean_b"]) == (6, 0.4, 0.9)
    assert compared(tmp_path / "before", [line()], [line()])["answer"]["agreement"]["n"] == 0


def test_another_answer_on_the_same_evidence(tmp_path: Path) -> None:
    """The generator is what moved."""
    b = line(answer="They are kept for a month.", ACS=0.5)
    one = only(compared(tmp_path, [line()], [b]))
    assert (one["first"], one["moved"]) == ("answer", ["answer"])
    assert "another one on the same evidence" in one["told"] and "ACS 0.90 to 0.50" in one["told"]


def test_another_judgement_of_the_same_answer(tmp_path: Path) -> None:
    """Same evidence, same answer, other verdict: the judge is what moved."""
    claims = [{"text": "They are kept for 30 days.", "verdict": "contradicted", "evidence": []}]
    found = [conflict(("30 days", "it/policy.md", TEXT), ("90 days", "memo.md", "They are kept for 90 days."))]
    b = line(ACS=0.1, claims=claims, evidence_conflicts=found)
    one = only(compared(tmp_path, [line()], [b]))
    assert one["first"] == "answer" and one["answer"]["text_changed"] is False
    assert one["answer"]["verdicts"][0] == {
        "text": "They are kept for 30 days.", "a": "supported", "b": "contradicted",
    }  # fmt: skip
    assert one["answer"]["evidence_conflicts"]["new"][0]["values"] == ["30 days", "90 days"]
    assert "judged otherwise" in one["told"] and "1 new conflict" in one["told"]


def test_a_document_that_says_something_else(tmp_path: Path) -> None:
    """The same place of a document reads differently: level 1 moved first, and level 2 followed."""
    b = line(retrieved=[passage(TEXT.replace("30", "90"))], answer="They are kept for 90 days.")
    one = only(compared(tmp_path, [line()], [b]))
    assert one["moved"] == ["corpus", "retrieval", "answer"]
    assert one["documents"] == [{"doc": "it/policy.md", "is": "changed"}]
    assert one["told"].startswith("Level 1 moved: it/policy.md was changed. Level 2 followed: 1 passage new, 1 passage")


def test_a_document_that_is_cut_otherwise(tmp_path: Path) -> None:
    """Other chunks of the same text are level 2: where they overlap, they read the same."""
    b = line(retrieved=[passage(TEXT[20:], start=20, end=len(TEXT), chunk="it/policy.md#1")])
    one = only(compared(tmp_path, [line()], [b]))
    assert one["first"] == "retrieval" and one["documents"] == []


def test_a_passage_that_stands_further_down(tmp_path: Path) -> None:
    """A passage whose words did not change is the same one, wherever it stands and whatever its chunk is called."""
    b = line(retrieved=[passage(start=400, end=400 + len(TEXT), chunk="it/policy.md#7")])
    assert compared(tmp_path, [line()], [b])["changed"] is False


def test_another_encoder(tmp_path: Path) -> None:
    """The same passages with other similarities are level 2; the last digit is not."""
    done = compared(tmp_path, [line()], [line(SS1=0.6, retrieved=[passage(similarity=0.6)])])
    assert only(done)["told"].startswith("Level 2 moved: another similarity of 1 passage.")
    assert done["retrieval"]["SS1"]["difference"] == pytest.approx(-0.2)
    assert compared(tmp_path, [line()], [line(retrieved=[passage(similarity=0.800001)])])["moved"] == []


def test_another_user(tmp_path: Path) -> None:
    """A question that was asked for other roles is compared, and says so."""
    b = line(roles=["guest"], retrieved=[], k=0, SS1=None, status="no_evidence", ACS=None, answer=None)
    one = only(compared(tmp_path, [line(roles=["staff"])], [b]))
    assert one["other_user"] is True and "asked for another user" in one["told"]


def test_questions_are_paired_by_id_and_question(tmp_path: Path) -> None:
    """An id with another question is no pair, a question whose number moved on is one; what is left out says why."""
    a = [line("Q1", "One?"), line("Q2", "Two?"), line("Q3", "Three?"), line("Q9", "Gone?")]
    moved = line("Q4", "Three?", answer="Other.")
    b = [line("Q1", "New?"), line("Q2", " One? "), line("Q3", "Two?"), moved, line("Q9", "Else?")]
    done = compared(tmp_path, a, b)
    assert done["questions"]["both"] == 3
    left = {(one["run"], one["question"]): one["reason"] for one in done["questions"]["left_out"]}
    assert left == {
        ("a", "Gone?"): "its id has another question in the other run",
        ("b", "New?"): "its id has another question in the other run",
        ("b", "Else?"): "its id has another question in the other run",
    }
    assert (only(done)["id_a"], only(done)["id"]) == ("Q3", "Q4")
    assert done["changed"] is True


def test_questions_that_cannot_be_told_apart_are_left_out(tmp_path: Path) -> None:
    """The same question twice under one id: which belongs to which would be a guess."""
    done = compared(tmp_path, [line(), line(), line("Q2", "Two?")], [line(), line(), line("Q2", "Two?")])
    assert done["questions"]["both"] == 1
    assert {one["reason"] for one in done["questions"]["left_out"]} == {
        "asked more than once, so that it is not certain which belong together"
    }


def test_statistics_cover_what_both_measured(tmp_path: Path) -> None:
    """A question without ACS in one run is in no mean of it, and the reason is counted."""
    unscored = {"ACS": None, "parts": None, "status": "judge_failed", "not_measured": {"ACS": "the judge failed"}}
    a = [line(f"Q{n}", f"Question {n}?") for n in range(8)]
    b = [line(f"Q{n}", f"Question {n}?", **({"ACS": 0.5} if n else unscored)) for n in range(8)]
    acs = compared(tmp_path, a, b)["answer"]["ACS"]
    assert (acs["n"], acs["fell"], acs["rank_biserial"]) == (7, 7, -1.0)
    assert acs["left_out"] == [{"reason": "not measured in run B: the judge failed", "n": 1}]
    assert acs["permutation"] == pytest.approx(2 / 2**7)
    assert acs["difference"] == pytest.approx(-0.4)


def test_runs_without_answers_say_so(tmp_path: Path) -> None:
    """Retrieval alone is compared where one run has no answers."""
    bare = line(status=None, answer=None, ACS=None, parts=None, claims=None, evidence_conflicts=None)
    done = compared(tmp_path, [bare], [line()])
    assert done["answer"] is None and done["retrieval"] is not None
    assert done["not_compared"][-1]["level"] == "answer" and "holds no answers" in done["not_compared"][-1]["reason"]


def test_nothing_in_common_is_an_error(tmp_path: Path) -> None:
    """Other questions and no audit: one sentence that says what is missing."""
    with pytest.raises(RunError, match=r"nothing in common.*no question is in both runs"):
        compared(tmp_path, [line()], [line("X", "Something else?")])


texts = st.sampled_from(["one", "two", "three", "four", None])
starts = st.integers(0, 3)
passages = st.builds(Passage, st.sampled_from("ab"), starts, st.just(9), texts, st.just("c"), st.just(0.5), st.none())
lists = st.lists(passages)


@given(lists, lists)
def test_every_passage_is_counted_once(a: list[Passage], b: list[Passage]) -> None:
    """Each passage is in both runs or in one; exchanging the runs exchanges new and gone."""
    found, back = evidence(a, b, {}), evidence(b, a, {})
    assert sorted([*found.gone, *(i for i, _ in found.both)]) == list(range(len(a)))
    assert sorted([*found.new, *(j for _, j in found.both)]) == list(range(len(b)))
    assert (len(found.new), len(found.gone)) == (len(back.gone), len(back.new))
    assert found.edited == back.edited and found.moved == back.moved


@given(lists)
def test_evidence_against_itself_has_not_moved(a: list[Passage]) -> None:
    """Also where a passage is in it twice."""
    assert not evidence(a, a, {}).moved
