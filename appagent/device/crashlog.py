"""What Android logged of an app that crashed or hung, from logcat, which the shell may read.

The stacks of an app that hangs lie in /data/anr, for root alone; the log tells why, and what load.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby

from appagent.errors import DeviceError
from appagent.ports import Device

LINES = 200
TIMEOUT_S = 5.0

NOW = "date +since:%s"
"""Asks for the time of the phone, by which its log goes."""
_NOW = re.compile(r"^since:(\d+)$", re.M)  # since:1772443800

# AndroidRuntime: an exception of Java; DEBUG and libc: a signal; all in the buffer `crash`.
# ActivityManager, in `system`: "ANR in". Without its fraction a time would be a count of lines.
_ASK = (
    "logcat -d -v threadtime -b crash,system -T {since}.0 "
    "AndroidRuntime:E DEBUG:F libc:F ActivityManager:E '*:S'"
)
# --------- beginning of crash
# 03-02 09:30:12.345  4242  4242 E AndroidRuntime: FATAL EXCEPTION: main
# 03-02 09:30:12.345  4242  4242 E AndroidRuntime: Process: com.example, PID: 4242
# 03-02 09:30:12.345  4242  4242 E AndroidRuntime: java.lang.NullPointerException: Attempt to ...
# 03-02 09:31:00.120  1523  2210 E ActivityManager: ANR in com.example (com.example/.Main)
_LINE = re.compile(r"[\d-]+ [\d:.]+ +(?P<writer>\d+ +\d+ [A-Z] [^:]+?) *: ")


def crashes(device: Device, package: str | None) -> tuple[str, ...]:
    """What was logged of an app that broke down, None for no app; () too where the phone is gone:
    it is worth no error of its own."""
    with suppress(DeviceError):
        return () if package is None else tuple(device.crashes(package))
    return ()


def script(since: str) -> str:
    """Asks for the time, then for what was logged since another."""
    return f"{NOW}; {_ASK.format(since=since)}"


def now(printed: str, otherwise: str) -> str:
    """The phone's time in what it printed, s since 1970."""
    found = _NOW.search(printed)
    return found[1] if found else otherwise


def traces(printed: str, package: str) -> Sequence[str]:
    """The lines of each trace that names the package, from the first on: it tells the cause.
    `com.example.notes` is not named by `com.example.notes.mail`."""
    named = re.compile(rf"(?<![\w.]){re.escape(package)}(?!\w|\.\w)")
    found = (trace for trace in _traces(printed) if named.search("\n".join(trace)))
    return [line for trace in found for line in trace][:LINES]


def _traces(printed: str) -> Iterator[Sequence[str]]:
    """The lines that one thread wrote in a row."""
    lines = [found for found in map(_LINE.match, printed.splitlines()) if found]
    for _, trace in groupby(lines, lambda found: found["writer"]):
        yield [found.string for found in trace]
