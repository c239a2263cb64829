"""Names from a table: the row's head and the column's head, and what they leave unsaid."""

from __future__ import annotations

import re

from consilience.corpus.wording.phrases import as_written, closed
from consilience.model import Fact
from consilience.text.wordlists import words
from consilience.values import scan

# Heads that say nothing of the value below them; the row's head then says what it is.
_GENERIC = words(
    """
    value values amount figure figures detail details data description information info remark remarks note notes
    comment comments number wert werte angabe valeur valeurs valor waarde
    """
)
# Headings that collect rows of many things, and name none.
_COLLECTING = words(
    """
    costs cost charges charge prices price fees fee rates rate tariff tariffs fares fare overview summary glance at a
    general basics the and details key facts figures numbers in brief short version
    """
)
_CELL = re.compile(r"[|\t]")
_OF_ITSELF = 4  # words of a row's head that name a thing without its heading
_WORD = re.compile(r"[^\W\d_]{3}")


def names_itself(head: str) -> bool:
    """Whether a row's head says what the row is about: a word, not only a number or a letter."""
    return _WORD.search(head) is not None


def row_names(fact: Fact, heading: str) -> tuple[str, str]:
    """(entity, relation) of a value in a row, below a heading; relation "" where nothing says what the value is."""
    entity, column = as_written(fact.entity, fact.quote), fact.relation
    if column.casefold() in _GENERIC:
        return _under_value(fact, entity, heading)
    if _is_unit(column):
        column = "" if _collects(heading) or heading.casefold() == entity.casefold() else heading
    if not names_itself(entity) and heading and heading != entity:  # "99th", "2025", "F1"
        entity = f"{heading}, {entity}"
    return entity, column


def _under_value(fact: Fact, entity: str, heading: str) -> tuple[str, str]:
    """Below a column that is called "Value": what the cell says beside the number, else the row's head is the
    relation and the heading the thing."""
    beside = _beside(fact)
    if beside:
        return entity, beside
    if heading and not _collects(heading) and len(entity.split()) <= _OF_ITSELF:
        return heading, entity
    return entity, ""


def _beside(fact: Fact) -> str:
    """The words of the cell before its value: "safe working load 220 kg"."""
    at = fact.value_start - fact.start
    low = max((one.end() for one in _CELL.finditer(fact.quote, 0, at)), default=0)
    said = closed(fact.quote[low:at].strip(" ,:;"), 6)
    return said if _WORD.search(said) else ""


def _collects(heading: str) -> bool:
    return all(word.casefold() in _COLLECTING for word in re.findall(r"[^\W\d_]+", heading))


def _is_unit(column: str) -> bool:
    """Whether a column's head is only a unit or a currency: "Euros", "kW"."""
    found = scan(f"1 {column}") if 0 < len(column) <= 12 else ()
    return len(found) == 1 and found[0].value.kind in ("money", "quantity") and found[0].end == len(column) + 2
