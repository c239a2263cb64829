"""G, embedded: an extractive answerer. It says what the evidence says, word for word, and where (DESIGN section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from consilience.answer import evidence as reading
from consilience.answer.contest import conflicts
from consilience.answer.evidence import Evidence
from consilience.answer.generate_rank import Candidate, candidates
from consilience.answer.generate_text import ABSTAINS, answered, disagreeing, joined
from consilience.answer.wanted import parts
from consilience.model import Answer, EvidenceConflict, OperatorSpec, Passage

LEAST = -1.0  # log odds from which a statement is taken for an answer
_BEHIND = 0.3  # log odds by which a second statement may fall short of the first
_MOST = 3  # statements of an answer
_ALIKE = 0.9  # cosine from which two statements say the same


@dataclass(frozen=True, slots=True)
class EmbeddedGenerator:
    """The best one to three statements for the question. Where the evidence disagrees about what was asked, each value
    with its source; where nothing answers, a sentence that says so."""

    encoder: str = "embedded"

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("G", "embedded", "1", (("encoder", self.encoder),))

    def answer(self, question: str, evidence: Sequence[Passage]) -> Answer:
        """Raises OperatorError when the encoder cannot be loaded."""
        said = reading.read(evidence, self.encoder)
        asked = parts(question)
        found = [candidates(one, said, question) for one in asked]
        best = [_holding([one for one in each if one.odds >= LEAST]) for each in found]
        if not any(best):
            return Answer(ABSTAINS, abstained=True)
        several = len(asked) > 1
        chosen = _one_each(best) if several else _chosen(best[0], said)
        contested = [one for one in conflicts(question, (), said) if _on_a_side(chosen, one)]
        if not contested:
            return answered(chosen)
        told = disagreeing([_answering(one, best) for one in contested], said)
        rest = [one for one in chosen if not any(_on_a_side([one], conflict) for conflict in contested)]
        return joined(told, answered(rest)) if several and rest else told


def _holding(answering: Sequence[Candidate]) -> Sequence[Candidate]:
    """Without what is over, if anything else answers."""
    return [one for one in answering if not one.scores.past] or answering


def _on_a_side(chosen: Sequence[Candidate], conflict: EvidenceConflict) -> bool:
    """Whether the conflict is about what the answer would say."""
    quotes = {quote for side in conflict.values for quote in side.quotes}
    return any(one.said.quote in quotes for one in chosen)


def _answering(conflict: EvidenceConflict, best: Sequence[Sequence[Candidate]]) -> EvidenceConflict:
    """The conflict with the sides that answer; with all where that would leave one."""
    quotes = {one.said.quote for each in best for one in each}
    sides = tuple(side for side in conflict.values if not quotes.isdisjoint(side.quotes))
    return replace(conflict, values=sides) if len(sides) > 1 else conflict


def _one_each(best: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The best statement for every part of the question that has one; a statement may answer two."""
    return list({one.said.vector: one for each in best for one in each[:1]}.values())


def _chosen(best: Sequence[Candidate], evidence: Evidence) -> list[Candidate]:
    """The best statement, and others that come close and add something."""
    chosen: list[Candidate] = []
    for one in best[: 3 * _MOST]:
        if best[0].odds - one.odds <= _BEHIND and not any(_same(one, other, evidence) for other in chosen):
            chosen.append(one)
    return chosen[:_MOST]


def _same(a: Candidate, b: Candidate, evidence: Evidence) -> bool:
    near = float(evidence.vectors[a.said.vector] @ evidence.vectors[b.said.vector])
    return near >= _ALIKE
