from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_LINK = re.compile(r"\[[^\[\]\n]{0,200}\]\(#([^\s()]{1,200})\)")
_TARGET = re.compile(r"""(?:\bid|\bname)=["']([^"'\s]{1,200})["']|\{#([^\s{}]{1,200})\}""")
_HEADING_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{0,300}\)")
_DROPPED = re.compile(r"[^\w\- ]")


class BrokenAnchor(Detector):
    """A link to an anchor of this document that no heading has.

    Clicking it leads nowhere. Anchors are formed from headings as the common Markdown renderers do, and explicit ids
    count too.

    **Bad**

        See [Returns](#how-to-return). (there is no such heading)

    **Good**

        See [Returns](#returns). ... ## Returns
    """

    code = "Q207"
    dimension = "internal_consistency"
    title = "Link to a missing anchor"
    severity = "error"
    weight = 0.3
    message = "No heading of this document has the anchor '#{anchor}'."
    advice = "Point the link at an existing heading, or restore the part that is missing."
    also = (("completeness", 0.5), ("coherence", 0.35))

    def find(self, page: Page) -> Iterable[Hit]:
        if page.document.format not in ("markdown", "jsonl", "text"):
            return
        present = _anchors(page)
        for piece in page.pieces:
            for link in _LINK.finditer(piece.text) if piece.kind != "code" else ():
                if link[1].lower() not in present and link[1].lower() != "top":
                    yield Hit(piece.start + link.start(), piece.start + link.end(), 1.0, (("anchor", link[1]),))


def _anchors(page: Page) -> set[str]:
    """Anchors of all headings, repeated ones with -1, -2 ..., and explicit ids, in lower case."""
    found: set[str] = {(match[1] or match[2]).lower() for match in _TARGET.finditer(page.text)}
    seen: Counter[str] = Counter()
    for heading in page.headings:
        shown = _HEADING_LINK.sub(r"\1", heading.text.strip().lstrip("#").strip())
        slug = _DROPPED.sub("", shown.lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found
