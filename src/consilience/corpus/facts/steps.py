"""Which step comes first: "Close the valve first", "The cycle opens with a rinse", a numbered list of commands.

The value is the statement; it is compared by its steps. What comes last, or only after something else, is a later step
whose first is not told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from consilience.corpus.facts.context import plain
from consilience.corpus.facts.make import Place
from consilience.model import Block, Mention, Value
from consilience.text.guarded import Guarded
from consilience.text.wordlists import words
from consilience.values import order

_MOST_STEPS = 8
_LONGEST_STEP = 100  # characters
_WORK = (
    "cycle|procedure|process|sequence|routine|inspection|check|cleaning|job|work|round|receipt|examination|test|shift"
)
_CLAUSE = r"(?:^|[,:;–—]\s+|\b(?:always|please|then)\s+)"
# Every pattern names what it gives: `step` is the first step, `next` what follows it, `last` a step that is not first.
_HAVING = r"\b(?:is|are|has|have|had|you|they|we|he|she|anyone|anybody|anything)\b"
_PATTERNS = tuple(
    Guarded(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?:first|firstly|first of all)\b,?\s+comes?\s+(?P<step>[^;:.]+)",
        r"^(?:first|firstly|first of all),\s*(?P<step>[^;:.]+)",
        r"\b(?:zuerst|zunächst|als erstes|d'abord|en premier lieu|primero|eerst)\b,?\s*(?P<step>[^,;:.]+)",
        r"(?:^|[,:;]\s+(?:and\s+)?|\b(?:you|we|they|must|should|shall|to|always)\s+)first\s+"
        r"(?P<step>\w+\s+(?:the|an?|all|any|your|it|them|its|off|out|up|down|every|both)\b[^;:.]*)",
        rf"{_CLAUSE}(?:begin|start)\s+(?:with|by)\s+(?!itself|themselves)(?P<step>[^;:.]+)",
        rf"\b(?:{_WORK})\s+(?:always\s+)?(?:begins|starts|opens)\s+(?:with|by)\s+(?P<step>[^;:.]+)",
        r"(?P<step>[^;:.]{3,100}?)\s+(?:is|are|comes?|goes)\s+(?:always\s+)?(?:the\s+)?first(?:\s+step)?(?=[.,;:!)]|$)",
        r"\bthe first step is\s+(?:always\s+)?(?:to\s+)?(?P<step>[^;:.]+)",
        r"(?P<step>[^;:.]{3,100}?)\s+before\s+(?:anything|doing\s+anything|you\s+do\s+anything)\s+else\b",
        rf"(?P<then>[^,;:.]{{0,90}}?)\bonly\s+(?:when|after|once)\s+(?P<step>[^,;:.]{{3,90}}?{_HAVING}[^,;:.]*?)"
        r"(?:\s(?:is|are|may|can|does|do|will)\s(?P<next>(?:the|an?|any|they|you|he|she)\s[^,;:.]*)|(?=[,;:.]|$))",
        r"\b(?:is|are)\s+first\s+(?P<step>\w+(?:ed|en)\b[^;:.]*)",
        r"(?P<step>[^;:.]{3,100}?)\s+(?:to begin with|as the (?:very )?first thing|straight away)\b",
        r"\border of \w+ is\s+(?P<step>[^,;:.]+)(?P<next>[^;:.]*)",
        r"(?P<last>[^;:.]{3,100}?)\s+(?:comes?|goes)\s+(?:\w+\s+)?"
        r"(?:last\b|after (?:that|this),? (?:and )?not before\b)",
        r"\bonly\s+(?:then|after\s+(?:this|that))\b[\s,]*(?:is|are|may|do|does|can|will)?\s*(?P<last>[^;:.]+)",
        r"(?P<step>[^;:.]{3,100}?)\s+(?:first|en premier|als erstes)(?=[,.;:!)]|$|\s+and\b)"
        r"(?:,?\s*(?:and\s+)?then\s+(?P<next>[^;:.]+))?",
        rf"(?P<step>[^;:.,]{{3,100}}?)\s+before\s+(?!\d|that\b|this\b)"
        rf"(?:(?P<next>\w+ing\b[^;:.]*)|(?=[^;:.,]{{0,40}}?{_HAVING})(?P<then>[^;:.]*))",
        r"(?P<step>[^;:.,]{3,100}?\b(?:goes|go|comes?)(?:\s+\w+)?)\s+before\s+(?P<next>(?:the|any)\s[^,;:.]+)",
        r"(?P<step>[^;:.,]{3,100}?\b(?:is|are)\s+\w+(?:\s+\w+)?)\s+ahead\s+of\s+(?P<next>[^,;:.]+)",
    )
)
_NO_STEP = re.compile(r"\bfirst[- ]come\b|\b(?:whichever|whatever|who) \w+(?: \w+)? first\b", re.IGNORECASE)
_HINT = Guarded(
    r"first|begin|start|opens|last|then|order of|before|ahead of|only|straight away|zuerst|zunächst|erstes|d'abord"
    r"|premier|primero|eerst",
    re.IGNORECASE,
)
# "No change is effective before training has been done": what follows comes first.
_NEVER = Guarded(r"^\W*(?:no|nobody|nothing|never|none)\b|\b(?:may|must|shall|is|are) (?:not|never)\b", re.IGNORECASE)
_SPAN = re.compile(r"\b(?:minute|hour|day|week|month|year)s?$", re.IGNORECASE)  # "a month before it ends" tells when
_NEXT = re.compile(r"(?:,|\band\b)?\s*\bthen\s+", re.IGNORECASE)
_FINITE = Guarded(r"\b(?:is|are|was|were|has|have|had|must|may|can|will|shall|should|isn't|aren't|cannot)\b", re.I)
_LABEL = re.compile(r"^\W*[^:.\n]{1,40}:")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NOT_COMMANDS = words(
    """
    the a an all any each every if when where while for from in on at by to of with without no not it its this that
    these those there they we you he she our your their his her i one two three some most many what who which how
    after before until unless as because also only yes
    """
)
_LIGHT = words("the and for with that this then first always please from into your our its are was has have been any")


class _Steps(NamedTuple):
    first: str
    later: tuple[str, ...]


def first_step(place: Place) -> Mention | None:
    """The order that a statement tells, or the numbered list that it begins."""
    text = place.statement.text
    told = _listed(place) or _told(text)
    if told is None:
        return None
    value = order([plain(one)[:_LONGEST_STEP] for one in (told.first, *told.later)])
    steps = tuple(" ".join(_content(step)) for step in value.tokens)
    if not any(steps):
        return None
    return Mention(0, len(text), Value("order", text, " > ".join(steps), dimension="order", tokens=steps))


def _told(text: str) -> _Steps | None:
    """The steps that one sentence puts in an order."""
    if _HINT.search(text) is None or _NO_STEP.search(text):
        return None
    for pattern in _PATTERNS:
        match = pattern.search(text)
        if match is None:
            continue
        found = match.groupdict()
        if found.get("last"):
            return _Steps("", (found["last"],))
        after = found.get("next") or found.get("then") or ""
        if after and _NEVER.search(found["step"]):
            return _Steps(after, (found["step"],))
        if after and _SPAN.search(found["step"]):
            continue
        steps = [*_NEXT.split(found["step"]), found.get("next") or "", found.get("then") or ""]
        return _Steps(steps[0], tuple(step for step in steps[1:_MOST_STEPS] if step.strip()))
    return None


def _listed(place: Place) -> _Steps | None:
    """The steps of a numbered list whose items are commands, told by its first item."""
    block, text = place.block, place.statement.text
    if block.ordinal != 1 or place.statement.start != block.start or not _is_command(text):
        return None
    items = [_sentence(place, one) for one in _following(place.document.blocks, place.statement.block)]
    return _Steps(text, tuple(items)) if items else None


def _following(blocks: Sequence[Block], index: int) -> list[Block]:
    """The items after the first of a numbered list."""
    found: list[Block] = []
    for block in blocks[index + 1 :]:
        if block.kind != "list_item" or block.path != blocks[index].path or len(found) + 1 >= _MOST_STEPS:
            break
        if block.ordinal == len(found) + 2 and block.level == blocks[index].level:
            found.append(block)
        elif block.level == blocks[index].level:
            break
    return found


def _sentence(place: Place, block: Block) -> str:
    return re.split(r"[.;:\n]", place.document.text[block.start : block.end], maxsplit=1)[0]


def _is_command(text: str) -> bool:
    """Whether a list item begins with a command: no article, pronoun or label before, no finite verb in it."""
    begun = plain(text).split(",")[0].split(".")[0]
    found = re.findall(r"[\w'’-]+", begun)
    if len(found) < 2 or found[0].casefold() in _NOT_COMMANDS or not found[0][0].isalpha():
        return False
    return _FINITE.search(begun) is None and (_LABEL.match(text) is None or "`" in text)


def _content(step: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(step) if word not in _LIGHT)
