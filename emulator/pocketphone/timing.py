"""How long things take: on the phone's own clock, and on the wall.

The virtual clock advances by the same nominal time in every profile, so a run sees the same
times whatever the profile. The wall delay is what a client waits for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NOMINAL_MS: Mapping[str, int] = {
    "shell": 0,
    "tap": 0,  # touches and keys: the phone itself moves its clock by them
    "key": 0,
    "text": 0,
    "gesture": 0,
    "screencap": 100,
    "screencap -p": 550,
    "dump": 1000,
    "u2 dump": 40,
    "dump failed": 10_000,
    "am": 120,
    "dumpsys": 50,
    "pm": 50,
    "settings": 20,
    "wm": 20,
    "reboot": 20_000,
}
"""What each kind of work takes on the virtual clock."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The wall delays of one kind of phone, in ms."""

    name: str
    wall_ms: Mapping[str, int] = field(default_factory=dict)
    ack_ms: float = 0.0  # from a WRTE to its OKAY
    mb_s: float = 0.0  # that the link carries, all its streams together; 0: any number
    mb_ms: float = 0.0  # for gzip -1, cmp and the like to go through 1 MB
    gestures: bool = False  # a swipe blocks for its duration

    @property
    def small_writes(self) -> bool:
        """True where shell: and exec: come in the 4095-byte reads of a real pty."""
        return self.ack_ms > 0


# Medians of published measurements. A dump waits for one quiet second, then for its VM to start.
# Nobody published how long a phone's gzip takes. A PNG of a frame of 10.4 MB costs a phone 450 ms
# more than the bare frame, and the machine that these were written on 80 ms; there zlib's level 1
# takes 18 ms, and toybox's cmp 21 ms: some 100 ms on the phone.
_MB_MS = 10
_TRIP_MS = 15  # over Wi-Fi, there and back
_USB: Mapping[str, int] = {
    "shell": 15,
    "tap": 60,
    "key": 60,
    "text": 60,
    "gesture": 60,
    "screencap": 100,
    "screencap -p": 550,
    "dump": 1000 + 700,
    "u2 dump": 60,
    "dump failed": 10_000 + 1400,
    "am": 120 + 500,
    "dumpsys": 50,
    "pm": 50,
    "settings": 15,
    "wm": 15,
    "reboot": 2_000,
}

PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("zero"),
        Profile("phone-usb", _USB, ack_ms=0.6, mb_ms=_MB_MS, gestures=True),
        Profile(
            "phone-wifi",
            {**_USB, "shell": 15 + _TRIP_MS},
            ack_ms=_TRIP_MS,
            mb_s=5,
            mb_ms=_MB_MS,
            gestures=True,
        ),
        Profile(
            "emulator",
            {**_USB, "shell": 28, "screencap": 75, "screencap -p": 625, "dump": 1000 + 1200},
            ack_ms=0.15,
            mb_ms=_MB_MS,
            gestures=True,
        ),
        Profile(
            "android11",
            {**_USB, **dict.fromkeys(("tap", "key", "text", "gesture"), 60 + 700)},
            ack_ms=0.6,
            mb_ms=_MB_MS,
            gestures=True,
        ),
    )
}
