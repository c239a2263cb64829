"""How a block ends: closed, open by right, or broken off in mid-sentence."""

from __future__ import annotations

import re

from consilience.corpus.quality.lexicon import FUNCTION_WORDS, NEVER_LAST, RARELY_LAST, speaks
from consilience.corpus.quality.page import Page, Piece, Sentence

_ORNAMENT = " *_↩↑"  # emphasis and back-links that may stand behind a last word
_LONG = 20  # words: a last sentence this long without a full stop broke off; a signature or address is shorter
# Between items of a list ("...; and") a conjunction may be last.
_JOINS = frozenset(["and", "or", "nor", "und", "oder", "et", "ou", "y", "o", "e", "en", "of"])
_NEW_SENTENCE = re.compile(r"[*_\"“]{0,3}[^\W\d_a-z][^\W\d_]*\s")
_CLAUSE = 12  # words: so long where the other paragraphs of the document mostly end with one
_RAGGED = 0.7  # of the longest line: wrapped lines are longer, but for the last one
_SIGNATURE = 15  # words
_NAME_BEHIND = re.compile(r",\s(?:[^\W\d_]{2,12}\s)?[^\W\d_a-z][\w.'’-]*\s[^\W\d_a-z][\w'’-]+")
_FEW = 3  # words of a list item where practically all others are closed
_PHRASE = 4  # words: so long where practically all do
_PHRASED = 9  # the same for words with a number, which may be a date
_RATHER, _MOSTLY, _ALWAYS = 0.5, 0.75, 0.9
_CAPTION = re.compile(
    r"\W*(?:table|figure|fig|tabelle|abbildung|tableau|tabla|tabel|figura|figuur)\.?\s\w{1,5}\W", re.IGNORECASE
)
_STOP = re.compile(r"[.!?]\s")
_DIGIT = re.compile(r"\d")  # "Last changed 3 May 2026" closes a document without a full stop
_SHORT = 2  # words of the last piece of a document
_HEADING = 40  # words: a longer heading is text that was run into it
_LEAST = {"paragraph": 5, "quote": 5, "list_item": 8}  # words


def bare(text: str) -> str:
    """A text without the marks of emphasis and back-links that may stand behind its last word."""
    return text.rstrip(_ORNAMENT)


def breaks_off(piece: Piece, page: Page) -> bool:
    """Whether a block stops in mid-sentence: because its last word cannot be last, or, at the end of the document,
    because it is a sentence without its full stop."""
    final = piece.index == len(page.pieces) - 1
    if not _ends_in_word(bare(piece.text)):
        return False
    if piece.kind == "heading":
        return final and len(piece.words) > _HEADING
    if len(piece.words) < (_SHORT if final else _LEAST[piece.kind]) or _goes_on(page, piece):
        return False
    if not piece.running and not (final and _runs_out(piece, page)):
        return False
    unfinished = final and (_dangles(bare(piece.text)) or _is_unfinished(piece, page))
    return unfinished or _ends_open(piece, page)


def _runs_out(piece: Piece, page: Page) -> bool:
    """Whether records end in a sentence of ordinary words."""
    last = page.sentences[-1] if page.sentences else None
    if last is None or last.piece != piece.index or len(last.words) < _CLAUSE // 2:
        return False
    return 3 * sum(_DIGIT.search(word) is not None for word in last.words) < len(last.words)


def _dangles(text: str) -> bool:
    """Whether the text stops at a comma or inside a bracket."""
    return text.endswith(",") or text.count("(") > text.count(")")


def _ends_in_word(text: str) -> bool:
    """Whether the text ends in a word, or a comma or dash after one, and not in an address or a symbol."""
    return text.rstrip(",–—-")[-1:].isalnum() and "/" not in text.rsplit(None, 1)[-1]


