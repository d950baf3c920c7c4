"""What the pocket phone raises on purpose.

PhoneError
├─ DumpFailed     uiautomator's own words: "could not get idle state."
└─ NoActivity     nothing on the phone answers the intent
"""

from __future__ import annotations


class PhoneError(Exception):
    """The root; `str()` is what a real phone would print."""


class DumpFailed(PhoneError):
    pass


class NoActivity(PhoneError):
    pass
