"""Markdown, plain text, HTML, CSV and JSONL: structure and exact positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.model import Document, Skipped
from consilience.settings import ReadSettings
from consilience.sources import FORMATS, read_bytes
from consilience.text import cells, statements

SETTINGS = ReadSettings()
CASES = yaml.safe_load((Path(__file__).parent / "cases" / "structure.yaml").read_text("utf-8"))


def document(text: str | bytes, format: str, id: str = "notes") -> Document:
    data = text.encode("utf-8") if isinstance(text, str) else text
    (found,) = read_bytes(data, id, format, SETTINGS)
    assert isinstance(found, Document), found
    return found


def outline(found: Document) -> list[str]:
    """One line a block: kind, level or number, text; for rows their cells."""
    lines = []
    for block in found.blocks:
        text = " ".join(found.text[block.start : block.end].split())
        if block.kind == "table_row":
            text = " / ".join(cells(found, block))
        mark = {"heading": f"h{block.level}", "paragraph": "p", "code": "code", "quote": "quote"}.get(block.kind, "")
        if block.kind == "list_item":
            mark = f"l{block.level}" + ("" if block.ordinal is None else f" #{block.ordinal}")
        if block.kind == "table_row":
            mark = "head" if block.is_header else "row"
        lines.append(f"{mark}: {text}")
    return lines


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{c['format']}: {c['name']}") for c in CASES])
def test_structure_is_what_a_reader_sees(case: dict[str, object]) -> None:
    """Cases in `cases/structure.yaml`: a text and the blocks that it has."""
    assert outline(document(str(case["text"]), str(case["format"]))) == case["blocks"]


def test_positions_are_those_of_the_file() -> None:
    """Markdown with front matter keeps its text; positions count from the beginning of the file."""
    text = '---\ntitle: "Pumps"\nowner: [Ines, Bo]\ndate: 2026-03-01\n---\n\n# Heading\n\nThe pump\nruns.\n'
    found = document(text.replace("\n", "\r\n"), "markdown")
    assert found.text == text
    assert found.title == "Pumps"
    assert {("owner", "Ines, Bo"), ("date", "2026-03-01")} <= set(found.metadata)
    assert [found.text[b.start : b.end] for b in found.blocks] == ["Heading", "The pump\nruns."]


def test_toml_front_matter_is_metadata() -> None:
    """Both kinds of front matter are read."""
    found = document('+++\ntitle = "Pumps"\nversion = 3\n+++\nText follows.\n', "markdown")
    assert (found.title, dict(found.metadata)["version"]) == ("Pumps", "3")
    assert [s.text for s in statements(found)] == ["Text follows."]


@pytest.mark.parametrize("front", ["a: &x [1]\nb: *x", "a: [", "key: !!python/object:os.system {}", "a: " + "[" * 900])
def test_hostile_front_matter_is_named_and_the_document_read(front: str) -> None:
    """Aliases, broken YAML, tags that make objects and deep nesting give no metadata; the body is read."""
    found = document(f"---\n{front}\n---\nThe pump runs.\n", "markdown")
    assert dict(found.metadata)["front_matter"].startswith("not read")
    assert [s.text for s in statements(found)] == ["The pump runs."]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    """Text between two rules stays text."""
    assert [s.text for s in statements(document("---\nJust words here.\n\n---\n", "markdown"))] == ["Just words here."]


def test_the_title_is_declared_or_the_first_heading_or_the_name() -> None:
    """A title is found for every document."""
    assert document("# Pump *manual*\n\nText.", "markdown").title == "Pump manual"
    assert document("Some text.", "markdown", "dir/pump_manual-v2.md").title == "Pump manual v2"
    assert document("<title>Pump</title><p>Text.</p>", "html").title == "Pump"
    assert document("<title>Pump</title><h1>Manual</h1><p>Text.</p>", "html").title == "Manual"


def test_a_list_keeps_the_sentence_that_introduces_it() -> None:
    """The last sentence before a list, if it ends with a colon, is the lead of its items and of lists within them."""
    text = "Rules apply. Operators must not:\n\n- open the valve\n- enter:\n  - the tank\n\nOther.\n\n- free item\n"
    found = document(text, "markdown")
    leads = [block.lead for block in found.blocks if block.kind == "list_item"]
    assert leads == ["Operators must not:", "Operators must not:", "enter:", ""]


def test_rows_keep_the_sentence_that_introduces_their_table() -> None:
    """A sentence with a colon in front of a table belongs to each of its rows, another sentence does not."""
    table = "| Zone | Fee |\n|---|---|\n| 1 | 5 |\n| 2 | 9 |\n"
    found = document(f"Prices change. Fees for a night:\n\n{table}\nPrices change.\n\n{table}", "markdown")
    leads = [block.lead for block in found.blocks if block.kind == "table_row"]
    assert leads == ["Fees for a night:"] * 3 + [""] * 3


def test_html_text_is_the_visible_text() -> None:
    """Tags go, entities are decoded, white space collapses; nothing is added; hidden things are left out."""
    page = (
        "<html lang=de><head><style>p{}</style><meta name=date content=2026-03-01></head><body><nav><a>Home</a></nav>"
        "<p>A <b>pump</b>&nbsp;lifts\n 25&nbsp;m<sup>3</sup>/h &amp; more<!-- no -->.<br>"
        "Next<script>x()</script> line.</p>"
        "<p hidden>secret</p><div>Loose text<p>Inner.</div></body></html>"
    )
    found = document(page, "html")
    assert found.text == "A pump lifts 25 m3/h & more. Next line.\n\nLoose text\n\nInner."
    assert dict(found.metadata)["date"] == "2026-03-01"
    assert found.language == "de"


def test_csv_rows_are_lines_of_the_file() -> None:
    """A row is quoted as it stands; cells are trimmed, without their quotation marks; a cell may hold a line break."""
    text = 'Plan;Fee;Remark\nBasic;£38;"for ""one"" user"\nPro; £49 ;"two\nlines"\n'
    found = document(text, "csv")
    header, basic, pro = found.blocks
    assert header.is_header and basic.header == ("Plan", "Fee", "Remark")
    assert found.text[basic.start : basic.end].startswith("Basic;£38;")
    assert cells(found, pro) == ["Pro", "£49", "two\nlines"]


def test_a_table_without_end_is_cut_and_says_so() -> None:
    """Beyond a hundred thousand rows a file is read in part; what was left out is listed beside the document."""
    found = read_bytes(b"a,b\n" + b"1,2\n" * 100_000, "big.csv", "csv", SETTINGS)
    assert isinstance(found[0], Document) and len(found[0].blocks) == 100_000
    assert found[1] == Skipped("big.csv", "only the first 100,000 rows were read")


def test_a_bad_line_of_records_costs_only_itself() -> None:
    """JSONL: every good record is a document, every bad line is listed with its number."""
    lines = [
        json.dumps({"id": "a", "text": "The pump runs.", "title": "Pumps", "metadata": {"owner": "Bo"}}),
        "{broken",
        json.dumps({"text": "no id"}),
        json.dumps({"id": "a", "text": "again"}),
        "",
        json.dumps({"id": 7, "text": "# Heading\n\nHalf a \ud83d pair."}),
    ]
    found = read_bytes("\n".join(lines).encode(), "log.jsonl", "jsonl", SETTINGS)
    documents = [entry for entry in found if isinstance(entry, Document)]
    assert [entry.id for entry in documents] == ["log.jsonl#a", "log.jsonl#7"]
    assert documents[0].title == "Pumps" and ("owner", "Bo") in documents[0].metadata
    assert "\ufffd" in documents[1].text
    assert [entry.reason for entry in found if isinstance(entry, Skipped)] == [
        "line 2: not valid JSON",
        "line 3: the record has no 'id'",
        "line 4: the id 'a' occurs twice",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty file"),
        (b" \n\t\n", "no text in it"),
        (bytes(range(256)) * 4, "binary or unknown encoding"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "binary or unknown encoding"),
        (b"\xff\xfea\x00b", "not valid UTF-16 text (byte 4)"),
        (b"x" * 101, "larger than 100 bytes"),
    ],
)
def test_what_is_no_text_is_skipped_with_the_reason(data: bytes, reason: str) -> None:
    """No guess is made about bytes that are no text."""
    (found,) = read_bytes(
        data, "file.txt", "text", ReadSettings(max_bytes=2000 if len(data) > 200 else 100 + (len(data) > 101) * 99)
    )
    assert isinstance(found, Skipped)
    assert (found.path, found.reason) == ("file.txt", reason)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_are_told_apart(encoding: str) -> None:
    """UTF-8 with a mark, UTF-16 and Windows-1252 are read; what is not UTF-8 says so."""
    found = document("Die Prüfung kostet 38 €.\n".encode(encoding), "text")
    assert [s.text for s in statements(found)] == ["Die Prüfung kostet 38 €."]
    assert dict(found.metadata).get("encoding", "utf-8") == encoding.removesuffix("-sig")


def test_a_page_in_a_character_set_of_its_own_is_read_by_it() -> None:
    """Old pages declare their character set; only when the bytes are not UTF-8 is it believed."""
    page = "<meta charset=koi8-r><p>Склад открыт с шести.</p>"
    assert document(page.encode("koi8-r"), "html").text == "Склад открыт с шести."
    assert document(page.encode("utf-8"), "html").text == "Склад открыт с шести."


def test_mojibake_and_stray_control_characters_are_kept() -> None:
    """Damaged words are the user's text: they are read, not repaired."""
    found = document("PrÃ¼fung mit\0 NUL und Form\x0cfeed.", "text")
    assert [s.text for s in statements(found)] == ["PrÃ¼fung mit\0 NUL und Form\x0cfeed."]


