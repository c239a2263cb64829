"""A folder of copies: `docs/` with the documents and `truth.json` beside it, the layout of the audit corpora."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from consilience.study.errors import StudyError

DOCS, TRUTH = "docs", "truth.json"


def check(out: Path, paths: Sequence[Path], *, force: bool) -> None:
    """Refuse, before any work is done, a folder that must not be written to. Raises StudyError."""
    try:
        _check(out, paths, force)
    except OSError as error:
        raise StudyError(f"{error.filename or out} cannot be looked at: {error.strerror or error}.") from error


def _check(out: Path, paths: Sequence[Path], force: bool) -> None:
    if out.exists() and not out.is_dir():
        raise StudyError(f"{out} is a file; --out names a folder.")
    for given in paths:
        if given.is_dir() and out.resolve() == given.resolve():
            raise StudyError(f"{out} is the folder of the documents themselves; --out names another one.")
        if given.is_dir() and out.resolve().is_relative_to(given.resolve()):
            raise StudyError(f"{out} lies inside {given}; the copies would be read as documents of yours next time.")
    if out.is_dir() and any(out.iterdir()):
        if not force:
            raise StudyError(f"{out} is not empty; name another folder, or give --force to replace the copies in it.")
        if not _is_ours(out):
            raise StudyError(f"{out} is not empty and holds no copies of an earlier run, so --force replaces nothing.")


def write(out: Path, files: Mapping[str, bytes], truth: Mapping[str, Any]) -> None:
    """Write `files` (POSIX paths below `docs/`) and the ground truth; an earlier run in the folder is replaced.

    The truth is written last: where it stands, the copies are whole. Raises StudyError when that fails.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / TRUTH).unlink(missing_ok=True)
        if (out / DOCS).is_dir():
            shutil.rmtree(out / DOCS)
        for name, data in sorted(files.items()):
            path = out / DOCS / PurePosixPath(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        unfinished = out / f".{TRUTH}.part"
        unfinished.write_bytes(to_json(truth))
        unfinished.replace(out / TRUTH)
    except OSError as error:
        raise StudyError(f"The copies cannot be written to {out}: {error.strerror or error}.") from error


def to_json(value: Mapping[str, Any]) -> bytes:
    """JSON in the order of its keys; what has no UTF-8 form becomes "?", as in the written documents."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8", "replace") + b"\n"


def _is_ours(out: Path) -> bool:
    """Whether the folder holds an earlier run of `write`: only then is its `docs/` ours to replace."""
    try:
        schema = json.loads((out / TRUTH).read_text("utf-8")).get("schema", "")
    except (OSError, ValueError, AttributeError, RecursionError):
        return False
    return isinstance(schema, str) and schema.startswith(("consilience/degraded/", "consilience/injected/"))
