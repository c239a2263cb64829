"""Draft, reviews, corrections, top to bottom (paper section IV-A).

topic -> draft by one model -> a review by each of the others -> corrections put in -> what is left over, by the drafter

The paper had Claude Opus 4.7 draft and GPT-5.5 and Gemini 3.5 Flash review, and applied what either flagged.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import BaseModel

from consilience.corpus.progress import ProgressReporter, Silent
from consilience.llm import Account, Failed, Request, ask, prompt
from consilience.llm.connect import connect
from consilience.llm.material import framed
from consilience.settings import AuthorSettings
from consilience.study.author.corrections import Flag, Matter, flagged, mend, put_in, unmended, wrong
from consilience.study.author.forms import Draft, Mending, Review, flaw
from consilience.study.errors import StudyError

PROMPTS = ("author_draft", "author_review", "author_mend")
_LEAST_REVIEWERS, _MOST_REVIEWERS = 2, 5
_LONGEST_TOPIC = 2_000  # characters

Reply = TypeVar("Reply", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Authored:
    """A reviewed document: the draft, the text after corrections, and every objection with what became of it."""

    topic: str
    drafter: str
    reviewers: tuple[str, ...]
    draft: str
    text: str
    flags: tuple[Flag, ...]


def reviewers(settings: AuthorSettings) -> tuple[str, ...]:
    """The models that review, as the settings name them."""
    return tuple(name for one in settings.reviewers.split(",") if (name := one.strip()))


def author(
    topic: str, settings: AuthorSettings, account: Account, progress: ProgressReporter | None = None
) -> Authored:
    """Write and review one document about `topic`.

    Raises StudyError where the settings do not name a drafter and two other reviewers, or where the draft or a review
    did not come in a form that can be used; OperatorUnusable where a model cannot be asked, or a ceiling is reached.
    """
    reporter = progress or Silent()
    drafter, others = _models(topic, settings)
    purse = _purse(account, settings)
    reporter.stage("Drafting", None)
    draft = _draft(topic, settings, purse.with_model(drafter))
    reporter.stage(f"Reviewing ({len(others)} models)", None)
    flags = _reviews(draft, others, purse)
    reporter.stage("Correcting", None)
    text, settled, matters = put_in(draft, flags)
    if matters:
        text, more = _mended(text, matters, purse.with_model(drafter))
        settled += more
    order = {name: number for number, name in enumerate(others)}
    settled.sort(key=lambda one: (order[one.reviewer], one.number))
    return Authored(topic, drafter, others, draft, text, tuple(settled))


def _models(topic: str, settings: AuthorSettings) -> tuple[str, tuple[str, ...]]:
    """Drafter and reviewers, each able to be asked: what is missing is said before anything is paid for."""
    others = reviewers(settings)
    if not topic.strip() or len(topic) > _LONGEST_TOPIC:
        raise StudyError(f"A topic has 1 to {_LONGEST_TOPIC:,} characters.")
    if not settings.drafter:
        raise StudyError("No model drafts: --drafter PROVIDER:NAME, or drafter in [author] of the settings file.")
    if not _LEAST_REVIEWERS <= len(others) <= _MOST_REVIEWERS:
        raise StudyError(f"{_LEAST_REVIEWERS} to {_MOST_REVIEWERS} models review: --reviewer PROVIDER:NAME for each.")
    if len({settings.drafter, *others}) <= len(others):
        raise StudyError("Drafter and reviewers must be different models: none reviews its own text, or twice.")
    for name in (settings.drafter, *others):
        connect(name)
    return settings.drafter, others


def _purse(account: Account, settings: AuthorSettings) -> Account:
    """Replies as long as a document need more room and time than those of the operators."""
    limits = {"max_tokens": settings.max_tokens, "timeout": settings.timeout}
    return replace(account, settings=account.settings.model_copy(update=limits))


def _draft(topic: str, settings: AuthorSettings, drafter: Account) -> str:
    least, most = settings.least_words, settings.most_words
    content = f"Words: {least:,} to {most:,}.\n\n{framed('topic', topic)}"
    request = Request(prompt("author_draft"), content, Draft, lambda reply: flaw(reply, least, most))
    return _answered(drafter, request, "draft").markdown()


def _reviews(draft: str, others: Sequence[str], purse: Account) -> list[Flag]:
    """The flags of all reviewers, who read the same draft at the same time and nothing of each other."""
    request = Request(prompt("author_review"), framed("document", draft), Review, _blank)
    with ThreadPoolExecutor(len(others)) as pool:
        replies = list(pool.map(lambda name: _answered(purse.with_model(name), request, "review"), others))
    return [
        flag for name, reply in zip(others, replies, strict=True) for flag in flagged(draft, name, reply.objections)
    ]


def _mended(text: str, matters: Sequence[Matter], drafter: Account) -> tuple[str, list[Flag]]:
    content = f"{framed('document', text)}\n\n{framed('objections', _told(matters))}"
    request = Request(prompt("author_mend"), content, Mending, lambda reply: wrong(text, matters, reply))
    (reply,) = ask(drafter, [request])
    return (text, unmended(matters, reply.reason)) if isinstance(reply, Failed) else mend(text, matters, reply)


def _told(matters: Sequence[Matter]) -> str:
    """The matters with their numbers. Who objects is not said: no model is to be believed for its name."""
    lines: list[str] = []
    for number, matter in enumerate(matters, 1):
        lines.append(f"{number}. {matter.why[0].upper()}{matter.why[1:]}.")
        for flag in matter.flags:
            one = flag.objection
            lines += [f"   kind: {one.kind}", f"   quote: {one.quote}", f"   wrong: {one.wrong}",
                      f"   correction: {one.correction}", ""]  # fmt: skip
    return "\n".join(lines)


def _blank(review: Review) -> str:
    number = next((number for number, one in enumerate(review.objections, 1) if not one.quote.strip()), 0)
    return f"the quote of objection {number} is blank" if number else ""


def _answered(account: Account, request: Request[Reply], what: str) -> Reply:
    (reply,) = ask(account, [request])
    if isinstance(reply, Failed):
        raise StudyError(
            f"The {what} by {account.settings.model} did not come: {reply.reason}. "
            "Run it again: what came before is kept."
        )
    return reply
