"""The provenance map Pi(e, r) of the manipulated relations: who asserts which value, where (paper section IV).

Places are those after degradation. A document whose statement was cut off asserts nothing and is listed as lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from consilience.study.baseline import Baseline, Manipulated
from consilience.study.corpora import Copy, Corpus
from consilience.study.degrade.repetition import REPETITION
from consilience.study.edits import Span


def provenance(baseline: Baseline, corpus: Corpus) -> list[dict[str, Any]]:
    """A line for every manipulated relation, in the order of the material."""
    return [_line(one, corpus) for one in baseline.manipulated]


def places(one: Manipulated, copy: Copy) -> list[Span]:
    """Where a copy states a manipulated relation: once, and again in paragraphs that are repeated. Empty: cut off."""
    stated = _stated(one, copy)
    if copy.degraded is None:
        return [stated]
    there = copy.degraded.moved(stated)
    return [] if there is None else [there, *_again(one, copy)]


def _line(one: Manipulated, corpus: Corpus) -> dict[str, Any]:
    about = [copy for copy in corpus.copies if copy.source.id == one.key.doc]
    return {
        "corpus": corpus.name,
        "relation_id": one.id,
        "key": one.key.id,
        "entity": one.key.entity,
        "relation": one.key.relation,
        "canonical": one.canonical,
        "injected": one.injected,
        "assertions": [_assertion(one, copy, span) for copy in about for span in places(one, copy)],
        "lost": [copy.name for copy in about if not places(one, copy)],
    }


def _assertion(one: Manipulated, copy: Copy, span: Span) -> dict[str, Any]:
    side = "canonical" if copy.counterpart is None else "injected"
    return {
        "doc": copy.name,
        "value": one.canonical if side == "canonical" else one.injected,
        "side": side,
        "start": span[0],
        "end": span[1],
        "quote": copy.text[slice(*span)],
    }


def _stated(one: Manipulated, copy: Copy) -> Span:
    """The statement before degradation."""
    if copy.counterpart is None:
        start = copy.source.text.index(one.quote)
        return start, start + len(one.quote)
    return next(made.new_statement for made in copy.counterpart.made if made.replacement.quote == one.quote)


def _again(one: Manipulated, copy: Copy) -> Iterator[Span]:
    """Where the statement stands in repeated paragraphs."""
    said = one.quote if copy.counterpart is None else one.quote.replace(one.canonical, one.injected)
    for change in copy.degraded.changes if copy.degraded else ():
        if change.operator == REPETITION.name and said in change.new:
            start = change.after[0] + change.new.index(said)
            yield start, start + len(said)
