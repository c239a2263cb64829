"""The block tokens of a Markdown text, with only those rules of markdown-it-py tried that the text has marks for.

The parser asks every rule of every line. Most texts have no tables, no fences, no HTML: a rule that nowhere finds the
mark it begins with matches nowhere, so a parser without it gives the same tokens in less time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

# What a text has somewhere if the rule matches anywhere in it: one of these strings,
_MARKS = {
    "table": ("|",),
    "code": ("    ", "\t"),
    "fence": ("```", "~~~"),
    "blockquote": (">",),
    "reference": ("]:",),
    "html_block": ("<",),
    "heading": ("#",),
}
# or this. Lists and underlines stand behind nothing but white space and quotation marks in the line where the outermost
# of them begins.
_LINES = {
    "hr": re.compile(r"([-*_])(?:[ \t]*\1){2}"),
    "list": re.compile(r"\n[ \t>]*(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t\n]|\Z)"),
    "lheading": re.compile(r"\n[ \t>]*(?:=+|-+)[ \t]*(?:\n|\Z)"),
}
_ALWAYS = ("paragraph",)


def tokens(source: str) -> list[Token]:
    """Block tokens of CommonMark with tables; the content of inline tokens is not parsed further."""
    # what the parser does first, quicker
    text = source.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return _parser(_needed("\n" + text)).parse(text)


def _needed(text: str) -> tuple[str, ...]:
    """The rules that a text with a line break in front may need."""
    marked = [rule for rule, marks in _MARKS.items() if any(map(text.__contains__, marks))]
    return (*marked, *(rule for rule, line in _LINES.items() if line.search(text)), *_ALWAYS)


@lru_cache(maxsize=64)
def _parser(rules: tuple[str, ...]) -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["block"])
    parser.block.ruler.enableOnly(rules)
    return parser
