"""Conflict injection: counterparts of documents in which some values are others (paper section V, corpus B).

`inject_document` is the pure part; `folder.py` reads documents and writes them with their counterparts and the truth.
"""

from __future__ import annotations

from consilience.study.inject.document import Change, Injected, inject_document, inject_text

__all__ = ["Change", "Injected", "inject_document", "inject_text"]
