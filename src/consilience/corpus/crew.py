"""Who does the work of a run: which operators, with which settings, and where results are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from consilience import encoders, operators
from consilience.corpus import cache
from consilience.model import NotMeasured, OperatorSpec
from consilience.operators import OperatorError
from consilience.settings import MatchingSettings, ReadSettings, Settings

Result = TypeVar("Result")
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

    def root(self) -> Path | None:
        """The cache folder, or None where nothing is kept."""
        return Path(self.cache) if self.cache else None


def assemble(settings: Settings) -> Crew:
    """The crew that the settings ask for. Raises OperatorError where an operator cannot be loaded."""
    chosen = settings.operators
    made = [repr(spec) for spec in specs(settings).values()]
    folder = str(cache.folder(settings.run.cache_dir).absolute()) if settings.run.cache else ""
    recipe = cache.recipe(settings.read.model_dump_json(), *made)
    return Crew(chosen.quality, chosen.facts, chosen.encoder, settings.read, folder, recipe, settings.matching)


def specs(settings: Settings) -> dict[str, OperatorSpec]:
    """Name, version and settings of Q, F and the encoder. Raises OperatorError where one cannot be loaded."""
    chosen = settings.operators
    names = {"Q": ("quality", chosen.quality), "F": ("facts", chosen.facts), "encoder": ("encoder", chosen.encoder)}
    return {short: operator(role, name).spec for short, (role, name) in names.items()}


@lru_cache(maxsize=8)
def operator(role: str, name: str) -> Any:
    """The operator of this process: loaded once, shared by its threads, never pickled. Raises OperatorError."""
    return encoders.load_encoder(name) if role == "encoder" else operators.load(role, name)


def attempt(who: str, call: Callable[[], Result]) -> Result | NotMeasured:
    """What `call` returns, or its crash as a value with a name: one bad document must not cost the run.

    An `OperatorError` goes through: it says that the operator cannot work at all (a model that is missing or altered),
    and would only be repeated for every document.
    """
    try:
        return call()
    except OperatorError:
        raise
    except Exception as error:  # noqa: BLE001 - a stranger's operator may raise anything; it becomes a reason, never an empty result
        said = " ".join(str(error).split())[:_LONGEST]
        return NotMeasured(f"the {who} failed: {type(error).__name__}" + (f": {said}" if said else ""))
