from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from appagent.actions.decision import Decision, decision_type
from appagent.actions.replies import Documentation, Reflection
from appagent.actions.verbs import ON_GRID, ON_MARKS, Kinds
from appagent.model.schema import outline, wire_schema

ALLOWED = {
    "type", "enum", "anyOf", "items", "properties", "required",
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


@pytest.mark.parametrize("kinds", [ON_MARKS, ON_GRID])
def test_an_action_is_one_flat_object_that_names_its_verb_first(kinds: Kinds) -> None:
    action = wire_schema(decision_type(kinds))["properties"]["action"]
    assert "anyOf" not in action
    assert next(iter(action["properties"])) == "kind"  # a decoder writes in this order
    assert action["properties"]["kind"] == {
        "type": "string",
        "enum": [verb.model_fields["kind"].default for verb in kinds],
    }
    told = {name for kind in kinds for name in kind.model_fields} - {"dist"}
    assert action["properties"].keys() == told


def test_a_list_of_actions_is_of_the_same_objects() -> None:
    one, several = (
        wire_schema(decision_type(ON_MARKS, several=asked))["properties"] for asked in (False, True)
    )
    assert several["actions"] == {"type": "array", "items": one["action"]}
    assert list(several) == [name.replace("action", "actions") for name in one]
    assert list(one["action"]["properties"])[-1] == "commits", "said once the rest is"


def test_a_field_of_some_verbs_alone_may_say_nothing() -> None:
    """A decoder that is held to the schema writes it for the other verbs as well."""
    properties = wire_schema(decision_type(ON_MARKS))["properties"]["action"]["properties"]
    assert properties["element"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert properties["direction"] == {"type": "string"}, "the verb list has the choices"
    assert properties["text"] == {"type": "string"}, "it has the empty text"


def test_fields_of_one_name_take_what_any_of_their_verbs_takes() -> None:
    class Near(BaseModel):
        kind: Literal["near"]
        where: Literal["left", "right"]
        n: int

    class Far(BaseModel):
        n: str | None
        kind: Literal["far"]
        where: Literal["right", "up"]

    class Reply(BaseModel):
        moves: list[Annotated[Near | Far, Field(discriminator="kind")]]

    move = wire_schema(Reply)["properties"]["moves"]["items"]
    assert move["properties"] == {
        "kind": {"type": "string", "enum": ["near", "far"]},
        "where": {"type": "string", "enum": ["left", "right", "up"]},
        "n": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]},
    }


def test_the_schema_repeats_nothing_that_the_prompt_says() -> None:
    assert "description" not in json.dumps(wire_schema(Decision))
    assert len(json.dumps(wire_schema(decision_type(ON_MARKS)))) < 1500  # a union of verbs: 4455


def test_what_may_be_missing_may_be_null() -> None:
    documentation = wire_schema(Reflection)["properties"]["documentation"]
    assert documentation["anyOf"] == [{"type": "string"}, {"type": "null"}]


def test_the_outline_is_one_line_that_a_person_could_follow() -> None:
    class Nested(BaseModel):
        names: list[str]
        inner: Reflection

    assert outline(wire_schema(Nested)) == (
        '{"names": [string, ...], "inner": {"decision": "BACK" | "INEFFECTIVE" | "CONTINUE" '
        '| "SUCCESS", "thought": string, "documentation": string | null, "obvious": boolean, '
        '"danger": "send" | "pay" | "call" | "post" | "delete" | "account" | "permission" '
        '| "device" | null, '
        '"like": string | null}}'
    )
