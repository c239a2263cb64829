"""The context of a fact: what its value answers (DESIGN section 5).

A context is the statement with its values masked, preceded by the headings above it and, for a list item, the
sentence that introduces the list. It is what the encoder sees, so two statements that ask the same question lie close
together whatever values they give. Facts of one statement share one context where they can: it is encoded once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.model import Block, Document, Mention

# A kind is told in words that the encoder knows, so that "how long" and "how much" stay apart after masking.
MASKS = {
    "quantity": "some amount",
    "money": "some money",
    "percentage": "some percent",
    "date": "some date",
    "time": "some time",
    "duration": "some period",
    "count": "some number",
    "version": "some version",
    "identifier": "some code",
    "name": "someone",
}
_MAX_HEADING = 60
_MAX_STATEMENT = 400
_MARKUP = re.compile(r"[*_`#|]+|\[([^\]\n]{0,200})\]\([^)\n]{0,300}\)")
_SPACE = re.compile(r"\s+")


def plain(text: str) -> str:
    """Text without inline markup, on one line."""
    return _SPACE.sub(" ", _MARKUP.sub(lambda match: match.group(1) or " ", text)).strip()


def masked(text: str, mentions: Sequence[Mention], keep_names: bool = True) -> str:
    """The text with every mention replaced by words for its kind; names stay unless `keep_names` is false."""
    parts: list[str] = []
    position = 0
    for mention in mentions:
        if keep_names and mention.value.kind == "name":
            continue
        if mention.start < position:
            continue
        parts += [text[position : mention.start], " ", MASKS.get(mention.value.kind, "something"), " "]
        position = mention.end
    parts.append(text[position:])
    return plain("".join(parts))


def headings(document: Document, block: Block, depth: int = 2) -> str:
    """The document's title and the innermost headings above a block, short enough to leave room for the statement."""
    path = [plain(part)[:_MAX_HEADING] for part in block.path if part.strip()]
    title = plain(document.title)[:_MAX_HEADING]
    if path and title and path[0] == title:
        path = path[1:]
    return " > ".join([part for part in [title, *path[-depth:]] if part])


def with_headings(document: Document, block: Block, statement: str) -> str:
    """The full context: headings, the lead-in of a list, then the masked statement."""
    lead = f"{plain(block.lead)[:160]} " if block.lead else ""
    path = [plain(part)[:_MAX_HEADING] for part in block.path[-2:] if part.strip()]
    above = " > ".join(path) or plain(document.title)[:_MAX_HEADING]
    return f"{above}: {lead}{statement[:_MAX_STATEMENT]}" if above else f"{lead}{statement[:_MAX_STATEMENT]}"
