"""Text in a field, read back from the phone's own tree."""

from __future__ import annotations

import pytest
from lxml import etree

from appagent.actions.gestures import InputText, TouchAt
from appagent.device.adb import AdbDevice
from appagent.device.typing import ADB_KEYBOARDS
from appagent.device.u2 import U2Device
from appagent.geometry import Point

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
    device.shell(f"am force-stop {package}")
    device.launch(package)
    add = bounds(element(device, content_desc="Create contact"))
    device.perform(TouchAt(add.center, device.size()))
    return bounds(element(device, **{"class": "android.widget.EditText"})).center


def typed(device: AdbDevice) -> str:
    text: str = element(device, **{"class": "android.widget.EditText"}).get("text", "")
    return text


@pytest.mark.parametrize("text", ["Ada", "Ada King", HOSTILE, "x" * 600])
def test_text_arrives_as_it_is(device: AdbDevice, field: Point, text: str) -> None:
    device.perform(InputText(text, device.size(), field=field))
    assert typed(device) == text
    assert device.capture().keyboard


def test_a_touch_where_the_keyboard_is_said_to_be_types(device: AdbDevice, field: Point) -> None:
    device.perform(TouchAt(field, device.size()))
    area = device.capture().keyboard_area
    assert area
    assert device.size().rect.contains(area)
    assert not area.contains(field)
    device.perform(TouchAt(area.center, device.size()))
    assert len(typed(device)) == 1


def test_what_the_field_held_is_cleared(device: AdbDevice, field: Point) -> None:
    device.perform(InputText("Ada Lovelace", device.size(), field=field))
    device.perform(InputText("Grace", device.size(), field=field, held=len("Ada Lovelace")))
    assert typed(device) == "Grace"
    device.perform(InputText(" H.", device.size()))
    assert typed(device) == "Grace H."


def test_any_text_through_an_adb_keyboard(device: AdbDevice, field: Point) -> None:
    if not set(ADB_KEYBOARDS) & set(device.shell("ime list -a -s").text.split()):
        pytest.skip("no ADB keyboard on this phone")
    current = "settings get secure default_input_method"
    before = device.shell(current).text
    device.perform(InputText("Zoë 你好", device.size(), field=field))
    assert typed(device) == "Zoë 你好"
    assert device.shell(current).text == before


@pytest.mark.parametrize("text", ["Zoë 你好 👍", "שלום عالم", "100%s"])
def test_any_text_over_the_clipboard(device: AdbDevice, field: Point, text: str) -> None:
    if not isinstance(device, U2Device):
        pytest.skip("the clipboard is uiautomator2's to hold")
    device._call("setClipboard", None, "mine")
    device.perform(InputText(text, device.size(), field=field))
    assert typed(device) == text
    assert device._call("getClipboard") == "mine"
