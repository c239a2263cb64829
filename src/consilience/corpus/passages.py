"""From a fact to the place a reader sees: the quote with a little of what stands around it."""

from __future__ import annotations

from consilience.model import Assertion, Document, Fact

_AROUND = 200  # characters on each side of the quote


def assertion(fact: Fact, document: Document | None) -> Assertion:
    """The fact as an assertion; without the document's text the surroundings stay empty."""
    text = document.text if document else ""
    return Assertion(
        doc=fact.doc,
        start=fact.start,
        end=fact.end,
        quote=fact.quote,
        section=fact.section,
        value=" ".join(fact.value.text.split()),
        value_start=fact.value_start,
        value_end=fact.value_end,
        before=_from_word(text[max(0, fact.start - _AROUND) : fact.start]),
        after=_to_word(text[fact.end : fact.end + _AROUND]),
        fact=fact.id,
    )


def _from_word(text: str) -> str:
    """Drop the broken word at the start of a cut."""
    return text.split(" ", 1)[-1] if len(text) >= _AROUND and " " in text else text


def _to_word(text: str) -> str:
    """Drop the broken word at the end of a cut."""
    return text.rsplit(" ", 1)[0] if len(text) >= _AROUND and " " in text else text
