"""Powers of ten after a number: "e8", "^8", "⁸", "⁻³"."""

from __future__ import annotations

from consilience.values.line import Line

MINUS = frozenset("-−–")
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def exponent(line: Line, i: int) -> tuple[int, int] | None:
    """An exponent at token `i` ("^8", "⁸", "⁻³") with the token after it."""
    tokens = line.tokens
    if i >= len(tokens) or line.gap(i):
        return None
    if tokens[i].text == "^":
        negative = i + 1 < len(tokens) and tokens[i + 1].text in MINUS
        return digits_at(line, i + 2 if negative else i + 1, negative)
    negative = tokens[i].text == "⁻"
    j = i + 1 if negative else i
    raised = tokens[j].text if j < len(tokens) else ""
    if not raised or len(raised) > 2 or any(char not in _RAISED for char in raised):
        return None
    size = int("".join(str(_RAISED.index(char)) for char in raised))
    return (-size if negative else size), j + 1


def digits_at(line: Line, i: int, negative: bool) -> tuple[int, int] | None:
    """One or two digits at token `i` as an exponent, with the token after them."""
    text = line.tokens[i].text if i < len(line.tokens) else ""
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        return None
    return (-int(text) if negative else int(text)), i + 1
