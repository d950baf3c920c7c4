"""Text into the field in focus: by key events, or through an input method that types any text."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from appagent.device import typing, window
from appagent.device.poll import poll
from appagent.device.restore import temporary_change
from appagent.device.shell import Shell
from appagent.errors import DeviceError, TextNotTypable

SHOWN_S = 1.5
"""From a tap on a field until the keyboard is up; a phone with a real keyboard shows none."""
KEY_MS = 20
"""The longest that a phone takes for a key; a command has at least as many characters as keys."""
SWITCHED_S = 15.0
"""How long a phone takes to change its input method: it may start a process for the new one."""


def typist(phone: Shell, text: str) -> Callable[[], None]:
    """A function that types the text.

    Raises: `TextNotTypable` before anything is touched, where the phone cannot type all of it.
    """
    try:
        return partial(send, phone, typing.plan(text))
    except TextNotTypable:
        ime = unicode_keyboard(phone)
        if ime is None:
            raise
        return partial(_send_through, phone, ime, typing.plan_unicode(text, ime))


def send(phone: Shell, commands: Sequence[str]) -> None:
    """Send each command, which holds a person's text: errors name its first words alone."""
    for command in commands:
        phone.press(command, KEY_MS * len(command), name=" ".join(command.split()[:2]))


def _send_through(phone: Shell, ime: str, commands: Sequence[str]) -> None:
    with _use_keyboard(phone, ime):
        send(phone, commands)


def await_shown(phone: Shell) -> str:
    """Wait until the soft keyboard is up, or does not come; returns the window that has the focus
    then."""
    lines = shlex.quote(window.FOCUS_LINES)
    command = f"dumpsys input_method | grep mInputShown=; dumpsys window | grep -E {lines} || true"
    said = ""

    def shown() -> bool:
        nonlocal said
        said = phone.check(command)
        return window.keyboard_shown(said)

    poll(shown, SHOWN_S)
    return window.focus(said)


def unicode_keyboard(phone: Shell) -> str | None:
    """The installed input method that types any text, None where there is none."""
    installed = phone.check("ime list -a -s || true").split()
    return next((ime for ime in typing.ADB_KEYBOARDS if ime in installed), None)


@contextmanager
def _use_keyboard(phone: Shell, ime: str) -> Iterator[None]:
    """Inside, the phone's input method is `ime`; afterwards it is the one from before.

    Raises: `DeviceError` where the phone does not take it.
    """

    def current() -> str:
        return phone.check("settings get secure default_input_method").strip()

    old, enabled = current(), phone.check("ime list -s").split()
    if old == ime:
        yield
        return
    name = shlex.quote(ime)
    back = [f"ime set {shlex.quote(old)}"] if old not in ("", "null") else []  # a car, a TV
    back += [f"ime disable {name}"] if ime not in enabled else []
    put = f"ime enable {name} && ime set {name}"
    with temporary_change(phone, "keyboard", put, "; ".join(back) or "true"):
        if not poll(lambda: current() == ime, SWITCHED_S):
            raise DeviceError(
                f"the phone did not change its input method to {ime} within {SWITCHED_S:g} s: "
                "choose it in the phone's settings, or write the text in ASCII"
            )
        await_shown(phone)  # its receiver lives with its view
        yield
