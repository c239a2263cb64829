"""One question in two runs: which levels moved, which of them first, and what that means for the levels above.

The levels feed each other, so the lowest one that moved is where to look: an answer that is another one on other
evidence says nothing about the generator, and neither does another score of the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from consilience.compare import answers, passages
from consilience.compare.runs import Line

Level = Literal["corpus", "retrieval", "answer"]
LEVELS: tuple[Level, ...] = ("corpus", "retrieval", "answer")
NUMBER = {level: number for number, level in enumerate(LEVELS, 1)}


@dataclass(frozen=True, slots=True)
class Question:
    """A question of both runs. `documents` are those behind its evidence that are not as they were, with how.

    `answered` is None where level 3 is not compared.
    """

    a: Line
    b: Line
    documents: tuple[tuple[str, str], ...]
    evidence: passages.Evidence
    answered: answers.Answered | None

    @property
    def moved(self) -> tuple[Level, ...]:
        """The levels that moved, the lowest, which moved first, in front."""
        moved = (bool(self.documents), self.evidence.moved, self.answered is not None and self.answered.moved)
        return tuple(level for level, did in zip(LEVELS, moved, strict=True) if did)

    @property
    def other_user(self) -> bool:
        return self.a.roles != self.b.roles


def compare(a: Line, b: Line, names: Mapping[str, str], touched: Mapping[str, str], *, with_answers: bool) -> Question:
    """`names` (documents that moved) and `touched` (those not as they were) come from level 1, where both runs have it.

    A document counts for a question only where it changed the evidence: a passage that is new or gone is of it.
    """
    evidence = passages.compare(a.passages, b.passages, names)
    apart = {a.passages[place].doc for place in evidence.gone} | {b.passages[place].doc for place in evidence.new}
    documents = {**{doc: touched[doc] for doc in apart if doc in touched}, **dict.fromkeys(evidence.edited, "changed")}
    return Question(a, b, tuple(sorted(documents.items())), evidence, answers.compare(a, b) if with_answers else None)


def told(one: Question) -> str:
    """What happened to a question, in one or two sentences; empty where nothing did."""
    if not one.moved:
        return ""
    first = one.moved[0]
    what = {"corpus": _documents, "retrieval": _evidence, "answer": _answer}[first](one)
    sentences = [f"Level {NUMBER[first]} moved: {what}."]
    if first == "corpus" and one.evidence.moved:
        sentences.append(f"Level 2 followed: {_evidence(one)}.")
    if first != "answer" and one.answered is not None:
        sentences.append(f"Level 3's input changed; {_answer(one)}.")
    return " ".join(sentences)


def _documents(one: Question) -> str:
    return ", ".join(f"{doc} was {how}" for doc, how in one.documents)


def _evidence(one: Question) -> str:
    found = one.evidence
    parts = [
        f"{len(places)} {_passages(len(places))} {word}"
        for places, word in ((found.new, "new"), (found.gone, "gone"))
        if places
    ]
    if found.reordered:
        parts.append("another order")
    if found.closer:
        parts.append(f"another similarity of {len(found.closer)} {_passages(len(found.closer))}")
    asked = " (asked for another user)" if one.other_user else ""
    return ", ".join(parts) + asked


def _passages(n: int) -> str:
    return "passage" if n == 1 else "passages"


def _answer(one: Question) -> str:
    """What became of the answer, then of its judgement."""
    found = one.answered
    assert found is not None
    same_input = not one.evidence.moved
    if found.text:
        said = "the answer is another one on the same evidence" if same_input else "the answer changed"
    else:
        said = "the answer is the same" if found.text is not None else "there is no answer to compare"
    judged = _judgement(found)
    if judged and not found.text and same_input:
        return f"{said} on the same evidence, and is judged otherwise ({judged})"
    return f"{said} ({judged})" if judged else said


def _judgement(found: answers.Answered) -> str:
    parts = []
    if found.status[0] != found.status[1]:
        parts.append(f"{found.status[0] or 'not judged'} to {found.status[1] or 'not judged'}")
    for name, a, b in found.scores:
        if name == "ACS":
            parts.append(f"ACS {_figure(a)} to {_figure(b)}")
    for count, one, many in (
        (len(found.verdicts), "another verdict of 1 claim", "another verdict of {} claims"),
        (len(found.new_conflicts), "1 new conflict in the evidence", "{} new conflicts in the evidence"),
        (len(found.gone_conflicts), "1 conflict in the evidence gone", "{} conflicts in the evidence gone"),
    ):
        if count:
            parts.append(one if count == 1 else many.format(count))
    return ", ".join(parts)


def _figure(score: float | None) -> str:
    return "not measured" if score is None else f"{score:.2f}"
