"""How pictures come over a slow link, from phones of several kinds."""

from __future__ import annotations

import gzip
import shutil
import zlib

import cv2
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from appagent.device.adb import AdbDevice
from appagent.device.frames import Frames, unpack
from appagent.device.shell import Output
from appagent.device.stream import MOST_BYTES
from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect
from tests.device.adb_server import ScriptedPhone
from tests.device.conftest import FRAME, PIXELS, TREE
from tests.device.test_gestures import FRAME as SIZE

RED_BLUE = np.array([[[255, 0, 0], [0, 0, 255]]], np.uint8)
BLUE_BLUE = r"\000\000\377\377\000\000\377\377"
SLOW = 2.2, 0.3  # s: a raw picture, and another one, at 5 MB/s

SLOWLY = f"sleep 0.2; printf '{FRAME}{PIXELS}'"


@pytest.fixture(params=["shell_v2", "exec"])
def slow(request: pytest.FixtureRequest, device: AdbDevice, phone: ScriptedPhone) -> AdbDevice:
    """A phone on a slow link, as the first look left it."""
    phone.features = request.param
    device.capture()
    device._frames = Frames()
    device._frames.choose(*SLOW, png=False)
    assert device._frames.way == "gzip"
    return device


def chosen(*looks: tuple[float, float], png: bool = False) -> str:
    frames = Frames()
    for first_s, second_s in looks:
        frames.choose(first_s, second_s, png=png)
    return frames.way


def test_the_first_look_chooses() -> None:
    assert chosen((0.25, 0.2)) == "raw", "what a cable saves is chance"
    assert chosen((0.2, 0.6)) == "raw"
    assert chosen(SLOW) == "gzip"
    assert chosen((2.2, 0.7), png=True) == "png", "a phone without gzip"
    assert chosen((0.2, 0.7), png=True) == "raw"


def test_what_was_chosen_stays_until_it_takes_twice_as_long() -> None:
    assert chosen(SLOW, (0.6, 0), (0.6, 0)) == "gzip"
    assert chosen(SLOW, (2, 0), (2, 1.5), png=False) == "png"
    assert chosen(SLOW, (2, 0), (2, 2.5)) == "gzip"
    assert chosen((0.25, 0.2), (2.2, 2.2), (2.2, 0.3)) == "gzip"
    assert chosen((0.25, 0.2), (0.4, 0.4), (0.4, 0.1)) == "raw"


def test_a_trial_that_spoiled_its_picture_is_the_last() -> None:
    frames = Frames()
    frames.end_trial(at_fault=True)
    for _ in range(3):
        assert frames.commands() == ("screencap", "screencap", "")
        frames.choose(*SLOW, png=False)
    assert frames.way == "raw"


def test_a_trial_that_the_screen_spoiled_is_made_after_the_next_good_look() -> None:
    frames = Frames()
    for _ in range(2):
        frames.end_trial(at_fault=False)
        assert frames.commands() == ("screencap", "screencap", "")
    frames.choose(0.05, 0.05, png=False)
    assert frames.commands().second == "screencap", "nothing is to be gained"
    frames.choose(*SLOW, png=False)
    assert "gzip" in frames.commands().second
    frames.choose(*SLOW, png=False)
    assert frames.way == "gzip"


def test_a_look_without_pictures_after_the_choice_changes_nothing() -> None:
    for at_fault in (True, False):
        frames = Frames()
        frames.choose(0.25, 0.2, png=False)
        frames.end_trial(at_fault=at_fault)
        frames.choose(0.4, 0.4, png=False)
        assert frames.commands().second == "screencap"
        frames.choose(2.2, 2.2, png=False)
        assert "gzip" in frames.commands().second


def test_the_panel_is_named_in_every_way() -> None:
    frames = Frames()
    seen = [frames.commands("47"), frames.screencap("47")]
    frames.choose(*SLOW, png=False)
    seen += [frames.commands("47"), frames.screencap("47")]
    frames.choose_png()
    seen += [frames.commands("47"), frames.screencap("47")]
    for told in seen:
        words = " ".join(told) if isinstance(told, tuple) else told
        assert words.count("screencap") == words.count(" -d 47") > 0


def test_output_tells_when_a_byte_arrived() -> None:
    output = Output(b"123456", b"", 0, [(2, 0.1), (2, 0.2), (5, 0.5), (6, 0.7)])
    assert [output.arrival_s(at) for at in range(6)] == [0.1, 0.1, 0.5, 0.5, 0.5, 0.7]


@given(st.binary(max_size=300), st.data())
def test_what_was_packed_comes_whole_or_not_at_all(plain: bytes, data: st.DataObject) -> None:
    packed = gzip.compress(plain, 1)
    assert unpack(packed) == plain
    cut = data.draw(st.integers(2, len(packed) - 1))
    with pytest.raises(ScreenUnreadable, match="gzip"):
        unpack(packed[:cut])
    with pytest.raises(ScreenUnreadable, match="gzip"):
        unpack(packed + b"more")


@given(st.binary(max_size=64))
@example(b"\x1f\x8b")
def test_any_bytes_are_packed_whole_or_unreadable(data: bytes) -> None:
    if not data.startswith(b"\x1f\x8b"):
        assert unpack(data) == data
    with pytest.raises(ScreenUnreadable, match="not whole"):
        unpack(b"\x1f\x8b" + data)


