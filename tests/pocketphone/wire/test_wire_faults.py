"""What can be made to go wrong, as real adb shows it."""

from __future__ import annotations

import json
import re
import time

import pytest
from wire_rig import Adb, Recorder, connect

from pocketphone import Running, run_in_thread
from pocketphone.faults import SLOW_S

CLOCK, LAUNCHER = "com.pocketphone.clock", "com.pocketphone.launcher"
OPEN_CLOCK = f"am start -n {CLOCK}/.MainActivity"
BUSY = "ERROR: could not get idle state.\n"
NO_ROOT = "ERROR: null root node returned by UiTestAutomationBridge.\n"


def text(adb: Adb, line: str) -> str:
    said = adb("shell", line)
    assert said.code == 0, said
    return said.text


@pytest.mark.parametrize(("how", "problem"), [("idle", BUSY), ("null", NO_ROOT)])
def test_a_failed_dump_leaves_the_file_as_it_was(adb: Adb, how: str, problem: str) -> None:
    text(adb, f"echo old >/sdcard/d.xml; pocketphone fault dump {how}")
    said = adb("shell", "uiautomator dump /sdcard/d.xml")
    assert (said.text, said.error, said.code) == ("", problem, 0)
    assert text(adb, "cat /sdcard/d.xml") == "old\n"
    text(adb, "pocketphone fault dump off; uiautomator dump /sdcard/d.xml")
    assert text(adb, "cat /sdcard/d.xml").endswith("</hierarchy>")


@pytest.mark.parametrize("how", ["null", "stale"])
def test_a_dump_of_all_windows_needs_no_active_one(adb: Adb, how: str) -> None:
    text(adb, f"uiautomator dump; {OPEN_CLOCK}; uiautomator dump; pocketphone fault dump {how}")
    every = text(adb, "uiautomator dump --windows >/dev/null; cat /sdcard/window_dump.xml")
    assert '<displays><display id="0"><window index="0"' in every
    assert 'type="TYPE_APPLICATION"><hierarchy rotation="0"><node index="0"' in every
    assert f'package="{CLOCK}"' in every
    assert LAUNCHER not in every


def test_a_stale_dump_is_the_screen_before(adb: Adb) -> None:
    before = text(adb, "uiautomator dump /dev/tty >/dev/null; uiautomator dump; cat /sdcard/w*")
    assert LAUNCHER in before
    text(adb, f"{OPEN_CLOCK}; uiautomator dump; pocketphone fault dump stale")
    stale = text(adb, "uiautomator dump >/dev/null; cat /sdcard/window_dump.xml")
    assert f'package="{LAUNCHER}"' in stale
    assert f'package="{CLOCK}"' not in stale
    assert CLOCK in text(adb, "dumpsys window | grep mCurrentFocus")


def test_a_fault_may_come_so_many_times(adb: Adb) -> None:
    text(adb, "pocketphone fault dump idle 2")
    said = [adb("shell", "uiautomator dump /sdcard/d.xml").error for _ in range(3)]
    assert said == [BUSY, BUSY, ""]
    assert json.loads(text(adb, "pocketphone fault")) == {}


def test_a_black_picture_and_the_flag_that_says_why(
    adb: Adb, phone: Recorder, running: Running
) -> None:
    flags = "dumpsys window | grep fl="
    assert "SECURE" not in text(adb, flags)
    text(adb, "pocketphone fault screenshot black")
    assert "SECURE" in text(adb, flags).split()
    raw = adb("exec-out", "screencap").out
    width, height = running.call(lambda _: phone.size)
    assert raw[16:] == b"\0\0\0\xff" * (width * height)
    text(adb, "pocketphone fault screenshot off")
    assert "SECURE" not in text(adb, flags)
    assert adb("exec-out", "screencap").out[16:] != raw[16:]


