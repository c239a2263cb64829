"""Which passages are asked about at all: shortcuts say the same as counting every word."""

from __future__ import annotations

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from consilience.text.language import FUNCTION_WORDS, detect, foreign, mixes
from consilience.text.sentences import spans

WORDS = st.sampled_from(" ".join(FUNCTION_WORDS.values()).split())
OTHERS = st.sampled_from(["Pump", "The", "I", "Ein.", "3.5", "It\u2019s", "склад", "открыт", "戸", "。", "\n\n", "Σ"])
TEXTS = st.lists(WORDS | OTHERS | st.text(max_size=8), max_size=120).map(" ".join)
RUSSIAN = "Склад открыт с понедельника по пятницу {} с шести до девяти часов."
LANGUAGES = st.sampled_from([*FUNCTION_WORDS, "ru", "cs"])


def told_plainly(text: str, language: str) -> str:
    """`foreign` without a shortcut: the function words of every language are counted."""
    begin = text[:960]
    words = Counter(begin.lower().split()[:80])
    counts = {code: sum(words[word] for word in own.split()) for code, own in FUNCTION_WORDS.items()}
    own = counts.pop(language, 0)
    most, best = max((count, code) for code, count in counts.items())
    letters = list(filter(str.isalpha, begin))
    other = sum(letter > "\u036f" for letter in letters) > len(letters) / 2
    hint = best if most >= 2 and most > own else "script" if not own and not most and other else ""
    found = detect(text) if hint and len(text) >= 40 else ""
    return found if found != language and hint in (found, "script") else ""


@example(RUSSIAN.format(""), "en")
@example(RUSSIAN.format("of the year"), "en")
@example(RUSSIAN.format("or"), "cs")
@given(TEXTS, LANGUAGES)
def test_a_passage_is_foreign_where_counting_every_word_says_so(text: str, language: str) -> None:
    """A passage without a function word of other languages is not looked at further, and that changes no answer."""
    assert foreign(text, language) == told_plainly(text, language)


@example("Pumps rest. " + RUSSIAN.format(""), "en")
@given(TEXTS, LANGUAGES)
def test_no_sentence_is_foreign_where_the_paragraph_mixes_nothing(text: str, language: str) -> None:
    """A paragraph that cannot mix languages has no sentence in another one, wherever its sentences end."""
    if not mixes(text, language):
        assert not any(foreign(text[start:end], language) for start, end in spans(text, 0, len(text)))
