"""What the models reply: a draft, a review of it, and what the drafter makes of objections that were left over."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Kind = Literal["factual error", "internal inconsistency", "unclear", "deviation"]

_PASSAGE, _REASON = 4_000, 2_000  # characters


class Section(BaseModel):
    """A part of a document; `text` is Markdown without headings."""

    heading: str = Field(min_length=1, max_length=200)
    text: str = Field(min_length=1, max_length=40_000)


class Draft(BaseModel):
    """A document."""

    title: str = Field(min_length=1, max_length=200)
    sections: list[Section] = Field(min_length=2, max_length=40)

    def markdown(self) -> str:
        """The document as a file."""
        parts = [f"# {_line(self.title)}", *(f"## {_line(one.heading)}\n\n{one.text.strip()}" for one in self.sections)]
        return "\n\n".join(parts) + "\n"


class Objection(BaseModel):
    """One passage that a reviewer wants changed; an empty correction takes it out."""

    kind: Kind
    quote: str = Field(min_length=1, max_length=_PASSAGE)
    wrong: str = Field(min_length=1, max_length=_REASON)
    correction: str = Field(max_length=_PASSAGE)


class Review(BaseModel):
    """All that a reviewer found; nothing is a review, too."""

    objections: list[Objection] = Field(max_length=100)


class Mended(BaseModel):
    """What the drafter does about one matter: a passage and what takes its place, or nothing, with the reason."""

    number: int
    done: bool
    quote: str = Field(default="", max_length=_PASSAGE)
    replacement: str = Field(default="", max_length=_PASSAGE)
    reason: str = Field(min_length=1, max_length=_REASON)


class Mending(BaseModel):
    """One entry for every matter."""

    entries: list[Mended] = Field(max_length=200)


def words(text: str) -> int:
    """Words of a document, separated by blanks, marks of Markdown not counted."""
    return sum(any(char.isalnum() for char in word) for word in text.split())


def flaw(draft: Draft, least: int, most: int) -> str:
    """What is wrong with a draft, in words for its author; empty when nothing is."""
    count = words(draft.markdown())
    if not least <= count <= most:
        return f"the document has {count:,} words; it must have {least:,} to {most:,}"
    headings = [_line(one.heading).casefold() for one in draft.sections]
    if len(set(headings)) < len(headings):
        return "two sections have the same heading"
    inside = next((line for one in draft.sections for line in one.text.splitlines() if line.startswith("#")), "")
    return f"a heading stands inside the text of a section: {inside[:80]}" if inside else ""


def _line(text: str) -> str:
    return " ".join(text.replace("#", " ").split())
