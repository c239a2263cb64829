"""Q, document quality: five dimensions with located findings (DESIGN section 1). See docs/quality.md."""

from consilience.corpus.quality.catalogue import catalogue, detectors
from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.operator import EmbeddedQuality

__all__ = ["Detector", "EmbeddedQuality", "Hit", "catalogue", "detectors"]
