"""Q, document quality: five dimensions with located findings (DESIGN section 1). See docs/quality.md."""

from consilience.corpus.quality.catalogue import catalogue, detectors, every
from consilience.corpus.quality.detector import CorpusDetector, Detector, FactDetector, Hit, Rule
from consilience.corpus.quality.operator import EmbeddedQuality

__all__ = [
    "CorpusDetector",
    "Detector",
    "EmbeddedQuality",
    "FactDetector",
    "Hit",
    "Rule",
    "catalogue",
    "detectors",
    "every",
]
