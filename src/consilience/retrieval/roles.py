"""Who may read a document: roles from a roles file, from front matter, or from a record's metadata.

A roles file is YAML, one glob a line with the roles that may read what it matches; the last line that matches decides,
and it decides over what a document says of itself: documents are not trusted to open their own doors.

    "**": [staff]
    "hr/**": [hr]
    "public/**": ["*"]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from consilience.model import Document
from consilience.retrieval.errors import RolesError

_MOST_BYTES = 1_000_000
_FIELDS = ("roles", "role", "access_roles")
_NAME = re.compile(r"[^\s,\[\]\"'`;][^,\[\]\"'`;\n]{0,99}")


@dataclass(frozen=True, slots=True)
class RolesFile:
    """Globs and their roles, in the order of the file."""

    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def of(self, doc: str) -> tuple[str, ...] | None:
        """Roles of a document id by the last glob that matches; None when none does."""
        path = doc.partition("#")[0]
        for glob, roles in reversed(self.rules):
            if _matches(glob, path) or _matches(glob, doc):
                return roles
        return None


def read_roles_file(path: Path) -> RolesFile:
    """The rules of a roles file. Raises RolesError: which line is wrong, and why."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise RolesError(f"The roles file {path} is larger than {_MOST_BYTES:,} bytes.")
        told = yaml.safe_load(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise RolesError(f"There is no roles file {path}.") from error
    except OSError as error:
        raise RolesError(
            f"The roles file {path} cannot be read: {(error.strerror or 'unknown error').lower()}."
        ) from error
    except UnicodeDecodeError as error:
        raise RolesError(f"The roles file {path} is not UTF-8 text.") from error
    except (yaml.YAMLError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        raise RolesError(
            f"The roles file {path} is not valid YAML{'' if line is None else f' (line {line + 1})'}."
        ) from error
    if not isinstance(told, Mapping) or not told:
        raise RolesError(f'The roles file {path} has no rules; a rule is a line such as "hr/**": [hr].')
    return RolesFile(tuple((str(glob), _listed(roles, f"{path}, '{glob}'")) for glob, roles in told.items()))


def roles_of(document: Document, rules: RolesFile) -> tuple[str, ...]:
    """Who may read a document, sorted; empty: nobody said. Raises RolesError for roles without a possible name."""
    decided = rules.of(document.id)
    if decided is not None:
        return decided
    metadata = dict(document.metadata)
    told = next((metadata[name] for name in _FIELDS if metadata.get(name, "").strip()), "")
    return _listed([part for part in told.split(",") if part.strip()], document.id) if told else ()


def named(roles: Sequence[str]) -> tuple[str, ...]:
    """Roles as a user typed them, checked, sorted, each once. Raises RolesError."""
    return _listed(list(roles), "--as")


def _listed(roles: object, where: str) -> tuple[str, ...]:
    listed = [roles] if isinstance(roles, str) else roles
    if not isinstance(listed, list) or not all(
        isinstance(one, str | int) and not isinstance(one, bool) for one in listed
    ):
        raise RolesError(f"Roles are a list of names, such as [hr, staff] ({where}).")
    names = [" ".join(str(one).split()) for one in listed]
    for name in names:
        if not _NAME.fullmatch(name):
            raise RolesError(f"'{name[:40]}' is no name for a role ({where}).")
    return tuple(sorted(set(names)))


def _matches(glob: str, path: str) -> bool:
    """Whether a glob matches a path: `*` stays within a folder, `**` does not, `folder/` means all in it."""
    pattern = glob + "**" if glob.endswith("/") else glob
    return re.fullmatch(_expression(pattern), path) is not None


def _expression(glob: str) -> str:
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    told = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return "".join(told.get(part, re.escape(part)) for part in parts)