def _is_unfinished(piece: Piece, page: Page) -> bool:
    """Whether the last piece lacks its full stop: sentences with full stops go before it, or all others have theirs."""
    sentences = [sentence for sentence in page.sentences if sentence.piece == piece.index]
    if not sentences or not sentences[-1].words or _signs(piece) or _is_notes(piece):
        return False
    last, closed = sentences[-1], _share_closed(page, piece.kind)
    follows = len(sentences) > 1 and not _ends_in_word(sentences[-2].text)
    if follows and (piece.kind != "list_item" or closed > _MOSTLY or len(last.words) >= _CLAUSE // 2):
        return _is_clause(last)
    if piece.kind == "list_item":
        least = _FEW if closed > _ALWAYS else _LEAST["list_item"]
        return closed > _MOSTLY and len(last.words) >= least and not _open_sibling(page, piece)
    if closed > _ALWAYS:
        least = _PHRASED if _DIGIT.search(last.text) else _PHRASE
    else:
        least = _CLAUSE if closed > _MOSTLY else _LONG
    if len(last.words) < _PHRASED and sum(word.lower() in FUNCTION_WORDS for word in last.words) < 2:
        return False  # "The works office" signs
    return len(last.words) >= least and _is_clause(last)


def _signs(piece: Piece) -> bool:
    """Whether the piece is a greeting with a name: "With kind regards, Marianne Holt"."""
    return len(piece.words) <= _SIGNATURE and _NAME_BEHIND.search(piece.text) is not None


def _open_sibling(page: Page, piece: Piece) -> bool:
    """Whether the item before is open as well: a list of phrases, where others of the document hold sentences."""
    before = page.pieces[piece.index - 1] if piece.index else None
    return before is not None and before.kind == "list_item" and _ends_in_word(bare(before.text))


def _is_clause(sentence: Sentence) -> bool:
    """Whether words after a full stop begin a sentence and are no signature: a word in lower case, or "The", "We"."""
    return any(word.islower() for word in sentence.words) or sentence.words[0].lower() in FUNCTION_WORDS


def _is_notes(piece: Piece) -> bool:
    """Whether the piece is lines of notes, each a statement by itself: shorter and longer ones, not wrapped text."""
    lengths = [len(line) for line in piece.text.splitlines()[:-1]]
    ragged = len(lengths) >= 2 and min(lengths) < _RAGGED * max(lengths)
    return ragged and len(_STOP.findall(piece.text)) < len(lengths) / 3


def _share_closed(page: Page, kind: str, unknown: float = 0.0) -> float:
    """Part of the other pieces of a kind, of some length, that end with a full stop or its like; `unknown` where
    there are hardly any."""
    texts = [
        bare(piece.text)
        for piece in page.prose[:-1]
        if piece.kind == kind and len(piece.words) >= 5 and not _CAPTION.match(piece.text)
    ]
    open_ends = sum(_ends_in_word(text) for text in texts)
    return 1 - open_ends / len(texts) if len(texts) >= 2 else unknown


def _goes_on(page: Page, piece: Piece) -> bool:
    """Whether what follows may complete the sentence: a list, table, formula, address, or a line in lower case."""
    following = page.pieces[piece.index + 1] if piece.index + 1 < len(page.pieces) else None
    if following is None or following.kind == "heading":
        return following is not None and page.guessed
    if following.kind != "paragraph":
        return following.kind != piece.kind
    if "\n\n" not in page.text[piece.end : following.start]:
        return True
    return len(following.words) < _LEAST["list_item"] or not _NEW_SENTENCE.match(following.text)


def _ends_open(piece: Piece, page: Page) -> bool:
    """Whether the last word needs something after it."""
    language = piece.block.language or speaks(piece.words) or page.document.language
    word = _last_as_written(piece)
    if word in NEVER_LAST.get(language, frozenset()):
        return not (piece.kind == "list_item" and word in _JOINS and _next_is_item(page, piece))
    rarely = piece.kind != "list_item" and word in RARELY_LAST.get(language, frozenset())
    return rarely and not _is_notes(piece) and _share_closed(page, piece.kind, unknown=1.0) > _RATHER


def _last_as_written(piece: Piece) -> str:
    """The last word where it stands free; empty for a name or letter ("Plan A", "'a")."""
    text = bare(piece.text)
    word = text.rsplit(None, 1)[-1]
    return word if word.isalpha() and word.islower() else ""


def _next_is_item(page: Page, piece: Piece) -> bool:
    return piece.index + 1 < len(page.pieces) and page.pieces[piece.index + 1].kind == "list_item"
