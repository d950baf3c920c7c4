"""Whether this process was asked to stop, and how long it may still take to put things back."""

from __future__ import annotations

import time

GRACE_S = 1.2
"""A phone puts its settings back in half a second. One that hangs is left as it is: the next
command that has it for itself puts them back, see device/restore.py."""
_LEAST_S = 0.05

_end_s: float | None = None


def begin() -> None:
    """The process was asked to stop: from now on all waits together end within `GRACE_S`."""
    global _end_s
    if _end_s is None:
        _end_s = time.monotonic() + GRACE_S


def asked() -> bool:
    """Whether the process was asked to stop. An error may be what came of that: a library may lose
    the interrupt, and what waits then ends early."""
    return _end_s is not None


def at_most(wanted_s: float) -> float:
    """How long something may take that is given `wanted_s` while nobody asked to stop."""
    if _end_s is None:
        return wanted_s
    return min(wanted_s, max(_end_s - time.monotonic(), _LEAST_S))
