"""What adbutils, sockets and processes raise, as errors of ours."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from adbutils import AdbError
from adbutils.errors import AdbTimeout

from appagent.errors import (
    AnswerUnusable,
    CommandFailed,
    DeviceError,
    DeviceGone,
    DeviceTimeout,
)

FOREIGN = (AdbError, OSError, EOFError, ValueError, subprocess.SubprocessError)
"""What adbutils, a socket and a process may raise. ValueError: a length that is no number, from
something on the port that is no adb server."""


class BadAnswer(ValueError):
    """What no server of adb sends; the message names it."""


REMEDIES = {
    "unauthorized": "unlock the phone and accept `Allow USB debugging?` on its screen",
    "authorizing": "unlock the phone and accept `Allow USB debugging?` on its screen",
    "offline": "unplug it and plug it in again, or run `adb reconnect offline`",
    "no permissions": "this user may not open the USB device: install the udev rules for Android "
    "(package android-sdk-platform-tools-common) and plug the phone in again",
    "not found": "is it plugged in, with USB debugging on? `appagent devices` lists what is there",
    "refused": "no adb server runs: `adb start-server`",
    "no adb server": "`adb start-server` starts one",
}
"""What to do about a phone that cannot be used, by the words that adb has for its state."""


_MOST_CAUSE = 300  # characters of what a server says


@contextmanager
def translate_errors(command: str, timeout_s: float, *, subject: str = "adb") -> Iterator[None]:
    """Inside, a foreign error leaves as the `DeviceError` that `to_device_error` makes of it."""
    try:
        yield
    except FOREIGN as err:
        raise to_device_error(err, command, timeout_s, subject) from err


def to_device_error(
    err: Exception, command: str, timeout_s: float, subject: str = "adb", after: str = ""
) -> DeviceError:
    """A foreign error as one of ours; `after` says what became of the command when it broke off."""
    match err:
        case AdbTimeout() | TimeoutError() | subprocess.TimeoutExpired():
            return DeviceTimeout(command, timeout_s)
        case subprocess.CalledProcessError():
            output = b"".join(filter(None, (err.stdout, err.stderr))).decode(errors="replace")
            return CommandFailed(command, err.returncode, output)
        case BadAnswer():
            return AnswerUnusable(
                f"{subject}: {err} came in answer to `{command}`, which no phone sends: restart "
                "the adb server, `adb kill-server`, and plug the phone in again"
            )
        case _:
            cause = str(err).partition("\n")[0][:_MOST_CAUSE] or "the connection broke off"
            parts = [f"{subject}: {cause} during `{command}`", after, remedy(cause, subject)]
            return DeviceGone("; ".join(filter(None, parts)))


def remedy(state: str, serial: str) -> str:
    """What to do about a phone of which adb says `state`; "" where nothing is known."""
    if re.search(r":\d+$", serial) and re.search("offline|not found", state):
        return f"attach it again, `appagent devices --connect {serial}`"
    return next((advice for words, advice in REMEDIES.items() if words in state), "")
