"""ONNX Runtime is loaded with its usage reports off."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import consilience

CODE = "from consilience.encoders import load_encoder; load_encoder('embedded').encode(['A pump runs.'])"


def test_nothing_else_imports_the_runtime() -> None:
    """Whoever imports it by another door would let it report."""
    source = Path(consilience.__file__).parent
    imports = re.compile(r"^( *)(?:import onnxruntime|from onnxruntime)", re.MULTILINE)
    found = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        for text in [re.sub(r"if TYPE_CHECKING:\n(?:    .*\n|\n)*", "", path.read_text("utf-8"))]
        if imports.search(text)
    }
    assert found == {"encoders/runtime.py"}


def test_encoding_leaves_nothing_in_the_home_folder(tmp_path: Path) -> None:
    """No device id, no database of events to be sent: it writes them wherever nothing forbids it."""
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    # A switch that the machine already has set must not be what keeps it quiet.
    kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("ORT_")}
    subprocess.run([sys.executable, "-c", CODE], check=True, cwd=tmp_path, env=kept | places)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []
