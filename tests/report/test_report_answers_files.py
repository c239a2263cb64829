"""The answers page as a file: read from a run folder, self-contained, guarded, bounded, shared with an audit."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.report.sample import HOSTILE, facts, hostile, small
from tests.report.sample_answers import answers, bare_answers, evaluation, hostile_answers, many, retrieval_only
from tests.report.test_report_html import Page, policy

from consilience.report import answers_run, answers_terminal, html
from consilience.report.answers import HONEST
from consilience.report.writer import RunError, render_page, write_evaluation, write_run

GOLDEN = Path(__file__).parent / "golden" / "answers-80.txt"


def page(lines: list[dict[str, Any]], audit: dict[str, Any] | None = None) -> str:
    return html.render(audit, answers_run.of(evaluation(), lines))


def embedded(text: str) -> dict[str, Any]:
    data = next(data for _, kind, data in Page(text).raw if kind == "application/json")
    return dict(json.loads(data))


def test_the_page_is_self_contained_and_guarded() -> None:
    """The same bytes each time; no address outside; the policy of a page of an audit."""
    text = page(answers(), small())
    assert text == page(answers(), small())
    read = Page(text)
    places = [attrs[key] or "" for _, attrs in read.tags for key in ("src", "href", "action", "srcset") if key in attrs]
    assert all(place.startswith(("#", "data:image/svg+xml,")) for place in places)
    assert policy(read).startswith("default-src 'none';")
    assert not any("style" in attrs or any(key.startswith("on") for key in attrs) for _, attrs in read.tags)


def test_hostile_answers_add_no_element() -> None:
    """Markup in any field of an answer leaves the elements of the page as they are."""
    plain, poisoned = Page(page(answers(), small())), Page(page(hostile_answers(HOSTILE), hostile()))
    assert [tag for tag, _ in poisoned.tags if tag != "circle"] == [tag for tag, _ in plain.tags if tag != "circle"]


@pytest.mark.parametrize("audit", [None, small()], ids=["alone", "with the audit"])
def test_acs_is_never_shown_without_what_it_is_not(audit: dict[str, Any] | None) -> None:
    """Beside the scores, below each chart and table, and above the list."""
    assert page(answers(), audit).count(HONEST) >= 4


def test_an_audit_alone_has_no_answers() -> None:
    """Nothing of answers is promised where none were judged."""
    text = html.render(small())
    assert 'href="#answers"' not in text and 'id="view-answers"' not in text
    assert "ACS" not in text[text.index("<body") : text.index("<script")]


def test_states_are_shown_as_states() -> None:
    """An answer without a score is counted under its state, never as a score."""
    text = page(answers())
    for state in ("judge failed", "no evidence", "abstained"):
        assert f"<dt>{state}</dt>" in text
    scores = {one["id"]: one["ACS"] for one in embedded(text)["answers"]["full"]}
    assert [scores[name] for name in ("Q4", "Q5", "Q6")] == [None] * 3


@pytest.mark.parametrize("lines", [[], bare_answers(), retrieval_only()], ids=["none", "contract alone", "no answers"])
def test_any_run_makes_a_page(lines: list[dict[str, Any]]) -> None:
    """No answers at all, the keys of the contract alone, or evidence without answers."""
    assert "</html>" in page(lines)


def test_a_long_run_is_bounded(tmp_path: Path) -> None:
    """Of many answers the lowest are held in full and the rest briefly; the markup does not grow with them."""
    lines = many(1500)
    write_evaluation(tmp_path, evaluation(), lines)
    text = (tmp_path / "report.html").read_text("utf-8")
    held = embedded(text)["answers"]
    assert held["total"] == 1500 and len(held["full"]) <= answers_run.FULL
    assert len(held["full"]) + len(held["brief"]) == 1500
    assert max(one["ACS"] for one in held["full"]) <= min(one["ACS"] for one in held["brief"])
    assert len(text) < 8_000_000
    assert len(Page(text).tags) <= len(Page(page(many(500))).tags) + 60


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    """From the folder comes the page that the same answers make in memory, for an evaluation and for judged logs."""
    write_evaluation(tmp_path, evaluation(), answers())
    assert (tmp_path / "report.html").read_text("utf-8") == page(answers())
    (tmp_path / "eval.json").unlink()
    (tmp_path / "judge.json").write_text(json.dumps(evaluation("consilience/judge/1")), "utf-8")
    render_page(tmp_path)
    assert "7 logged answers judged" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize("audit_first", [True, False])
def test_an_audit_and_its_answers_share_a_page(tmp_path: Path, audit_first: bool) -> None:
    """Whichever came first, the page shows both, and the answer's conflict leads to that of the documents."""
    if audit_first:
        write_run(tmp_path, small(), facts(1))
    write_evaluation(tmp_path, evaluation(), answers())
    if not audit_first:
        write_run(tmp_path, small(), facts(1))
    text = (tmp_path / "report.html").read_text("utf-8")
    assert text == page(answers(), small())
    assert [row[0] for row in embedded(text)["answers"]["touched"]["3f1c9a"]] == ["Q1"]


