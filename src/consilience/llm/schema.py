"""The form of a reply as small servers understand it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

# What a grammar can hold to. Lengths are left out: llama.cpp refuses a grammar with long ones. Replies are checked
# for all of it on arrival.
_KEPT = ("type", "properties", "required", "items", "maxItems", "enum", "const", "anyOf")


def plain_schema(form: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a form that is not recursive, with references put in place and nothing but its shape."""
    schema = form.model_json_schema()
    return _plain(schema, schema.get("$defs", {}))


def _plain(schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _plain(known[schema["$ref"].removeprefix("#/$defs/")], known)
    made = {name: schema[name] for name in _KEPT if name in schema}
    if "properties" in made:
        made["properties"] = {name: _plain(inner, known) for name, inner in made["properties"].items()}
    if "items" in made:
        made["items"] = _plain(made["items"], known)
    if "anyOf" in made:
        made["anyOf"] = [_plain(inner, known) for inner in made["anyOf"]]
    return made
