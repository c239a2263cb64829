"""Acronyms of a page: where they are used, where they are spelt out, and as what."""

from __future__ import annotations

import re

from consilience.corpus.quality.lexicon import FUNCTION_WORDS
from consilience.corpus.quality.page import Page

_ACRONYM = re.compile(r"(?<![\w/.'’-])([A-Z]{2,6})(?:s|'s|’s)?(?![\w/-]|\.\w)")
_BEHIND_NUMBER = re.compile(r"\d\s?$")
_SHOUTED = re.compile(r"(?<![A-Z])(?:[A-Z]{2,40}\W{1,9}){2,200}[A-Z]{2,40}")

# Known to any reader of business English; never reported.
KNOWN = frozenset(
    """
    AC AD AG AI ALL AM AND API APIs APR ASAP ATM AUG BC BIC BOX BSc BV CC CD CEO CEST CET CFO CHF COO CPU CSV
    CTO CV DC DEC DIN DIY DJ DNA DNS DVD ETA EU EUR FAQ FEB FIFO FIXME FM FOR FRI FTP GBP GDP GDPR GMBH GMT GPS
    GPL GPU HDMI HR HTML HTTP HTTPS IBAN ID IDs IEC IEEE IF II III INC IP ISO IT IV IX JAN JPEG JPG JPY JSON JUL JUN
    KG LAN LCD LED LGPL LLC LTD LTE MAR MAY MBA MD MON MSc MUST Mr NATO NB NEW NGO NO NOT NOTE NOV OCT OK OR OS PC
    PDF PIN PLC PM PNG PO PR PS PhD QA QR RAM SA SAT SEP SEPA SHALL SIM SMS SOS SQL SSD SSH SSL STOP SUN SVG TBC
    TBD TCP THE THU TLS TODO TOML TUE TV UDP UK UN UNESCO URL US USA USB USD UTC UV VAT VI VII VIII VIP VPN WAN
    WC WED WHO WiFi XI XII XIII XIV XML XV XVI XX XXX YAML YES ZIP pH
    """.split()  # noqa: SIM905
)


def acronyms(page: Page) -> dict[str, tuple[tuple[int, int], ...]]:
    """Acronyms in running text, in order of first use, each with its spans. Shouted text and units are no acronyms."""
    found: dict[str, list[tuple[int, int]]] = {}
    for piece in page.prose:
        shouted = [match.span() for match in _SHOUTED.finditer(piece.text)]
        for match in _ACRONYM.finditer(piece.text):
            at = match.start()
            if match[1] in KNOWN or any(start <= at < end for start, end in shouted):
                continue
            if _BEHIND_NUMBER.search(piece.text, max(0, at - 3), at) is None:
                found.setdefault(match[1], []).append((piece.start + at, piece.start + match.end(1)))
    return {acronym: tuple(spans) for acronym, spans in found.items()}


def is_explained(acronym: str, page: Page) -> bool:
    """Whether the page spells the acronym out: in brackets beside it, after a colon or dash, or by words with its
    initials."""
    if re.search(rf"\b{acronym}\s*(?:\(|:|=|–|—|-\s|stands for|means|is short for|,\s+(?:the|our|a)\s)", page.text):
        return True
    if re.search(rf"\(\s*(?:[\w-]+,?\s+)?{acronym}\s*[,;)]", page.text):
        return True
    return any(_spelt(acronym.lower(), piece.words) for piece in page.pieces)


def is_word(acronym: str, page: Page) -> bool:
    """Whether it is an ordinary word in capitals: the page writes it in lower case too."""
    return re.search(rf"\b{acronym.lower()}\b", page.text) is not None


def _spelt(acronym: str, words: tuple[str, ...]) -> bool:
    for skip in (frozenset[str](), FUNCTION_WORDS):
        initials = "".join(word[0] for whole in words if whole not in skip for word in whole.split("-") if word)
        position = initials.find(acronym)
        if position >= 0:
            return True
    return False


def expansions(page: Page) -> list[tuple[str, str, int, int]]:
    """(acronym, expansion, start, end) for every "Long Form (LF)" whose initials fit, in order of the text."""
    found = []
    for piece in page.prose:
        for match in re.finditer(r"\(([A-Z]{2,6})\)", piece.text):
            before = list(re.finditer(r"[^\W\d_]+", piece.text[max(0, match.start() - 120) : match.start()]))
            base = max(0, match.start() - 120)
            start = _fit(match[1].lower(), [word.group().lower() for word in before])
            if start is not None:
                begin = base + before[start].start()
                text = piece.text[begin : match.start()].strip()
                found.append((match[1], " ".join(text.split()), piece.start + begin, piece.start + match.end()))
    return found


def _fit(acronym: str, words: list[str]) -> int | None:
    """Index of the word where the expansion begins, matching initials from the right; small words may be skipped."""
    index, left = len(words) - 1, len(acronym) - 1
    while left >= 0 and index >= 0:
        if words[index][0] == acronym[left]:
            left -= 1
        elif words[index] not in FUNCTION_WORDS:
            return None
        index -= 1
    return index + 1 if left < 0 else None
