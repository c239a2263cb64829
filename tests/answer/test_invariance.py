"""What must not move a verdict: order and number of contexts, white space, emoji, capitals, repetition, length."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from consilience.answer.entries import acs
from consilience.answer.judge import EmbeddedJudge
from consilience.model import AnswerAudit, Passage

_QUESTION = "What does the Harbour plan cost, and when can I cancel it?"
_ANSWER = "The Harbour plan costs 38 euros a month. It can be cancelled until the 20th of each month."
_CONTEXTS = (
    "Harbour is our family plan. The Harbour plan costs 38 euros a month. It includes two bicycles.",
    "A plan can be cancelled until the 20th of each month. The cancellation is confirmed by e-mail.",
    "Our office is closed on public holidays.",
)
_IRRELEVANT = ("Herons nest in tall trees near water. They return in February.", "The lift was serviced in March 2021.")


def _judged(answer: str = _ANSWER, contexts: tuple[str, ...] = _CONTEXTS, question: str = _QUESTION) -> AnswerAudit:
    passages = [Passage(f"context {number}", text) for number, text in enumerate(contexts, 1)]
    return EmbeddedJudge().judge(question, answer, passages)


def _verdicts(audit: AnswerAudit) -> tuple[str, list[str], int]:
    return audit.status, [one.verdict for one in audit.claims], len(audit.conflicts)


_CHANGES: dict[str, Callable[[str], str]] = {
    "white space": lambda text: "\n  " + text.replace(" ", "  ").replace(". ", ".\n\n") + "  \n",
    "a line break": lambda text: text.replace("costs", "costs\n").replace("until", "\tuntil"),
    "emoji": lambda text: "🚲 " + text.replace(". ", ". 🎉🎉 ") + " 👍🏽",
    "capitals": str.upper,
    "small letters": str.lower,
    "repeated": lambda text: f"{text} {text}",
    "greeted": lambda text: f"Hello! {text} I hope this helps.",
}


@pytest.mark.parametrize("change", _CHANGES, ids=str)
def test_what_does_not_matter_in_an_answer(change: str) -> None:
    """The verdicts are those of the plain answer."""
    assert _verdicts(_judged(_CHANGES[change](_ANSWER))) == _verdicts(_judged())


def test_spans_hold_with_emoji() -> None:
    """Offsets of claims count code points of the answer as it was given."""
    answer = _CHANGES["emoji"](_ANSWER)
    audit = _judged(answer)
    assert len(audit.claims) == 2
    assert all(one.text == answer[one.start : one.end] for one in audit.claims)


def test_the_order_of_the_contexts_does_not_matter() -> None:
    """Turned round, the evidence gives the same verdicts and the same score."""
    one, other = _judged(), _judged(contexts=_CONTEXTS[::-1])
    assert _verdicts(one) == _verdicts(other)
    assert acs(one) == acs(other)


def test_irrelevant_contexts_change_nothing() -> None:
    """What has nothing to do with the question moves neither a verdict nor the score."""
    one, other = _judged(), _judged(contexts=(_IRRELEVANT[0], *_CONTEXTS, _IRRELEVANT[1]))
    assert [one.verdict for one in one.claims] == [one.verdict for one in other.claims]
    assert acs(one) == acs(other)


def test_a_context_given_twice_counts_once() -> None:
    """Copies are no second source."""
    assert _verdicts(_judged(contexts=_CONTEXTS + _CONTEXTS)) == _verdicts(_judged())


@pytest.mark.parametrize("length", [250, 255, 256, 257, 750, 751, 1999, 2000, 2001])
def test_no_verdict_flips_at_a_length(length: int) -> None:
    """An answer that is padded with sentences of its own evidence keeps its verdicts at every length."""
    padding = _CONTEXTS[0]
    padded = padding + " " * (length - len(padding)) if len(padding) < length else padding
    audit = _judged("The Harbour plan costs 38 euros a month.", (padded + "\n\n" + _CONTEXTS[1], *_CONTEXTS[2:]))
    assert [one.verdict for one in audit.claims] == ["supported"]


def test_the_same_input_gives_the_same_audit() -> None:
    """Twice judged, the audits are equal in every byte."""
    assert _judged() == _judged()
