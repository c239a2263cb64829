"""Spreadsheets (XLSX), read with openpyxl: a sheet is a section, a run of rows between empty ones a table.

Cells are shown as the sheet shows them (7%, £38.00, 2025-10-13), since that is what a reader would quote. Formulas
give the value that was stored with them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from consilience.sources.archive import core_properties, open_archive, part, refuse_declarations
from consilience.sources.builder import MAX_COLUMNS, Builder, tidy
from consilience.sources.extract import Extract
from consilience.sources.plain_tables import is_header

MAX_ROWS = 50_000  # a sheet
_CURRENCY = re.compile(r"\[\$([^\]\-]*)[^\]]*\]|\"?([£€$¥])\"?")
_SYMBOLS = "£€$¥"


def extract(data: bytes, limit: int) -> Extract:
    """Sheets as tables. Raises Unreadable; sheets beyond MAX_ROWS rows are cut, with a note."""
    archive = open_archive(data)
    for name in sorted(archive.namelist()):
        if name.endswith((".xml", ".rels")):
            refuse_declarations(part(archive, name) or b"")
    properties = core_properties(archive)
    builder = Builder(limit)
    notes = _sheets(data, builder)
    title, language = properties.pop("title", ""), properties.pop("language", "")
    return Extract(
        builder.text, tuple(builder.blocks), title, language, tuple(sorted(properties.items())), tuple(notes)
    )


def _sheets(data: bytes, builder: Builder) -> list[str]:
    from openpyxl import load_workbook

    notes = []
    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    for sheet in workbook.worksheets:
        if sheet.sheet_state != "visible":
            continue
        sheet.reset_dimensions()  # a false one would hide cells or invent millions
        rows = sheet.iter_rows(max_row=MAX_ROWS + 1, max_col=MAX_COLUMNS)
        tables, cut = _tables(rows)
        if tables:
            builder.heading(tidy(sheet.title), 2)
        for table in tables:
            _table(builder, table)
        if cut:
            notes.append(f"only the first {MAX_ROWS:,} rows of sheet '{sheet.title}' were read")
    return notes


def _tables(rows: Iterator[Any]) -> tuple[list[list[list[str]]], bool]:
    """Rows as texts, parted at empty rows, and whether the sheet goes on beyond MAX_ROWS."""
    tables: list[list[list[str]]] = []
    current: list[list[str]] = []
    for number, row in enumerate(rows):
        if number == MAX_ROWS:
            return [table for table in (*tables, current) if table], True
        texts = [tidy(shown(cell.value, cell.number_format or "")) if cell.value is not None else "" for cell in row]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            current.append(texts)
        elif current:
            tables.append(current)
            current = []
    return [table for table in (*tables, current) if table], False


def _table(builder: Builder, rows: list[list[str]]) -> None:
    """A table; rows of one cell above it, or without one, are titles and remarks, and so paragraphs."""
    width = max(map(len, rows))
    while rows and (width == 1 or sum(map(bool, rows[0])) == 1):
        builder.paragraph(" ".join(filter(None, rows.pop(0))))
    first = min((column for row in rows for column, text in enumerate(row) if text), default=0)
    filled = [(row + [""] * (width - len(row)))[first:] for row in rows]
    heads = [[text for text in row if text] if n == 0 else row for n, row in enumerate(filled)]
    words = len(filled) > 1 and width > 1 and len(set(filled[0])) == len(filled[0])
    builder.table(filled, header=bool(filled) and (is_header(heads) or (words and not any(map(_figure, filled[0])))))


def _figure(text: str) -> bool:
    return any(map(str.isdigit, text))


def shown(value: Any, number_format: str) -> str:
    """A cell's value as its number format shows it, in ISO form for dates and with a point for decimals."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        midnight = value.time() == time()
        return value.date().isoformat() if midnight else value.isoformat(" ", "minutes")
    if isinstance(value, date | time):
        return value.isoformat() if isinstance(value, date) else value.isoformat("minutes")
    if isinstance(value, timedelta):
        return str(value)
    if isinstance(value, int | float):
        return _number(value, number_format.split(";")[0])
    return str(value)


def _number(value: float, form: str) -> str:
    plain_form = re.sub(r"\"[^\"]*\"|\[[^\]]*\]|\\.", "", form)
    places = re.search(r"\.([0#?]+)", plain_form)
    digits = len(places[1]) if places else 0
    if "E" in plain_form:
        return f"{value:g}"
    if "%" in plain_form:
        return f"{100 * value:.{digits}f}%"
    if not re.search("[0#?]", plain_form):  # "General"
        return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else f"{value:.12g}"
    text = f"{value:,.{digits}f}" if "," in plain_form else f"{value:.{digits}f}"
    unit = _CURRENCY.search(form)
    symbol = (unit[1] or unit[2] or "") if unit else ""
    if not symbol:
        return text
    return f"{symbol}{text}" if symbol in _SYMBOLS else f"{symbol} {text}"
