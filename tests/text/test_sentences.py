"""Where sentences end: cases in `cases/sentences.yaml`, and properties that hold for any text."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from consilience.text.sentences import CANDIDATE, candidates, spans

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "sentences.yaml").read_text("utf-8"))
PIECES = st.sampled_from(
    [". ", "! ", "? ", "\n", "…", " ", "Dr", "No", "z. B", "A", "31", "März", "é", "🙂", "\0", "(", '"', "> ", "12.5"]
)
MARKS = st.sampled_from(["  ", "\n", "\\", "。", "！」", "? ", ".", "...", '."', ".[1] ", " ", "\t", "> ", "a", "”"])


@pytest.mark.parametrize("case", [case for group in CASES.values() for case in group])
def test_sentences_end_where_a_reader_ends_them(case: str) -> None:
    """Abbreviations, initials, ordinals, units and quotations do not mislead the splitter."""
    text = case.replace("¦ ", "").replace("¦", "")
    expected = [part.strip(" \n").removesuffix("\n>").strip() for part in case.split("¦")]
    assert [text[start:end] for start, end in spans(text, 0, len(text))] == expected


@example("Dr\n  \n\n")
@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=200))
def test_spans_are_ordered_trimmed_and_lose_no_word(text: str) -> None:
    """Sentences follow one another, none is blank or begins or ends with white space, and every letter is in one."""
    found = spans(text, 0, len(text))
    position = 0
    for start, end in found:
        assert position <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert not any(map(str.isalnum, text[position:start]))
        position = end
    assert not any(map(str.isalnum, text[position:]))


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_only_the_given_part_is_split(before: str, text: str, after: str) -> None:
    """What stands around the part does not move a boundary: a block is split the same wherever it stands."""
    alone = spans(text, 0, len(text))
    within = spans(before + text + after, len(before), len(before) + len(text))
    assert within == [(start + len(before), end + len(before)) for start, end in alone]


@given(st.lists(MARKS, max_size=30).map("".join) | st.text(max_size=100))
def test_a_text_without_rare_marks_is_searched_for_the_usual_ones_only(text: str) -> None:
    """The pattern chosen for a text finds the same places as the one for every kind of mark."""
    found = [(match.span(), match.groupdict(), match.lastgroup) for match in candidates(text).finditer(text)]
    rare = {"wide": None, "hard": None}
    assert [(span, rare | groups, last) for span, groups, last in found] == [
        (match.span(), match.groupdict(), match.lastgroup) for match in CANDIDATE.finditer(text)
    ]
