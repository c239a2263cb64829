"""Which kinds of value facts are read for: a question asks for some, an audit for all."""

from __future__ import annotations

from consilience.model import ValueKind

Kinds = frozenset[ValueKind]

ANY: Kinds = frozenset()


def asked(kinds: Kinds, *among: ValueKind) -> bool:
    """Whether values of one of these kinds are asked for; without `kinds` all are."""
    return not kinds or not kinds.isdisjoint(among)
