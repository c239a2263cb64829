from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import median

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.lexicon import speaks
from consilience.corpus.quality.page import Page, Passage

LONG = 50  # words: of a shorter paragraph the words say too little
VOUCH = 20  # words: shorter ones may be doubtful without doing harm
BRIEF = 12  # words: shorter ones do not tell what is usual either
PART = 0.25  # share of the document's words above which a paragraph is what the document is about
PARTS = 8  # paragraphs that a document must have, to know what is usual in it
WORDS = 400  # words of a document, likewise
USUAL = 0.45  # share of known words below which a paragraph is foreign, as part of the document's median
DOUBTFUL = 0.65  # the same share, below which a paragraph does not tell what is usual for others
CORE = 0.1  # share of the document's own frequent words above which it belongs in any case


class ForeignPassage(Detector):
    """A paragraph that shares hardly any words with the rest of the document: it is about something else.

    Injected or left-over text (a recipe in a press kit) is retrieved for questions it does not answer. Measured
    against what is usual in this document: a paragraph counts if less than half the usual share of its words occurs
    elsewhere in it, hardly any of the document's frequent words occur in it, and none of its headings. Paragraphs in
    another language than the document are left alone.

    **Bad**

        (in a manual of pumps) To prune roses, wait for the last frost and cut above a bud that points outward.

    **Good**

        A manual of pumps that speaks of pumps.
    """

    code = "Q501"
    dimension = "coherence"
    title = "Paragraph about something else"
    severity = "warning"
    weight = 0.4
    message = "This paragraph shares hardly any words with the rest of the document ('{opening} ...')."
    advice = "Move it to where it belongs, or delete it; if it belongs here, say how."
    hollow = True
    relative = True
    also = (("information_density", 0.6),)

    def find(self, page: Page) -> Iterable[Hit]:
        measured = [passage for passage in page.passages if len(passage.words) >= BRIEF and passage.terms]
        if len(measured) < PARTS or page.words < WORDS:
            return
        counts = Counter(term for piece in page.pieces for term in piece.terms)
        shares = [_share(passage, counts, 1) for passage in measured]
        frequent = frozenset(term for term, count in counts.items() if count >= max(3, len(page.pieces) / 20))
        usual = median(shares)
        doubtful = [
            passage
            for passage, share in zip(measured, shares, strict=True)
            if len(passage.words) >= VOUCH and share <= DOUBTFUL * usual
        ]
        # Foreign paragraphs must not vouch for one another: what the doubtful ones say does not count as known.
        known = counts - Counter(term for passage in doubtful for term in passage.terms)
        language = speaks([word for piece in page.prose for word in piece.words])
        for passage in doubtful:
            if not LONG <= len(passage.words) <= PART * page.words:
                continue
            foreign = _share(passage, known, 0) <= USUAL * usual and _core(passage, frequent) <= CORE
            foreign = foreign and passage.terms.isdisjoint(page.pieces[passage.piece].headed)
            if foreign and speaks(passage.words) == language and not page.text[passage.start : passage.end].isupper():
                yield Hit(passage.start, passage.end, 1.0, (("opening", _opening(page, passage)),))


def _share(passage: Passage, counts: Counter[str], own: int) -> float:
    """Part of a passage's terms that occur elsewhere; `own` is how often the passage itself is counted."""
    return sum(counts[term] > own for term in passage.terms) / len(passage.terms)


def _core(passage: Passage, frequent: frozenset[str]) -> float:
    return len(passage.terms & frequent) / len(passage.terms)


def _opening(page: Page, passage: Passage) -> str:
    return " ".join(page.text[passage.start : passage.end].split()[:6])
