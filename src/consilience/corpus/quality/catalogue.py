"""The detectors, found by listing the package `rules`, and their documentation, made from their docstrings."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import cleandoc, getdoc
from pkgutil import iter_modules

from consilience.corpus.quality import rules
from consilience.corpus.quality.detector import Detector
from consilience.model import DIMENSIONS

_INTRODUCTION = """\
# Document quality

Q gives a document five scores in [0, 1]: clarity, internal consistency, completeness, information density and
coherence. No fact is checked against the world. Each score comes from the detectors below; each finding has its place
in the document, one sentence that says what is wrong and one that says what to do.

## How a score is computed

{formula}

## The detectors
"""


@cache
def detectors() -> tuple[Detector, ...]:
    """Every detector of the package `rules`, by code. Raises ValueError if two share a code."""
    found: dict[str, Detector] = {}
    for module in sorted(info.name for info in iter_modules(rules.__path__)):
        for item in vars(import_module(f"{rules.__name__}.{module}")).values():
            if isinstance(item, type) and issubclass(item, Detector) and item is not Detector:
                if item.code in found and type(found[item.code]) is not item:
                    raise ValueError(f"Two detectors have the code {item.code}.")
                found[item.code] = item()
    return tuple(found[code] for code in sorted(found))


def catalogue() -> str:
    """The documentation of the dimensions, the formula and every detector, as Markdown."""
    from consilience.corpus.quality import score

    formula = cleandoc(score.__doc__ or "").split("\n", 2)[2].strip()
    constants = f"PAGE is {score.PAGE} words, CAP {score.CAP:g}, CEILING {score.CEILING:g}."
    parts = [_INTRODUCTION.format(formula=f"{formula}\n\n{constants}")]
    for dimension in DIMENSIONS:
        parts.append(f"### {dimension.replace('_', ' ').capitalize()}\n")
        parts.extend(_page(detector) for detector in detectors() if detector.dimension == dimension)
    return "\n".join(parts).rstrip() + "\n"


def _page(detector: Detector) -> str:
    return f"#### {detector.code}: {detector.title}\n\n{_data(detector)}\n\n{getdoc(type(detector)) or ''}\n"


def _data(detector: Detector) -> str:
    """Severity and what a finding costs, in one line."""
    basis = "for the document as a whole" if detector.per_document else "by rate"
    shares = [f"{share:g} of it to {dimension.replace('_', ' ')}" for dimension, share in detector.also]
    also = f"; also {', '.join(shares)}" if shares else ""
    hollow = "; its words do not count as sound" if detector.hollow else ""
    return f"Severity: {detector.severity}. Weight {detector.weight:g}, {basis}{also}{hollow}."
