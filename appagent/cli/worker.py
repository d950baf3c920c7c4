"""`appagent worker`: the phones of this machine, for whoever spreads work over many."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import ExitStack

from appagent import background
from appagent.cli import INTERRUPTED
from appagent.cli.doctor import phone_findings
from appagent.cli.share import phones
from appagent.config import Config, credentials, load, user_cache
from appagent.device.devices import select_phone
from appagent.device.hold import hold
from appagent.device.restore import put_in_order
from appagent.errors import DeviceNotFound, UsageError
from appagent.report import plain
from appagent.secrets import Secrets
from appagent.spread import DASK, POCKET, Phones, check_engine, lend


def work(
    flags: Mapping[str, object], scheduler: str, pockets: int, name: str | None, *, until_eof: bool
) -> int:
    """Have what a scheduler spreads done on the phones of this machine, until Ctrl-C, or until
    stdin ends where another process started this one."""
    check_engine(DASK)
    config = load(flags).config
    if not (config.device or pockets):
        raise UsageError("a worker has phones: name some with --device A,B, or start --pockets N")
    if pockets:
        from pocketphone import extra

        if problem := extra.problem():
            raise UsageError(problem)
    plain.never_print(Secrets(credentials(config)).hide)
    if until_eof:
        background.begin(_end_with_stdin, "stdin")
    serials = tuple(phones(config))
    with ExitStack() as leases:
        for serial in serials:  # which other commands use between two items, but no other worker
            leases.enter_context(hold(serial, "worker", user_cache() / "workers"))
            _check(serial, config)
        lend(scheduler, Phones(serials, pockets), name, plain.aside)
    return INTERRUPTED


def _end_with_stdin() -> None:
    """End this process where whoever holds its stdin is gone, even killed."""
    while os.read(0, 4096):  # past the buffer, whose lock Python's end would wait for
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _check(serial: str, config: Config) -> None:
    """Put a phone in order that is as usable as `doctor` finds it. Raises: `DeviceNotFound` where
    it is not, `DeviceBusy`."""
    for finding in phone_findings(config.model_copy(update={"device": serial})):
        if not finding.ok:
            raise DeviceNotFound(
                f"{serial}: {finding.link}: {finding.found}; {finding.mend or 'see `doctor`'}"
            )
    if serial != POCKET:  # which is started for each item
        with hold(serial, "worker", user_cache() / "phones"):
            put_in_order(select_phone(serial))
