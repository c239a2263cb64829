"""Which files are read, under which names, and what is said of those that are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.sources import office

from consilience.model import Document, Skipped
from consilience.settings import ReadSettings
from consilience.sources import SourceError, discover, read

SETTINGS = ReadSettings()
FOLLOW = ReadSettings(follow_symlinks=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A knowledge base with files of many kinds."""
    base = tmp_path / "kb"
    for name, data in {
        "b.md": b"# B\n\nText.",
        "a.txt": b"Text.",
        "deep/er/c.html": b"<p>Text.</p>",
        "deep/manual.PDF": office.pdf(),
        "README": b"Plain words without an extension.",
        "page": b"<!DOCTYPE html><p>Text.</p>",
        ".hidden.md": b"x",
        ".git/config.md": b"x",
        "node_modules/m.md": b"x",
        "~$b.docx": b"x",
        "run/audit.json": b"{}",
        "run/report.html": b"<p>x</p>",
        "deep/eval/eval.json": b"{}",
        "deep/eval/answers.jsonl": b"{}",
        "empty.md": b"",
        "photo.jpg": b"\xff\xd8\xff",
        "blob": bytes(range(256)),
        "old.doc": b"\xd0\xcf\x11\xe0",
    }.items():
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return base


def reasons(skipped: tuple[Skipped, ...]) -> dict[str, str]:
    return {entry.path: entry.reason for entry in skipped}


def test_a_folder_is_read_recursively_in_a_fixed_order(folder: Path) -> None:
    """Ids are relative POSIX paths, sorted; hidden files, tool folders and our own runs are left out silently."""
    found = discover([folder], SETTINGS)
    assert [(file.id, file.format) for file in found.files] == [
        ("README", "text"),
        ("a.txt", "text"),
        ("b.md", "markdown"),
        ("deep/er/c.html", "html"),
        ("deep/manual.PDF", "pdf"),
        ("page", "html"),
    ]
    assert reasons(found.skipped) == {
        "blob": "binary or unknown encoding",
        "empty.md": "empty file",
        "old.doc": "old binary Office format; save it as .docx",
        "photo.jpg": "files of type .jpg are not read",
    }
    assert all(isinstance(entry, Document) for file in found.files for entry in read(file, SETTINGS))


def test_a_single_file_has_its_name_as_id(folder: Path) -> None:
    """Naming a file reads that file."""
    assert [file.id for file in discover([folder / "deep" / "er" / "c.html"], SETTINGS).files] == ["c.html"]


def test_ids_that_collide_get_the_name_of_their_folder(tmp_path: Path) -> None:
    """Two folders with the same file names stay apart; a folder without such names keeps its short ids."""
    for name in ("one/a.md", "two/a.md", "two/b.md", "three/c.md", "x/one/a.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Text.")
    folders = [tmp_path / name for name in ("one", "two", "three")]
    assert [file.id for file in discover(folders, SETTINGS).files] == ["c.md", "one/a.md", "two/a.md", "two/b.md"]
    same_name = discover([tmp_path / "one", tmp_path / "x" / "one"], SETTINGS).files
    assert len({file.id for file in same_name}) == 2


def test_a_file_reached_twice_is_read_once(folder: Path) -> None:
    """A folder and a folder within it do not double the documents."""
    found = discover([folder, folder / "deep"], SETTINGS)
    assert [file.id for file in found.files].count("deep/er/c.html") == 1
    assert len({file.path for file in found.files}) == len(found.files) == 6


def test_a_path_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    """A mistyped name is the user's mistake: one sentence says which."""
    with pytest.raises(SourceError, match=r"There is no file or folder '.*missing'\."):
        discover([tmp_path / "missing"], SETTINGS)


def test_a_file_beyond_the_limit_is_skipped_unread(folder: Path) -> None:
    """The size is known before the file is opened."""
    found = discover([folder], ReadSettings(max_bytes=100))
    assert reasons(found.skipped)["deep/manual.PDF"] == "larger than 100 bytes"


def test_links_are_not_followed_unless_asked(folder: Path, tmp_path: Path) -> None:
    """By default every symbolic link is listed; with the setting those that stay inside lead to files read once."""
    outside = tmp_path / "outside.md"
    outside.write_text("Text.")
    (folder / "out.md").symlink_to(outside)
    (folder / "again.md").symlink_to(folder / "b.md")
    (folder / "shown.md").symlink_to(folder / ".hidden.md")
    (folder / "deep" / "loop").symlink_to(folder)
    (folder / "self").symlink_to(folder / "self")
    plain, followed = discover([folder], SETTINGS), discover([folder], FOLLOW)
    assert {reasons(plain.skipped)[name] for name in ("out.md", "again.md", "self", "deep/loop")} == {
        "symbolic link, not followed"
    }
    ids = [file.id for file in followed.files]
    assert "shown.md" in ids and "b.md" in ids and "again.md" not in ids
    assert reasons(followed.skipped)["out.md"] == "symbolic link out of the folder"
    assert reasons(followed.skipped)["deep/loop"] == "symbolic link in a circle, or to a folder already read"
    assert reasons(followed.skipped)["self"] == "symbolic link that leads nowhere or in a circle"


def test_what_is_no_regular_file_is_never_opened(folder: Path) -> None:
    """A named pipe would wait for ever."""
    os.mkfifo(folder / "pipe.md")
    assert reasons(discover([folder], SETTINGS).skipped)["pipe.md"] == "not a regular file"


def test_a_file_that_vanishes_before_it_is_read_is_skipped(folder: Path) -> None:
    """Between finding and reading anything may happen to a file."""
    (file,) = discover([folder / "b.md"], SETTINGS).files
    (folder / "b.md").unlink()
    assert read(file, SETTINGS) == (Skipped("b.md", "cannot be opened: no such file or directory"),)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open every file")
def test_a_file_without_permission_is_skipped(folder: Path) -> None:
    """What may not be opened is listed."""
    (folder / "b.md").chmod(0)
    assert reasons(discover([folder], SETTINGS).skipped)["b.md"] == "cannot be opened: permission denied"


def test_a_file_name_that_is_no_text_can_be_written(folder: Path) -> None:
    """An id must survive JSON and the terminal, whatever bytes the file system allows."""
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.md")).write_text("Text.")
    ids = [file.id for file in discover([folder], SETTINGS).files]
    assert "caf\\udce9.md" in ids
    assert "\n".join(ids).encode("utf-8")


def test_a_path_that_the_system_refuses_is_one_sentence(tmp_path: Path) -> None:
    """A path that exists for nobody, or that may not be looked at, is an error of one plain sentence."""
    with pytest.raises(SourceError, match=r"' cannot be opened: file name too long\.$"):
        discover([tmp_path / ("a" * 300)], ReadSettings())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look at everything")
def test_what_may_not_be_looked_at_is_said(tmp_path: Path) -> None:
    """A file below a folder without permission is an error when it is given, and skipped when it is come upon."""
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "a.md").write_text("Text.")
    locked.chmod(0o400)
    with pytest.raises(SourceError, match=r"a\.md' cannot be opened: permission denied\.$"):
        discover([locked / "a.md"], ReadSettings())
    assert reasons(discover([locked], ReadSettings()).skipped) == {"a.md": "cannot be opened: permission denied"}
    locked.chmod(0o700)
