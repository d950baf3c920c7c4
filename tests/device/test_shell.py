from __future__ import annotations

import inspect
import socket
import socketserver
import struct
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path

import adbutils.errors
import pytest

from appagent.device.errors import to_device_error
from appagent.device.server import AdbServer
from appagent.device.shell import Shell
from appagent.errors import CommandFailed, DeviceError, DeviceGone, DeviceTimeout
from tests.device.adb_server import ScriptedPhone, serving


@pytest.fixture(params=["shell_v2,cmd", "cmd"], ids=["shell_v2", "exec"])
def features(request: pytest.FixtureRequest, phone: ScriptedPhone) -> str:
    phone.features = request.param
    return phone.features


@pytest.mark.usefixtures("features")
class TestRun:
    def test_keeps_stdout_stderr_and_code_apart(self, shell: Shell) -> None:
        output = shell.run("printf 'out\\n'; echo err >&2; exit 7", timeout_s=5)
        assert (output.stdout, output.stderr, output.code) == (b"out\n", b"err\n", 7)

    def test_keeps_every_byte(self, shell: Shell) -> None:
        output = shell.run("printf '\\r\\n\\000\\377'; head -c 300000 /dev/zero", timeout_s=5)
        assert output.stdout == b"\r\n\0\xff" + bytes(300_000)

    def test_leaves_nothing_behind(self, shell: Shell, phone: ScriptedPhone) -> None:
        shell.run("echo err >&2", timeout_s=5)
        assert phone.leftovers == []

    def test_check_names_command_code_and_words(self, shell: Shell) -> None:
        with pytest.raises(CommandFailed, match=r"`tidy up` .* exit code 3: no such luck"):
            shell.check("echo no such luck >&2; exit 3", timeout_s=5, name="tidy up")

    def test_drop_says_it_may_have_been_done(self, shell: Shell, phone: ScriptedPhone) -> None:
        phone.drop = "input tap"
        with pytest.raises(DeviceGone, match="may or may not have been done"):
            shell.run("input tap 1 1", timeout_s=5)
        assert sum("input tap" in service for service in phone.services) == 1


def test_slow_command_is_a_timeout(shell: Shell) -> None:
    with pytest.raises(DeviceTimeout, match=r"`crawl` within 0\.2 s"):
        shell.run("sleep 5", timeout_s=0.2, name="crawl")


def test_trickling_output_does_not_move_the_deadline(shell: Shell) -> None:
    shell.run("true", timeout_s=5)
    listener = socket.create_server(("127.0.0.1", 0))

    def trickle() -> None:
        connection, _ = listener.accept()
        with connection:
            for _ in range(2):
                connection.recv(4096)
                connection.sendall(b"OKAY")
            stopped = threading.Event()
            while not stopped.wait(0.05):
                try:
                    connection.sendall(struct.pack("<BI", 1, 1) + b".")
                except OSError:
                    stopped.set()

    thread = threading.Thread(target=trickle)
    thread.start()
    shell.server = AdbServer(port=listener.getsockname()[1])
    with pytest.raises(DeviceTimeout):
        shell.run("anything", timeout_s=0.3)
    thread.join()
    listener.close()


def test_something_else_on_the_port_is_named() -> None:
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    thread = threading.Thread(target=answer)
    thread.start()
    shell = Shell(AdbServer(port=listener.getsockname()[1]), "x")
    with pytest.raises(DeviceGone, match="not an adb server"):
        shell.run("true", timeout_s=5)
    thread.join()
    listener.close()


