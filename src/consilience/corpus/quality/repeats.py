"""Repetition inside one document: exact runs of sentences, and paragraphs that are nearly the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from consilience.corpus.quality.page import Page, Passage, Sentence

_SHORT = 4  # words: shorter sentences are too common to count by themselves
_NEAR = 0.6  # Jaccard of three-word sequences; one changed word in thirty leaves 0.82, two leave 0.67
_LEAST = 20  # words of a paragraph worth comparing
_COMMON = 30  # paragraphs that share a sequence, above which it is a formula of the document


def repeated_runs(page: Page, least: int) -> Iterator[tuple[int, int, int, str]]:
    """(start, end, words, opening) of each run of sentences that already stood further up, of at least so many
    words."""
    seen: set[tuple[str, ...]] = set()
    run: list[Sentence] = []
    for sentence in (*page.sentences, None):
        if sentence and not sentence.running:
            continue
        key = tuple(word.lower() for word in sentence.words) if sentence else ()
        if sentence and (key in seen or (run and len(key) < _SHORT)):
            run.append(sentence)
            continue
        if sum(len(item.words) for item in run) >= least:
            yield run[0].start, run[-1].end, sum(len(item.words) for item in run), " ".join(run[0].words[:6])
        run = []
        if len(key) >= _SHORT:
            seen.add(key)


def near_repeats(page: Page) -> Iterator[tuple[Passage, str]]:
    """Passages nearly the same as an earlier one, with the first words of the earlier one."""
    index: dict[tuple[str, ...], list[int]] = defaultdict(list)
    kept: list[tuple[Passage, frozenset[tuple[str, ...]]]] = []
    for passage in page.passages:
        if len(passage.words) < _LEAST or not passage.running:
            continue
        own = _sequences(passage.words)
        shared = Counter(other for sequence in own if len(index[sequence]) < _COMMON for other in index[sequence])
        for other, common in sorted(shared.items()):
            earlier, theirs = kept[other]
            if common / len(own | theirs) >= _NEAR and _letters(passage.words) != _letters(earlier.words):
                yield passage, " ".join(page.text[earlier.start : earlier.end].split()[:6])
                break
        for sequence in own:
            index[sequence].append(len(kept))
        kept.append((passage, own))


def _sequences(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def _letters(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if not word[0].isdigit())
