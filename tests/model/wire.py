"""A server on loopback that answers in bytes of a test's choice, as no HTTP library would."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Play = Callable[[socket.socket], None]


@dataclass
class Wire:
    """`requests`: each as it came, its body included."""

    url: str
    requests: list[bytes] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)


@contextmanager
def answering(play: Play) -> Iterator[Wire]:
    """A server that reads one request of each connection, lets `play` answer it, and hangs up."""

    def serve(connection: socket.socket) -> None:
        # The client hangs up on most of what is played here.
        with connection, suppress(OSError):
            wire.requests.append(_request(connection))
            play(connection)

    def accept() -> None:
        with suppress(OSError):  # closed: the test is over
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        wire = Wire(f"http://127.0.0.1:{listener.getsockname()[1]}/v1")
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        try:
            yield wire
        finally:
            wire.over.set()
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def sends(*parts: bytes) -> Play:
    """These bytes, and no more."""

    def play(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)

    return play


def drips(first: bytes, again: bytes, every_s: float, over: Callable[[], threading.Event]) -> Play:
    """`first`, and then `again` every so often, without end."""

    def play(connection: socket.socket) -> None:
        connection.sendall(first)
        while not over().wait(every_s):
            connection.sendall(again)

    return play


def _request(connection: socket.socket) -> bytes:
    said = b""
    while b"\r\n\r\n" not in said:
        said += connection.recv(1 << 16)
    head, _, body = said.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    while length and len(body) < int(length[1]):
        body += connection.recv(1 << 16)
    return head + b"\r\n\r\n" + body
