"""One of a unit or of a thing: "an hour", "a full terabyte", "a single batch"."""

from __future__ import annotations

from dataclasses import replace

from consilience.values import nouns, rates, units
from consilience.values.compounds import compound, half_more, unwritten
from consilience.values.line import Line, Measure
from consilience.values.unit_table import plainly_measures


def article_unit(line: Line, i: int) -> Measure | None:
    """ "an hour", "a fortnight": one of a unit of time. "a second" is an ordinal far more often."""
    if line.tokens[i].folded not in line.lexicon.sets["articles"] or i + 1 >= len(line.tokens):
        return None
    j = max(i + 1, line.after(i + 1, "whole"))
    if j >= len(line.tokens) or line.tokens[j].kind != "word" or len(line.tokens[j].text) <= 2:
        return None
    if line.tokens[j - 1].folded == "single" and j > i + 1:
        return _single(line, i, j)
    unit = units.read(line, j)
    if unit is None or unit.expression == "second":
        return None
    if not units.is_time(unit.expression):
        return _article_quantity(line, i, unit)
    extra, end = half_more(line, unit.end)
    whole = Measure(i, end, 1.0 + extra, 1.0, "duration", unit.expression, unit.written)
    larger = unwritten(line, compound(line, whole), spelled=True)
    return larger if larger.end > end else replace(whole, article=True)


def _single(line: Line, i: int, j: int) -> Measure | None:
    """ "a single batch": one of them; "a single day" is a duration."""
    unit = units.read(line, j)
    if unit is not None and units.is_time(unit.expression):
        return Measure(i, unit.end, 1.0, 1.0, "duration", unit.expression, unit.written)
    noun, end = nouns.counted(line, j, several=False)
    if not noun or (end < len(line.tokens) and line.tokens[end].text == "-" and not line.gap(end)):
        return None
    per, after = nouns.per(line, end)
    return Measure(i, after if per else j, 1.0, 1.0, "count", "", "", per, noun, noun_end=end)


def _article_quantity(line: Line, i: int, unit: units.Unit) -> Measure | None:
    """ "a kilogram", "a full terabyte"; "a foot" only before a size ("a foot deep"): "a meter" is a device too."""
    word = line.tokens[unit.end - 1].folded
    sized = line.after(unit.end, "sizes") > unit.end
    if not plainly_measures(unit.expression) and not (unit.expression in ("foot", "inch", "yard") and sized):
        return None
    if word == "meter" and line.lexicon.language == "en" and not sized:
        return None
    extra, end = half_more(line, unit.end)
    whole = Measure(i, end, 1.0 + extra, 1.0, "quantity", unit.expression, unit.written)
    return rates.with_per(line, unwritten(line, compound(line, whole), spelled=True))
