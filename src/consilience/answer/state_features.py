"""What the evidence of a question looks like as a whole: numbers that tell its state (answer/state.py).

They say how near the passages are to the question and to each other, what of the question they leave out, and in which
manner they speak: who finds, argues, doubts, contradicts. None of them knows a topic.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from consilience.answer.evidence import Evidence, Said
from consilience.answer.support_words import words_of
from consilience.answer.wanted import wanted
from consilience.operators import Vectors
from consilience.text.wordlists import words

_MANNERS: dict[str, frozenset[str]] = {
    "study": words(
        "study studies trial trials meta-analysis review analysis research researchers survey data experiment report"
    ),
    "finds": words(
        "found finds find concluded concludes showed shows demonstrated reported reports revealed confirmed"
    ),
    "argues": words(
        "argue argues argued critics claims claim claimed contend contends proponents advocates opponents maintain"
        " believe warn warns dispute disputes counter reject rejected historians economists experts scholars"
    ),
    "turns": words("however but although though despite while whereas contrary conversely yet nevertheless instead"),
    "denies": words("not no never none cannot neither nor without failed fails insufficient lack lacks unable"),
    "hedges": words(
        "may might could suggests suggest unclear limited preliminary uncertain potential potentially possibly likely"
        " appears approximately estimated estimates typically depends depending varies vary"
    ),
    "rises": words(
        "increase increased increases increasing rose rise rising grew grow growth higher improved improve improves"
        " gain gains better more expanded up faster greater positive surged"
    ),
    "falls": words(
        "decrease decreased decreases decreasing fell fall falling declined decline declining lower reduced reduce"
        " reduces reduction loss losses worse less fewer shrank down slower negative dropped drop"
    ),
    "helps": words(
        "effective benefit benefits beneficial safe success successful superior significant significantly strong"
        " healthy advantage advantages recommended recommend recommends supports support reliable"
    ),
    "harms": words(
        "ineffective risk risks harmful harm dangerous unsafe failure inferior weak problem problems concern concerns"
        " adverse damage worsen costs controversial flawed misleading"
    ),
    "agrees": words(
        "consensus agree agrees consistent consistently established widely standard according defined officially"
        " documented corroborated both"
    ),
    "mends": words("retracted updated superseded corrected replaced revised outdated former previously since longer"),
    "orders": words("step steps process requires required must include includes following using"),
    "tells": words("launched announced company companies founded popular features offers recent including known"),
}
_NAME = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][\w-]+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NUMBER = re.compile(r"\d")
_OPENINGS = (
    "what", "how much|how many|how long|how often", "how", "why", "when", "who|which|where", "should",
    "is|are|was|does|do|did|can|could|has|have|will",
)  # fmt: skip
_TURNED = re.compile(r"(?:however|but|conversely|in contrast|on the other hand|critics|meanwhile|yet|while)\b", re.I)
_RECENT = re.compile(r"\b(?:current|currently|latest|now|today|recent|newest)\b", re.IGNORECASE)
_SIDES: tuple[tuple[str, str], ...] = (("rises", "falls"), ("helps", "harms"))

NAMES: tuple[str, ...] = (
    "one_passage", "two_passages", "three_passages", "more_passages", "length", "shortest",
    *(f"opens_{n}" for n in range(len(_OPENINGS))), "two_sided_question", "question_names", "question_years",
    "question_recent", "question_length", "wants_kind",
    "near_best", "near_second", "near_mean", "near_worst", "passages_alike", "passages_alike_least",
    "said_best", "said_mean", "said_together", "unsaid_most", "names_unsaid", "years_unsaid", "years_older",
    *(f"manner_{name}" for name in _MANNERS), *(f"manner_last_{name}" for name in ("turns", "argues", "denies")),
    *(f"apart_{a}" for a, _ in _SIDES), "apart_denies", "turned_passages", "years_spread", "numbers", "numbers_apart",
)  # fmt: skip


def features(question: str, evidence: Evidence) -> NDArray[np.float64]:
    """The features in the order of `NAMES`; there has to be a statement. Raises OperatorError.

    They do not depend on the order of the passages, but for `manner_last` and `turned_passages` on none at all.
    """
    passages = _passages(evidence)
    texts = [" ".join(one.text for one in said) for said in passages]
    near = evidence.vectors @ evidence.encode([question])[0]
    return np.array(
        [
            *_sizes(texts),
            *_question(question),
            *_nearness([near[[one.vector for one in said]] for said in passages]),
            *_alikeness([evidence.vectors[[one.vector for one in said]] for said in passages]),
            *_said(question, texts),
            *_manners(texts),
        ],
        dtype=np.float64,
    )


def _passages(evidence: Evidence) -> list[list[Said]]:
    found: dict[str, list[Said]] = {}
    for one in evidence.statements:
        found.setdefault(one.source.text, []).append(one)
    return [found[text] for text in sorted(found)]


def _sizes(texts: Sequence[str]) -> list[float]:
    lengths = [len(text) for text in texts]
    return [
        *(float(len(texts) == n) for n in (1, 2, 3)),
        float(len(texts) > 3),
        *map(math.log, (sum(lengths), min(lengths))),
    ]


def _question(question: str) -> list[float]:
    asked = question.casefold().strip()
    opens = [float(bool(re.match(rf"(?:{words})\b", asked))) for words in _OPENINGS]
    return [
        *opens,
        float(bool(re.search(r"\b(?:or|better|best|versus|vs)\b", asked))),
        math.log1p(len(_NAME.findall(question))),
        float(bool(_YEAR.search(question))),
        float(bool(_RECENT.search(question))),
        math.log1p(len(question.split())),
        float(bool(wanted(question))),
    ]


def _nearness(near: Sequence[Vectors]) -> list[float]:
    best = sorted((float(one.max()) for one in near), reverse=True)
    return [best[0], best[1] if len(best) > 1 else best[0], float(np.mean([one.mean() for one in near])), best[-1]]


def _alikeness(vectors: Sequence[Vectors]) -> list[float]:
    """How near the passages are to each other, by the mean of their statements; 1 where there is but one."""
    means = np.stack([one.mean(axis=0) for one in vectors])
    means = means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-6)
    near = (means @ means.T)[np.triu_indices(len(means), 1)]
    return [float(near.mean()), float(near.min())] if len(near) else [1.0, 1.0]


def _said(question: str, texts: Sequence[str]) -> list[float]:
    """How much of the question the passages say: by words, by names, by years."""
    asked = {one.stem: one.weight for one in words_of(question).content}
    total = math.fsum(asked.values()) or 1.0
    stems = [_stems(text) for text in texts]
    shares = [math.fsum(weight for one, weight in sorted(asked.items()) if one in each) / total for each in stems]
    union = frozenset[str]().union(*stems)
    missing = [weight for one, weight in asked.items() if one not in union]
    together = 1 - math.fsum(missing) / total
    names = [name.casefold() for name in _NAME.findall(question)]
    told = " ".join(texts).casefold()
    years, known = (sorted({int(year) for year in _YEAR.findall(text)}) for text in (question, " ".join(texts)))
    return [
        max(shares),
        float(np.mean(shares)),
        together,
        max(missing, default=0.0),
        sum(name not in told for name in names) / max(len(names), 1),
        float(bool(years) and not set(years) & set(known)),
        float(bool(years) and bool(known) and max(known) < max(years)),
    ]


def _manners(texts: Sequence[str]) -> list[float]:
    counts = {name: [_share(text, of) for text in texts] for name, of in _MANNERS.items()}
    apart = [_opposed(counts[up], counts[down]) for up, down in _SIDES]
    years = [int(year) for text in texts for year in _YEAR.findall(text)]
    numbers = [len(_NUMBER.findall(text)) / len(text) for text in texts]
    return [
        *(float(np.mean(counts[name])) for name in _MANNERS),
        *(max(counts[name]) for name in ("turns", "argues", "denies")),
        *apart,
        max(counts["denies"]) - min(counts["denies"]),
        sum(bool(_TURNED.match(text)) for text in texts) / len(texts),
        math.log1p(max(years) - min(years)) if years else 0.0,
        float(np.mean(numbers)),
        max(numbers) - min(numbers),
    ]  # fmt: skip


def _opposed(up: Sequence[float], down: Sequence[float]) -> float:
    """How far one passage speaks of the one and another of its opposite."""
    return max((min(a, b) for i, a in enumerate(up) for j, b in enumerate(down) if i != j), default=0.0)


def _share(text: str, of: frozenset[str]) -> float:
    said = [one.folded for one in words_of(text).all]
    return math.sqrt(sum(one in of for one in said) / (len(said) + 10))


@lru_cache(maxsize=5_000)
def _stems(text: str) -> frozenset[str]:
    return words_of(text).stems
