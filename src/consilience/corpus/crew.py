"""Who does the work of a run: which operators, with which settings, and where results are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from consilience import encoders, operators
from consilience.corpus import cache
from consilience.llm import Account
from consilience.model import NotMeasured, OperatorSpec
from consilience.operators import OperatorError, OperatorFailure, PairSettler
from consilience.settings import MatchingSettings, ReadSettings, Settings

Result = TypeVar("Result")
_SHORT = {"Q": "quality", "F": "facts", "encoder": "encoder"}
_ONE_MACHINE = (
    "Operators that ask a language model run with --engine local: ceilings and kept replies are of one machine."
)
_LONGEST = 300  # characters of a foreign error message that are worth repeating


@dataclass(frozen=True, slots=True)
class Crew:
    """Small and plain, because it is what travels to other processes: names, never models."""

    quality: str
    facts: str
    encoder: str
    read: ReadSettings
    cache: str  # folder; empty: nothing is kept
    recipe: str  # all that decides what is computed from the same bytes
    matching: MatchingSettings
    llm: Account | None = None  # where an operator asks a language model

    def operator(self, role: str) -> Any:
        """Q ("quality"), F ("facts") or the encoder of this process. Raises OperatorError."""
        name = str(getattr(self, role))
        asks = role != "encoder" and operators.asks_models(role, name)
        return _operator(role, name, self.llm if asks else None)

    @property
    def threads(self) -> int:
        """How many documents may be under way at once: those that wait for a model wait together."""
        return 1 if self.llm is None else self.llm.settings.concurrency

    def specs(self) -> dict[str, OperatorSpec]:
        """Name, version and settings of Q, F and the encoder. Raises OperatorError where one cannot be loaded."""
        return {short: self.operator(role).spec for short, role in _SHORT.items()}

    def root(self) -> Path | None:
        """The cache folder, or None where nothing is kept."""
        return Path(self.cache) if self.cache else None


def open_account(settings: Settings) -> Account:
    """The account of a new run, whose replies are kept in the cache folder. Nothing is written before a call."""
    return Account.open(settings.llm, cache.folder(settings.run.cache_dir).absolute() / "llm", reuse=settings.run.cache)


def assemble(settings: Settings, account: Account | None = None) -> Crew:
    """The crew that the settings ask for, with the `account` of its run, or a new one where an operator needs it.

    Raises OperatorError where an operator cannot be loaded.
    """
    chosen, root = settings.operators, cache.folder(settings.run.cache_dir).absolute()
    crew = Crew(
        chosen.quality, chosen.facts, chosen.encoder, settings.read, str(root) if settings.run.cache else "", "",
        settings.matching,
    )  # fmt: skip
    if any(operators.asks_models(role, getattr(crew, role)) for role in ("quality", "facts")):
        if settings.run.engine == "ray":
            raise OperatorError(_ONE_MACHINE)
        llm = account or open_account(settings)
        llm.ready()
        crew = replace(crew, llm=llm)
    settler = crew.operator("facts")
    if isinstance(settler, PairSettler):  # what the matcher alone would drop may be what it is asked about
        least = min(crew.matching.threshold, settler.least)
        crew = replace(crew, matching=crew.matching.model_copy(update={"threshold": least}))
    made = [repr(spec) for spec in crew.specs().values()]
    return replace(crew, recipe=cache.recipe(settings.read.model_dump_json(), *made))


@lru_cache(maxsize=8)
def _operator(role: str, name: str, llm: Account | None) -> Any:
    """The operator of this process: loaded once, shared by its threads, never pickled. Raises OperatorError."""
    if role == "encoder":
        return encoders.load_encoder(name)
    return operators.load(role, name, offers={} if llm is None else {"llm": llm})


def attempt(who: str, call: Callable[[], Result]) -> Result | NotMeasured:
    """What `call` returns, or its crash as a value with a name: one bad document must not cost the run.

    An `OperatorError` goes through: it says that the operator cannot work at all (a model that is missing or altered),
    and would only be repeated for every document.
    """
    try:
        return call()
    except OperatorError:
        raise
    except OperatorFailure as error:
        return NotMeasured(f"the {who} failed: {error}")
    except Exception as error:  # noqa: BLE001 - a stranger's operator may raise anything; it becomes a reason, never an empty result
        said = " ".join(str(error).split())[:_LONGEST]
        return NotMeasured(f"the {who} failed: {type(error).__name__}" + (f": {said}" if said else ""))
