"""British and American spellings of one word, which a search for either misses in the other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from consilience.corpus.quality.names import Name
from consilience.corpus.quality.page import WORD, Page

_OR = "behavior color favor favorite flavor honor labor neighbor odor rumor vapor"
# Without those of which one form is another word too: check, meter, tire, license, program.
_PAIRS = (
    "aluminium aluminum,analyse analyze,catalogue catalog,centre center,defence defense,dialogue dialog,"
    "fibre fiber,grey gray,jewellery jewelry,litre liter,mould mold,offence offense,plough plow,sceptical skeptical,"
    "theatre theater,travelled traveled,travelling traveling,cancelled canceled,labelled labeled,labelling labeling"
)
_AMERICAN = {word.replace("or", "our"): word for word in _OR.split()}
_AMERICAN |= dict(pair.split() for pair in _PAIRS.split(","))
_KNOWN = frozenset(_AMERICAN.values())
_VERB = re.compile(r"([a-z]{3,20})(?:is|iz)(e|ed|es|er|ers|ing|ation|ations)")


def spellings(page: Page) -> Iterator[Name]:
    """Every use, in lower case, of a word that the page spells in both ways."""
    forms: dict[str, set[str]] = defaultdict(set)
    for piece in page.prose:
        for word in piece.words:
            if key := _key(word):
                forms[key].add(word)
    mixed = {key for key, own in forms.items() if len({_american(word) == word for word in own}) > 1}
    for piece in page.prose if mixed else ():
        for match in WORD.finditer(piece.text):
            word = match.group()
            if word.islower() and (key := _key(word)) in mixed:
                form = "american" if _american(word) == word else "british"
                yield Name(key, form, word, piece.start + match.start(), piece.start + match.end())


@lru_cache(maxsize=50_000)
def _key(word: str) -> str:
    """What the forms of a word have in common in both spellings; empty for a word that has one spelling."""
    if match := _VERB.fullmatch(word):
        return f"{match[1]}iz"
    singular = word.removesuffix("s")
    return _AMERICAN.get(singular, singular if singular in _KNOWN else "")


@lru_cache(maxsize=50_000)
def _american(word: str) -> str:
    if match := _VERB.fullmatch(word):
        return f"{match[1]}iz{match[2]}"
    singular = word.removesuffix("s")
    return f"{_AMERICAN[singular]}{word[len(singular) :]}" if singular in _AMERICAN else word
