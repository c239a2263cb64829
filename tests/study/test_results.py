"""Tables, tests and claims of a finished study, through `consilience.api.study_report`."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.study import finished

from consilience.api import study_report
from consilience.study.errors import StudyError
from consilience.study.results.figure import box
from consilience.study.results.published import published
from consilience.study.results.shares import share_interval
from consilience.study.results.table import runs
from consilience.study.results.tests import holm

Told = Mapping[str, Any]


def table(told: Told, id: str) -> dict[str, Any]:
    """A table of a report by its id."""
    found: dict[str, Any] = next(one for one in told["tables"] if one["id"] == id)
    return found


def rows(told: Told, id: str) -> list[dict[str, Any]]:
    """Its rows, each cell under the name of its column."""
    found = table(told, id)
    return [dict(zip([column["name"] for column in found["columns"]], row, strict=True)) for row in found["rows"]]


def claim(told: Told, id: str) -> dict[str, Any]:
    """A claim of a report by its id."""
    found: dict[str, Any] = next(one for one in told["claims"] if one["id"] == id)
    return found


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of the study made by hand."""
    return study_report(finished.write(tmp_path_factory.mktemp("study")))


def test_the_tables_stand_in_the_order_of_the_paper(told: Told) -> None:
    """I to VIII in their order, the figure before VII as there, and behind them what the paper does not have."""
    ids = [one["id"] for one in told["tables"]]
    assert ids[:9] == ["I", "II", "III", "IV", "V", "VI", "figure 3", "VII", "VIII"]
    assert set(ids[9:]) == {"verdicts", "tests", "tests by type"}


def test_table_1_counts_documents_and_false_statements(told: Told) -> None:
    """By kind of document; a false statement is one that stands in a document, once for each document."""
    last = rows(told, "I")[3]
    assert (last["documents"], last["of which"]) == (4, "1 clean, 1 conflicting, 1 degraded, 1 both")
    assert [row["false statements"] for row in rows(told, "I")] == [0, 2, 0, 2]


def test_table_2_has_the_paper_beside_the_run(told: Told) -> None:
    """What the text of the paper prints stands beside the run's score; where it prints none the cell is empty."""
    second, third = rows(told, "II")[1:3]
    assert (second["IaDNI"], second["IaDNI paper"], second["CC paper"]) == (0.88, "0.81", "")
    assert (third["CC"], third["CC paper"]) == (0.625, "0.615")


def test_the_published_figures_agree_with_each_other() -> None:
    """CC of corpus C is the mean of its IaDNI and of full agreement, and SSmu of B is the top of its range."""
    assert published("ingestion", "C", "CC") == pytest.approx(0.5 * published("ingestion", "C", "IaDNI") + 0.5)
    assert published("scores", "SSmu", "B") == max(published("scores", "SSmu", "range"))
    assert min(published("scores", "ACS"), key=published("scores", "ACS").__getitem__) == "B"


def test_table_3_counts_by_domain_and_names_what_is_missing(told: Told) -> None:
    """Recovered as the value of a record or in its words; a fact that is missing is named in the notes."""
    physics, history, whole = rows(told, "III")
    assert (physics["facts"], physics["recovered"], history["recovered"], history["paper"]) == (8, 8, 2, "4 missing")
    assert (whole["recovered"], whole["as the value"], whole["in other words"]) == (10, 9, 1)
    missing = [row["fact"] for row in rows(told, "IV") if row["recovered"] == "no"]
    assert len(missing) == 2 and all(fact in " ".join(table(told, "III")["notes"]) for fact in missing)


def test_table_6_shows_what_has_no_counterpart(told: Told) -> None:
    """A matched pair has both values; where a record is absent the cell says so, and the outcome says why."""
    met, absent = rows(told, "VI")
    assert (met["clean value"], met["injected value"], met["outcome"]) == ("299,792 km/s", "250,000 km/s", "flagged")
    assert (absent["injected value"], absent["outcome"]) == ("no record", "no record of the injected statement")
    assert [row["matched"] for row in rows(told, "V")] == [1, 0, 1]


def test_table_7_is_mean_and_sample_deviation(told: Told) -> None:
    """Over the questions of the corpus, with n - 1 below the line."""
    for row in rows(told, "VII"):
        if row["score"] == "ACS":
            values = finished.ACS[row["corpus"]]
            assert row["mean"] == pytest.approx(statistics.mean(values))
            assert row["sd"] == pytest.approx(statistics.stdev(values))
            assert row["95%"][0] <= row["mean"] <= row["95%"][1]


