from __future__ import annotations

from pathlib import Path

import pytest
from adbutils import AdbError

from appagent.device.devices import Attached, attached, choose
from appagent.device.server import AdbServer, versions
from appagent.errors import DeviceNotFound
from tests.device.adb_server import ScriptedPhone, serving


def some(folder: Path, **states: str) -> list[ScriptedPhone]:
    return [ScriptedPhone(folder, serial=serial, state=state) for serial, state in states.items()]


def test_attached_lists_usable_or_not(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="device", B2="unauthorized")) as server:
        assert attached(server) == [
            Attached("A1", "device", "Pixel_8"),
            Attached("B2", "unauthorized", "Pixel_8"),
        ]


def test_the_only_usable_phone_is_chosen(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="offline", B2="device")) as server:
        assert choose(None, server).serial == "B2"


def test_a_phone_is_chosen_by_serial(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="device", B2="device")) as server:
        assert choose("B2", server).serial == "B2"


@pytest.mark.parametrize(
    ("states", "serial", "words"),
    [
        ({}, None, "--device pocket"),
        ({}, "A1", r"no phone A1 .*attached: none.*--device pocket"),
        ({"A1": "device", "B2": "device"}, None, r"2 phones .*A1 .*B2 .*--device A1"),
        ({"A1": "device"}, "C3", r"no phone C3 is attached \(attached: A1\)"),
        ({"A1": "offline"}, None, "A1 is offline: unplug it"),
        ({"A1": "unauthorized"}, "A1", "A1 is unauthorized: .*Allow USB debugging"),
        ({"A1": "no permissions"}, None, "A1 is no permissions: .*udev"),
    ],
)
def test_no_phone_says_what_to_do(
    tmp_path: Path, states: dict[str, str], serial: str | None, words: str
) -> None:
    with serving(*some(tmp_path, **states)) as server, pytest.raises(DeviceNotFound, match=words):
        choose(serial, server)


def test_versions_of_binary_and_server(tmp_path: Path) -> None:
    with serving(*some(tmp_path)) as server:
        found = versions(server)
    assert Path(found.binary).exists()
    assert (found.client, found.server, found.differ) == (41, 40, True)


def test_a_server_of_another_version_is_left_running(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="device")) as server:
        server.start()
        assert attached(server)


def test_missing_adb_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(tmp_path / "adb"))
    with pytest.raises(DeviceNotFound, match=r"no adb program at .*ADBUTILS_ADB_PATH"):
        AdbServer.on_free_port().start()


def test_private_server_starts_and_stops() -> None:
    server = AdbServer.on_free_port()
    server.start()
    try:
        assert server.up
        assert attached(server) == []
    finally:
        server.stop()
    assert not server.up


def test_a_server_that_is_down_is_not_replaced_by_the_users() -> None:
    server = AdbServer.on_free_port()
    with pytest.raises(AdbError, match=f"no adb server on 127.0.0.1:{server.port}"):
        server.client.list()
    assert not server.up


def test_the_users_server_is_never_stopped(tmp_path: Path) -> None:
    with serving(*some(tmp_path)) as server:
        server.stop()
        assert server.up


def test_configured_server_is_the_environments() -> None:
    assert AdbServer.configured({}) == AdbServer(5037)
    environment = {"ANDROID_ADB_SERVER_PORT": "5038", "ANDROID_ADB_SERVER_HOST": "10.0.0.2"}
    assert AdbServer.configured(environment) == AdbServer(5038, "10.0.0.2")
