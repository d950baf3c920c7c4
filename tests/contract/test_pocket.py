"""How a pocket phone is found, started and stopped."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from appagent.actions.gestures import drag, touch_point
from appagent.device import pocket as room
from appagent.device.pocket import pocket
from appagent.device.server import AdbServer
from appagent.errors import DeviceError, DeviceGone, DeviceTimeout
from appagent.geometry import Rect, Size
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import mark
from appagent.screen.values import Screen
from pocketphone import run_in_thread
from pocketphone.timing import Profile


@pytest.fixture(autouse=True)
def own_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ADB_SERVER_PORT", raising=False)


def port_of(serial: str) -> int:
    return int(serial.rpartition(":")[2])


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_own_phone_ends_with_the_context_and_saves_its_state(tmp_path: Path) -> None:
    save = tmp_path / "phone-state.json"
    with pocket(port=1, save=save) as device:
        port, server = port_of(device.serial), device.server
        assert device.foreground().package
        assert server.private
    assert json.loads(save.read_text())["screen"]["app"]
    assert not listens(port)
    assert not server.up


def test_running_phone_is_used_and_left_running() -> None:
    assert not room.running(1)
    with pocket(port=1) as first, pocket(port=port_of(first.serial)) as second:
        assert room.running(port_of(first.serial))
        assert second.serial == first.serial
        second.run("settings put system seen_by second")
        assert first.run("settings get system seen_by").text == "second\n"
    with pytest.raises(DeviceGone):
        first.run("true")
    assert not first.server.up


def test_something_else_on_the_port_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "HELLO_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pocket(port=port) as device:
            assert port_of(device.serial) != port


def test_a_named_server_is_used_and_left_running(monkeypatch: pytest.MonkeyPatch) -> None:
    server = AdbServer.on_free_port()
    server.start()
    try:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        with pocket(port=1) as device:
            assert device.server.port == server.port
        assert server.up
        assert server.client.list() == []
    finally:
        server.stop()


def test_phone_that_does_not_start_says_why() -> None:
    with (
        pytest.raises(DeviceError, match=r"did not start: .*no-such-profile"),
        pocket(port=1, profile="no-such-profile"),
    ):
        pass


def test_phone_killed_mid_command_is_gone() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "pocketphone", "--port", "0"],
        env=room._environment(),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().rpartition("adb connect ")[2].rstrip(")\n")
            with pocket(port=port_of(address)) as device:
                killer = threading.Timer(0.3, process.kill)
                killer.start()
                with pytest.raises(DeviceGone, match="may or may not have been done"):
                    device.run("sleep 20", timeout_s=20)
                killer.join()
        finally:
            process.kill()


def test_no_touch_on_a_row_hits_the_button_that_floats_over_it() -> None:
    covered = 0
    with pocket(port=1) as device:
        device.launch("com.pocketphone.mail")
        for _ in range(4):
            seen = device.capture()
            size = Size(*seen.image.shape[1::-1])
            elements = parse_hierarchy(seen.tree, size).elements
            view = mark(Screen(seen.image, seen.app, elements, datetime.now(UTC)))
            (button,) = [e for e in elements if e.name == "Compose"]
            under = [e for e in elements if e.uses and button.bounds.contains(e.bounds.center)]
            covered += len(under) - 1
            for each in view.marks:
                on_it = button.bounds.contains(touch_point(each, view))
                assert on_it == (each.element is button), each
            device.perform(drag(size.rect, "up", "short", size))
    assert covered, "a star lay under the button"


def test_over_a_slow_link_pictures_are_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pocket(port=1) as device:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(device.server.port))
        raw = device.capture()
        link = Profile("slow", mb_s=10)
        with run_in_thread(profile=link) as slow, pocket(port=slow.port) as device:
            device.capture()
            before = device.traffic
            seen = device.capture()
            spent = device.traffic - before
            assert spent.received < raw.image.size / 10
            assert seen.before is seen.image
            np.testing.assert_array_equal(seen.image, raw.image)
            assert (seen.tree, seen.app) == (raw.tree, raw.app)
            row = Rect(0, 1200, 1080, 1300)
            glance = device.glance(row, device.size())
            np.testing.assert_array_equal(glance.image, raw.image[1200:1300])
            np.testing.assert_array_equal(device.screenshot(), raw.image)
            device.launch("com.pocketphone.clock")
            assert (device.capture().image != raw.image).any()
            assert "appagent" not in device.run("ls /data/local/tmp").text


def test_slow_command_is_a_timeout_and_is_ended() -> None:
    with pocket(port=1, profile="phone-usb") as device:
        with pytest.raises(DeviceTimeout, match=r"`uiautomator dump` within 0\.2 s"):
            device.run("uiautomator dump", timeout_s=0.2)
        assert device.run("echo still here").text == "still here\n"


PROGRAM = """
import signal
import time
from pathlib import Path
from appagent.device.pocket import pocket
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what a shell put behind it
with pocket(port=1, save=Path("state.json")) as device, device.prepare():
    print(device.serial, device.server.port, flush=True)
    device.run("sleep 30", timeout_s=40)
"""


def test_ctrl_c_stops_phone_and_server(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        serial, server_port = program.stdout.readline().split()
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does
        assert program.wait(10) == -signal.SIGINT
    state = json.loads((tmp_path / "state.json").read_text())
    assert state["settings"]["global"]["stay_on_while_plugged_in"] == "0"
    assert not listens(port_of(serial))
    assert not listens(int(server_port))


KILLED = """
import sys
from appagent.device.pocket import pocket
from appagent.device.restore import temporary_change
keyboard = "settings put secure default_input_method "
with (
    pocket(port=int(sys.argv[1])) as device,
    device.prepare(alone=True),
    temporary_change(device, "keyboard", keyboard + "com.other/.Ime", keyboard + "com.mine/.Ime"),
):
    print("ready", flush=True)
    device.run("sleep 30", timeout_s=40)
"""
SET = (
    "settings get global stay_on_while_plugged_in; settings get secure default_input_method; "
    "ls -a /data/local/tmp | grep appagent; true"
)


def test_changes_of_a_killed_command_are_put_back_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pocket(port=1) as device:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(device.server.port))
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(port_of(device.serial))],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=subprocess.PIPE,
            text=True,
        ) as program:
            assert program.stdout is not None
            assert program.stdout.readline() == "ready\n"
            program.kill()
        assert device.run(SET).text.split()[:2] == ["7", "com.other/.Ime"]
        with device.prepare(alone=True):
            assert device.run(SET).text.split()[:2] == ["7", "com.mine/.Ime"]
        assert device.run(SET).text.split() == ["0", "com.mine/.Ime"]
