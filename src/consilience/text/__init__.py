"""Pieces of a document that keep their positions: sections, sentences, table cells; and the language they are in."""

from consilience.text.statements import cells, section, statements

__all__ = ["cells", "section", "statements"]
