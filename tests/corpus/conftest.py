"""A small folder of documents, a way to audit it, and operators of a stranger."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.samples import CANTEEN, HANDBOOK, SAFETY

from consilience.corpus.audit import AuditResult, run_audit
from consilience.settings import Settings

OPERATORS = Path(__file__).parent / "operators"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three documents: the load is a conflict, the battery an agreement in other words."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in {"handbook.md": HANDBOOK, "safety.md": SAFETY, "site/canteen.md": CANTEEN}.items():
        (docs / name).parent.mkdir(exist_ok=True)
        (docs / name).write_text(text, "utf-8")
    return docs


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs the operators of `operators/brittle.py`, in this process and in those it starts."""
    monkeypatch.syspath_prepend(str(OPERATORS))
    monkeypatch.setenv("PYTHONPATH", str(OPERATORS), prepend=os.pathsep)


@pytest.fixture
def audit(tmp_path: Path) -> Callable[..., AuditResult]:
    """`audit(folder, operators={...})` with a cache of the test's own."""

    def run(folder: Path, *, cached: bool = True, **sections: Any) -> AuditResult:
        kept = {"cache": cached, "cache_dir": str(tmp_path / "cache")}
        return run_audit([folder], Settings(run=kept, **sections))  # type: ignore[arg-type]

    return run
