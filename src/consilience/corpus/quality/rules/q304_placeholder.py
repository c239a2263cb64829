from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

# "TODO" opens a line, sentence, cell or bracket; elsewhere, and in front of these words, it is a file or a list.
_OPENS = r"(?:(?<![^\n])|(?<=[:.!?(\[|*–—-] )|(?<=[(\[|*]))"
_NAMES = r"(?!\s+(?:files?|lists?|items?|and|or|for)\b|\s{2,}\S)"
_PLACEHOLDER = re.compile(
    r"\b(?:TBD|TBC|TBA|T\.B\.D\.|XXX+)\b"
    rf"|{_OPENS}(?:TODO|FIXME)\b{_NAMES}"
    r"|\b(?:TODO|FIXME)(?=\s?[:(])"
    r"|\blorem\s+ipsum\b"
    r"|\[your\b[^\[\]\n]{0,60}\]"
    r"|[\[<{](?:insert|enter|add|fill\s+in|placeholder|name\s+here|date\s+here|xx+|hier|einfügen|à\s+compléter"
    r"|completar)\b[^\[\]<>{}\n]{0,60}[\]>}]"
    r"|\{\{\s*[\w.]{1,60}\s*\}\}"
    r"|\bto\s+be\s+(?:added|completed|written|supplied)(?:\s+(?:later|soon))?(?=[\s)\]]*(?:[.!)\]]|$))"
    r"|(?<!is )coming\s+soon\b|content\s+goes\s+here\b|text\s+follows\b",
    re.IGNORECASE,
)
_CAPITALS = frozenset(["TODO", "FIXME", "TBD", "TBC", "TBA", "XXX"])
_CODE = re.compile(r"`[^`\n]{1,300}`")


class Placeholder(Detector):
    """Text that stands for text still to be written: TODO, TBD, lorem ipsum, "[insert name]", "{{ price }}".

    The document was published before it was finished; what is missing may be the answer. Blank lines of a form to be
    filled in by hand, and placeholders inside code, are left alone.

    **Bad**

        The deposit is [insert amount]. Refunds: TBD.

    **Good**

        The deposit is 200 euros. Refunds take six weeks.
    """

    code = "Q304"
    dimension = "completeness"
    title = "Placeholder"
    severity = "error"
    weight = 0.4
    message = "'{placeholder}' was never filled in."
    advice = "Write what belongs here, or remove the sentence."
    also = (("information_density", 0.2),)

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.pieces:
            if piece.kind == "code":
                continue
            shown = _CODE.sub(lambda match: " " * len(match.group()), piece.text)
            for match in _PLACEHOLDER.finditer(shown):
                found = match.group()
                if found.upper().rstrip("X") in ("", *_CAPITALS) and found != found.upper():
                    continue  # "todo" in lower case is a word
                yield Hit(piece.start + match.start(), piece.start + match.end(), 1.0, (("placeholder", found),))
