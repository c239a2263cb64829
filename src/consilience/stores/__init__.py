"""Stores: where a knowledge base lives. `open_store` finds the kind by what was given as --kb."""

from __future__ import annotations

from importlib import import_module

from consilience.stores.contract import (
    AUDITOR,
    EVERYONE,
    Access,
    Entry,
    Hit,
    KbInfo,
    Reader,
    Stats,
    Store,
    Stored,
    StoreError,
    Writer,
)

__all__ = [
    "AUDITOR", "EVERYONE", "Access", "Entry", "Hit", "KbInfo", "Reader", "Stats", "Store", "StoreError", "Stored",
    "Writer", "open_store",
]  # fmt: skip


# Scheme -> module, extra that it needs.
_KINDS = {
    "postgresql": ("postgres", "postgres"),
    "postgres": ("postgres", "postgres"),
    "pinecone": ("pinecone", "pinecone"),
}


def open_store(kb: str) -> Store:
    """The store that `kb` names: a folder (LanceDB), postgresql://... or pinecone://INDEX[/NAMESPACE].

    Nothing is opened yet. Raises StoreError for an address of another kind, or when the extra is not installed.
    """
    scheme, colon, _ = kb.partition("://")
    if not kb.strip():
        raise StoreError("The knowledge base has no name (--kb); give a folder, for instance --kb kb.")
    kind, extra = ("lance", "") if not colon else _KINDS.get(scheme, ("", ""))
    if not kind:
        raise StoreError(
            f"Knowledge bases at {scheme}:// are not known; give a folder, postgresql://... or pinecone://INDEX."
        )
    try:
        store: Store = import_module(f"consilience.stores.{kind}").open_at(kb)
    except ImportError as error:
        raise StoreError(
            f"A knowledge base at {scheme}:// needs '{error.name}', which is not installed; "
            f"the extra is: pip install 'consilience[{extra}]'."
        ) from error
    return store
