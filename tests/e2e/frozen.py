"""An adb server that can be made to hang: it takes connections, and answers nothing more."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .house import PRIVATE, Server


class Freezer:
    """A relay to an adb server; `frozen` once `freeze` was called."""

    def __init__(self, server: Server, listener: socket.socket) -> None:
        self._server, self._listener = server, listener
        self._flows = threading.Event()
        self._flows.set()
        self.over = False

    @property
    def env(self) -> dict[str, str]:
        return PRIVATE | {"ANDROID_ADB_SERVER_PORT": str(self._listener.getsockname()[1])}

    def freeze(self) -> None:
        self._flows.clear()

    def thaw(self) -> None:
        self._flows.set()

    def serve(self) -> None:
        with suppress(OSError):  # closed: the test is over
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._relay, args=(client,), daemon=True).start()

    def _relay(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._server.port)) as upstream:
            back = threading.Thread(target=self._pour, args=(upstream, client), daemon=True)
            back.start()
            self._pour(client, upstream)
            back.join()

    def _pour(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                while not self._flows.wait(0.1):
                    if self.over:
                        return
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)


@contextmanager
def freezer(server: Server) -> Iterator[Freezer]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relay = Freezer(server, listener)
        thread = threading.Thread(target=relay.serve, daemon=True)
        thread.start()
        try:
            yield relay
        finally:
            relay.over = True
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
