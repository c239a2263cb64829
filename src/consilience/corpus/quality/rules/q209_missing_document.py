from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable
from urllib.parse import unquote

from consilience.corpus.quality.detector import CorpusDetector, Hit
from consilience.corpus.quality.shelf import Glance, Shelf

# What an audit reads: a link to a picture or a program is no link to knowledge.
SUFFIXES = frozenset(["md", "markdown", "txt", "rst", "adoc", "html", "htm", "pdf", "docx", "pptx", "xlsx", "csv"])


class MissingDocument(CorpusDetector):
    """A relative link to a document that is not among those audited, though the folder it points to is.

    It was renamed, moved or never written. Links out of the audited folders, to pictures and to the web are left
    alone: they cannot be checked from here.

    **Bad**

        See the [travel policy](travel-policy-2019.md). (there is no such file)

    **Good**

        See the [travel policy](travel-policy.md).
    """

    code = "Q209"
    dimension = "internal_consistency"
    title = "Link to a missing document"
    severity = "warning"
    weight = 0.2
    message = "The link leads to '{target}', which is not among the documents."
    advice = "Point the link at the document's present name, or remove it."
    also = (("completeness", 0.5),)

    def find(self, shelf: Shelf) -> Iterable[tuple[int, Hit]]:
        present = {_file(one.id) for one in shelf.glances}
        folders = Counter(posixpath.dirname(file) for file in present)
        for position, one in enumerate(shelf.glances):
            for start, end, target in one.links:
                path = _path(one, target)
                if path not in present and folders[posixpath.dirname(path)] > 1 and _is_document(path):
                    yield position, Hit(start, end, 1.0, (("target", target),))


def _file(id: str) -> str:
    """The path of the file that a document was read from; a record of a file has its own id behind a mark."""
    return id.partition("#")[0]


def _path(one: Glance, target: str) -> str:
    bare = unquote(target.partition("#")[0].partition("?")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(_file(one.id)), bare))


def _is_document(path: str) -> bool:
    return path.rpartition(".")[2].lower() in SUFFIXES