@given(st.binary(max_size=400) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
@pytest.mark.parametrize("format", sorted(FORMATS))
def test_any_bytes_are_read_or_skipped_and_blocks_are_in_order(format: str, data: bytes) -> None:
    """No input raises; blocks do not overlap, lie in the text, and have cells within them."""
    for found in read_bytes(data, f"file.{format}", format, SETTINGS):
        position = 0
        for block in found.blocks if isinstance(found, Document) else ():
            assert isinstance(found, Document)
            assert position <= block.start < block.end <= len(found.text)
            assert all(block.start <= a <= b <= block.end for a, b in block.cells)
            position = block.end


STRUCTURE = st.sampled_from(
    """# A;- x;  - y;1. z;| a | b |;|---|---|;;Text. More.;> q;```;===;    code;Label: value;a    b    c;[ ] tick
    CAPS;3.1 Word
    <b>x</b>;<td>;<table>;<li>;<!--;<p hidden>;</ul>;<title>;<pre>""".replace("\n    ", ";").split(";")
).map(lambda line: line + "\n")


@given(st.lists(STRUCTURE, max_size=25).map("".join))
@pytest.mark.parametrize("format", ["markdown", "text", "html"])
def test_structure_of_any_kind_gives_blocks_in_order_that_read_the_same_again(format: str, text: str) -> None:
    """Constructs in any order: blocks are in order, and a second reading gives the same."""
    found = read_bytes(text.encode(), "file", format, SETTINGS)
    assert found == read_bytes(text.encode(), "file", format, SETTINGS)
    for entry in found:
        position = 0
        for block in entry.blocks if isinstance(entry, Document) else ():
            assert position <= block.start < block.end
            position = block.end