def test_damaged_answers_do_not_keep_an_audit_from_its_report(tmp_path: Path) -> None:
    """A new audit is written beside them; asking for the report of the whole says what is wrong."""
    write_evaluation(tmp_path, evaluation(), answers())
    (tmp_path / "answers.jsonl").write_text("{", "utf-8")
    write_run(tmp_path, small(), facts(1))
    assert (tmp_path / "report.html").read_text("utf-8") == html.render(small())
    with pytest.raises(RunError, match="line 1 is damaged"):
        render_page(tmp_path)


def changed(**change: Any) -> str:
    return json.dumps(answers()[0] | change)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[]", "line 2 is not an answer that can be shown: it is not a JSON object"),
        ('{"ACS": NaN}', "holds NaN"),
        (changed(status="fine"), "at 'status'"),
        (changed(claims=[{"text": "x", "verdict": "maybe", "evidence": []}]), "at 'claims.0.verdict'"),
        (changed(retrieved=[{"rank": 1}]), "at 'retrieved.0.doc'"),
        ("\x00\xff", "damaged"),
        ("[" * 100_000, "damaged"),
    ],
)
def test_what_is_wrong_with_an_answer_is_named_with_its_place(tmp_path: Path, line: str, said: str) -> None:
    """A damaged run is one sentence with file, line and key."""
    write_evaluation(tmp_path, evaluation(), answers()[:1])
    with (tmp_path / "answers.jsonl").open("ab") as file:
        file.write(line.encode("latin-1") + b"\n")
    with pytest.raises(RunError) as raised:
        answers_run.load_answers(tmp_path)
    assert said in str(raised.value) and "answers.jsonl" in str(raised.value)


def test_a_summary_of_another_schema_is_refused(tmp_path: Path) -> None:
    """What a later version wrote is not guessed at."""
    write_evaluation(tmp_path, evaluation(), answers())
    (tmp_path / "eval.json").write_text(json.dumps(evaluation("consilience/eval/9")), "utf-8")
    with pytest.raises(RunError, match="its schema is 'consilience/eval/9'"):
        render_page(tmp_path)


def test_conflicts_to_mend_first_lead_to_documents_and_questions() -> None:
    """What the run found costliest stands on the overview, with what ACS would be without each side."""
    mend = {
        "conflict_id": "3f1c9a", "entity": "unused leave", "relation": "days", "questions": 1, "ACS_cost": 0.47,
        "documents": ["intranet/benefits_faq.html", "elsewhere.md"],
        "values": [{"value": "5 days"}, {"value": "8 days"}],
        "what_if": [{"id": "Q1", "ACS": 0.5, "without": [
            {"value": "5 days", "ACS": None, "status": "abstained"},
            {"value": "8 days", "ACS": 0.97, "status": "scored"},
        ]}],
    }  # fmt: skip
    summary = evaluation() | {"mend_first": [mend], "mend_first_total": 3}
    text = html.render(small(), answers_run.of(summary, answers()))
    part = text[text.index("Mend these first") : text.index("2 more are in eval.json")]
    assert 'href="#conflict-3f1c9a"' in part and 'href="#doc-intranet%2Fbenefits_faq.html"' in part
    assert "elsewhere.md" in part and "#doc-elsewhere.md" not in part
    assert "costs 0.47 ACS" in part and "0.97 without" in part and "abstained without" in part


def printed(width: int, lines: list[dict[str, Any]] | None = None) -> str:
    out = io.StringIO()
    run = answers_run.of(evaluation(), lines or answers(), "judge.json")
    answers_terminal.render(run, Console(file=out, width=width, color_system=None), Path("RUN"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def test_the_summary_at_80_columns() -> None:
    """Judged answers as a person sees them; set UPDATE_GOLDEN to write it again after a change that was meant."""
    text = printed(80)
    if "UPDATE_GOLDEN" in os.environ:
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")
    assert " ".join(HONEST.split()) in " ".join(text.split())


def test_hostile_answers_cannot_touch_the_terminal() -> None:
    """Markup, control and direction characters of a question or a justification are text, at any width."""
    for width in (40, 80, 200):
        text = printed(width, hostile_answers(HOSTILE))
        assert "[red]x[/red]" in text.replace("\n", "") or width < 80
        assert "\x1b" not in text and "\u202e" not in text and "\x00" not in text
        assert max(map(len, text.splitlines())) <= width
