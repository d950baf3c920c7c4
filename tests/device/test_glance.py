"""A glance at a part of the screen, on phones of several kinds."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from appagent.actions.gestures import InputText, TouchAt
from appagent.device.adb import AdbDevice
from appagent.errors import ScreenMoved
from appagent.geometry import Point, Rect
from tests.device.adb_server import ScriptedPhone
from tests.device.conftest import DISPLAY, FRAME, PIXELS, WINDOWS
from tests.device.test_gestures import FRAME as SIZE

RED_BLUE = np.array([[[255, 0, 0], [0, 0, 255]]], np.uint8)
BLUE, NOTHING = Rect(1, 0, 2, 1), Rect(0, 0, 0, 0)
MAIN = "48b com.example/com.example.Main"


@pytest.fixture(params=["shell_v2", "exec"], autouse=True)
def features(request: pytest.FixtureRequest, phone: ScriptedPhone) -> None:
    phone.features = request.param


def test_a_glance_has_the_window_and_the_pixels_of_an_area(
    device: AdbDevice, phone: ScriptedPhone
) -> None:
    assert device.capture().window == MAIN
    before = device.traffic.trips
    seen = device.glance(BLUE, SIZE)
    assert device.traffic.trips == before + 1
    assert seen.window == MAIN
    np.testing.assert_array_equal(seen.image, RED_BLUE[:, 1:])
    assert phone.leftovers == []


def test_of_nothing_the_window_alone_is_asked(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("screencap", "echo no picture; exit 1")
    seen = device.glance(NOTHING, SIZE)
    assert (seen.window, seen.image.size) == (MAIN, 0)


def test_a_shell_that_picks_no_rows_sends_the_whole(
    device: AdbDevice, phone: ScriptedPhone
) -> None:
    """Before Android 7 `head` knows no -c."""
    phone.command("head", "echo 'head: unknown option -c' >&2; exit 1")
    device.capture()
    for _ in range(2):
        np.testing.assert_array_equal(device.glance(BLUE, SIZE).image, RED_BLUE[:, 1:])
    device.capture()  # it is not tried again
    phone.command("head", "exit 9")
    np.testing.assert_array_equal(device.glance(BLUE, SIZE).image, RED_BLUE[:, 1:])


def test_a_phone_that_sends_png(device: AdbDevice, phone: ScriptedPhone) -> None:
    picture = cv2.imencode(".png", RED_BLUE[..., ::-1])[1].tobytes()
    (phone.folder / "red_blue.png").write_bytes(picture)
    raw = f"printf '{FRAME.replace('001', '004', 2)}{PIXELS}'"  # of an unknown format
    phone.command("screencap", f'[ "$1" = -p ] && cat $F/red_blue.png || {raw}')
    device.capture()
    np.testing.assert_array_equal(device.glance(BLUE, SIZE).image, RED_BLUE[:, 1:])


def test_what_a_glance_told_of_the_display_is_not_asked_again(
    device: AdbDevice, phone: ScriptedPhone
) -> None:
    touch = TouchAt(Point(0, 0), SIZE, rotation=0)
    for area in (BLUE, NOTHING):
        device.glance(area, SIZE)
        before = device.traffic.trips
        device.perform(touch)
        assert device.traffic.trips == before + 1
        device.perform(touch)  # the first one may have turned the screen
        assert device.traffic.trips == before + 3
    assert (phone.folder / "inputs").read_text() == "tap 0 0\n" * 4


@pytest.mark.parametrize("area", [BLUE, NOTHING])
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Rect(0, 0 - 2, 1)", "Rect(0, 0 - 1, 2)", "is 1x2 px now and was 2x1"),
        ("orientation=0", "orientation=2", "turned upside down"),
        (DISPLAY, "", "went dark"),
    ],
)
def test_a_glance_notices_what_became_of_the_display(
    device: AdbDevice, phone: ScriptedPhone, area: Rect, old: str, new: str, why: str
) -> None:
    device.capture()
    dumpsys = (phone.folder / "bin" / "dumpsys").read_text()
    phone.command("dumpsys", dumpsys.replace(DISPLAY, DISPLAY.replace(old, new)))
    device.glance(area, SIZE)
    with pytest.raises(ScreenMoved, match=why):
        device.perform(TouchAt(Point(0, 0), SIZE, rotation=0))
    assert not (phone.folder / "inputs").exists()


def test_no_text_goes_to_another_window(device: AdbDevice, phone: ScriptedPhone) -> None:
    """A touch of the field brought a dialog."""
    gesture = InputText("4711", SIZE, field=Point(0, 0), window=MAIN)
    device.perform(gesture)
    assert "text 4711" in (phone.folder / "inputs").read_text()
    (phone.folder / "inputs").unlink()
    other = WINDOWS.replace("Window{48b u0 com.example/com.example.Main}", "Window{5a u0 Pay}")
    phone.command(
        "dumpsys",
        f"case $1 in\nwindow) cat <<'E'\n{other}\nE\n;;\n"
        "input_method) echo '  mInputShown=true' ;;\n"
        f"display) cat <<'E'\n{DISPLAY}\nE\n;; esac",
    )
    with pytest.raises(ScreenMoved, match="another window to the front, 5a Pay: nothing was typed"):
        device.perform(gesture)
    assert (phone.folder / "inputs").read_text() == "tap 0 0\n"
