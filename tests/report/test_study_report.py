"""The report of a study as files: page, Markdown, figure, tables; in a browser; and as a command."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.lines import Run, runner
from tests.study import finished

from consilience.api import study_report
from consilience.report import study_cells, study_figure, study_markdown, study_page, study_writer

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = 'It is 250,000 km/s. <script>alert("x")</script> | `code` [link](http://x) \u202emirrored'


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study made by hand whose competing statement tries to be markup."""
    return finished.write(tmp_path_factory.mktemp("study"), quote=HOSTILE)


@pytest.fixture(scope="module")
def told(run: Path) -> dict[str, Any]:
    """Its report."""
    return study_report(run)


class Tags(HTMLParser):
    """Every tag with its attributes, and the text outside of style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_holds_every_table_claim_and_panel(told: dict[str, Any]) -> None:
    """Titles, what each figure rests on, claims with their numbers, and a panel with its figures in words."""
    page = Tags(study_page.render(told))
    for table in told["tables"]:
        assert study_cells.named(table) in page.text or table["id"] == study_page.FIGURE
        assert f"Rests on {table['basis']}." in page.text
    assert all(one["claim"] in page.text and one["numbers"] in page.text for one in told["claims"])
    labels = [str(attrs.get("aria-label")) for tag, attrs in page.tags if tag == "svg" and "aria-label" in attrs]
    assert len(labels) == 6
    assert "ACS, targeted questions. A: median 1.00, from 1.00 to 1.00" in labels[0]


def test_the_page_loads_nothing_and_runs_nothing(told: dict[str, Any]) -> None:
    """No script, no address but places in the page; what a document says stays text."""
    source = study_page.render(told)
    page = Tags(source)
    places = [attrs[key] or "" for _, attrs in page.tags for key in ("src", "href", "action") if key in attrs]
    assert all(place.startswith(("#", "data:image/svg+xml,")) for place in places)
    assert "script" not in {tag for tag, _ in page.tags}
    assert '<script>alert("x")</script>' in page.text and "\u202e" not in source
    assert "script-src 'none'" in str(next(attrs["content"] for _, attrs in page.tags if "http-equiv" in attrs))


def test_markdown_cells_stay_cells(told: dict[str, Any]) -> None:
    """Bars, code marks, tags and links of a document do not become markup: a row has as many cells as its head."""
    lines = study_markdown.render(told, "figure3.svg").splitlines()
    row = next(line for line in lines if "mirrored" in line)
    assert row.replace("\\|", "").count("|") == 8
    assert "\\<script\\>" in row and "\\[link\\]" in row and "\u202e" not in row
    assert "![ACS and SSmu by type of question and corpus](figure3.svg)" in lines


def test_csv_gives_the_figures_whole(run: Path, told: dict[str, Any]) -> None:
    """A file for each table in the order of the paper; intervals are two columns, and no figure is rounded."""
    assert study_writer.write_study(run, told, ("csv",)) == ["tables/"]
    names = sorted(path.name for path in (run / "tables").iterdir())
    assert names[-8:] == [
        "table-4-recovery-examples.csv", "table-5-correspondence.csv", "table-6-correspondence-examples.csv",
        "table-7-scores.csv", "table-8-competing.csv", "tests-by-type.csv", "tests.csv", "verdicts.csv",
    ]  # fmt: skip
    with (run / "tables" / "table-7-scores.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = next(one for one in told["tables"] if one["id"] == "VII")["rows"]
    assert [float(row["mean"]) for row in rows] == [row[3] for row in wanted]
    assert [float(row["95% low"]) for row in rows] == [row[5][0] for row in wanted]


def test_the_figure_is_one_drawing(told: dict[str, Any]) -> None:
    """Well-formed SVG with a dot for every question of every corpus and both scores, all inside of it."""
    root = ElementTree.fromstring(study_figure.drawing(told["figure"]))
    dots = [one for one in root.iter() if one.tag.endswith("circle")]
    assert len(dots) == 2 * 4 * 5
    assert all(0 <= float(one.get("cx", "-1")) <= study_figure.WIDTH for one in dots)
    assert all(0 <= float(one.get("cy", "-1")) <= study_figure.HEIGHT for one in dots)


def test_a_study_without_scores_can_be_shown(tmp_path: Path) -> None:
    """Empty panels, a dash for what was not measured."""
    told = study_report(finished.write(tmp_path, acs=dict.fromkeys("ABCD", (None,) * 5)))
    page = Tags(study_page.render(told))
    assert "A: not measured" in str([attrs.get("aria-label") for tag, attrs in page.tags if tag == "svg"])
    assert "–" in page.text
    ElementTree.fromstring(study_figure.drawing(told["figure"]))


def test_the_same_study_gives_the_same_files(tmp_path: Path) -> None:
    """Byte for byte."""
    files = []
    for name in ("one", "two"):
        folder = finished.write(tmp_path / name)
        study_writer.write_study(folder, study_report(folder))
        written = [path for path in folder.rglob("*") if path.suffix in (".html", ".md", ".svg", ".csv")]
        files.append({path.relative_to(folder): path.read_bytes() for path in written})
    assert files[0] == files[1] and len(files[0]) > 15


@pytest.fixture
def pages(run: Path, told: dict[str, Any]) -> dict[str, Path]:
    """The page of the study, for the browser."""
    study_writer.write_study(run, told, ("html",))
    return {"study": run / study_writer.PAGE}


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "light"), (390, "dark")])
def test_the_page_fits_the_screen(show: Callable[..., Page], width: int, scheme: str) -> None:
    """Wide tables scroll in their own frame; the page itself never scrolls sideways, and every panel is drawn."""
    page = show("study", viewport={"width": width, "height": 844}, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    panels = page.locator("svg.panel")
    assert panels.count() == 6
    boxes = [panels.nth(place).bounding_box() for place in range(6)]
    assert all(box is not None and box["height"] > 100 for box in boxes)


def test_the_numbers_under_the_figure_open(show: Callable[..., Page]) -> None:
    """Without a script."""
    page = show("study")
    page.get_by_text("The same in numbers").click()
    assert page.locator("#table-figure3").is_visible()


@pytest.fixture
def study(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `consilience study report` in this process."""
    return runner(capsys, before=("study", "report"))


def test_the_command_writes_all_files_and_tells_the_claims(study: Run, tmp_path: Path) -> None:
    """Without --format: page, Markdown, figure, tables, and the sentence to remember."""
    folder = finished.write(tmp_path)
    told = study(str(folder))
    assert told.code == 0 and "1 of 2 planted conflicts flagged" in told.out
    for name in ("study.html", "study.md", "figure3.svg", "tables/table-2-ingestion.csv"):
        assert (folder / name).is_file()


def test_the_terminal_shows_every_table_and_writes_nothing(study: Run, tmp_path: Path) -> None:
    """Control characters of documents do not reach it."""
    folder = finished.write(tmp_path, quote="It is 250,000 km/s.\x1b[31m")
    told = study(str(folder), "--format", "terminal")
    assert told.code == 0 and "\x1b[31m" not in told.out
    assert all(f"Table {number}:" in told.out for number in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII"))
    assert not (folder / "study.html").exists()


def test_the_command_refuses_what_is_no_study(study: Run, tmp_path: Path) -> None:
    """One sentence on stderr, exit 2."""
    told = study(str(tmp_path))
    assert (told.code, told.out) == (2, "") and "holds no finished study" in told.err
