"""The persons that a corpus names: whose names may be changed, and to what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from consilience.model import Document, Fact

_SHAPE = re.compile(r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?(?: [A-Z][a-z]+(?:-[A-Z][a-z]+)?){1,2}")
_ROLE = re.compile(
    r"\b(?:dr|mr|mrs|ms|prof|professor|head|director|manager|officer|lead|leader|chair|chairwoman|chairman|secretary"
    r"|coordinator|engineer|editor|author|owner|supervisor|captain|treasurer|librarian|caretaker|dean|president"
    r"|responsible|approved by|written by|maintained by|managed by|led by|signed by|ask|contact person|headed by)\b",
    re.IGNORECASE,
)
_NO_PERSON = re.compile(
    r"\b(?:Agency|Airport|Airways|Authority|Bank|Board|Bureau|Campus|Cent(?:re|er)|College|Committee|Company|Council"
    r"|Department|Desk|Gate|GmbH|Group|Hall|Harbour|House|Inc|Institute|Limited|Logistics|Ltd|Library|Museum|Office|Park|Plan|Road|School|Sciences?"
    r"|Services?|Society|Station|Street|Studies|Team|Tower|Union|University|Wharf|Works)\b"
)
_TITLED = re.compile(
    r"(?:Mr|Mrs|Ms|Miss|Dr|Councillor|Captain|Judge|Lord|Lady|Sister|Father|Mayor|Prof|Professor|Sir|Frau|Herr|Madame|Monsieur|Don|Doña|Mevrouw|Meneer)\b"
)
_REACH = 30  # characters around a name in which a role makes it a person's
_LOWER = re.compile(r"(?<![\w-])[a-z]{2,}")


@dataclass(frozen=True)
class People:
    """`names`, sorted, and the (name, document) pairs in which a statement gives the person a role."""

    names: tuple[str, ...]
    named: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, documents: Sequence[Document], facts: Mapping[str, Sequence[Fact]]) -> People:
        """The persons of some documents; `facts` by document id.

        A name none of whose words is also written small somewhere: "Operations Control" is no person where there are
        operations.
        """
        small = {word for document in documents for word in _LOWER.findall(document.text)}
        found = {
            (fact.value.text, fact.doc)
            for document in documents
            for fact in facts[document.id]
            if _has_role(fact) and not small & set(re.findall(r"[a-z]+", fact.value.text.lower()))
        }
        return cls(tuple(sorted({name for name, _ in found})), frozenset(found))

    def knows(self, fact: Fact) -> bool:
        """Whether the value of a fact is a person to whom its statement gives a role."""
        return _has_role(fact) and fact.value.text in self.names

    def others(self, name: str, doc: str, random: Random) -> Iterator[str]:
        """Other persons in random order, those first that the document does not name; none has a word of `name`."""
        words = set(name.split())
        fits = [other for other in self.names if not words & set(other.split())]
        random.shuffle(fits)
        yield from sorted(fits, key=lambda other: (other, doc) in self.named)


def _has_role(fact: Fact) -> bool:
    name = fact.value.text
    if fact.value.kind != "name" or not _SHAPE.fullmatch(name) or _NO_PERSON.search(name):
        return False
    if _TITLED.match(name) or _ROLE.search(name):  # "Medical Director" is a role, and a title fits one person only
        return False
    at, end = fact.value_start - fact.start, fact.value_end - fact.start
    around = fact.quote[max(0, at - _REACH) : at] + " " + fact.quote[end : end + _REACH]
    return _ROLE.search(around) is not None
