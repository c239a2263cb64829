"""The name of a reply: all that decides it, and nothing that is secret (keys travel in headers, not in messages)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings

_OURS = {"timestamp", "run_id", "conversation_id", "metadata"}  # parts of a message that are not sent


def reply_key(
    model: str, messages: Sequence[ModelMessage], settings: ModelSettings | None, parameters: ModelRequestParameters
) -> str:
    """SHA-256 over the model, its settings, the messages and the form of the reply."""
    shape = parameters.output_object.json_schema if parameters.output_object else None
    tools = [(tool.name, tool.parameters_json_schema) for tool in parameters.output_tools]
    deciding = [model, plain_messages(messages), settings or {}, parameters.output_mode, shape, tools]
    line = json.dumps(deciding, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()


def plain_messages(messages: Sequence[ModelMessage]) -> Any:
    """Messages as they are sent, without what only our side knows of them."""
    return _stripped(ModelMessagesTypeAdapter.dump_python(list(messages), mode="json"))


def _stripped(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _stripped(inner) for name, inner in value.items() if name not in _OURS}
    return [_stripped(inner) for inner in value] if isinstance(value, list) else value
