"""What goes wrong in a folder with a Lance table, in one sentence for a user."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from consilience.stores.contract import StoreError


@contextmanager
def plain_errors(folder: Path) -> Iterator[None]:
    """Lance raises errors of several kinds with long traces; to a user they are one: the folder is damaged."""
    try:
        yield
    except (OSError, ValueError, RuntimeError, pa.ArrowException) as error:
        raise damaged(folder) from error


def damaged(folder: Path) -> StoreError:
    return StoreError(f"The knowledge base {folder} is damaged; index its documents anew into an empty folder.")
