"""Documents out of an index are those that went in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sources import office
from tests.text.test_chunks import MARKDOWN

from consilience.model import Document
from consilience.retrieval.pages import Page, entries
from consilience.retrieval.rebuild import documents
from consilience.settings import ReadSettings
from consilience.sources import read_bytes
from consilience.stores import Entry, StoreError
from consilience.text.chunks import chunks

TEXTS = {
    "markdown": "---\ntitle: Pumps\nroles: [hr]\n---\n"
    "# One\n\nIntro:\n\n1. first\n   - deep\n2. second\n\n```sh\nrun\n```\n\n"
    "> Quoted.\n\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n\n<div>\nraw\n</div>\n\n    code\n",
    "text": "PUMPS\n\nA pump runs.\nIt stops.\n\n* one\n* two\n",
    "html": "<html lang=de><title>T</title><h1>Eins</h1><ul><li>a<ul><li>b</ul></ul><table><tr><th>A<th>B<tr><td>1<td>2"
    "</table><pre>x</pre><p>Ende &amp; aus</html>",
    "csv": "name,price\npump,250\nvalve,30\n",
    "jsonl": "\n".join(
        json.dumps({"id": n, "text": f"# T{n}\n\n- a\n- b {n}\n", "title": "R", "metadata": {"k": [n, "é"]}})
        for n in (1, 2)
    ),
}


def stored(document: Document, words: int) -> list[Entry]:
    return entries(Page(document, ("hr",), "mark"), chunks(document, words))


def read(format: str) -> Iterator[Document]:
    data = TEXTS[format].encode() if format in TEXTS else getattr(office, format)()
    for one in read_bytes(data, f"dir/a.{format}", format, ReadSettings()):
        assert isinstance(one, Document), one
        yield one


@pytest.mark.parametrize("format", [*TEXTS, "docx", "pptx", "xlsx", "pdf"])
@pytest.mark.parametrize("words", [10, 200])
def test_a_document_comes_back_as_it_was(format: str, words: int) -> None:
    """Text, blocks with all their fields, title, language, format, metadata: of every format, however it is cut."""
    read_in = list(read(format))
    assert list(documents(one for document in read_in for one in stored(document, words))) == read_in


@given(MARKDOWN, st.integers(10, 60))
def test_any_markdown_comes_back_as_it_was(text: str, words: int) -> None:
    """The same of documents that nobody thought of."""
    document = read_bytes(text.encode(), "a.md", "markdown", ReadSettings())[0]
    if isinstance(document, Document) and document.blocks:
        assert list(documents(stored(document, words))) == [document]


def test_what_is_damaged_is_refused() -> None:
    """A chunk that is missing, or a rest that is no JSON of ours: one sentence that names the document."""
    (document,) = read("markdown")
    whole = stored(document, 10)
    for broken in (whole[1:], [*whole[:-1], replace(whole[-1], rest="{}")], [replace(whole[0], rest="["), *whole[1:]]):
        with pytest.raises(StoreError, match=r"^What the knowledge base holds of 'dir/a.markdown' is damaged"):
            list(documents(broken))
