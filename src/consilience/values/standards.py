"""Standards by their numbers: "ISO 9001:2015", "DIN EN 12209", "BS 8621". The number is a name: it counts nothing."""

from __future__ import annotations

from consilience.model import Comparison, Mention, Value
from consilience.values.line import Line
from consilience.values.text import words

BODIES = words("iso iec en din bs astm ansi ieee nfpa vdi vde nen uni une asme jis etsi itu rfc awwa")
DIMENSION = "standard"


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The standard that begins at token `i`, with the token after it, or None."""
    tokens, j = line.tokens, i
    while j < len(tokens) and tokens[j].folded in BODIES and tokens[j].text.isupper():
        j += 1
    if j == i or j >= len(tokens) or not tokens[j].text.isdigit() or len(tokens[j].text) < 2:
        return None
    end, year = j + 1, ""
    while end + 1 < len(tokens) and tokens[end].text in "-:" and not line.gap(end) and not line.gap(end + 1):
        if not tokens[end + 1].text.isdigit():
            break
        year = tokens[end + 1].text if tokens[end].text == ":" else year
        end += 2
    text = line.text[tokens[i].start : tokens[end - 1].end]
    number = text.rpartition(":")[0] if year else text
    value = Value("identifier", text, text.casefold(), dimension=DIMENSION, tokens=(number.casefold(), year))
    return Mention(tokens[i].start, tokens[end - 1].end, value), end


def compare_standards(a: Value, b: Value) -> Comparison:
    """The same number is the same standard; without its year it may be any edition."""
    (number, year), (other, other_year) = a.tokens, b.tokens
    if number != other or (year and other_year and year != other_year):
        return Comparison("different", f"{a.text} is not {b.text}")
    if year == other_year:
        return Comparison("same", f"{a.text} and {b.text} are the same standard")
    return Comparison("compatible", f"one of {a.text} and {b.text} names no edition")