def test_differences_are_explained_by_what_the_run_was_made_with(tmp_path: Path, told: Told) -> None:
    """Another encoder and another judge are reasons for other levels; with the paper's own they are not given."""
    same = study_report(finished.write(tmp_path, operator="pinecone:multilingual-e5-large"))
    assert any("scale of the encoder" in note for note in table(told, "VII")["notes"])
    assert not any("encoder" in note or "J here" in note for note in table(same, "VII")["notes"])
    assert len(table(same, "II")["notes"]) < len(table(told, "II")["notes"])


def test_an_answer_without_a_score_is_in_no_mean(tmp_path: Path) -> None:
    """n tells how many were measured, and the notes name the rest."""
    told = study_report(finished.write(tmp_path, acs=finished.ACS | {"B": (None, 0.3, 1.0, 0.95, 0.9)}))
    second = next(row for row in rows(told, "VII") if (row["score"], row["corpus"]) == ("ACS", "B"))
    assert (second["n"], second["mean"]) == (4, pytest.approx(statistics.mean((0.3, 1.0, 0.95, 0.9))))
    assert any("B-Q01" in note for note in table(told, "VII")["notes"])


def test_table_8_names_the_competing_statement_and_its_document(told: Told) -> None:
    """A right answer with the value, the document and the words that its evidence holds against it."""
    first = rows(told, "VIII")[0]
    assert (first["verdict"], first["ACS"]) == ("match", 0.25)
    assert (first["competing value"], first["document"]) == ("250,000 km/s", "physics.conflict.md")
    assert first["its words"] == "The speed of light in vacuum is 250,000 km/s."
    assert claim(told, "names-the-competing")["outcome"] == "holds"


def test_answers_with_both_sides_are_told_apart_from_matches(tmp_path: Path) -> None:
    """They still give the reference and are in Table VIII, as partial; a claim about plain matches is not tested."""
    told = study_report(finished.write(tmp_path, both_sides=True))
    assert {row["verdict"] for row in rows(told, "VIII")} == {"partial"}
    assert claim(told, "not-correctness")["outcome"] == "not measured"


def test_a_verdict_of_a_person_goes_before_the_automatic_one(tmp_path: Path) -> None:
    """And every table with verdicts says how many are whose."""
    told = study_report(finished.write(tmp_path, reviews={"B-Q01": {"reviewer_1": "differs"}}))
    assert rows(told, "VIII")[0]["verdict"] == "differs"
    assert table(told, "verdicts")["basis"] == "verdicts of people on 1; automatic pre-verdicts on 19"
    assert table(told, "VIII")["basis"] == "verdicts of people on 1; automatic pre-verdicts on 1"


def test_two_people_who_do_not_agree_leave_an_answer_open(tmp_path: Path) -> None:
    """Neither verdict counts, and how far they agree has a table of its own."""
    judged = {"reviewer_1": "match", "reviewer_2": "differs"}
    told = study_report(finished.write(tmp_path, reviews={"B-Q11": judged, "B-Q13": judged | {"reviewer_2": "match"}}))
    control = next(row for row in rows(told, "verdicts") if (row["corpus"], row["questions"]) == ("B", "control"))
    assert (control["match"], control["differs"], control["disputed"]) == (1, 0, 1)
    assert rows(told, "agreement")[0] | {"alpha": 0, "95%": 0} == {
        "first": "reviewer 1", "second": "reviewer 2", "n": 2, "share": 0.5, "alpha": 0, "95%": 0,
    }  # fmt: skip


def test_every_table_and_claim_says_what_it_rests_on(told: Told) -> None:
    """Scores, records matched automatically, or verdicts and whose."""
    assert all(one["basis"] for one in [*told["tables"], *told["claims"]])
    assert told["verdicts"] == "automatic pre-verdicts; no person has judged"


def test_claims_follow_the_numbers(told: Told) -> None:
    """The study made by hand has the pattern of the paper, but for a few claims that its figures deny."""
    failed = {one["id"] for one in told["claims"] if one["outcome"] == "does not hold"}
    assert failed == {"recovery", "correspondence", "c-synthesis", "median", "narrow-means"}
    assert claim(told, "b-lowest")["outcome"] == "holds" and claim(told, "most-flags-in-d")["outcome"] == "holds"
    assert claim(told, "single-passage")["numbers"] == "4 of 4 with one passage"


