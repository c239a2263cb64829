from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

LEAST = 150  # words: a shorter text is a note and needs no title
TITLE = 15  # words


class NoTitle(Detector):
    """A document of more than 150 words that does not say what it is: no title, no heading, no opening line.

    Retrieval shows the title beside every passage; without one a passage cannot be placed.

    **Bad**

        From Monday the gate opens at six. ... (two pages)

    **Good**

        # Opening hours of the Thornby gate
    """

    code = "Q306"
    dimension = "completeness"
    title = "No title"
    severity = "warning"
    weight = 0.25
    message = "The document has no title."
    advice = "Give it a title that names the subject, and the place or product it is about."
    per_document = True
    also = (("coherence", 0.4),)

    def find(self, page: Page) -> Iterable[Hit]:
        if page.words <= LEAST or page.headings or page.document.format in ("csv", "xlsx") or _declared(page):
            return
        first = next((piece for piece in page.pieces if piece.running), None)
        if first is None or 2 * _records(page) > page.words:
            return
        opening = page.text[first.start : first.end].strip().split("\n", 1)[0]
        if _is_run_in(opening.split(". ", 1)[0]):
            return
        if not _is_title(opening):
            yield Hit(first.start, min(first.end, first.start + len(opening)))


def _declared(page: Page) -> bool:
    """Whether the title is the author's; a reader that finds none makes it of the file's name."""
    name = PurePosixPath(page.document.id.partition("#")[0]).stem
    return bool(page.document.title) and _letters(page.document.title) != _letters(name)


def _is_title(line: str) -> bool:
    return len(line.split()) <= TITLE and not line.endswith(".")


def _is_run_in(sentence: str) -> bool:
    """Whether the first sentence is a title run into the text: "DEPOT MEETING, Tuesday, 7 pm. Present: ..."."""
    return _is_title(sentence) and "".join(sentence.split()[:2]).isupper()


def _records(page: Page) -> int:
    """Words in records, code and tables, which need no title."""
    return sum(len(piece.words) for piece in page.pieces if not piece.running)


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())
