"""JSONL: one document a line, `{"id": ..., "text": ..., "title": ..., "metadata": {...}}`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from consilience.sources import markdown, plain
from consilience.sources.extract import Extract, Unreadable
from consilience.sources.frontmatter import flatten

_MARKDOWN = re.compile(r"^(?:#{1,6} \S|```|~~~|\|?[ ]*:?-{2,}:?[ ]*\|)|\*\*\S", re.MULTILINE)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def extract(text: str, limit: int) -> Iterator[tuple[str, Extract | Unreadable]]:
    """(id of the record or "line N", extract or why there is none) for every line that is not blank."""
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            name, found = _record(line, limit)
            if name in seen:
                raise Unreadable(f"line {number}: the id '{name}' occurs twice")
            seen.add(name)
            yield name, found
        except Unreadable as error:
            message = str(error)
            yield f"line {number}", error if message.startswith("line ") else Unreadable(f"line {number}: {message}")


def _record(line: str, limit: int) -> tuple[str, Extract]:
    record = _object(line)
    name, body = record.get("id"), record.get("text")
    if isinstance(name, bool) or not isinstance(name, str | int) or not str(name).strip():
        raise Unreadable("the record has no 'id'")
    if not isinstance(body, str):
        raise Unreadable("the record has no 'text'")
    if not body.strip():
        raise Unreadable("the text is empty")
    if len(body) > limit:
        raise Unreadable(f"more than {limit:,} characters of text")
    return _clean(str(name)), of_text(body, record.get("title"), record.get("metadata"))


def _object(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise Unreadable("not valid JSON") from None
    if not isinstance(record, dict):
        raise Unreadable("not a JSON object")
    return record


def of_text(body: str, title: object = None, metadata: object = None) -> Extract:
    """A text that came without a file: Markdown where it looks like it, else plain."""
    body = _clean(body).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    read = markdown.extract(body) if _MARKDOWN.search(body) else plain.extract(body)
    own = dict(flatten(metadata)) if isinstance(metadata, dict) else {}
    merged = dict(read.metadata) | {_clean(key): _clean(value) for key, value in own.items()}
    return Extract(
        read.text,
        read.blocks,
        _clean(title) if isinstance(title, str) else read.title,
        merged.get("language", merged.get("lang", "")),
        tuple(sorted(merged.items())),
    )


def _clean(text: str) -> str:
    """JSON can spell half a character (a lone surrogate), which no file can hold: it becomes U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)
