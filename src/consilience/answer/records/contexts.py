"""The contexts of a record: strings, or objects with a text and perhaps a name and a score."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Mapping, Sequence
from typing import Any

from consilience.answer.records.context_scores import beside, number
from consilience.answer.records.model import Context
from consilience.answer.records.said import parsed
from consilience.answer.unnamed import placeholder

MOST = 1_000  # contexts of a record
_MOST_CHARACTERS = 10_000_000  # of all contexts of a record
_MOST_NAME = 300
_TEXT = ("text", "content", "page_content", "pageContent", "document.content", "quote", "chunk_text")
_SOURCE = ("doc", "source", "file", "file_path", "file_name", "document_id")
_NAME = ("document.id", "id", "title")  # where no part of it says which document it is from
_SCORE = ("score", "relevance_score", "document.score")
_PART = ("metadata", "document.metadata", "node", "document", "kwargs")  # objects that hold its text or its name


class Wrong(Exception):
    """What is wrong with a record, as the end of a sentence."""


def contexts(
    told: Any, similarities: Any = None, scores: Any = None, *, joined: str | None = None
) -> tuple[Context, ...]:
    """The contexts in their order, unnamed ones as "context 1" on. Raises Wrong.

    `similarities` and `scores` are lists beside the contexts, one number for each, where the log keeps them so; what
    of them is no number is left out. `joined` is what parts the contexts where they are one text.
    """
    listed = _parted(told, joined) if joined and isinstance(told, str) else _list(told)
    if len(listed) > MOST:
        raise Wrong(f"it has {len(listed):,} contexts, and the most is {MOST:,}")
    near = beside(similarities, len(listed), "similarities")
    scored = beside(scores, len(listed), "scores")
    found = tuple(_context(one, place, near[place], scored[place]) for place, one in enumerate(listed))
    if sum(len(one.text) for one in found) > _MOST_CHARACTERS:
        raise Wrong(f"its contexts are longer than {_MOST_CHARACTERS:,} characters")
    return found


def text_of(told: Any) -> str | None:
    """The text of a context; None where it has none."""
    text = _first(told, _TEXT) if isinstance(told, Mapping) else told
    return text if isinstance(text, str) else None


def unscored(told: Any) -> Any:
    """A context without its score."""
    return {name: one for name, one in told.items() if name not in _SCORE} if isinstance(told, Mapping) else told


def _list(told: Any) -> Sequence[Any]:
    if told is None or told == "":
        return ()
    if isinstance(told, str):
        return _cell(told)
    if isinstance(told, Mapping):
        return [told]
    if isinstance(told, Sequence):
        return told
    raise Wrong(f"its contexts are neither a list nor text but {told!r:.40}")


def _parted(told: str, joined: str) -> Sequence[Any]:
    """Contexts in one text. The mark with white space beside it is none: so do the rows of a table have it."""
    listed = _list(told)
    if not (len(listed) == 1 and listed[0] is told):
        return listed
    parts = re.split(rf"(?<=\S){re.escape(joined)}(?=\S)", told)
    return [one for one in parts if one.strip()]


def _cell(told: str) -> Sequence[Any]:
    """A cell of a table: a list as JSON or as Python prints it, or one context as it is."""
    if not (told.lstrip().startswith("[") and told.rstrip().endswith("]")):
        return [told]
    try:
        listed = json.loads(told)
    except (ValueError, RecursionError):
        listed = _printed(told)
    if not isinstance(listed, list):
        return [told]
    return listed


def _printed(told: str) -> Any:
    """A list as Python prints it, without running anything. An array is printed without commas, so that its texts
    would flow into one: it is refused, and the reader told to write JSON.
    """
    if len(told) > _MOST_CHARACTERS:
        raise Wrong(f"its contexts are longer than {_MOST_CHARACTERS:,} characters")
    try:
        tree = ast.parse(told.strip(), mode="eval")
        strings = sum(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in ast.walk(tree))
        tokens = tokenize.generate_tokens(io.StringIO(told.strip()).readline)
        if strings != sum(one.type == tokenize.STRING for one in tokens):
            raise Wrong("its contexts stand in brackets without commas between them; write the list as JSON")
        return ast.literal_eval(tree)
    except (ValueError, SyntaxError, MemoryError, RecursionError, tokenize.TokenError):
        return None  # words in brackets, not a list


def _context(told: Any, place: int, similarity: Any, score: Any) -> Context:
    """A context with what a list beside it says of it; what the list does not say, it may say itself."""
    unnamed = placeholder(place)
    if isinstance(told, str):
        return Context(told, unnamed, number(similarity, "similarity"), number(score, "score"))
    if not isinstance(told, Mapping):
        raise Wrong(f"context {place + 1} is neither text nor an object")
    text = _first(told, _TEXT)
    if not isinstance(text, str):
        raise Wrong(f"context {place + 1} has no text (looked for {', '.join(_TEXT)})")
    name = _first(told, _SOURCE) or _first(told, _NAME)
    similarity = _first(told, ("similarity",)) if similarity is None else similarity
    score = _first(told, _SCORE) if score is None else score
    named = name if isinstance(name, str | int) and str(name).strip() else unnamed
    return Context(text, str(named)[:_MOST_NAME], number(similarity, "similarity"), number(score, "score"))


def _first(told: Mapping[str, Any], names: Sequence[str]) -> Any:
    """What the first name that has something says, in the context itself or in one of its parts."""
    parts = [told, *(part for one in _PART if isinstance(part := parsed(told.get(one)), Mapping))]
    parts += [inner for part in parts[1:] if isinstance(inner := parsed(part.get("metadata")), Mapping)]
    for part in parts:
        found = next((part[name] for name in names if part.get(name) is not None), None)
        if found is not None:
            return found
    return None
