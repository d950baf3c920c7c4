"""A phone that is awake and unlocked while it is used, and as it was afterwards."""

from __future__ import annotations

import logging
import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from appagent.device import typing, window
from appagent.device.poll import poll
from appagent.device.restore import RESTORE_LEFTOVERS, restore, temporary_change
from appagent.device.shell import Shell
from appagent.errors import CommandFailed, DeviceError
from appagent.ports import Person

log = logging.getLogger(__name__)

UNLOCK_S = 3.0
"""How long a lock screen takes to slide away."""

ALWAYS = "7"  # a charger's, USB's and wireless power, as bits
_WAKE_UP = 224


@contextmanager
def prepare(
    phone: Shell, person: Person | None, files: str, *, restore_leftovers: bool
) -> Iterator[None]:
    """The phone awake, unlocked and kept awake inside; its settings as they were afterwards, and
    the files that begin with `files` removed: a snapshot that was cut off leaves its own."""
    wake(phone, person)
    if restore_leftovers:
        phone.check(RESTORE_LEFTOVERS)
    try:
        with _stay_awake(phone):
            yield
    finally:
        restore(phone, f"rm -f {files}*", "our files were not removed")


def wake(phone: Shell, person: Person | None = None) -> None:
    """Light the screen and put the lock screen away; a lock with a secret is `person`'s to open.

    Raises: `DeviceError` where it is locked and nobody is there, `UsageError` where nobody answers.
    """
    if window.is_asleep(phone.check("dumpsys power | grep mWakefulness= || true")):
        phone.press(typing.key_events(_WAKE_UP))
    if not _is_locked(phone):
        return
    phone.check("wm dismiss-keyguard || true")
    while not poll(lambda: not _is_locked(phone), UNLOCK_S):
        if person is None:
            raise DeviceError("the phone is locked: unlock it, then try again")
        person.ask("The phone is locked: unlock it, then press Enter here ")


def _is_locked(phone: Shell) -> bool:
    return window.is_locked(phone.windows())


@contextmanager
def _stay_awake(phone: Shell) -> Iterator[None]:
    """The screen stays lit while the phone has power; on battery each snapshot wakes it."""
    setting = "global stay_on_while_plugged_in"
    old = phone.check(f"settings get {setting}").strip()
    if old == ALWAYS:  # set by its owner, or by another command, which sets it back
        yield
        return
    back = f"put {setting} {shlex.quote(old)}" if old not in ("null", "") else f"delete {setting}"
    put = f"settings put {setting} {ALWAYS}"
    with ExitStack() as stack:
        try:
            stack.enter_context(temporary_change(phone, "stay-on", put, f"settings {back}"))
        except CommandFailed as err:  # Xiaomi, without `USB debugging (Security settings)`
            log.warning("the phone cannot be kept awake, its screen may go dark: %s", err)
        yield