class TestAbsentPhone:
    def test_unauthorized_raises_at_once(self, shell: Shell, phone: ScriptedPhone) -> None:
        phone.state = "unauthorized"
        with pytest.raises(DeviceGone, match=r"nothing was sent; .*Allow USB debugging"):
            shell.run("true", timeout_s=5)

    def test_offline_phone_is_waited_for(self, shell: Shell, phone: ScriptedPhone) -> None:
        phone.state, phone.away = "offline", 2
        assert shell.run("echo back", timeout_s=5).text == "back\n"

    def test_offline_phone_that_stays_away(self, shell: Shell, phone: ScriptedPhone) -> None:
        phone.state = "offline"
        with pytest.raises(DeviceGone, match=r"device offline .*nothing was sent"):
            shell.run("true", timeout_s=0.4)
        start = time.monotonic()
        with pytest.raises(DeviceGone, match=r"device offline .*nothing was sent"):
            shell.run("true", timeout_s=60)
        assert time.monotonic() - start < 3, "it was waited for once"
        phone.state = "device"
        assert shell.run("echo back", timeout_s=5).text == "back\n"

    def test_a_question_is_asked_again_where_the_phone_dropped_off(
        self, shell: Shell, phone: ScriptedPhone
    ) -> None:
        phone.drop, phone.drops = "echo", 1
        assert shell.ask("echo back", timeout_s=5).text == "back\n"
        assert len(phone.services) == 2

    def test_a_question_is_asked_again_once(self, shell: Shell, phone: ScriptedPhone) -> None:
        phone.drop = "echo"
        with pytest.raises(DeviceGone, match="broke off") as caught:
            shell.ask("echo back", timeout_s=5)
        assert "may or may not" not in str(caught.value)
        assert len(phone.services) == 2

    def test_a_gesture_is_sent_once(self, shell: Shell, phone: ScriptedPhone) -> None:
        phone.drop = "echo"
        with pytest.raises(DeviceGone, match="may or may not have been done"):
            shell.run("echo touch", timeout_s=5)
        assert len(phone.services) == 1

    def test_unplugged_phone(self, server: AdbServer) -> None:
        with pytest.raises(DeviceGone, match=r"device 'gone' not found"):
            Shell(server, "gone").run("true", timeout_s=0.4)


def test_a_server_behind_a_tunnel_is_waited_for(shell: Shell) -> None:
    """The tunnel takes a connection and closes it, until the server at its far end is there."""
    far, refused = shell.server, 3

    class Tunnel(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            nonlocal refused
            refused -= 1
            if refused >= 0:
                return
            with socket.create_connection((far.host, far.port)) as onward:
                back = threading.Thread(target=pump, args=(onward, self.request))
                back.start()
                pump(self.request, onward)
                back.join()

    def pump(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Tunnel) as tunnel:
        thread = threading.Thread(target=tunnel.serve_forever, args=(0.01,))
        thread.start()
        shell.server = AdbServer(port=tunnel.server_address[1])
        assert shell.run("echo back", timeout_s=5).text == "back\n"
        tunnel.shutdown()
        thread.join()
    assert refused < 0


def _foreign() -> list[Exception]:
    adb = [
        kind("said so")
        for _, kind in inspect.getmembers(adbutils.errors, inspect.isclass)
        if issubclass(kind, Exception)
    ]
    return [
        *adb,
        OSError("no route"),
        ConnectionResetError(),
        BrokenPipeError(),
        ConnectionRefusedError(),
        TimeoutError(),
        socket.gaierror(),
        EOFError(),
        ValueError("not an adb server"),
        subprocess.TimeoutExpired("adb", 20),
        subprocess.CalledProcessError(1, "adb", stderr=b"cannot bind"),
    ]


@pytest.mark.parametrize("err", _foreign(), ids=lambda err: type(err).__name__)
def test_every_foreign_error_is_translated(err: Exception) -> None:
    ours = to_device_error(err, "dumpsys", 5)
    assert isinstance(ours, DeviceError)
    assert type(ours) is not DeviceError
    assert "dumpsys" in str(ours)
    late = isinstance(err, adbutils.errors.AdbTimeout | TimeoutError | subprocess.TimeoutExpired)
    assert isinstance(ours, DeviceTimeout) == late


def test_two_phones_do_not_mix(tmp_path: Path) -> None:
    phones = [ScriptedPhone(tmp_path / name, serial=name) for name in ("one", "two")]
    for phone in phones:
        phone.folder.mkdir()
        phone.command("whoami", f"echo {phone.serial}")
    with serving(*phones) as server:
        said = [Shell(server, phone.serial).run("whoami", timeout_s=5) for phone in phones]
    assert [output.text for output in said] == ["one\n", "two\n"]
