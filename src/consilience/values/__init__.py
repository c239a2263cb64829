"""Typed values: find them in a statement, and say whether two of them can both be true (DESIGN section 4)."""

from __future__ import annotations

from consilience.values.codes import identifier
from consilience.values.compare import compare
from consilience.values.names import name
from consilience.values.nouns import singular
from consilience.values.polarity import polarity
from consilience.values.scan import scan
from consilience.values.textual import category, order, place

__all__ = ["category", "compare", "identifier", "name", "order", "place", "polarity", "scan", "singular"]
