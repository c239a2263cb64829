"""The files of a study: the corpora with their provenance, and reading and writing the records beside them.

Every file appears under its name when it is whole.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from consilience.study.baseline import Baseline
from consilience.study.corpora import Corpus
from consilience.study.errors import StudyError

CORPORA = "corpora"  # folder of the documents, one folder a corpus
ROLES = "roles.yaml"  # in it: who may read what, as `consilience index --roles-file` takes it


def check(out: Path) -> None:
    """Refuse a folder that holds something else than a study. Raises StudyError."""
    if out.exists() and not out.is_dir():
        raise StudyError(f"{out} is a file; --out names a folder.")
    if out.is_dir() and any(out.iterdir()) and not (out / CORPORA / ROLES).is_file():
        raise StudyError(f"{out} is not empty and holds no study; name another folder.")


def rules(baseline: Baseline) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who may read what: every copy of a document has its roles."""
    return tuple((glob, one.roles) for one in baseline.documents for glob in (f"{one.id}.md", f"{one.id}.*.md"))


def write_corpora(
    out: Path, baseline: Baseline, corpora: Sequence[Corpus], provenance: Iterable[Mapping[str, Any]]
) -> None:
    """Write the documents of every corpus, their roles and the provenance map. Raises StudyError."""
    try:
        (out / CORPORA).mkdir(parents=True, exist_ok=True)
        told = "".join(f'"{glob}": [{", ".join(roles)}]\n' for glob, roles in rules(baseline))
        _write(out / CORPORA / ROLES, told)
        for corpus in corpora:
            _write_corpus(out / CORPORA / corpus.name, corpus)
    except OSError as error:
        raise _unwritten(out, error) from error
    write_lines(out / "provenance.jsonl", provenance)


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Raises StudyError when the file cannot be written, ValueError for NaN."""
    write_text(path, json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """One JSON object a line. Raises as `write_json`."""
    write_text(path, "".join(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n" for row in rows))


def write_text(path: Path, text: str) -> None:
    """Raises StudyError."""
    try:
        _write(path, text)
    except OSError as error:
        raise _unwritten(path.parent, error) from error


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file of the study. Raises StudyError: not there, damaged."""
    found = _parsed(path, _read(path))
    if not isinstance(found, dict):
        raise StudyError(f"{path} is damaged: it is not a JSON object.")
    return found


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects in a file of JSON lines. Raises StudyError."""
    return [_parsed(path, line) for line in _read(path).split("\n") if line.strip()]


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}.") from error


def _parsed(path: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StudyError(f"{path} is damaged: {error}.") from error


def _write_corpus(folder: Path, corpus: Corpus) -> None:
    if folder.is_dir():
        shutil.rmtree(folder)
    folder.mkdir()
    for copy in corpus.copies:
        _write(folder / copy.name, copy.text)


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{path.name}.part")
    unfinished.write_bytes(text.encode("utf-8", "replace"))
    unfinished.replace(path)


def _unwritten(out: Path, error: OSError) -> StudyError:
    return StudyError(f"The study cannot be written to {out}: {error.strerror or error}.")
