"""How many calls a minute all phones together make."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

BURST_S = 10.0
"""What was not called for this long may be called for at once."""


@dataclass
class Bucket:
    """A bucket of tokens, one a call, which fills again at `calls_per_minute`."""

    calls_per_minute: float
    clock: Callable[[], float] = time.monotonic
    _full_s: float = float("-inf")  # when it is full again
    _lock: Lock = field(default_factory=Lock)

    def take(self) -> float:
        """The seconds that the next call waits; its token is taken."""
        each_s = 60 / self.calls_per_minute
        with self._lock:
            now = self.clock()
            self._full_s = max(self._full_s, now) + each_s
            return max(self._full_s - now - max(BURST_S, each_s), 0)
