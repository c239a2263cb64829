"""The generated pages are up to date, and leave nothing out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from consilience.cli.pages import PAGES
from consilience.cli.variables import READ, SET
from consilience.settings import sections


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_page_is_up_to_date(name: str, repository: Path) -> None:
    """A changed help text or setting is followed by `make docs`."""
    assert (repository / "docs" / name).read_text("utf-8") == PAGES[name]()


def test_every_setting_is_described() -> None:
    """A setting without a description, or missing from the page, cannot be added."""
    page = PAGES["settings.md"]()
    for section, kind in sections().items():
        assert f"## [{section}]" in page
        for name, field in kind.model_fields.items():
            assert field.description, f"{section}.{name} has no description"
            assert f"| `{name}` |" in page


def test_every_flag_has_a_sentence_and_an_example() -> None:
    """No row of the command tables is left with an empty cell."""
    rows = [line for line in PAGES["cli.md"]().splitlines() if line.startswith("| `") and line.count("`") >= 4]
    assert len(rows) >= 15
    for row in rows:
        flag, meaning, example = (cell.strip() for cell in row.replace("\\|", "/").strip("| ").split(" | "))
        assert meaning.endswith("."), flag
        assert example.strip("`"), flag


_VARIABLE = re.compile(r"_?[A-Z][A-Z0-9]*(_[A-Z0-9]+)+|_[A-Z][A-Z0-9]*")


def variables(source: Path) -> Iterator[tuple[str, str]]:
    """(module, name) of what looks like a variable, or the end of one, in the modules that handle the environment."""
    for path in sorted(source.rglob("*.py")):
        code = path.read_text("utf-8")
        if "environ" in code and path.name not in ("variables.py", "resolve.py"):
            for node in ast.walk(ast.parse(code)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and _VARIABLE.fullmatch(node.value):
                    yield path.relative_to(source).as_posix(), node.value


def test_every_environment_variable_is_described(repository: Path) -> None:
    """A variable that the source reads or sets stands in the table of docs/settings.md."""
    told = [*(name for one in READ for name in one.names), *SET]
    found = list(variables(repository / "src" / "consilience"))
    assert {"PINECONE_API_KEY", "RERANK_BASE_URL", "XDG_CACHE_HOME"} <= {name for _, name in found}
    for module, name in found:
        described = any(one == name or one.endswith(f"_{name.lstrip('_')}") for one in told)
        assert described, f"{module} names {name}, which no row of cli/variables.py has"
    page = PAGES["settings.md"]()
    assert all(f"`{name}`" in page for name in told)