def test_no_more_is_unpacked_than_any_phone_sends() -> None:
    packing = zlib.compressobj(9, wbits=31)
    packed = b"".join(packing.compress(bytes(1 << 20)) for _ in range((MOST_BYTES >> 20) + 1))
    with pytest.raises(ScreenUnreadable, match="more than 128 MB"):
        unpack(packed + packing.flush())


def test_a_picture_that_comes_again_is_not_sent(slow: AdbDevice, phone: ScriptedPhone) -> None:
    phone.services.clear()
    seen = slow.capture()
    np.testing.assert_array_equal(seen.image, RED_BLUE)
    assert seen.before is seen.image
    assert (seen.tree.decode(), seen.tree_problem) == (TREE, "")
    assert len(phone.services) == 1
    assert phone.leftovers == []


@pytest.mark.parametrize("compares", [True, False])
def test_a_picture_that_differs_is_sent(
    slow: AdbDevice, phone: ScriptedPhone, compares: bool
) -> None:
    if not compares:
        phone.command("cmp", "echo 'cmp: not found' >&2; exit 127")
    blue = f"printf '{FRAME}{BLUE_BLUE}'"
    phone.command(
        "screencap", f"[ -e $F/first ] && {blue} || printf '{FRAME}{PIXELS}'; touch $F/first"
    )
    seen = slow.capture()
    np.testing.assert_array_equal(seen.before, RED_BLUE)
    np.testing.assert_array_equal(seen.image, [[[0, 0, 255]] * 2])


def test_a_glance_and_a_screenshot_are_packed(slow: AdbDevice, phone: ScriptedPhone) -> None:
    phone.services.clear()
    np.testing.assert_array_equal(slow.glance(Rect(1, 0, 2, 1), SIZE).image, RED_BLUE[:, 1:])
    np.testing.assert_array_equal(slow.screenshot(), RED_BLUE)
    assert ["gzip" in service for service in phone.services] == [True, True]


def test_half_a_picture_is_none(slow: AdbDevice, phone: ScriptedPhone) -> None:
    packs = f"{gzip_program()} -1"
    phone.command("gzip", f"{packs} | head -c 20")
    for look in (slow.capture, slow.screenshot):
        with pytest.raises(
            ScreenUnreadable, match="the 20 bytes that came from the phone's gzip are not whole"
        ):
            look()
    assert phone.leftovers == []
    phone.command("gzip", f"exec {packs}")
    np.testing.assert_array_equal(slow.capture().image, RED_BLUE)


def test_a_second_picture_that_is_missing_is_not_the_first(
    slow: AdbDevice, phone: ScriptedPhone
) -> None:
    count = "echo >>$F/packed; [ $(wc -l <$F/packed) = 2 ] && exit 1"
    phone.command("gzip", f"{count}; {gzip_program()} -1")
    with pytest.raises(ScreenUnreadable, match="took no screenshot"):
        slow.capture()


def test_the_phones_words_are_packed_too(slow: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("screencap", "echo 'Failed to take screenshot. Status: -2'")
    for look in (slow.capture, slow.screenshot):
        with pytest.raises(ScreenUnreadable, match=r"took no screenshot: Failed .*Status: -2"):
            look()


@pytest.mark.parametrize("features", ["shell_v2", "exec"])
def test_a_phone_without_gzip_sends_png(
    device: AdbDevice, phone: ScriptedPhone, features: str
) -> None:
    phone.features = features
    picture = cv2.imencode(".png", RED_BLUE[..., ::-1])[1].tobytes()
    (phone.folder / "red_blue.png").write_bytes(picture)
    raw = f"printf '{FRAME}{PIXELS}'"
    phone.command("screencap", f'[ "$1" = -p ] && cat $F/red_blue.png || {raw}')
    phone.command("gzip", "echo 'gzip: inaccessible or not found' >&2; exit 127")
    for way in ("raw", "png"):
        np.testing.assert_array_equal(device.capture().image, RED_BLUE)
        np.testing.assert_array_equal(device.glance(Rect(1, 0, 2, 1), SIZE).image, RED_BLUE[:, 1:])
        np.testing.assert_array_equal(device.screenshot(), RED_BLUE)
        if way == "raw":
            device._frames = Frames()
            device._frames.choose(*SLOW, png=True)
            assert device._frames.way == "png"
    assert phone.leftovers == []


def test_a_gzip_that_packs_badly_is_tried_once(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("screencap", SLOWLY)
    phone.command("gzip", f"{gzip_program()} -1 | head -c 20")
    with pytest.raises(ScreenUnreadable, match="gzip"):
        device.capture()
    for _ in range(2):
        np.testing.assert_array_equal(device.capture().image, RED_BLUE)


def test_gzip_is_tried_once_a_window_allows_pictures(
    device: AdbDevice, phone: ScriptedPhone
) -> None:
    phone.command("screencap", "echo 'Failed to take screenshot. Status: -2'")
    for _ in range(2):
        with pytest.raises(ScreenUnreadable, match="took no screenshot"):
            device.capture()
    phone.command("screencap", SLOWLY)
    phone.services.clear()
    for _ in range(2):
        np.testing.assert_array_equal(device.capture().image, RED_BLUE)
    assert ["gzip" in service for service in phone.services] == [False, True]


def gzip_program() -> str:
    """The path of this machine's own: a scripted phone's PATH begins with its commands."""
    program = shutil.which("gzip")
    assert program
    return program
