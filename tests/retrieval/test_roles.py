"""Who may read a document: roles files, front matter, metadata."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.model import Document, Skipped
from consilience.retrieval.errors import RolesError
from consilience.retrieval.roles import RolesFile, named, read_roles_file, roles_of
from consilience.settings import ReadSettings
from consilience.sources import read_bytes

CASES = Path(__file__).parent / "cases"
GOOD = yaml.safe_load((CASES / "roles.yaml").read_text("utf-8"))
BAD = yaml.safe_load((CASES / "roles_files.yaml").read_text("utf-8"))
NAMES = st.text("ab/#.*-é[", min_size=1, max_size=12)
ROLES = st.lists(st.sampled_from(["hr", "staff", "board", "*"]), min_size=1, unique=True)


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "roles.yaml"
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return path


def said(rules: RolesFile, doc: str, case: dict[str, Any]) -> tuple[str, ...] | str:
    metadata = tuple(sorted(case.get("says", {}).items()))
    found = roles_of(Document(doc, case.get("text", "Text."), metadata=metadata), rules)
    return found.reason if isinstance(found, Skipped) else found


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in GOOD])
def test_who_may_read_what(case: dict[str, Any], tmp_path: Path) -> None:
    """Cases in `cases/roles.yaml`: a roles file, documents, and who may read them."""
    rules = read_roles_file(written(tmp_path, case["rules"])) if case["rules"] else RolesFile()
    told = {doc: one if isinstance(one, dict) else {"roles": one} for doc, one in case["documents"].items()}
    wanted = {doc: one["skipped"] if "skipped" in one else tuple(one["roles"]) for doc, one in told.items()}
    assert {doc: said(rules, doc, one) for doc, one in told.items()} == wanted


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in BAD])
def test_a_roles_file_that_cannot_be_used_says_why(case: dict[str, str], tmp_path: Path) -> None:
    """Cases in `cases/roles_files.yaml`: one sentence that names the file and the place."""
    path = written(tmp_path, case["text"])
    with pytest.raises(RolesError) as caught:
        read_roles_file(path)
    assert str(caught.value).replace(str(path), "FILE").endswith(case["says"])
    assert str(path) in str(caught.value)


def test_a_roles_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    """Missing, a folder, not UTF-8, nested without end, or huge: a sentence each."""
    for path, wanted in (
        (tmp_path / "none.yaml", "There is no roles file"),
        (tmp_path, "is not a file"),
        (written(tmp_path, b"\xff\xfe\x00"), "is not UTF-8 text"),
    ):
        with pytest.raises(RolesError, match=wanted):
            read_roles_file(path)
    with pytest.raises(RolesError, match="is not valid YAML"):
        read_roles_file(written(tmp_path, "a: " + "[" * 3000))
    with pytest.raises(RolesError, match="larger than 1,000,000 bytes"):
        read_roles_file(written(tmp_path, '"a": [hr]\n' + "#" * 1_000_000))


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("markdown", "---\nroles: [staff, hr]\n---\n\nText.\n"),
        ("markdown", '+++\nroles = ["staff", "hr"]\n+++\n\nText.\n'),
        ("jsonl", json.dumps({"id": "1", "text": "Text.", "metadata": {"roles": ["staff", "hr"]}})),
    ],
)
def test_documents_declare_roles_in_their_metadata(format: str, text: str) -> None:
    """Front matter in YAML or TOML, and the metadata of a record."""
    (found,) = read_bytes(text.encode(), "a", format, ReadSettings())
    assert isinstance(found, Document)
    assert roles_of(found, RolesFile()) == ("hr", "staff")


def test_front_matter_that_is_broken_where_it_names_roles_closes_the_document() -> None:
    """A bracket left open must not open the document to everyone; without roles in it, it is nothing to fear."""
    for line, closed in (("roles: [hr", True), ("title: a: b", False)):
        text = f"---\n{line}\nx: [\n---\n\nText.\n"
        (found,) = read_bytes(text.encode(), "a.md", "markdown", ReadSettings())
        assert isinstance(found, Document)
        assert isinstance(roles_of(found, RolesFile()), Skipped) is closed


@given(st.lists(st.tuples(NAMES, ROLES.map(tuple)), max_size=5), NAMES, ROLES)
def test_a_document_cannot_widen_what_the_roles_file_says(
    rules: list[tuple[str, tuple[str, ...]]], doc: str, says: list[str]
) -> None:
    """Where any glob matches, what the document declares changes nothing."""
    file = RolesFile(tuple(rules))
    silent = roles_of(Document(doc, "Text."), file)
    open_door = roles_of(Document(doc, "Text.", metadata=(("roles", ", ".join(says)),)), file)
    assert open_door == silent if file.of(doc) is not None else set(open_door) == set(says)


@given(st.lists(NAMES, max_size=6, unique=True), st.lists(NAMES, max_size=6))
def test_idle_globs_are_those_that_match_nothing(globs: list[str], docs: list[str]) -> None:
    """A glob is idle exactly when the roles file with that glob alone has nothing to say of any document."""
    file = RolesFile(tuple((glob, ("hr",)) for glob in globs))
    alone = [glob for glob in globs if all(RolesFile(((glob, ("hr",)),)).of(doc) is None for doc in docs)]
    assert list(file.idle(docs)) == alone


def test_a_glob_of_many_stars_ends_on_any_path() -> None:
    """The cost is bounded by the glob and the path, also where a matcher that backtracks would not come back."""
    file = RolesFile((("/".join(["**", "*a*a*a*"] * 12) + "/x", ("hr",)), ("*-" * 40 + ".md", ("hr",))))
    assert file.of("a" * 200 + ("/" + "a" * 20) * 200) is None
    assert file.of("-" * 250) is None


def test_roles_of_a_user_are_checked() -> None:
    """Sorted, each once, white space in order; what no document could name is refused."""
    assert named(["staff", " project   lead ", "staff"]) == ("project lead", "staff")
    assert named([]) == ()
    for wrong in ("", " ", "hr,staff", "a;b", "it's", "x" * 101, "h\x1br"):
        with pytest.raises(RolesError, match=r"is no name for a role \(--as\)\.$"):
            named([wrong])
