"""What the pair network reads of a fact: its statement with the value masked, below its headings.

The other values of a statement stay readable: they often tell which question is answered ("after 10 years"). The
fact's own value is replaced by words for its kind, so that equal values cannot pose as equal questions.
"""

from __future__ import annotations

from dataclasses import dataclass

from consilience.corpus.facts.context import MASKS, plain
from consilience.model import Fact

ANYTHING = "something"  # stands for a value whose kind has no words of its own
_HEADINGS = 2  # innermost headings that are read; outer ones say what the whole document is about
_MAX_HEADING = 60
_AROUND = 200  # characters of the statement read on each side of the value
_MOST = 0.7  # a value that is more of its statement than this leaves nothing to read; then the context is read


@dataclass(frozen=True, slots=True)
class View:
    """Text for the network: `text[:head]` are headings, `text[start:end]` stands for the masked value.

    An empty span: the text has no value that is asked for.
    """

    text: str
    head: int
    start: int
    end: int


def view_of(fact: Fact) -> View:
    """The text of one fact. Of the value only its kind is told."""
    mask = MASKS.get(fact.value.kind, ANYTHING)
    if fact.row or fact.value_end - fact.value_start > _MOST * (fact.end - fact.start):
        return _of_context(fact, mask)
    return masked_view(fact.section, fact.quote, fact.value_start - fact.start, fact.value_end - fact.start, mask)


def masked_view(section: str, quote: str, start: int, end: int, mask: str) -> View:
    """A quote below its heading path (`outer > inner`), `quote[start:end]` replaced by `mask`."""
    head = heading(section)
    before, after = plain(quote[:start])[-_AROUND:], plain(quote[end:])[:_AROUND]
    at = len(head) + len(before) + bool(before)
    text = " ".join(part for part in (f"{head}{before}", mask, after) if part)
    return View(text, len(head), at, at + len(mask)) if before or not head else _after_heading(head, mask, after)


def _after_heading(head: str, mask: str, after: str) -> View:
    """A statement that opens with its value."""
    return View(f"{head}{mask} {after}".rstrip(), len(head), len(head), len(head) + len(mask))


def unmasked_view(section: str, text: str) -> View:
    """A text below its heading path with nothing masked: a question, or a statement whose value was not found."""
    head = heading(section)
    whole = f"{head}{plain(text)[: 2 * _AROUND]}"
    return View(whole, len(head), len(whole), len(whole))


def heading(section: str) -> str:
    """The innermost headings of a path with a colon after them; empty without headings."""
    path = [plain(one)[:_MAX_HEADING] for one in section.split(" > ")[-_HEADINGS:]] if section else []
    said = " > ".join(one for one in path if one)
    return f"{said}: " if said else ""


def _of_context(fact: Fact, mask: str) -> View:
    """Rows and statements that are all value: heading, row head and column head, then the mask, as the encoder sees
    them."""
    inner = heading(fact.section.rsplit(" > ", 1)[-1])
    head = len(inner) if inner and fact.context.startswith(inner) else 0
    start = fact.context.rfind(mask)
    if start < head:
        return View(fact.context, head, len(fact.context), len(fact.context))
    return View(fact.context, head, start, start + len(mask))
