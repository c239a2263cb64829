"""ONNX Runtime is loaded with its usage reports off."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

CODE = "from consilience.encoders import load_encoder; load_encoder('embedded').encode(['A pump runs.'])"


def imports(code: ast.AST) -> Iterator[str]:
    """The packages that a module imports when it runs: not what stands under `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(code):
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                continue
            case ast.Import():
                yield from (alias.name.partition(".")[0] for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
        yield from imports(node)


def test_nothing_else_imports_the_runtime(repository: Path) -> None:
    """Whoever imports it by another door would let it report: package, training, benchmarks and tests use the one."""
    places = [path for part in ("src", "training", "benchmarks", "tests") for path in (repository / part).rglob("*.py")]
    found = {
        path.relative_to(repository).as_posix()
        for path in places
        if "onnxruntime" in imports(ast.parse(path.read_text("utf-8")))
    }
    assert found == {"src/consilience/encoders/runtime.py"}


def test_encoding_leaves_nothing_in_the_home_folder(tmp_path: Path) -> None:
    """No device id, no database of events to be sent: it writes them wherever nothing forbids it."""
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    # A switch that the machine already has set must not be what keeps it quiet.
    kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("ORT_")}
    subprocess.run([sys.executable, "-c", CODE], check=True, cwd=tmp_path, env=kept | places)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []
