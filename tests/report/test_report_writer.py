"""The run folder: written whole or not at all, read back or refused in one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from tests.report.sample import facts, hostile, small

from consilience.report.writer import RunError, load_run, write_run

FILES = {"audit.json", "facts.jsonl", "facts.parquet", "report.html"}


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    """A run holds four files, and its audit comes back as it was, keys in the same order."""
    write_run(tmp_path / "deep" / "run", small(), facts(3))
    assert names(tmp_path / "deep" / "run") == FILES
    read = load_run(tmp_path / "deep" / "run")
    assert json.dumps(read) == json.dumps(small())


def test_the_same_audit_gives_the_same_bytes(tmp_path: Path) -> None:
    """Two runs of the same audit do not differ in any file, and a second run replaces the first."""
    for folder in (tmp_path / "a", tmp_path / "b", tmp_path / "b"):
        write_run(folder, small(), facts(25_000))
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in FILES)
    assert names(tmp_path / "b") == FILES


@pytest.mark.parametrize("count", [0, 1, 10_000, 10_001])
def test_lines_and_table_hold_the_same_facts(tmp_path: Path, count: int) -> None:
    """facts.jsonl and facts.parquet agree row by row, across batches and for none at all."""
    write_run(tmp_path, small(), facts(count))
    lines = [json.loads(line) for line in (tmp_path / "facts.jsonl").read_text("utf-8").splitlines()]
    rows = pq.read_table(tmp_path / "facts.parquet").to_pylist()
    assert len(lines) == len(rows) == count
    optional = {"section": None, "value_start": None, "value_end": None, "context": None}
    assert [optional | line for line in lines] == [optional | row for row in rows]


def test_nan_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    """A score that is not a number is a fault of the program: nothing is written under a final name."""
    audit = small()
    audit["scores"]["CC"] = float("nan")
    with pytest.raises(ValueError, match="JSON"):
        write_run(tmp_path, audit, facts(1))
    assert names(tmp_path) == set()


def test_a_failure_in_the_middle_leaves_the_old_run(tmp_path: Path) -> None:
    """When the stream of facts breaks, the files of the earlier run are untouched and no part is left behind."""
    write_run(tmp_path, small(), facts(3))
    before = {name: (tmp_path / name).read_bytes() for name in FILES}

    def broken() -> Iterator[dict[str, Any]]:
        yield from facts(20_000)
        raise RuntimeError("the disk of the source is gone")

    with pytest.raises(RuntimeError):
        write_run(tmp_path, small(), broken())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


KILLED = """
import itertools, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.report.sample import facts, small
from consilience.report.writer import write_run
write_run(Path(sys.argv[1]), small(), itertools.chain.from_iterable(facts(1000) for _ in itertools.count()))
"""


def test_a_killed_run_leaves_nothing_under_a_final_name(tmp_path: Path, repository: Path) -> None:
    """A process killed while it writes leaves only hidden parts, which the next run does not mind."""
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path), str(repository)])
    while not any(path.stat().st_size > 100_000 for path in tmp_path.iterdir()):
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert not FILES & names(tmp_path)
    write_run(tmp_path, small(), facts(1))
    assert names(tmp_path) >= FILES


def test_mojibake_is_written_as_utf8(tmp_path: Path) -> None:
    """A lone surrogate has no UTF-8 form; it becomes U+FFFD and every offset stays."""
    audit = hostile("\ud800")
    write_run(tmp_path, audit, [next(facts(1)) | {"quote": "It is\udfff 5."}])
    assert load_run(tmp_path)["conflicts"][0]["entity"] == "unused leave\ufffd"
    assert pq.read_table(tmp_path / "facts.parquet").to_pylist()[0]["quote"] == "It is\ufffd 5."


def test_a_fact_of_another_shape_is_refused(tmp_path: Path) -> None:
    """A missing or an unknown key is named, rather than lost from one of the two files."""
    odd = next(facts(1)) | {"colour": "red"}
    del odd["quote"]
    with pytest.raises(ValueError, match=r"lacks \['quote'\].*\['colour'\]"):
        write_run(
            tmp_path, small(), [{key: value for key, value in next(facts(1)).items() if key != "quote"} | {"colour": 1}]
        )


def test_a_new_file_may_be_read_as_any_other(tmp_path: Path) -> None:
    """The report is shared as a file made by any program is: the permissions follow the umask."""
    write_run(tmp_path, small(), facts(1))
    plain = tmp_path / "plain"
    plain.write_text("")
    assert (tmp_path / "report.html").stat().st_mode == plain.stat().st_mode


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    """A run below a file cannot be written, and the user is told so."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"^The run cannot be written to .*\.$"):
        write_run(tmp_path / "file" / "run", small(), facts(1))


GOOD = json.dumps(small())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "is not a run: it holds no audit.json"),
        ("{", "is damaged"),
        ("", "is damaged"),
        ("[" * 100_000, "is damaged"),
        ('{"schema": NaN}', "it holds NaN"),
        ("[]", "it is not a JSON object"),
        ("{}", "its schema is None"),
        (GOOD.replace("consilience/audit/1", "consilience/audit/2"), "its schema is 'consilience/audit/2'"),
        (GOOD.replace('"flagged_keys": 3', '"flagged_keys": "three"'), "at 'counts.flagged_keys'"),
    ],
)
def test_what_is_not_a_run_is_refused_in_one_sentence(tmp_path: Path, text: str | None, said: str) -> None:
    """A user who points at the wrong folder, or at a damaged run, reads what is wrong with it."""
    if text is not None:
        (tmp_path / "audit.json").write_text(text, "utf-8")
    with pytest.raises(RunError) as caught:
        load_run(tmp_path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


def test_bytes_that_are_not_text_are_refused(tmp_path: Path) -> None:
    """An audit.json in another encoding is damaged, not a traceback."""
    (tmp_path / "audit.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(RunError, match="is damaged"):
        load_run(tmp_path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """The sentence names the folder that is not there."""
    with pytest.raises(RunError, match=r"There is no folder .*nowhere"):
        load_run(tmp_path / "nowhere")


def test_writing_needs_no_rights_beyond_the_folder(tmp_path: Path) -> None:
    """Everything is written inside the run folder, parts included."""
    write_run(tmp_path / "run", small(), facts(1))
    assert names(tmp_path) == {"run"}
