"""What a reader is told about a run of answers, before any renderer: marks, order, states, means."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.report.sample import HOSTILE
from tests.report.sample_answers import (
    FAQ,
    HANDBOOK,
    LEAVE_5,
    LEAVE_8,
    answers,
    bare_answers,
    contested,
    contradicted,
    evaluation,
    hostile_answers,
    many,
    passage,
    retrieval_only,
)

from consilience.report import answers as told
from consilience.report import answers_cards, answers_run
from consilience.report import answers_marks as marks
from consilience.report.answers_model import problem, summary_problem


def records(lines: list[dict[str, Any]], known: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """The records of the page, by the id of the answer."""
    full = answers_cards.records(answers_run.of(evaluation(), lines), known or {})["full"]
    return sorted(full, key=lambda one: str(one["id"]))


def test_samples_have_the_shape_of_the_contract() -> None:
    """The samples of these tests, and those with the keys of the contract alone, pass the check of a run from disk."""
    for lines in (answers(), bare_answers(), retrieval_only(), many(4), hostile_answers(HOSTILE)):
        assert [problem(one) for one in lines] == [None] * len(lines)
    assert summary_problem(evaluation(), "eval.json") is None


def test_claims_are_marked_where_they_stand() -> None:
    """Offsets count code points: an emoji before a claim does not move its mark. What is no claim is not marked."""
    pieces = records([contradicted()])[0]["answer"]
    assert pieces == [
        ["🖥️ Certainly! ", None], ["Every desk has a 27-inch screen.", 0], [" ", None], ["It is curved.", 1],
    ]  # fmt: skip


def test_a_claim_that_is_not_in_the_answer_is_listed() -> None:
    """A judge may put a claim in its own words: it has no place in the answer, and is not lost."""
    one = contradicted()
    one["claims"][1] |= {"text": "The screen is curved."}
    record = records([one])[0]
    assert [claim["placed"] for claim in record["claims"]] == [True, False]
    assert "".join(text for text, _ in record["answer"]) == one["answer"]


def test_wrong_offsets_do_not_mark_wrong_words() -> None:
    """Where the offsets of another program do not fit the text, the words themselves are looked for."""
    one = contradicted()
    for claim in one["claims"]:
        claim |= {"start": claim["start"] + 1, "end": claim["end"] + 1}
    assert records([one]) == records([contradicted()])


def test_a_supported_claim_with_a_statement_against_it_is_contested() -> None:
    """The verdict of the judge stays 'supported'; a reader sees that another passage says otherwise."""
    assert [claim["verdict"] for claim in records([contested()])[0]["claims"]] == ["contested", "supported"]


def test_quotes_are_marked_in_their_passages() -> None:
    """Each quote stands in the passage of its document, for or against the claims it decides; the rest is unmarked."""
    handbook, faq, office = records([contested()])[0]["evidence"]
    assert [piece for piece in handbook["pieces"] if piece[1]] == [
        [LEAVE_5, "for", [1]], ["They must be taken by 31 March.", "for", [2]],
    ]  # fmt: skip
    assert [piece for piece in faq["pieces"] if piece[1]] == [[LEAVE_8, "against", [1]]]
    assert [piece[1] for piece in office["pieces"]] == [""]


def test_quotes_without_a_passage_are_shown() -> None:
    """Passages may come without their text, and quotes from documents that were not retrieved: no quote is lost."""
    one = contested()
    bare = [found | {"text": None} for found in one["retrieved"]]
    shown = records([one | {"retrieved": bare}])[0]["evidence"]
    assert [(place["doc"], place["rank"]) for place in shown][:2] == [(HANDBOOK, 1), (FAQ, 2)]
    assert any(LEAVE_8 in piece[0] and piece[1] == "against" for piece in shown[1]["pieces"])
    alone = records([one | {"retrieved": []}])[0]["evidence"]
    assert [(place["doc"], place["rank"]) for place in alone] == [(HANDBOOK, None), (FAQ, None)]


def test_what_is_far_from_a_quote_is_left_out() -> None:
    """A passage of a page is shortened to what stands near its quotes; a quote is never cut."""
    one = contested()
    one["retrieved"][0] |= {"text": "before " * 500 + LEAVE_5 + " after" * 500, "start": None, "end": None}
    pieces = records([one])[0]["evidence"][0]["pieces"]
    assert [piece[0] for piece in pieces if piece[1]] == [LEAVE_5]
    assert sum(len(piece[0]) for piece in pieces) < 800
    assert pieces[0][0].startswith("… before") and pieces[-1][0].endswith("…")


SPAN = st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda ends: (min(ends), max(ends)))
TEXT = st.text("ab 🖥️é\n", max_size=60)


@given(TEXT, st.lists(SPAN, max_size=6))
def test_pieces_of_an_answer_are_the_answer(text: str, spans: list[tuple[int, int]]) -> None:
    """Whatever spans the claims have, overlapping, empty or repeated: the pieces together are the answer."""
    claims = [{"text": text[start:end], "start": start, "end": end} for start, end in spans]
    pieces, found = marks.answer_pieces(text, claims)
    assert "".join(piece for piece, _ in pieces) == text
    assert {index for _, index in pieces if index is not None} == found
    assert all(piece == claims[index]["text"] for piece, index in pieces if index is not None)


@given(TEXT, st.lists(st.tuples(SPAN, st.sampled_from(("for", "against", "cited"))), max_size=6))
def test_pieces_of_a_short_passage_are_the_passage(text: str, quotes: list[tuple[tuple[int, int], marks.Tone]]) -> None:
    """A passage keeps every character, and each marked character lies in a quote of that tone."""
    wanted = [marks.Use("a.md", text[s:e], s, e, tone, number) for number, ((s, e), tone) in enumerate(quotes)]
    pieces = marks.passage_pieces(text, 0, wanted)
    assert "".join(piece[0] for piece in pieces) == text
    tones = {tone for _, tone, _ in pieces if tone}
    assert tones <= {use.tone for use in wanted if use.quote}
    assert bool(tones) == any(use.quote for use in wanted)


def test_lowest_come_first_and_what_has_no_score_last() -> None:
    """By ACS; then those that could not be judged, those without evidence, and abstentions. Never as a 0 or a 1."""
    run = answers_run.of(evaluation(), answers())
    assert [row.id for row in run.rows] == ["Q2", "Q7", "Q1", "Q3", "Q6", "Q5", "Q4"]
    assert [row.state for row in run.rows][4:] == ["judge_failed", "no_evidence", "abstained"]


def test_a_mean_says_how_many_it_covers() -> None:
    """Means are over the answers that have the score, by type and over all, each with its interval."""
    groups = answers_run.of(evaluation(), answers()).groups()
    assert [(group.name, group.n, group.means["ACS"].n) for group in groups] == [
        ("targeted", 4, 3), ("control", 3, 1), ("all", 7, 4),
    ]  # fmt: skip
    whole = groups[-1].means["ACS"]
    assert whole.mean is not None and math.isclose(whole.mean, (0.5 + 0.04 + 0.97 + 0.45) / 4)
    assert whole.interval is not None and whole.interval[0] <= whole.mean <= whole.interval[1]
    assert groups[1].means["ACS"].interval is None
    assert "over the 4 that could be scored" in told.headline(groups[-1])


def test_a_run_without_answers_is_of_its_evidence() -> None:
    """Nothing was generated: farthest evidence first, no mean ACS, and the headline says so."""
    run = answers_run.of(evaluation(), retrieval_only())
    near = [row.scores["SS1"] or 0.0 for row in run.rows]
    assert near == sorted(near) and {row.state for row in run.rows} == {"unanswered"}
    assert run.groups()[-1].means["ACS"].mean is None
    assert told.headline(run.groups()[-1]) == "Evidence was found for 6 of 6 questions; no answers were made."


def test_many_types_do_not_make_a_table_without_end() -> None:
    """The most frequent types have a row, and the last row is of all."""
    lines = [one | {"type": f"t{index % 60}"} for index, one in enumerate(many(130))]
    groups = answers_run.of(evaluation(), lines).groups()
    assert len(groups) == told.TYPES + 1 and groups[-1].n == 130
    assert min(group.n for group in groups) == 2


def test_a_conflict_of_the_evidence_leads_to_that_of_the_documents() -> None:
    """Its name comes from the audit where the answer does not give one; the audit's conflict knows its questions."""
    lines = bare_answers()
    known = {"3f1c9a": {"entity": "unused leave", "relation": "days"}}
    made = answers_cards.records(answers_run.of(evaluation(), lines), known)
    conflict = next(one for one in made["full"] if one["id"] == "Q1")["conflicts"][0]
    assert (conflict["entity"], conflict["known"]) == ("unused leave", True)
    assert [side["value"] for side in conflict["sides"]] == ["5 days", "8 days"]
    assert [row[0] for row in made["touched"]["3f1c9a"]] == ["Q1"]
    assert answers_cards.records(answers_run.of(evaluation(), lines), {})["touched"] == {}


