"""Why an answer got its score, in two or three plain sentences; what competes is named with its document."""

from __future__ import annotations

from collections.abc import Sequence

from consilience.answer.contest import Doubt
from consilience.model import AnswerAudit, Claim, EvidenceConflict, Parts, Quote

_LONGEST = 160  # characters of a statement that are told
_NEAR_ONE = 0.85
_DISPUTED = "But the evidence disagrees about what was asked"
_BESIDE = "The answer rests on neither, but two statements disagree about what was asked"
_SPOKEN_OF = 0.1  # probability from which a doubt is told: below it costs less than a twentieth of the score


def justification(
    parts: Parts,
    claims: Sequence[Claim],
    conflicts: Sequence[EvidenceConflict],
    aligned: str,
    doubt: Doubt | None = None,
) -> str:
    """What the verdicts say, what competes with the answer or may do so, and whether it answers the question."""
    touching, beside = ([one for one in conflicts if one.touches is kind] for kind in (True, False))
    against = _wrong(claims) or _disputed(touching) or _contested(claims) or _disputed(beside, _BESIDE)
    sentences = [_counted(claims), against or _doubted(doubt)]
    if parts.alignment < _NEAR_ONE:
        sentences.append(f"{_capital(aligned)}.")
    return " ".join(one for one in sentences if one)


def false_abstention(answering: Quote) -> str:
    """The answer says that there is none, and the evidence has one."""
    return f"The answer says that it has none, but the evidence answers the question: {quoted(answering)}."


def abstention(empty: bool) -> str:
    """A refusal that the evidence does not belie."""
    why = "there is no evidence" if empty else "the evidence does not clearly answer the question either"
    return f"The answer says that it has none, and {why}; so there is no score."


def nothing_to_judge_by(claims: int) -> str:
    """Claims without evidence."""
    many = "its claim" if claims == 1 else f"its {claims} claims"
    return f"There is no evidence, so nothing supports the answer: {many} cannot be judged, and there is no score."


def failed(reason: str) -> AnswerAudit:
    """The judge could not work."""
    return AnswerAudit("judge_failed", f"The answer could not be judged: {reason}")


def quoted(quote: Quote) -> str:
    """A statement with its document: "The fee is 5 EUR." (prices.md)."""
    text = " ".join(quote.text.split())
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"
    return f'"{text}" ({quote.doc})'


def _counted(claims: Sequence[Claim]) -> str:
    counts = {verdict: sum(one.verdict == verdict for one in claims) for verdict in ("supported", "contradicted")}
    left = len(claims) - sum(counts.values())
    if len(claims) == 1:
        told = {"supported": "supports", "contradicted": "contradicts"}.get(claims[0].verdict, "does not support")
        return f"The evidence {told} the answer."
    if counts["supported"] == len(claims):
        return f"The evidence supports all {len(claims)} claims of the answer."
    told = f"Of {len(claims)} claims the evidence supports {counts['supported']}"
    others = [f"contradicts {counts['contradicted']}"] if counts["contradicted"] else []
    others += [f"says nothing of {left}"] if left else []
    return f"{told} and {' and '.join(others)}."


def _wrong(claims: Sequence[Claim]) -> str:
    """The first claim that the evidence contradicts, or else the first that it does not support."""
    against = [one for one in claims if one.verdict == "contradicted" and one.against]
    if against:
        return f"{_claim(against[0])} is contradicted by {quoted(against[0].against[0])}."
    alone = [one for one in claims if one.verdict == "unsupported"]
    return f"Nothing in it says {_claim(alone[0])}." if alone and len(claims) > 1 else ""


def _disputed(conflicts: Sequence[EvidenceConflict], opening: str = _DISPUTED) -> str:
    """What the evidence disagrees about, each side with one statement."""
    if not conflicts:
        return ""
    sides = [side for side in conflicts[0].values if side.quotes][:2]
    told = " against ".join(quoted(side.quotes[0]) for side in sides)
    more = f" ({len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
    return f"{opening}: {told}{more}."


def _contested(claims: Sequence[Claim]) -> str:
    contested = [one for one in claims if one.contested]
    return f"But {quoted(contested[0].against[0])} says otherwise." if contested else ""


def _doubted(doubt: Doubt | None) -> str:
    """What may compete, though that is not likely."""
    if doubt is None or doubt.probability < _SPOKEN_OF:
        return ""
    one, other = map(quoted, doubt.quotes)
    return f"Two statements may disagree about what was asked ({doubt.probability:.0%} likely): {one} against {other}."


def _claim(claim: Claim) -> str:
    text = " ".join(claim.text.split()).rstrip(".")
    return f'"{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"}"'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
