"""Evaluations: every query as its own user, means over what was measured, nothing of what a user may not read."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import pytest

import consilience
from consilience.answer import entries
from consilience.answer.agreement import Agreement, agreement
from consilience.answer.evaluate import Evaluation
from consilience.model import NotMeasured
from consilience.report.writer import RunError
from consilience.retrieval.errors import QuestionError
from consilience.settings import Settings
from consilience.stores import StoreError

DOCUMENTS = {
    "visitors.md": ("staff", "# Visitors\n\nA visitor may stay four hours. A badge is worn at all times.\n"),
    "salaries.md": ("hr", "# Salaries\n\nThe salary of a driver is EUR 3,400 a month. Zanzibar bonus: EUR 90.\n"),
    "parking.md": ("staff, hr", "# Parking\n\nThe car park closes at 22:00. Bicycles stand behind the hall.\n"),
}
QUERIES = [
    {"id": "V", "question": "How long may a visitor stay?", "type": "targeted", "reference": "four hours"},
    {"id": "S", "question": "What does a driver earn?", "type": "targeted", "roles": "hr"},
    {"id": "P", "question": "When does the car park close?", "type": "broad"},
    {"id": "N", "question": "What is the Zanzibar bonus?", "type": "broad", "roles": []},
]
# The keys of CONTRACT's answers.jsonl.
KEYS = {
    "id", "question", "status", "answer", "citations", "k", "SS1", "SSmu", "SSsigma", "ACS", "parts", "justification",
    "claims", "evidence_conflicts", "retrieved", "withheld",
}  # fmt: skip


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A knowledge base of three documents, each for other roles."""
    folder = tmp_path_factory.mktemp("evaluate")
    for name, (roles, text) in DOCUMENTS.items():
        (folder / "docs").mkdir(exist_ok=True)
        (folder / "docs" / name).write_text(f"---\nroles: [{roles}]\n---\n{text}", "utf-8")
    done = consilience.index(folder / "docs", str(folder / "kb"))
    assert done.added == ("parking.md", "salaries.md", "visitors.md")
    return str(folder / "kb")


@pytest.fixture(scope="module")
def evaluation(kb: str) -> Evaluation:
    return consilience.evaluate(QUERIES, kb, roles=["staff"])


def lines(evaluation: Evaluation) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in evaluation.lines()}


def test_a_query_with_roles_is_asked_for_another_user(evaluation: Evaluation) -> None:
    """The roles of a query take the place of those of the run; an empty list is a user who may read nothing here."""
    told = lines(evaluation)
    assert {name: line["roles"] for name, line in told.items()} == {
        "V": ["staff"],
        "S": ["hr"],
        "P": ["staff"],
        "N": [],
    }
    found = {name: {one["doc"] for one in line["retrieved"]} for name, line in told.items()}
    assert found["V"] == found["P"] == {"visitors.md", "parking.md"}
    assert found["S"] == {"salaries.md", "parking.md"}
    assert found["N"] == set()


def test_an_answer_has_every_key_of_the_contract(evaluation: Evaluation) -> None:
    """What was not measured is null with its reason, and a query without evidence says so in its status."""
    told = lines(evaluation)
    assert all(set(line) >= KEYS for line in told.values())
    visit, nothing = told["V"], told["N"]
    assert (visit["k"], visit["status"], visit["reference"]) == (2, "scored", "four hours")
    assert visit["SS1"] == visit["retrieved"][0]["similarity"] and visit["not_measured"] == {}
    assert "four hours" in visit["answer"] and visit["citations"][0]["doc"] == "visitors.md" and visit["ACS"] > 0.5
    assert [claim["verdict"] for claim in visit["claims"]] == ["supported"] and visit["evidence_conflicts"] == []
    assert (nothing["k"], nothing["status"], nothing["SS1"], nothing["ACS"]) == (0, "no_evidence", None, None)
    assert set(nothing["not_measured"]) == {"SS1", "SSmu", "SSsigma", "ACS", "agreement"}


