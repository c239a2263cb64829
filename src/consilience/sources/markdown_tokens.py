"""The block tokens of a Markdown text, with only those rules of markdown-it-py tried that the text has marks for.

The parser asks every rule of every line. Most texts have no tables, no fences, no HTML: a rule that nowhere finds the
mark it begins with matches nowhere, so a parser without it gives the same tokens in less time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Where one of these strings stands in a text, the rule may match; where none does, it cannot.
_MARKS = {
    "|": "table",
    "    ": "code",
    "\t": "code",
    "```": "fence",
    "~~~": "fence",
    ">": "blockquote",
    "]:": "reference",
    "<": "html_block",
    "#": "heading",
}
# The same for lines. The outermost list, and an underline, stand behind nothing but white space and quotation marks; a
# rule ("---") does so too, or stands in a list.
_LINES = {
    r"(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t\n]|\Z)": "list",
    r"(?:([-*_])(?:[ \t]*\1){2}|(?:[-+*]|[0-9]{1,9}[.)])[ \t])": "hr",
    r"(?:=+|-+)[ \t]*(?:\n|\Z)": "lheading",
}
_PATTERNS = {re.compile(r"\n[ \t>]*" + line): rule for line, rule in _LINES.items()}


def tokens(source: str) -> list[Token]:
    """Block tokens of CommonMark with tables; the content of inline tokens is not parsed further."""
    # what the parser does first, quicker
    text = source.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return _parser(_needed("\n" + text)).parse(text)


def _needed(text: str) -> tuple[str, ...]:
    """The rules that a text with a line break in front may need."""
    marked = [rule for mark, rule in _MARKS.items() if mark in text]
    lined = [rule for line, rule in _PATTERNS.items() if line.search(text)]
    return (*marked, *lined, "paragraph")


@lru_cache(maxsize=64)
def _parser(rules: tuple[str, ...]) -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["block"])
    parser.block.ruler.enableOnly(rules)
    return parser
