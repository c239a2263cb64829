"""Level 3: answer and judgement of one question in two runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from consilience.compare.runs import PARTS, Disagreement, Line, folded

_PLACES = 6


@dataclass(frozen=True, slots=True)
class Answered:
    """What changed in an answer and in what the judge says of it. Pairs are (a, b).

    `text` is None where a run holds no answer. `verdicts` are claims of both answers with another verdict.
    """

    text: bool | None
    status: tuple[str | None, str | None]
    scores: tuple[tuple[str, float | None, float | None], ...]
    verdicts: tuple[tuple[str, str, str], ...]
    new_conflicts: tuple[Disagreement, ...]
    gone_conflicts: tuple[Disagreement, ...]

    @property
    def judged_otherwise(self) -> bool:
        """Whether status, ACS, its parts, a verdict or a conflict in the evidence is another one."""
        return bool(
            self.status[0] != self.status[1]
            or self.scores
            or self.verdicts
            or self.new_conflicts
            or self.gone_conflicts
        )

    @property
    def moved(self) -> bool:
        return bool(self.text) or self.judged_otherwise


def compare(a: Line, b: Line) -> Answered:
    """White space apart, an answer is the same only if every letter is."""
    before, after = ({_key(one): one for one in line.conflicts or ()} for line in (a, b))
    return Answered(
        text=None if a.answer is None or b.answer is None else folded(a.answer) != folded(b.answer),
        status=(a.status, b.status),
        scores=tuple(
            (name, a.scores[name], b.scores[name])
            for name in ("ACS", *PARTS)
            if _rounded(a.scores[name]) != _rounded(b.scores[name])
        ),
        verdicts=_verdicts(a, b),
        new_conflicts=tuple(after[key] for key in sorted(set(after) - set(before))),
        gone_conflicts=tuple(before[key] for key in sorted(set(before) - set(after))),
    )


def _key(one: Disagreement) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(one.quotes))


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, _PLACES)


def _verdicts(a: Line, b: Line) -> tuple[tuple[str, str, str], ...]:
    """Claims that both answers make, once each, with the verdicts where these differ."""
    before, after = (_once(line) for line in (a, b))
    return tuple((text, before[text], after[text]) for text in after if before.get(text, after[text]) != after[text])


def _once(line: Line) -> dict[str, str]:
    claims = [(folded(text), verdict) for text, verdict in line.claims or ()]
    often = Counter(text for text, _ in claims)
    return {text: verdict for text, verdict in claims if often[text] == 1}
