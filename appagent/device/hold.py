"""A lock on a phone: two commands on one screen would disturb each other."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import BaseModel, ValidationError

from appagent.errors import DeviceBusy
from appagent.files import atomic_write, read_file

log = logging.getLogger(__name__)


PROGRAM = "python"
"""The command of a program of one's own, which uses the phone from Python."""


class _Holder(BaseModel):
    pid: int
    command: str
    since: datetime

    def __str__(self) -> str:
        who = "a Python program" if self.command == PROGRAM else f"`appagent {self.command}`"
        return f"{who} (process {self.pid}, since {self.since:%H:%M})"


@contextmanager
def hold(serial: str, command: str, folder: Path) -> Iterator[None]:
    """Inside, no other command has the phone.

    The lock is a file in `folder` and ends with the process, however that ends. In a folder that
    cannot be written the command goes on without one.

    Raises: `DeviceBusy` with the command that has the phone.
    """
    path = folder / (re.sub(r"[^\w.-]", "_", serial) + ".lock")
    note = path.with_suffix(".json")
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(FileLock(path, timeout=0, thread_local=False))
            holder = _Holder(pid=os.getpid(), command=command, since=datetime.now().astimezone())
            with atomic_write(note) as draft:
                draft.write_text(holder.model_dump_json(), encoding="utf-8")
            stack.callback(note.unlink, missing_ok=True)
        except Timeout as err:
            raise DeviceBusy(
                f"{serial} is in use by {_holder(note)}: wait until that ends, or name another "
                "phone with --device"
            ) from err
        except (OSError, NotImplementedError) as err:  # the latter: no locks on this file system
            log.info("%s: not locked: %s", serial, err)
        yield


def _holder(note: Path) -> str:
    try:
        return str(_Holder.model_validate_json(read_file(note)))
    except (OSError, ValidationError):
        return "another appagent"
