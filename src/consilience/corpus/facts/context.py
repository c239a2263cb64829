"""The context of a fact: what its value answers (DESIGN section 5).

A context is the statement with its values masked, preceded by the headings above it and, for a list item, the
sentence that introduces the list. It is what the encoder sees, so two statements that ask the same question lie close
together whatever values they give. Facts of one statement share one context where they can: it is encoded once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.corpus.facts.defined import expanded
from consilience.corpus.facts.make import Place
from consilience.model import Mention

# A kind is told in words that the encoder knows, so that "how long" and "how much" stay apart after masking.
MASKS = {
    "quantity": "some amount",
    "money": "some money",
    "percentage": "some percent",
    "date": "some date",
    "time": "some time",
    "duration": "some period",
    "count": "some number",
    "version": "some version",
    "identifier": "some code",
    "name": "someone",
}
_MAX_HEADING = 48
_MAX_LEAD = 100
_MAX_SUBJECT = 60
_MAX_STATEMENT = 280
_MARK = re.compile(r"[*_`#|\[]")
_MARKUP = re.compile(r"[*_`#|]+|\[([^\]\n]{0,200})\]\([^)\n]{0,300}\)")
_PRONOUN = re.compile(r"(?:it|they|this|that|these|those|he|she|both|each of them|its|their)\b", re.IGNORECASE)
# Finite verbs, near enough to tell a clause from a phrase and a subject from what is said of it.
FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|must|may|can|cannot|will|shall|should|costs?|pays?|takes?|opens?|closes?|begins?"
    r"|starts?|ends?|lasts?|holds?|gets?|needs?|gives?|goes|go|comes?|spends?|stops?"
    r"|sits?|lies|lie|stands?|lives?|keeps?|weighs?|runs?|makes?|brings?|leaves?|sends?|[a-z]{3,}(?:ed|es))\b"
)


def plain(text: str) -> str:
    """Text without inline markup, on one line."""
    bare = _MARKUP.sub(lambda match: match.group(1) or " ", text) if _MARK.search(text) else text
    return " ".join(bare.split())


def masked(text: str, mentions: Sequence[Mention]) -> str:
    """The text with every value replaced by words for its kind; names stay, because they tell entities apart."""
    parts: list[str] = []
    position = 0
    for mention in mentions:
        if mention.value.kind == "name" or mention.start < position:
            continue
        parts += [text[position : mention.start], " ", MASKS.get(mention.value.kind, "something"), " "]
        position = mention.end
    parts.append(text[position:])
    return plain("".join(parts))


def with_headings(place: Place, statement: str) -> str:
    """The innermost heading, the lead-in of a list, the subject that a pronoun stands for, then the masked statement.

    It is short, because all of it is encoded.
    """
    above = plain(place.above)
    lead = _short(plain(place.block.lead or question(place)), _MAX_LEAD)
    heading = f"{_short(above, _MAX_HEADING)}:" if above else ""
    said = expanded(statement, place.around.terms)
    parts = (heading, lead, antecedent(place), _short(said, _MAX_STATEMENT))
    return " ".join(part for part in parts if part)


def question(place: Place) -> str:
    """The question that a statement answers, where it is the statement before: "Is there parking?", then "Yes, 40"."""
    last = place.before[-1] if place.before else ""
    return last if last.rstrip(' *_"”').endswith("?") else ""


def antecedent(place: Place) -> str:
    """What a pronoun at the beginning of a statement speaks of: the subject of the statement before, "" if unknown."""
    if not _PRONOUN.match(place.statement.text) or not place.before:
        return ""
    last = place.before[-1]
    verb = FINITE.search(last)
    subject = plain(last[: verb.start()]).strip(" ,;:-–—") if verb else ""
    known = subject and len(subject) <= _MAX_SUBJECT and not _PRONOUN.match(subject)
    return f"{subject}:" if known else ""


def _short(text: str, most: int) -> str:
    """The text cut between words."""
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0]
