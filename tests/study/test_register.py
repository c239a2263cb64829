"""The register as a file: what is written comes back, and what people judged outlives a new run."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.study.registers import row

from consilience.study.errors import StudyError
from consilience.study.register import COLUMNS, changing, read_register, write_register

_TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@given(question=_TEXTS, answer=_TEXTS, score=st.none() | st.floats(0, 1), k=st.none() | st.integers(0, 20))
def test_what_is_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory, question: str, answer: str, score: float | None, k: int | None
) -> None:
    """Commas, quotes, line ends of every kind, numbers and "not measured" survive, in the CSV and in the Parquet."""
    folder = tmp_path_factory.mktemp("run")
    rows = [row("A-Q01", question=question, answer=answer, ACS=score, k=k), row("B-Q01")]
    write_register(folder, rows)
    assert read_register(folder) == rows
    assert pq.read_table(folder / "register.parquet").to_pylist() == rows


def test_the_same_rows_make_the_same_bytes(tmp_path: Path) -> None:
    """Two runs with one seed cannot be told apart by their registers."""
    files = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_register(tmp_path / name, [row("A-Q01"), row("A-Q02", ACS=None)])
        files.append([(tmp_path / name / f"register.{kind}").read_bytes() for kind in ("csv", "parquet")])
    assert files[0] == files[1]


def test_verdicts_on_the_same_answers_outlive_a_new_run(tmp_path: Path) -> None:
    """Verdict and note stay where question, reference and answer are the same, whatever else of the row changed."""
    write_register(tmp_path, [row("A-Q01"), row("A-Q02")])
    with changing(tmp_path) as rows:
        rows[0] |= {"reviewer_1": "match", "reviewer_2": "partial", "note": "unit missing"}
    told = write_register(tmp_path, [row("A-Q01", ACS=0.1), row("A-Q02")])
    first, second = read_register(tmp_path)
    assert (first["reviewer_1"], first["reviewer_2"], first["note"]) == ("match", "partial", "unit missing")
    assert first["ACS"] == 0.1 and second["reviewer_1"] == ""
    assert str(told) == "2 verdicts by people kept."


@pytest.mark.parametrize("changed", ["question", "reference", "answer"])
def test_a_verdict_on_another_answer_is_laid_aside(tmp_path: Path, changed: str) -> None:
    """It would judge what nobody has read; the register before is kept, and the sentence says how many."""
    write_register(tmp_path, [row("A-Q01"), row("A-Q02")])
    with changing(tmp_path) as rows:
        rows[0]["reviewer_1"] = rows[1]["reviewer_1"] = "match"
    before = (tmp_path / "register.csv").read_bytes()
    told = write_register(tmp_path, [row("A-Q01", **{changed: "another"}), row("A-Q02")])
    assert [one["reviewer_1"] for one in read_register(tmp_path)] == ["", "match"]
    assert (tmp_path / "register.before.csv").read_bytes() == before
    assert (told.kept, told.laid_aside) == (1, 1) and "1 laid aside in register.before.csv" in str(told)


def test_a_change_that_fails_changes_nothing(tmp_path: Path) -> None:
    """The file is written when the change is whole."""
    write_register(tmp_path, [row("A-Q01")])
    with pytest.raises(RuntimeError), changing(tmp_path) as rows:
        rows[0]["reviewer_1"] = "match"
        raise RuntimeError
    assert read_register(tmp_path) == [row("A-Q01")]


_DAMAGED: dict[str, tuple[str, str]] = {
    "no such column": ("instance,corpus\nA-Q01,A\n", "no column 'query'"),
    "no number": (",".join(COLUMNS) + "\n" + "x," * 15 + ",,\n", "line 2: ACS is 'x', which is no number"),
    "open quote": (",".join(COLUMNS) + '\n"A-Q01', "is damaged"),
}


@pytest.mark.parametrize("name", sorted(_DAMAGED))
def test_a_damaged_register_is_one_sentence(tmp_path: Path, name: str) -> None:
    """It names the file and what is wrong with it, and nothing is read out of it."""
    text, said = _DAMAGED[name]
    (tmp_path / "register.csv").write_text(text, "utf-8")
    with pytest.raises(StudyError, match=said):
        read_register(tmp_path)


def test_a_verdict_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    """A word typed into the file by hand must not pass for a verdict."""
    write_register(tmp_path, [row("A-Q01")])
    path = tmp_path / "register.csv"
    path.write_bytes(path.read_bytes().replace(b",,,\r\n", b",perhaps,,\r\n"))
    with pytest.raises(StudyError, match=r"line 2: 'perhaps' is no verdict; there are match, partial"):
        read_register(tmp_path)


def test_a_register_saved_by_a_spreadsheet_is_read(tmp_path: Path) -> None:
    """With a mark in front and semicolons between, as some write it."""
    rows = [row("A-Q01"), row("A-Q02", answer="a; b")]
    write_register(tmp_path, rows)
    path = tmp_path / "register.csv"
    lines = list(csv.reader(io.StringIO(path.read_text("utf-8"))))
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=";").writerows(lines)
    assert read_register(tmp_path) == rows


def test_a_folder_without_a_register_says_what_makes_one(tmp_path: Path) -> None:
    """The command that writes it is named."""
    with pytest.raises(StudyError, match="study run --out"):
        read_register(tmp_path)
