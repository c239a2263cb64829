"""A guarded pattern finds what the pattern finds, and passes over texts that cannot hold it."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import consilience.answer
import consilience.corpus
from consilience.text.guarded import Guarded, needs
from consilience.text.small_letters import blind_to_case, in_small_letters, parsed

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
    r"\b(?<!\bthe )(?:needs?|is)\b(?= \w+)|[^\w\s]{2}|(?P<a>x)(?P=a)",
    r"[A-Z]\w+|(?-i:[A-Z])x",
    r"(?:peak)?",
)
PIECES = st.sampled_from(
    [
        "plan to", "Plans TO", "intended to", "first,", "Firstly, ", "peak times", "off-peak hours", "HIGH SEASON",
        "if they ", "were to", "in theory", "2024", "1999", "ended", "Abc", "abcabcx", "x", "ſ", "K", "ı", "İ",
        "FRÜHER", "Straße", "STRASSE", "ß", "fırst, ", "pea\u212a times", " ", ".", "\n", "ﬁrst, ",
        "the need ", "IS a", "Xx", "µ", "É",
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
    """Of a sequence the letters that tell most, of alternatives those of each; a wide class tells nothing."""
    assert needs(r"\bthe first step is\s+(?P<step>[^;]+)") == ("the first step is",)
    assert needs(r"zuerst|als erstes\b") == ("zuerst", "als erstes")
    assert needs(r"(?:old|former) (?:rates?|limits?)") == ("rate", "limit")
    assert needs(r"a|[bc]") == ("a", "b", "c")
    assert needs(r"q[1-4]|is(?: not|n['’]t)") == ("q1", "q2", "q3", "q4", "n't", "n’t", " not")
    assert needs(r"a|\w") == needs(r"a|[^b]") == ()


def test_small_letters_are_enough_where_no_part_tells_case() -> None:
    """A pattern in small letters is looked for in small letters; one with capitals, or that may be empty, is not."""
    blind = {one: blind_to_case(parsed(one, re.IGNORECASE)) for one in PATTERNS}
    assert [one for one, may in blind.items() if not may] == [r"[A-Z]\w+|(?-i:[A-Z])x", r"(?:peak)?"]
    assert not blind_to_case(parsed("peak", re.NOFLAG))


def test_letters_with_one_small_form() -> None:
    """Of the characters that a text in small letters may hold, those that Python takes for one letter become one."""
    simple = [char for char in map(chr, range(0x3000)) if in_small_letters(char) is not None]
    together = "".join(simple)
    assert len(simple) > 400
    assert in_small_letters(together) == "".join(map(str.lower, simple))
    for char in simple:
        alike = re.findall(re.escape(char), together, re.IGNORECASE)
        assert {one.lower() for one in alike} == {char.lower()}
        assert len(alike) == sum(one.lower() == char.lower() for one in simple)


def _patterns() -> Iterator[tuple[str, Guarded]]:
    """Every guarded pattern of the rules, alone or in a table, with the name by which it is known."""
    for package in (consilience.corpus, consilience.answer):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, held in vars(importlib.import_module(module.name)).items():
                every = held.values() if isinstance(held, dict) else held if isinstance(held, tuple) else (held,)
                yield from ((f"{module.name}.{name}", one) for one in every if isinstance(one, Guarded))


def test_every_pattern_of_the_rules_finds_the_same() -> None:
    """In the sentences of the example, as they stand, in capitals and with letters that only look alike."""
    folder = Path(__file__).parents[2] / "examples/knowledge-base"
    said = " ".join(path.read_text("utf-8") for path in sorted(folder.glob("*.md")))
    texts = [said[start : start + 400] for start in range(0, 8_000, 400)]
    texts += [texts[0].upper(), texts[1].title(), texts[2].replace("s", "ſ"), texts[3].replace("k", "\u212a")]
    patterns = list(_patterns())
    assert len(patterns) > 100
    for name, guarded in patterns:
        for text in texts:
            spans = [one.span() for one in guarded.pattern.finditer(text)]
            assert [one.span() for one in guarded.finditer(text)] == spans, name
