"""CSV and TSV: the text is the file itself, each record a table row with the spans of its cells."""

from __future__ import annotations

import re

from consilience.model import Block
from consilience.sources.extract import Extract
from consilience.sources.outline import plain
from consilience.sources.plain_tables import is_header

_QUOTED = re.compile(r'[ ]*"((?:[^"]|"")*)"[ ]*')
_DELIMITERS = ",;\t|"
MAX_ROWS = 100_000

Span = tuple[int, int]


def extract(text: str, delimiter: str = "") -> Extract:
    """Rows of a delimited text. `delimiter` "" is found out: the one that parts the first records most evenly."""
    delimiter = delimiter or _delimiter(text)
    records, more = _records(text, delimiter)
    values = [[text[a:b] for a, b in record] for record in records[:50]]
    headed = is_header(values) or _only_words(values)
    heads = tuple(plain(value) for value in values[0]) if headed else ()
    blocks = tuple(_block(record, heads, is_header=headed and n == 0) for n, record in enumerate(records))
    notes = (f"only the first {MAX_ROWS:,} rows were read",) if more else ()
    return Extract(text, blocks, notes=notes)


def _block(record: list[Span], heads: tuple[str, ...], is_header: bool) -> Block:
    start, end = record[0][0], record[-1][1]
    return Block("table_row", start, end, cells=tuple(record), header=() if is_header else heads, is_header=is_header)


def _only_words(rows: list[list[str]]) -> bool:
    """A file without figures: the first record is its header if its cells are filled, differ and never come again."""
    if len(rows) < 2 or any(any(map(str.isdigit, cell)) for row in rows for cell in row[1:]):
        return False
    below = {cell for row in rows[1:] for cell in row}
    return all(rows[0]) and len(set(rows[0])) == len(rows[0]) and not below.intersection(rows[0])


def _delimiter(text: str) -> str:
    lines = [line for line in text[:20_000].split("\n")[:20] if line.strip()]

    def evenness(delimiter: str) -> tuple[int, int]:
        counts = [line.count(delimiter) for line in lines]
        return (sum(count == counts[0] and count > 0 for count in counts), sum(counts)) if counts else (0, 0)

    return max(_DELIMITERS, key=evenness)


def _records(text: str, delimiter: str) -> tuple[list[list[Span]], bool]:
    """Records as spans of cells (without quotation marks and outer white space), and whether there were more than
    MAX_ROWS.
    """
    records: list[list[Span]] = []
    record: list[Span] = []
    position = 0
    while position <= len(text):
        if len(records) == MAX_ROWS:
            return records, True
        cell, position, closed = _cell(text, position, delimiter)
        record.append(cell)
        if closed:
            if any(a < b for a, b in record):
                records.append(record)
            record = []
    return records, False


def _cell(text: str, position: int, delimiter: str) -> tuple[Span, int, bool]:
    """One cell from `position`: its span, where the next begins, whether it closes its record."""
    quoted = _QUOTED.match(text, position)
    if quoted and text[quoted.end() : quoted.end() + 1] in ("", "\n", delimiter):
        start, end, stop = quoted.start(1), quoted.end(1), quoted.end()
    else:
        stop = _stop(text, position, delimiter)
        start, end = position, stop
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end), stop + 1, text[stop : stop + 1] != delimiter


def _stop(text: str, position: int, delimiter: str) -> int:
    brk = text.find("\n", position)
    brk = len(text) if brk < 0 else brk
    found = text.find(delimiter, position, brk)
    return brk if found < 0 else found
