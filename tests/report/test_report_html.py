"""The HTML report as a file: self-contained, guarded, the same bytes each time."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st
from tests.report.sample import bare, hostile, large, small

from consilience.report import charts, html

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=12,
)


class Page(HTMLParser):
    """Tags with their attributes, and the text of style and script elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str, str | None, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1] if self.tags else ("", {})
        if tag in {"style", "script"} and data.strip():
            self.raw.append((tag, attributes.get("type"), data))


def policy(page: Page) -> str:
    return next(str(attrs["content"]) for tag, attrs in page.tags if tag == "meta" and "http-equiv" in attrs)


def test_the_same_audit_gives_the_same_page() -> None:
    """Rendering has no clock and no chance in it."""
    assert html.render(small()) == html.render(small())


def test_the_page_refers_to_nothing_outside() -> None:
    """No script, style, picture, font or link has an address: only places in the page and one data: icon."""
    page = Page(html.render(small()))
    places = [attrs[key] or "" for _, attrs in page.tags for key in ("src", "href", "action", "srcset") if key in attrs]
    assert all(place.startswith(("#", "data:image/svg+xml,")) for place in places)
    style = next(data for tag, _, data in page.raw if tag == "style")
    assert "url(" not in style and "@import" not in style


def test_only_our_own_style_and_script_may_run() -> None:
    """The policy denies everything and then allows, by hash, the one style and the one script that are in the page."""
    page = Page(html.render(small()))
    rules = policy(page)
    assert rules.startswith("default-src 'none';") and "unsafe" not in rules
    for tag, kind, data in page.raw:
        if kind != "application/json":
            digest = base64.b64encode(hashlib.sha256(data.encode("utf-8")).digest()).decode("ascii")
            assert f"{tag}-src 'sha256-{digest}'" in rules
    assert not any("style" in attrs or any(key.startswith("on") for key in attrs) for _, attrs in page.tags)


def test_hostile_text_adds_no_element() -> None:
    """Markup in any field of the audit leaves the elements of the page as they are."""
    plain, poisoned = Page(html.render(small())), Page(html.render(hostile()))
    assert [tag for tag, _ in poisoned.tags if tag != "circle"] == [tag for tag, _ in plain.tags if tag != "circle"]


def test_the_embedded_model_is_the_model() -> None:
    """What the script reads is what the audit holds."""
    page = Page(html.render(hostile()))
    data = next(data for _, kind, data in page.raw if kind == "application/json")
    assert json.loads(data)["audit"]["conflicts"] == hostile()["conflicts"]


@given(JSON)
def test_embedding_is_json_that_cannot_end_its_element(value: object) -> None:
    """Any value comes back as it was, and its text holds nothing that HTML or JavaScript would take for its own."""
    text = html.embed(value)
    assert json.loads(text) == value
    assert not re.search("[<>\u2028\u2029]", text)


def test_the_numbers_come_with_what_they_do_not_mean() -> None:
    """Every definition is printed beside its limit, and agreement is not called truth."""
    page = html.render(small())
    assert "not which one is right" in page and "Agreement is not truth" in page
    assert page.count('class="silent"') == 7


def test_a_thousand_times_the_conflicts_is_the_same_markup() -> None:
    """Lists are built in the browser as they come into view: the markup of the page does not grow with them."""
    few, many = Page(html.render(large(10, 10))), Page(html.render(large(500, 500)))
    assert len(many.tags) <= len(few.tags) + 60


def test_an_audit_without_scores_is_rendered() -> None:
    """Nothing measured, nothing found: the page says so."""
    audit = small() | {
        "documents": [],
        "conflicts": [],
        "set_aside": [],
        "skipped": [],
        "operators": {},
        "settings": {},
    }
    audit["scores"] = {"IaDNI": None, "IeDCD": None, "CC": None, "not_measured": {"CC": "a part is missing"}}
    audit["counts"] = dict.fromkeys(audit["counts"], 0)
    page = html.render(audit)
    assert "not measured" in page and "Not measured: a part is missing." in page


@given(st.lists(st.floats(0, 1), max_size=50))
def test_the_histogram_counts_every_document(scores: list[float]) -> None:
    """The columns together stand for all documents, the best and the worst included."""
    chart = charts.histogram(scores)
    assert sum(int(count) for count in re.findall(r"<title>(\d+) between", chart)) == len(scores)


def test_an_audit_of_the_contract_alone_is_rendered() -> None:
    """What CONTRACT names is enough: a run of another program, without our additions, makes a page."""
    assert "5 days" in html.render(bare())


def test_a_very_long_list_of_pairs_is_cut_and_says_so() -> None:
    """The page holds a bounded number of pairs set aside, and how many there are."""
    audit = small()
    audit["set_aside"] = audit["set_aside"] * 4000
    data = next(data for _, kind, data in Page(html.render(audit)).raw if kind == "application/json")
    held = json.loads(data)["audit"]
    assert (len(held["set_aside"]), held["set_aside_total"]) == (html.ASIDE, 8000)
