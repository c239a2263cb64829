"""The HTML report in a real browser: what a reader does with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from tests.report.sample import HOSTILE, bare, hostile, large, small, unmeasured

from consilience.report import html

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

Open = Callable[..., "Page"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The reports that the tests open, rendered once."""
    folder = tmp_path_factory.mktemp("reports")
    made = {
        "small": small(),
        "large": large(),
        "hostile": hostile(),
        "bare": bare(),
        "crowded": crowded(),
        "sparse": sparse(),
    }
    for name, audit in made.items():
        (folder / f"{name}.html").write_text(html.render(audit), "utf-8")
    return {name: folder / f"{name}.html" for name in made}


def crowded() -> dict[str, Any]:
    """A key with nine values, one of them in five passages, and a quote as long as a page."""
    audit = small()
    conflict = audit["conflicts"][0]
    first = conflict["values"][0]
    place = first["assertions"][0]
    far = "far away " * 1000
    first["assertions"] = [place | {"quote": far + place["quote"], "end": place["end"] + len(far)}] + [place] * 4
    first["assertions"][0] |= {key: place[key] + len(far) for key in ("value_start", "value_end")}
    conflict["values"] += [{"value": f"{number} days", "assertions": [place]} for number in range(20, 27)]
    around = {
        "before": "cutword " + "and then " * 30,
        "after": "\n\n\n## Next\n|---|:--|\n" + "so it is " * 30 + "cutword",
    }
    audit["conflicts"][2]["values"][0]["assertions"][0] |= around
    return audit


def sparse() -> dict[str, Any]:
    """The small audit with a document that was not measured."""
    audit = small()
    return audit | {"documents": [*audit["documents"], unmeasured()]}


def cards(page: Page) -> list[str]:
    return page.locator("#conflict-list article h2").all_inner_texts()


def until(page: Page, condition: str) -> None:
    """Wait for a condition. Playwright's own waiting needs eval, which the page's policy forbids, as it should."""
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {condition}")


