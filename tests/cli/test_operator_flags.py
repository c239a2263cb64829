"""The flags of operators are the same for every command that runs some of them (CONTRACT)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.lines import runner
from typer.main import get_command

from consilience.cli.app import app
from consilience.cli.options import OPERATORS

_ALL = {"--quality", "--facts", "--generator", "--judge", "--encoder", "--reranker", "--model"}
_ROOT: Any = get_command(app)
_COMMANDS = ("audit", "index", "search", "ask", "eval", "judge")


def _flags(command: Any) -> dict[str, Any]:
    return {one.opts[0]: one for one in command.params if getattr(one, "rich_help_panel", None) == OPERATORS}


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_command_takes_every_operator(name: str) -> None:
    """All seven flags, each with a sentence and an example, in a panel of their own."""
    flags = _flags(_ROOT.commands[name])
    assert set(flags) >= _ALL
    assert all("Example: --" in one.help for one in flags.values())


def test_the_study_takes_every_operator() -> None:
    """A study runs all levels."""
    assert set(_flags(_ROOT.commands["study"].commands["run"])) >= _ALL


def test_a_flag_means_the_same_everywhere() -> None:
    """One declaration: name, type and help do not differ between commands."""
    first = {name: flag.help for name, flag in _flags(_ROOT.commands["audit"]).items()}
    for name in _COMMANDS:
        for flag, option in _flags(_ROOT.commands[name]).items():
            assert option.help == first[flag]


def test_a_flag_that_the_command_does_not_run_is_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`audit --judge rules` says so in its settings and is otherwise the same audit."""
    (tmp_path / "a.md").write_text("# Pump\n\nThe pump runs at 6 bar.\n", "utf-8")
    run = runner(capsys, ("audit", str(tmp_path / "a.md"), "--json"))
    plain, told = json.loads(run().out), json.loads(run("--judge", "rules", "--model", "openai:x").out)
    assert plain["settings"]["operators"]["judge"] == "embedded"
    assert (told["settings"]["operators"]["judge"], told["settings"]["llm"]["model"]) == ("rules", "openai:x")
    assert told["scores"] == plain["scores"] and set(told["operators"]) == set(plain["operators"])


def test_an_unknown_operator_that_is_run_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and the names that are installed."""
    (tmp_path / "a.md").write_text("Text.", "utf-8")
    done = runner(capsys)("audit", str(tmp_path / "a.md"), "--facts", "nobody", "--json")
    assert done.code == 2 and "No facts operator is called 'nobody'" in done.err