def test_words_in_place_of_a_picture(adb: Adb) -> None:
    text(adb, "pocketphone fault screenshot garbage 1")
    said = adb("exec-out", "screencap -p")
    assert said.text.startswith("Failed to take screenshot.")
    assert adb("exec-out", "screencap -p").out.startswith(b"\x89PNG")
    text(adb, "pocketphone fault screenshot garbage")
    assert adb("shell", "screencap /sdcard/p.png").code == 1


def test_faults_are_part_of_the_state(adb: Adb) -> None:
    faults = {"dump": {"how": "idle", "times": 3}, "screenshot": {"how": "black", "times": None}}
    said = adb("shell", "pocketphone load -", stdin=json.dumps({"faults": faults}).encode())
    assert said.code == 0, said
    assert json.loads(text(adb, "pocketphone state"))["faults"] == faults
    text(adb, "pocketphone reset")
    assert json.loads(text(adb, "pocketphone state"))["faults"] == {}


@pytest.mark.parametrize(
    "words",
    [
        "dump",
        "dump slow",
        "battery off",
        "dump idle 0",
        "dump idle x",
        "dump idle 1 2 3",
        "app crash 1 -1",
    ],
)
def test_no_such_fault_is_said(adb: Adb, words: str) -> None:
    said = adb("shell", f"pocketphone fault {words}")
    assert (said.code in (1, 2), bool(said.error), said.text) == (True, True, "")
    assert json.loads(text(adb, "pocketphone fault")) == {}


@pytest.mark.parametrize(
    "patch", ['{"faults": {"dump": "idle"}}', '{"nonsense": 1}', '{"screen": {"app": "com.nope"}}']
)
def test_what_is_no_state_is_said(adb: Adb, patch: str) -> None:
    said = adb("shell", "pocketphone load -", stdin=patch.encode())
    assert said.code == 1
    assert said.error.startswith("pocketphone: -: ")


def tap(adb: Adb, name: str) -> None:
    """Touch the middle of a widget, by its app-level id."""
    found = {each["id"]: each["bounds"] for each in json.loads(text(adb, "pocketphone tree"))}
    left, top, right, bottom = found[name]
    text(adb, f"input tap {(left + right) // 2} {(top + bottom) // 2}")


def page(adb: Adb) -> str:
    return str(json.loads(text(adb, "pocketphone state"))["screen"]["page"])


def test_a_fault_may_wait_for_its_turn(adb: Adb) -> None:
    text(adb, "pocketphone fault dump idle 1 2")
    assert json.loads(text(adb, "pocketphone fault"))["dump"]["after"] == 2
    said = [adb("shell", "uiautomator dump /sdcard/d.xml").error for _ in range(4)]
    assert said == ["", "", BUSY, ""]


def test_a_count_that_is_no_number_is_refused(adb: Adb) -> None:
    said = adb("shell", "pocketphone fault dump idle often")
    assert said.code == 1
    assert said.error == "pocketphone: fault: 'often' is no number\n"


def test_an_app_that_crashes_is_gone_and_says_so(adb: Adb) -> None:
    text(adb, f"{OPEN_CLOCK}; pocketphone fault app crash 1")
    tap(adb, "tab_world")
    assert page(adb) == "system/crash"
    windows = text(adb, "dumpsys window")
    assert f"u0 Application Error: {CLOCK}}}" in windows
    assert "mFocusedApp=ActivityRecord{" in windows
    assert "Clock keeps stopping" in text(adb, "uiautomator dump >/dev/null; cat /sdcard/w*")
    crash = text(adb, "logcat -b crash -d -v threadtime").splitlines()
    assert crash[0] == "--------- beginning of crash"
    assert re.fullmatch(
        r"03-02 09:3\d:\d\d\.\d{3}  \d{4}  \d{4} E AndroidRuntime: FATAL EXCEPTION: main", crash[1]
    )
    assert f" E AndroidRuntime: Process: {CLOCK}, PID: " in crash[2]
    assert f"\tat {CLOCK}.MainActivity.onTouch(MainActivity.kt:42)" in crash[4]
    tap(adb, "confirm")
    assert json.loads(text(adb, "pocketphone state"))["screen"]["app"] == LAUNCHER
    text(adb, OPEN_CLOCK)
    assert page(adb) == "alarms"


