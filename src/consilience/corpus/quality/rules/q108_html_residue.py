from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_TAG = re.compile(
    r"</?(?:div|span|p|br|font|table|tbody|thead|tr|td|th|ul|ol|li|strong|em|b|i|u|h[1-6]|script|style|img|center|o:p)"
    r"(?:\s[^<>]{0,300})?/?>|&(?:nbsp|amp|lt|gt|quot|apos|#\d{2,5}|#x[0-9a-f]{2,5});",
    re.IGNORECASE,
)
_CODE = re.compile(r"`[^`\n]{1,300}`")


class HtmlResidue(Detector):
    """HTML tags and entities left in the text.

    They are noise for search and for a language model, and show that an export went wrong. Code and inline code are
    left alone, and so is a single tag in a Markdown document, where HTML is allowed.

    **Bad**

        Opening hours:&nbsp;<b>9 to 5</b><br/>

    **Good**

        Opening hours: 9 to 5
    """

    code = "Q108"
    dimension = "clarity"
    title = "HTML left in the text"
    severity = "warning"
    weight = 0.2
    message = "'{tag}' is markup, not text ({count} in this paragraph)."
    advice = "Convert the document again, or strip the markup."
    also = (("information_density", 0.3),)

    def find(self, page: Page) -> Iterable[Hit]:
        allowed = 1 if page.document.format == "markdown" else 0
        for piece in page.pieces:
            if piece.kind == "code":
                continue
            shown = _CODE.sub(lambda match: " " * len(match.group()), piece.text)
            tags = list(_TAG.finditer(shown))
            if len(tags) > allowed:
                fill = (("tag", tags[0].group()[:40]), ("count", str(len(tags))))
                start, end = piece.start + tags[0].start(), piece.start + tags[-1].end()
                yield Hit(start, end, min(3.0, 0.5 + 0.25 * len(tags)), fill)
