"""The answers page in a real browser: what a reader does with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.report.sample import HOSTILE, hostile, small
from tests.report.sample_answers import answers, bare_answers, evaluation, hostile_answers, many, retrieval_only
from tests.report.test_report_browser import CONTRAST, nodes, until

from consilience.report import answers_run, html

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

Open = Callable[..., "Page"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The reports that the tests open, rendered once."""
    folder = tmp_path_factory.mktemp("reports")
    made: dict[str, tuple[dict[str, Any] | None, list[dict[str, Any]]]] = {
        "both": (small(), answers()),
        "alone": (None, answers()),
        "bare": (None, bare_answers()),
        "evidence": (None, retrieval_only()),
        "hostile": (hostile(), hostile_answers(HOSTILE)),
        "many": (None, many(1200)),
    }
    for name, (audit, lines) in made.items():
        (folder / f"{name}.html").write_text(html.render(audit, answers_run.of(evaluation(), lines)), "utf-8")
    return {name: folder / f"{name}.html" for name in made}


def shown(page: Page) -> list[str]:
    return [card.get_attribute("data-id") or "" for card in page.locator("#answer-list article").all()]


def test_an_answer_stands_beside_its_evidence(show: Open) -> None:
    """Claims carry a sign and a number besides their colour, and the quotes that decided carry the same number."""
    card = show("both", "#answer-Q1").locator("article[data-id=Q1]")
    claims = card.locator(".answer .claim")
    assert [one.get_attribute("class") for one in claims.all()] == ["claim c-contested", "claim c-supported"]
    assert claims.locator("[aria-hidden]").all_inner_texts() == ["!1", "✓2"]
    assert "claim 1: supported, and contested by another passage" in card.inner_text()
    quotes = card.locator(".evidence-side mark [aria-hidden]")
    assert quotes.all_inner_texts() == ["✓1", "✓2", "✗1"]
    text = card.inner_text()
    for words in ("0.50", "SS1 0.82", "k 3", "targeted", "Expected: 5 days", "intranet/benefits_faq.html says 8 days"):
        assert words in text


def test_the_grades_of_the_log_stand_below_the_question(show: Open) -> None:
    """What another judge said, beside ACS, and why a grade of its log has no value."""
    card = show("alone", "#answer-Q1").locator("article[data-id=Q1]")
    assert " ".join(card.locator(".log-grades").inner_text().split()) == (
        "In the log: faithfulness 0.95 tone not measured (the label 'kind' stands for no number)"
    )
    assert show("alone", "#answer-Q3").locator("article[data-id=Q3] .log-grades").count() == 0


def test_the_agreement_stands_with_what_was_expected(show: Open) -> None:
    """How far the answer claims what its reference does, and what it leaves out; other answers say nothing of it."""
    page = show("both", "#answer-Q1")
    told = page.locator("article[data-id=Q1] .agreement")
    assert "Agreement 0.62" in told.inner_text()
    assert told.locator("li").all_inner_texts() == ["or 8 in Norway"]
    assert page.locator("article[data-id=Q2] .agreement").count() == 0


def test_a_conflict_leads_to_the_documents_and_back(show: Open) -> None:
    """Both sides are shown; the link opens the conflict in the same report, which knows the question it touches."""
    page = show("both", "#answer-Q1")
    box = page.locator("article[data-id=Q1] .disagree")
    assert box.locator("mark").all_inner_texts() == ["5 days", "8 days"]
    box.get_by_text("This conflict in the documents").click()
    until(page, "document.activeElement.dataset.id === '3f1c9a'")
    page.get_by_text("In the evidence of 1 question").click()
    link = page.get_by_role("link", name="How many days of unused leave can I carry over?")
    link.last.click()
    until(page, "document.activeElement.dataset.id === 'Q1'")


def test_a_conflict_of_another_audit_is_no_dead_link(show: Open) -> None:
    """Without the audit in the report the conflict is named, not linked; documents are not linked either."""
    page = show("alone", "#answer-Q1")
    box = page.locator("article[data-id=Q1]")
    assert "3f1c9a of an audit that is not in this report" in box.inner_text()
    assert page.locator("#answer-list a.doc").count() == 0


