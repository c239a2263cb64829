"""The run folder: what an audit and what an evaluation leave in it, and reading an audit back.

Each file is written under a temporary name in the same folder, flushed to disk and then renamed: a run that is killed
leaves nothing half-written under a final name, and one that fails leaves the run that was there. audit.json and
eval.json are renamed last. An audit and an evaluation may share a folder: neither touches the files of the other but
for report.html, which shows both.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from consilience.report import html
from consilience.report.answers_run import AnswerRun, load_answers
from consilience.report.errors import RunError as RunError
from consilience.report.model import problem
from consilience.report.run_files import json_object

if TYPE_CHECKING:
    import pyarrow as pa

FILES = ("audit.json", "report.html", "facts.jsonl", "facts.parquet")
EVALUATION_FILES = ("eval.json", "answers.jsonl")
JUDGING_FILES = ("judge.json", "answers.jsonl")
BATCH = 10_000  # facts held in memory at a time
_SURROGATES = re.compile("[\ud800-\udfff]")

_REQUIRED = ("id", "doc", "start", "end", "quote", "entity", "relation", "value", "kind", "normalized", "confidence")
_OPTIONAL = ("section", "value_start", "value_end", "context")
_INTEGERS = {"start", "end", "value_start", "value_end"}


def write_run(folder: Path, audit: Mapping[str, Any], facts: Iterable[Mapping[str, Any]]) -> None:
    """Write a run. `facts` is read once, in batches. Raises RunError when the folder cannot be written.

    A fact holds the keys of CONTRACT's facts.jsonl and may hold `section`, `value_start`, `value_end` and `context`;
    any other key, and NaN anywhere, is a ValueError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Everything is written before anything is renamed; a stack unwinds backwards, so audit.json is renamed last.
        with ExitStack() as stack:
            whole, page, lines, table = (stack.enter_context(replacing(folder / name)) for name in FILES)
            _write_facts(lines, table, facts)
            page.write(html.render(audit, _answers_beside(folder)).encode("utf-8"))
            whole.write(to_json(audit, indent=1).encode("utf-8") + b"\n")
    except OSError as error:
        raise RunError(f"The run cannot be written to {folder}: {error.strerror or error}.") from error


