"""A real browser for the report: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; they are skipped where no Chromium is installed."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def show(browser: Browser, pages: dict[str, Path]) -> Iterator[Callable[..., Page]]:
    """Opens a report of the fixture `pages` of a test file.

    At the end: no request left the page but for the file itself, and the console stayed silent.
    """
    contexts, requests, complaints = [], [], []

    def open_page(name: str, place: str = "", **options: Any) -> Page:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(pages[name].as_uri() + place)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
