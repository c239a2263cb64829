"""Which documents a line of a roles file means: globs over document ids.

A glob is matched part by part between slashes, so that its cost is bounded by what it and the path hold, whatever a
file is called. A record is named as FILE.jsonl#RECORD; its id was chosen by who wrote the record, and must not make a
glob about folders match: only what stands behind "#" in a glob is compared with it.
"""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache
from unicodedata import normalize

_RECORD = re.compile(r"(?<=\.jsonl)#|(?<=\.ndjson)#", re.IGNORECASE)


def matches(glob: str, doc: str) -> bool:
    """Whether a glob matches a document id: `*` and `?` stay within a folder, `**` does not, `folder/` is all in it.

    A glob without "#" is about files and so about all records in them. How a letter with an accent is spelled in
    Unicode does not matter.
    """
    path, record = _parted(normalize("NFC", doc))
    wanted, wanted_record = _parted(_plain(glob))
    if record is not None and wanted_record is None and "#" in wanted:
        wanted, _, wanted_record = wanted.partition("#")
    if wanted_record is not None and (record is None or not _part(wanted_record).match(record)):
        return False
    return _path(tuple(wanted.split("/")), path.split("/"))


def problem(glob: str) -> str:
    """What is wrong with a glob; empty when nothing is."""
    parts = _parted(_plain(glob))[0].split("/")
    if not _plain(glob):
        return "it is empty"
    return "'**' must stand alone between slashes" if any("**" in one and one != "**" for one in parts) else ""


@lru_cache(maxsize=4096)
def _plain(glob: str) -> str:
    """One spelling: no "./" or "/" in front, everything in a folder as "folder/**"."""
    told = normalize("NFC", glob.strip()).removeprefix("./").lstrip("/")
    return f"{told}**" if told.endswith("/") else told


def _parted(name: str) -> tuple[str, str | None]:
    """The path of a file and the id of a record in it, None when it is the file itself that is named."""
    mark = _RECORD.search(name)
    return (name[: mark.start()], name[mark.end() :]) if mark else (name, None)


def _path(parts: tuple[str, ...], path: list[str]) -> bool:
    """`at` are the places in the path up to which the parts of the glob so far can have matched."""
    at = {0}
    for place, part in enumerate(parts):
        if part == "**":
            last = place == len(parts) - 1  # at the end it means something in the folder, not the folder
            at = set(range(min(at) + last, len(path) + 1))
        else:
            at = {one + 1 for one in at if one < len(path) and _part(part).match(path[one])}
        if not at:
            return False
    return len(path) in at


@lru_cache(maxsize=4096)
def _part(glob: str) -> re.Pattern[str]:
    """A part of a glob; brackets are brackets, as they are more often part of a file's name than of a pattern."""
    return re.compile(translate(glob.replace("[", "[[]")))
