"""The phone's own time: seeded at boot, moved only by what happens on the phone."""

from __future__ import annotations

from datetime import datetime, timedelta

BOOT = datetime(2026, 3, 2, 9, 30)


class Clock:
    """A clock that stands still until something advances it."""

    def __init__(self, start: datetime = BOOT) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError(f"time runs forward only, not by {seconds} s")
        self._now += timedelta(seconds=seconds)

    def set(self, moment: datetime) -> None:
        """Put the hands where a loaded state says; the only way back in time."""
        self._now = moment
