"""`U2Device`: a phone whose tree comes from uiautomator2's server, in place of a dump of 1.7 s.

The server is a jar that runs as a process of the shell, from the package `uiautomator2` (the extra
`appagent[u2]`): no app is installed, and the jar is removed at the end. Its clipboard types what
no key does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from appagent import background, stop
from appagent.device import snapshot, typing
from appagent.device.adb import SNAPSHOT_S, AdbDevice
from appagent.device.errors import translate_errors
from appagent.device.restore import temporary_change
from appagent.device.shell import QUERY_S
from appagent.errors import ConfigError, DeviceError, TextNotTypable
from appagent.ports import Person

if TYPE_CHECKING:
    from uiautomator2.core import BasicUiautomatorServer

log = logging.getLogger(__name__)

JAR = "/data/local/tmp/u2.jar"
_PASTE = 279  # KeyEvent.KEYCODE_PASTE
DEEPEST = 50  # levels of a tree, as uiautomator2 itself asks for


class U2Device(AdbDevice):
    """An `AdbDevice` whose trees, and text that no key types, go over uiautomator2's server."""

    _server: BasicUiautomatorServer | None = None

    @classmethod
    def over(cls, device: AdbDevice) -> Self:
        """The same phone with this driver. Raises: `ConfigError` where the package is missing."""
        try:
            import uiautomator2  # noqa: F401
        except ImportError as err:
            raise ConfigError(
                "driver: u2 needs the package uiautomator2: pip install 'appagent[u2]'"
            ) from err
        return cls(device.server, device.serial)

    @contextmanager
    def prepare(self, person: Person | None = None, *, alone: bool = False) -> Iterator[None]:
        """As `AdbDevice.prepare`, with the server; its jar is removed where it was not there."""
        with super().prepare(person, alone=alone), self._serve():
            yield

    @contextmanager
    def _serve(self) -> Iterator[None]:
        if self._server is not None:
            yield
            return
        with ExitStack() as stack:
            if self.run(f"ls {JAR}").code:  # ours to remove
                stack.enter_context(temporary_change(self, "u2.jar", "true", f"rm -f {JAR}"))
            try:
                with translate_errors(
                    "the start of uiautomator2's server", SNAPSHOT_S, subject=self.serial
                ):
                    self._server = _start_server(self)
                yield
            finally:
                if self._server is not None:
                    self._server.stop_uiautomator(wait=False)
                    self._server = None

    def _snapshot(self, dump: str = "") -> snapshot.Snapshot:
        """As `AdbDevice._snapshot`; the tree is asked for while the pictures are taken."""
        every = dump == snapshot.ALL_WINDOWS
        asked = background.begin(lambda: self._tree(not every), "tree")
        seen = super()._snapshot("")
        return snapshot.with_tree(seen, *asked.result(), of_all_windows=every)

    def _tree(self, active: bool) -> tuple[bytes, str]:
        """The tree of the `active` window, or of all, and ""; or b"" and why there is none."""
        try:
            tree: str = self._call("dumpWindowHierarchy", False, DEEPEST, active)
        except DeviceError as err:
            return b"", str(err)
        return tree.encode(), ""

    def unicode_input(self) -> str:
        return super().unicode_input() or "uiautomator2's clipboard"

    def _typist(self, text: str) -> Callable[[], None]:
        try:
            return super()._typist(text)
        except TextNotTypable:
            typing.reject_surrogates(text)
            return partial(self._paste, text)

    def _paste(self, text: str) -> None:
        held = self._call("getClipboard")
        try:
            self._call("setClipboard", None, text)
            if self._call("getClipboard") != text:
                raise DeviceError(
                    "the phone accepts no text in its clipboard: write it in ASCII, or install "
                    "ADBKeyboard on the phone (github.com/senzhk/ADBKeyBoard)"
                )
            self.press(
                typing.key_events(_PASTE)
            )  # over adb, once: uiautomator2 repeats what failed
        finally:
            self._call("setClipboard", None, held or "")

    def _call(self, method: str, *params: object) -> Any:
        """The answer to a call, which may be sent twice. Raises: `DeviceError`."""
        if self._server is None:
            raise DeviceError("uiautomator2's server runs only inside of `prepare`")
        from uiautomator2.exceptions import BaseException as U2Error

        with translate_errors(f"u2 {method}", QUERY_S, subject=self.serial):
            try:
                answer = self._server.jsonrpc_call(
                    method, list(params), timeout=stop.at_most(QUERY_S)
                )
            except U2Error as err:
                raise DeviceError(
                    f"uiautomator2's `{method}` failed on {self.serial}: {err}"
                ) from err
        self.count(len(str(answer).encode()))
        return answer


def _start_server(device: AdbDevice) -> BasicUiautomatorServer:
    from uiautomator2.core import BasicUiautomatorServer
    from uiautomator2.exceptions import BaseException as U2Error

    try:
        return BasicUiautomatorServer(device.server.client.device(device.serial))
    except (U2Error, AssertionError) as err:  # the latter: how adbutils reads a file's answer
        why = str(err) or "its jar was not taken"
        raise DeviceError(
            f"uiautomator2's server did not start on {device.serial}: {why}; "
            "`driver: adb` does without it"
        ) from err
