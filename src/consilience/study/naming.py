"""Whether a record's entity and relation speak of what a known key speaks of."""

from __future__ import annotations

from consilience.corpus.matching.terms import stems
from consilience.study.baseline import TrueKey
from consilience.values.text import tokenize

_SHARED = 0.5  # of the telling words of the known entity and relation


def about(text: str, key: TrueKey) -> bool:
    """Whether a text names the key: half of the telling words of its entity and relation or more, one of the entity.

    Names may be cut otherwise ("speed of light", "in vacuum" for "vacuum", "speed of light"), so that both are taken
    together. Words of the value itself count for neither.
    """
    value = _stems(key.value)
    entity, whole = _stems(key.entity) - value, _stems(f"{key.entity} {key.relation}") - value
    named = _stems(text)
    return bool(entity & named) and len(whole & named) >= _SHARED * len(whole)


def _stems(text: str) -> frozenset[str]:
    return stems(token.text for token in tokenize(text) if token.text[:1].isalnum())
