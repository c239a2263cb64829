"""What the language model of a run was asked and what that cost: one line for a terminal, a few rows for a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from consilience.report.view import plural

_UNKNOWN = "cost not known"


def line(told: Mapping[str, Any]) -> str:
    """The sentence about the content of audit.json, eval.json or judge.json; empty where no model was asked."""
    return of(told["settings"]["llm"]["model"], told["llm"]) if told.get("llm") else ""


def of(model: str, spent: Mapping[str, Any]) -> str:
    """The same from the name of the model and the object under the key `llm`."""
    reused = f" ({spent['reused']:,} reused)" if spent["reused"] else ""
    figures = f"{spent['input_tokens']:,} tokens in, {spent['output_tokens']:,} out, {_cost(spent['cost'])}"
    said = [f"Model {model}: {plural(spent['calls'], 'call')}{reused}, {figures}", *_beside(spent)]
    return "; ".join(said) + "."


def rows(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Name and figure of each thing that was counted; empty where no model was asked."""
    spent = told.get("llm")
    if not spent:
        return []
    named = {
        "calls": "calls sent", "reused": "replies from earlier runs", "failed": "requests without a usable reply",
        "saved": "requests that hybrid operators saved", "repaired": "quotes repaired", "dropped": "quotes dropped",
        "input_tokens": "tokens in", "output_tokens": "tokens out",
    }  # fmt: skip
    counted = [(said, f"{spent[name]:,}") for name, said in named.items()]
    return [("model", str(told["settings"]["llm"]["model"])), *counted, ("cost", _cost(spent["cost"]))]


def _beside(spent: Mapping[str, Any]) -> Iterator[str]:
    if spent["failed"]:
        yield f"{plural(spent['failed'], 'request')} without a usable reply"
    if spent["dropped"]:
        yield f"{plural(spent['dropped'], 'quote')} dropped"
    if spent["saved"]:
        yield f"hybrid saved {plural(spent['saved'], 'call')}"


def _cost(dollars: float | None) -> str:
    if dollars is None:
        return _UNKNOWN
    return f"${dollars:,.2f}" if dollars >= 0.1 or not dollars else f"${dollars:.4f}"
