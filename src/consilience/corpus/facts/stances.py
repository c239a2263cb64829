"""Yes and no: what a statement allows, demands or forbids, a state it tells, and the answer to a question above it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from consilience.corpus.facts.context import question
from consilience.corpus.facts.make import Place
from consilience.model import Mention, Value
from consilience.text.guarded import Guarded
from consilience.values import polarity

_ON = "enabled|activated|switched on|turned on|supported|included|available|covered|refundable|active|unlocked|open"
_OFF = "disabled|deactivated|switched off|turned off|unsupported|excluded|unavailable|non-refundable|locked|closed"
_ENDS = r"(?=\s*(?:[.,;:!)]|$|\b(?:by|in|for|on|with|without|unless|except|if|when|at|from|to|and|as)\b))"
_STATE = Guarded(
    rf"\b(?:is|are|was|were|stays?|remains?|be|been)\s+(?P<no>not\s+|never\s+|no longer\s+)?(?:\w+ly\s+|always\s+)?"
    rf"(?:(?P<on>{_ON}){_ENDS}|(?P<off>{_OFF}){_ENDS}"
    r"|(?P<switch>on|off)(?=\s*(?:[.,;:!)]|$|by default\b|unless\b|in every\b|at all\b)))",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"[*_\"“]{0,3}(?P<yes>yes|ja|oui|sí|si)?(?P<no>no|nein|non|nee)?[*_]{0,3}[,.;:!–—]\s?", re.IGNORECASE
)
_CLAUSE = Guarded(
    r"[,;]\s+(?:but|and|yet|so)\s+|;\s+|\s+but\s+|\s+and\s+(?=(?:need|must|may|can|shall|should|do)\b)", re.IGNORECASE
)
_PERMISSION = Guarded(r"\b(?:can|may|could|allow\w*|permit\w*|possible|darf|kann|peut|mag|puede)\b", re.IGNORECASE)
# "If you cannot come" speaks of a case, not of what is allowed.
_CASE = Guarded(r"\b(?:if|when|whenever|who|whoever|whether|unless|wenn|si|als)\b[^,.;:]{0,40}$", re.IGNORECASE)


def stances(place: Place, mentions: Sequence[Mention]) -> list[Mention]:
    """The yes or no of a statement, at most one of each; a plain statement tells none (its values do)."""
    text = place.statement.text
    told = _answer(place)
    if told is not None:
        return [told]
    modal = _modals(text, mentions, place.statement.language)
    state = _state(text) if not modal else None
    return [state] if state else modal


def _modals(text: str, mentions: Sequence[Mention], language: str) -> list[Mention]:
    """What is allowed, demanded or forbidden, clause by clause; the May of a date allows nothing."""
    for one in mentions:
        if one.value.kind == "date":
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    whole = polarity(text, language)
    if whole is None or whole.dimension == "polarity":
        return []
    found: dict[str, Mention] = {}
    begin = 0
    for cut in [*(match.end() for match in _CLAUSE.finditer(text)), len(text)]:
        said = polarity(text[begin:cut], language)
        start = text.find(said.text, begin, cut) if said is not None and said.dimension != "polarity" else -1
        if said is not None and start >= 0 and not _CASE.search(text[:start]):
            mention = Mention(start, start + len(said.text), replace(said, bound=whole.bound))
            found.setdefault(said.normalized, mention)
        begin = cut
    return list(found.values())


def _state(text: str) -> Mention | None:
    """Whether something is on or off, supported, included, open..."""
    match = _STATE.search(text)
    if match is None or _CASE.search(text[: match.start()]):
        return None
    positive = match["on"] is not None or (match["switch"] or "").lower() == "on"
    answer = "yes" if positive != (match["no"] is not None) else "no"
    start = (
        match.start("no") if match["no"] else match.start("on" if match["on"] else "off" if match["off"] else "switch")
    )
    said = polarity(text)
    bound = said.bound if said is not None else "exact"
    written = text[start : match.end()]
    value = Value("yes_no", written, answer, dimension="polarity", bound=bound, tokens=(written.casefold(),))
    return Mention(start, match.end(), value)


def _answer(place: Place) -> Mention | None:
    """ "Yes, that works." below a question: the yes or no is what the question asks."""
    asked = place.block.lead or question(place) or place.above
    text = place.statement.text
    if not asked.rstrip().endswith("?") or place.statement.start != place.block.start:
        return None
    match = _ANSWER.match(text)
    if match is None:
        return None
    group = "yes" if match["yes"] else "no"
    dimension = "permission" if _PERMISSION.search(asked) else "polarity"
    said = polarity(text, place.statement.language)
    bound = said.bound if said is not None else "exact"
    written = match[group]
    return Mention(
        match.start(group), match.end(group), Value("yes_no", written, group, dimension=dimension, bound=bound)
    )
