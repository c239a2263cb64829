"""Whose calls these are: the model, the ceilings, and where replies and spending are kept."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from pathlib import Path

from consilience.llm.prompts import prompt
from consilience.llm.spending import Spending
from consilience.llm.store import Store
from consilience.settings import LlmSettings


@dataclass(frozen=True, slots=True)
class Account:
    """Small and plain, because it travels to other processes. `run` names the ledger of one run in `folder`.

    `reuse` is off where the user wants nothing from earlier runs (`--no-cache`); calls are counted all the same. A
    `dry` account counts what would be asked and asks nothing: an operator that is given one returns what its embedded
    twin says, so that what follows from it is counted too.
    """

    settings: LlmSettings
    folder: str
    run: str = ""
    reuse: bool = True
    dry: bool = False

    @classmethod
    def open(cls, settings: LlmSettings, folder: Path, *, reuse: bool = True) -> Account:
        """The account of a new run; nothing is written before the first call."""
        return cls(settings, str(folder), uuid.uuid4().hex, reuse)

    def ready(self) -> None:
        """Raises OperatorUnusable where the model cannot be asked at all (no name, no key, no client). Asks nothing."""
        if not self.dry:
            from consilience.llm.connect import connect

            connect(self.settings.model)

    def with_model(self, model: str) -> Account:
        """The same purse for another model."""
        return replace(self, settings=self.settings.model_copy(update={"model": model}))

    def described(self, *prompts: str) -> tuple[tuple[str, str], ...]:
        """What a result must be named with: the model, how it was asked, and the versions of our prompts."""
        chosen = self.settings
        asked = {"model": chosen.model, "temperature": f"{chosen.temperature:g}", "max_tokens": str(chosen.max_tokens)}
        return (*asked.items(), *((f"prompt {one}", prompt(one).version) for one in prompts))

    def note(self, **counts: int) -> None:
        """Count what an operator knows and a call does not: `saved`, `repaired`, `dropped` (see Spending)."""
        self._store().note(self.run, **counts)

    def spending(self) -> Spending:
        """What the run has spent so far; nothing where no call was made."""
        return self._store().spending(self.run)

    def _store(self) -> Store:
        return Store(Path(self.folder))
