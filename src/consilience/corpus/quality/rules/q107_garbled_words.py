from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.lexicon import FUNCTION_WORDS
from consilience.corpus.quality.page import Page, Piece
from consilience.text.wordlists import words

_TOKEN = re.compile(r"\S+")
_ALONE = re.compile(
    r"[-–—=+*/&|<>→←↔↻•·…✓✔✗×÷±≤≥≈°%§#@€$£¥:(\[\])\"'“”]|\.{2,3}|_+|-{2,}|={2,}|\*{1,3}|>{1,3}|<{1,3}|\|\||&&|[<>=!:]=|[-=]>"
)
_LETTERS_FOR = re.compile(r"[a-z][01358!][a-z]")  # "rep0rt", "w!ll": marks that a scanner takes for letters
_HEX = re.compile(r"[a-f0-9]+")  # a hash or an address looks like it
# What scanners make of the commonest words ("the", "with", "which", "that", "from", "have").
_MISREAD = words(
    "tbe tlie tne lhe thc anb aud witb wlth wbich wliich whicli tbat tliat tbis tliis frorn bave liave sball"
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
    if _misread(word):
        return 1.0
    if _CODE.search(word):
        return 0.0
    if _ODD.search(word) and any(character.isalpha() for character in word):
        return 1.0
    unmatched = unopened and len(word) <= 3 and word[-1] == ")" and "(" not in word and not word[0].isdigit()
    if _INNER.search(word) or unmatched:
        return 1.0
    return _strangeness(word.strip(".,;:!?\"'()[]“”‘’*_").lower(), word)


def _misread(word: str) -> bool:
    """Whether a word has a digit or mark where a letter was, or is a common word as scanners misread it."""
    bare = word.strip(".,;:!?\"'()[]“”‘’*_")
    if bare.isupper():  # "AUD", "THC"
        return False
    bare = bare.lower()
    if bare in _MISREAD:
        return True
    several = 3 * sum(map(str.isalpha, bare)) >= 2 * len(bare) and len(bare) >= 4
    return several and _LETTERS_FOR.search(bare) is not None and _HEX.fullmatch(bare) is None


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
