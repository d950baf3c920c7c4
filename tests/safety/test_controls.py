"""What a control tells of itself, rule by rule."""

from __future__ import annotations

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.safety import controls
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from tests.safety.test_effects import button, row
from tests.safety.test_scene import named
from tests.screen.trees import element, screen

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
    assert controls.label_of(element(name=name, **fields)) == label


def test_a_field_is_filled_by_a_text_and_a_secret_one_may_be() -> None:
    assert controls.is_filled(element(value="Hi"))
    assert not controls.is_filled(element(value=" "))
    assert controls.is_filled(element(value="", secret=True))


def test_a_field_for_a_message_writes_to_somebody() -> None:
    assert controls.writes_to_somebody(element(name="Message"))
    assert controls.writes_to_somebody(element(name="", resource_id="a:id/message"))
    assert controls.writes_to_somebody(element(name="", resource_id="a:id/send_a_message"))
    assert not controls.writes_to_somebody(element(name="Note", resource_id="a:id/note"))


@pytest.mark.parametrize(
    ("box", "beside"),
    [
        ((900, 100, 1000, 200), True),  # behind it
        ((800, 100, 900, 200), True),  # in it, at its end
        ((700, 100, 800, 200), False),  # in the middle
        ((0, 100, 100, 200), True),  # before it
        ((51, 100, 151, 200), False),
        ((900, 0, 1000, 199), False),  # above its line
        ((900, 0, 1000, 200), True),
        ((900, 150, 1000, 250), False),  # below it
        ((900, 150, 1000, 249), True),
    ],
)
def test_what_stands_in_the_line_of_a_field(box: tuple[int, int, int, int], beside: bool) -> None:
    field = named("Note", "#note", (100, 100, 900, 200))
    assert controls.stands_beside(named("", "#go", box), field) is beside


def test_what_has_a_state() -> None:
    assert controls.has_state(element(role="switch"))
    assert controls.has_state(element(role="radio"))
    assert controls.has_state(element(checked=False))
    assert controls.has_state(element(key="#select_dialog_listview/row"))
    assert controls.has_state(row("Wi-Fi", 1, key="#list/row/#box", checked=True))
    assert not controls.has_state(row("Wi-Fi", 1, checked=True))  # an entry of a drawer
    assert not controls.has_state(element())


@pytest.mark.parametrize(
    "told",
    ["09:41", "2h", "2 h", "4.8M", "12K views", "Ada · 3", "7,347,237", "yesterday", "Tue",
     "monday", "3 March", "Mar 3", "3. Dec", "5 answers"],
)  # fmt: skip
def test_a_row_that_tells_who_and_when_is_content(told: str) -> None:
    assert controls.is_content(row(f"Ada, {told}", 1))
    assert not controls.is_content(row(told, 1))
    assert not controls.is_content(button(f"Ada, {told}"))


@pytest.mark.parametrize("told", ["on", "Off", "Marble", "2 hours left over", "Sunny", "1.5"])
def test_a_row_that_says_more_is_no_content_yet(told: str) -> None:
    assert not controls.is_content(row(f"Ada, {told}", 1))


@pytest.mark.parametrize(
    ("name", "danger"),
    [
        ("Delete alarm, 6:45 AM", "delete"),
        ("Call Ada, yesterday", "call"),
        ("Pay invoice, 3 Mar", "pay"),
        ("Like, 4.8K likes", "post"),
        ("Follow Ada, 2.3K followers", "account"),
        ("Delete, 2 min ago", "delete"),
        ("Gym, Mon 6:45: delete", "delete"),
    ],
)
@pytest.mark.parametrize("exploring", [False, True])
def test_a_control_in_a_row_does_what_it_says(name: str, danger: str, exploring: bool) -> None:
    page = screen((element(name=name, key=IN_ROW), row(name, 1)))
    inside, whole = (Move(parse("tap(1)"), element=e) for e in page.elements)
    assert risk(inside, Scene(page, exploring)) == danger
    assert risk(whole, Scene(page, exploring)) is None
