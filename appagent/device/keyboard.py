"""The phone's input method, and another one in its place while text is typed that no key types."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager

from appagent.device import typing, window
from appagent.device.poll import poll
from appagent.device.undo import Shell, temporary_change
from appagent.errors import DeviceError

SHOWN_S = 1.5
"""A tapped field until the keyboard is up; a phone with a real keyboard shows none."""
SWITCHED_S = 15.0
"""A new input method until the phone says that it is the one: it may start a process for it."""


def await_shown(device: Shell) -> None:
    """Wait until the soft keyboard is up, or does not come."""
    command = "dumpsys input_method | grep mInputShown= || true"
    poll(lambda: window.keyboard_shown(device.check(command)), SHOWN_S)


def unicode_keyboard(device: Shell) -> str | None:
    """The installed input method that types any text, None where there is none."""
    installed = device.check("ime list -a -s || true").split()
    return next((ime for ime in typing.ADB_KEYBOARDS if ime in installed), None)


@contextmanager
def use_keyboard(device: Shell, ime: str) -> Iterator[None]:
    """The phone's input method is `ime` inside, and what it was before afterwards.

    Raises: `DeviceError` where the phone does not take it.
    """

    def current() -> str:
        return device.check("settings get secure default_input_method").strip()

    old, enabled = current(), device.check("ime list -s").split()
    if old == ime:
        yield
        return
    name = shlex.quote(ime)
    back = [f"ime set {shlex.quote(old)}"] if old not in ("", "null") else []  # a car, a TV
    back += [f"ime disable {name}"] if ime not in enabled else []
    put = f"ime enable {name} && ime set {name}"
    with temporary_change(device, "keyboard", put, "; ".join(back) or "true"):
        if not poll(lambda: current() == ime, SWITCHED_S):
            raise DeviceError(f"the phone did not change its input method to {ime}")
        await_shown(device)  # its receiver lives with its view
        yield
