from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.lexicon import NEVER_LAST, RARELY_LAST, speaks
from consilience.corpus.quality.page import WORD, Page, Piece

_CLOSED = ".!?…:;)]}\"”»'’|>。！？"
_LONG = 20  # words: a last sentence this long without a full stop broke off; a signature or address is shorter
# Between items of a list ("...; and") a conjunction may be last.
_JOINS = frozenset(["and", "or", "nor", "und", "oder", "et", "ou", "y", "o", "e", "en", "of"])
_NEW_SENTENCE = re.compile(r"[*_\"“]{0,3}[^\W\d_a-z][^\W\d_]*\s")
_LEAST = {"paragraph": 5, "quote": 5, "list_item": 8}  # words


class CutEnd(Detector):
    """A paragraph or list item that stops in mid-sentence: the rest of the document was lost.

    A cut shows where the last word cannot be last ("... is kept for the"), or where the last paragraph is long and
    has no full stop. Headings, addresses, signatures, tables and list items without a verb end without a full stop by
    right.

    **Bad**

        Keys must be back by noon, because post is only kept for

    **Good**

        Keys must be back by noon, because post is only kept for two weeks.
    """

    code = "Q301"
    dimension = "completeness"
    title = "Stops in mid-sentence"
    severity = "error"
    weight = 1.0
    message = "The text breaks off after '{words}'."
    advice = "Restore the end of the passage from the original document."
    per_document = True
    also = (("coherence", 0.35), ("clarity", 0.15))

    def find(self, page: Page) -> Iterable[Hit]:
        final = page.pieces[-1].index if page.pieces else -1
        last_sentence = {sentence.piece: sentence for sentence in page.sentences}
        for piece in page.prose:
            bare = piece.text.rstrip(" *_")
            if (
                not piece.running
                or len(piece.words) < _LEAST[piece.kind]
                or bare[-1:] in _CLOSED
                or _goes_on(page, piece)
            ):
                continue
            sentence = last_sentence.get(piece.index)
            long = sentence is not None and len(sentence.words) >= _LONG
            if _is_cut(piece, page, long and piece.index == final):
                tail = list(WORD.finditer(piece.text))[-5:]
                start, end = piece.start + tail[0].start(), piece.start + len(bare)
                yield Hit(start, end, 1.0, (("words", " ".join(page.text[start:end].split())),))


def _goes_on(page: Page, piece: Piece) -> bool:
    """Whether what follows may complete the sentence: a list, table, formula, address, or a line in lower case."""
    following = page.pieces[piece.index + 1] if piece.index + 1 < len(page.pieces) else None
    if following is None or following.kind == "heading":
        return False
    if following.kind != "paragraph":
        return following.kind != piece.kind
    return len(following.words) < _LEAST["list_item"] or not _NEW_SENTENCE.match(following.text)


def _is_cut(piece: Piece, page: Page, unfinished: bool) -> bool:
    """By the last word, or as `unfinished`: long, the last of the document, no full stop."""
    language = piece.block.language or speaks(piece.words) or page.document.language
    word = _last_as_written(piece)
    if word in NEVER_LAST.get(language, frozenset()):
        return not (piece.kind == "list_item" and word in _JOINS and _next_is_item(page, piece))
    if piece.kind == "list_item":
        return unfinished and _items_are_sentences(page)
    return unfinished or word in RARELY_LAST.get(language, frozenset())


def _last_as_written(piece: Piece) -> str:
    """The last word where it stands free; empty for a name or letter ("Plan A", "'a")."""
    text = piece.text.rstrip(" *_")
    word = text.rsplit(None, 1)[-1]
    return word if word.isalpha() and word.islower() else ""


def _next_is_item(page: Page, piece: Piece) -> bool:
    return piece.index + 1 < len(page.pieces) and page.pieces[piece.index + 1].kind == "list_item"


def _items_are_sentences(page: Page) -> bool:
    items = [piece.text.rstrip(" *_") for piece in page.prose if piece.kind == "list_item"]
    return sum(item.endswith((".", "!", "?")) for item in items) * 4 > len(items) * 3
