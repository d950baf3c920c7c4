"""What only opens something is free, also beside what commits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.geometry import Rect
from appagent.safety.labels import danger_of
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.screen.values import Element
from tests.screen.trees import element, screen

TAP = frozenset({"tap"})
LINE = Rect(150, 1500, 900, 1620)
REPLY = element(
    key="#reply", role="text field", name="Post your reply", value="Hello", bounds=LINE,
    uses=frozenset({"tap", "text"}),
)  # fmt: skip
SEND = element(name="send reply", key="#send", bounds=Rect(920, 1500, 1060, 1620), uses=TAP)
CLIP = element(name="", key="#line/button", bounds=Rect(10, 1500, 130, 1620), uses=TAP)


def control(name: str, **fields: object) -> Element:
    return element(name=name, key=f"#{name}", bounds=Rect(0, 900, 200, 1000), uses=TAP, **fields)


def touched(of: Element, *others: Element, opener: str = "") -> str | None:
    return risk(Move(parse("tap(1)"), element=of), Scene(screen((of, *others)), opener=opener))


# --- beside a field -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Share", "Comment", "Reply", "Teilen", "分享"])
def test_what_opens_is_free_where_the_field_has_its_own_button(name: str) -> None:
    assert touched(control(name), REPLY) is not None
    assert touched(control(name), REPLY, SEND) is None


def test_the_button_of_a_field_says_so_and_stands_in_its_line() -> None:
    share = control("Share")
    assert touched(share, REPLY, CLIP) == "send"
    elsewhere = replace(SEND, bounds=Rect(920, 100, 1060, 200))
    assert touched(share, REPLY, elsewhere) == "send"
    by_id = replace(SEND, name="", resource_id="com.example:id/send")
    assert touched(share, REPLY, by_id) is None


def test_each_field_has_to_have_its_own() -> None:
    title = replace(REPLY, key="#title", name="Title", bounds=Rect(0, 300, 1080, 400))
    assert touched(control("Share"), REPLY, SEND, title) == "send"


def test_an_icon_without_a_name_is_free_beside_the_button_that_sends() -> None:
    assert touched(CLIP, REPLY) == "send"
    assert touched(CLIP, REPLY, SEND) is None
    assert touched(SEND, REPLY, CLIP) == "send"


@pytest.mark.parametrize(
    "label",
    ["Send sticker", "Send a photo", "Send voice message", "Share location", "Hold to send",
     "Sticker senden", "发送贴图"],
)  # fmt: skip
def test_what_sends_something_else_is_no_button_of_the_field(label: str) -> None:
    field = replace(REPLY, name="Message")
    arrow = replace(CLIP, bounds=SEND.bounds)
    assert touched(arrow, field, replace(SEND, name=label, bounds=CLIP.bounds)) == "send"


@pytest.mark.parametrize(
    "label",
    ["Send", "Send reply", "Send message to Ada", "Publish", "Senden", "Nachricht senden", "发送"],
)
def test_what_sends_the_field_leaves_the_others_free(label: str) -> None:
    assert touched(CLIP, REPLY, replace(SEND, name=label)) is None


@pytest.mark.parametrize(
    ("resource_id", "free"), [("send_btn", True), ("ic_send", True), ("send_sticker", False)]
)
def test_an_id_tells_what_is_sent(resource_id: str, free: bool) -> None:
    button = replace(SEND, name="", resource_id=f"a:id/{resource_id}")
    assert (touched(CLIP, REPLY, button) is None) is free


# --- by its words ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "danger"),
    [
        ("Bestelling volgen", None),
        ("Volg je pakket", None),
        ("Volg Ada", "account"),
        ("Volg je bestelling en betaal", "pay"),
        ("Pakket kopen", "pay"),
        ("Suivre l'envoi", None),
        ("Suivre Ada", "account"),
        ("Seguir mi pedido", None),
        ("Siparişimi takip et", None),
        ("Ada'yı takip et", "account"),
        ("追蹤訂單", None),
        ("追蹤", "account"),
        ("追蹤訂單並付款", "pay"),
    ],
)
def test_a_parcel_that_is_followed_is_no_person(label: str, danger: str | None) -> None:
    assert danger_of(label) == danger


@pytest.mark.parametrize(
    ("label", "danger"),
    [
        ("Upgrade options", None),
        ("Mute settings", None),
        ("Follow suggestions", None),
        ("Upgrade your settings", "pay"),
        ("Delete settings", "delete"),
        ("Send settings", "send"),
        ("Reset settings", "device"),
    ],
)
def test_a_page_of_settings_is_called_by_what_they_are_about(
    label: str, danger: str | None
) -> None:
    assert danger_of(label) == danger
