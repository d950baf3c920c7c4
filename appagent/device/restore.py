"""What is changed on a phone for a while, and put back: by this command, or by a later one."""

from __future__ import annotations

import logging
import shlex
from collections.abc import Iterator
from contextlib import contextmanager

from appagent.device.shell import Shell
from appagent.errors import CommandFailed, DeviceError

log = logging.getLogger(__name__)

UNDO_FILES = "/data/local/tmp/.appagent-undo-"
"""The prefix of the files, on the phone, with the commands that put a change back. Only the shell
may write there."""

RESTORE_LEFTOVERS = f"for f in {UNDO_FILES}*; do [ -f $f ] && sh $f >/dev/null 2>&1; rm -f $f; done"
"""Puts back what was left changed by a command that was killed, or lost the phone."""


@contextmanager
def temporary_change(phone: Shell, what: str, put: str, back: str) -> Iterator[None]:
    """Inside, the phone is as the command `put` left it; afterwards `back` is run.

    `what` is one word for the change. Meanwhile `back` lies on the phone, for `RESTORE_LEFTOVERS`:
    nothing here runs when a process is killed.

    Raises: `CommandFailed` where the phone refuses `put`; nothing of it stays then.
    """
    note = f"{UNDO_FILES}{what}"
    on_failure = f"{{ sh {note} >/dev/null 2>&1; rm -f {note}; exit 1; }}"
    is_changed = True
    try:
        try:
            phone.check(f"echo {shlex.quote(back)} >{note}; ({put}) || {on_failure}", name=put)
        except CommandFailed:
            is_changed = False
            raise
        yield
    finally:
        if is_changed:
            restore(
                phone,
                f"({back}) && rm -f {note}",
                f"the phone's {what} setting is not put back yet",
            )


def restore(phone: Shell, command: str, failure: str) -> None:
    """Run the command. Where the phone is gone, log `failure` and go on: the next command that has
    the phone for itself puts things back, and how this one's work ended matters more."""
    try:
        phone.check(command)
    except DeviceError as err:
        log.warning("%s; the next run or exploration on this phone does it", failure)
        log.info("%s", err)


def put_in_order(phone: Shell) -> None:
    """Put back what a command left changed that was killed, or lost the phone; as `restore` does.
    The caller has the phone for itself."""
    restore(phone, RESTORE_LEFTOVERS, "what was changed on the phone is not put back yet")
