"""Reading one JSON object that somebody else may have written: each field is of its kind, or an error that names it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from consilience.report.writer import RunError


class Fields:
    """The fields of an object; `where` names it in errors, `share` returns the one copy of a text."""

    def __init__(self, raw: Mapping[str, Any], where: str, share: Callable[[str], str]) -> None:
        self.raw, self.where, self.share = raw, where, share

    def text(self, name: str) -> str:
        """A text that must be there; a number is taken as one, for ids are often numbers."""
        value = self.maybe(name)
        if value is None:
            raise RunError(f"{self.where} is damaged: it has no '{name}'.")
        return value

    def maybe(self, name: str) -> str | None:
        """A text, or None."""
        value = self.raw.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is not None and not isinstance(value, str):
            raise self._wrong(name, "a text")
        return None if value is None else self.share(value)

    def number(self, name: str) -> float | None:
        """A number, or None: not measured."""
        value = self.raw.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise self._wrong(name, "a number")
        return None if value is None else float(value)

    def place(self, name: str) -> int:
        """An offset; 0 where none is given."""
        return int(self.number(name) or 0)

    def each(self, name: str, optional: bool = False) -> list[str] | None:
        """A list of texts; None only where `optional` and nothing is given."""
        value = self.raw.get(name)
        if value is None and optional:
            return None
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._wrong(name, "a list of texts")
        return [self.share(one) for one in value]

    def items(self, name: str) -> list[Fields] | None:
        """A list of objects, or None."""
        value = self.raw.get(name)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise self._wrong(name, "a list of objects")
        return [Fields(one, f"{self.where}, {name} {place}", self.share) for place, one in enumerate(value, 1)]

    def inner(self, name: str) -> Fields:
        """An object; an empty one where none is given."""
        value = self.raw.get(name)
        if value is not None and not isinstance(value, Mapping):
            raise self._wrong(name, "an object")
        return Fields(value or {}, f"{self.where}, {name}", self.share)

    def words(self) -> dict[str, str]:
        """The whole object, as names with texts."""
        return {name: text for name in self.raw if (text := self.maybe(name)) is not None}

    def _wrong(self, name: str, wanted: str) -> RunError:
        return RunError(f"{self.where} is damaged: '{name}' is not {wanted}.")
