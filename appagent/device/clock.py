"""The phone's own date, time and language, which may not be those of this machine."""

from __future__ import annotations

import re
from datetime import datetime

ASK = "date +phone:%Y-%m-%dT%H:%M; getprop persist.sys.locale; getprop ro.product.locale"
"""Asks for them in a script of other questions; a few ms."""

#   phone:2026-03-02T09:30
#   de-CH                       and an empty line where the phone was never told another language
#   en-US
_ANSWER = re.compile(
    r"^phone:(?P<now>\d{4}-\d\d-\d\dT\d\d:\d\d)\s+(?P<language>[a-z]{2,3}(?:[-_]\w+)*)?", re.M
)


def clock(printed: str) -> datetime | None:
    """The phone's date and time in its own time zone; None where it does not tell."""
    found = _ANSWER.search(printed)
    try:
        return datetime.fromisoformat(found["now"]) if found else None
    except ValueError:  # a month 13
        return None


def language(printed: str) -> str:
    """The phone's language, "en-US"; "" where it does not tell."""
    found = _ANSWER.search(printed)
    return (found["language"] or "").replace("_", "-") if found else ""
