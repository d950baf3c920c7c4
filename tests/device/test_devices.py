from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from adbutils import AdbError, adb_path

from appagent.device.devices import AttachedPhone, connect, list_phones, pair, select_phone
from appagent.device.server import AdbServer, versions
from appagent.errors import ConfigError, DeviceNotFound, UsageError
from tests.device.adb_server import ScriptedPhone, serving


def some(folder: Path, **states: str) -> list[ScriptedPhone]:
    return [ScriptedPhone(folder, serial=serial, state=state) for serial, state in states.items()]


def test_all_attached_phones_are_listed(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="device", B2="unauthorized")) as server:
        assert list_phones(server) == [
            AttachedPhone("A1", "device", "Pixel_8"),
            AttachedPhone("B2", "unauthorized", "Pixel_8"),
        ]


def test_the_only_usable_phone_is_chosen(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="offline", B2="device")) as server:
        assert select_phone(None, server).serial == "B2"


def test_a_phone_is_chosen_by_serial(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="device", B2="device")) as server:
        assert select_phone("B2", server).serial == "B2"


NAMED = "adb-39071FDJG0037M-mFgVOc._adb-tls-connect._tcp"


@pytest.mark.parametrize(
    ("serials", "chosen"),
    [
        ((NAMED, "10.0.0.5:41123"), NAMED),
        (("10.0.0.5:41123", "39071FDJG0037M"), "39071FDJG0037M"),
    ],
)
def test_a_phone_that_is_attached_twice_is_one(
    tmp_path: Path, serials: tuple[str, ...], chosen: str
) -> None:
    phones = some(tmp_path, **dict.fromkeys(serials, "device"))
    phones[0].command("getprop", "echo 39071FDJG0037M")
    with serving(*phones) as server:
        assert select_phone(None, server).serial == chosen


@pytest.mark.parametrize("number", ["EMULATOR35X1X9X0", ""])
def test_phones_without_a_serial_number_are_not_merged(tmp_path: Path, number: str) -> None:
    phones = some(tmp_path, **{"A1": "device", "10.0.0.5:5555": "device"})
    phones[0].command("getprop", f"echo {number}")
    with serving(*phones) as server, pytest.raises(DeviceNotFound, match="2 phones"):
        select_phone(None, server)


@pytest.mark.parametrize(
    ("states", "serial", "words"),
    [
        ({}, None, "--device pocket"),
        ({}, "A1", r"no phone A1 .*attached: none.*--device pocket"),
        ({"A1": "device", "B2": "device"}, None, r"2 phones .*A1 .*B2 .*--device A1"),
        ({"A1": "device"}, "C3", r"no phone C3 is attached \(attached: A1\)"),
        ({"A1": "offline"}, None, "A1 is offline: unplug it"),
        ({"10.0.0.5:5555": "offline"}, None, "attach it again, `.* --connect 10.0.0.5:5555`"),
        ({"A1": "unauthorized"}, "A1", "A1 is unauthorized: .*Allow USB debugging"),
        ({"A1": "no permissions"}, None, "A1 is no permissions: .*udev"),
    ],
)
def test_no_phone_says_what_to_do(
    tmp_path: Path, states: dict[str, str], serial: str | None, words: str
) -> None:
    with serving(*some(tmp_path, **states)) as server, pytest.raises(DeviceNotFound, match=words):
        select_phone(serial, server)


def test_versions_of_binary_and_server(tmp_path: Path) -> None:
    with serving(*some(tmp_path)) as server:
        found = versions(server)
    assert Path(found.binary).exists()
    assert (found.client, found.server, found.differ) == (41, 40, True)


def test_a_server_of_another_version_is_left_running(tmp_path: Path) -> None:
    with serving(*some(tmp_path, A1="device")) as server:
        server.start()
        assert list_phones(server)


def test_missing_adb_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(tmp_path / "adb"))
    with pytest.raises(DeviceNotFound, match=r"no adb program at .*ADBUTILS_ADB_PATH"):
        AdbServer.on_free_port().start()


def test_adb_without_a_home_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "gone"))
    with pytest.raises(DeviceNotFound, match=r"cannot make its folder .*gone/\.android: No such f"):
        AdbServer.on_free_port().start()


def test_the_home_of_adb_is_made_by_another_meanwhile(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = tmp_path / "adb"
    slow.write_text(
        f"""#!/bin/sh
        mkdir "$HOME/.android" && echo "Cannot mkdir '$HOME/.android': File exists" >&2 && exit 1
        exec {adb_path()} "$@"
        """
    )
    slow.chmod(0o700)
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(slow))
    server = AdbServer.on_free_port()
    server.start()
    try:
        assert server.up
    finally:
        server.stop()


