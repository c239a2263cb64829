"""The package as a library: what importing it costs, and what it offers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import consilience
from consilience.report.writer import RunError
from consilience.sources import SourceError

IMPORT = """
import sys
opened = []
sys.addaudithook(lambda event, arguments: opened.append(str(arguments[0])) if event == "open" else None)
import consilience
read = [path for path in opened if not path.endswith((".py", ".pyc"))]
ours = sorted(name for name in sys.modules if name.startswith("consilience"))
heavy = {"numpy", "pydantic", "daft", "onnxruntime", "pint", "babel", "pyarrow"} & set(sys.modules)
assert ours == ["consilience"] and not heavy and not read, (ours, heavy, read)
"""


def test_importing_loads_and_opens_nothing() -> None:
    """`import consilience` imports no other module of ours, nothing heavy, and opens no file but source code."""
    done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_public_names() -> None:
    """The flows and `__version__`, listed by dir(); anything else is an AttributeError that names it."""
    flows = {"audit", "index", "search", "evaluate"}
    assert all(callable(getattr(consilience, name)) for name in flows)
    assert consilience.__version__.startswith("0.")
    assert {*flows, "__version__"} <= set(dir(consilience))
    with pytest.raises(AttributeError, match="adit"):
        consilience.adit  # noqa: B018


def test_a_path_that_is_not_there_is_an_error_of_its_own(tmp_path: Path) -> None:
    """A library caller can catch SourceError; its message is a sentence."""
    with pytest.raises(SourceError, match="nowhere"):
        consilience.audit(tmp_path / "nowhere")


def test_a_run_folder_that_is_a_file_is_refused_before_the_work(tmp_path: Path) -> None:
    """The audit does not run for minutes to fail at its last step."""
    file = tmp_path / "run"
    file.write_text("mine", "utf-8")
    with pytest.raises(RunError, match="it is a file"):
        consilience.audit(tmp_path, out=file)
