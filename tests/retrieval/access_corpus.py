"""Documents with roles and canary words, in a knowledge base of any kind, for the tests of access control.

Forbidden documents hold canary words in their path, title, headings, metadata and text, which stand nowhere else;
whatever a user can see is searched for them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

QUESTION = "What is the pay of a director from May?"
ROLES = ("hr", "staff", "board")
# The first two contradict each other, so that answers are contested and conflicts traced.
BODIES = (
    "The pay of a director is EUR 9000 from May.",
    "The pay of a director is EUR 7500 from May.",
    "A visitor may stay for two hours and is met at the gate.",
    "In May every director reads the rules about pay again.",
)


@dataclass(frozen=True)
class Page:
    """A document of a corpus: who may read it, by the roles file or its own front matter, and what it says."""

    roles: tuple[str, ...]
    ruled: bool
    body: int


PAGES = st.builds(
    Page,
    st.lists(st.sampled_from((*ROLES, "*")), max_size=2, unique=True).map(lambda roles: tuple(sorted(roles))),
    st.booleans(),
    st.integers(0, len(BODIES) - 1),
)
USERS = st.lists(st.sampled_from(ROLES), max_size=2, unique=True)


class Corpus:
    """Documents on disk with their roles file, and the address of a knowledge base that is not made yet; document n has
    the canary `zquokka<n>` all over it.
    """

    def __init__(self, folder: Path, pages: Mapping[int, Page], kb: str) -> None:
        self.folder, self.pages, self.kb = folder, pages, kb
        for number, page in pages.items():
            path = folder / "docs" / self.name(number)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self._text(number, page), "utf-8")
        rules = {self.name(n): list(page.roles) for n, page in pages.items() if page.ruled and page.roles}
        (folder / "roles.yaml").write_text(json.dumps(rules), "utf-8")
        self.index = ["index", str(folder / "docs"), "--kb", kb, "--quiet"]
        self.index += ["--roles-file", str(folder / "roles.yaml")] if rules else []

    @staticmethod
    def name(number: int) -> str:
        return f"folder-{canary(number)}/page-{canary(number)}.md"

    @staticmethod
    def _text(number: int, page: Page) -> str:
        word = canary(number)
        roles = "" if page.ruled or not page.roles else f"roles: {json.dumps(page.roles)}\n"
        front = f"---\ntitle: Title {word}\nowner: {word}\n{roles}---\n\n"
        return f"{front}# Heading {word}\n\n{BODIES[page.body]} It is {word}.\n\n## Part {word}\n\nEnd {word}.\n"

    def forbidden(self, user: list[str]) -> list[int]:
        """By the rule itself: once anyone declares roles, a document is read by those it names, or by everyone."""
        if not any(page.roles for page in self.pages.values()):
            return []
        return [number for number, page in self.pages.items() if not {*page.roles} & {*user, "*"}]

    def readable(self, user: list[str]) -> set[str]:
        """The names of the other documents."""
        return {self.name(n) for n in self.pages if n not in self.forbidden(user)}

    def asking(self, command: str, user: list[str], settings: str, *more: str, question: str = QUESTION) -> list[str]:
        """A command line that asks a question for a user; `eval` asks a file with that question."""
        asked = question
        if command == "eval":
            path = self.folder / "queries.jsonl"
            path.write_text(json.dumps({"id": "1", "question": question}) + "\n", "utf-8")
            asked = str(path)
        roles = [part for role in user for part in ("--as", role)]
        return [command, asked, "--kb", self.kb, "--config", settings, *roles, *more]


def canary(number: int) -> str:
    """The word that only document n has; none is the beginning of another's."""
    return f"zquokka{number}q"


def config(folder: Path, authorise: str, mode: str = "dense", candidates: int = 15, reranker: str = "none") -> str:
    """A settings file."""
    path = folder / f"{authorise}-{mode}-{candidates}-{reranker}.toml"
    told = [f'authorise = "{authorise}"', f'mode = "{mode}"', f"candidates = {candidates}"]
    lines = ["[retrieval]", *told, f"keep = {min(10, candidates)}", "[operators]", f'reranker = "{reranker}"']
    path.write_text("\n".join(lines), "utf-8")
    return str(path)