def test_private_server_starts_and_stops() -> None:
    server = AdbServer.on_free_port()
    server.start()
    try:
        assert server.up
        assert list_phones(server) == []
    finally:
        server.stop()
    assert not server.up


def test_threads_start_a_server_once() -> None:
    server = AdbServer.on_free_port()
    try:
        with ThreadPoolExecutor(4) as pool:
            for started in [pool.submit(server.start) for _ in range(4)]:
                started.result()
        assert server.up
    finally:
        server.stop()


def test_a_server_that_is_down_is_not_replaced_by_the_users() -> None:
    server = AdbServer.on_free_port()
    with pytest.raises(AdbError, match=f"no adb server on 127.0.0.1:{server.port}"):
        server.client.list()
    assert not server.up


def test_the_users_server_is_never_stopped(tmp_path: Path) -> None:
    with serving(*some(tmp_path)) as server:
        server.stop()
        assert server.up


THERE = "10.0.0.5:37123"
GUID = "[guid=adb-39071FDJG0037M-mFgVOc]"


@pytest.mark.parametrize("said", [f"connected to {THERE}", f"already connected to {THERE}"])
def test_connect_gives_the_serial(said: str) -> None:
    with serving(answers={f"connect:{THERE}": said}) as server:
        assert connect(THERE, server) == THERE


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (f"failed to connect to '{THERE}': Connection refused", "refused; is wireless debugging"),
        (f"failed to connect to {THERE}", "was it paired, `appagent devices --pair"),
        ("failed to resolve host: 'phone': Name or service not known", "write the address as"),
        ("bad port number '99999' in '10.0.0.5:99999'", "write the address as"),
        (f"failed to authenticate to {THERE}", "accept `Allow USB debugging"),
    ],
)
def test_no_phone_at_an_address_says_what_to_do(said: str, words: str) -> None:
    with (
        serving(answers={f"connect:{THERE}": said}) as server,
        pytest.raises(DeviceNotFound, match=f"no phone answers at {THERE}: .*{words}"),
    ):
        connect(THERE, server)


def test_pairing() -> None:
    answers = {
        f"pair:123456:{THERE}": f"Successfully paired to {THERE} {GUID}",
        f"pair:654321:{THERE}": "Failed: Wrong password or connection was dropped.",
    }
    with serving(answers=answers) as server:
        pair(THERE, "123456", server)
        with pytest.raises(
            DeviceNotFound, match=r"not paired with .*: Failed: Wrong password"
        ) as no:
            pair(THERE, "654321", server)
        assert "654321" not in str(no.value)
        with pytest.raises(DeviceNotFound, match="nobody answered there; leave `Pair device"):
            pair("10.0.0.6:37123", "123456", server)
        for spoilt in ("", "12:34", "12 34"):
            with pytest.raises(UsageError, match="six digits"):
                pair(THERE, spoilt, server)


def test_a_server_of_another_machine_is_not_started_here() -> None:
    remote = AdbServer(1, "127.0.0.2")
    with pytest.raises(
        DeviceNotFound, match=r"no adb server answers at 127\.0\.0\.2:1: start it on"
    ):
        remote.start()


@pytest.mark.parametrize(
    ("environment", "server"),
    [
        ({}, AdbServer(5037)),
        (
            {"ANDROID_ADB_SERVER_PORT": "5038", "ANDROID_ADB_SERVER_HOST": "10.0.0.2"},
            AdbServer(5038, "10.0.0.2"),
        ),
        ({"ANDROID_ADB_SERVER_ADDRESS": "10.0.0.2"}, AdbServer(5037, "10.0.0.2")),
        ({"ADB_SERVER_SOCKET": "tcp:10.0.0.3:5040"}, AdbServer(5040, "10.0.0.3")),
        ({"ADB_SERVER_SOCKET": "tcp:5040", "ANDROID_ADB_SERVER_PORT": "1"}, AdbServer(5040)),
    ],
)
def test_configured_server_is_the_environments(
    environment: dict[str, str], server: AdbServer
) -> None:
    assert AdbServer.from_environment(environment) == server


@pytest.mark.parametrize("named", ["localabstract:adb", "tcp:there:99999", "tcp:there"])
def test_a_socket_of_another_kind_is_named(named: str) -> None:
    with pytest.raises(ConfigError, match=f"'{named}': expected tcp:HOST:PORT"):
        AdbServer.from_environment({"ADB_SERVER_SOCKET": named})