def test_the_agreement_with_a_reference(evaluation: Evaluation) -> None:
    """An answer that gives the reference agrees with it; a query without one has no agreement, and the mean none."""
    told, done = lines(evaluation), evaluation.to_dict()
    assert told["V"]["agreement_parts"] == {"correct": 1.0, "complete": 1.0, "left_out": []}
    assert [told[name]["agreement"] for name in "VSPN"] == [1.0, None, None, None]
    assert told["S"]["not_measured"] == {"agreement": "there is no reference"}
    assert (done["all"]["agreement"]["mean"], done["all"]["agreement"]["n"]) == (1.0, 1)


def test_the_agreement_is_worked_out_once_a_query(kb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of a query and the means of all say the same figure, and reading both texts for it is paid once."""
    asked: list[str] = []

    def counting(question: str, answer: str, reference: str | None) -> Agreement | NotMeasured:
        asked.append(question)
        return agreement(question, answer, reference)

    monkeypatch.setattr(entries, "agreement", counting)
    done = consilience.evaluate(QUERIES, kb, out=tmp_path / "run", roles=["staff"])
    assert sorted(asked) == sorted(one["question"] for one in QUERIES)
    assert lines(done)["V"]["agreement"] == done.to_dict()["all"]["agreement"]["mean"] == 1.0
    assert len(asked) == len(QUERIES)


def test_means_cover_what_was_measured(evaluation: Evaluation) -> None:
    """A query without evidence lowers k and no score, and each mean says how many it covers."""
    told, done = lines(evaluation), evaluation.to_dict()
    scores = [told[name]["SS1"] for name in "VSP"]
    whole = done["all"]
    assert (whole["n"], whole["no_evidence"], whole["SS1"]["n"], whole["k"]["n"]) == (4, 1, 3, 4)
    assert whole["SS1"]["mean"] == pytest.approx(statistics.fmean(scores), abs=2e-6)
    assert whole["SS1"]["sd"] == pytest.approx(statistics.stdev(scores), abs=2e-6)
    assert whole["SS1"]["interval"][0] <= whole["SS1"]["mean"] <= whole["SS1"]["interval"][1]
    assert whole["k"]["mean"] == 1.5
    assert done["no_evidence"] == ["N"]
    assert [one["SS1"] for one in done["lowest"]] == sorted(scores)


def test_acs_covers_the_answers_that_have_one(evaluation: Evaluation) -> None:
    """Its mean is over scored answers only; every state is counted, in all and by type."""
    told, done = lines(evaluation), evaluation.to_dict()
    whole = done["all"]
    scored = [line["ACS"] for line in told.values() if line["ACS"] is not None]
    states = [line["status"] for line in told.values()]
    assert whole["ACS"]["n"] == whole["scored"] == len(scored) == states.count("scored")
    assert whole["ACS"]["mean"] == pytest.approx(statistics.fmean(scored), abs=2e-6)
    assert sum(whole[state] for state in ("scored", "abstained", "no_evidence", "judge_failed")) == whole["n"] == 4
    assert [one["ACS"] for one in done["lowest_ACS"]] == sorted(scored)
    assert sum(row["ACS"]["n"] for row in done["by_type"]) == len(scored)


def test_without_a_generator_only_retrieval_is_evaluated(kb: str) -> None:
    """The generator 'none': level 3 is null with its reason, and nothing is to be mended."""
    settings = Settings.model_validate({"operators": {"generator": "none"}})
    done = consilience.evaluate(QUERIES, kb, roles=["staff"], settings=settings)
    told = lines(done)
    assert told["V"]["status"] is None and told["N"]["status"] == "no_evidence"
    assert told["V"]["claims"] is None and told["V"]["evidence_conflicts"] is None and told["V"]["answer"] is None
    whole = done.to_dict()
    assert whole["all"]["ACS"]["n"] == 0 and whole["mend_first"] == [] and "judge" not in whole["operators"]


def test_types_stand_in_the_order_of_the_file(evaluation: Evaluation) -> None:
    """One row a type; a single measured query has a mean, but neither deviation nor interval."""
    targeted, broad = evaluation.to_dict()["by_type"]
    assert (targeted["type"], targeted["n"], broad["type"], broad["n"]) == ("targeted", 2, "broad", 2)
    assert (broad["SS1"]["n"], broad["SS1"]["sd"], broad["SS1"]["interval"]) == (1, None, None)
    assert broad["SS1"]["mean"] == lines(evaluation)["P"]["SS1"]


def test_a_search_finds_what_the_evaluation_found(evaluation: Evaluation, kb: str) -> None:
    """`search` and `evaluate` are the same level 2."""
    found = consilience.search("How long may a visitor stay?", kb, roles=["staff"])
    assert found == evaluation.asked[0].retrieval
    nothing = consilience.search("What is the Zanzibar bonus?", kb)
    assert nothing.k == 0 and isinstance(nothing.SS1, NotMeasured)


def test_nothing_forbidden_is_written(evaluation: Evaluation) -> None:
    """No text, id or name of a document that the user of a query may not read; not even how many there were."""
    for name in "VPN":
        written = json.dumps(lines(evaluation)[name]).replace("Zanzibar bonus?", "")
        assert "salar" not in written and "Zanzibar" not in written
        assert lines(evaluation)[name]["withheld"] is None


def test_an_auditor_sees_how_many_were_withheld(kb: str) -> None:
    """With `show_withheld` the count is filled, and only the count."""
    told = lines(consilience.evaluate(QUERIES, kb, roles=["staff"], show_withheld=True))
    assert {name: line["withheld"] for name, line in told.items()} == {"V": 1, "S": 1, "P": 1, "N": 3}
    assert "salaries" not in json.dumps(told["N"])


def test_the_same_queries_give_the_same_files(kb: str, tmp_path: Path) -> None:
    """Bytes, not only figures; from a file as from mappings."""
    file = tmp_path / "q.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in QUERIES), "utf-8")
    consilience.evaluate(QUERIES, kb, out=tmp_path / "a", roles=["staff"])
    consilience.evaluate(file, kb, out=tmp_path / "b", roles=["staff"])
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["answers.jsonl", "eval.json", "report.html"]
    for name in ("answers.jsonl", "eval.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_settings_decide_over_intervals(kb: str) -> None:
    """No resamples, no intervals; means and deviations stay."""
    done = consilience.evaluate(
        QUERIES, kb, roles=["hr"], settings=Settings.model_validate({"scores": {"bootstrap": 0}})
    )
    assert done.to_dict()["all"]["SS1"]["interval"] is None
    assert done.to_dict()["all"]["SS1"]["sd"] is not None


def test_a_wrong_role_is_refused_before_the_first_question(kb: str) -> None:
    """The sentence names the query whose role no document knows; nothing was asked."""
    asked: list[int] = []

    class Counting:
        def stage(self, name: str, total: int | None) -> None:
            assert total == 3

        def update(self, done: int) -> None:
            asked.append(done)

    queries = [*QUERIES[:2], {"id": "Q7", "question": "Who?", "roles": ["board"]}]
    with pytest.raises(QuestionError, match=r"Query 'Q7': .*'board'"):
        consilience.evaluate(queries, kb, roles=["staff"], progress=Counting())
    assert asked == []
    with pytest.raises(QuestionError, match=r"^No document .*'clown'"):
        consilience.evaluate(QUERIES, kb, roles=["clown"])


def test_what_cannot_be_done_is_refused_first(kb: str, tmp_path: Path) -> None:
    """A run folder that is a file, and a knowledge base that is not there."""
    (tmp_path / "run").write_text("mine", "utf-8")
    with pytest.raises(RunError, match="is a file"):
        consilience.evaluate(QUERIES, kb, out=tmp_path / "run")
    with pytest.raises(StoreError):
        consilience.evaluate(QUERIES, str(tmp_path / "none"), out=tmp_path / "out")
    assert not (tmp_path / "out").exists() and not (tmp_path / "none").exists()
