"""Folders of documents and knowledge bases for the tests of level 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Write = Callable[[Mapping[str, str | bytes]], Path]


@pytest.fixture
def docs(tmp_path: Path) -> Write:
    """Writes files below `docs/`, in the place of what was there under these names; returns the folder."""

    def write(files: Mapping[str, str | bytes]) -> Path:
        for name, text in files.items():
            path = tmp_path / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return tmp_path / "docs"

    return write
