"""`--estimate`: what a run would ask of a model, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from consilience.llm.estimate import Amount, Estimate
    from consilience.settings import LlmSettings

_NOBODY = "No operator of this run asks a language model: no calls, no cost."
_CAUTION = (
    "Replies kept from earlier runs are not subtracted. What follows from a reply (verdicts, what-ifs) is counted as "
    "the embedded operators have it."
)


def tell(estimate: Estimate, settings: LlmSettings, as_json: bool) -> int:
    """Print the estimate; the exit code is 0."""
    from consilience.cli.output import print_json

    if as_json:
        print_json(estimate.to_dict())
        return 0
    for line in lines(estimate, settings):
        typer.echo(line)
    return 0


def lines(estimate: Estimate, settings: LlmSettings) -> Iterator[str]:
    """What is expected, what is possible at most, and what is not counted."""
    if not estimate.model:
        yield _NOBODY
        return
    yield f"{estimate.model} would be asked (nothing was sent):"
    longest, again = f"{settings.max_tokens:,} tokens (llm.max_tokens)", f"{settings.repairs} times (llm.repairs)"
    yield f"  typically: {_amount(estimate.typical)}"
    yield f"  at most:   {_amount(estimate.most)}: every reply has {longest} and is asked for again {again}"
    if estimate.saved:
        yield f"  not asked: {estimate.saved:,} requests, where the embedded operators are sure (hybrid)"
    if estimate.no_cost:
        yield f"The cost is not told: {estimate.no_cost}."
    yield _CAUTION


def _amount(amount: Amount) -> str:
    cost = "" if amount.cost is None else f", ${amount.cost:,.2f}"
    return f"{amount.calls:,} calls, {amount.input_tokens:,} tokens in, {amount.output_tokens:,} out{cost}"
