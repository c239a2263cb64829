"""What the heads of a table say about a bare number: its unit, that it is a version, or the class it names.

`| net.session_timeout_ms | 45000 |` is 45 seconds, `| Volume (m³) | 450 |` a volume, `| Zone | 2 |` the class "zone 2".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from consilience.corpus.facts.context import plain
from consilience.model import Mention, Value
from consilience.values import scan

_UNIT = re.compile(
    r"[(\[]\s*(?:in\s+)?(?P<bracket>[^()\[\]\d]{1,16})\s*[)\]]\s*$|,\s*(?:in\s+)?(?P<comma>[^\s,()\d]{1,10})\s*$"
    r"|\bin\s+(?P<in>[^\s,()\d]{1,12})\s*$|[_.](?P<suffix>[a-z]{1,12})\s*$"
    r"|^(?:\S+\s+){0,3}(?P<word>days|hours|minutes|seconds|weeks|months|years|kg|km|mm|cm|metres|litres|tonnes|miles)\s*$",
    re.IGNORECASE,
)
_WORDS = {"pct": "%", "percent": "%", "sec": "s", "secs": "s", "millis": "ms", "mb": "MB", "kb": "kB", "gb": "GB"}
_VERSION = re.compile(r"\b(?:version|release|revision|firmware|ausgabe|versie)\b", re.IGNORECASE)
_CLASS = re.compile(
    r"^\W*(?:the\s+)?(?:\w+\s+)?(?P<noun>class|category|zone|level|tier|band|grade|group)\W*$", re.IGNORECASE
)
_DECIMAL = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}")


def reread(mention: Mention, heads: Sequence[str], cell: str) -> Mention:
    """The mention of a bare number in a cell as its heads mean it; `heads` are the column's and the row's."""
    value = mention.value
    if value.kind != "count" or value.tokens or value.dimension not in ("count", ""):
        return mention
    if heads and _VERSION.search(heads[0]) and _DECIMAL.fullmatch(value.text):
        return replace(mention, value=as_version(value))
    measured = next(filter(None, (_measured(value, head.strip(" `:*")) for head in heads)), None)
    return replace(mention, value=measured) if measured else mention


def class_in_cell(cell: str, head: str) -> Value | None:
    """A number or a letter below "Zone" or "Class" names one of them: "zone 2"."""
    match, said = _CLASS.match(plain(head)), plain(cell)
    if match is None or not ((said.isdigit() and len(said) <= 3) or (len(said) <= 2 and said.isalnum())):
        return None
    noun = match["noun"].casefold()
    return Value("category", cell, f"{noun} {said.casefold()}", dimension="category", tokens=(noun, said.casefold()))


def as_version(value: Value) -> Value:
    """A bare decimal number as the version that it is."""
    return Value("version", value.text, value.text, dimension="version", tokens=(value.text,))


def _measured(value: Value, head: str) -> Value | None:
    """The value with the unit that a head gives, in the text of the document."""
    match = _UNIT.search(head)
    unit = (match[match.lastgroup] if match and match.lastgroup else "").strip()
    if not unit or not value.text[-1:].isdigit():
        return None
    said = f"{value.text} {_WORDS.get(unit.casefold(), unit)}"
    found = scan(said)
    if len(found) != 1 or found[0].value.kind in ("count", "name", "identifier") or found[0].end != len(said):
        return None
    return replace(found[0].value, text=value.text)
