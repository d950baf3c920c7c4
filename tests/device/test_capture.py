from __future__ import annotations

import re
import resource
import struct
from contextlib import suppress
from datetime import datetime

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.gestures import KeyPress
from appagent.cli.checks import tree
from appagent.device.adb import AdbDevice
from appagent.device.snapshot import Snapshot, decode, unseen_popups, with_tree
from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect
from appagent.screen.values import App
from tests.device.adb_server import ScriptedPhone
from tests.device.conftest import DISPLAY, FRAME, PIXELS, TREE, WINDOWS
from tests.screen.test_saved import png_of

RED_BLUE = np.array([[[255, 0, 0], [0, 0, 255]]], np.uint8)


@pytest.fixture(params=["shell_v2", "exec"], autouse=True)
def features(request: pytest.FixtureRequest, phone: ScriptedPhone) -> None:
    phone.features = request.param


def test_capture_has_what_the_phone_shows(device: AdbDevice, phone: ScriptedPhone) -> None:
    seen = device.capture()
    np.testing.assert_array_equal(seen.image, RED_BLUE)
    np.testing.assert_array_equal(seen.before, RED_BLUE)
    assert (seen.tree.decode(), seen.tree_problem) == (TREE, "")
    assert seen.app == App("com.example", "com.example.Main")
    assert seen.keyboard
    assert seen.keyboard_area == Rect(0, 0, 2, 1)
    assert not seen.secure
    assert phone.leftovers == []
    assert len(phone.services) == 1


@pytest.mark.parametrize(
    ("date", "own", "factory", "told"),
    [
        ("2026-03-02T09:30", "de-CH", "en-US", (datetime(2026, 3, 2, 9, 30), "de-CH")),
        ("2026-03-02T09:30", "", "zh_CN", (datetime(2026, 3, 2, 9, 30), "zh-CN")),
        ("2026-03-02T09:30", "", "", (datetime(2026, 3, 2, 9, 30), "")),
        ("2026-13-02T09:30", "de", "", (None, "de")),
        ("", "de", "", (None, "")),
    ],
)
def test_capture_brings_the_phones_own_date_and_language(
    device: AdbDevice,
    phone: ScriptedPhone,
    date: str,
    own: str,
    factory: str,
    told: tuple[datetime | None, str],
) -> None:
    phone.command("date", f"echo phone:{date}" if date else "echo 'date: bad format' >&2; exit 1")
    phone.command("getprop", f"case $1 in persist*) echo {own};; *) echo {factory};; esac")
    seen = device.capture()
    assert (seen.clock, seen.language) == told
    assert len(phone.services) == 1
    assert phone.leftovers == []


def test_second_picture_is_younger_than_the_tree(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("uiautomator", f"echo '{TREE}' >$2; touch $F/dumped")
    blue = r"\000\000\377\377\000\000\377\377"
    phone.command(
        "screencap",
        f"if [ -e $F/dumped ]; then printf '{FRAME}{blue}'; else printf '{FRAME}{PIXELS}'; fi",
    )
    assert (device.capture().image == [0, 0, 255]).all()


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("echo 'ERROR: could not get idle state.' >&2", "could not get idle state"),
        (
            "echo 'ERROR: null root node returned by UiTestAutomationBridge.' >&2",
            "null root node returned by UiTestAutomationBridge",
        ),
        (
            "echo 'java.lang.IllegalStateException: UiAutomationService x already registered!'",
            "UiAutomationService x already registered!; stop the other program that reads the "
            "screen: uiautomator2, Appium, Maestro",
        ),
        (
            "echo Killed; exit 137",
            "Killed; stop the other program that reads the screen: uiautomator2, Appium, Maestro",
        ),
        ("echo '<?xml?><hierarchy><node' >$2; echo ok", "the tree broke off after 23 bytes"),
        (
            "echo 'UI hierchary dumped to: x'",
            "uiautomator could not write the tree: is the phone's storage full?",
        ),
        ("exit 1", "uiautomator printed nothing and wrote no tree"),
    ],
)
def test_a_missing_tree_has_its_reason(
    device: AdbDevice, phone: ScriptedPhone, script: str, problem: str
) -> None:
    device.capture()  # a tree that a stale file could serve
    phone.command("uiautomator", script)
    seen = device.capture()
    assert (seen.tree, seen.tree_problem) == (b"", problem)
    np.testing.assert_array_equal(seen.image, RED_BLUE)
    assert phone.leftovers == []


