"""Texts that nobody wrote, and the documents that they are read as: strategies for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from consilience.model import Document
from consilience.settings import ReadSettings
from consilience.sources import read_bytes

# Pieces of documents, so that random texts are full of headings, tables, lists, values, rules and traps.
_PIECES = """
#~Pumps|##~Until~2019|-~|1.~|2)~|>~|```|The~pump~delivers|40~litres~per~second|must~not|may|never|first|First,|is~classed~as|hazardous
Fibre~500|zone~2|pump~B|4.3|v2.1.0|£38|5-8~%|21.01.1793|March~2024|Marta~Ellingsen|every~two~weeks|at~least|about|on~average
for~example|“quoted~words~that~go~on~for~a~while”|formerly|per~month|🚰|İ|ǆ|ﬁ|\u202e|\u200b|\ufeff|é|e\u0301|Straße|²|½|٣|一二三|,|.|;|:|—|*|**|[x](y.md)
"""
_LINES = [*(piece.replace("~", " ") for line in _PIECES.splitlines() for piece in line.split("|") if piece), "|", "\n"]
_TABLE = st.lists(st.lists(st.sampled_from(_LINES[:-2]), min_size=2, max_size=4), min_size=1, max_size=5).map(
    lambda rows: (
        "| Class | Limit | Note |\n|---|---|---|\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"
    )
)
texts = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from([*_LINES, "\n\n", "\n"]), max_size=40).map(" ".join),
    st.lists(st.one_of(st.lists(st.sampled_from(_LINES), max_size=10).map(" ".join), _TABLE), max_size=5).map(
        "\n\n".join
    ),
)


def documents(text: str, format: str = "markdown", id: str = "any") -> list[Document]:
    """What a file of this text gives; a text with nothing to read in it gives no document."""
    read = read_bytes(text.encode("utf-8"), id, format, ReadSettings())
    return [one for one in read if isinstance(one, Document)]
