"""The documents keep their word: code in them runs, links in them lead somewhere, the example is as described."""

from __future__ import annotations

import csv
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
_NOT_RUN = ("make ", "pip install ")  # they build the environment that the tests themselves run in


def blocks(page: Path, language: str) -> list[str]:
    return [code for name, code in _BLOCK.findall(page.read_text("utf-8")) if name == language]


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder in which the README's commands make sense: the examples, some `docs` of a user, roles and questions."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "docs").symlink_to(ROOT / "examples" / "knowledge-base")
    (tmp_path / "roles.yaml").write_text('"**": [staff]\n', "utf-8")
    (tmp_path / "queries.jsonl").write_text(
        '{"question": "What does a consultation cost?", "roles": ["staff"]}\n', "utf-8"
    )
    return tmp_path


def test_the_commands_of_the_readme_run(workplace: Path) -> None:
    """Each `consilience` line ends well, or fails the gate that it shows."""
    lines = [line for code in blocks(ROOT / "README.md", "sh") for line in code.splitlines()]
    commands = [line for line in lines if not line.startswith(_NOT_RUN)]
    assert commands
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "consilience", command
        done = subprocess.run(
            [sys.executable, "-m", program, *arguments], cwd=workplace, capture_output=True, text=True
        )
        allowed = (0, 1) if "--fail" in command else (0,)
        assert done.returncode in allowed, f"{command}\n{done.stderr}"


def test_the_targets_of_the_readme_exist() -> None:
    """`make demo` and `make test` are in the Makefile."""
    rules = (ROOT / "Makefile").read_text("utf-8")
    wanted = {
        line.split()[1]
        for page in PAGES
        for code in blocks(page, "sh")
        for line in code.splitlines()
        if "make " in line
    }
    assert {"demo", "test"} <= wanted
    for target in wanted:
        assert re.search(rf"^{target}:", rules, re.MULTILINE), target


def test_the_python_of_the_readme_runs(workplace: Path) -> None:
    """The snippet prints the conflicts of the example."""
    (code,) = blocks(ROOT / "README.md", "python")
    done = subprocess.run([sys.executable, "-c", code], cwd=workplace, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "price-list.csv" in done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file or folder of the repository; an indented example may lead nowhere."""
    told = "\n".join(line for line in page.read_text("utf-8").splitlines() if not line.startswith("    "))
    for target in _LINK.findall(told):
        if "://" not in target and not target.startswith("mailto:"):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_example_is_as_described() -> None:
    """The README of the examples lists exactly the documents that are there, and its conflicts quote them."""
    readme = (ROOT / "examples" / "README.md").read_text("utf-8")
    there = {path.name for path in (ROOT / "examples" / "knowledge-base").iterdir()}
    assert set(re.findall(r"^\| `([\w.-]+)` \|", readme, re.MULTILINE)) == there
    raw = {name: (ROOT / "examples" / "knowledge-base" / name).read_text("utf-8") for name in there}
    texts = {name: " ".join(text.lower().split()) for name, text in raw.items()}
    for name, value in re.findall(r"`([\w-]+\.\w+)`: (?:Dr |at least |from )?([^|]+?) \|", readme):
        assert value.lower() in texts[name], f"{name} does not say {value}"


def test_the_price_list_is_a_table() -> None:
    """Every row of the CSV has as many cells as its header."""
    with (ROOT / "examples" / "knowledge-base" / "price-list.csv").open(encoding="utf-8", newline="") as file:
        assert len({len(row) for row in csv.reader(file)}) == 1


def test_the_flow_names_modules_that_exist() -> None:
    """A module that is moved or renamed is moved in docs/flow.md as well."""
    named = re.findall(r"`([a-z_/]+(?:\.py|/))`", (ROOT / "docs" / "flow.md").read_text("utf-8"))
    assert len(named) > 20
    for path in named:
        assert (ROOT / "src" / "consilience" / path).exists() or (ROOT / path).exists(), path
