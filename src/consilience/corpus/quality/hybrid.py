"""Q, hybrid: the embedded detectors score every document; a model is asked about those whose score is doubtful."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from consilience.corpus.quality.llm import LlmQuality
from consilience.corpus.quality.operator import EmbeddedQuality
from consilience.corpus.quality.shelf import Glance
from consilience.llm import Account
from consilience.model import Document, Fact, OperatorSpec, Quality

VERSION = "1"
_EMBEDDED = EmbeddedQuality()


@dataclass(frozen=True, slots=True)
class HybridQuality:
    """Documents whose mean score lies in the band (`llm.band_low` to `llm.band_high`) get the model's scores, with the
    findings of both; what facts and the rest of the corpus show is added as for the embedded operator."""

    llm: Account

    @property
    def spec(self) -> OperatorSpec:
        band = ("band", f"{self.llm.settings.band_low:g} to {self.llm.settings.band_high:g}")
        own = (("embedded", _EMBEDDED.spec.version), band)
        return OperatorSpec("Q", "hybrid", VERSION, (*own, *self.llm.described("quality")))

    def assess(self, document: Document) -> Quality:
        """Raises OperatorFailure where the model was asked and gave no usable reply."""
        proposed = _EMBEDDED.assess(document)
        if not proposed.dimensions or not self._doubtful(proposed):
            self.llm.note(saved=1)
            return proposed
        settled = LlmQuality(self.llm).assess(document)
        found = sorted((*proposed.findings, *settled.findings), key=lambda one: (one.start, one.end, one.code))
        return Quality(settled.dimensions, tuple(found), settled.not_measured)

    def compare_facts(self, document: Document, quality: Quality, facts: Sequence[Fact]) -> Quality:
        """As the embedded operator."""
        return _EMBEDDED.compare_facts(document, quality, facts)

    def glance(self, document: Document) -> Glance:
        """As the embedded operator."""
        return _EMBEDDED.glance(document)

    def review(self, glances: Sequence[Glance], texts: Sequence[str], qualities: Sequence[Quality]) -> list[Quality]:
        """As the embedded operator."""
        return _EMBEDDED.review(glances, texts, qualities)

    def _doubtful(self, quality: Quality) -> bool:
        mean = math.fsum(score for _, score in quality.dimensions) / len(quality.dimensions)
        return self.llm.settings.band_low <= mean <= self.llm.settings.band_high
