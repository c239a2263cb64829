from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Passage

# Each a way of speaking to a buyer or visitor of a web page, not to a reader of documentation.
_CUES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bclick\s+here\b|\bread\s+more\b|\blearn\s+more\b|\bswipe\b",
        r"\bunsubscribe\b|\bsubscribe\s+to\s+our\b|\bsign\s+up\s+(?:now|today|for\s+our)\b|\bour\s+newsletter\b|\bfollow\s+us\b",
        r"\b(?:book|buy|order|shop|call|act|join|enrol|register|download)\s+(?:now|today)\b",
        r"\b\d{1,2}\s?%\s+off\b|\b(?:half|special|best)\s+price\b"
        r"|\b(?:discount|voucher)\s+code\b|\benter\s+(?:the\s+)?code\b",
        r"\b(?:early[- ]bird|limited[- ]time|last[- ]chance|while\s+stocks?\s+last"
        r"|only\s+this\s+(?:week|month)|until\s+midnight)\b",
        r"\b(?:award[- ]winning|happy\s+(?:customers|learners)|amazing|unbeatable|hurry)\b"
        r"|\bdon't\s+miss|satisfaction\s+guaranteed\b",
        r"\b(?:sponsored|advertisement|anzeige|publicité|publicidad)\b",
        r"\baccept\s+(?:all\s+)?cookies\b|\bwe\s+use\s+cookies\b|\ball\s+rights\s+reserved\b|\bprivacy\s+policy\b.{0,40}\bterms\b",
        r"\b(?:free\s+(?:parking|template|trial|delivery|shipping|quote|gift)|claim\s+your|no\s+obligation|win\s+a)\b",
        r"\bonly\s+a\s+few\s+(?:rooms?|places|seats|tickets|spots)\s+left\b|\bbook\s+online\b|\bterms\s+and\s+conditions\s+apply\b",
        r"\buse\s+(?:the\s+)?code\s+(?-i:[A-Z]{3,})|\bfrom\s+(?:[£$€]\s?)?\d[\d.,]*\s+per\s+person\b|\bvisit\s+our\s+(?:showroom|shop|website)\b",
        r"\blive\s+music\b|\bkids?\s+go\s+free\b|\bchildren\s+free\b|\bcall\s+us\s+for\s+a\b|\bare\s+you\s+looking\s+for\b|\bfirst\s+order\b",
    )
)

# One of these is in every way of selling above; paragraphs without any need not be searched.
_WORDS = frozenset(
    """
    click read learn swipe unsubscribe subscribe sign newsletter follow book buy order shop call act join enrol register
    download off price code early limited last stock stocks only until award-winning award happy amazing unbeatable
    hurry miss satisfaction sponsored advertisement anzeige publicité publicidad cookies rights privacy free claim
    obligation win few terms per visit music kids kid looking early-bird limited-time last-chance
    """.split()  # noqa: SIM905
)


class Advertising(Detector):
    """A paragraph that sells or belongs to a web page around the text: an offer, a newsletter box, a cookie notice.

    It was copied along and is no knowledge; retrieved, it becomes an answer. Two different ways of selling must meet
    in one paragraph.

    **Bad**

        Subscribe to our newsletter and get 10% off your first order! Click here.

    **Good**

        (nothing)
    """

    code = "Q506"
    dimension = "coherence"
    title = "Advertising or web page furniture"
    severity = "warning"
    weight = 0.5
    message = "This paragraph advertises ('{cue}') and is not part of the subject."
    advice = "Delete it."
    hollow = True
    also = (("information_density", 0.8),)

    def find(self, page: Page) -> Iterable[Hit]:
        for passage in page.passages:
            cues = _cues(page.text[passage.start : passage.end], passage)
            if len(cues) >= 2:
                yield Hit(passage.start, passage.end, 1.0, (("cue", cues[0]),))


def _cues(text: str, passage: Passage) -> list[str]:
    if len(passage.words) > 120 or _WORDS.isdisjoint(passage.words):
        return []
    found = (cue.search(text) for cue in _CUES)
    return [" ".join(match.group().split()) for match in found if match]
