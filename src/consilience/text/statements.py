"""Statements: the units of assertion and of quotation (sentences, table rows) with exact positions."""

from __future__ import annotations

from consilience.model import Block, Document, Statement
from consilience.text.language import foreign, mixes
from consilience.text.sentences import spans

_PROSE = frozenset({"paragraph", "list_item", "quote"})


def statements(document: Document) -> tuple[Statement, ...]:
    """Sentences of paragraphs, list items and quotations, and table rows, in document order.

    Always `statement.text == document.text[statement.start:statement.end]`. Headings, code and the header rows of
    tables assert nothing by themselves and give no statement.
    """
    found: list[Statement] = []
    for index, block in enumerate(document.blocks):
        language = block.language or document.language
        if block.kind in _PROSE:
            mixed = mixes(document.text[block.start : block.end], language)
            for start, end in spans(document.text, block.start, block.end):
                text = document.text[start:end]
                spoken = (mixed and foreign(text, language)) or language
                found.append(Statement(start, end, text, "sentence", index, spoken))
        elif block.kind == "table_row" and not block.is_header:
            text = document.text[block.start : block.end]
            found.append(Statement(block.start, block.end, text, "table_row", index, language))
    return tuple(found)


def section(document: Document, block_index: int) -> str:
    """Where a block stands, as a reader would say it: "Chapter > Section > Sub". Empty outside any heading."""
    return " > ".join(document.blocks[block_index].path)


def cells(document: Document, block: Block) -> list[str]:
    """Contents of a table row's cells, as they stand in the document."""
    return [document.text[start:end] for start, end in block.cells]
