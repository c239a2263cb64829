"""Facts of a sentence: its typed values, who is named, where, what it allows or forbids, its class, its first step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from consilience.corpus.facts.asked import ANY, Kinds, asked
from consilience.corpus.facts.classes import class_of
from consilience.corpus.facts.context import masked, plain, with_headings
from consilience.corpus.facts.focus import focused
from consilience.corpus.facts.heads import as_version
from consilience.corpus.facts.labels import is_topic
from consilience.corpus.facts.limits import asks, naming_answers, readable, typed_answers
from consilience.corpus.facts.make import Place, fact
from consilience.corpus.facts.naming import name_in_sentence
from consilience.corpus.facts.phrases import phrase_in_sentence
from consilience.corpus.facts.places import place_in_words, place_of
from consilience.corpus.facts.stances import stances
from consilience.corpus.facts.steps import first_step
from consilience.model import Fact, Mention, ValueKind
from consilience.values import category, identifier, name, scan

_MAX_FACTS = 8
# How often a fact of each rule is one a careful reader would also read (docs/concepts.md, "Extraction confidence").
_CONFIDENCE = {"typed": 0.9, "name": 0.75, "yes_no": 0.7, "category": 0.8, "order": 0.7, "place": 0.75, "label": 0.7}
_IN_WORDS: tuple[ValueKind, ...] = ("name", "category")
_SOFTWARE = re.compile(r"\b(?:version|release|firmware|software|client|build)s?\b", re.IGNORECASE)
_NEEDED = re.compile(
    r"\b(?:needs?|requires?|required|takes?|minimum|at least|oldest|supports?|supported|runs?|built with)\b", re.I
)
_OR_NEWER = re.compile(r"\s*(?:or|and)\s+(?:newer|later|above|higher|up)\b|\+", re.IGNORECASE)
_DECIMAL = re.compile(r"\d{1,4}\.\d{1,4}")
_SERIAL = re.compile(r"\d{4,16}")
_NUMBER_OF = re.compile(
    r"(?:\b(?i:number|no\.?|nr\.?|account|code|reference|ref\.?|id|registration|serial)|\b[A-Z]{2,5})"
    r"(?:\s+(?:is|for [\w ]{1,30}|of [\w ]{1,30}))?:?\s*$"
)
_PRODUCT = re.compile(r"(?:^|[\s(])[A-Z][\w+#-]*\s+$")
_LABELLED = re.compile(r"[\W_]{0,4}(?P<label>[^\W\d_][^:.!?\n]{1,48}):[*_]{0,3}\s+(?P<said>[^\n:]{3,90})")
_MOST_LABELLED = 8  # words of what stands behind a label
_SHORT_NUMBER = re.compile(r"[\W\d_]*$")


def facts_of_sentence(place: Place, kinds: Kinds = ANY) -> Iterator[Fact]:
    """Every fact of the `kinds` that the rules read from one sentence, at most `_MAX_FACTS` typed values and as many
    names.
    """
    text = place.statement.text
    if asks(text):
        return
    mentions = [_reread(text, one) for one in _mentions(place)]
    answering = typed_answers(text, mentions)
    coded = any(one.value.kind == "identifier" for one in answering)
    where = place_of(place) if coded or asked(kinds, *_IN_WORDS) else None
    typed = [one for one in answering if not _names_place(one, where)]
    for mention in typed[:_MAX_FACTS]:
        if asked(kinds, mention.value.kind):
            yield _make(place, mention, with_headings(place, focused(text, typed, mention)), "typed")
    if asked(kinds, *_IN_WORDS, "yes_no", "order"):
        yield from (one for one in _untyped(place, mentions, typed, where, kinds) if asked(kinds, one.value.kind))


def _untyped(
    place: Place, mentions: Sequence[Mention], typed: Sequence[Mention], where: Mention | None, kinds: Kinds
) -> Iterator[Fact]:
    """What is told in words: names, a place, a yes or no, a class, a first step; what stands behind a label."""
    shared = with_headings(place, masked(place.statement.text, typed))
    if not asked(kinds, *_IN_WORDS):
        yield from _whole_sentence(place, shared, mentions, kinds)
        return
    names = _names(place, mentions, typed, where)[:_MAX_FACTS]
    for mention in names:
        yield _make(place, mention, shared, "name")
    if where is not None:
        yield _make(place, where, shared, "place")
    whole = list(_whole_sentence(place, shared, mentions))
    yield from whole
    if not typed and not whole and where is None:
        yield from _labelled(place, shared, names)


def _mentions(place: Place) -> list[Mention]:
    """The values of a sentence, its link targets left out."""
    text = place.statement.text
    found = scan(readable(text), place.statement.language)
    return [one for one in found if text[one.start : one.end] == one.value.text]


def _reread(text: str, mention: Mention) -> Mention:
    """A bare number that is a version or the number of a thing: "Rust 1.78 or newer", "account number 30554471"."""
    value = mention.value
    if value.kind != "count" or value.tokens:
        return mention
    before = text[max(0, mention.start - 70) : mention.start]
    if _SERIAL.fullmatch(value.text) and _NUMBER_OF.search(before):
        return Mention(mention.start, mention.end, identifier(value.text))
    if not _DECIMAL.fullmatch(value.text):
        return mention
    product = _PRODUCT.search(before) is not None
    newer = _OR_NEWER.match(text, mention.end) is not None
    if _SOFTWARE.search(before) or (newer and product) or (product and _NEEDED.search(before)):
        return Mention(mention.start, mention.end, as_version(value))
    return mention


def _names(place: Place, mentions: Sequence[Mention], typed: Sequence[Mention], where: Mention | None) -> list[Mention]:
    """The names that answer: no topics of the document, none that a place holds already."""
    text = place.statement.text
    names = [_proper(place, one) for one in mentions if one.value.kind == "name"]
    label = _LABELLED.match(text)
    told = label.start("said") if label else -1
    names = [one for one in names if one.start == told or not is_topic(one, place.around.topics)]
    if where is not None:
        names = [one for one in names if one.end <= where.start or where.end <= one.start]
    return naming_answers(text, names, typed)


def _names_place(mention: Mention, where: Mention | None) -> bool:
    """Whether a code or a label is a part of the place that the sentence tells."""
    inside = where is not None and where.start <= mention.start and mention.end <= where.end
    return inside and mention.value.kind == "identifier"


def _proper(place: Place, mention: Mention) -> Mention:
    """A name without the common noun that begins the sentence before it: "Detergent Frostan 40" is Frostan 40."""
    first, _, rest = mention.value.text.partition(" ")
    begins = _SHORT_NUMBER.match(place.statement.text[: mention.start]) is not None
    if not begins or first.casefold() not in place.around.common or not rest[:1].isupper():
        return mention
    return Mention(mention.end - len(rest), mention.end, name(rest))


def _make(place: Place, mention: Mention, context: str, rule: str) -> Fact:
    text, start, end, value = place.statement.text, mention.start, mention.end, mention.value
    entity, relation = name_in_sentence(text, start, end, value.kind, place.above)
    phrase = phrase_in_sentence(text, start, end, value)
    return fact(place, start, end, value, entity, relation, context, _CONFIDENCE[rule], phrase)


def _whole_sentence(place: Place, context: str, mentions: Sequence[Mention], kinds: Kinds = ANY) -> Iterator[Fact]:
    for said in stances(place, mentions) if asked(kinds, "yes_no") else ():
        yield _make(place, said, context, "yes_no")
    classed = class_of(place.statement.text) if asked(kinds, "category") else None
    if classed is not None and not any(
        m.start < classed.end and classed.start < m.end and m.value.kind != "name" for m in mentions
    ):
        yield _make(place, classed, context, "category")
    step = first_step(place) if asked(kinds, "order") else None
    if step is not None:
        yield _make(place, step, context, "order")


def _labelled(place: Place, context: str, names: Sequence[Mention]) -> Iterator[Fact]:
    """What stands behind a label, when no other value was read there: "Assembly point: below the crane"."""
    text = place.statement.text
    match = _LABELLED.match(text)
    if match is None or match.end("said") < len(text.rstrip()):
        return
    said = match["said"].rstrip(" .*_")
    if not said or len(said.split()) > _MOST_LABELLED or len(plain(match["label"]).split()) > 6:
        return
    start = match.start("said")
    if any(one.start == start for one in names):
        return
    value = place_in_words(said, plain(match["label"])) or category(said)
    yield _make(place, Mention(start, start + len(said), value), context, "label")
