"""Command lines run in this process, as the tests of every command need them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from consilience.cli.app import run


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


def runner(capsys: pytest.CaptureFixture[str], before: tuple[str, ...] = (), after: tuple[str, ...] = ()) -> Run:
    """Runs what it is called with, between the arguments `before` and `after`."""

    def call(*arguments: str) -> Result:
        code = run([*before, *arguments, *after])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call
