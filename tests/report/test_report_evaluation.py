"""The table of an evaluation on every sort of terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.report.sample_answers import answers
from tests.report.sample_answers import evaluation as summary_beside

from consilience.report import evaluation
from consilience.report.writer import RunError, write_evaluation


def summary(mean: float | None, sd: float | None = None, interval: list[float] | None = None) -> dict[str, Any]:
    return {"mean": mean, "sd": sd, "interval": interval, "n": 0 if mean is None else 12}


def row(n: int, no_evidence: int, mean: float | None, sd: float | None = None) -> dict[str, Any]:
    told = summary(mean, sd, None if mean is None or sd is None else [mean - sd, mean + sd])
    k = summary(10.0, 0.5, [9.5, 10.0])
    return {"n": n, "no_evidence": no_evidence, "SS1": told, "SSmu": told, "SSsigma": told, "k": k}


def done(types: dict[str | None, dict[str, Any]], questions: tuple[str, ...] = ()) -> dict[str, Any]:
    """An eval.json with what is printed of it."""
    lowest = [{"id": f"Q{n}", "question": text, "SS1": 0.5, "k": 10} for n, text in enumerate(questions, 1)]
    whole = next(iter(types.values()))
    ids = [f"N{number}" for number in range(whole["no_evidence"])]
    return {
        "kb": "kb", "all": whole, "by_type": [{"type": name, **one} for name, one in types.items()],
        "lowest": lowest, "no_evidence": ids,
    }  # fmt: skip


def printed(told: dict[str, Any], width: int = 80, encoding: str = "utf-8", run: Path | None = None) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    evaluation.render(told, Console(file=stream, width=width), run)
    stream.flush()
    return stream.buffer.getvalue().decode(encoding)  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [80, 100, 200])
def test_every_figure_fits(width: int) -> None:
    """Mean, deviation and interval of each score stand whole in the table, however long the name of a type."""
    told = printed(done({"a type of query with a long name": row(12, 0, 0.75, 0.1), None: row(3, 0, 0.5)}), width)
    assert told.count("0.750 ± 0.100") == 6 and told.count("[0.650, 0.850]") == 6
    assert "10.0 ± 0.5" in told and "(no type)" in told
    assert all(len(line) <= width for line in told.splitlines())


def test_a_narrow_terminal_has_a_list() -> None:
    """Every figure is there as a whole, on a line of its own."""
    told = printed(done({"targeted": row(12, 3, 0.75, 0.1), "broad": row(3, 0, 0.5)}), width=40)
    assert "…" not in told and all(len(line) <= 40 for line in told.splitlines())
    assert told.count("0.750 ± 0.100 [0.650, 0.850]") == 6


def test_queries_without_types_have_one_row() -> None:
    """A table by type would say the same twice."""
    told = printed(done({None: row(12, 0, 0.75, 0.1)}))
    assert told.count("0.750 ± 0.100") == 3 and "no type" not in told


def test_what_was_not_measured_is_no_figure() -> None:
    """No evidence at all: no score, the count, and the first queries by name."""
    told = printed(done({None: row(7, 7, None)}))
    assert "n/a" in told and "0 of 7" in told
    assert "No passage was found for 7 of 7 queries (k = 0, no score): N0, N1, N2, N3, N4 and 2 more" in " ".join(
        told.split()
    )


def test_a_terminal_without_the_signs() -> None:
    """Where the encoding has no plus-minus sign, its spelling is printed; other letters become question marks."""
    told = printed(done({"größe": row(12, 0, 0.75, 0.1)}, ("Wo ist das Büro?",)), encoding="ascii")
    assert "0.750 +- 0.100" in told and "gr??e" in told and "Wo ist das B?ro?" in told


def test_questions_cannot_touch_the_terminal() -> None:
    """Markup, control and direction characters are text; a long question is cut."""
    told = printed(done({None: row(2, 0, 0.5)}, ("[red]a\x1b[2J\u202e\nb[/red]", "long " * 200)))
    assert "[red]a[2J b[/red]" in told
    assert "\x1b" not in told and "\u202e" not in told
    assert len(told) < 1_500


def test_it_says_where_the_run_lies(tmp_path: Path) -> None:
    """Only when one was written."""
    assert "Written to" not in printed(done({None: row(2, 0, 0.5)}))
    assert f"Written to {tmp_path}" in printed(done({None: row(2, 0, 0.5)}), width=400, run=tmp_path)


def test_a_run_that_fails_leaves_the_one_that_was_there(tmp_path: Path) -> None:
    """Files appear whole and together: an answer that cannot be written keeps the earlier run, and no half of one."""
    first, second = answers()[:2]
    write_evaluation(tmp_path, summary_beside(), [first, second | {"id": "Q\ud800"}])
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(before) == ["answers.jsonl", "eval.json", "report.html"]
    assert [json.loads(line)["id"] for line in before["answers.jsonl"].splitlines()] == ["Q1", "Q\ufffd"]
    with pytest.raises(ValueError):
        write_evaluation(tmp_path, summary_beside() | {"version": "2"}, [first, second | {"SS1": float("nan")}])
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    """A file where the folder should be."""
    (tmp_path / "file").write_text("mine", "utf-8")
    with pytest.raises(RunError, match="cannot be written"):
        write_evaluation(tmp_path / "file" / "run", {}, [])
