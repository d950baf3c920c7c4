"""What a control tells of itself: its own words, and whether it has a state."""

from __future__ import annotations

import pytest

from appagent.safety.controls import has_state, label_of, writes_to_somebody
from tests.safety.test_effects import FIELD
from tests.screen.trees import element

IN_ROW = "#list/row/#icon"


@pytest.mark.parametrize(
    ("name", "fields", "label"),
    [
        ("Ada: like", {"key": IN_ROW}, "like"),
        ("Re: Ada: like", {"key": IN_ROW}, "like"),
        ("Ada", {"key": IN_ROW}, "Ada"),
        ("Ada: like", {"key": IN_ROW, "description": "Ada: like"}, "Ada: like"),
        ("Ada: like", {"key": IN_ROW, "text": "Ada: like"}, "Ada: like"),
        ("Ada: icon", {}, "icon"),
        ("Ada: read later", {"resource_id": "a:id/read_later"}, "read later"),
        ("Ada: read later", {"resource_id": "a:id/later"}, "Ada: read later"),
        ("Ada: like", {}, "Ada: like"),
    ],
)
def test_an_icon_is_called_after_what_it_belongs_to(
    name: str, fields: dict[str, object], label: str
) -> None:
    assert label_of(element(name=name, **fields)) == label


@pytest.mark.parametrize(
    ("fields", "has_one"),
    [
        ({"role": "switch"}, True),
        ({"role": "radio"}, True),
        ({"key": "#select_dialog_listview/row"}, True),
        ({"checked": False}, True),
        ({"checked": True, "key": IN_ROW}, True),
        ({"checked": True, "key": "#list/row"}, False),  # of a drawer
        ({}, False),
    ],
)
def test_a_switch_has_a_state_that_may_not_show(fields: dict[str, object], has_one: bool) -> None:
    assert has_state(element(**fields)) is has_one


@pytest.mark.parametrize(
    ("name", "resource_id", "writes"),
    [
        ("Message Ann", "", True),
        ("Add a comment", "", True),
        ("", "a:id/send_a_message", True),
        ("", "a:id/message", True),
        ("", "a:id/messageField", True),
        ("Title", "a:id/title", False),
        ("", "a:id/number_of_messages", False),
    ],
)
def test_a_field_for_a_message_writes_to_somebody(
    name: str, resource_id: str, writes: bool
) -> None:
    field = element(name=name, resource_id=resource_id, uses=FIELD.uses)
    assert writes_to_somebody(field) is writes
