"""What was asked or answered, out of what a log keeps as the input or output of a step: text, JSON, messages."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

_DEPTH = 6  # objects in objects that are looked into


class Speaker(NamedTuple):
    """Names under which a step keeps what we look for, the likeliest first, and whose messages say it."""

    names: tuple[str, ...]
    roles: frozenset[str]


ASKED = Speaker(
    ("question", "query", "user_input", "user_query", "input", "query_str", "query_bundle", "str_or_query_bundle",
     "query_text", "messages", "inputs", "prompt"),
    frozenset({"user", "human", "humanmessage"}),
)  # fmt: skip
ANSWERED = Speaker(
    ("answer", "response", "output", "result", "output_text", "text", "content", "message", "messages", "choices",
     "generations", "outputs", "completion"),
    frozenset({"assistant", "ai", "model", "aimessage"}),
)  # fmt: skip


def said(told: Any, speaker: Speaker, depth: int = _DEPTH) -> str | None:
    """The text of an input or output; None where it has none that can be told from the rest."""
    held = parsed(told)
    told = told if isinstance(told, str) and isinstance(held, list) and not _objects(held) else held
    if isinstance(told, float) and not math.isfinite(told):
        return None
    if isinstance(told, str | int | float) and not isinstance(told, bool):
        return str(told) if str(told).strip() else None
    if depth == 0 or not isinstance(told, Mapping | list):
        return None
    if isinstance(told, list):
        return _of_messages(told, speaker, depth)
    if (text := _message(told, speaker)) is not None:
        return text
    inside = [told[name] for name in speaker.names if name in told] or (list(told.values()) if len(told) == 1 else [])
    return next((text for one in inside if (text := said(one, speaker, depth - 1)) is not None), None)


def parsed(told: Any) -> Any:
    """What JSON text of an object, a list or a text holds; everything else as it is."""
    if not (isinstance(told, str) and told.lstrip()[:1] in ("{", "[", '"')):
        return told
    try:
        return json.loads(told)
    except (ValueError, RecursionError):
        return told


def _of_messages(told: Iterable[Any], speaker: Speaker, depth: int) -> str | None:
    """The last message of the speaker; a list without messages is looked into from its beginning."""
    held = _objects(told)
    spoken = [text for one in held if isinstance(one, Mapping) and (text := _message(one, speaker)) is not None]
    if spoken:
        return spoken[-1]
    silent = [one for one in held if not (isinstance(one, Mapping) and _role(one))]
    return next((text for one in silent if (text := said(one, speaker, depth - 1)) is not None), None)


def _objects(told: Iterable[Any]) -> list[Any]:
    return [one for one in told if isinstance(one, Mapping | list)]


def _message(told: Mapping[str, Any], speaker: Speaker) -> str | None:
    """The words of a chat message of the speaker."""
    held = told["kwargs"] if isinstance(told.get("kwargs"), Mapping) else told
    if _role(told) not in speaker.roles:
        return None
    content = next((held[name] for name in ("content", "message.content", "parts") if held.get(name)), None)
    if isinstance(content, str):
        return content
    parts = [one for one in content if isinstance(one, Mapping)] if isinstance(content, list) else []
    texts = [text for one in parts if isinstance(text := one.get("text", one.get("content")), str)]
    return "\n".join(texts) or None


def _role(told: Mapping[str, Any]) -> str:
    """Who speaks, in small letters; "" where the object is no message."""
    held = told["kwargs"] if isinstance(told.get("kwargs"), Mapping) else told
    named = told.get("role") or told.get("message.role") or held.get("type")
    return named.lower() if isinstance(named, str) else ""
