"""Ask again and again until something is true."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from appagent import stop

T = TypeVar("T")

POLL_S = 0.1


def poll(ask: Callable[[], T], timeout_s: float) -> T:
    """The first answer that is true; the last one when the time is up."""
    end = time.monotonic() + stop.at_most(timeout_s)
    while not (answer := ask()) and time.monotonic() < end:
        time.sleep(POLL_S)
    return answer
