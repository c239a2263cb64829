"""The block tokens of a Markdown text, with only those rules of markdown-it-py tried that the text has marks for.

The parser asks every rule of every line. Most texts have no tables, no fences, no HTML: a rule that nowhere finds the
mark it begins with matches nowhere, so a parser without it gives the same tokens in less time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

# What a text has, a line break in front of it, if the rule can match anywhere in it. Lists and underlines stand behind
# nothing but white space and quotation marks in the line where the outermost of them begins.
_NEEDS = {
    name: re.compile(pattern)
    for name, pattern in {
        "table": r"\|",
        "code": r"[ ]{4}|\t",
        "fence": r"```|~~~",
        "blockquote": r">",
        "hr": r"([-*_])(?:[ \t]*\1){2}",
        "list": r"\n[ \t>]*(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t\n]|\Z)",
        "reference": r"\]:",
        "html_block": r"<",
        "heading": r"#",
        "lheading": r"\n[ \t>]*(?:=+|-+)[ \t]*(?:\n|\Z)",
    }.items()
}
_ALWAYS = ("paragraph",)


def tokens(source: str) -> list[Token]:
    """Block tokens of CommonMark with tables; the content of inline tokens is not parsed further."""
    return _parser(_needed(source)).parse(source)


def _needed(source: str) -> tuple[str, ...]:
    """The rules that the text may need, in the order of the table above."""
    if "\r" in source:  # the parser makes line breaks of them
        return tuple(_NEEDS)
    text = "\n" + source
    return tuple(name for name, mark in _NEEDS.items() if mark.search(text))


@lru_cache(maxsize=64)
def _parser(rules: tuple[str, ...]) -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    parser.block.ruler.enableOnly([*rules, *_ALWAYS])
    return parser
