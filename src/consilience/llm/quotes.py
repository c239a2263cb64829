"""Is a quote in the text that it is said to be from? Models change letters, leave words out and make sentences up."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz import fuzz

_ALIKE = 92.0  # of 100, from which a passage is what the quote meant: a changed letter or comma, not a changed word
MARKS = "\"'“”„»«"  # quotation marks around a quote are not a part of it
_SHORTEST = 8  # characters of a quote that may be repaired: below, everything is like something
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Located:
    """Where a quote stands: `text[start:end]`. `exact` is off where letters or spaces had to be repaired."""

    start: int
    end: int
    exact: bool


def locate(quote: str, text: str) -> Located | None:
    """The place of the quote in the text; None when nothing there is alike."""
    said = quote.strip().strip(MARKS).strip()
    if not said or len(said) > _LONGEST:
        return None
    at = text.find(said)
    if at >= 0:
        return Located(at, at + len(said), True)
    spaced = re.search(r"\s+".join(map(re.escape, said.split())), text)
    if spaced:
        return Located(spaced.start(), spaced.end(), False)
    return _alike(said, text) if len(said) >= _SHORTEST else None


def _alike(said: str, text: str) -> Located | None:
    """The passage that is most like the quote. Its numbers must be the same: a repair must not mend a wrong value."""
    if len(said) > len(text):
        return None
    found = fuzz.partial_ratio_alignment(said, text, score_cutoff=_ALIKE)
    if found is None:
        return None
    start, end = found.dest_start, found.dest_end
    if re.findall(r"\d+", said) != re.findall(r"\d+", text[start:end]):
        return None
    lead = len(text[start:end]) - len(text[start:end].lstrip())
    return Located(start + lead, start + len(text[start:end].rstrip()), False)