POPUP = "Window{7c u0 PopupWindow:5f1c3}"


@pytest.mark.parametrize(
    ("packages", "focus", "believed"),
    [
        (["com.example"], "", True),
        (["com.launcher"], "", False),
        (["com.launcher", "com.example"], "", False),  # a home screen with the app's widget
        (["com.example", "com.launcher"], "", True),
        (["", "com.example"], "", True),
        ([""], "", True),
        (["com.overlay"], POPUP, True),  # whose it is, its title does not tell
        (["com.overlay"], "Window{7c u0 NotificationShade}", True),
    ],
)
def test_a_tree_of_an_app_that_is_not_in_front_is_dropped(
    device: AdbDevice, phone: ScriptedPhone, packages: list[str], focus: str, believed: bool
) -> None:
    opened = "".join(f'<node package="{package}">' for package in packages)
    tree = f"<hierarchy>{opened}{'</node>' * len(packages)}</hierarchy>"
    phone.command("uiautomator", f"echo '{tree}' >$2")
    if focus:
        windows = WINDOWS.replace(
            "Window{48b u0 com.example/com.example.Main}\n  mF", f"{focus}\n  mF"
        )
        assert windows != WINDOWS
        phone.command("dumpsys", f"cat <<'E'\n{windows}\nE")
    seen = device.capture()
    problem = "the tree is of com.launcher, which is not in front"
    assert seen.tree_problem == ("" if believed else problem)
    assert bool(seen.tree) == believed


def windows_of(*types: str) -> str:
    """All windows, as `uiautomator dump --windows` writes them."""
    root = '<hierarchy><node package="com.example" bounds="[0,0][2,1]"/></hierarchy>'
    told = "".join(f'<window id="{n}" type="TYPE_{t}">{root}</window>' for n, t in enumerate(types))
    return f'<displays><display id="0">{told}</display></displays>'


def dumps(phone: ScriptedPhone, tree: str, every: str) -> None:
    """The tree of the active window, and those of all windows."""
    phone.command(
        "uiautomator", f"[ $2 = --windows ] && echo '{every}' >$3 || echo '{tree}' >\"$2\""
    )


WHOLE, SMALL = ('<node bounds="[0,0][2,1]"/>', '<node bounds="[1,0][2,1]"/>')


@pytest.mark.parametrize(
    ("nodes", "focus", "above", "partial"),
    [
        (WHOLE, "", "", False),
        ("", "", "", True),
        ('<node package="com.launcher" bounds="[0,0][2,1]"/>', "", "", True),
        (WHOLE, POPUP, "", True),  # the page's, below the popup
        (SMALL, POPUP, "", False),
        (WHOLE, "", POPUP, True),  # suggestions under a field that keeps the focus
    ],
)
def test_all_windows_are_asked_for_where_a_popup_is_missing(
    device: AdbDevice, phone: ScriptedPhone, nodes: str, focus: str, above: str, partial: bool
) -> None:
    dumps(phone, f"<hierarchy>{nodes}</hierarchy>", windows_of("APPLICATION", "APPLICATION"))
    windows = f"  Window #0 {above}:\n{WINDOWS}" if above else WINDOWS
    if focus:
        windows = windows.replace("=Window{48b u0 com.example/com.example.Main}", f"={focus}")
    phone.command("dumpsys", f"cat <<'E'\n{windows}\nE")
    seen = device.capture()
    assert (seen.partial, seen.windows) == (partial, False)
    every = device.capture(windows=True)
    assert every.windows
    assert every.tree.startswith(b"<displays>")


def test_of_uiautomator2s_windows_any_may_come_first() -> None:
    """Its server takes the windows out of a set, and names none of them."""
    bare = Snapshot(b"", b"", b"", "", f"  Window #0 {POPUP}:\n{WINDOWS}", "")
    bar, page = (f'<node package="{name}"/>' for name in ("com.android.systemui", "com.example"))
    tree = f"<hierarchy>{bar}{page}{page}</hierarchy>".encode()
    seen = with_tree(bare, tree, "", of_all_windows=True)
    assert (seen.tree, seen.tree_problem, seen.of_all_windows) == (tree, "", True)
    assert not unseen_popups(seen), "the next look asks for the popup again"
    assert "com.android.systemui" in with_tree(bare, tree, "", of_all_windows=False).tree_problem