def nodes(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('*').length"))


def test_conflicts_are_filtered_by_text(show: Open) -> None:
    """Words may stand anywhere in a conflict, in any order and case; the count follows and is announced."""
    page = show("small", "#conflicts")
    assert len(cards(page)) == 3
    page.fill("#f-text", "NIGHT backups")
    assert cards(page) == ["backups time they are kept"]
    assert page.inner_text("#conflicts-found") == "1 of 3 conflicts"
    assert page.get_attribute("#conflicts-found", "aria-live") == "polite"
    page.fill("#f-text", "no such words")
    assert page.inner_text("#conflicts-found") == "No conflict fits these filters."


def test_conflicts_are_filtered_by_document_kind_and_confidence(show: Open) -> None:
    """Each filter narrows the list alone and together with others; Clear brings everything back."""
    page = show("small", "#conflicts")
    page.fill("#f-doc", "hr_handbook")
    assert len(cards(page)) == 2
    page.select_option("#f-kind", "quantity")
    assert cards(page) == ["desk monitor screen size"]
    page.click("#conflict-filters button[type=reset]")
    until(page, "document.querySelectorAll('#conflict-list article').length === 3")
    page.fill("#f-sure", "0.9")
    assert cards(page) == ["unused leave days that can be carried over"]
    assert page.inner_text("#f-sure-text") == "0.90"


def test_conflicts_are_sorted(show: Open) -> None:
    """Surest first, unless the reader asks for another order."""
    page = show("small", "#conflicts")
    assert [title.split()[0] for title in cards(page)] == ["unused", "desk", "backups"]
    page.select_option("#f-order", "entity")
    assert [title.split()[0] for title in cards(page)] == ["backups", "desk", "unused"]


def test_each_passage_stands_in_its_context_with_the_value_marked(show: Open) -> None:
    """Document, section, offsets, the text around and exactly the value are shown, past characters of any width."""
    page = show("small", "#conflict-b72e04")
    card = page.locator("article[data-id=b72e04]")
    assert card.locator("mark").all_inner_texts() == ["27-inch", "27-inch", "24 inch", "32″"]
    assert card.locator(".letter").all_inner_texts() == ["A", "B", "C"]
    side = card.locator(".side").nth(2).inner_text()
    assert "it/workplace_guide.pdf" in side and "Your desk" in side and "Cables are in the drawer." in side
    start = small()["conflicts"][1]["values"][2]["assertions"][0]["start"]
    assert f"characters {start}–" in side


def test_a_link_leads_to_its_conflict_even_past_a_filter(show: Open) -> None:
    """#conflict-ID opens the conflict, far down a long list and when the filters would hide it."""
    last = large()["conflicts"][-1]["id"]
    page = show("large", f"#conflict-{last}")
    assert page.evaluate("document.activeElement.dataset.id") == last
    page.fill("#f-text", "pump 1 ")
    page.evaluate("location.hash = '#conflict-k00777'")
    until(page, "document.activeElement.dataset.id === 'k00777'")
    box = page.locator("article[data-id=k00777]").bounding_box()
    assert box is not None and 0 <= box["y"] < 900


def test_a_long_report_stays_small_in_the_browser(show: Open) -> None:
    """With 2,000 conflicts and documents only what is near the window exists: at the top, the middle and the end."""
    page = show("large", "#conflicts")
    seen = [nodes(page)]
    for share in (0.5, 1):
        page.evaluate(f"window.scrollTo(0, document.body.scrollHeight * {share})")
        until(page, "document.querySelectorAll('#conflict-list article').length > 0")
        page.wait_for_timeout(200)
        seen.append(nodes(page))
    page.evaluate("location.hash = '#documents'")
    page.wait_for_selector("#view-documents:not([hidden])")
    seen.append(nodes(page))
    assert max(seen) < 4000
    assert page.evaluate("document.body.scrollHeight") > 50_000


def test_scrolling_shows_what_is_there(show: Open) -> None:
    """Wherever the reader stops, conflicts are in view."""
    page = show("large", "#conflicts")
    for share in (0.3, 0.9, 0.1):
        page.evaluate(f"window.scrollTo(0, document.body.scrollHeight * {share})")
        until(page, "!!document.elementFromPoint(640, 450)?.closest('article')")


def test_the_document_page_shows_quality_findings_and_conflicts(show: Open) -> None:
    """A document has its own address with five dimensions, findings with advice, and its conflicts."""
    page = show("small", "#doc-" + quote("office/office_guide.md", safe=""))
    text = page.inner_text("#view-document")
    assert "0.41" in text and "internal consistency" in text
    assert "The section it points to does not exist" in text and "Name the section." in text
    page.evaluate("location.hash = '#doc-policies/hr_handbook.md'")
    until(page, "document.querySelectorAll('#view-document article.card').length === 2")


def test_documents_are_sorted_by_any_column(show: Open) -> None:
    """Worst quality first; a click on a head sorts by it, a second click the other way, and aria-sort tells."""
    page = show("small", "#documents")
    first = page.locator("#document-table tbody th").first
    assert first.inner_text() == "office/office_guide.md"
    page.click("th[data-name=conflicts] button")
    assert first.inner_text() == "policies/hr_handbook.md"
    assert page.get_attribute("th[data-name=conflicts]", "aria-sort") == "descending"
    page.click("th[data-name=id] button")
    page.click("th[data-name=id] button")
    assert first.inner_text() == "policies/hr_handbook.md"
    page.fill("#d-text", "memo")
    assert first.inner_text() == "memos/ceo_quarterly_memo.md"


def test_set_aside_is_filtered_by_reason(show: Open) -> None:
    """The reader sees why each pair was not flagged and may look at one reason alone."""
    page = show("small", "#set-aside")
    page.select_option("#a-reason", "period")
    assert page.locator("#aside-list article").count() == 1
    assert "They speak of different periods." in page.inner_text("#aside-list")


def test_skipped_inputs_are_listed_with_the_reason(show: Open) -> None:
    """What was not read is named, so that silence is not taken for agreement."""
    assert "archive/old_contract.pdf" in show("small", "#skipped").inner_text("#view-skipped")


def test_everything_is_reached_by_keyboard(show: Open) -> None:
    """Tab goes from the skip link through navigation and filters to the links of a card, with a visible ring."""
    page = show("small", "#conflicts")
    page.evaluate("document.activeElement.blur()")
    reached = []
    for _ in range(24):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert reached[0] == "Skip to the content"
    for wanted in ("Overview", "theme", "f-text", "f-doc", "f-kind", "f-sure", "f-order", "policies/hr_handbook.md"):
        assert wanted in reached
    assert reached.index("theme") < reached.index("f-text") < reached.index("policies/hr_handbook.md")


def test_j_and_k_step_through_conflicts(show: Open) -> None:
    """j goes to the next conflict, k to the one before; in a text field they are letters."""
    page = show("large", "#conflicts")
    order = [conflict["id"] for conflict in large()["conflicts"][:13]]
    page.keyboard.press("Tab")
    for _ in range(13):
        page.keyboard.press("j")
    assert page.evaluate("document.activeElement.dataset.id") == order[12]
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.dataset.id") == order[11]
    page.focus("#f-text")
    page.keyboard.press("j")
    assert page.input_value("#f-text") == "j"


def test_hostile_text_stays_text(show: Open) -> None:
    """Markup in every field is shown as it is written; nothing of it runs, in any view."""
    page = show("hostile")
    for view in ("overview", "conflicts", "documents", "set-aside", "skipped", "made"):
        page.evaluate(f"location.hash = '#{view}'")
        page.wait_for_selector(f"#view-{view}:not([hidden])")
        assert "<img src=x onerror=" in page.inner_text(f"#view-{view}")
    page.evaluate(f"location.hash = '#doc-' + encodeURIComponent({('office/office_guide.md' + HOSTILE)!r})")
    page.wait_for_selector("#view-document:not([hidden]) .finding")
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0


def test_dark_follows_the_system_and_the_button(show: Open) -> None:
    """The page opens in the reader's own scheme, and the button turns it round."""
    shade = "getComputedStyle(document.documentElement).backgroundColor"
    page = show("small", color_scheme="dark")
    dark = page.evaluate(shade)
    page.click("#theme")
    light = page.evaluate(shade)
    assert dark != light
    assert show("small", color_scheme="light").evaluate(shade) == light


PLACES = ["", "#conflicts", "#documents", "#doc-office/office_guide.md", "#set-aside", "#made"]

CONTRAST = """() => {
  const channels = (text) => text.match(/[\\d.]+/g).map((n, i) => (text.startsWith('color(') && i < 3 ? 255 * n : +n));
  const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = channels(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0.5) return c;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const e of document.querySelectorAll('.view:not([hidden]) *, header *, footer *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.getClientRects().length || e.closest('svg, option, noscript')) continue;
    const [a, b] = [light(channels(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) poor.push(e.outerHTML.slice(0, 80));
  }
  return poor;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES)
def test_text_has_contrast(show: Open, scheme: str, place: str) -> None:
    """Every text stands out from its ground by at least 4.5 to 1 (WCAG AA), in both schemes."""
    assert show("small", place, color_scheme=scheme).evaluate(CONTRAST) == []


@pytest.mark.parametrize("width", [320, 390, 768])
@pytest.mark.parametrize("place", PLACES)
def test_nothing_runs_over_the_side(show: Open, width: int, place: str) -> None:
    """On a phone of 320 pixels no view scrolls sideways, long words and paths included."""
    page = show("hostile" if width == 320 else "small", place, viewport={"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_field_has_a_name_and_every_view_a_heading(show: Open) -> None:
    """A screen reader finds one main landmark, a named navigation, labels on fields and one h1 in each view."""
    page = show("small", "#conflicts")
    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("navigation", name="Report").count() == 1
    for label in ("Text", "Document", "Kind", "Order"):
        assert page.locator("#conflict-filters").get_by_label(label, exact=False).first.is_visible()
    for view in ("overview", "conflicts", "documents", "set-aside", "skipped", "made"):
        assert page.locator(f"#view-{view} h1").count() == 1
    assert page.get_attribute("nav a[href='#conflicts']", "aria-current") == "page"


def test_print_holds_every_section(show: Open) -> None:
    """On paper the views follow each other and the lists are written out."""
    page = show("large")
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    for view in ("overview", "conflicts", "documents", "set-aside", "skipped", "made"):
        assert page.locator(f"#view-{view}").is_visible()
    assert page.locator("#conflict-list article").count() == 200
    assert not page.locator("nav").is_visible()


def test_an_address_that_leads_nowhere_says_so(show: Open) -> None:
    """A link to a conflict or document of another run does not leave a blank page."""
    page = show("small", "#conflict-nope")
    assert "no such conflict" in page.inner_text("#toast")
    page.evaluate("location.hash = '#doc-%E0%A4%A'")
    page.wait_for_selector("#view-document:not([hidden])")
    assert "no such document" in page.inner_text("#view-document")


def test_an_audit_of_the_contract_alone_is_shown(show: Open) -> None:
    """Without value offsets, titles or context, every view still opens; the console stays silent."""
    page = show("bare", "#conflicts")
    assert len(cards(page)) == 3
    for place in ("documents", "set-aside", "doc-office/office_guide.md", "made"):
        page.evaluate(f"location.hash = '#{place}'")
        page.wait_for_timeout(50)
    assert page.inner_text("#view-made h1") == "How it was made"


def test_a_crowded_conflict_unfolds(show: Open) -> None:
    """Six values and three passages of each are shown; the rest opens on demand; a page-long quote is shortened."""
    page = show("crowded", "#conflicts")
    card = page.locator("#conflict-list article").first
    assert card.locator(".side").count() == 6
    assert card.locator(".side").first.locator(".passage").count() == 3
    assert card.locator("mark").first.inner_text() == "5 days"
    assert card.inner_text().count("far away") < 100
    card.get_by_text("3 more values").click()
    card.locator(".side").nth(8).wait_for()
    card.get_by_text("2 more passages").click()
    card.locator(".side").first.locator(".passage").nth(4).wait_for()
    assert card.locator(".side").count() == 9
    assert card.locator(".side").first.locator(".passage").count() == 5
    assert card.locator(".letter").all_inner_texts() == list("ABCDEFGHI")


def test_context_is_cut_between_words(show: Open) -> None:
    """What stands around a quote begins and ends with whole words, with an ellipsis where the document goes on."""
    page = show("crowded", "#conflicts")
    lead, trail = page.locator("article[data-id=c05d11] .around").all_inner_texts()[:2]
    assert lead.startswith(("… and then", "… then and")) and "cutword" not in lead + trail
    assert trail.rstrip("\xa0…").endswith(("so", "it", "is")) and trail.endswith("…")


def test_marks_of_markdown_around_a_quote_are_left_out(show: Open) -> None:
    """A heading beside a quote is its words, and the line under a table's head is not shown."""
    trail = show("crowded", "#conflicts").locator("article[data-id=c05d11] .around").all_inner_texts()[1]
    assert trail.split()[:2] == ["Next", "so"]


def test_the_link_of_a_conflict_can_be_copied(show: Open) -> None:
    """The link is on the clipboard, or in the address bar where the clipboard is closed; the reader is told which."""
    page = show("small", "#conflicts")
    page.locator("article[data-id=c05d11]").get_by_text("Copy link").click()
    until(page, "document.getElementById('toast').textContent !== ''")
    assert page.inner_text("#toast") in {"The link is copied.", "The link is in the address bar."}


def test_one_document_is_printed_alone(show: Open) -> None:
    """Printing from the page of a document gives that page and nothing else."""
    page = show("small", "#doc-office/office_guide.md")
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#view-document").is_visible()
    assert not page.locator("#view-overview").is_visible()


def test_a_document_without_a_score_sorts_last_and_gives_the_reason(show: Open) -> None:
    """Not measured is neither 0 nor 1: it stands last in either order, and its page says why."""
    page = show("sparse", "#documents")
    rows = page.locator("#document-table tbody th")
    for _ in range(2):
        assert rows.last.inner_text() == "empty.md"
        page.click("th[data-name=IaDNI] button")
    page.evaluate("location.hash = '#doc-empty.md'")
    page.wait_for_selector("#view-document:not([hidden])")
    assert "the document holds no sentence." in page.inner_text("#view-document .quality")
