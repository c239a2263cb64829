"""How a key is called: entity and relation in the words of the member that names them best."""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.corpus.facts.naming import KIND_WORDS, heading_name
from consilience.corpus.matching.terms import stems
from consilience.corpus.wording.cells import names_itself, row_names
from consilience.corpus.wording.clauses import parted
from consilience.corpus.wording.phrases import HOLE, as_written
from consilience.model import Fact
from consilience.text.wordlists import words

_LONGEST = 60  # characters of an entity or a relation
_LONG = 5  # words of an entity; longer ones are half a sentence
_UNFIT = re.compile(
    r"^(?:who|what|when|where|which|why|how|can|may|do|does|is|are|will|yes|no|and|or|but|if|between|until|since|to|than"
    r"|because|there|here|not|nothing|those|these|this|that|such|so|as|being|having)\b"
    r"|\b(?:it|it's|they|you|we|i|me|my|us|them|he|she|him|yours|ours)\b|^[\W\d]+$|[!?]$",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"^(?:who|what|when|where|which|why|how|can|may|do|does|is|are|will)\b|\?", re.IGNORECASE)
# Words that name a time, a part of a page or nothing in particular: alone they are no thing.
_EMPTY = words(
    """
    day week month year today now time date addition note notes rest half total average figure table page list end start
    aged coming example examples overview summary information details general introduction contents remarks others other
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december one part document please
    write call ring contact see ask send
    """
)


def names_of(facts: Sequence[Fact]) -> tuple[str, str]:
    """(entity, relation) of a key, at most 60 characters each, in the words of the documents.

    Of the members that name a thing, the one speaks that the others know too; "…" in a relation is where the value
    stands.
    """
    named = {fact.id: _names(fact) for fact in facts}
    best = max(facts, key=lambda fact: (_telling(fact, named[fact.id], facts), fact.confidence, -fact.start, fact.id))
    entity, relation = named[best.id]
    return short(entity or heading(best) or "this document"), short(relation or kind_words(best))


def heading(fact: Fact) -> str:
    """The heading above a statement as a name: the innermost that is no question, else the innermost."""
    above = [heading_name(one) for one in reversed(fact.section.split(" > ")) if one.strip()]
    return next((one for one in above if not _QUESTION.search(one) and not _empty(one)), above[0] if above else "")


def fit(entity: str) -> bool:
    """Whether words can name a thing: no pronoun, no question, no mere day or part of a page."""
    return len(entity) >= 2 and not _UNFIT.search(entity) and not _empty(entity)


def _empty(entity: str) -> bool:
    said = [word.casefold().strip(".,;:'’") for word in entity.split()]
    return all(word in _EMPTY or word.removesuffix("s") in _EMPTY for word in said)


def kind_words(fact: Fact) -> str:
    """What a value is, where nothing is said of it: "amount of money", "e-mail address", "zone"."""
    value = fact.value
    if value.kind != "identifier":
        return KIND_WORDS[value.kind]
    if value.dimension.startswith("label:"):
        return value.dimension.removeprefix("label:")
    if "@" in value.text:
        return "e-mail address"
    return "number" if re.fullmatch(r"[\d\s()+/-]+", value.text) else "code"


def short(text: str) -> str:
    """A name cut between words to at most sixty characters, its brackets and quotation marks closed or left out."""
    for opening, closing in ("()", "[]", "“”", "„“", "«»"):
        if text.count(opening) > text.count(closing):
            text = text.rpartition(opening)[0] or text.replace(opening, "")
    if text.count('"') % 2:
        text = text.replace('"', "")
    cut = text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0]
    return cut.strip(" ,;:-–")


def _names(fact: Fact) -> tuple[str, str]:
    """(entity, relation) of one fact; "" where it does not tell."""
    if fact.row:
        return row_names(fact, heading(fact))
    if fact.value.kind == "order":
        return heading(fact), ""
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    entity, relation = parted(fact.quote, start, end, whole=fact.value.kind == "yes_no")
    if not fit(entity):
        own = as_written(fact.entity, fact.quote)
        entity = own if fit(own) and own.casefold() in fact.quote.casefold() else heading(fact)
    relation = relation.removeprefix(f"{entity} ")
    return entity, relation if stems(relation.replace(HOLE, " ").split()) else ""


def _telling(fact: Fact, named: tuple[str, str], facts: Sequence[Fact]) -> float:
    """How well a fact names what all of them are about: short, a subject rather than a heading, known to the others."""
    entity, relation = named
    said = stems(entity.split())
    others = [one for one in facts if one.id != fact.id]
    known = sum(bool(said & stems(f"{one.quote} {one.section}".split())) for one in others) / max(len(others), 1)
    from_heading = not fact.row and entity.casefold() not in fact.quote.casefold()
    long = (len(entity.split()) > _LONG) + (len(entity) > _LONGEST) + (len(relation) > _LONGEST)
    title = heading_name(fact.section.split(" > ", 1)[0])
    held = 0.5 * (HOLE in relation or fact.row) + 0.5 * (from_heading and entity != title)
    precise = 0.25 * (len(entity.split()) > 1) + 0.25 * (len(relation.split()) > 2)
    in_row = 1.5 * (fact.row and names_itself(fact.entity))
    told = 2 * known + in_row + bool(relation) + held + precise
    return told - 2 * from_heading - long - 3 * (not fit(entity))
