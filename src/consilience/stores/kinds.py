"""Which kind of store an address names, and its module."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from consilience.stores.contract import StoreError

# Scheme -> beginning of the modules' names, which is that of the extra too.
_KINDS = {"postgresql": "postgres", "postgres": "postgres", "pinecone": "pinecone"}


def kind_of(kb: str) -> str:
    """`lance` for a folder, `postgres` or `pinecone`. Raises StoreError for an address of another kind."""
    scheme, colon, _ = kb.partition("://")
    if not kb.strip():
        raise StoreError("The knowledge base has no name (--kb); give a folder, for instance --kb kb.")
    kind = _KINDS.get(scheme, "") if colon else "lance"
    if not kind:
        raise StoreError(
            f"Knowledge bases at {scheme}:// are not known; give a folder, postgresql://... or pinecone://INDEX."
        )
    return kind


def kind_module(kb: str, part: str = "") -> Any:
    """The module of that kind, or the part of it that is named so. Raises StoreError: the extra is not installed."""
    kind = kind_of(kb)
    os.environ.setdefault("LANCEDB_LOG", "error")  # before its import: it says on stderr that a new table is new
    try:
        return import_module(f"consilience.stores.{kind}{part}")
    except ImportError as error:
        raise StoreError(
            f"A knowledge base at {kb.partition('://')[0]}:// needs '{error.name}', which is not installed; "
            f"the extra is: pip install 'consilience[{kind}]'."
        ) from error
