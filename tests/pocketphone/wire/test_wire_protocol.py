"""The transport, message by message, without an adb in between."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wire_rig import Recorder

from pocketphone import Running, run_in_thread
from pocketphone.adbd.connection import STREAMS_MAX
from pocketphone.adbd.messages import CLSE, CNXN, OKAY, OPEN, WRTE

VERSION, MAX_DATA = 0x01000001, 1 << 20


class Client:
    """The other end of the line."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.file = self.socket.makefile("rb")

    def send(self, command: int, arg0: int, arg1: int, data: bytes = b"") -> None:
        head = struct.pack("<6I", command, arg0, arg1, len(data), 0, command ^ 0xFFFFFFFF)
        self.socket.sendall(head + data)

    def receive(self) -> tuple[int, int, int, bytes]:
        head = self.file.read(24)
        if len(head) < 24:
            raise EOFError
        command, arg0, arg1, length, self.sum, magic = struct.unpack("<6I", head)
        assert magic == command ^ 0xFFFFFFFF
        return command, arg0, arg1, self.file.read(length)

    def messages(self) -> Iterator[tuple[int, int, int, bytes]]:
        while True:
            yield self.receive()

    def greet(self, version: int = VERSION, most: int = MAX_DATA) -> bytes:
        self.send(CNXN, version, most, b"host::features=shell_v2")
        command, _, _, banner = self.receive()
        assert command == CNXN
        return banner

    def open(self, destination: str, number: int = 1) -> int:
        self.send(OPEN, number, 0, destination.encode() + b"\0")
        command, remote, local, _ = self.receive()
        assert (command, local) == (OKAY, number)
        return remote

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@contextmanager
def client(running: Running) -> Iterator[Client]:
    made = Client(running.port)
    try:
        yield made
    finally:
        made.close()


def test_the_banner(running: Running) -> None:
    with client(running) as line:
        assert line.greet() == (
            b"device::ro.product.name=pocket;ro.product.model=Pocket Phone;"
            b"ro.product.device=pocket;features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,"
            b"fixed_push_symlink_timestamp,sendrecv_v2"
        )


def test_one_write_is_on_its_way_until_it_is_acknowledged(running: Running) -> None:
    with client(running) as line:
        line.greet(most=4096)
        remote = line.open("exec:printf '%09000d' 7")
        command, _, _, data = line.receive()
        assert (command, len(data)) == (WRTE, 4096)
        # a second stream is not held up by the first, which waits
        other = line.open("exec:echo hi", number=2)
        assert line.receive() == (WRTE, other, 2, b"hi\n")
        line.send(OKAY, 1, remote)
        assert line.receive()[:3] == (WRTE, remote, 1)
        line.send(OKAY, 1, remote)
        assert len(line.receive()[3]) == 9000 - 2 * 4096
        line.send(OKAY, 1, remote)
        assert line.receive() == (CLSE, remote, 1, b"")


def test_a_client_that_does_not_wait_its_turn_is_cut_off(running: Running) -> None:
    with client(running) as line:
        line.greet()
        remote = line.open("exec:sleep 60")
        for _ in range(5):
            line.send(WRTE, 1, remote, bytes(70_000))
        with pytest.raises((EOFError, ConnectionError)):
            list(line.messages())


def test_so_many_streams_and_no_more(running: Running) -> None:
    with client(running) as line:
        line.greet()
        opened = [line.open("exec:sleep 60", number) for number in range(1, STREAMS_MAX + 1)]
        line.send(OPEN, 99, 0, b"exec:echo hi\0")
        assert line.receive() == (CLSE, 0, 99, b"")
        line.send(CLSE, 1, opened[0])
        assert line.receive() == (CLSE, opened[0], 1, b"")
        line.open("exec:echo hi", 99)


def test_an_old_host_gets_checksums(running: Running) -> None:
    with client(running) as line:
        line.greet(version=0x01000000)
        line.open("exec:echo hi")
        _, _, _, data = line.receive()
        assert line.sum == sum(data) == sum(b"hi\n")


@pytest.mark.parametrize(
    "destination",
    [
        "tcp:9008",
        "localabstract:x",
        "jdwp:1",
        "track-jdwp",
        "abb:x",
        "reverse:forward:tcp:1;tcp:2",
        "x",
    ],
)
def test_a_service_that_is_not_there_is_closed_at_once(running: Running, destination: str) -> None:
    with client(running) as line:
        line.greet()
        line.send(OPEN, 7, 0, destination.encode() + b"\0")
        assert line.receive() == (CLSE, 0, 7, b"")


def test_messages_for_no_stream_are_ignored(running: Running) -> None:
    with client(running) as line:
        line.greet()
        for command in (OKAY, WRTE, CLSE, 0x12345678):
            line.send(command, 5, 99, b"x")
        remote = line.open("exec:echo hi")
        assert line.receive() == (WRTE, remote, 1, b"hi\n")


def test_garbage_closes_its_own_connection_only(running: Running) -> None:
    with client(running) as good, client(running) as bad:
        good.greet()
        bad.greet()
        bad.socket.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with pytest.raises(EOFError):
            bad.receive()
        remote = good.open("exec:echo hi")
        assert good.receive() == (WRTE, remote, 1, b"hi\n")


@given(st.binary(max_size=200))
@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes_leave_the_phone_alive(running: Running, data: bytes) -> None:
    with client(running) as bad:
        bad.socket.sendall(data)
    with client(running) as good:
        assert good.greet().startswith(b"device::")


def test_the_old_protocol_comes_in_the_pieces_of_a_pty_where_acknowledging_is_slow() -> None:
    with run_in_thread(Recorder(), profile="emulator") as running, client(running) as line:
        line.greet()
        remote = line.open("exec:printf '%09000d' 7")
        sizes = []
        while (message := line.receive())[0] == WRTE:
            sizes.append(len(message[3]))
            line.send(OKAY, 1, remote)
        assert sizes == [4095, 4095, 810]


def test_only_this_machine_is_served(running: Running) -> None:
    addresses = running.server.addresses
    assert addresses == [("127.0.0.1", running.port)]
