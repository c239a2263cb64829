"""What a detector is: data, one method, and a docstring that is its documentation page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from consilience.corpus.quality.page import Page
from consilience.corpus.quality.shelf import Shelf
from consilience.model import Dimension, Fact, Severity


@dataclass(frozen=True, slots=True)
class Hit:
    """One place a detector found: `text[start:end]`, how grave it is (1.0 = the detector's full weight), and the words
    that complete its message and advice."""

    start: int
    end: int
    weight: float = 1.0
    fill: tuple[tuple[str, str], ...] = ()


class Rule:
    """One kind of fault, as data. Subclasses hold no state.

    `weight` is the penalty of one hit of weight 1.0 in `score.py`. `per_document` says that the hit spoils the
    document as a whole whatever its length (a cut end); otherwise hits count by their rate in the text. `scarce` is
    how much more a hit weighs each time that what is left of the document is half as long. `also` are other
    dimensions that suffer, with the part of the penalty they get. `hollow` says that the words under a hit carry no
    information (repeated, unreadable or foreign text), so that they do not make a document longer when rates are
    taken; `relative` that it compares passages with the rest of the page, so that other hollow text is to be set
    aside first.
    """

    code: ClassVar[str]
    dimension: ClassVar[Dimension]
    title: ClassVar[str]
    severity: ClassVar[Severity]
    weight: ClassVar[float]
    message: ClassVar[str]
    advice: ClassVar[str]
    per_document: ClassVar[bool] = False
    scarce: ClassVar[float] = 0.0
    hollow: ClassVar[bool] = False
    relative: ClassVar[bool] = False
    also: ClassVar[tuple[tuple[Dimension, float], ...]] = ()


class Detector(Rule):
    """A fault that one document shows by itself."""

    def find(self, page: Page) -> Iterable[Hit]:
        """The places of this fault in a page, in any order. Never raises on any text."""
        raise NotImplementedError


class FactDetector(Rule):
    """A fault that the facts of one document show, whoever extracted them. Always `per_document`."""

    per_document = True

    def find(self, facts: Sequence[Fact]) -> Iterable[Hit]:
        """The places of this fault in the document of the facts, in any order."""
        raise NotImplementedError


class CorpusDetector(Rule):
    """A fault that only shows beside the other documents of a corpus. Always `per_document`."""

    per_document = True

    def find(self, shelf: Shelf) -> Iterable[tuple[int, Hit]]:
        """(position of the document on the shelf, place in it), in any order."""
        raise NotImplementedError
