"""Numbers and names that say *which* thing is meant, not what holds of it: "Fibre 500", "pump 2", "4.3 For a...".

They are no values. As labels they tell entities apart: what is true of zone 2 need not be true of zone 3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from consilience.model import Mention
from consilience.text.wordlists import words

_HEADS = (
    "annex|area|band|bay|belt|block|box|building|category|chapter|class|clause|column|course|cycle|dock"
    "|drawer|edition|figure|filter|floor"
    "|form|gate|grade|group|hall|item|lane|level|line|lot|mode|module|note|number|option|package|page|part"
    "|phase|plan|platform|point|pump"
    "|rack|reactor|release|room|route|rule|section|series|shed|shift|site|stage|station|step|store|table"
    "|tank|team|terminal|tier|track"
    "|train|type|unit|wave|week|wing|zone"
)
_NUMBER = r"\d+(?:\.\d+)*[A-Za-z]?"
_LABELLED = re.compile(
    rf"\b((?-i:[A-Z])[\w&/-]*|{_HEADS})\s+(?:no\.?\s+)?((?-i:[A-Z])?{_NUMBER}|(?-i:[A-Z]))(?![\w%°€£$]|[.,]\d)",
    re.IGNORECASE,
)
_NUMBER_OR_LETTER = re.compile(r"\s(?:[A-Z]?\d|[A-Z](?!\w))")  # every labelled thing ends with one
_BEFORE = re.compile(rf"(?:^|[\s(\"'“*])((?-i:[A-Z])[\w&/-]*|{_HEADS})\s+(?:no\.?\s+)?$", re.IGNORECASE)
# "until the end of week 28" tells until when.
_SPAN_OF_TIME = re.compile(
    r"\b(?:until|till|up to|to|from|by|after|before|in)\s+(?:the\s+)?(?:(?:beginning|start|middle|end)\s+of\s+)?"
    r"(?:week|day|month|year)\s+$",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"^\W{0,4}(?:§\s?)?\d+(?:\.\d+)+\.?\s|^\W{0,4}\d{1,2}[.)]\s")
_WORD = re.compile(r"[^\W\d_][\w'’&-]*")
# A capital that begins a sentence says nothing; these words stand before true counts however they are written.
_NOT_HEADS = words(
    """
    about after all almost an and another any around as at before below between both but by for from get has have if
    in into is it its last least max maximum min minimum more most nearly next not of off on only or other our over
    per since some than that the their there these they this those to under until up was we were when which with
    within you your january february march april may june july august september october november december
    remove use take add keep wait allow leave fit install insert tighten hold send bring turn pay get give put wear
    drink print sign submit apply select enter choose buy mix heat cool fill drain replace wash rinse repeat measure
    weigh attach dissolve pour pick carry collect save write read call
    """
)
# Places in documents: two documents number their sections as they like.
_REFERENCES = words("annex article chapter clause column figure item line note number page part section step table")
_TIED = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Ff]or|[Oo]n|[Ff]rom|[Oo]utside|[Ww]ith|[Uu]nder)\s+"
    r"(?:the\s+|an?\s+|our\s+)?((?:[A-Z][\w/&-]+)(?:\s[A-Z][\w/&-]+)*)"
)
_TITLE_WORD = re.compile(r"(?=\w*[^\W\d_])\w[\w-]*")
_EDITION = words(
    "a an and copy draft edition final for in issue new of old release rev revised revision the to v version"
)
_CALENDAR = words(
    """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
    """
)
_TOPIC = 4  # statements of one document that name it


@lru_cache(maxsize=8192)
def labels(text: str) -> frozenset[tuple[str, str]]:
    """(head, number) of every labelled thing in a text: ("zone", "2"), ("fibre", "500")."""
    if not _NUMBER_OR_LETTER.search(text):
        return frozenset()
    found = ((match.group(1).casefold(), match.group(2).casefold()) for match in _LABELLED.finditer(text))
    return frozenset((head, number) for head, number in found if head not in _NOT_HEADS and head not in _REFERENCES)


@lru_cache(maxsize=8192)
def places(text: str) -> frozenset[str]:
    """The names that a preposition ties a statement to ("in Lundvik", "for the Core plan"), folded."""
    found = (match.group(1).casefold() for match in _TIED.finditer(text))
    return frozenset(name for name in found if name.split()[0].rstrip("s") not in _CALENDAR)


def labels_differ(a: frozenset[tuple[str, str]], b: frozenset[tuple[str, str]]) -> tuple[str, str] | None:
    """The two labels when both texts label a thing of the same head and share no number of it: ("zone 2", "zone 3")."""
    for head in sorted({head for head, _ in a} & {head for head, _ in b}):
        of_a, of_b = sorted({n for h, n in a if h == head}), sorted({n for h, n in b if h == head})
        if not set(of_a) & set(of_b):
            return f"{head} {of_a[0]}", f"{head} {of_b[0]}"
    return None


@lru_cache(maxsize=65_536)
def titles_apart(a: str, b: str) -> bool:
    """Whether two titles of one form name different things: "Manual of pump A14" and "Manual of pump B20".

    Editions of one document ("Leave rules 2024", "Leave rules, draft") and titles without a common word are not.
    """
    words_a, words_b = (frozenset(word.casefold() for word in _TITLE_WORD.findall(title)) for title in (a, b))
    only_a, only_b = words_a - words_b - _EDITION, words_b - words_a - _EDITION
    return bool(words_a & words_b) and bool(only_a) and bool(only_b)


def is_label(text: str, mention: Mention) -> bool:
    """Whether a number belongs to a name or numbers the statement itself."""
    if mention.value.kind not in ("count", "version"):
        return False
    numbering = _NUMBERING.match(text)
    if numbering and mention.start < numbering.end():
        return True
    if (
        mention.value.kind == "version"
        or mention.value.bound != "exact"
        or not text[mention.start : mention.end][:1].isdigit()
    ):
        return False
    before = text[max(0, mention.start - 40) : mention.start]
    head = _BEFORE.search(before)
    return head is not None and head.group(1).casefold() not in _NOT_HEADS and _SPAN_OF_TIME.search(before) is None


def answers(text: str, mention: Mention) -> bool:
    """Whether a value says what holds: not a label, and not a mere weekday or month that says when it holds."""
    value = mention.value
    undated = (
        not any(char.isdigit() for char in value.text) and value.low != value.high
    )  # "the first of March" is a day
    if value.dimension == "weekday" or (value.dimension == "monthday" and undated):
        return False
    return not is_label(text, mention)


def topics_of(texts: Iterable[str]) -> frozenset[str]:
    """Capitalised words that several statements of a document share: what it is about, not what it says."""
    counts = Counter(word for text in texts for word in {found for found in _WORD.findall(text) if found[0].isupper()})
    return frozenset(word.casefold() for word, count in counts.items() if count >= _TOPIC)


def is_topic(mention: Mention, topics: frozenset[str]) -> bool:
    """Whether a name is no answer: a short acronym, or made only of words that run through the document."""
    words = [word.casefold() for word in _WORD.findall(mention.value.text)]
    short = len(mention.value.text) <= 3 and mention.value.text.isupper()
    return short or (bool(words) and all(word in topics for word in words))
