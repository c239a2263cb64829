"""What a single line of plain text looks like: a heading, a list marker, a rule, the wrapped part of a paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from consilience.sources.lines import Line

UNWRAPPED = 120  # characters; a text with longer lines is not wrapped, each line is a paragraph
NARROWEST = 45  # characters; nobody wraps to less, shorter lines are lines of their own
_RAGGED = 10  # characters by which a wrapped line may fall short although the next word would fit

_RULE = re.compile(r"\s*(?:([=\-~^*_+#])(?:[ ]?\1){2,}|[+|][-=+|: ]+[+|])\s*")
_UNDERLINE = re.compile(r"\s*(=|-|~|\^)\1{2,}\s*")
_MARKER = re.compile(
    r"(?P<indent>[ \t]*)(?:"
    r"(?P<bullet>[-*•·‣◦▪●○–—+])(?:[ \t]+\[[ xX_]?\])?"
    r"|(?P<box>\[[ xX_]?\]|\((?:!|\*|x)\)|[☐☑☒])"
    r"|(?P<section>\d{1,3}(?:\.\d{1,3}){1,4})\.?"
    r"|\(?(?P<number>\d{1,3})[.)]"
    r"|\(?(?P<letter>[a-z])\)|(?P<dotted>[a-h])\."
    r")[ \t]+(?=\S)"
)
_NUMBERED = re.compile(r"\s*(?P<number>\d{1,3}(?:\.\d{1,3}){0,4})\.?[ \t]+(?P<title>\S.*)")
_HASH = re.compile(r"(#{1,6}|={1,6})[ \t]+(?=[^\s=])")  # Markdown and AsciiDoc
_BRACKETED = re.compile(r"\([^()]*\)")
_SENTENCE_END = re.compile(r"[.!?:;…][)\"'”’]*\s*$")
_QUOTED = re.compile(r"\s{0,3}>(?!>)")
_LABEL = re.compile(r"\s*[^\W\d_][^:\n.;!?]{1,48}:\s")


class Marker(NamedTuple):
    """A list marker: where it stands, where the content begins (columns of the line) and what it counts."""

    indent: int
    content: int
    ordinal: int | None
    depth: int  # of a section number such as 3.1: 2; else 0
    is_bullet: bool
    plain_bullet: bool  # a bullet or box that cannot be a word of a sentence


def wrap_width(lines: Sequence[Line]) -> int | None:
    """Longest line of a hard-wrapped text; None if the text is not wrapped."""
    longest = max((len(line.text.rstrip()) for line in lines), default=0)
    return longest if NARROWEST <= longest <= UNWRAPPED else None


def indent(text: str) -> int:
    """Width of the white space at the beginning of a line."""
    return len(text) - len(text.lstrip())


def is_rule(text: str) -> bool:
    """A line of dashes, equal signs or the like."""
    return _RULE.fullmatch(text[:400]) is not None


def is_quoted(text: str) -> bool:
    """A line that begins with ">", as in a reply."""
    return _QUOTED.match(text) is not None


def prose_begin(text: str) -> int:
    """Column at which the prose of a line begins, behind a quotation mark ">"."""
    return len(text) - len(text.lstrip(" \t>")) if is_quoted(text) else indent(text)


def underlined(text: str, below: str) -> int:
    """Level of a heading that is underlined: 1 with "=", 2 with "-"; 0 if it is none."""
    found = _UNDERLINE.fullmatch(below[:400])
    title = text.strip()
    if not found or not any(map(str.isalnum, title)) or len(title) > UNWRAPPED or is_rule(text):
        return 0
    if "|" in title or (len(below.strip()) < 0.5 * len(title)):
        return 0
    return 1 if found[1] == "=" else 2


def marker(text: str) -> Marker | None:
    """The list marker of a line, if it has one."""
    found = _MARKER.match(text)
    if found is None:
        return None
    number, section = found["number"], found["section"]
    letter = found["letter"] or found["dotted"]
    ordinal = int(number) if number else int(section.rpartition(".")[2]) if section else None
    if letter:
        ordinal = ord(letter) - ord("a") + 1
    depth = section.count(".") if section else 0
    sure = bool(found["box"]) or (found["bullet"] or "-") not in "-–—+*" or text[found.end("bullet") :][:2] == " ["
    return Marker(len(found["indent"]), found.end(), ordinal, depth, ordinal is None, sure)


def is_capitals(text: str) -> bool:
    """A line in capitals, apart from what stands in brackets or behind a number."""
    bare = text.strip()
    if not bare or len(bare) > 80 or bare[-1] in ".,;:":
        return False
    letters = [letter for letter in _BRACKETED.sub("", bare) if letter.isalpha()]
    return len(letters) >= 3 and sum(map(str.isupper, letters)) >= 0.8 * len(letters)


def heading_level(text: str, below: str, following: str) -> int:
    """Level (2 or deeper) of a heading that is not underlined; 0 if it is none. `following` is the next line with
    text.
    """
    title = text.strip()
    if hashes := _HASH.match(text):
        return len(hashes[1])
    numbered = _NUMBERED.fullmatch(text)
    if is_capitals(text) and marker_is_number(text):
        return 2 + (numbered["number"].count(".") if numbered else 0)
    if not following or len(title) > 80 or title[-1] in ".,;:!…" or "___" in title:
        return 0
    alone = not below.strip()
    if numbered and alone and numbered["title"][:1].isupper() and not _same_depth(numbered["number"], following):
        return 2 + numbered["number"].count(".")
    if marker(text) is not None or not title[0].isupper() or len(title) > 60 or _LABEL.match(title + " "):
        return 0
    introduces = marker(below) is not None or (alone and not is_tabular(text))
    return 3 if introduces and len(title.split()) <= 8 and not numbered else 0


def _same_depth(number: str, following: str) -> bool:
    """Whether the next line counts on at the same depth: then both are items, not headings."""
    found = _NUMBERED.fullmatch(following)
    return found is not None and found["number"].count(".") == number.count(".")


def title_of(text: str) -> str:
    """The words of a heading line, without marks in front."""
    hashes = _HASH.match(text)
    return text[hashes.end() :].rstrip() if hashes else text.strip()


def marker_is_number(text: str) -> bool:
    """Whether the line has no list marker, or only a number that may also count headings."""
    found = _MARKER.match(text)
    return found is None or bool(found["number"] or found["section"])


def is_tabular(text: str) -> bool:
    """Whether wide gaps part the line into columns."""
    return re.search(r"\S(?:\t|[ ]{3,})\S", text) is not None


def is_break(above: str, text: str, width: int | None) -> bool:
    """Whether a line begins a new paragraph although no blank line parts it from the one above.

    In a wrapped text a line ends where the next word would not have fitted. A line that ends earlier was ended on
    purpose, unless its sentence visibly goes on.
    """
    above = above.rstrip()
    if text.lstrip(" \t>\"'“‘([")[:1].islower() and not _SENTENCE_END.search(above[-8:]):
        return False
    if width is None or (_LABEL.match(text) and _LABEL.match(above)):
        return True
    first_word = text.split(maxsplit=1)[0] if text.strip() else ""
    return len(above) + 1 + len(first_word) <= width - (0 if _LABEL.match(text) else _RAGGED)
