"""Which fields of another program's index hold the text, the id, the document and the place in it.

A name that the user gives is taken as it stands. What is not named is found by the names that are usual, among the
fields of the first rows, as long as what stands in a field agrees with its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from consilience.stores.contract import StoreError
from consilience.stores.foreign import Fields, bare, listed

SAMPLE = 200  # rows that are looked at

# The best name first; as `bare` writes them.
_TEXT = ("text", "content", "pagecontent", "chunktext", "chunkcontent", "chunk", "passage", "body", "document", "raw")
_ID = ("id", "uuid", "chunkid", "nodeid", "rowid", "pk", "key")
_DOCUMENT = (
    "filepath", "path", "source", "filename", "file", "url", "uri", "sourceurl", "pageurl", "documentname", "docname",
    "documentid", "docid", "refdocid", "sourceid", "document", "doc", "parentid", "slug",
)  # fmt: skip
_ORDER = (
    "chunkindex", "chunkid", "chunknumber", "chunkno", "chunk", "ordinal", "position", "sequence", "seq", "part",
    "partindex", "index", "startindex", "startcharidx", "start", "offset", "page", "pagenumber",
)  # fmt: skip
_TITLE = ("title", "documenttitle", "doctitle", "pagetitle")
_LEAST = 20  # characters of a text, on average, where no name tells which field it is in
_MARKED = re.compile(r"(?P<document>.+)#\D*(?P<number>\d+)", re.DOTALL)  # an id as `page.md#chunk3`
_NUMBERED = re.compile(r"(?P<before>.*?)(?P<number>\d{1,15})", re.DOTALL)  # an id that ends in a number


@dataclass(frozen=True, slots=True)
class Wanted:
    """The fields that a user names; empty: to be found."""

    text: str = ""
    id: str = ""
    document: str = ""
    order: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The fields that are read; empty: there is none. `split` and `numbered` say what the ids tell beside them."""

    text: str
    id: str = ""
    document: str = ""
    order: str = ""
    title: str = ""
    split: bool = False  # the document is what stands before "#" in the id
    numbered: bool = False  # the chunks of a document are in order of the number at the end of the id

    def document_of(self, row: Fields, position: int) -> str:
        """The document that a row belongs to; a row of which none is known is one of its own."""
        name = str(row.get(self.document, "")).strip() if self.document else ""
        own = str(row.get(self.id, "")).strip() or f"row {position + 1}"
        if self.split and (found := _MARKED.fullmatch(own)):
            name = found["document"]
        return name or own

    def place_of(self, row: Fields) -> float | None:
        """The place of a row in its document; None where nothing tells it but the order of the rows."""
        told = _number(row.get(self.order)) if self.order else None
        found = _NUMBERED.fullmatch(str(row.get(self.id, ""))) if self.numbered and told is None else None
        return float(found["number"]) if found else told


def choose(sample: Sequence[Fields], wanted: Wanted) -> Chosen:
    """The fields to read, by the first rows. Raises StoreError for a wrong name, and where no text is seen."""
    names = sorted({name for row in sample for name in row})
    for name in asdict(wanted).values():
        if name and name not in names:
            raise StoreError(f"There is no field '{name}' in the index; its fields are: {listed(names)}.")
    find = _Finder(sample, names)
    text = wanted.text or find.text()
    id = wanted.id or find.first(_ID, taken=(text,))
    document = wanted.document or find.first(_DOCUMENT, lambda name: _named(find.values(name)), (text, id))
    order = wanted.order or find.first(_ORDER, lambda name: _numbers(find.values(name)), (text, document))
    split = not document and bool(id) and all(map(_MARKED.fullmatch, map(str, find.values(id))))
    title = find.first(_TITLE, taken=(text, document))
    chosen = Chosen(text, id, document, order, title, split)
    return Chosen(text, id, document, order, title, split, not order and _in_order(sample, chosen))


class _Finder:
    """Looks for fields in a sample by their usual names, the less nested first."""

    def __init__(self, sample: Sequence[Fields], names: Sequence[str]) -> None:
        self._sample = sample
        self._names = sorted(names, key=lambda name: (name.count("."), name))

    def values(self, name: str) -> list[str | int | float]:
        return [row[name] for row in self._sample if name in row]

    def first(
        self, usual: Sequence[str], fits: Callable[[str], bool] = lambda name: True, taken: Sequence[str] = ()
    ) -> str:
        """The field with the best of the usual names that fits and is not taken; empty when there is none."""
        free = [name for name in self._names if name not in taken]
        return next((name for one in usual for name in free if bare(name) == one and fits(name)), "")

    def text(self) -> str:
        """The field with the text: by name, or else the one with the longest. Raises StoreError."""
        named = self.first(_TEXT, lambda name: self._length(name) > 0)
        longest = max(self._names, key=lambda name: (self._length(name), name), default="")
        if not named and (not longest or self._length(longest) < _LEAST):
            raise StoreError(
                "No field of the index is seen to hold the text; name it with --text-field; the fields are: "
                f"{listed(self._names) or 'none'}."
            )
        return named or longest

    def _length(self, name: str) -> float:
        """Characters of a field on average, if it holds words; else 0."""
        texts = [one for one in self.values(name) if isinstance(one, str) and one.strip()]
        words = sum(" " in one.strip() for one in texts)
        return sum(map(len, texts)) / len(texts) if texts and 2 * words >= len(texts) else 0.0


def _named(values: Sequence[str | int | float]) -> bool:
    """Whether values can be names of documents: none is empty or long."""
    return bool(values) and all(0 < len(str(one).strip()) <= 1_000 for one in values)


def _numbers(values: Sequence[str | int | float]) -> bool:
    return bool(values) and all(_number(one) is not None for one in values)


def _number(value: str | int | float | None) -> float | None:
    """A place in a document: a number, or one written as text."""
    if isinstance(value, str):
        return float(value) if re.fullmatch(r"[0-9]{1,15}", value.strip()) else None
    return None if value is None or not abs(value) < 1e15 else float(value)


def _in_order(sample: Sequence[Fields], chosen: Chosen) -> bool:
    """Whether the ids of every document differ only in the number at their end."""
    before: dict[str, set[str]] = {}
    for position, row in enumerate(sample):
        found = _NUMBERED.fullmatch(str(row.get(chosen.id, ""))) if chosen.id else None
        if found is None:
            return False
        before.setdefault(chosen.document_of(row, position), set()).add(found["before"])
    return all(len(one) == 1 for one in before.values())
