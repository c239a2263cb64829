"""A person's verdicts on the register: whose column it is, what is still open, and every choice saved at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from consilience.study.errors import StudyError
from consilience.study.output import read_json, write_json
from consilience.study.register import REVIEWERS, VERDICTS, Row, changing

Verdict = Literal["match", "partial", "differs", "no_answer"]
Which = Literal["open", "all"]

NAMES = "reviewers.json"  # in the run folder: the name a reviewer gave, by column
KEYS: Mapping[str, Verdict] = {"m": "match", "p": "partial", "d": "differs", "n": "no_answer"}
SAID: Mapping[str, str] = {"match": "match", "partial": "partial", "differs": "differs", "no_answer": "no answer"}
_LONGEST_NAME, _LONGEST_NOTE = 60, 2_000  # characters


def names(folder: Path) -> dict[str, str]:
    """The names of the reviewers by column; empty where nobody has reviewed yet. Raises StudyError."""
    path = folder / NAMES
    found = read_json(path) if path.is_file() else {}
    return {column: str(found[column]) for column in REVIEWERS if found.get(column)}


def column_of(folder: Path, rows: Sequence[Row], name: str | None) -> str:
    """The column of a reviewer: hers if she has one, else the first without name and verdict, hers from now on.

    Without a name it is reviewer_1. Raises StudyError where two others have the columns.
    """
    if name is None:
        return REVIEWERS[0]
    wanted, known = " ".join(name.split()), names(folder)
    if not wanted or len(wanted) > _LONGEST_NAME:
        raise StudyError(f"A reviewer's name has 1 to {_LONGEST_NAME} characters.")
    if wanted in REVIEWERS:
        return wanted
    taken = {known[column].casefold(): column for column in known}
    if wanted.casefold() in taken:
        return taken[wanted.casefold()]
    free = [column for column in REVIEWERS if column not in known and not any(row[column] for row in rows)]
    if not free:
        others = " and ".join(known.get(column, column) for column in REVIEWERS)
        raise StudyError(f"{folder} has its two reviewers, {others}; --as takes one of them.")
    write_json(folder / NAMES, {**known, free[0]: wanted})
    return free[0]


def shown_name(folder: Path, column: str) -> str:
    """ "Ada (reviewer_1)"; the column alone where no name was given."""
    name = names(folder).get(column)
    return f"{name} ({column})" if name else column


def chosen(rows: Sequence[Row], column: str, which: Which) -> list[Row]:
    """The rows a reviewer is to be shown, in the order of the register: all, or those she has not judged."""
    return [row for row in rows if which == "all" or not row[column]]


def judge(folder: Path, shown: Row, column: str, verdict: Verdict) -> None:
    """Save one verdict on the answer that was shown. Raises StudyError where the register has another by now."""
    _change(folder, shown, {column: verdict})


def add_note(folder: Path, shown: Row, text: str) -> Row:
    """The row with a note added to those it has. Raises as `judge`."""
    added = " ".join(text.split())
    return _change(folder, shown, {}, added) if added else shown


def _change(folder: Path, shown: Row, values: Mapping[str, Any], added: str = "") -> Row:
    with changing(folder) as rows:
        row = next((one for one in rows if same(one, shown)), None)
        if row is None:
            raise StudyError(f"{shown['instance']} in {folder} is another answer now; begin the review again.")
        row |= values
        row["note"] = noted(row["note"], added)
        return dict(row)


def noted(before: str, added: str) -> str:
    """The notes on a row, each once."""
    return before if added in before.split("; ") else "; ".join(filter(None, (before, added)))[:_LONGEST_NOTE]


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a verdict on the one is a verdict on the other."""
    return all(one[name] == other[name] for name in ("instance", "question", "reference", "answer"))


def parsed(text: str) -> Verdict | None:
    """A verdict as people write it: its letter, its word, in any case. None where it is none of them."""
    plain = text.strip().casefold().replace(" ", "_").replace("-", "_")
    return KEYS.get(plain) or next((KEYS[word[0]] for word in VERDICTS if word == plain), None)
