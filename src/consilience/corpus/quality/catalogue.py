"""The detectors, found by listing the package `rules`, and their documentation, made from their docstrings."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import cleandoc, getdoc
from pkgutil import iter_modules

from consilience.corpus.quality import rules
from consilience.corpus.quality.detector import CorpusDetector, Detector, FactDetector, Rule
from consilience.model import DIMENSIONS

_INTRODUCTION = """\
# Document quality

Q gives a document five scores in [0, 1]: clarity, internal consistency, completeness, information density and
coherence. No fact is checked against the world. Each score comes from the detectors below; each finding has its place
in the document, one sentence that says what is wrong and one that says what to do.

## How a score is computed

{formula}

## Graded measures

{measures}

## The detectors
"""
_KINDS = (Rule, Detector, FactDetector, CorpusDetector)
_SEES: dict[type, str] = {
    FactDetector: "Looks at the facts of the document.",
    CorpusDetector: "Looks at the corpus as a whole; a document audited alone is not checked for it.",
}


@cache
def every() -> tuple[Rule, ...]:
    """Every detector of the package `rules`, by code. Raises ValueError if two share a code."""
    found: dict[str, Rule] = {}
    for module in sorted(info.name for info in iter_modules(rules.__path__)):
        for item in vars(import_module(f"{rules.__name__}.{module}")).values():
            if isinstance(item, type) and issubclass(item, Rule) and item not in _KINDS:
                if item.code in found and type(found[item.code]) is not item:
                    raise ValueError(f"Two detectors have the code {item.code}.")
                found[item.code] = item()
    return tuple(found[code] for code in sorted(found))


@cache
def detectors() -> tuple[Detector, ...]:
    """The detectors that look at one page, by code."""
    return tuple(rule for rule in every() if isinstance(rule, Detector))


@cache
def fact_detectors() -> tuple[FactDetector, ...]:
    """The detectors that look at the facts of one document, by code."""
    return tuple(rule for rule in every() if isinstance(rule, FactDetector))


@cache
def corpus_detectors() -> tuple[CorpusDetector, ...]:
    """The detectors that look at the corpus as a whole, by code."""
    return tuple(rule for rule in every() if isinstance(rule, CorpusDetector))


def catalogue() -> str:
    """The documentation of the dimensions, the formula, the measures and every detector, as Markdown."""
    from consilience.corpus.quality import measures, score

    constants = f"PAGE is {score.PAGE} words, CAP {score.CAP:g}, SPREAD {score.SPREAD:g}, "
    constants += f"CEILING {score.CEILING:g}, LONG {score.LONG} words."
    weights = ", ".join(f"{weight:g} in {_words(name)}" for name, weight in measures.WEIGHTS.items())
    sizes = (
        f"EASY is {measures.EASY} words, FULL {measures.FULL:g}, WINDOW {measures.WINDOW} sentences, TAKEN_UP "
        f"{measures.TAKEN_UP:g}; the weights are {weights}."
    )
    parts = [
        _INTRODUCTION.format(
            formula=f"{_prose(score.__doc__)}\n\n{constants}", measures=f"{_prose(measures.__doc__)}\n\n{sizes}"
        )
    ]
    for dimension in DIMENSIONS:
        parts.append(f"### {_words(dimension).capitalize()}\n")
        parts.extend(_page(rule) for rule in every() if rule.dimension == dimension)
    return "\n".join(parts).rstrip() + "\n"


def _prose(docstring: str | None) -> str:
    """A module's docstring without its first line, which tells readers of the code what the module is."""
    return cleandoc(docstring or "").split("\n", 2)[2].strip()


def _words(name: str) -> str:
    return name.replace("_", " ")


def _page(detector: Rule) -> str:
    return f"#### {detector.code}: {detector.title}\n\n{_data(detector)}\n\n{getdoc(type(detector)) or ''}\n"


def _data(detector: Rule) -> str:
    """Severity and what a finding costs, in one line."""
    basis = "for the document as a whole" if detector.per_document else "by rate"
    if detector.scarce:
        basis += f", and {detector.scarce:g} of it more for each half of a long document that is not there"
    shares = [f"{share:g} of it to {_words(dimension)}" for dimension, share in detector.also]
    also = f"; also {', '.join(shares)}" if shares else ""
    hollow = "; its words do not count as sound" if detector.hollow else ""
    sees = f" {_SEES[type(detector).__mro__[1]]}" if type(detector).__mro__[1] in _SEES else ""
    return f"Severity: {detector.severity}. Weight {detector.weight:g}, {basis}{also}{hollow}.{sees}"