def test_the_doctor_captures_as_a_run_does(device: AdbDevice, phone: ScriptedPhone) -> None:
    dumps(phone, "<hierarchy></hierarchy>", windows_of("APPLICATION"))
    assert re.fullmatch(r"\d+ elements of .* s, by all windows, with its screenshots", tree(device))


@pytest.mark.parametrize("every", [windows_of("APPLICATION", "SYSTEM"), TREE])
def test_a_popup_that_is_in_no_tree_is_asked_for_once(
    device: AdbDevice, phone: ScriptedPhone, every: str
) -> None:
    dumps(phone, TREE, every)  # Android 12 overlooks the flag
    phone.command("dumpsys", f"cat <<'E'\n  Window #0 {POPUP}:\n{WINDOWS}\nE")
    assert device.capture().partial
    device.capture(windows=True)
    assert not device.capture().partial


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 'Failed to take screenshot. Status: -2'; echo 'Capturing failed.'", "Status: -2"),
        ("echo 'Error opening display' >&2; exit 1", "Error opening display"),
        ("exit 1", "it printed nothing"),
        (f"printf '{FRAME}'", "sent 16 bytes for 2x1 px"),
        ("printf '\\211PNG\\r\\n\\032\\n and no more'", "damaged PNG"),
    ],
)
def test_a_missing_picture_raises_with_the_phones_words(
    device: AdbDevice, phone: ScriptedPhone, script: str, words: str
) -> None:
    phone.command("screencap", script)
    with pytest.raises(ScreenUnreadable, match=words):
        device.screenshot()
    with pytest.raises(ScreenUnreadable, match=words):
        device.capture()


def test_a_phone_that_takes_no_picture_of_a_secure_window_says_why(
    device: AdbDevice, phone: ScriptedPhone
) -> None:
    phone.command("screencap", "echo 'Failed to take screenshot. Status: -1'")
    windows = WINDOWS.replace("LAYOUT_IN_SCREEN SPLIT_TOUCH", "SECURE SPLIT_TOUCH")
    phone.command("dumpsys", f"[ $1 = window ] && cat <<'E'\n{windows}\nE")
    with pytest.raises(ScreenUnreadable, match=r"forbids pictures of itself .*Status: -1"):
        device.capture()


def test_warning_beside_the_picture_is_no_part_of_it(
    device: AdbDevice, phone: ScriptedPhone
) -> None:
    warning = "echo '[Warning] Multiple displays were found, but no display id was specified!' >&2"
    phone.command("screencap", f"{warning}; printf '{FRAME}{PIXELS}'")
    np.testing.assert_array_equal(device.capture().image, RED_BLUE)


FOLDED = DISPLAY.replace("]", "").replace("local:0", "local:4619827551948147201") + (
    ", DisplayViewport{type=INTERNAL, valid=true, isActive=false, displayId=3, "
    "uniqueId='local:4619827259835644672', logicalFrame=Rect(0, 0 - 2, 2)}]"
)


@pytest.mark.parametrize("warned", [True, False])
def test_the_lit_panel_of_a_folding_phone_is_captured(
    device: AdbDevice, phone: ScriptedPhone, warned: bool
) -> None:
    """Told by `screencap` (Android 14 and later), or known before."""
    black = r"\000" * 8
    said = "[Warning] Multiple displays were found, but no display id was specified!"
    phone.command(
        "screencap",
        f"[ \"$1 $2\" = '-d 4619827551948147201' ] && printf '{FRAME}{PIXELS}' && exit\n"
        f"echo '{said * warned}' >&2; printf '{FRAME}{black}'",
    )
    phone.command("settings", "true")
    windows = f"[ $1 = window ] && cat <<'E'\n{WINDOWS}\nE\n"
    phone.command("dumpsys", f"{windows}[ $1 = display ] && cat <<'E'\n{FOLDED}\nE")
    if warned:
        np.testing.assert_array_equal(device.capture().image, RED_BLUE)
        np.testing.assert_array_equal(device.screenshot(), RED_BLUE)
    else:
        with device.prepare():
            np.testing.assert_array_equal(device.capture().before, RED_BLUE)
    phone.command("input", 'echo "$@" >>$F/inputs')
    device.perform(KeyPress("back"))
    assert (phone.folder / "inputs").read_text() == "-d 0 keyevent 4\n"


