"""The form of a reply: as a JSON schema for the endpoint, as one line for the model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

_NULL = {"type": "null"}


@cache
def wire_schema(reply: type[BaseModel]) -> Schema:
    """The JSON schema of `reply` in the subset that every strict endpoint takes.

    References are inlined, every property is required, nothing may be added, and a union of classes
    that one field tells apart is one flat object. Limits (`minimum`, `pattern`, ...) and
    descriptions are left out: pydantic checks the ones, the prompts hold the others.
    Source: developers.openai.com, "Structured Outputs", supported schemas. Where null is allowed it
    is a member of `anyOf`: Gemini refuses a list of types.
    """
    schema = reply.model_json_schema()
    return _portable(schema, schema.get("$defs", {}))


def _portable(node: Mapping[str, Any], definitions: Mapping[str, Any]) -> Schema:
    if "$ref" in node:
        node = definitions[node["$ref"].rsplit("/", 1)[-1]]
    options = node.get("anyOf") or node.get("oneOf")
    if options:
        members = [_portable(option, definitions) for option in options]
        if "discriminator" in node:
            return _flat(members, node["discriminator"]["propertyName"])
        return {"anyOf": members}
    kept: Schema = {}
    if "type" in node:
        kept["type"] = node["type"]
    if "const" in node:  # Gemini's endpoint knows `enum` alone
        kept["enum"] = [node["const"]]
    elif "enum" in node:
        kept["enum"] = node["enum"]
    if "items" in node:
        kept["items"] = _portable(node["items"], definitions)
    if node.get("type") == "object":
        return _closed(
            {
                name: _portable(value, definitions)
                for name, value in node.get("properties", {}).items()
            }
        )
    return kept


def _closed(properties: Mapping[str, Schema]) -> Schema:
    """An object of just these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _flat(members: Sequence[Schema], tag: str) -> Schema:
    """One object with every field of any member; the member that `tag` names ignores the rest.

    A decoder that is held to the schema writes in its order: so the tag comes first, and what every
    member has last. It also writes each field: one that not every member has may be null; a text or
    a switch has "" and false. A choice that not every member has is a text: the prompt lists them.
    """
    fields: dict[str, list[Schema]] = {tag: []}
    for member in members:
        for name, value in member["properties"].items():
            fields.setdefault(name, []).append(value)
    shared = {name for name, values in fields.items() if len(values) == len(members)} - {tag}
    return _closed(
        {
            name: _either(values, name not in shared | {tag})
            for name, values in sorted(fields.items(), key=lambda field: field[0] in shared)
        }
    )


def _either(values: Sequence[Schema], optional: bool) -> Schema:
    """What fits any of the values; enums of one type become one."""
    kinds: list[Schema] = []
    for value in chain.from_iterable(value.get("anyOf", [value]) for value in values):
        enums = [kind for kind in kinds if "enum" in kind and kind.get("type") == value.get("type")]
        if "enum" in value and enums:
            enums[0]["enum"] = list(dict.fromkeys([*enums[0]["enum"], *value["enum"]]))
        elif value not in kinds:
            kinds.append(dict(value))
    if optional and all(kind["type"] == "string" for kind in kinds):
        kinds = [{"type": "string"}]
    elif optional and kinds not in ([{"type": "string"}], [{"type": "boolean"}]):
        kinds = [kind for kind in kinds if kind != _NULL] + [_NULL]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


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
