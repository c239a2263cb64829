"""The terminal summary."""

from __future__ import annotations

import io
import os
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from tests.report.sample import HOSTILE, bare, hostile, large, small

from consilience.report import terminal

GOLDEN = Path(__file__).parent / "golden" / "terminal-80.txt"


def printed(audit: dict[str, Any], width: int = 80, folder: Path | None = None) -> str:
    """The summary as it reaches a file: no colour, no terminal."""
    out = io.StringIO()
    terminal.render(audit, Console(file=out, width=width, color_system=None), folder)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def test_the_summary_at_80_columns() -> None:
    """The whole summary as a person sees it; set UPDATE_GOLDEN to write it again after a change that was meant."""
    text = printed(small(), folder=Path("RUN"))
    if "UPDATE_GOLDEN" in os.environ:
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("audit", [small(), large(50, 50), hostile()], ids=["small", "large", "hostile"])
def test_no_line_is_wider_than_the_terminal(audit: dict[str, Any], width: int) -> None:
    """Lines are folded, not cut off or run over."""
    assert max(cell_len(line) for line in printed(audit, width, Path("RUN")).splitlines()) <= width


@pytest.mark.parametrize("width", [60, 80, 140])
def test_both_sides_of_a_conflict_are_shown_with_the_value_marked(width: int) -> None:
    """Without colour the differing value stands in brackets; below 72 columns the sides are stacked."""
    text = printed(small(), width)
    assert "[5 days]" in text and "[8 days]" in text
    beside = any(line.split() == ["5", "days", "8", "days"] for line in text.splitlines())
    assert beside == (width >= 72)


def test_with_colour_the_value_is_marked_by_style() -> None:
    """On a colour terminal the value is shown in reverse video, without brackets."""
    out = io.StringIO()
    terminal.render(small(), Console(file=out, width=80, force_terminal=True, color_system="truecolor"))
    assert "[5 days]" not in out.getvalue()
    assert "\x1b[1;7m5 days\x1b[0m" in out.getvalue()


def test_text_of_documents_is_neither_markup_nor_control() -> None:
    """Rich markup stays text; escape sequences, direction marks and NUL do not reach the terminal."""
    text = printed(hostile(), 140)
    assert "[red]x[/red]" in text
    assert {char for char in text if unicodedata.category(char) in {"Cc", "Cf"}} == {"\n"}


def test_long_quotes_are_shown_around_the_value() -> None:
    """A quote of 10,000 characters does not fill the screen, and its value is still in view."""
    audit = small()
    filler = "word " * 1000
    place = audit["conflicts"][0]["values"][0]["assertions"][0]
    audit["conflicts"][0]["values"][0]["assertions"][0] = place | {
        "quote": f"{filler}5 days{filler}",
        "value_start": place["start"] + len(filler),
        "value_end": place["start"] + len(filler) + len("5 days"),
    }
    text = printed(audit)
    assert "[5 days]" in text
    assert text.count("word") < 60


def test_an_ascii_terminal_gets_ascii() -> None:
    """Where the terminal cannot write a character, a question mark stands in and the summary goes on."""
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    terminal.render(small(), Console(file=out, width=80, color_system=None))
    out.flush()
    assert b"What next" in raw.getvalue()


def test_nothing_found_says_so() -> None:
    """No conflict, no finding, nothing skipped: the summary is short and does not call it proof."""
    audit = small() | {"conflicts": [], "set_aside": [], "skipped": []}
    audit["counts"] |= {"flagged_keys": 0, "set_aside": 0}
    for document in audit["documents"]:
        document["findings"] = []
    text = printed(audit)
    assert "agree on 12 facts" in text
    assert "Agreement is not truth." in " ".join(text.split())
    assert "skipped" not in text and "Documents to look at first" not in text


def test_warnings_are_shown() -> None:
    """What the audit warns of is on the first screen."""
    audit = small() | {"warnings": ["3 documents are in Dutch, which the encoder does not know; see 'multilingual'."]}
    assert "Warning: 3 documents are in Dutch" in printed(audit)


def test_clean_keeps_letters_of_every_script() -> None:
    """Only what has no glyph is taken out: letters, accents and signs stay."""
    assert terminal.clean("Grüße\tαβγ 漢字\u200f e\u0301 ½") == "Grüße αβγ 漢字 e\u0301 ½"
    assert "\x1b" not in terminal.clean(HOSTILE)


def test_an_audit_of_the_contract_alone_is_printed() -> None:
    """What CONTRACT names is enough for the summary."""
    assert "unused leave / days that can be carried over" in printed(bare())


def test_a_key_with_many_values_does_not_fill_the_screen() -> None:
    """Four values are shown, the rest is counted; of a deep section its end is shown."""
    audit = small()
    conflict = audit["conflicts"][0]
    first = conflict["values"][0]["assertions"][0]
    first["section"] = "A very long heading " * 20 + "Carry-over of leave"
    conflict["values"] += [{"value": f"{number} days", "assertions": [first]} for number in range(20, 30)]
    text = printed(audit, 140)
    assert "21 days" in text and "22 days" not in text
    assert "and 8 more values" in text
    assert "Carry-over of leave" in text and text.count("A very long heading") < 10
