"""Between matching and comparing: an operator F that can settle doubtful pairs is asked about those that decide.

A pair decides when its values differ and no qualifier keeps them apart: then its probability alone makes a conflict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from consilience.corpus.keys import Match
from consilience.corpus.qualify import reason_apart
from consilience.model import Fact
from consilience.operators import DoubtfulPair, FactOperator, PairSettler
from consilience.values import compare


def settle(
    facts: Mapping[str, Fact], matches: Sequence[Match], operator: FactOperator
) -> tuple[tuple[Match, ...], tuple[str, ...]]:
    """The matches with the probabilities that the operator gives the deciding pairs, and warnings where it failed."""
    if not isinstance(operator, PairSettler):
        return tuple(matches), ()
    deciding = [one for one in matches if _decides(facts[one.a], facts[one.b])]
    settled = operator.settle([DoubtfulPair(facts[one.a], facts[one.b], one.probability) for one in deciding])
    after = {(one.a, one.b): said.probability for one, said in zip(deciding, settled, strict=True)}
    failed = Counter(said.not_settled for said in settled if said.not_settled)
    changed = (replace(one, probability=after.get((one.a, one.b), one.probability)) for one in matches)
    ordered = sorted(changed, key=lambda one: (-one.probability, one.a, one.b))
    return tuple(ordered), tuple(_warning(count, reason) for reason, count in sorted(failed.items()))


def _decides(a: Fact, b: Fact) -> bool:
    differs = compare(a.value, b.value, limits_as_values=True).relation == "different"
    return differs and reason_apart(a, b) is None


def _warning(count: int, reason: str) -> str:
    pairs = "One doubtful pair was" if count == 1 else f"{count} doubtful pairs were"
    return f"{pairs} not settled by the model and stand as the matcher left them: {reason}."