def write_evaluation(folder: Path, evaluation: Mapping[str, Any], answers: Iterable[Mapping[str, Any]]) -> None:
    """Write eval.json and answers.jsonl, one answer a line. Raises RunError when the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            whole, lines = (stack.enter_context(replacing(folder / name)) for name in EVALUATION_FILES)
            lines.writelines(to_json(one).encode("utf-8") + b"\n" for one in answers)
            whole.write(to_json(evaluation, indent=1).encode("utf-8") + b"\n")
    except OSError as error:
        raise RunError(f"The run cannot be written to {folder}: {error.strerror or error}.") from error
    render_page(folder)


def write_judging(
    folder: Path, answers: Iterable[Mapping[str, Any]], summary: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Write answers.jsonl, one answer a line, then judge.json, which `summary` gives when the answers have been read.

    Returns the summary. Raises RunError when the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            whole, lines = (stack.enter_context(replacing(folder / name)) for name in JUDGING_FILES)
            lines.writelines(to_json(one).encode("utf-8") + b"\n" for one in answers)
            told = summary()
            whole.write(to_json(told, indent=1).encode("utf-8") + b"\n")
    except OSError as error:
        raise RunError(f"The run cannot be written to {folder}: {error.strerror or error}.") from error
    render_page(folder)
    return told


def check_judging(folder: Path) -> None:
    """Raises RunError when judged records cannot lie in `folder`: an evaluation there has answers of its own."""
    check_folder(folder)
    if (folder / EVALUATION_FILES[0]).is_file():
        raise RunError(f"{folder} holds an evaluation, whose answers would be lost; judge into another folder (--out).")


def check_evaluation(folder: Path) -> None:
    """Raises RunError when an evaluation cannot lie in `folder`: judged records there have answers of their own."""
    check_folder(folder)
    if (folder / JUDGING_FILES[0]).is_file():
        raise RunError(f"{folder} holds judged records, which would be lost; evaluate into another folder (--out).")


def check_folder(folder: Path) -> None:
    """Raises RunError when a run cannot come to lie in `folder`; asked before the work, not after it."""
    if folder.exists() and not folder.is_dir():
        raise RunError(f"The run cannot be written to {folder}: it is a file, not a folder.")


def render_page(folder: Path) -> None:
    """Write report.html of the run in `folder` anew: of its audit, its answers, or both. Raises RunError."""
    audit = load_run(folder) if (folder / "audit.json").is_file() else None
    run = load_answers(folder)
    if audit is None and run is None:
        raise RunError(f"{folder} is not a run: it holds neither audit.json nor answers.jsonl with its summary.")
    try:
        with replacing(folder / "report.html") as file:
            file.write(html.render(audit, run).encode("utf-8"))
    except OSError as error:
        raise RunError(f"The report cannot be written to {folder}: {error.strerror or error}.") from error


def _answers_beside(folder: Path) -> AnswerRun | None:
    """The answers of an earlier run in the folder of an audit. Damaged ones do not keep an audit from being written:
    the page is then of the audit alone, and `consilience report` says what is wrong with them.
    """
    try:
        return load_answers(folder)
    except RunError:
        return None


def to_json(value: object, indent: int | None = None) -> str:
    """JSON text of `value` in the order of its keys; ValueError for NaN and Infinity.

    A lone surrogate (from mojibake) has no UTF-8 form and becomes U+FFFD, which keeps every offset.
    """
    return _scrub(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent))


def load_run(folder: Path) -> dict[str, Any]:
    """The report model in `folder`. Raises RunError: no such folder, not a run, damaged, or of another schema."""
    if not folder.is_dir():
        raise RunError(f"There is no folder {folder}.")
    path = folder / "audit.json"
    if not path.is_file():
        raise RunError(f"{folder} is not a run: it holds no audit.json.")
    audit = json_object(path)
    if (wrong := problem(audit)) is not None:
        raise RunError(f"{path} is not an audit that can be read: {wrong}.")
    return dict(audit)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears under `path` when the block ends well, and not at all when it does not."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    # mkstemp makes private files; a report is meant to be shared as any other new file.
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _write_facts(lines: IO[bytes], table: IO[bytes], facts: Iterable[Mapping[str, Any]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = _schema()
    rows = (_row(fact) for fact in facts)
    with pq.ParquetWriter(table, schema, compression="zstd") as parquet:
        while batch := list(islice(rows, BATCH)):
            lines.writelines(to_json(row).encode("utf-8") + b"\n" for row in batch)
            parquet.write_batch(pa.RecordBatch.from_pylist(batch, schema=schema))


def _schema() -> pa.Schema:
    import pyarrow as pa

    def field(name: str) -> pa.Field:
        kind = pa.int64() if name in _INTEGERS else pa.float64() if name == "confidence" else pa.string()
        return pa.field(name, kind, nullable=name in _OPTIONAL)

    return pa.schema([field(name) for name in _REQUIRED + _OPTIONAL])


def _row(fact: Mapping[str, Any]) -> dict[str, Any]:
    missing = [name for name in _REQUIRED if name not in fact]
    unknown = sorted(set(fact) - set(_REQUIRED) - set(_OPTIONAL))
    if missing or unknown:
        raise ValueError(f"A fact lacks {missing} and has the unknown keys {unknown}.")
    names = _REQUIRED + tuple(name for name in _OPTIONAL if name in fact)
    return {name: _scrub(fact[name]) if isinstance(fact[name], str) else fact[name] for name in names}


def _scrub(text: str) -> str:
    return _SURROGATES.sub("\ufffd", text)
