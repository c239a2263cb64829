"""F, hybrid: facts by rules; a model settles the pairs of which the matcher is not sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from consilience.corpus.facts import EmbeddedFacts
from consilience.llm import Account, Failed, Form, Request, ask, prompt
from consilience.llm.material import framed
from consilience.model import Document, Fact, OperatorSpec
from consilience.operators import DoubtfulPair, Settled

VERSION = "1"
_AT_ONCE = 8  # pairs of a request: more, and models begin to skip some
_CERTAIN = 0.95  # probability of a pair that a model says is a conflict: it can be wrong, too
_EMBEDDED = EmbeddedFacts()


class Verdict(Form):
    """What a model says of one pair."""

    pair: int
    verdict: Literal["conflict", "agree", "apart"]
    reason: str = Field(default="", max_length=1_000)


class Verdicts(Form):
    """One entry for every pair."""

    pairs: list[Verdict]


@dataclass(frozen=True, slots=True)
class HybridFacts:
    """The embedded extractor, with `settle` for pairs whose probability lies in the band."""

    llm: Account

    @property
    def spec(self) -> OperatorSpec:
        band = ("band", f"{self.llm.settings.band_low:g} to {self.llm.settings.band_high:g}")
        own = (("embedded", _EMBEDDED.spec.version), band)
        return OperatorSpec("F", "hybrid", VERSION, (*own, *self.llm.described("pairs")))

    @property
    def least(self) -> float:
        """Pairs down to the low end of the band are doubtful, also those that the matcher alone would not flag."""
        return self.llm.settings.band_low

    def extract(self, document: Document) -> tuple[Fact, ...]:
        """As the embedded operator."""
        return _EMBEDDED.extract(document)

    def settle(self, pairs: Sequence[DoubtfulPair]) -> list[Settled]:
        """For every pair its probability afterwards: as it was where the matcher was sure; where no usable reply came,
        as it was, with the reason."""
        low, high = self.llm.settings.band_low, self.llm.settings.band_high
        doubtful = [number for number, one in enumerate(pairs) if low <= one.probability <= high]
        batches = [doubtful[at : at + _AT_ONCE] for at in range(0, len(doubtful), _AT_ONCE)]
        requests = [_request([pairs[number] for number in batch]) for batch in batches]
        settled = [Settled(one.probability) for one in pairs]
        for batch, reply in zip(batches, ask(self.llm, requests), strict=True):
            for number, after in zip(batch, _after([pairs[one] for one in batch], reply), strict=True):
                settled[number] = after
        self.llm.note(saved=-(-(len(pairs) - len(doubtful)) // _AT_ONCE))
        return settled


def _after(pairs: Sequence[DoubtfulPair], reply: Verdicts | Failed) -> Iterator[Settled]:
    if isinstance(reply, Failed):
        yield from (Settled(one.probability, reply.reason) for one in pairs)
        return
    said = {one.pair: one.verdict for one in reply.pairs}
    yield from (Settled(_CERTAIN if said[number] == "conflict" else 0.0) for number in range(1, len(pairs) + 1))


def _request(pairs: Sequence[DoubtfulPair]) -> Request[Verdicts]:
    content = "\n\n".join(framed("pair", _both(one), str(number)) for number, one in enumerate(pairs, 1))
    return Request(prompt("pairs"), content, Verdicts, lambda reply: _wrong(reply, len(pairs)))


def _both(pair: DoubtfulPair) -> str:
    return "\n".join(
        f"{letter}. ({fact.doc}{' > ' + fact.section if fact.section else ''}; value: {fact.phrase})\n{fact.quote}"
        for letter, fact in (("A", pair.a), ("B", pair.b))
    )


def _wrong(reply: Verdicts, count: int) -> str:
    numbers = Counter(one.pair for one in reply.pairs)
    for number in range(1, count + 1):
        if numbers[number] != 1:
            return f"Pair {number} has {numbers[number]} verdicts; every pair from 1 to {count} needs exactly one."
    strange = sorted(set(numbers) - set(range(1, count + 1)))
    return f"There is no pair {strange[0]}; the pairs are 1 to {count}." if strange else ""
