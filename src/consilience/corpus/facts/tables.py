"""Facts of a table row: the row's head is the entity, the column's head the relation, the cell the value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from consilience.corpus.facts.asked import ANY, Kinds, asked
from consilience.corpus.facts.context import masked, plain, with_headings
from consilience.corpus.facts.heads import label, label_in_cell, reread
from consilience.corpus.facts.labels import answers
from consilience.corpus.facts.limits import readable
from consilience.corpus.facts.make import Place, fact
from consilience.corpus.facts.naming import name_in_row
from consilience.corpus.facts.phrases import phrase_in_cell
from consilience.corpus.facts.places import place_in_words
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
_PARTED = re.compile(r"[,;/|]| and | or ")
_LABELS = {"name", "identifier", "version"}  # kinds that name a row rather than say something about it
_EMPTY = {"", "-", "–", "—", "n/a", "none"}
_YES_NO = {"yes": "yes", "no": "no", "✓": "yes", "✔": "yes", "✗": "no", "✘": "no", "ja": "yes", "nein": "no",
           "oui": "yes", "x": "yes", "non": "no", "sí": "yes", "nee": "no"}  # fmt: skip


def facts_of_row(place: Place, kinds: Kinds = ANY) -> Iterator[Fact]:
    """One fact of the `kinds` per typed value in the cells after the first, and one per short cell of words (a
    category).
    """
    cells = _cells(place)
    if len(cells) < 2:
        return
    text = place.statement.text
    about = 2 if len(cells) > 2 and (place.block.path, text[slice(*cells[0])]) in place.around.repeated else 1
    head = ", ".join(text[slice(*cell)] for cell in cells[:about])
    made = 0
    for column, cell in enumerate(cells[about:], start=about):
        for mention in _values(place, head, column, cell):
            if made >= _MAX_ROW_FACTS:
                return
            made += 1
            if asked(kinds, mention.value.kind):
                yield _row_fact(place, head, column, cell, mention)
    yield from (one for one in _first_cell(place, cells) if asked(kinds, one.value.kind))
    if asked(kinds, "category", "identifier"):
        yield from (one for one in _members(place, cells) if asked(kinds, one.value.kind))


def _first_cell(place: Place, cells: list[tuple[int, int]]) -> Iterator[Fact]:
    """A row that begins with a number (78-89, then "good") is read the other way: the next cell is its subject."""
    language = place.statement.language
    typed = [one for one in scan(place.statement.text[slice(*cells[0])], language) if one.value.kind not in _LABELS]
    head = place.statement.text[slice(*cells[1])]
    beside = [one for one in scan(head, language) if one.value.kind != "name"]
    if len(typed) == 1 and not beside and _WORD.search(head):
        yield _row_fact(place, head, 0, cells[0], typed[0])


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
    value = label(plain(head), head) or category(head)
    for member in members[:_MAX_MEMBERS]:
        context = with_headings(place, f"{member}, {title}: something")
        yield fact(place, *cells[0], value, member, title, context, 0.8)


def _cells(place: Place) -> list[tuple[int, int]]:
    offset = place.statement.start
    return [(start - offset, end - offset) for start, end in place.block.cells]


def _column(place: Place, column: int) -> str:
    header = place.block.header
    return header[column] if column < len(header) else ""


def _values(place: Place, head: str, column: int, cell: tuple[int, int]) -> list[Mention]:
    """The values of a cell, at their places in the cell."""
    text = place.statement.text[slice(*cell)]
    title = _column(place, column)
    whole = _state(text) or label_in_cell(text, (title, head)) or place_in_words(text, plain(title))
    if whole is not None:
        return [Mention(0, len(text), whole)]
    mentions = [
        one for one in scan(readable(text), place.statement.language) if text[one.start : one.end] == one.value.text
    ]
    typed = [
        reread(one, (title, head), place.around.currency)
        for one in mentions
        if one.value.kind != "name" and answers(text, one)
    ]
    said = typed or mentions
    covered = sum(mention.end - mention.start for mention in mentions)
    bare = not said or (not typed and covered < len(text.strip()) and not _names_one(text, mentions))
    if bare and 0 < len(_WORD.findall(text)) <= _MAX_CELL_WORDS and plain(text).lower() not in _EMPTY:
        return [Mention(0, len(text), category(text))]
    return list(said)


def _names_one(text: str, mentions: list[Mention]) -> bool:
    """Whether a cell begins with a name of several words, and its role or address follows: "Dr T. Renwick, QP"."""
    first = mentions[0]
    return not text[: first.start].strip() and len(first.value.tokens) > 1 and text[first.end :].lstrip()[:1] in ",(;"


def _state(text: str) -> Value | None:
    """The yes or no of a cell that says nothing else."""
    answer = _YES_NO.get(plain(text).casefold())
    return Value("yes_no", text, answer, dimension="polarity") if answer else None


def _row_fact(place: Place, head: str, column: int, cell: tuple[int, int], mention: Mention) -> Fact:
    title, value = _column(place, column), mention.value
    entity, relation = name_in_row(head, title, value.kind, place.above)
    text = place.statement.text[slice(*cell)]
    inside = masked(text, [mention])
    said = f"{plain(head)}, {plain(title)}: {inside}" if title else f"{plain(head)}: {inside}"
    first, last = phrase_in_cell(text, mention.start, mention.end, value, _stands_alone(text, mention))
    start, end = cell[0] + mention.start, cell[0] + mention.end
    phrase = (cell[0] + first, cell[0] + last)
    return fact(place, start, end, value, entity, relation, with_headings(place, said), 0.95, phrase)


def _stands_alone(text: str, mention: Mention) -> bool:
    """Whether no other number stands in the cell, unless all of it is one phrase ("above 60 for 5 minutes")."""
    return not any(map(str.isdigit, text[: mention.start] + text[mention.end :])) or not _PARTED.search(text)
