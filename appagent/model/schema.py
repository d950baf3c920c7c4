"""The form of a reply: as a JSON schema for the endpoint, as one line for the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]


@cache
def wire_schema(reply: type[BaseModel]) -> Schema:
    """The JSON schema of `reply` in the subset that every strict endpoint takes.

    References are inlined, a union is `anyOf`, every property is required, nothing may be added;
    limits (`minimum`, `pattern`, ...) are left out: pydantic checks them in the reply.
    Source: developers.openai.com, "Structured Outputs", supported schemas.
    """
    schema = reply.model_json_schema()
    return _portable(schema, schema.get("$defs", {}))


def _portable(node: Mapping[str, Any], definitions: Mapping[str, Any]) -> Schema:
    if "$ref" in node:
        target = definitions[node["$ref"].rsplit("/", 1)[-1]]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    kept: Schema = {}
    if "description" in node:
        kept["description"] = " ".join(node["description"].split())
    options = node.get("anyOf") or node.get("oneOf")
    if options:
        return kept | {"anyOf": [_portable(option, definitions) for option in options]}
    if "type" in node:
        kept["type"] = node["type"]
    if "const" in node:  # Gemini's endpoint knows `enum` alone
        kept["enum"] = [node["const"]]
    elif "enum" in node:
        kept["enum"] = node["enum"]
    if "items" in node:
        kept["items"] = _portable(node["items"], definitions)
    if node.get("type") == "object":
        # What tells the members of a union apart comes first: a decoder that is held to the schema
        # writes in this order, and chooses the verb before its values.
        properties = dict(
            sorted(node.get("properties", {}).items(), key=lambda item: "const" not in item[1])
        )
        kept["properties"] = {
            name: _portable(value, definitions) for name, value in properties.items()
        }
        kept["required"] = list(properties)
        kept["additionalProperties"] = False
    return kept


def outline(schema: Mapping[str, Any]) -> str:
    """The schema as one line that small models follow: `{"kind": "tap", "element": integer}`."""
    match schema:
        case {"anyOf": options}:
            return " | ".join(outline(option) for option in options)
        case {"enum": values}:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case {"properties": properties}:
            inside = (f"{json.dumps(name)}: {outline(value)}" for name, value in properties.items())
            return "{" + ", ".join(inside) + "}"
        case {"items": items}:
            return f"[{outline(items)}, ...]"
        case _:
            return str(schema.get("type", "any value"))
