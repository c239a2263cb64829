"""Numbers that point somewhere and say nothing: "section 4.2", "clause 12(3)", "No. 5", "[12]", "(2)"."""

from __future__ import annotations

from consilience.values import versions
from consilience.values.line import Line

_NUMBERED = frozenset({"no", "nr", "nos"})
_LONGEST = 9  # tokens of a list of citations
_MARK = 2  # digits of a mark in round brackets


def skip(line: Line, i: int) -> int:
    """The token after the reference that begins at token `i`; `i` when there is none."""
    text = line.tokens[i].text
    if text == "[":
        return _citation(line, i)
    if text == "(":
        return _mark(line, i)
    end = versions.skip_reference(line, i)
    if end == i and line.tokens[i].folded in _NUMBERED:
        end = _numbered(line, i)
    while end > i and _mark(line, end) > end and not line.gap(end):
        end = _mark(line, end)
    return end


def _citation(line: Line, i: int) -> int:
    """ "[12]", "[3, 4]": numbers alone in square brackets."""
    for j in range(i + 1, min(len(line.tokens), i + _LONGEST)):
        token = line.tokens[j]
        if token.text == "]":
            return j + 1 if j > i + 1 else i
        if token.kind != "number" and token.text not in ",-–;":
            return i
    return i


def _mark(line: Line, i: int) -> int:
    """ "(2) Close the valve", "12(3)": a small number in round brackets that opens a sentence or is glued to a word."""
    tokens = line.tokens
    if i and line.gap(i) and tokens[i - 1].text not in ".;:":
        return i  # "planning (7), supplier (4)" counts
    if i + 2 >= len(tokens) or tokens[i].text != "(" or tokens[i + 2].text != ")":
        return i
    return i + 3 if tokens[i + 1].text.isdigit() and len(tokens[i + 1].text) <= _MARK else i


def _numbered(line: Line, i: int) -> int:
    """ "No. 5": the point tells it from "no 5"."""
    tokens = line.tokens
    pointed = i + 2 < len(tokens) and tokens[i + 1].text == "." and not line.gap(i + 1)
    return i + 3 if pointed and tokens[i + 2].text.isdigit() else i
