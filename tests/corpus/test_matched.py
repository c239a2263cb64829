"""A second audit matches only what changed, and says what a first one would have said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.corpus.samples import HANDBOOK, told

from consilience.corpus import keys, matched, readings
from consilience.corpus.keys import Match
from consilience.corpus.matching import pairnet
from consilience.corpus.result import AuditResult

Audit = Callable[..., AuditResult]
MATCHES = st.lists(st.builds(Match, st.text(), st.text(), st.floats(0, 1))).map(tuple)


@pytest.fixture
def many(folder: Path) -> Path:
    """Forty handbooks that differ in one value."""
    for number in range(40):
        text = HANDBOOK.replace("1,200", f"1,{200 + number}")
        (folder / f"handbook-{number:02}.md").write_text(text, "utf-8")
    return folder


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the blocks that are matched, one by one, as they are."""
    sizes: list[int] = []
    match = keys.match

    def counted(facts, vectors, settings, read):  # type: ignore[no-untyped-def]
        sizes.append(len(facts))
        return match(facts, vectors, settings, read)

    monkeypatch.setattr(keys, "match", counted)
    return sizes


def test_nothing_is_matched_twice(many: Path, audit: Audit, blocks: list[int]) -> None:
    """The blocks that are worth keeping are looked up, and the audit says the same."""
    first, before = audit(many), max(blocks)
    blocks.clear()
    again = audit(many)
    assert told(again) == told(first)
    assert max(blocks, default=0) < 32 <= before


def test_a_changed_value_is_matched_again(many: Path, audit: Audit) -> None:
    """What was kept is not used for another value: the second audit is that of a cache that was never filled."""
    first = audit(many)
    changed = many / "handbook-03.md"
    changed.write_text(changed.read_text("utf-8").replace("1,203", "4,700"), "utf-8")
    again = audit(many)
    assert told(again) == told(audit(many, cached=False)) != told(first)


def test_other_settings_do_not_use_what_was_kept(many: Path, audit: Audit) -> None:
    """A lower threshold finds what a lower threshold finds, cache or not."""
    audit(many, matching={"threshold": 0.95})
    low = {"threshold": 0.2}
    assert told(audit(many, matching=low)) == told(audit(many, matching=low, cached=False))


def test_a_damaged_block_is_matched_again(many: Path, tmp_path: Path, audit: Audit) -> None:
    """A kept block that was altered is not believed."""
    first = audit(many)
    for path in (tmp_path / "cache").rglob("*.entry"):
        if matched.unpack(path.read_bytes()) is not None:
            path.write_bytes(path.read_bytes().replace(b"0.", b"9.", 1))
    assert told(audit(many)) == told(first)


def test_a_pair_is_read_once(many: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change, the pair network reads pairs with a new text in them and no others, and the audit is the same."""
    audit(many)
    changed = many / "handbook-03.md"
    changed.write_text(changed.read_text("utf-8").replace("1,203", "4,700") + "\nThe gate opens at 07:15.\n", "utf-8")
    read: list[int] = []
    scores_of = pairnet.scores_of
    monkeypatch.setattr(pairnet, "scores_of", lambda pairs: read.append(len(pairs)) or scores_of(pairs))
    again, new = audit(many), sum(read)
    assert told(again) == told(audit(many, cached=False))
    assert 0 <= new < (sum(read) - new) / 4


@given(st.dictionaries(st.integers(0, 2**64 - 1), st.floats(allow_nan=False)))
def test_readings_come_back_equal(kept: dict[int, float]) -> None:
    """Every pair with its score."""
    assert readings.unpack(readings.pack(kept)) == kept


@given(st.binary(max_size=100))
def test_bytes_that_are_no_readings_are_none(data: bytes) -> None:
    """A damaged entry costs a reading; it is never taken for one."""
    assert readings.unpack(data) == {} or readings.pack(readings.unpack(data)) == data


@given(MATCHES)
def test_matches_come_back_equal(found: tuple[Match, ...]) -> None:
    """Whatever the ids of a stranger's facts are made of."""
    assert matched.unpack(matched.pack(found)) == found


@given(MATCHES, st.data())
def test_a_part_of_an_entry_is_none(found: tuple[Match, ...], data: st.DataObject) -> None:
    """An entry that is cut short is not read as fewer matches."""
    packed = matched.pack(found)
    assert matched.unpack(packed[: data.draw(st.integers(0, len(packed) - 1))]) is None
