"""Terms that a document defines: "Data Protection Officer (DPO)", 'Corvane Airways ("the Carrier")'.

In a context the short form is replaced by what it stands for, so that a document that uses the long form lies near.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_ACRONYM = re.compile(r"((?:[A-Za-z][\w'’-]*\s+){1,7})\(([A-Z]{2,6})s?\)")
_QUOTED = re.compile(
    r"\b((?!Between\b|The\b|And\b|From\b|With\b|By\b)[A-Z][\w&.'’-]*(?:\s+[A-Z][\w&.'’-]*){0,4}),?\s+\((?:hereinafter\s+)?[\"“”']?(?:the\s+)?[\"“]?([A-Z][a-z]{2,20})[\"”']\)"
)
# What a definition holds, told by its parentheses alone: few texts are searched for what may stand before them.
_SHORT = re.compile(r"\([A-Z]{2,6}s?\)|\([^()]{0,30}[A-Z][a-z]{2,20}[\"”']\)")
_MOST = 40  # terms of one document


def defined_terms(texts: Iterable[str]) -> Mapping[str, str]:
    """{short form: what it stands for} of a document, the first definition of each."""
    found: dict[str, str] = {}
    for text in texts:
        if not _SHORT.search(text):
            continue
        for match in _ACRONYM.finditer(text):
            full = _spelled(match[1].split(), match[2])
            if full:
                found.setdefault(match[2], full)
        for match in _QUOTED.finditer(text):
            found.setdefault(match[2], match[1])
    return dict(list(found.items())[:_MOST])


def _spelled(before: list[str], acronym: str) -> str:
    """The last words before an acronym whose initials it is, small words left out of the count; "" if none are."""
    for count in range(len(acronym), min(len(before), len(acronym) + 3) + 1):
        chosen = before[-count:]
        initials = "".join(word[0] for word in chosen if len(word) > 3 or word[0].isupper())
        if initials.upper() == acronym:
            return " ".join(chosen)
    return ""


def expanded(text: str, terms: Mapping[str, str]) -> str:
    """The text with the first use of each defined short form replaced, unless the long form stands beside it."""
    for short, full in terms.items():
        if short in text and full not in text:
            match = re.search(rf"\b{re.escape(short)}\b", text)
            text = f"{text[: match.start()]}{full}{text[match.end() :]}" if match else text
    return text