def test_answers_are_filtered_and_sorted(show: Open) -> None:
    """By words of question, answer or evidence, by type and by state; lowest ACS first unless asked otherwise."""
    page = show("both", "#answers")
    assert shown(page)[:4] == ["Q2", "Q7", "Q1", "Q3"]
    page.fill("#n-text", "cafeteria EVERY system")
    assert shown(page) == ["Q7", "Q6"]
    page.click("#answer-filters button[type=reset]")
    until(page, "document.querySelectorAll('#answer-list article').length > 2")
    page.select_option("#n-state", "judge_failed")
    assert shown(page) == ["Q6"] and page.inner_text("#answers-found") == "1 of 7 questions"
    page.select_option("#n-state", "")
    page.select_option("#n-order", "place")
    assert shown(page)[:3] == ["Q1", "Q2", "Q3"]
    page.select_option("#n-type", "type control")
    assert shown(page) == ["Q3", "Q4", "Q6"]


def test_a_state_stands_where_the_score_would(show: Open) -> None:
    """An answer without a score shows its state and the reason, and no number."""
    page = show("both", "#answer-Q6")
    card = page.locator("article[data-id=Q6]")
    assert card.locator(".state").inner_text() == "judge failed" and card.locator(".acs").count() == 0
    assert "the server did not answer" in card.inner_text()


def test_evidence_without_answers_is_shown(show: Open) -> None:
    """A run of level 2 alone lists what was found, without an empty half for the answer."""
    page = show("evidence", "#answers")
    assert page.inner_text("#view-answers h1") == "Questions"
    card = page.locator("#answer-list article").first
    assert card.locator(".said-side").count() == 0 and card.locator(".passage").count() >= 1


def test_any_answer_of_a_long_run_is_reached_by_its_link(show: Open) -> None:
    """Only what is near the window exists; an answer that is listed briefly says where the rest is."""
    page = show("many", "#answer-N00000")
    assert page.evaluate("document.activeElement.dataset.id") == "N00000"
    assert nodes(page) < 4000
    page.select_option("#n-order", "acs")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    until(page, "!!document.elementFromPoint(640, 450)?.closest('article')")
    last = page.evaluate("JSON.parse(document.getElementById('data').textContent).answers.brief.at(-1).id")
    page.evaluate(f"location.hash = '#answer-{last}'")
    until(page, f"document.activeElement.dataset.id === '{last}'")
    assert "Listed briefly" in page.locator(f"article[data-id={last}]").inner_text()


def test_hostile_answers_stay_text(show: Open) -> None:
    """Markup in every field is shown as it is written; nothing of it runs."""
    page = show("hostile", "#answers")
    assert "<img src=x onerror=" in page.inner_text("#view-answers")
    assert page.evaluate("window.hacked") is None and page.locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["", "#answers", "#made"])
def test_text_has_contrast(show: Open, scheme: str, place: str) -> None:
    """Every text stands out from its ground by at least 4.5 to 1 (WCAG AA), in both schemes."""
    assert show("both", place, color_scheme=scheme).evaluate(CONTRAST) == []


@pytest.mark.parametrize(("name", "width"), [("hostile", 320), ("alone", 390), ("bare", 768)])
@pytest.mark.parametrize("place", ["", "#answers", "#made"])
def test_nothing_runs_over_the_side(show: Open, name: str, width: int, place: str) -> None:
    """On a phone of 320 pixels no view scrolls sideways, long words and paths included."""
    page = show(name, place, viewport={"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_field_has_a_name_and_every_view_a_heading(show: Open) -> None:
    """A screen reader finds labels on fields and one h1 in each view."""
    page = show("alone", "#answers")
    for label in ("Text", "Type", "State", "Order"):
        assert page.locator("#answer-filters").get_by_label(label, exact=False).first.is_visible()
    for view in ("overview", "answers", "made"):
        assert page.locator(f"#view-{view} h1").count() == 1


def test_keys_step_through_answers(show: Open) -> None:
    """j goes to the next answer, k to the one before, / to the text filter."""
    page = show("many", "#answers")
    order = shown(page)
    page.keyboard.press("Tab")
    for key in ("j", "j", "k"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.id") == order[0]
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "n-text"
