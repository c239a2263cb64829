"""Qualifiers decide: may two facts with different values stand side by side? (DESIGN section 5).

Each rule looks at one kind of qualifier and says in words why the pair is no conflict. Precision comes first, both
ways: a pair that is set aside wrongly is a conflict that nobody sees, so that a rule counts only words that limit the
very value that is compared.
"""

from __future__ import annotations

from collections.abc import Callable

from consilience.corpus.qualifying.beside import dated, part_of, stated_too
from consilience.corpus.qualifying.contrasts import contrast, days_apart, steps_apart
from consilience.corpus.qualifying.countries import countries_apart
from consilience.corpus.qualifying.limits import bound, case, unit_of_time, version
from consilience.corpus.qualifying.narrower import for_a_class, licensed
from consilience.corpus.qualifying.periods import period, then_and_now
from consilience.corpus.qualifying.reason import Reason
from consilience.corpus.qualifying.sided import one_sided
from consilience.corpus.qualifying.things import columns, headings, labelled, places, rows
from consilience.model import Fact

__all__ = ["Reason", "entity_apart", "reason_apart"]

_Rule = Callable[[Fact, Fact], Reason | None]
# What keeps facts in different keys, whatever their values.
_OTHER_QUESTION: tuple[_Rule, ...] = (
    labelled, rows, columns, places, headings, period, days_apart, contrast, countries_apart,
)  # fmt: skip
_RULES: tuple[_Rule, ...] = (
    one_sided, period, then_and_now, days_apart, version, bound, unit_of_time, dated, case, steps_apart, contrast,
    countries_apart, labelled, rows, columns, places, headings, licensed, for_a_class, part_of, stated_too,
)  # fmt: skip


def reason_apart(a: Fact, b: Fact) -> Reason | None:
    """The first qualifier in which the two facts differ, or None when nothing keeps them from contradicting each
    other."""
    return _first(_RULES, a, b)


def entity_apart(a: Fact, b: Fact) -> Reason | None:
    """The reason why two facts speak of different things, whatever their values; such facts share no key."""
    return _first(_OTHER_QUESTION, a, b)


def _first(rules: tuple[_Rule, ...], a: Fact, b: Fact) -> Reason | None:
    for rule in rules:
        reason = rule(a, b)
        if reason is not None:
            return reason
    return None
