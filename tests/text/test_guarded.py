"""A guarded pattern finds what the pattern finds, and passes over texts that cannot hold it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.text.guarded import Guarded, needs

PATTERNS = (
    r"\b(?:plans? to|intend(?:s|ed)? to)\b",
    r"^(?:first|firstly),\s*(?P<step>[^;:.]+)",
    r"(?<!off-)peak (?:times?|hours?)|high season",
    r"\bif\b[^.;]{3,80}\bwere to\b|\bin theory\b",
    r"(?:19|20)\d\d",
    r"(?=\w+ed\b)\w{4,}",
    r"[a-f]{2,4}|\d",
    r"früh(?:er)?|straße",
    r"(?:abc){0,2}x+",
)
PIECES = st.sampled_from(
    [
        "plan to", "Plans TO", "intended to", "first,", "Firstly, ", "peak times", "off-peak hours", "HIGH SEASON",
        "if they ", "were to", "in theory", "2024", "1999", "ended", "Abc", "abcabcx", "x", "ſ", "K", "ı", "İ",
        "FRÜHER", "Straße", "STRASSE", "ß", "fırst, ", "pea\u212a times", " ", ".", "\n", "ﬁrst, ",
    ]
)  # fmt: skip


@pytest.mark.parametrize("flags", [re.NOFLAG, re.IGNORECASE])
@pytest.mark.parametrize("pattern", PATTERNS)
@given(pieces=st.lists(PIECES | st.text(max_size=3), max_size=8))
def test_finds_the_same(pattern: str, flags: re.RegexFlag, pieces: list[str]) -> None:
    """Search, match and finditer give the spans of the plain pattern, whatever the case and the script."""
    text = "".join(pieces)
    plain, guarded = re.compile(pattern, flags), Guarded(pattern, flags)
    assert [one.span() for one in guarded.finditer(text)] == [one.span() for one in plain.finditer(text)]
    for told, wanted in ((guarded.search(text), plain.search(text)), (guarded.match(text, 1), plain.match(text, 1))):
        assert (told and told.span()) == (wanted and wanted.span())


def test_reads_what_a_pattern_needs() -> None:
    """Of a sequence the letters that tell most, of alternatives those of each; a class of letters tells nothing."""
    assert needs(r"\bthe first step is\s+(?P<step>[^;]+)") == ("the first step is",)
    assert needs(r"zuerst|als erstes\b") == ("zuerst", "als erstes")
    assert needs(r"(?:old|former) (?:rates?|limits?)") == ("rate", "limit")
    assert needs(r"a|[bc]") == ()
