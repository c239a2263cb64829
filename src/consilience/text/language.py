"""Which language a text is in, and whether a passage is in another one than its document.

Recognition is py3langid's (a model of byte n-grams that ships with it), held to the languages below. To load it takes
half a second and to ask it up to a millisecond, so a passage is shown to it only if its function words or its script
hint at another language.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from consilience.text.wordlists import words

LANGUAGES = words(
    """
    ar bg cs da de el en es et fa fi fr he hr hu it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh
    """
)
MIN_LETTERS = 40
_SAMPLE = 2_000  # characters that decide about a document
_WORDS = 80  # words of a passage that are looked at for a hint
_LOOKED_AT = 12 * _WORDS  # characters that they are taken from

FUNCTION_WORDS = {
    "en": "the of and to in is that for with are was be by on not this which from have has or at it you we an as if",
    "de": "der die das und ist nicht mit den dem von zu ein eine auf für wird sich im bei nach sind muss oder wenn",
    "fr": "le les des et est une du dans pour pas sur avec au aux ce cette qui par ne sont être ou vous nous il",
    "es": "el los las y es una del en por con para no se su que al lo como son está más debe ser o hay",
    "nl": "de het een en van is niet met op voor zijn wordt bij dat die te aan als uit worden naar ook moet om u",
    "it": "il gli e è una di del della che per non con sono nel alla si da dei delle un viene deve o più",
    "pt": "o os as e é uma do da em que para não com por no na dos das ser são um ao deve ou mais",
    "sv": "och att det som en på är av för med inte till den ska om ett eller vid från har",
    "da": "og at det som en på er af for med ikke til den skal om et eller ved fra har",
    "pl": "i w na z do nie się jest że o po jak przez dla od lub oraz są ma być",
}
_LANGUAGES_OF: dict[str, tuple[str, ...]] = {}
for _code, _words in FUNCTION_WORDS.items():
    for _word in _words.split():
        _LANGUAGES_OF[_word] = (*_LANGUAGES_OF.get(_word, ()), _code)
_ANY = frozenset(_LANGUAGES_OF)
_OWN = {code: frozenset(words.split()) for code, words in FUNCTION_WORDS.items()}
_FOREIGN = {code: _ANY - own for code, own in _OWN.items()}  # words that others have and it has not


class _Identifier(Protocol):
    def classify(self, text: str) -> tuple[str, float]: ...


@lru_cache(maxsize=1)
def _identifier() -> _Identifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier: _Identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted(LANGUAGES))  # type: ignore[attr-defined]
    return identifier


def detect(text: str) -> str:
    """ISO 639-1 code of the language of the text's beginning; "" when it has fewer than 40 letters to tell by."""
    sample = text[:_SAMPLE]
    if sum(map(str.isalpha, sample)) < MIN_LETTERS:
        return ""
    return str(_identifier().classify(sample.encode("utf-8", "replace").decode("utf-8"))[0])


def foreign(text: str, language: str) -> str:
    """The language of a passage if it clearly is not `language` (that of its document), else ""."""
    if len(text) < MIN_LETTERS:
        return ""
    hint = _hint(text, language)
    if not hint:
        return ""
    found = detect(text)
    return found if found != language and (found == hint or hint == "script") else ""


def mixes(text: str, language: str) -> bool:
    """Whether a sentence of a paragraph may be in another language than `language`; False is certain.

    Then `foreign` is "" for every sentence of it: no word in it could hint at another language, and no letter.
    """
    return len(text) >= MIN_LETTERS and (
        len(text) > _LOOKED_AT  # the words of a long sentence are cut off somewhere, which makes other words
        or not text.isascii()
        or not _FOREIGN.get(language, _ANY).isdisjoint(text.lower().split())
    )


def _hint(text: str, language: str) -> str:
    """The language whose function words outnumber those of `language`; "script" for a text in other than Latin
    letters.
    """
    begin = text[:_LOOKED_AT]
    words = begin.lower().split(None, _WORDS)[:_WORDS]
    if not _FOREIGN.get(language, _ANY).isdisjoint(words):
        return _outnumbering(words, language)
    # Each word that counts for another language counts for this one too, so none can outnumber it.
    if begin.isascii() or not _OWN.get(language, frozenset()).isdisjoint(words):
        return ""
    return "script" if _other_script(begin) else ""


def _outnumbering(words: list[str], language: str) -> str:
    """The language with more of these words than `language`, two at least; "" if there is none."""
    counts: dict[str, int] = {}
    for word in words:
        for code in _LANGUAGES_OF.get(word, ()):
            counts[code] = counts.get(code, 0) + 1
    own = counts.pop(language, 0)
    best = max(counts, key=lambda code: (counts[code], code))
    return best if counts[best] >= 2 and counts[best] > own else ""


def _other_script(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter > "\u036f" for letter in letters) > len(letters) / 2
