"""What adbutils, and the agents built on it, ask of a phone."""

from __future__ import annotations

import io
from pathlib import Path

import adbutils
import pytest
from adbutils.errors import AdbError
from wire_rig import Recorder, same

# adbutils 2.12 leaves the socket of framebuffer() to the garbage collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

CLOCK = "com.pocketphone.clock"


def test_shell_and_shell2(device: adbutils.AdbDevice) -> None:
    assert device.shell(["echo", "a  b", "&"]) == "a  b &"
    old = device.shell2("echo out; echo err >&2; (exit 3)", rstrip=True)
    assert old.output == "out\nerr"
    new = device.shell2("echo out; echo err >&2; (exit 3)", rstrip=True, v2=True)
    assert (new.stdout, new.stderr, new.returncode) == ("out", "err", 3)
    assert device.shell2("false").returncode == 1


def test_the_screen(device: adbutils.AdbDevice, phone: Recorder) -> None:
    picture = device.screenshot(error_ok=False)
    assert same(picture, phone.frame())
    assert device.screenshot(display_id=0, error_ok=False).size == (1080, 2400)
    assert same(device.framebuffer(), phone.frame())
    assert tuple(device.window_size()) == (1080, 2400)
    assert device.rotation() == 0
    assert device.is_screen_on()


def test_a_turned_screen(device: adbutils.AdbDevice, phone: Recorder) -> None:
    phone.rotation = 1
    assert device.rotation() == 1
    assert tuple(device.window_size()) == (2400, 1080)
    assert device.screenshot(error_ok=False).size == (2400, 1080)


def test_a_picture_of_a_display_that_is_not_there(device: adbutils.AdbDevice) -> None:
    assert device.shell2("screencap -p -d 0", v2=True).returncode == 1
    with pytest.raises(AdbError):
        device.screenshot(display_id=1, error_ok=False)


def test_the_tree(device: adbutils.AdbDevice, phone: Recorder) -> None:
    same_tree = device.dump_hierarchy() == phone.hierarchy()
    assert same_tree  # to compare here would have pytest print, and align, two lines of 100 kB
    phone.restless = True
    with pytest.raises(AdbError):
        device.dump_hierarchy()


def test_apps(device: adbutils.AdbDevice) -> None:
    device.app_start(CLOCK)
    current = device.app_current()
    assert (current.package, current.pid > 0) == (CLOCK, True)
    device.app_stop(CLOCK)
    assert device.app_current().package == "com.pocketphone.launcher"
    device.app_start(CLOCK, ".MainActivity")
    assert device.app_current().activity.endswith(".MainActivity")
    device.app_clear(CLOCK)
    assert CLOCK in device.list_packages()
    assert CLOCK in device.list_packages(["-3"])
    assert CLOCK not in device.list_packages(["-s"])


def test_what_is_known_of_an_app(device: adbutils.AdbDevice, phone: Recorder) -> None:
    info = device.app_info(CLOCK)
    assert info is not None
    assert info.version_name == phone.packages[CLOCK].version_name
    assert info.version_code == phone.packages[CLOCK].version_code
    assert info.first_install_time == phone.packages[CLOCK].installed_at
    assert info.path.endswith("base.apk")
    assert "SYSTEM" not in info.flags
    assert device.app_info("com.nope") is None


def test_the_hand(device: adbutils.AdbDevice, phone: Recorder) -> None:
    device.click(10, 20)
    device.click(0.5, 0.25)
    device.swipe(100, 900, 100, 300, 0.2)
    device.drag(100, 900, 100, 300, 0.2)
    device.keyevent("HOME")
    device.send_keys("it's a & b")
    assert phone.done == [
        ("touch", 10, 20, 0),
        ("touch", 540, 600, 0),
        ("drag", 100, 900, 100, 300, 200),
        ("drag", 100, 900, 100, 300, 200),
        ("key", 3),
        ("text", "it's a & b"),
    ]


def test_switches_and_properties(device: adbutils.AdbDevice, phone: Recorder) -> None:
    device.switch_airplane(True)
    device.switch_wifi(False)
    assert phone.settings["global"]["airplane_mode_on"] == "1"
    assert phone.settings["global"]["wifi_on"] == "0"
    device.brightness_value = 77
    assert device.brightness_value == 77
    device.switch_screen(False)
    assert not device.is_screen_on()
    device.switch_screen(True)
    assert device.prop.model == "Pocket Phone"
    assert device.getprop("no.such") == ""
    assert device.battery().level == 85
    assert "shell_v2" in device.get_features()


def test_files(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    data = bytes(range(256)) * 700
    assert device.sync.push(io.BytesIO(data), "/sdcard/a/b.bin", check=True) == len(data)
    assert device.sync.stat("/sdcard/a/b.bin").size == len(data)
    assert device.sync.stat("/sdcard/none").mode == 0
    assert device.sync.read_bytes("/sdcard/a/b.bin") == data
    assert device.sync.pull("/sdcard/a/b.bin", tmp_path / "b.bin") == len(data)
    assert (tmp_path / "b.bin").read_bytes() == data
    assert [entry.path for entry in device.sync.list("/sdcard/a")] == [".", "..", "b.bin"]
    assert device.sync.exists("/sdcard/a/b.bin")
    device.remove("/sdcard/a/b.bin")
    assert not device.sync.exists("/sdcard/a/b.bin")
    with pytest.raises(AdbError, match="No such file or directory"):
        device.sync.read_bytes("/sdcard/a/b.bin")


def test_a_long_listing_is_never_cut_inside_a_record(device: adbutils.AdbDevice) -> None:
    device.shell("mkdir /sdcard/many; cd /sdcard/many; for i in $(seq 2000); do : > f$i; done")
    found = device.sync.list("/sdcard/many")
    assert [entry.path for entry in found] == [".", "..", *(f"f{n}" for n in range(1, 2001))]
    assert {entry.mode for entry in found[2:]} == {0o100666}


def test_the_journal(device: adbutils.AdbDevice) -> None:
    device.app_start(CLOCK, ".MainActivity")
    text = device.shell("logcat -d")
    assert "ActivityTaskManager: START u0" in text
    device.shell("logcat -c")
    assert "START" not in device.shell("logcat -d")


@pytest.mark.parametrize("layout", ["%s.0", "%m-%d %H:%M:%S.000", "%Y-%m-%d %H:%M:%S.000"])
def test_the_journal_since_a_time(device: adbutils.AdbDevice, layout: str) -> None:
    start = f"am start -n {CLOCK}/.MainActivity >/dev/null 2>&1"
    since = device.shell(f"{start}; sleep 2; date '+{layout}'; {start}").strip()
    assert device.shell("logcat -d").count("START") >= 2
    assert device.shell(f"logcat -d -T '{since}'").count("START") == 1
    assert device.shell(f"logcat -d -t '{since}' ActivityTaskManager:W").count("START") == 0
    assert "not in time format" in device.shell("logcat -d -T noon")


def test_nothing_listens_on_the_phone(device: adbutils.AdbDevice) -> None:
    with pytest.raises(AdbError):
        device.create_connection(adbutils.Network.TCP, 9008)
