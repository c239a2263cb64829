"""Months without day and year: "in June", "March to May"."""

from __future__ import annotations

from consilience.model import Mention, Value
from consilience.values.line import Line
from consilience.values.years import after_lead


def not_a_month(line: Line, j: int) -> bool:
    """ "may", "march" and "mars" in lower case are other words in English."""
    return line.lexicon.language == "en" and line.tokens[j].text[0].islower()


def month_alone(line: Line, i: int, month: int) -> tuple[Mention, int] | None:
    """A month without day and year, where the word can mean nothing else ("May" alone may be a name or a verb)."""
    token = line.tokens[i]
    alone = (
        len(token.text) >= 4
        and token.folded not in line.lexicon.numbers
        and not (line.lexicon.language == "en" and token.folded in ("march", "mars") and not after_lead(line, i))
    )
    if not alone and not _month_range(line, i + 1) and not _after_month_range(line, i):
        return None
    value = Value(
        "date", token.text, f"month {month}", 100.0 * month + 1, 100.0 * month + 31, "monthday", tokens=("month",)
    )
    return Mention(token.start, token.end, value), i + 1


def _month_range(line: Line, i: int) -> bool:
    """Whether "to" and another month stand at token `i`: "March to May"."""
    dash = i < len(line.tokens) and line.tokens[i].text in "-–"
    link = i + 1 if dash else line.after(i, "range")
    return i < link < len(line.tokens) and line.tokens[link].folded in line.lexicon.months


def _after_month_range(line: Line, i: int) -> bool:
    """Whether a month and "to" stand before token `i`: the second end of "March to May"."""
    return any(j > 0 and line.tokens[j - 1].folded in line.lexicon.months for j in _links_before(line, i))


def _links_before(line: Line, i: int) -> list[int]:
    if i and line.tokens[i - 1].text in "-–":
        return [i - 1]
    start = line.before(i, line.lexicon.sets["range"])
    return [start] if start < i else []
