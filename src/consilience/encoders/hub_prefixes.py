"""What a hub model wants in front of a question and of a passage.

A model says so itself, in `prompts` of its `config_sentence_transformers.json`; that always wins. Many copies of the E5
family do not, though they were trained with nothing else: they are known by their name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_QUERY = ("query", "search_query", "retrieval.query", "s2p_query")
_PASSAGE = ("passage", "document", "corpus", "search_document", "retrieval.passage")
_E5 = re.compile(r"(?:^|[^a-z0-9])e5(?![a-z0-9])")
_INSTRUCT = re.compile(r"instruct|e5-mistral")
_TASK = "Instruct: Given a question, find passages that answer it\nQuery: "


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Both are put in front as they are, with the space at their end."""

    query: str = ""
    passage: str = ""


def prefixes(name: str, prompts: Mapping[str, str], default: str | None = None) -> Prefixes:
    """Those of the model `name` (or of the folder of that name) with `prompts`; `default` names the prompt that it
    wants in front of every text."""
    every = prompts.get(default or "") or ""
    own = Prefixes(_first(prompts, _QUERY) or every, _first(prompts, _PASSAGE) or every)
    return own if own != Prefixes() else _family(name)


def _first(prompts: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((prompts[name] for name in names if prompts.get(name)), "")


def _family(name: str) -> Prefixes:
    """E5 marks both kinds of text; its instructed models take a task before a question, and passages as they are."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    if not _E5.search(last):
        return Prefixes()
    return Prefixes(_TASK) if _INSTRUCT.search(last) else Prefixes("query: ", "passage: ")
