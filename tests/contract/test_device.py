"""What every `Device` keeps to, whatever phone stands behind it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import numpy as np
import pytest
from lxml import etree

from appagent.actions.gestures import Drag, InputText, KeyPress, TouchAt
from appagent.device.adb import AdbDevice
from appagent.device.apps import find
from appagent.device.typing import ADB_KEYBOARDS
from appagent.device.u2 import U2Device
from appagent.errors import AppNotFound, ScreenMoved, TextNotTypable
from appagent.exchange import Capture
from appagent.geometry import Point, Rect, Size
from appagent.ports import Device

from .conftest import REAL


def nodes(seen: Capture) -> list[etree._Element]:
    return list(etree.fromstring(seen.tree).iter("node"))


def bounds(node: etree._Element) -> Rect:
    return Rect(*map(int, re.findall(r"-?\d+", node.get("bounds", ""))))


def test_is_a_device(device: AdbDevice) -> None:
    port: Device = device
    assert port.serial


def test_capture_is_one_true_look(listing: AdbDevice) -> None:
    seen = listing.capture()
    assert seen.tree_problem == ""
    size = Size(seen.image.shape[1], seen.image.shape[0])
    assert max(bounds(node).right for node in nodes(seen)) == size.width
    assert seen.before.shape == seen.image.shape
    assert seen.image.dtype == np.uint8
    assert seen.image.std() > 0
    assert size == listing.size()
    assert seen.app.package in {node.get("package") for node in nodes(seen)}
    assert seen.app == listing.foreground()
    assert not seen.keyboard


def test_a_look_is_one_round_trip(listing: AdbDevice) -> None:
    before = listing.traffic
    listing.capture()
    spent = listing.traffic - before
    assert spent.trips == (2 if isinstance(listing, U2Device) else 1)
    assert spent.received > 0


def test_a_still_screen_looks_the_same(listing: AdbDevice) -> None:
    seen = listing.capture()
    share = (seen.before != seen.image).any(axis=2).mean()
    assert share < 0.05  # a clock may tick


def test_a_glance_is_a_part_of_a_look(listing: AdbDevice) -> None:
    seen, size = listing.capture(), listing.size()
    row = Rect(size.width // 8, size.height // 2, size.width // 2, size.height // 2 + 100)
    before = listing.traffic
    glance = listing.glance(row, size)
    spent = listing.traffic - before
    assert spent.trips == 1
    assert spent.received < 1.1 * row.height * size.width * 4  # its rows alone
    assert glance.window == seen.window != ""
    assert (glance.image == seen.image[row.top : row.bottom, row.left : row.right]).mean() > 0.95


def test_captures_may_overlap(listing: AdbDevice) -> None:
    with ThreadPoolExecutor(3) as pool:
        looks = [pool.submit(listing.screenshot) for _ in range(3)]
    assert {look.result().shape for look in looks} == {listing.screenshot().shape}


def test_leaves_no_file_on_the_phone(listing: AdbDevice) -> None:
    listing.capture()
    assert "appagent" not in listing.run("ls /data/local/tmp").text


def test_launch_and_home(listing: AdbDevice) -> None:
    package = listing.foreground().package
    listing.perform(KeyPress("home"))
    assert listing.foreground().package != package
    listing.launch(package)
    assert listing.foreground().package == package


def test_packages_are_sorted_and_found_by_name(device: AdbDevice) -> None:
    packages = device.packages()
    assert packages == sorted(packages)
    assert find("contacts", packages) in packages


def test_unknown_app_is_not_launched(device: AdbDevice) -> None:
    before = device.foreground()
    with pytest.raises(AppNotFound):
        device.launch("com.example.not.installed")
    assert device.foreground() == before


def test_version_and_language(device: AdbDevice) -> None:
    assert re.match(r"\d", device.version(device.foreground().package))
    assert device.version("com.example.not.installed") == ""
    assert re.fullmatch(r"[a-z]{2,3}(-\w+)*", device.language())


def test_a_look_tells_the_date_and_the_language(device: AdbDevice) -> None:
    seen = device.capture()
    asked = device.check("date +%Y-%m-%dT%H:%M").strip()
    assert seen.clock is not None
    assert timedelta(0) <= datetime.fromisoformat(asked) - seen.clock <= timedelta(minutes=1)
    assert seen.language == device.language()


def test_touch_for_another_screen_is_refused(listing: AdbDevice) -> None:
    width, height = listing.size()
    before = listing.screenshot()
    with pytest.raises(ScreenMoved, match=f"{width}x{height} px now"):
        listing.perform(TouchAt(Point(10, 10), Size(height, width)))
    after = listing.screenshot()
    assert (before != after).any(axis=2).mean() < 0.05


@pytest.mark.parametrize("glances", [False, True])
def test_touch_for_a_screen_that_was_turned_upside_down_is_refused(
    listing: AdbDevice, glances: bool
) -> None:
    if listing.serial == REAL:
        pytest.skip("not every phone turns its screen upside down")
    seen, frame = listing.capture(), listing.size()
    assert seen.rotation is not None
    touch = TouchAt(Point(10, 10), frame, rotation=seen.rotation)
    listing.perform(touch)
    turn = "settings put system user_rotation {}"
    try:
        listing.run(turn.format((seen.rotation + 2) % 4))
        assert listing.size() == frame
        if glances:
            listing.glance(Rect(0, 0, 0, 0), frame)
        with pytest.raises(ScreenMoved, match="turned upside down"):
            listing.perform(touch)
    finally:
        listing.run(turn.format(seen.rotation))


def test_tap_opens_and_back_leaves(listing: AdbDevice) -> None:
    frame = listing.size()
    first = listing.capture()
    rows = [
        bounds(node)
        for node in nodes(first)
        if node.get("clickable") == "true" and "Layout" in node.get("class", "")
    ]
    row = next(row for row in rows if row.top > frame.height // 4)
    listing.perform(TouchAt(row.center, frame))
    assert listing.capture().tree != first.tree
    listing.perform(KeyPress("back"))
    assert listing.foreground().package == first.app.package


def test_drag_scrolls(listing: AdbDevice) -> None:
    first = listing.capture()
    lists = [node for node in nodes(first) if node.get("scrollable") == "true"]
    if not lists:
        pytest.skip("the whole of it fits on this screen")
    left, top, right, bottom = bounds(lists[0])
    middle = (left + right) // 2
    start, end = (Point(middle, top + (bottom - top) * share // 4) for share in (3, 1))
    listing.perform(Drag(start, end, listing.size(), duration_ms=500))
    assert listing.capture().tree != first.tree


def test_text_that_cannot_be_typed_changes_nothing(listing: AdbDevice) -> None:
    if isinstance(listing, U2Device):
        pytest.skip("its clipboard types anything")
    if set(ADB_KEYBOARDS) & set(listing.run("ime list -a -s").text.split()):
        pytest.skip("an ADB keyboard is installed: it types anything")
    before = listing.capture().tree
    with pytest.raises(TextNotTypable):
        listing.perform(InputText("日本", listing.size(), field=Point(10, 10)))
    assert listing.capture().tree == before


def test_prepare_puts_the_settings_back(device: AdbDevice) -> None:
    key = "settings get global stay_on_while_plugged_in"
    before = device.run(key).text
    with device.prepare():
        assert device.run(key).text.strip() == "7"
    assert device.run(key).text == before


def test_a_phone_on_which_nothing_crashed_tells_nothing(device: AdbDevice) -> None:
    with device.prepare():
        before = device.traffic
        assert list(device.crashes(device.foreground().package)) == []
        assert (device.traffic - before).trips == 2


@pytest.mark.parametrize(("how", "told"), [("crash", "FATAL EXCEPTION: main"), ("anr", "ANR in ")])
def test_what_crashed_is_told_once(listing: AdbDevice, how: str, told: str) -> None:
    if listing.serial == REAL:
        pytest.skip("no app of a real phone crashes when it is told to")
    frame, package = listing.size(), listing.foreground().package
    with listing.prepare():
        listing.run(f"sleep 1; pocketphone fault app {how} 1")
        listing.perform(TouchAt(Point(frame.width // 2, frame.height // 2), frame))
        listing.run("sleep 1")  # the log is asked by whole seconds
        assert told in listing.crashes(package)[0]
        assert list(listing.crashes(package)) == []
    listing.run(f"am force-stop {package}")  # its dialog would stand before the next test's app


def test_wait_takes_the_phones_own_time(device: AdbDevice) -> None:
    def now() -> int:
        return int(device.run("date +%s").text)

    before = now()
    device.wait(2)
    assert 2 <= now() - before <= 4
