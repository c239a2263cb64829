"""Who may read a document: roles from a roles file, from front matter, or from a record's metadata.

A roles file is YAML, one glob a line with the roles that may read what it matches; the last line that matches decides,
and it decides over what a document says of itself: documents are not trusted to open their own doors.

    "**": [staff]
    "hr/**": [hr]
    "public/**": ["*"]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import normalize

import yaml

from consilience.model import Document, Skipped
from consilience.retrieval import globs
from consilience.retrieval.errors import RolesError
from consilience.sources.given import text_of

_MOST_BYTES = 1_000_000
_FIELDS = ("roles", "access_roles")  # not "role": that is mostly what an author is
_NAME = re.compile(r"[^\s,\[\]\"'`;][^,\[\]\"'`;\n]{0,99}")
_UNREAD = "not read:"  # how the value of `front_matter` begins when front matter does not parse (sources)
_MOST_FRONT_MATTER = 20_000  # characters
_MENTION = re.compile(r"^[ \t]{0,8}[\"']?(?:roles?|access_roles)[\"']?[ \t]{0,8}[:=]", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RolesFile:
    """Globs and their roles, in the order of the file."""

    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def of(self, doc: str) -> tuple[str, ...] | None:
        """Roles of a document id by the last glob that matches; None when none does."""
        return next((roles for glob, roles in reversed(self.rules) if globs.matches(glob, doc)), None)

    def idle(self, docs: Iterable[str]) -> tuple[str, ...]:
        """Globs that match none of the documents, in the order of the file: each is likely a typing error."""
        left = [glob for glob, _ in self.rules]
        for doc in docs:
            if not left:
                break
            left = [glob for glob in left if not globs.matches(glob, doc)]
        return tuple(left)


def read_roles_file(path: Path) -> RolesFile:
    """The rules of a roles file. Raises RolesError: which line is wrong, and why."""
    told = _loaded(path)
    if not isinstance(told, Mapping) or not told:
        raise RolesError(f'The roles file {path} has no rules; a rule is a line such as "hr/**": [hr].')
    return RolesFile(tuple(_rule(str(glob), roles, path) for glob, roles in told.items()))


def roles_of(document: Document, rules: RolesFile) -> tuple[str, ...] | Skipped:
    """Who may read a document, sorted; empty: nobody said. Skipped when what it says of it cannot be understood: a
    document that means to be closed must not be open by a slip of the pen.
    """
    decided = rules.of(document.id)
    if decided is not None:
        return decided
    metadata = {name.casefold(): value for name, value in reversed(document.metadata)}
    told = next((metadata[name] for name in _FIELDS if metadata.get(name, "").strip()), "")
    if not told and metadata.get("front_matter", "").startswith(_UNREAD):
        unclear = _MENTION.search(document.text[:_MOST_FRONT_MATTER]) is not None
        return Skipped(document.id, "it names roles in front matter that is not valid") if unclear else ()
    try:
        return _checked([part for part in told.split(",") if part.strip()])
    except RolesError as error:
        return Skipped(document.id, f"its roles cannot be used: {error}")


def named(roles: Sequence[object], where: str = "--as") -> tuple[str, ...]:
    """Roles as a user gave them, checked, sorted, each once; `where` they stand, for the message. Raises RolesError."""
    try:
        return _checked(list(roles))
    except RolesError as error:
        said = str(error)
        raise RolesError(f"{said[:1].upper()}{said[1:]} ({where}).") from None


class _Twice(Exception):
    """A key that stands twice in a mapping."""


class _Loader(yaml.BaseLoader):
    """Every scalar as text (`no` is a role like any other), no aliases, and no key twice: of two lines for one glob,
    YAML would keep the place of the first and the roles of the second.
    """

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """One node of the file."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        node: yaml.Node | None = super().compose_node(parent, index)
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping, if no key comes twice."""
        names = Counter(key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        twice = next((name for name, count in names.items() if count > 1), None)
        if twice is not None:
            raise _Twice(str(twice)[:80])
        return super().construct_mapping(node, deep)


def _loaded(path: Path) -> object:
    text = text_of(path, "roles file", RolesError, _MOST_BYTES)
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 - builds only text, lists, mappings
    except _Twice as error:
        raise RolesError(f"The roles file {path} has '{error}' twice; it is not clear which decides.") from None
    except (yaml.YAMLError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f" (line {line + 1})"
        raise RolesError(f"The roles file {path} is not valid YAML{where}.") from error


def _rule(glob: str, roles: object, path: Path) -> tuple[str, tuple[str, ...]]:
    wrong = globs.problem(glob)
    if wrong:
        raise RolesError(f"The roles file {path} has a glob that cannot be used, '{glob[:80]}': {wrong}.")
    try:
        names = _checked([roles] if isinstance(roles, str) else roles)
    except RolesError as error:
        raise RolesError(f"The roles file {path} cannot be used at '{glob[:80]}': {error}.") from None
    if not names:
        raise RolesError(
            f"The roles file {path} has no role at '{glob[:80]}'; to close documents, give a role that nobody has."
        )
    return glob, names


def _checked(roles: object) -> tuple[str, ...]:
    """Names of roles, sorted, each once. Raises RolesError with a phrase that says what is wrong."""
    if not isinstance(roles, list) or not all(
        isinstance(one, str | int) and not isinstance(one, bool) for one in roles
    ):
        raise RolesError("roles are a list of names, such as [hr, staff]")
    names = [normalize("NFC", " ".join(str(one).split())) for one in roles]
    for name in names:
        if not _NAME.fullmatch(name) or not name.isprintable():
            raise RolesError(f"'{name[:40]}' is no name for a role")
    return tuple(sorted(set(names)))
