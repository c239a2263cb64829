from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_MARK = re.compile(r"(?:(?<=\s)|^)(?:\(?(\d{1,2})[.)]|([•‣▪●◦*–-]))[ \t]+(?=\w)")


class LostList(Detector):
    """A list whose line breaks were lost, so that its markers stand in running text.

    Numbers count only if they rise by one from 1 (so dates and decimals do not look like a list), bullets only if
    there are three.

    **Bad**

        You need: - a torch - a rope - dry shoes - a friend

    **Good**

        You need:

        - a torch
        - a rope
        - dry shoes
    """

    code = "Q104"
    dimension = "clarity"
    title = "List run into the text"
    severity = "warning"
    weight = 0.25
    message = "{count} list items stand in one paragraph."
    advice = "Give every item its own line."
    also = (("coherence", 0.25),)

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.prose:
            if piece.kind != "paragraph":
                continue
            marks = [mark for line in _lines(piece.text) for mark in _run(line, piece.text)]
            if len(marks) >= 3:
                yield Hit(piece.start + marks[0], piece.end, 1.0, (("count", str(len(marks))),))


def _lines(text: str) -> Iterable[tuple[int, int]]:
    position = 0
    for line in text.splitlines(keepends=True):
        yield position, position + len(line)
        position += len(line)


def _run(line: tuple[int, int], text: str) -> list[int]:
    """Offsets of the markers in one line: bullets of one kind, or numbers that rise by one from 1."""
    found = list(_MARK.finditer(text, *line))
    numbers, expected = [], 1
    for mark in found:
        if mark[1] and int(mark[1]) == expected:
            numbers.append(mark.start())
            expected += 1
    kinds = sorted({mark[2] for mark in found if mark[2] and mark[2] not in "–-"})
    bullets = [mark.start() for mark in found if kinds and mark[2] == kinds[0]]
    dashes = [mark.start() for mark in found if mark[2] == "-"]
    # Dashes set off an aside in pairs; only from the third on do they make a list.
    best = max((numbers, bullets, dashes), key=len)
    return best if len(best) >= 3 else []
