"""What the package imports is what it declares: a fresh install has all it needs."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path


def _imported(source: Path) -> set[str]:
    """Top-level names of all modules imported anywhere in a file."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_import_is_declared(repository: Path) -> None:
    """Each third-party module that src imports belongs to a dependency of pyproject.toml, core or extra."""
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]
    listed = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    declared = {_folded(re.match(r"[\w.-]+", one).group(0)) for one in listed}  # type: ignore[union-attr]
    modules = set[str]().union(*(_imported(path) for path in (repository / "src").rglob("*.py")))
    known = packages_distributions()
    third_party = {name for name in modules if name in known and name not in sys.stdlib_module_names} - {"consilience"}
    undeclared = {name for name in third_party if not declared & {_folded(one) for one in known[name]}}
    # Optional tools of the extras: what one of them brings along may be imported beside it.
    assert undeclared <= {"huggingface_hub", "transformers"}
