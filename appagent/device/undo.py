"""What is changed on a phone for a while, and put back: by this command, or by a later one."""

from __future__ import annotations

import logging
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from appagent.errors import CommandFailed, DeviceError

log = logging.getLogger(__name__)

UNDO = "/data/local/tmp/.appagent-undo-"
"""How the names of the files begin that hold, on the phone, what is still to be put back. Only the
shell may write there."""

RESTORE_LEFTOVERS = f"for f in {UNDO}*; do [ -f $f ] && sh $f >/dev/null 2>&1; rm -f $f; done"
"""Puts back what a command that was killed, or lost the phone, has left changed."""


class Shell(Protocol):
    """What is done to a phone here; `AdbDevice` does it."""

    def check(self, command: str, *, name: str = "") -> str: ...


@contextmanager
def temporary_change(device: Shell, what: str, put: str, back: str) -> Iterator[None]:
    """The phone after the command `put` inside, and after `back` afterwards; `what` is a word.

    `back` lies on the phone meanwhile, for `RESTORE_LEFTOVERS`: nothing here runs when a process
    is killed.

    Raises: `CommandFailed` where the phone refuses `put`, of which nothing stays then.
    """
    note = f"{UNDO}{what}"
    failed = f"{{ sh {note} >/dev/null 2>&1; rm -f {note}; exit 1; }}"
    refused = False
    try:
        try:
            device.check(f"echo {shlex.quote(back)} >{note}; ({put}) || {failed}", name=put)
        except CommandFailed:
            refused = True
            raise
        yield
    finally:
        if not refused:
            restore(
                device,
                f"({back}) && rm -f {note}",
                f"the phone's {what} setting is not put back yet",
            )


def restore(device: Shell, command: str, failed: str) -> None:
    """Run it; where the phone is gone, `failed` is logged: how the work ended is what counts, and
    the next one who has the phone alone does it."""
    try:
        device.check(command)
    except DeviceError as err:
        log.warning("%s; the next run or exploration on this phone does it", failed)
        log.info("%s", err)
