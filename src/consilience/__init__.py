"""Consilience audits the knowledge behind a RAG system: which documents contradict each other, where, and what to mend.

The public Python interface is `audit`, `index`, `search`, `ask`, `evaluate` and `judge`, and what they would ask of a
language model: `estimate_audit`, `estimate_evaluation`, `estimate_judging`. Importing this package loads no model,
opens no file and reads no environment; the parts are imported when they are first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from consilience.api import (
        ask,
        audit,
        estimate_audit,
        estimate_evaluation,
        estimate_judging,
        evaluate,
        index,
        judge,
        search,
    )  # fmt: skip

    __version__: str

__all__ = [
    "__version__", "ask", "audit", "estimate_audit", "estimate_evaluation", "estimate_judging", "evaluate", "index",
    "judge", "search",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("consilience")
    if name in __all__:
        from consilience import api

        return getattr(api, name)
    raise AttributeError(f"module 'consilience' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
