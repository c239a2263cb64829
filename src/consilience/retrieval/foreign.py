"""The index of another program to documents, for an audit: rows of one document are joined in their order.

rows -> fields -> sorted by document and place (in a file of the system's, not in memory) -> text -> Document
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby, islice

from consilience.model import Document, Skipped
from consilience.retrieval.joining import joined
from consilience.sources import SourceError, document_of_text
from consilience.stores import StoreError
from consilience.stores.foreign import Fields, ForeignIndex, flat, open_foreign
from consilience.stores.foreign_fields import SAMPLE, Chosen, Wanted, choose

__all__ = ["Chosen", "Reading", "Wanted", "documents", "reading"]

_LONGEST = 200  # characters of a field that is kept as metadata
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reading:
    """How an index is read: which table of it, and which fields."""

    name: str
    chosen: Chosen

    def told(self) -> tuple[tuple[str, str], ...]:
        """The same for the record of an audit."""
        one = self.chosen
        document = f"{one.id}, before '#'" if one.split else one.document
        order = f"{one.id}, the number at its end" if one.numbered else one.order
        named = {"index": self.name, "text": one.text, "id": one.id, "document": document, "order": order}
        return tuple((name, value) for name, value in named.items() if value)

    def sentence(self) -> str:
        """The same for a person, who may know better."""
        told = dict(self.told())
        parts = [f"text in '{told['text']}'"]
        parts += [f"documents by '{told['document']}'"] if "document" in told else ["each row a document of its own"]
        parts += [f"in order of '{told['order']}'"] if "order" in told and "document" in told else []
        return (
            f"The knowledge base is the index of another program: of {told['index']}, {', '.join(parts)} "
            "(--text-field, --document-field, --order-field)."
        )


def reading(kb: str, table: str, wanted: Wanted) -> Reading | None:
    """How the index at `kb` is read; None where there is a knowledge base of our own, or nothing.

    Raises StoreError for a table or field that there is not, or where no field is seen to hold a text.
    """
    with open_foreign(kb, table) as index:
        if index is None:
            return None
        with closing(_plain(index)) as rows:
            return Reading(index.name, choose(list(islice(rows, SAMPLE)), wanted))


def documents(kb: str, table: str, chosen: Chosen) -> Iterator[Document | Skipped]:
    """The documents of the index, by id; then what was left out. Raises StoreError, SourceError."""
    with open_foreign(kb, table) as index, _sorter() as base:
        if index is None:
            raise StoreError(f"The index {kb} is gone.")
        empty = _fill(base, _plain(index), chosen)
        for doc, group in groupby(_sorted(base), key=lambda row: row[0]):
            yield _document(doc, [(title, text, json.loads(rest)) for _, title, text, rest in group])
        if empty:
            rows = f"{empty:,} row{'' if empty == 1 else 's'}"
            yield Skipped(index.name, f"{rows} without text in '{chosen.text}'")


def _plain(index: ForeignIndex) -> Generator[Fields, None, None]:
    for row in index.rows():
        yield flat(row)


_Row = tuple[str, str, str, str]  # document, title, text, other fields as JSON


@contextmanager
def _sorter() -> Iterator[sqlite3.Connection]:
    """A table that spills into a nameless file; it is gone when it is closed, however the program ends."""
    base = sqlite3.connect("")
    try:
        base.execute("CREATE TABLE rows (doc TEXT, place REAL, position INTEGER, title TEXT, text TEXT, rest TEXT)")
        yield base
    except sqlite3.Error as error:
        raise SourceError(f"The rows of the index cannot be put in order: {error}.") from error
    finally:
        base.close()


def _fill(base: sqlite3.Connection, rows: Iterable[Fields], chosen: Chosen) -> int:
    """Put every row with text into the table; returns how many have none."""
    empty = 0
    for position, row in enumerate(rows):
        text = row.get(chosen.text)
        if not isinstance(text, str) or not text.strip():
            empty += 1
            continue
        title = str(row.get(chosen.title, ""))
        told = (chosen.document_of(row, position), chosen.place_of(row), position, title, text, _rest(row, chosen))
        base.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", [_clean(one) for one in told])
    return empty


def _sorted(base: sqlite3.Connection) -> Iterator[_Row]:
    """By document and place; what has no place comes last, in the order of the rows."""
    query = "SELECT doc, title, text, rest FROM rows ORDER BY doc, place IS NULL, place, position"
    yield from base.execute(query)


def _document(doc: str, rows: list[tuple[str, str, dict[str, str]]]) -> Document:
    shared = [(name, value) for name, value in rows[0][2].items() if all(rest.get(name) == value for *_, rest in rows)]
    title = next((title for title, _, _ in rows if title.strip()), "")
    return document_of_text(joined([text for _, text, _ in rows]), doc, title, dict(shared))


def _rest(row: Fields, chosen: Chosen) -> str:
    """The other fields of a row, for those that all rows of a document share."""
    taken = {chosen.text, chosen.id, chosen.document, chosen.order, chosen.title}
    other = {name: str(value) for name, value in row.items() if name not in taken}
    return json.dumps({name: value for name, value in sorted(other.items()) if len(value) <= _LONGEST})


def _clean(value: str | float | int | None) -> str | float | int | None:
    """Half characters, which no file can hold, become U+FFFD."""
    return _HALF.sub("\ufffd", value) if isinstance(value, str) else value
