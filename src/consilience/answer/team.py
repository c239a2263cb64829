"""Who answers and who judges: G and J by name, with what a run has to give them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from consilience.corpus.crew import open_account
from consilience.llm import Account, Spending
from consilience.model import Answer, AnswerAudit, Passage
from consilience.operators import Generator, Judge, OperatorError, OperatorFailure, OperatorUnusable, asks_models, load
from consilience.settings import Settings

NO_ANSWERS = "none"  # the name of no generator: evidence and its scores only


@dataclass(frozen=True, slots=True)
class Team:
    """`generator` is None for 'none'; `llm` is the account of the run, None where no operator asks a model."""

    generator: Generator | None
    judge: Judge
    llm: Account | None = None

    @property
    def threads(self) -> int:
        """How many questions may be under way at once: those that wait for a model wait together."""
        return 1 if self.llm is None else self.llm.settings.concurrency

    @property
    def spending(self) -> Spending | None:
        """What the run has spent so far; None where no model is asked."""
        return None if self.llm is None else self.llm.spending()


def assemble(settings: Settings, *, generator: bool = True, account: Account | None = None) -> Team:
    """The operators that the settings name, with the `account` of their run, or a new one where one of them needs it.

    Raises OperatorError when nothing has that name or its extra is missing.
    """
    chosen = settings.operators
    wanted = generator and chosen.generator != NO_ANSWERS
    roles = [("judge", chosen.judge), *([("generator", chosen.generator)] if wanted else [])]
    llm = (account or open_account(settings)) if any(asks_models(*role) for role in roles) else None
    if llm is not None:
        llm.ready()
    offers = {"encoder": chosen.encoder, **({} if llm is None else {"llm": llm})}
    judge: Judge = load("judge", chosen.judge, offers=offers)
    return Team(load("generator", chosen.generator, offers=offers) if wanted else None, judge, llm)


def judged(judge: Judge, question: str, answer: str, evidence: Sequence[Passage]) -> AnswerAudit:
    """What the judge says; a failure or a crash of it is a state of this answer, with name and version.

    Raises OperatorUnusable where the judge can do no other answer better.
    """
    try:
        return judge.judge(question, answer, evidence)
    except OperatorUnusable:
        raise
    except (OperatorError, OperatorFailure) as error:
        return AnswerAudit("judge_failed", f"The answer could not be judged: {error}")
    except Exception as error:  # noqa: BLE001 - a stranger's judge may raise anything; it becomes a state with its reason
        who = f"The judge '{judge.spec.name}' (version {judge.spec.version})"
        return AnswerAudit("judge_failed", f"{who} crashed: {type(error).__name__}: {error}")


def answered(generator: Generator, question: str, evidence: Sequence[Passage]) -> Answer | str:
    """The answer, or why there is none. Raises OperatorUnusable as `judged` does."""
    try:
        return generator.answer(question, evidence)
    except OperatorUnusable:
        raise
    except (OperatorError, OperatorFailure) as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - as above
        who = f"the generator '{generator.spec.name}' (version {generator.spec.version})"
        return f"{who} crashed: {type(error).__name__}: {error}"
