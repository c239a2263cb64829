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
_CLAUSE = 12  # words: so long where the other paragraphs of the document do end with one
_FRAGMENT = 3  # words after sentences with full stops in the same paragraph; one or two are a signature
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
        for piece in page.prose:
            bare = piece.text.rstrip(" *_↩↑")
            if (
                not piece.running
                or len(piece.words) < _LEAST[piece.kind]
                or bare[-1:] in _CLOSED
                or "/" in bare.rsplit(None, 1)[-1]
            ):
                continue
            unfinished = piece.index == final and _is_unfinished(piece, page)
            if not _goes_on(page, piece) and (unfinished or _ends_open(piece, page)):
                tail = list(WORD.finditer(piece.text))[-5:]
                start, end = piece.start + tail[0].start(), piece.start + len(bare)
                yield Hit(start, end, 1.0, (("words", " ".join(page.text[start:end].split())),))


def _is_unfinished(piece: Piece, page: Page) -> bool:
    """Whether the last piece lacks its full stop: it is long, or sentences with full stops go before it."""
    if piece.kind == "list_item":
        return _share_closed(page, "list_item") > 0.75
    sentences = [sentence for sentence in page.sentences if sentence.piece == piece.index]
    last = len(sentences[-1].words) if sentences else 0
    if len(sentences) > 1 and last >= _FRAGMENT:
        return True
    return last >= _LONG or (last >= _CLAUSE and _share_closed(page, "paragraph") > 0.75)


def _share_closed(page: Page, kind: str) -> float:
    """Part of the other pieces of a kind, of some length, that end with a full stop or its like."""
    ends = [piece.text.rstrip(" *_")[-1:] for piece in page.prose[:-1] if piece.kind == kind and len(piece.words) >= 5]
    return sum(end in _CLOSED for end in ends) / len(ends) if ends else 0.0


def _goes_on(page: Page, piece: Piece) -> bool:
    """Whether what follows may complete the sentence: a list, table, formula, address, or a line in lower case."""
    following = page.pieces[piece.index + 1] if piece.index + 1 < len(page.pieces) else None
    if following is None or following.kind == "heading":
        return False
    if following.kind != "paragraph":
        return following.kind != piece.kind
    return len(following.words) < _LEAST["list_item"] or not _NEW_SENTENCE.match(following.text)


def _ends_open(piece: Piece, page: Page) -> bool:
    """Whether the last word needs something after it."""
    language = piece.block.language or speaks(piece.words) or page.document.language
    word = _last_as_written(piece)
    if word in NEVER_LAST.get(language, frozenset()):
        return not (piece.kind == "list_item" and word in _JOINS and _next_is_item(page, piece))
    return piece.kind != "list_item" and word in RARELY_LAST.get(language, frozenset())


def _last_as_written(piece: Piece) -> str:
    """The last word where it stands free; empty for a name or letter ("Plan A", "'a")."""
    text = piece.text.rstrip(" *_")
    word = text.rsplit(None, 1)[-1]
    return word if word.isalpha() and word.islower() else ""


def _next_is_item(page: Page, piece: Piece) -> bool:
    return piece.index + 1 < len(page.pieces) and page.pieces[piece.index + 1].kind == "list_item"
