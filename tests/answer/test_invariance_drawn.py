"""The same as test_invariance, drawn: questions, values and changes that nobody chose, through `consilience.judge`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import consilience

_EMOJI = ("🚲", "👍🏽", "🎉", "👩‍🔬", "🇩🇰", "✅")
_SPACES = (" ", "  ", "\n", "\t", "\u00a0", " \n ")
_IRRELEVANT = (
    "Herons nest in tall trees near water. They return in February.",
    "The choir rehearses on Tuesdays.",
    "Basalt is a dark volcanic rock. It forms when lava cools quickly.",
    "A sonnet has fourteen lines.",
)


@dataclass(frozen=True)
class _Case:
    question: str
    answer: str
    contexts: tuple[str, ...]


def _judged(case: _Case) -> Any:
    return consilience.judge(question=case.question, answer=case.answer, evidence=list(case.contexts))


def _told(case: _Case) -> tuple[str, list[str], int, float]:
    """Status, verdicts, number of conflicts and ACS."""
    judged = _judged(case)
    verdicts = [one.verdict for one in judged.audit.claims]
    return judged.status, verdicts, len(judged.audit.conflicts), judged.to_dict()["ACS"]


@st.composite
def _cases(draw: st.DrawFn) -> _Case:
    """Two facts, of which the answer gives each rightly or wrongly; perhaps a context that contradicts the first."""
    name, gate = draw(st.sampled_from(["Harbour", "Meadow", "Summit"])), draw(st.sampled_from(["north", "south"]))
    fee, hours = draw(st.integers(2, 95)), draw(st.integers(2, 12))
    told_fee, told_hours = fee + draw(st.sampled_from([0, 0, 7])), hours + draw(st.sampled_from([0, 0, 5]))
    contexts = [
        f"The {name} plan costs {fee} euros a month. It includes two bicycles.",
        f"The {gate} gate is open for {hours} hours a day. A guard walks round at night.",
    ]
    if draw(st.booleans()):
        contexts.append(f"The {name} plan costs {fee + 11} euros a month.")
    return _Case(
        f"What does the {name} plan cost, and how long is the {gate} gate open?",
        f"The {name} plan costs {told_fee} euros a month. The {gate} gate is open for {told_hours} hours a day.",
        tuple(contexts),
    )


_fewer = settings(max_examples=15, deadline=None)


@_fewer
@given(_cases(), st.randoms(use_true_random=False))
def test_the_order_of_contexts_does_not_matter(case: _Case, random: Any) -> None:
    """Any order, verdicts and score alike."""
    shuffled = list(case.contexts)
    random.shuffle(shuffled)
    assert _told(_Case(case.question, case.answer, tuple(shuffled))) == _told(case)


@_fewer
@given(_cases(), st.lists(st.sampled_from(_IRRELEVANT), min_size=1, max_size=4, unique=True), st.integers(0, 2))
def test_irrelevant_contexts_change_nothing(case: _Case, others: list[str], place: int) -> None:
    """Before, between or after those that matter."""
    contexts = (*case.contexts[:place], *others, *case.contexts[place:])
    assert _told(_Case(case.question, case.answer, contexts)) == _told(case)


@_fewer
@given(_cases(), st.lists(st.sampled_from(_SPACES), min_size=3, max_size=3))
def test_white_space_in_answer_and_contexts_does_not_matter(case: _Case, spaces: list[str]) -> None:
    """Between words of the answer, between the words of the contexts, and around both."""
    inner, around, between = spaces
    spaced = _Case(
        case.question,
        around + case.answer.replace(" ", between) + around,
        tuple(around + text.replace(" ", inner if "\n" not in inner else " ") + around for text in case.contexts),
    )
    assert _told(spaced) == _told(case)


@_fewer
@given(_cases(), st.lists(st.sampled_from(_EMOJI), min_size=1, max_size=4))
def test_emoji_do_not_matter_and_offsets_count_code_points(case: _Case, emoji: list[str]) -> None:
    """Before, between and after sentences; a claim is the words of the answer at its offsets."""
    drawn = "".join(emoji)
    told = _Case(case.question, f"{drawn} {case.answer.replace('. ', f'. {drawn} ')} {drawn}", case.contexts)
    judged = _judged(told)
    assert _told(told) == _told(case)
    assert all(told.answer[one.start : one.end] == one.text for one in judged.audit.claims)


@_fewer
@given(_cases(), st.sampled_from([str.upper, str.lower, str.title]))
def test_capitals_do_not_matter(case: _Case, change: Any) -> None:
    """An answer in capitals, in small letters or in title case."""
    assert _told(_Case(case.question, change(case.answer), case.contexts)) == _told(case)


@_fewer
@given(_cases(), st.integers(2, 4), st.sampled_from([" ", "\n\n", "\n- "]))
def test_a_repeated_answer_is_one_answer(case: _Case, times: int, between: str) -> None:
    """Said again and again, it claims the same."""
    assert _told(_Case(case.question, between.join([case.answer] * times), case.contexts)) == _told(case)


@_fewer
@given(_cases(), st.sampled_from([250, 255, 256, 257, 511, 512, 513, 750, 751, 1999, 2000, 2001, 7500, 7501]))
def test_no_verdict_flips_at_a_length(case: _Case, length: int) -> None:
    """A context of any length, filled with sentences about something else, decides as the short one does."""
    filler = " ".join(_IRRELEVANT)
    longer = f"{case.contexts[0]} {filler * (length // len(filler) + 1)}"[:length].rsplit(".", 1)[0] + "."
    if not longer.startswith(case.contexts[0]):
        longer = case.contexts[0]
    assert _told(_Case(case.question, case.answer, (longer, *case.contexts[1:]))) == _told(case)


@pytest.mark.parametrize("answer", ["", " ", "😀", "...", "\n\n"])
def test_an_answer_without_words_scores_nothing(answer: str) -> None:
    """It claims nothing: a wrong refusal where the evidence answers, an abstention where it does not."""
    for evidence, status, score in (
        ("The fee is 5 euros.", "scored", 0.0),
        ("Herons nest in trees.", "abstained", None),
    ):
        judged = consilience.judge(question="What is the fee?", answer=answer, evidence=[evidence])
        assert (judged.status, judged.to_dict()["ACS"]) == (status, score)


def test_the_drawn_cases_are_not_all_alike() -> None:
    """The verdicts that stay the same above are of every kind: right, wrong, and contested."""
    right = _Case(
        "What does the Harbour plan cost?", "The Harbour plan costs 38 euros a month.",
        ("The Harbour plan costs 38 euros a month.",),
    )  # fmt: skip
    wrong = _Case(right.question, "The Harbour plan costs 45 euros a month.", right.contexts)
    contested = _Case(right.question, right.answer, (*right.contexts, "The Harbour plan costs 49 euros a month."))
    assert _told(right)[:3] == ("scored", ["supported"], 0) and _told(right)[3] > 0.8
    assert _told(wrong)[:3] == ("scored", ["contradicted"], 0) and _told(wrong)[3] < 0.2
    assert _told(contested)[:3] == ("scored", ["supported"], 1) and _told(contested)[3] <= 0.5
