"""Small closed word lists the detectors share: function words by language. Open vocabulary is never listed here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_EN = """a an the and or but nor if so as at by for from in into of off on onto out over per to up with without within
about after before between during until while than that this these those there their they them then it its is are was
were be been being am do does did done has have had having will would can could shall should may might must not no yes i
you he she we us our your his her my me who whom whose which what when where why how all any both each every few more
most much many other some such only own same too very just also again once here isn't aren't don't doesn't it's we've
you'll there's that's can't won't wasn't one two three four five six seven eight nine ten under above below against
through because whether either neither however since upon among around along across"""
_DE = """der die das den dem des ein eine einer eines einem einen und oder aber wenn als an am auf aus bei bis durch für
gegen in im ins mit nach ohne um unter von vom vor zu zum zur über zwischen ist sind war waren sein wird werden wurde
wurden worden hat haben hatte nicht kein keine auch nur noch so es er sie wir ihr ich man sich dass daß wie was wer wo
dieser diese dieses jeder jede jedes muss müssen soll sollen kann können darf dürfen ihre seine unser ihren seiner"""
_FR = """le la les l un une des du de d et ou mais si à au aux en dans par pour sur sous avec sans vers chez entre
est sont était être été a ont avoir ne pas plus que qui quoi dont où ce cet cette ces il elle ils elles on nous
vous je tu se sa son ses leur leurs notre votre tout tous toute toutes même aussi"""
_ES = """el la los las un una unos unas y o pero si a al de del en con sin por para sobre entre hasta desde es son era
ser sido está están ha han no más que quien cual cuyo donde cuando como este esta estos estas ese esa lo se su sus nos
nuestro le les también cada todo todos toda todas"""
_NL = """de het een en of maar als aan bij in op om uit van voor met naar over tot door zonder onder tussen is zijn was
waren wordt worden werd heeft hebben had niet geen ook nog dan dat die dit deze er ze zij wij we hij je u uw ons onze
hun haar zich kan kunnen moet moeten mag mogen zal zullen wie wat waar"""
_IT = """il lo la i gli le un uno una e o ma se a al alla ai alle di del della dei delle da dal dalla in nel nella con
su sul sulla per tra fra è sono era essere stato ha hanno non più che chi cui dove quando come questo questa questi
queste si suo sua loro nostro anche ogni tutto tutti"""

FUNCTION_WORDS: frozenset[str] = frozenset(" ".join((_EN, _DE, _FR, _ES, _NL, _IT)).split())

# A statement that stops on one of these was cut: they need something after them. Words that may close a clause by
# themselves ("the form to fill in", "what it is for") are in `_HALF`, and count only where a full stop is expected.
_OPEN = {
    "en": """a an the and or nor of their our your its my whose than because if whether although unless every
    into onto per via""",
    "de": "der die das den dem des ein eine einer eines einem einen und oder dass weil wenn für von vom zum zur im ins",
    "fr": "le la les un une des du de et ou que si aux au dans pour par sur avec leur leurs dont",
    "es": "el la los las un una y o de del que si al para por con su sus en",
    "nl": "de het een en of dat als voor van met hun hun onze naar",
    "it": "il lo la gli le un uno una e o di del della che se per con al alla nel nella",
}
_HALF = {
    "en": """for to with from by at in on any until that which who when where while as is are was were be been has have
    will would can could must may should shall not before between during about without""",
    "de": "mit bei nach zu in an auf aus um bis durch ist sind wird werden wurde kann muss nicht als wie",
    "fr": "à en est sont qui sans sous vers pas ne",
    "es": "a es son sin hasta desde no como cuando",
    "nl": "in op om uit aan bij is zijn wordt worden niet door tot",
    "it": "a è sono da in su non come",
}
NEVER_LAST: dict[str, frozenset[str]] = {language: frozenset(words.split()) for language, words in _OPEN.items()}
RARELY_LAST: dict[str, frozenset[str]] = {language: frozenset(words.split()) for language, words in _HALF.items()}


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A rough key under which forms of a word meet ("deliver", "deliveries"): its first six letters, no plural s.

    Works alike in every language with suffixes, which a stemmer for one language would not.
    """
    bare = word.removesuffix("'s").removesuffix("’s")
    if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss"):
        bare = bare[:-1]
    return bare[:6]


_LANGUAGES = {
    name: frozenset(words.split())
    for name, words in (("en", _EN), ("de", _DE), ("fr", _FR), ("es", _ES), ("nl", _NL), ("it", _IT))
}


_SPOKEN: dict[str, tuple[str, ...]] = {
    word: tuple(name for name, own in _LANGUAGES.items() if word in own) for word in FUNCTION_WORDS
}


def speaks(words: Sequence[str]) -> str:
    """The language whose function words are most frequent among the words; empty if there are hardly any."""
    counts = dict.fromkeys(_LANGUAGES, 0)
    for word in words:
        for name in _SPOKEN.get(word, ()):
            counts[name] += 1
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > len(words) / 10 else ""


def fluency(words: Sequence[str], language: str) -> float:
    """The share of the words that are function words of a language; 0 for no words or a language without a list."""
    own = _LANGUAGES.get(language, frozenset())
    return sum(word in own for word in words) / len(words) if words else 0.0