def test_a_claim_that_fails_says_why(tmp_path: Path) -> None:
    """With another lowest corpus the claim does not hold, its numbers are told and the reason beside them."""
    told = study_report(finished.write(tmp_path, acs=finished.ACS | {"D": (0.1, 0.1, 0.1, 0.1, 0.1)}))
    found = claim(told, "b-lowest")
    assert (found["outcome"], "D 0.1000" in found["numbers"], bool(found["why"])) == ("does not hold", True, True)


def test_without_scores_the_claims_on_answers_are_not_measured(tmp_path: Path) -> None:
    """A study whose answers were not judged says so instead of failing."""
    told = study_report(finished.write(tmp_path, acs=dict.fromkeys("ABCD", (None,) * 5)))
    assert claim(told, "answers")["outcome"] == "not measured"
    assert [row["mean"] for row in rows(told, "VII") if row["score"] == "ACS"] == [None] * 4


def test_without_level_1_scores_the_claims_on_them_are_not_measured(tmp_path: Path) -> None:
    """What was not measured neither holds nor fails, and the table has an empty figure."""
    told = study_report(finished.write(tmp_path, unmeasured="CD"))
    names = ("c-low-without-flags", "no-conflict-is-not-usable", "d-between", "cc-order", "cc-is-not-acs")
    assert {claim(told, name)["outcome"] for name in names} == {"not measured"}
    assert claim(told, "similar-integrity")["outcome"] == "holds"
    assert [row["CC"] for row in rows(told, "II")][2:] == [None, None]


def test_targeted_and_control_questions_of_one_document_are_paired(told: Told) -> None:
    """Q01 with Q11 of physics, Q03 with Q13 of medicine."""
    within = next(row for row in rows(told, "tests by type") if row["corpora"] == "within B")
    assert (within["n"], within["difference"]) == (2, pytest.approx((0.25 - 1.0 + 0.3 - 0.95) / 2))


def test_holm_gives_the_textbook_figures() -> None:
    """Four p-values, adjusted by 4, 3, 2 and 1, never falling (Holm 1979); what was not measured does not count."""
    assert holm([0.01, 0.04, None, 0.03, 0.005]) == pytest.approx([0.03, 0.06, None, 0.06, 0.02])


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_that_of_the_literature(found: int, of: int, low: float, high: float) -> None:
    """The examples of Newcombe 1998, Statistics in Medicine 17, method 3."""
    assert share_interval(found, of) == pytest.approx((low, high), abs=6e-5)


@given(of=st.integers(1, 500), data=st.data())
def test_the_interval_holds_the_share(of: int, data: st.DataObject) -> None:
    """And lies in [0, 1]."""
    found = data.draw(st.integers(0, of))
    low, high = share_interval(found, of) or (1.0, 0.0)
    assert 0 <= low <= found / of + 1e-9 and found / of - 1e-9 <= high <= 1


@given(st.lists(st.floats(0, 1), max_size=30))
def test_a_box_lies_inside_its_values(values: list[float]) -> None:
    """Quartiles in their order, between the lowest and the highest; nothing for no value."""
    told = box(values)
    if not values:
        assert (told["low"], told["median"], told["high"]) == (None, None, None)
    else:
        assert min(values) <= told["low"] <= told["median"] <= told["high"] <= max(values)


def test_names_in_a_row_are_told_as_a_range() -> None:
    """From three on; names without numbers stay as they are."""
    assert runs(["Q01", "Q02", "Q03", "Q07", "Q08"]) == ["Q01 to Q03", "Q07", "Q08"]
    assert runs(["alpha", "beta", "gamma"]) == ["alpha", "beta", "gamma"]


def test_the_same_study_gives_the_same_report(tmp_path: Path) -> None:
    """Resampling and permutations are seeded."""
    one, two = (study_report(finished.write(tmp_path / name)) for name in ("one", "two"))
    assert json.dumps(one) == json.dumps(two)


def test_what_is_no_study_is_refused(tmp_path: Path) -> None:
    """With the command that makes one."""
    with pytest.raises(StudyError, match="holds no finished study"):
        study_report(tmp_path)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("study.json", '{"schema": "consilience/audit/1"}', "is not a study that can be read"),
        ("study.json", '{"schema": "consilience/study/1"}', "'version' is missing"),
        ("recovery.jsonl", '{"fact": "x"}\n', "'domain' is missing"),
        ("B/answers.jsonl", "{", "is damaged"),
    ],
)
def test_a_damaged_record_is_one_sentence(tmp_path: Path, file: str, text: str, message: str) -> None:
    """It names the file and what is wrong with it."""
    folder = finished.write(tmp_path)
    (folder / file).write_text(text, encoding="utf-8")
    with pytest.raises(StudyError, match=message):
        study_report(folder)
