"""What the files of this folder ask of a phone: its shell, and what is in front."""

from __future__ import annotations

from typing import Protocol

from appagent.device.transport import Output
from appagent.screen.values import App


class Shell(Protocol):
    """A phone's shell; `AdbDevice` is one."""

    def ask(self, command: str, *, timeout_s: float = ...) -> Output:
        """What a command printed and its exit code; it may be sent twice."""

    def check(self, command: str, *, name: str = "") -> str:
        """What a question printed; `name` replaces it in errors.

        Raises: `CommandFailed` where its exit code is not 0.
        """

    def press(self, command: str, duration_ms: int = 0, *, name: str = "") -> None:
        """Send an `input` command, once. Raises: `DeviceError`."""

    def windows(self) -> str:
        """The lines of `dumpsys window` that `window` reads."""

    def foreground(self) -> App:
        """The app in front. Raises: `ScreenUnreadable` where none comes."""
