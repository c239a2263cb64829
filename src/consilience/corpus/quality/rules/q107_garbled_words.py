from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.lexicon import FUNCTION_WORDS
from consilience.corpus.quality.page import Page, Piece

_TOKEN = re.compile(r"\S+")
_ALONE = re.compile(
    r"[-–—=+*/&|<>→←↔↻•·…✓✔✗×÷±≤≥≈°%§#@€$£¥:(\[\])\"'“”]|\.{2,3}|_+|-{2,}|={2,}|\*{1,3}|>{1,3}|<{1,3}|\|\||&&|[<>=!:]=|[-=]>"
)
_INNER = re.compile(r"[^\W\d_](?:[;~]|[:!?|,][-~.;!?|]+)[^\W\d_]")
_CODE = re.compile(r"[<>{}=_$#\\/`@]|::|\[\]|\(\)")
_ODD = re.compile(r"[\ufffd¤¦¨¬¶§±×÷¢¸´¯¿¡]")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}")
_VOWEL = re.compile(r"[aeiouyäöüáàâåæéèêëíìîïóòôøœúùûýÿ]")
_ACRONYM = re.compile(r"[A-Z]{3}")  # "HDFS", "WebHDFS": letters that are read one by one
_LATIN = re.compile(r"[a-zß-öø-ÿ]+")
_REACH = 3  # tokens between two signs of noise that still belong together


@dataclass(frozen=True, slots=True)
class _Noise:
    position: int  # of the word in its piece
    start: int
    end: int
    strength: float  # 1.0: no reading makes this a word; 0.5: it may be one


class GarbledWords(Detector):
    """A run of tokens that are no words in any language: OCR noise, a broken font table, random characters.

    A single odd word is nothing (part numbers, units, code and names look odd by nature); only a cluster counts, at
    least every second word of it, and never inside code or tables.

    **Bad**

        Bez:-ihl KIJ Summ-e BTR qx:. zpt ;; |] )

    **Good**

        Bezahlt, Summe 12,40
    """

    code = "Q107"
    dimension = "clarity"
    title = "Garbled words"
    severity = "error"
    weight = 0.7
    message = "These characters do not form words: '{sample}'."
    advice = "Scan or export the passage again, or delete it."
    hollow = True
    also = (("information_density", 1.0), ("completeness", 0.9), ("coherence", 1.0))

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.prose:
            for cluster in _clusters(_noise(piece)):
                first, last = cluster[0], cluster[-1]
                tokens = last.position - first.position + 1
                total = sum(sign.strength for sign in cluster)
                strong = sum(1 for sign in cluster if sign.strength == 1.0)
                if strong >= 2 and total >= 2.5 and total / tokens >= 0.4:
                    start, end = piece.start + first.start, piece.start + last.end
                    sample = page.text[start : min(end, start + 40)]
                    # Where most of the document is noise, even a short one, nothing of it can be used.
                    share = (end - start) / len(page.text)
                    weight = max(min(3.0, 0.7 + tokens / 10), 3.0 * share)
                    yield Hit(start, end, weight, (("sample", sample),))


def _noise(piece: Piece) -> list[_Noise]:
    signs = []
    unopened = piece.text.count(")") > piece.text.count("(")
    for position, match in enumerate(_TOKEN.finditer(piece.text)):
        strength = _strength(match.group(), unopened)
        if strength:
            signs.append(_Noise(position, match.start(), match.end(), strength))
    return signs


@lru_cache(maxsize=50_000)
def _strength(word: str, unopened: bool) -> float:
    if _ALONE.fullmatch(word):
        return 1.0 if word == ")" and unopened else 0.0
    if not any(character.isalnum() for character in word):
        return _symbols(word)
    if _CODE.search(word):
        return 0.0
    if _ODD.search(word) and any(character.isalpha() for character in word):
        return 1.0
    unmatched = unopened and len(word) <= 3 and word[-1] == ")" and "(" not in word and not word[0].isdigit()
    if _INNER.search(word) or unmatched:
        return 1.0
    return _strangeness(word.strip(".,;:!?\"'()[]“”‘’*_").lower(), word)


def _symbols(word: str) -> float:
    """Lost characters and rare symbols are noise; two different marks of the keyboard may be; one mark repeated is
    not."""
    if _ODD.search(word):
        return 1.0
    return 0.5 if word.isascii() and not _CODE.search(word) and (len(set(word)) > 1 or word == ",") else 0.0


def _strangeness(word: str, written: str) -> float:
    """Half a sign for a word without a vowel or of one or two letters, a whole one for five consonants in a row."""
    if not word.isalpha() or not _LATIN.fullmatch(word):
        return 0.0
    if _CONSONANTS.search(word):
        return 1.0 if len(word) < 9 and not _ACRONYM.search(written) else 0.5
    if (len(word) > 2 and _VOWEL.search(word)) or word in FUNCTION_WORDS:
        return 0.0
    doubled = len(written) - len(written.rstrip(".,;:!?")) > 1
    return 1.0 if doubled else 0.5


def _clusters(signs: list[_Noise]) -> list[list[_Noise]]:
    clusters: list[list[_Noise]] = []
    for sign in signs:
        if clusters and sign.position - clusters[-1][-1].position <= _REACH:
            clusters[-1].append(sign)
        else:
            clusters.append([sign])
    return clusters
