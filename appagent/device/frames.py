"""How pictures come from a phone: the cheapest way over its link, by what each took."""

from __future__ import annotations

import logging
import math
import zlib
from typing import Literal, NamedTuple

from appagent.device.stream import MOST_BYTES
from appagent.errors import ScreenUnreadable

log = logging.getLogger(__name__)

Way = Literal["raw", "gzip", "png"]
"""What is sent of a picture of 1080x2400 px: 10.4 MB at once; some 0.3 MB after 0.1 s of `gzip -1`,
which is there since Android 8; or as much after 0.5 s more of `screencap -p`."""

_LIGHTER: dict[Way, Way] = {"raw": "gzip", "gzip": "png"}
_WORTH_S = 0.1  # that another way must save of a picture: less is chance
_SLOWER = 2  # times as long as when the way was chosen: the link changed, or what it carries
_GZIP = " | gzip -1"
_MAGIC = b"\x1f\x8b"  # as the width of a raw picture, more px than any screen has
SAME = b"same\n"
"""What a phone prints in place of a second picture."""


class Commands(NamedTuple):
    """What the pictures of a look need on the phone, where $f begins the names of files."""

    first: str
    second: str
    pack: str  # what packs the rest of what is told, in a pipe


class Frames:
    """The way in which the pictures of one phone come.

    A look brings two pictures. The first look tries another way with its second one, and the
    cheaper of the two stays; once a picture takes twice as long, the next look tries a lighter one.
    """

    def __init__(self) -> None:
        self.way: Way = "raw"
        self._trial: Way | None = "gzip"  # the way of the second picture of the next look
        self._took_s = math.inf  # a picture, when the way was chosen

    def screencap(self, panel: str = "") -> str:
        """The command for a picture, of the panel of that name, before it is packed."""
        return _screencap(self.way, panel)

    @property
    def pack(self) -> str:
        """What packs what comes before it in a pipe; "" where nothing is packed."""
        return _GZIP if self.way == "gzip" else ""

    def commands(self, panel: str = "") -> Commands:
        """Those of the next look.

        The second of two small pictures is sent only where it differs from the first: a raw one
        goes through no file, which would take longer than a cable does.
        """
        one = self.screencap(panel) + self.pack
        first, second = one, one
        if self.way != "raw":
            first = f"{one} >$f.6; cat $f.6"
            second = f"{one} >$f.7; cmp -s $f.6 $f.7 && echo same || cat $f.7"
        match self._trial:
            case "gzip":  # a shell without it goes on after the ||
                second = f"{_screencap('raw', panel)}{_GZIP} || {_screencap('png', panel)}"
            case "png":
                second = _screencap("png", panel)
        return Commands(first, second, self.pack)

    def choose(self, first_s: float, second_s: float, *, png: bool) -> None:
        """Choose by what the pictures of a look took; `png` is whether the second one was a PNG."""
        if self._trial is None:
            if first_s > _SLOWER * self._took_s + _WORTH_S:
                self._trial = _LIGHTER.get(self.way)
            return
        trial: Way = "png" if png else self._trial  # the phone may have no gzip
        told = f"{self.way} {first_s:.2f} s, {trial} {second_s:.2f} s"
        if first_s - second_s > _WORTH_S:
            self.way, first_s = trial, second_s
        log.info("a picture takes: %s; %s from now on", told, self.way)
        self._trial, self._took_s = None, first_s

    def choose_png(self) -> None:
        """For a phone whose pixels are not read raw."""
        self.way, self._trial = "png", None

    def end_trial(self, *, at_fault: bool) -> None:
        """Count a look that brought no picture as no trial. Where the trial is at fault it was the
        last; else there is one again once a look shows that pictures are slow."""
        if self._trial is not None:
            self._trial, self._took_s = None, math.inf if at_fault else 0.0


def _screencap(way: Way, panel: str) -> str:
    return "screencap" + " -p" * (way == "png") + (panel and f" -d {panel}")


def unpack(data: bytes) -> bytes:
    """What `gzip` packed; what is not packed, as it is.

    Raises: `ScreenUnreadable` where it is not whole.
    """
    if not data.startswith(_MAGIC):
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        plain = unpacking.decompress(data, MOST_BYTES)
        whole = unpacking.eof and not unpacking.unused_data
    except zlib.error:
        whole = False
    if not whole:
        raise ScreenUnreadable(
            f"the {len(data)} bytes that came from the phone's gzip are not whole, or more than "
            f"{MOST_BYTES >> 20} MB: is the phone's storage full?"
        )
    return plain
