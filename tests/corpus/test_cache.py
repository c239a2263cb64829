"""The cache gives back what was kept or nothing at all, stays within its size, and never holds half a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.corpus import cache
from consilience.corpus.cache import DamagedEntry, Entry

LINES = st.lists(st.text(st.characters(codec="ascii", exclude_characters="\n")), max_size=4).map(tuple)
ENTRIES = st.builds(Entry, LINES, LINES, LINES, LINES, st.binary(max_size=64))


@given(entry=ENTRIES)
def test_an_entry_comes_back_equal(entry: Entry) -> None:
    """Lines and vectors survive, whatever bytes the vectors consist of."""
    assert Entry.unpack(entry.pack()) == entry


@given(entry=ENTRIES, data=st.data())
def test_a_truncated_entry_is_damaged(entry: Entry, data: st.DataObject) -> None:
    """An entry cut short at any place is refused, never read as a shorter one."""
    packed = entry.pack()
    with pytest.raises(DamagedEntry):
        Entry.unpack(packed[: data.draw(st.integers(0, len(packed) - 1))])


@given(entry=ENTRIES, data=st.data())
def test_an_altered_byte_never_gives_another_entry(entry: Entry, data: st.DataObject) -> None:
    """One flipped byte anywhere is noticed (a blank in the header may change without changing the content)."""
    packed = bytearray(entry.pack())
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        read = Entry.unpack(bytes(packed))
    except DamagedEntry:
        return
    assert read == entry


@given(data=st.binary(max_size=200))
def test_a_foreign_file_is_damaged(data: bytes) -> None:
    """Bytes that are no entry raise the one error that callers handle."""
    with pytest.raises(DamagedEntry):
        Entry.unpack(data)


def test_the_name_of_an_entry_depends_on_everything_that_decides_its_content() -> None:
    """Other bytes, another id or another recipe is another entry; part boundaries do not blur."""
    base = cache.key(b"text", "a.md", "recipe")
    assert cache.key(b"text", "a.md", "recipe") == base
    others = {cache.key(b"texT", "a.md", "recipe"), cache.key(b"text", "b.md", "recipe")}
    others |= {cache.key(b"text", "a.md", "recipe2"), cache.key(b"xt", "a.mdte", "recipe")}
    assert len(others | {base}) == 5


def test_what_was_written_is_read_and_nothing_else_lies_there(tmp_path: Path) -> None:
    """Writing leaves exactly one file; an unknown name reads as nothing."""
    cache.write(tmp_path, "ab12", b"data")
    assert cache.read(tmp_path, "ab12") == b"data"
    assert cache.read(tmp_path, "ab13") is None
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["ab12.entry"]


def test_pruning_removes_the_least_recently_used_first(tmp_path: Path) -> None:
    """The folder shrinks to its limit, and an entry that was read lately outlives an older one."""
    for age, name in enumerate(["aa01", "aa02", "bb03", "bb04"]):
        cache.write(tmp_path, name, bytes(100))
        os.utime(tmp_path / name[:2] / f"{name}.entry", (1_000_000 + age, 1_000_000 + age))
    cache.read(tmp_path, "aa01")
    assert cache.prune(tmp_path, limit=250) == 2
    assert [name for name in ["aa01", "aa02", "bb03", "bb04"] if cache.read(tmp_path, name)] == ["aa01", "bb04"]


def test_pruning_clears_what_a_killed_run_left_behind(tmp_path: Path) -> None:
    """An old temporary file goes; a fresh one may belong to a run that is still writing, and stays."""
    (tmp_path / "aa").mkdir()
    old, fresh = tmp_path / "aa" / ".x.1.a.tmp", tmp_path / "aa" / ".y.2.b.tmp"
    old.write_bytes(b"half")
    fresh.write_bytes(b"half")
    os.utime(old, (1_000_000, 1_000_000))
    assert cache.prune(tmp_path) == 0
    assert not old.exists()
    assert fresh.exists()


def test_pruning_a_folder_that_does_not_exist_is_no_error(tmp_path: Path) -> None:
    """The first run of a machine has no cache yet."""
    assert cache.prune(tmp_path / "nowhere") == 0


@pytest.mark.parametrize(
    ("configured", "environment", "expected"),
    [
        ("/data/cache", "/xdg", Path("/data/cache")),
        ("", "/xdg", Path("/xdg/consilience")),
        ("", "", Path("/home/ada/.cache/consilience")),
        ("~/kept", "", Path("/home/ada/kept")),
    ],
)
def test_the_folder_follows_the_setting_then_the_environment(
    monkeypatch: pytest.MonkeyPatch, configured: str, environment: str, expected: Path
) -> None:
    """The setting comes first, then XDG_CACHE_HOME, then the home folder."""
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_CACHE_HOME", environment)
    assert cache.folder(configured) == expected
