"""A stranger's operators, found through entry points like any other: they fail where the document asks for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.quality import EmbeddedQuality
from consilience.corpus.quality.shelf import Glance
from consilience.encoders.bundled import BundledEncoder
from consilience.model import Document, Fact, OperatorSpec, Quality
from consilience.operators import OperatorError, Vectors


@dataclass(frozen=True)
class BrittleFacts:
    """Crashes on a document that contains "FACTS CRASH HERE"."""

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("F", "brittle", "1")

    def extract(self, document: Document) -> tuple[Fact, ...]:
        if "FACTS CRASH HERE" in document.text:
            raise ZeroDivisionError("nothing to divide by")
        return EmbeddedFacts().extract(document)


@dataclass(frozen=True)
class SlowFacts:
    """Takes its time over every document, so that a run can be killed in the middle."""

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("F", "slow", "1")

    def extract(self, document: Document) -> tuple[Fact, ...]:
        time.sleep(0.05)
        return EmbeddedFacts().extract(document)


@dataclass(frozen=True)
class BrittleQuality:
    """Crashes on a document that contains "QUALITY CRASH HERE"."""

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("Q", "brittle", "1")

    def assess(self, document: Document) -> Quality:
        if "QUALITY CRASH HERE" in document.text:
            raise KeyError("missing")
        return EmbeddedQuality().assess(document)


class BrittleReview(EmbeddedQuality):
    """Crashes when it is to compare documents."""

    def review(self, glances: Sequence[Glance], texts: Sequence[str], qualities: Sequence[Quality]) -> list[Quality]:
        raise ZeroDivisionError("nothing to compare")


class BrittleEncoder:
    """Crashes on a text that contains "ENCODER CRASH HERE"."""

    languages = frozenset({"en"})
    dimension = 384

    def __init__(self) -> None:
        self._inner = BundledEncoder()

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("encoder", "brittle", "1")

    def encode(self, texts: Sequence[str]) -> Vectors:
        if any("ENCODER CRASH HERE" in text for text in texts):
            raise RuntimeError("tensor on fire")
        return self._inner.encode(texts)


class BrokenEncoder(BrittleEncoder):
    """Cannot work at all, and says so."""

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("encoder", "broken", "1")

    def encode(self, texts: Sequence[str]) -> Vectors:
        raise OperatorError("The weights of the encoder 'broken' are gone.")
