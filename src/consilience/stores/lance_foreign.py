"""A Lance table of another program, in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import lancedb
import pyarrow as pa

from consilience.stores import lance_head, lance_rows
from consilience.stores.contract import StoreError
from consilience.stores.foreign import only

_BATCH = 500  # rows that are held at once


@contextmanager
def opened(kb: str, table: str) -> Iterator[LanceForeign | None]:
    """The table in the folder, or the folder NAME.lance itself."""
    folder = Path(kb)
    if folder.suffix == ".lance" and (folder / "_versions").is_dir():
        folder, table = folder.parent, table or folder.stem
    names = [] if (folder / lance_head.NAME).exists() else _tables(folder)
    yield LanceForeign(folder, only(names, table, str(folder))) if names else None


class LanceForeign:
    """One table at the version that is the newest now."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self.name = folder, f"the Lance table '{name}'"
        try:
            self._table = lancedb.connect(folder).open_table(name)
            self._columns = [field.name for field in self._table.schema if _told(field.type)]
        except (OSError, ValueError, RuntimeError, pa.ArrowException) as error:
            raise self._damaged() from error

    def rows(self) -> Iterator[Mapping[str, Any]]:
        try:
            query = self._table.search().select(self._columns).limit(None)
            for batch in query.to_batches(batch_size=_BATCH):
                yield from batch.to_pylist()
        except (OSError, ValueError, RuntimeError, pa.ArrowException) as error:
            raise self._damaged() from error

    def _damaged(self) -> StoreError:
        return StoreError(f"{self.name[:1].upper()}{self.name[1:]} in {self._folder} cannot be read: it is damaged.")


def _tables(folder: Path) -> list[str]:
    """Tables that are not what a first run of ours left behind."""
    if not folder.is_dir():
        return []
    names = sorted(one.stem for one in folder.glob("*.lance") if (one / "_versions").is_dir())
    return [name for name in names if name != lance_head.TABLE or not _ours(folder)]


def _ours(folder: Path) -> bool:
    try:
        columns = lancedb.connect(folder).open_table(lance_head.TABLE).schema.names
    except (OSError, ValueError, RuntimeError, pa.ArrowException):
        return True  # damaged: reading it as ours says so
    return {*lance_rows.STORED} <= {*columns}


def _told(kind: pa.DataType) -> bool:
    """Whether a column can say something in words: vectors, lists and bytes cannot."""
    lists = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    return not (lists or pa.types.is_binary(kind) or pa.types.is_large_binary(kind))
