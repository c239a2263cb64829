"""Stores: where a knowledge base lives. `open_store` finds the kind by what was given as --kb."""

from __future__ import annotations

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
from consilience.stores.kinds import kind_module

__all__ = [
    "AUDITOR", "EVERYONE", "Access", "Entry", "Hit", "KbInfo", "Reader", "Stats", "Store", "StoreError", "Stored",
    "Writer", "open_store",
]  # fmt: skip


def open_store(kb: str) -> Store:
    """The store that `kb` names: a folder (LanceDB), postgresql://... or pinecone://INDEX[/NAMESPACE].

    Nothing is opened yet. Raises StoreError for an address of another kind, or when the extra is not installed.
    """
    store: Store = kind_module(kb).open_at(kb)
    return store
