"""Metamorphic tests: what damage of rising strength, nonsense and length do to the scores of clean documents."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from consilience.corpus.quality import EmbeddedQuality
from consilience.model import Dimension, Document, Quality
from consilience.settings import ReadSettings
from consilience.sources import read_bytes
from consilience.study.degrade import OPERATORS, degrade_document

FOLDER = Path(__file__).parent / "documents"
FORMATS = {".md": "markdown", ".txt": "text"}
CLEAN = sorted(path.name for path in FOLDER.iterdir())
STRENGTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
OWN: dict[str, Dimension] = {
    "truncation": "completeness",
    "references": "internal_consistency",
    "terminology": "internal_consistency",
    "formatting": "clarity",
    "repetition": "information_density",
    "irrelevant": "coherence",
}
SLACK = 0.01  # a shorter or differently broken text has other sentences


def read(name: str, text: str = "") -> Document:
    """A document of the folder, or another text under its name."""
    data = text.encode() if text else (FOLDER / name).read_bytes()
    (document,) = read_bytes(data, name, FORMATS[Path(name).suffix], ReadSettings())
    assert isinstance(document, Document), document
    return document


def quality(name: str, text: str = "") -> Quality:
    """Q of a document of the folder, or of another text under its name."""
    return EmbeddedQuality().assess(read(name, text))


def mean(result: Quality) -> float:
    """IaDNI with equal weights."""
    return sum(score for _, score in result.dimensions) / len(result.dimensions)


def damaged(name: str, operators: list[str], strength: float, seed: int = 0) -> Quality:
    """Q after operators of `consilience degrade`."""
    return quality(name, degrade_document(read(name), operators, strength, seed).text)


@pytest.mark.parametrize("name", CLEAN)
def test_clean_documents_have_no_findings_and_score_high(name: str) -> None:
    """The documents of these tests are clean, and lie where clean documents should."""
    result = quality(name)
    assert result.findings == ()
    assert 0.85 < mean(result) < 0.97


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("operator", OPERATORS)
def test_more_damage_scores_lower(name: str, operator: str) -> None:
    """Each operator lowers IaDNI, the more the stronger it is."""
    scores = [mean(damaged(name, [operator], strength)) for strength in STRENGTHS]
    assert scores[-1] < scores[0] - 0.01, scores
    assert all(later <= before + SLACK for before, later in pairwise(scores)), scores


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("operator", OPERATORS)
def test_damage_is_charged_to_its_own_dimension(name: str, operator: str) -> None:
    """At full strength no dimension loses more than the one that the operator damages."""
    before, after = dict(quality(name).dimensions), dict(damaged(name, [operator], 1.0).dimensions)
    lost = {dimension: before[dimension] - after[dimension] for dimension in before}
    assert lost[OWN[operator]] == max(lost.values()), lost


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize(
    "operators",
    [("references", "repetition", "irrelevant"), ("truncation", "references", "formatting"), tuple(OPERATORS)],
    ids=["inside", "outside", "all"],
)
def test_three_kinds_of_damage_fall_below_a_half(name: str, operators: tuple[str, ...]) -> None:
    """A document that suffers in three ways or more scores under 0.5."""
    assert mean(damaged(name, list(operators), 1.0)) < 0.5


def lorem(random: Random, words: list[str]) -> str:
    """The printer's dummy text."""
    return (
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore "
        "magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea."
    )


def letters(random: Random, words: list[str]) -> str:
    """Random letters in groups like words."""
    return " ".join("".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=random.randint(2, 9))) for _ in range(40))


def marks(random: Random, words: list[str]) -> str:
    """What a lost font table leaves."""
    return " ".join("".join(random.choices("§¬¶¤¦¨÷×±¢£", k=random.randint(1, 3))) for _ in range(40))


def plain_words(random: Random, words: list[str]) -> str:
    """Content words of the document itself in random order."""
    return " ".join(random.choices([word for word in words if len(word) > 4 and word.islower()], k=40))


def all_words(random: Random, words: list[str]) -> str:
    """Sentences of eight of the document's words in random order."""
    drawn = [word.lower() for word in random.choices(words, k=48)]
    return " ".join(" ".join(drawn[start : start + 8]).capitalize() + "." for start in range(0, 48, 8))


def one_sentence(random: Random, words: list[str]) -> str:
    """Forty-five of the document's words in random order, as one sentence."""
    return " ".join(word.lower() for word in random.choices(words, k=45)).capitalize() + "."


def one_word(random: Random, words: list[str]) -> str:
    """One word forty times."""
    return " ".join([random.choice(words).lower()] * 40)


def dreams(random: Random, words: list[str]) -> str:
    """Sentences of good grammar and no sense."""
    return (
        "Purple elephants danced quietly on the moon. Seven bananas argued with a bicycle about the colour of music. "
        "Nobody ate the staircase, although the piano had asked politely for a second umbrella."
    )


NONSENSE: list[Callable[[Random, list[str]], str]] = [
    lorem, letters, marks, plain_words, all_words, one_sentence, one_word, dreams
]  # fmt: skip


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("make", NONSENSE, ids=lambda make: make.__name__)
@pytest.mark.parametrize("place", [1, 4, -1])
def test_a_paragraph_of_nonsense_never_raises_a_score(name: str, make: Callable[..., str], place: int) -> None:
    """Nonsense behind any paragraph of a clean document raises no dimension."""
    assert_not_raised(name, read(name).text.strip(), make, place, 0.0)


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("make", NONSENSE, ids=lambda make: make.__name__)
def test_nonsense_does_not_hide_a_cut(name: str, make: Callable[..., str]) -> None:
    """Nonsense behind a cut end does not make the document whole again."""
    assert_not_raised(name, degrade_document(read(name), ["truncation"], 0.5).text.strip(), make, -1, SLACK)


def assert_not_raised(name: str, text: str, make: Callable[..., str], place: int, slack: float) -> None:
    """No dimension of a text rises by more than `slack` when nonsense is put behind one of its paragraphs."""
    parts = text.split("\n\n")
    words = [word for word in text.split() if word.isalpha()]
    at = place if place > 0 else len(parts)
    worse = quality(name, "\n\n".join([*parts[:at], make(Random(7), words), *parts[at:]]))
    better = dict(quality(name, text).dimensions)
    raised = {key: score - better[key] for key, score in worse.dimensions if score > better[key] + slack}
    assert raised == {}, (raised, [finding.code for finding in worse.findings])


@pytest.mark.parametrize("name", CLEAN)
def test_length_alone_moves_little(name: str) -> None:
    """The first half of a document, cut at a heading, scores about as much as the whole."""
    text = read(name).text
    whole = mean(quality(name, text))
    middle = min(
        (text.rfind("\n", 0, block.start) for block in read(name).blocks if block.kind == "heading"),
        key=lambda start: abs(start - len(text) // 2),
    )
    half = mean(quality(name, text[:middle]))
    assert abs(half - whole) < 0.04


@pytest.mark.parametrize("name", CLEAN)
def test_losing_much_is_worse_than_losing_little(name: str) -> None:
    """A document that loses two fifths scores below one that loses a tenth."""
    little, much = (damaged(name, ["truncation"], strength) for strength in (0.25, 1.0))
    assert mean(much) < mean(little) - 0.005
