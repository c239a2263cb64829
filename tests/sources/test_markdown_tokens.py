"""The rules left out for a text are those that match nowhere in it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from consilience.sources.markdown_tokens import tokens

EVERY_RULE = MarkdownIt("commonmark").enable("table")
EVERY_RULE.core.ruler.enableOnly(["normalize", "block"])
WRITTEN = (
    "- ;* ;+ ;1. ;2) ;10. ;> ;>;    ;\t; ;   ;\n;\n\n;---;===;-;=;***;* * *;_ _ _;|;| a | b |;|---|---|;--|--;```;~~~"
    ";`;<div>;</div>;<!--;-->;<b>;[a]: /u;[a];]:;'x';# ;##;word;a b;\\;\r;\0;\u00a0;\x0b;:-:;1;.;+"
)
MARKS = WRITTEN.split(";")


def few_of(marks: list[str]) -> st.SearchStrategy[str]:
    """Texts of a few kinds of marks, so that some rules are left out."""
    return st.lists(st.sampled_from(marks), max_size=30).map("".join)


@example("- a\n\n      code\n- > b\n  c\n  ---\n")
@example("a\r---\rb\r\r- c")
@example("\tcode\n")
@example("1. ***\n")
@example("> 1. a\n> | b |\n> ---\nlazy\n***\n")
@given(st.lists(st.sampled_from(MARKS), min_size=1, max_size=14).flatmap(few_of) | st.text(max_size=80))
def test_a_text_has_the_tokens_that_every_rule_together_gives(text: str) -> None:
    """Blocks, lists in quotations, underlines, tables: the same tokens as from the parser with all of its rules."""
    assert tokens(text) == EVERY_RULE.parse(text)


@pytest.mark.parametrize("mark", MARKS)
def test_each_mark_is_found_at_either_end_of_a_text(mark: str) -> None:
    """No mark is missed because nothing stands before or behind it."""
    for text in (mark, f"a\n{mark}", f"{mark}\na", f"a | b\n{mark}\n", f"> a\n> {mark}"):
        assert tokens(text) == EVERY_RULE.parse(text)