def test_unknown_pixels_are_asked_for_as_png(device: AdbDevice, phone: ScriptedPhone) -> None:
    _, png = cv2.imencode(".png", RED_BLUE[..., ::-1])
    (phone.folder / "frame.png").write_bytes(png.tobytes())
    half = r"\002\000\000\000\001\000\000\000\026\000\000\000\001\000\000\000"  # 22: RGBA_FP16
    eight = PIXELS * 2
    phone.command("screencap", f"[ \"$1\" = -p ] && cat $F/frame.png || printf '{half}{eight}'")
    np.testing.assert_array_equal(device.capture().image, RED_BLUE)
    phone.services.clear()
    np.testing.assert_array_equal(device.screenshot(), RED_BLUE)
    assert len(phone.services) == 1


def test_a_secure_window_is_reported(device: AdbDevice, phone: ScriptedPhone) -> None:
    flags = "LAYOUT_IN_SCREEN SPLIT_TOUCH HARDWARE"
    windows = WINDOWS.replace(flags, "LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH HARDWARE")
    assert windows != WINDOWS
    phone.command("dumpsys", f"[ $1 = window ] && cat <<'E'\n{windows}\nE")
    assert device.capture().secure


def test_dark_screen_is_no_observation(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("dumpsys", "[ $1 = power ] && echo '  mWakefulness=Asleep'")
    with pytest.raises(ScreenUnreadable, match="screen is off"):
        device.capture()


def test_phone_that_fell_asleep_is_woken(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("input", 'echo "$@" >>$F/inputs')
    asleep = "echo '  mWakefulness=Asleep'; exit"
    phone.command("dumpsys", f"[ -e $F/inputs ] || {{ {asleep}; }}\ncat <<'E'\n{WINDOWS}\nE")
    assert device.capture().app == App("com.example", "com.example.Main")
    assert (phone.folder / "inputs").read_text() == "keyevent 224\n"


def test_app_that_comes_late_is_waited_for(device: AdbDevice, phone: ScriptedPhone) -> None:
    focus = "mCurrentFocus=Window{48b u0 com.example/com.example.Main}"
    phone.command(
        "dumpsys",
        "[ $1 = window ] || exit 0\n"
        f"if [ -e $F/started ]; then echo '{focus}'; else echo '  mCurrentFocus=null'; fi\n"
        "touch $F/started",
    )
    assert device.capture().app == App("com.example", "com.example.Main")


def _raw(width: int, height: int, header: int, pixel_format: int, pixels: bytes) -> bytes:
    words = struct.pack("<4I", width, height, pixel_format, 1)
    return words[:header] + pixels


@given(
    width=st.integers(1, 9),
    height=st.integers(1, 9),
    header=st.sampled_from([12, 16]),
    data=st.data(),
)
def test_raw_frames_of_both_headers(
    width: int, height: int, header: int, data: st.DataObject
) -> None:
    size = width * height * 4
    pixels = data.draw(st.binary(min_size=size, max_size=size))
    expected = np.frombuffer(pixels, np.uint8).reshape(height, width, 4)[..., :3]
    np.testing.assert_array_equal(decode(_raw(width, height, header, 1, pixels)), expected)
    np.testing.assert_array_equal(
        decode(_raw(width, height, header, 5, pixels)), expected[..., ::-1]
    )


@given(st.binary(max_size=64))
def test_any_bytes_are_a_picture_or_unreadable(data: bytes) -> None:
    with suppress(ScreenUnreadable):
        assert decode(data).shape[2] == 3


@pytest.mark.parametrize("edge", [8_500, 32_767, 60_000, (1 << 31) - 1])
def test_a_png_that_claims_more_than_any_screen_is_not_decoded(edge: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ScreenUnreadable, match=f"a PNG of {edge}x{edge} px, which is more than"):
        decode(png_of(edge, edge))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000, "kB"


def test_a_frame_without_px_is_unreadable() -> None:
    with pytest.raises(ScreenUnreadable, match="the phone took no screenshot"):
        decode(struct.pack("<4I", 0, 7, 1, 0))
