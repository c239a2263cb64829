"""Which statements of the evidence hold a word, with the headings above them: read once for every passage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from consilience.answer.evidence import Evidence
from consilience.answer.passages import reading
from consilience.answer.support_words import above, words_of
from consilience.model import Passage


class Holding:
    """The statements of some evidence by the stems of their words and of what stands above them."""

    def __init__(self, evidence: Evidence) -> None:
        self._blocks: list[tuple[Mapping[str, tuple[int, ...]], dict[int, int]]] = []
        places: dict[int, dict[int, int]] = {}
        for place, one in enumerate(evidence.statements):
            if one.passage not in places:
                places[one.passage] = {}
                self._blocks.append((_lines(one.source), places[one.passage]))
            places[one.passage][one.line] = place

    def places(self, stem: str) -> Iterator[int]:
        """The places of the statements that hold a stem."""
        for lines, places in self._blocks:
            for line in lines.get(stem, ()):
                if line in places:  # what another passage says at the same place is no statement of this one
                    yield places[line]


def _lines(source: Passage) -> Mapping[str, tuple[int, ...]]:
    return _by_stem(source.text, source.title, source.section)


@lru_cache(maxsize=5_000)
def _by_stem(text: str, title: str, section: str) -> Mapping[str, tuple[int, ...]]:
    """For each stem the lines of a passage that hold it."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(reading(text, title, section).lines):
        for stem in words_of(line.text).stems | above(f"{line.section}\n{title}", text):
            found.setdefault(stem, []).append(number)
    return {stem: tuple(lines) for stem, lines in found.items()}
