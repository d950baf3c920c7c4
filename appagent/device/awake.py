"""A phone that is awake and unlocked while it is used, and as it was afterwards."""

from __future__ import annotations

import logging
import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from appagent.device import typing, undo, window
from appagent.device.poll import poll
from appagent.errors import CommandFailed, DeviceError
from appagent.ports import Person

log = logging.getLogger(__name__)

UNLOCK_S = 3.0
"""A lock screen until it has slid away."""

ALWAYS = "7"  # a charger's, USB's and wireless power, as bits
_WAKE_UP = 224


class Phone(undo.Shell, Protocol):
    """What is done to a phone here; `AdbDevice` does it."""

    def press(self, command: str) -> None: ...

    def windows(self) -> str: ...


def wake(device: Phone, person: Person | None = None) -> None:
    """Light the screen and put the lock screen away; a lock with a secret is `person`'s to open.

    Raises: `DeviceError` where it is locked and nobody is there, `UsageError` where nobody answers.
    """
    if window.is_asleep(device.check("dumpsys power | grep mWakefulness= || true")):
        device.press(typing.key_events(_WAKE_UP))
    if not _is_locked(device):
        return
    device.check("wm dismiss-keyguard || true")
    while not poll(lambda: not _is_locked(device), UNLOCK_S):
        if person is None:
            raise DeviceError("the phone is locked: unlock it, then try again")
        person.ask("The phone is locked: unlock it, then press Enter here ")


def _is_locked(device: Phone) -> bool:
    return window.is_locked(device.windows())


@contextmanager
def stay_awake(device: Phone) -> Iterator[None]:
    """The screen stays lit while the phone has power; one on its battery is woken by each look."""
    setting = "global stay_on_while_plugged_in"
    old = device.check(f"settings get {setting}").strip()
    if old == ALWAYS:  # set by its owner, or by another command, which sets it back
        yield
        return
    back = f"put {setting} {shlex.quote(old)}" if old not in ("null", "") else f"delete {setting}"
    put = f"settings put {setting} {ALWAYS}"
    with ExitStack() as stack:
        try:
            stack.enter_context(undo.temporary_change(device, "stay-on", put, f"settings {back}"))
        except CommandFailed as err:  # Xiaomi, without `USB debugging (Security settings)`
            log.warning("the phone cannot be kept awake, its screen may go dark: %s", err)
        yield
