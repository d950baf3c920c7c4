from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from appagent.actions.verbs import VERBS, Decision, Documentation, Reflection
from appagent.model.schema import outline, wire_schema

ALLOWED = {
    "type", "description", "enum", "anyOf", "items", "properties", "required",
    "additionalProperties",
}  # fmt: skip


def nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    below = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    below += [schema["items"]] if "items" in schema else []
    for node in below:
        yield from nodes(node)


@pytest.mark.parametrize("reply", [Decision, Reflection, Documentation])
def test_every_node_is_what_strict_endpoints_take(reply: type[BaseModel]) -> None:
    schema = wire_schema(reply)
    assert schema["type"] == "object"  # a root union is refused
    for node in nodes(schema):
        assert node.keys() <= ALLOWED
        if node.get("type") == "object":
            assert node["required"] == list(node["properties"])
            assert node["additionalProperties"] is False
    assert "$" not in json.dumps(schema)


def test_the_verb_is_chosen_before_its_values() -> None:
    options = wire_schema(Decision)["properties"]["action"]["anyOf"]
    assert [next(iter(option["properties"])) for option in options] == ["kind"] * len(VERBS)
    assert [option["properties"]["kind"]["enum"] for option in options] == [
        [verb.model_fields["kind"].default] for verb in VERBS
    ]


def test_what_may_be_missing_may_be_null() -> None:
    documentation = wire_schema(Reflection)["properties"]["documentation"]
    assert documentation["anyOf"] == [{"type": "string"}, {"type": "null"}]


def test_the_outline_is_one_line_that_a_person_could_follow() -> None:
    class Nested(BaseModel):
        names: list[str]
        inner: Reflection

    assert outline(wire_schema(Nested)) == (
        '{"names": [string, ...], "inner": {"decision": "BACK" | "INEFFECTIVE" | "CONTINUE" '
        '| "SUCCESS", "thought": string, "documentation": string | null, "danger": "send" | "pay" '
        '| "call" | "post" | "delete" | "account" | "permission" | "device" | null, '
        '"like": string | null}}'
    )
