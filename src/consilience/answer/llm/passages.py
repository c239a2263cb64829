"""The evidence as a model is shown it, and its quotes as places in the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import Field

from consilience.answer import evidence as reading
from consilience.answer.evidence import Said
from consilience.llm import Form
from consilience.llm.material import framed
from consilience.llm.quotes import locate
from consilience.model import Passage, Quote


class Cited(Form):
    """A sentence of a passage, as a model tells it."""

    passage: int
    quote: str = Field(max_length=4_000)


@dataclass(frozen=True)
class Shown:
    """Passages in an order that their content alone decides, numbered from 1: verdicts must not depend on the order in
    which a retriever gave them."""

    given: tuple[Passage, ...]

    @cached_property
    def order(self) -> list[int]:
        """Places in `given`, in the order shown."""
        return sorted(range(len(self.given)), key=lambda place: _content(self.given[place]))

    @property
    def text(self) -> str:
        """The passages as data of a prompt."""
        return "\n\n".join(
            framed("passage", self.given[at].text, str(number)) for number, at in enumerate(self.order, 1)
        )

    def find(self, cited: Cited) -> Quote | None:
        """The statement that holds the quote, as it stands; None where the passage does not hold it."""
        if not 1 <= cited.passage <= len(self.order):
            return None
        place = self.order[cited.passage - 1]
        passage = self.given[place]
        at = locate(cited.quote, passage.text)
        if at is None:
            return None
        start, end = passage.start + at.start, passage.start + at.end
        whole = next((one.quote for one in self._statements(place) if one.quote.start <= start < one.quote.end), None)
        if whole is not None:
            return whole
        return Quote(passage.doc, start, end, passage.text[at.start : at.end], place)

    def found(self, cited: Sequence[Cited]) -> tuple[Quote, ...]:
        """The statements of those quotes that are there, each once, in the order given."""
        return tuple(dict.fromkeys(quote for quote in map(self.find, cited) if quote is not None))

    def _statements(self, place: int) -> Sequence[Said]:
        return [one for one in self._read.statements if one.passage == place]

    @cached_property
    def _read(self) -> reading.Evidence:
        return reading.read(self.given)


def _content(passage: Passage) -> tuple[str, str, int]:
    return passage.text, passage.doc, passage.start
