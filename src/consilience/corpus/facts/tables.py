"""Facts of a table row: the row's head is the entity, the column's head the relation, the cell the value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from consilience.corpus.facts.context import masked, plain, with_headings
from consilience.corpus.facts.labels import answers
from consilience.corpus.facts.make import Place, fact
from consilience.corpus.facts.naming import name_in_row
from consilience.model import Fact, Mention, Value
from consilience.values import category, scan

_MAX_CELL_WORDS = 6
_MAX_ROW_FACTS = 12
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_CLASS_HEAD = re.compile(
    r"\b(class|category|zone|level|group|tier|type|grade|band|klasse|kategorie|stufe|catégorie|classe|categoría)\b",
    re.IGNORECASE,
)
_MAX_MEMBERS = 12
_LABELS = {"name", "identifier", "version"}  # kinds that name a row rather than say something about it
_EMPTY = {"", "-", "–", "—", "n/a", "none", "yes", "no"}


def facts_of_row(place: Place) -> Iterator[Fact]:
    """One fact per typed value in the cells after the first, and one per short cell of words (a category)."""
    cells = _cells(place)
    if len(cells) < 2:
        return
    text = place.statement.text
    about = 2 if len(cells) > 2 and (place.block.path, text[slice(*cells[0])]) in place.around.repeated else 1
    head = ", ".join(text[slice(*cell)] for cell in cells[:about])
    made = 0
    for column, (start, end) in enumerate(cells[about:], start=about):
        for value_start, value_end, value in _values(place, start, end):
            if made >= _MAX_ROW_FACTS:
                return
            made += 1
            yield _row_fact(place, head, column, (start, end), value_start, value_end, value)
    yield from _first_cell(place, cells)
    yield from _members(place, cells)


def _first_cell(place: Place, cells: list[tuple[int, int]]) -> Iterator[Fact]:
    """A row that begins with a number (78-89, then "good") is read the other way: the next cell is its subject."""
    text = place.statement.text
    typed = [one for one in scan(text[slice(*cells[0])], place.statement.language) if one.value.kind not in _LABELS]
    head = text[slice(*cells[1])]
    if len(typed) != 1 or scan(head, place.statement.language) or not _WORD.search(head):
        return
    start, end = cells[0][0] + typed[0].start, cells[0][0] + typed[0].end
    yield _row_fact(place, head, 0, cells[0], start, end, typed[0].value)


def _members(place: Place, cells: list[tuple[int, int]]) -> Iterator[Fact]:
    """A row whose head is a class ("Confidential", then "readings, contracts") gives the class of each one listed."""
    header = place.block.header
    if not header or not _CLASS_HEAD.search(header[0]):
        return
    text = place.statement.text
    head = text[slice(*cells[0])]
    members = [plain(part) for part in re.split(r"[,;]| and ", text[slice(*cells[1])]) if part.strip()]
    if len(members) < 2 or (scan(text[slice(*cells[1])], place.statement.language) and len(members) < 3):
        return
    title = plain(header[0])
    value = category(head)
    for member in members[:_MAX_MEMBERS]:
        context = with_headings(place.document, place.block, f"{member}, {title}: something")
        yield fact(place, *cells[0], value, member, title, context, 0.8)


def _cells(place: Place) -> list[tuple[int, int]]:
    offset = place.statement.start
    return [(start - offset, end - offset) for start, end in place.block.cells]


def _values(place: Place, start: int, end: int) -> list[tuple[int, int, Value]]:
    text = place.statement.text[start:end]
    mentions = scan(text, place.statement.language)
    typed = [mention for mention in mentions if mention.value.kind != "name" and answers(text, mention)]
    found = [(start + mention.start, start + mention.end, mention.value) for mention in typed or mentions]
    covered = sum(mention.end - mention.start for mention in mentions)
    words = _WORD.findall(text)
    bare = not found or (not typed and covered < len(text.strip()))
    if bare and 0 < len(words) <= _MAX_CELL_WORDS and plain(text).lower() not in _EMPTY:
        found = [(start, end, category(text))]
    return found


def _row_fact(place: Place, head: str, column: int, cell: tuple[int, int], start: int, end: int, value: Value) -> Fact:
    header = place.block.header
    title = header[column] if column < len(header) else ""
    entity, relation = name_in_row(head, title, value.kind, place.above)
    local = Mention(start - cell[0], end - cell[0], value)
    inside = masked(place.statement.text[slice(*cell)], [local])
    said = f"{plain(head)}, {plain(title)}: {inside}" if title else f"{plain(head)}: {inside}"
    return fact(place, start, end, value, entity, relation, with_headings(place.document, place.block, said), 0.95)