@pytest.mark.parametrize(("answer", "left"), [("confirm", "alarms"), ("cancel", "home")])
def test_an_app_that_does_not_respond_is_waited_for_or_closed(
    adb: Adb, answer: str, left: str
) -> None:
    text(adb, f"{OPEN_CLOCK}; pocketphone fault app anr 1")
    tap(adb, "tab_world")
    assert "Application Not Responding: com.pocketphone.clock" in text(adb, "dumpsys window")
    hang = text(adb, "logcat -b crash,system -d ActivityManager:E '*:S'").splitlines()
    assert hang[0] == "--------- beginning of system"
    assert hang[1].endswith(f"E ActivityManager: ANR in {CLOCK} ({CLOCK}/{CLOCK}.MainActivity)")
    assert "ActivityManager: Reason: Input dispatching timed out" in hang[3]
    tap(adb, answer)
    assert page(adb) == left, "the touch under which it stopped reached nothing"


@pytest.mark.parametrize(
    ("how", "shown", "owner"),
    [
        ("dialog", "system/battery", "com.android.systemui"),
        ("update", "system/update", CLOCK),
        ("permission", "system/permission", "com.android.permissioncontroller"),
    ],
)
def test_a_window_comes_between(adb: Adb, how: str, shown: str, owner: str) -> None:
    text(adb, f"{OPEN_CLOCK}; pocketphone fault popup {how} 1")
    tap(adb, "tab_world")
    assert page(adb) == shown
    dumped = text(adb, "uiautomator dump >/dev/null; cat /sdcard/window_dump.xml")
    assert f'package="{owner}"' in dumped
    tap(adb, {"permission": "permission_deny_button"}.get(how, "cancel"))
    assert page(adb) == "world", "the touch before it had its effect"


def test_the_screen_turns_after_a_look(adb: Adb) -> None:
    text(adb, "pocketphone fault screen turned 2")
    sizes = []
    for _ in range(3):
        adb("exec-out", "screencap")
        sizes.append(text(adb, "dumpsys window displays | grep -o 'cur=[0-9x]*'").strip())
    assert sizes == ["cur=2400x1080", "cur=1080x2400", "cur=1080x2400"]


def test_a_keyboard_that_nobody_called(adb: Adb) -> None:
    text(adb, f"{OPEN_CLOCK}; pocketphone fault keyboard up 1")
    shown = "dumpsys input_method | grep -o mInputShown=true || true"
    tap(adb, "tab_world")
    assert not text(adb, shown), "there is no field that it could be for"
    tap(adb, "tab_alarms")
    tap(adb, "fab")
    assert text(adb, shown)


def test_a_slow_screenshot_takes_its_time_on_both_clocks(adb: Adb, running: Running) -> None:
    before = running.call(lambda phone: phone.clock.now())
    text(adb, "pocketphone fault screenshot slow 1")
    assert adb("exec-out", "screencap -p").out.startswith(b"\x89PNG")
    spent = running.call(lambda phone: phone.clock.now()) - before
    assert spent.total_seconds() >= SLOW_S


def test_a_phone_that_drops_off_the_bus_comes_back(adb_server: Adb) -> None:
    with run_in_thread(seed=5) as running:
        adb, began = connect(adb_server, running.port), time.monotonic()
        text(adb, "pocketphone fault bus gone 1")
        assert adb("shell", "sleep 1; echo here").code != 0
        while adb("shell", "echo back").text != "back\n":
            assert time.monotonic() < began + 20
            adb_server("connect", f"127.0.0.1:{running.port}")
        assert time.monotonic() > began + 1