def test_a_side_of_two_documents_is_one_side() -> None:
    """The contract lists a statement at a time; a reader sees a value with everyone who says it."""
    one = contested()
    conflict = one["evidence_conflicts"][0]
    conflict["values"].append(conflict["values"][0] | {"doc": "copy.md"})
    sides = records([one])[0]["conflicts"][0]["sides"]
    assert [(side["value"], len(side["quotes"])) for side in sides] == [("5 days", 2), ("8 days", 1)]


def test_passages_are_bounded() -> None:
    """An answer with a thousand passages does not fill the page."""
    one = contested()
    record = records([one | {"retrieved": [passage(rank, HANDBOOK, 0.5) for rank in range(1, 1001)]}])[0]
    assert record["more"] == 1000 - answers_cards.PASSAGES


def test_sentences_flow_and_rows_do_not() -> None:
    """Line breaks that a narrow file put into its sentences are spaces on the page; those of tables and lists stay."""
    flow = "Visitors sign in at the desk and wear a badge for as long as they\nstay in the house.\n\n"
    rows = "- Badges are blue.\n- keys too\n| Item with a name that fills the line | 5 |\n| other | 6 |"
    one = contradicted() | {"retrieved": [{"doc": "a.md", "text": flow + rows}], "claims": [], "citations": []}
    shown = "".join(piece[0] for piece in records([one | {"evidence_conflicts": []}])[0]["evidence"][0]["pieces"])
    assert shown == flow.replace("they\nstay", "they stay") + rows
