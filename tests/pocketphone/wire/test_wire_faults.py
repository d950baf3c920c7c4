"""What can be made to go wrong, as real adb shows it."""

from __future__ import annotations

import json

import pytest
from wire_rig import Adb, Recorder

from pocketphone import Running

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
    "words", ["dump", "dump slow", "battery off", "dump idle 0", "dump idle x", "dump idle 1 2"]
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
