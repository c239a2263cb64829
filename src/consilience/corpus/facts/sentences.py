"""Facts of a sentence: its typed values, who is named, whether it allows or forbids, its class, its first step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from consilience.corpus.facts.context import masked, plain, with_headings
from consilience.corpus.facts.labels import answers, is_topic
from consilience.corpus.facts.make import Place, fact
from consilience.corpus.facts.naming import name_in_sentence
from consilience.model import Fact, Mention, Value
from consilience.text.wordlists import words
from consilience.values import category, polarity, scan

_MAX_FACTS = 8
# How often a fact of each rule is one a careful reader would also read (docs/concepts.md, "Extraction confidence").
_CONFIDENCE = {"typed": 0.9, "name": 0.75, "yes_no": 0.7, "category": 0.8, "order": 0.7}

_CLASSED = re.compile(
    r"\b(?:is|are|be|being|was|were)?\s*(?:classed|classified|treated|regarded|graded|rated|categorised"
    r"|categorized|counted)\s+as\s+"
    r"|\b(?:counts?|still counts?)\s+as\s+|\bfalls?\s+(?:into|under|in)\s+(?:our|the)?\s*"
    r"|\bbelongs?\s+(?:to|in)\s+(?:the\s+)?(?:class|category|group)\s+(?:of\s+)?|\bgilt als\s+"
    r"|\bgelten als\s+|\best classée?s?\s+(?:comme\s+)?"
    r"|\bis (?=(?:in )?(?:class|zone|category|grade|level|group|tier)\b)|\bse considera\s+",
    re.IGNORECASE,
)
_STATES = words("enabled disabled supported unsupported included excluded on off")
_CLASS_END = re.compile(
    r"[,.;:!?()]|\s(?:and|but|because|since|when|if|so|unless|which|that|with|in|at|for|on|to)\s", re.IGNORECASE
)
# "First" tells an order as an adverb ("close the valve first"), not before a noun ("the first visit").
_FIRST = re.compile(
    r"^first\b(?=,| comes| of all)|\bfirst(?=[,.;:!)]|\s+(?:and then|then|and only)\b|$)|\bbegin(?:s)? (?:with|by)\b"
    r"|\bstart(?:s)? (?:with|by)\b|\bfirst step\b|\bbefore (?:anything|doing anything|you do anything) else\b"
    r"|\bcomes? (?:first|last)\b|\bonly after (?:this|that)\b|\bonly then\b|\bopens with\b"
    r"|\b(?:zuerst|als erstes|d'abord|en premier|eerst|primero)\b",
    re.IGNORECASE,
)
# "If you cannot come" speaks of a case, not of what is allowed.
_CASE = re.compile(r"\b(?:if|when|whenever|who|whoever|whether|unless|wenn|si|als)\b[^,.;:]{0,40}$", re.IGNORECASE)


def facts_of_sentence(place: Place) -> Iterator[Fact]:
    """Every fact that the rules read from one sentence, at most `_MAX_FACTS` typed values and as many names."""
    text, language = place.statement.text, place.statement.language
    mentions = scan(text, language)
    typed = [mention for mention in mentions if mention.value.kind != "name" and answers(text, mention)]
    names = [
        mention for mention in mentions if mention.value.kind == "name" and not is_topic(mention, place.around.topics)
    ]
    shared = with_headings(place.document, place.block, masked(text, mentions))
    for mention in typed[:_MAX_FACTS]:
        yield _make(place, mention, shared, "typed")
    for mention in names[:_MAX_FACTS]:
        yield _make(place, mention, shared, "name")
    yield from _whole_sentence(place, shared, mentions)


def _make(place: Place, mention: Mention, context: str, rule: str) -> Fact:
    start, end, value = mention.start, mention.end, mention.value
    entity, relation = name_in_sentence(place.statement.text, start, end, value.kind, place.above)
    return fact(place, start, end, value, entity, relation, context, _CONFIDENCE[rule])


def _whole_sentence(place: Place, context: str, mentions: Sequence[Mention]) -> Iterator[Fact]:
    text = place.statement.text
    said = _stance(text, place.statement.language)
    if said is not None:
        yield _make(place, said, context, "yes_no")
    classed = _class_of(text)
    if classed is not None and not any(
        m.start < classed.end and classed.start < m.end and m.value.kind != "name" for m in mentions
    ):
        yield _make(place, classed, context, "category")
    step = _first_step(place)
    if step is not None:
        yield _make(place, step, context, "order")


def _stance(text: str, language: str) -> Mention | None:
    """Whether the sentence allows, demands or forbids; a plain statement is no such fact (its values are)."""
    said = polarity(text, language)
    if said is None or (said.dimension == "polarity" and said.text.casefold() not in _STATES):
        return None
    start = text.find(said.text)
    if start < 0 or _CASE.search(text[:start]):
        return None
    return Mention(start, start + len(said.text), said)


def _class_of(text: str) -> Mention | None:
    match = _CLASSED.search(text)
    if match is None:
        return None
    stop = _CLASS_END.search(text, match.end() + 1)
    end = stop.start() if stop else len(text)
    said = text[match.end() : end].strip()
    if not said or len(said.split()) > 8:
        return None
    start = text.index(said, match.end())
    return Mention(start, start + len(said), category(said))


def _first_step(place: Place) -> Mention | None:
    text = place.statement.text
    ordered_first = place.block.ordinal == 1 and place.statement.start == place.block.start
    if not ordered_first and not _FIRST.search(text):
        return None
    said = plain(text).rstrip(".;:")[:120]
    tokens = tuple(word.casefold() for word in re.findall(r"[^\W\d_]{3,}", said))
    if not tokens:
        return None
    return Mention(0, len(text), Value("order", text, " ".join(tokens), dimension="order", tokens=tokens))
