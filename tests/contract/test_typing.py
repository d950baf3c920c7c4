"""Text in a field, read back from the phone's own tree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from lxml import etree

from appagent.actions.gestures import InputText, TouchAt
from appagent.device.adb import AdbDevice
from appagent.device.typing import ADB_KEYBOARDS
from appagent.device.u2 import U2Device
from appagent.errors import TextNotTypable
from appagent.geometry import Point
from tests.device.test_typing import ANY_TEXT

from .conftest import REAL
from .test_device import bounds, nodes

HOSTILE = 'a & b; echo "$HOME" \' `id` $(id) 100%s | cat > x'


def element(device: AdbDevice, **attributes: str) -> etree._Element:
    return next(
        node
        for node in nodes(device.capture())
        if all(node.get(name.replace("_", "-")) == value for name, value in attributes.items())
    )


@pytest.fixture
def field(device: AdbDevice) -> Point:
    """The middle of the first field of a new contact."""
    package = "com.pocketphone.contacts"
    if package not in device.packages():
        pytest.skip("only the pocket phone's contacts may be written to")
    device.run(f"am force-stop {package}")
    device.launch(package)
    add = bounds(element(device, content_desc="Create contact"))
    device.perform(TouchAt(add.center, device.size()))
    return bounds(element(device, **{"class": "android.widget.EditText"})).center


def typed(device: AdbDevice) -> str:
    text: str = element(device, **{"class": "android.widget.EditText"}).get("text", "")
    return text


@pytest.mark.parametrize("text", ["Ada", "Ada King", HOSTILE, "x" * 600, "Ada " * 1250])
def test_text_arrives_as_it_is(device: AdbDevice, field: Point, text: str) -> None:
    device.perform(InputText(text, device.size(), field=field))
    assert typed(device) == text
    assert device.capture().keyboard


def test_a_touch_in_the_keyboards_area_types(device: AdbDevice, field: Point) -> None:
    device.perform(TouchAt(field, device.size()))
    area = device.capture().keyboard_area
    assert area
    assert device.size().rect.contains(area)
    assert not area.contains(field)
    device.perform(TouchAt(area.center, device.size()))
    assert len(typed(device)) == 1


def test_the_old_text_of_a_field_is_cleared(device: AdbDevice, field: Point) -> None:
    device.perform(InputText("Ada Lovelace", device.size(), field=field))
    device.perform(InputText("Grace", device.size(), field=field, held=len("Ada Lovelace")))
    assert typed(device) == "Grace"
    device.perform(InputText(" H.", device.size()))
    assert typed(device) == "Grace H."


ANY = ["Zoë 你好 👍", "שלום عالم", "100%s ✓", "👩‍👩‍👧 e\u0301", "é" * 520]


@pytest.fixture(params=ADB_KEYBOARDS)
def keyboard(device: AdbDevice, request: pytest.FixtureRequest) -> Iterator[str]:
    """An ADB keyboard: the real phone's own, or one that is put on a pocket phone."""
    ime: str = request.param
    installed = device.run("ime list -a -s").text.split()
    if device.serial == REAL:
        if ime not in installed:
            pytest.skip(f"no {ime} on this phone")
        yield ime
        return

    def put(methods: list[str]) -> None:
        device.run(f"echo '{json.dumps({'input_methods': methods})}' | pocketphone load -")

    put([*installed, ime])
    yield ime
    put(installed)


@pytest.mark.parametrize("text", ANY)
def test_any_text_through_an_adb_keyboard(
    device: AdbDevice, field: Point, keyboard: str, text: str
) -> None:
    methods = "settings get secure default_input_method; ime list -s"
    before = device.run(methods).text
    assert keyboard not in before
    device.perform(InputText(text, device.size(), field=field))
    assert typed(device) == text
    assert device.run(methods).text == before
    device.perform(InputText("Grace", device.size(), field=field, held=len(text)))
    assert typed(device) == "Grace"


@pytest.mark.parametrize("text", ANY)
def test_any_text_over_the_clipboard(device: AdbDevice, field: Point, text: str) -> None:
    if not isinstance(device, U2Device):
        pytest.skip("the clipboard is uiautomator2's to hold")
    device._call("setClipboard", None, "mine")
    device.perform(InputText(text, device.size(), field=field))
    assert typed(device) == text
    assert device._call("getClipboard") == "mine"
    device.perform(InputText("Grace", device.size(), field=field, held=len(text)))
    assert typed(device) == "Grace"


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=ANY_TEXT)
def test_whatever_is_typed_is_typed_or_refused(device: AdbDevice, field: Point, text: str) -> None:
    with suppress(TextNotTypable):
        device.perform(InputText(text, device.size(), field=field))


def test_lines_go_into_a_field_of_several(device: AdbDevice, field: Point) -> None:
    notes = element(device, text="Notes")  # an empty field tells its hint
    assert not bounds(notes).contains(field)
    name = notes.get("resource-id", "")
    for text, held in (("one\ntwo\n\nfour", ""), ("five\nsix", "one\ntwo\n\nfour")):
        place = bounds(element(device, resource_id=name)).center
        device.perform(InputText(text, device.size(), field=place, held=len(held)))
        assert element(device, resource_id=name).get("text") == text


def test_a_password_is_typed_and_not_shown(device: AdbDevice) -> None:
    package = "com.pocketphone.settings"
    if package not in device.packages():
        pytest.skip("only the pocket phone's networks may be asked for")
    ssid = next(
        network["ssid"]
        for network in state(device)["apps"][package]["networks"]
        if network["password"] and not network.get("saved")
    )
    page = {"app": package, "page": "wifi_password", "args": {"ssid": ssid, "typed": ""}}
    device.run(f"echo '{json.dumps({'screen': page})}' | pocketphone load -")
    secret = "a%s 'b' \"c\" $d"
    for _ in range(2):
        box = element(device, password="true")
        held = 64  # a secret field does not tell what it holds
        place = bounds(box).center
        device.perform(InputText(secret, device.size(), field=place, held=held))
        shown = element(device, password="true").get("text", "")
        assert set(shown) == {"•"}
        assert state(device)["screen"]["args"]["typed"] == secret


def state(device: AdbDevice) -> Any:
    return json.loads(device.run("pocketphone state").text)
