from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.lexicon import FUNCTION_WORDS, speaks
from consilience.corpus.quality.page import WORD, Page, Piece

LEAST = 12  # words in a row; real prose rarely has more than six without a function word or a mark between them
SPARSE = 30  # words of a shuffled text with one impossible order among them; prose has none in a thousand
# Articles and possessives want a noun, prepositions an object, and one finite verb is enough. Words that may be nouns
# or stand alone ("the will", "a must", "switched on and") are not in the lists.
_FINITE = "is|are|was|were|has|had|would|could|should"
_SMALL = f"of|at|to|for|from|with|by|into|and|or|but|{_FINITE}|be|been|if|because|than|it|they|we|you|he|she"
_WANTS = re.compile(
    rf"\b(?:(?:the|an?|our|their|your)\s+(?:the|an?|that|this|these|our|their|your|his|{_SMALL})"
    rf"|(?:of|into|from)\s+(?:and|or|but|of|into|with|by|because|than)"
    rf"|(?:is|are|was|were)\s+(?:{_FINITE}))(?![\w/'’-])(?!\s?[(\"“])"
    r"|\b(?:the|an|our|their|your)(?=\s?[.;:!?](?:\s|$))"
)
_BREAK = re.compile(r"[^\s\w'’-]|\n\s*\n")


class WordSalad(Detector):
    """Words that make no sentence: twelve in a row with no function word, capital, figure or mark among them, or
    function words in an order that no sentence has ("the of", "our and").

    Every sentence needs articles, prepositions or pronouns, each with something behind it; words strung together
    otherwise were shuffled, generated or typed at random. Only in documents whose language is known from their function
    words; lists with commas or line breaks, code and text in other languages are left alone.

    **Bad**

        apple river quickly seven mountain borrow yellow silent machine carpet violin thunder paper lemon

    **Good**

        The river is quick, and the mountain behind it is yellow in autumn.
    """

    code = "Q112"
    dimension = "clarity"
    title = "Words without a sentence"
    severity = "warning"
    weight = 0.7
    message = "{count} words stand here without any sentence ('{opening} ...')."
    advice = "Delete the passage, or restore the sentences it was made of."
    hollow = True
    also = (("information_density", 0.7), ("coherence", 0.9))

    def find(self, page: Page) -> Iterable[Hit]:
        if not speaks([word for piece in page.prose for word in piece.words]):
            return
        for piece in page.prose:
            if piece.running and not piece.block.language and len(piece.words) >= LEAST:
                for start, end, count in _salad(piece):
                    opening = " ".join(piece.text[start:end].split()[:5])
                    fill = (("count", str(count)), ("opening", opening))
                    yield Hit(piece.start + start, piece.start + end, min(3.0, 0.5 + count / 30), fill)


def _salad(piece: Piece) -> list[tuple[int, int, int]]:
    if _shuffled(piece):
        return [(0, len(piece.text.rstrip()), len(piece.words))]
    return _whole(piece, list(_runs(piece))) if _may_run(piece) else []


def _may_run(piece: Piece) -> bool:
    """Whether as many words without a function word follow each other at all, whatever stands between them."""
    count = 0
    for word in piece.words:
        count = 0 if word in FUNCTION_WORDS else count + 1
        if count == LEAST:
            return True
    return False


def _shuffled(piece: Piece) -> bool:
    """Whether small English words that need something behind them lack it several times."""
    if speaks(piece.words) != "en":
        return False
    wrong = sum(1 for _ in _WANTS.finditer(piece.text))
    return wrong >= 2 and wrong * SPARSE >= len(piece.words)


def _whole(piece: Piece, runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The runs, or the piece as one if they make up half of it: the rest is salad with a function word by chance."""
    if sum(count for _, _, count in runs) * 2 < len(piece.words):
        return runs
    return [(0, len(piece.text.rstrip()), len(piece.words))]


def _is_index(words: list[str]) -> bool:
    """Whether the words stand in alphabetical order: a list of names or commands."""
    return sum(one <= other for one, other in pairwise(words)) >= 0.9 * (len(words) - 1)


def _runs(piece: Piece) -> Iterable[tuple[int, int, int]]:
    """(start, end, words) of runs of plain lower-case content words with nothing but spaces between them."""
    run: list[re.Match[str]] = []
    for match in (*WORD.finditer(piece.text), None):
        broken = match is None or (bool(run) and _BREAK.search(piece.text, run[-1].end(), match.start()) is not None)
        plain = match is not None and match.group().isalpha() and match.group().islower()
        content = plain and match is not None and match.group() not in FUNCTION_WORDS
        if run and (broken or not content):
            if len(run) >= LEAST and not _is_index([one.group() for one in run]):
                yield run[0].start(), run[-1].end(), len(run)
            run = []
        if content and match is not None:
            run.append(match)
