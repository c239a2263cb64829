"""Shared by all tests: no setting of the developer's machine leaks in, no cache of the user's is touched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# No test asserts a time, and a busy machine is no failure. On CI the examples are the same in every run.
settings.register_profile("consilience", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("consilience")


@pytest.fixture(autouse=True, scope="session")
def _clean_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Take away CONSILIENCE_* variables and give the run a cache folder of its own; subprocesses inherit both."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.upper().startswith("CONSILIENCE_")]:
            patch.delenv(name)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the source tree."""
    return Path(__file__).parent.parent
