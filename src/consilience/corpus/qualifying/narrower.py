"""Rules in which one statement is a narrower case of the other: a prohibition and a licence under conditions, a rule
for everybody and one for a class of them."""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.corpus.matching.terms import stems
from consilience.corpus.qualifying.countries import same_country
from consilience.corpus.qualifying.reason import Reason
from consilience.corpus.qualifying.scope import outside
from consilience.model import Fact
from consilience.text.guarded import Guarded

# A licence under such a condition is an exception of the prohibition; "if you like" is none.
_CONDITION = Guarded(
    r"\b(?:solely|only|if(?! (?:you|they) (?:like|want|wish|prefer|need))|unless|upon|provided that|except"
    r"|not to exceed|not exceeding|up to|subject to|in the event of|notwithstanding|that (?:is|are) not|to align with"
    r"|with (?:the )?(?:(?:prior|written|express) )*(?:consent|approval|permission|agreement)"
    r"|nur|sofern|seulement|uniquement|à condition|alleen|mits|solo|siempre que)\b",
    re.IGNORECASE,
)
# A prohibition that rules out exceptions contradicts every licence.
_ABSOLUTE = Guarded(
    r"\b(?:whatever|whichever|no matter|under no circumstances|in no case|never|nobody|at all|not even|even|always"
    r"|in any (?:weather|case|event|circumstances)|without exception|auf keinen fall|niemals|nie|jamais|en aucun cas"
    r"|nooit|nunca|en ningún caso)\b",
    re.IGNORECASE,
)
_MODAL = r"(?:may|must|shall|can|cannot|will|should|are|have|has|is|receives?|gets?|needs?|pays?|consists?|travel|work)"
_SUBJECT = re.compile(rf"^\W*((?:[^\W\d_][\w'’-]*\s+){{1,5}}?){_MODAL}\b", re.IGNORECASE)
_EVERY = frozenset(("all", "every", "each", "any", "the", "our", "alle", "die", "tous", "toutes", "les", "de"))
_NO_CLASS = frozenset(("these", "those", "which", "this", "other", "some", "most", "many", "no", "both", "who"))


def licensed(a: Fact, b: Fact) -> Reason | None:
    """One forbids, the other allows it under a condition that the prohibition does not speak of."""
    if a.value.kind != "yes_no" or {a.value.normalized, b.value.normalized} != {"yes", "no"}:
        return None
    allowed, forbidden = (a, b) if a.value.normalized == "yes" else (b, a)
    condition = _CONDITION.search(allowed.quote)
    if allowed.value.dimension != "permission" or not condition:
        return None
    if _CONDITION.search(forbidden.quote) or _ABSOLUTE.search(forbidden.quote):
        return None
    words = f"{forbidden.doc} forbids it, {allowed.doc} allows it under a condition (“{condition.group(0).lower()}”)."
    return Reason("exception", words)


def for_a_class(a: Fact, b: Fact) -> Reason | None:
    """One is about all things of a name, the other about some of them: employees, and field sales employees."""
    for whole, part in ((a, b), (b, a)):
        name, names = _subject(whole), _subject(part)
        if len(name) == 1 and len(names) > 1 and names[-1] == name[0] and not _names_too(whole, names[:-1]):
            return Reason("exception", f"{whole.doc} speaks of all {name[0]}, {part.doc} of {' '.join(names)} only.")
    return None


def _names_too(fact: Fact, words: tuple[str, ...]) -> bool:
    """Whether a statement or the headings above it speak of the same class in other words."""
    text = outside(fact)
    known = stems(re.findall(r"[^\W_]+", text))
    return bool(stems(words) & known) or same_country(text, " ".join(words).title())


@lru_cache(maxsize=16_384)
def _subject(fact: Fact) -> tuple[str, ...]:
    """The words of a plural subject that opens the statement, without "all" and "the"; () where it has none."""
    match = None if fact.row else _SUBJECT.match(fact.quote[: fact.value_start - fact.start] + " is")
    if match is None:
        return ()
    words = [word for word in match.group(1).casefold().split() if word not in _EVERY]
    plural = bool(words) and (words[-1].endswith("s") or words[-1] in ("staff", "people", "children"))
    return tuple(words) if plural and not _NO_CLASS & set(words) else ()
