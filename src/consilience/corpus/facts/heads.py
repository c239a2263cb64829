"""What the heads of a table say about a bare number: its unit, that it is a version, or the class it names.

`| net.session_timeout_ms | 45000 |` is 45 seconds, `| Volume (m³) | 450 |` a volume, `| Zone | 2 |` the label "zone 2",
and `| Fee | 60 |` an amount of money in a document that says in which currency its prices are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from consilience.corpus.facts.context import plain
from consilience.model import Mention, Value
from consilience.values import identifier, scan

_UNIT = re.compile(
    r"[(\[]\s*(?:in\s+)?(?P<bracket>[^()\[\]\d]{1,16})\s*[)\]]\s*$|,\s*(?:in\s+)?(?P<comma>[^\s,()\d]{1,10})\s*$"
    r"|\bin\s+(?P<in>[^\s,()\d]{1,12})\s*$|[_.](?P<suffix>[a-z]{1,12})\s*$"
    r"|^(?:\S+\s+){0,3}(?P<word>days|hours|minutes|seconds|weeks|months|years|kg|km|mm|cm|metres|litres|tonnes|miles)\s*$",
    re.IGNORECASE,
)
_WORDS = {"pct": "%", "percent": "%", "sec": "s", "secs": "s", "millis": "ms", "mb": "MB", "kb": "kB", "gb": "GB"}
_SHORT_HEAD = 8  # characters of a head that may be a unit by itself: "£", "Euros", "kW"
_PRICED = re.compile(
    r"\b(?:fees?|prices?|costs?|charges?|fares?|premiums?|deposit|tariff|prix|preis\w*|tarif|precio)\b", re.I
)
_YEAR_OF = re.compile(
    r"\b(?:year|since|built|opened|founded|acquired|commissioned|established|begins?|starts?|first|jahr|baujahr|seit"
    r"|début|année|depuis|año|desde|jaar|sinds)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_VERSION = re.compile(r"\b(?:version|release|revision|firmware|software|ausgabe|versie)\b", re.IGNORECASE)
_LABELLED = re.compile(
    r"^\W*(?:the\s+)?(?:\w+\s+)?(?P<noun>class|category|zone|level|tier|band|grade|group|klasse|stufe|groupe)\W*$", re.I
)
_NUMBER_OF = re.compile(r"\b(?:number|no\.?|nr\.?|code|account|reference|ref|id|registration|serial)\b", re.IGNORECASE)
_SERIAL = re.compile(r"\d{4,16}")
_DECIMAL = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}")


def reread(mention: Mention, heads: Sequence[str], currency: str = "") -> Mention:
    """The mention of a bare number in a cell as its heads mean it.

    `heads` are the column's and the row's; `currency` is that of the document's prices, where it tells one.
    """
    value = mention.value
    if value.kind != "count" or value.tokens or value.dimension not in ("count", ""):
        return mention
    if _SERIAL.fullmatch(value.text) and any(map(_NUMBER_OF.search, heads)):
        return replace(mention, value=identifier(value.text))
    if _DECIMAL.fullmatch(value.text) and any(map(_VERSION.search, heads)):
        return replace(mention, value=as_version(value))
    units = [unit for head in heads for unit in _units(head.strip(" `:*"))]
    units += [currency] if currency and any(map(_PRICED.search, heads)) else []
    said = [f"{value.text} {unit}" for unit in units] + [f"{unit}{value.text}" for unit in units if not unit.isalpha()]
    if _YEAR.fullmatch(value.text) and any(map(_YEAR_OF.search, heads)):
        said.append(f"in {value.text}")
    found = next(filter(None, (_read(text, value) for text in said)), None)
    return replace(mention, value=found) if found else mention


def label_in_cell(cell: str, heads: Sequence[str]) -> Value | None:
    """A number or a letter below "Zone" or beside "Class" names one of them: "zone 2"."""
    said = plain(cell)
    match = next(filter(None, (_LABELLED.match(plain(head)) for head in heads)), None)
    if match is None or len(said) > 3 or not said.isalnum() or not (said.isdigit() or said.isupper()):
        return None
    return label(f"{match['noun'].casefold()} {said}", cell)


def label(text: str, written: str) -> Value | None:
    """The value of a labelled thing ("zone 2") with the text of the document, or None."""
    found = scan(text)
    whole = len(found) == 1 and found[0].end - found[0].start == len(text)
    if not whole or not found[0].value.dimension.startswith("label:"):
        return None
    return replace(found[0].value, text=written)


def as_version(value: Value) -> Value:
    """A bare decimal number as the version that it is."""
    return Value("version", value.text, value.text, dimension="version", tokens=(value.text,))


def _units(head: str) -> list[str]:
    """The units that a head may give: in brackets, behind a comma, at its end, or all of it."""
    match = _UNIT.search(head)
    unit = (match[match.lastgroup] if match and match.lastgroup else "").strip()
    found = [_WORDS.get(unit.casefold(), unit)] if unit else []
    return [*found, head] if head and len(head) <= _SHORT_HEAD else found


def _read(said: str, value: Value) -> Value | None:
    """The one value that a number with its unit is, in the text of the document; None for anything else."""
    found = scan(said)
    if len(found) != 1 or found[0].value.kind in ("count", "name", "identifier") or found[0].end != len(said):
        return None
    return replace(found[0].value, text=value.text)
