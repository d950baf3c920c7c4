"""A glance at a part of the screen: the window in front, the pixels of an area and how the display
is turned, in one round trip. It takes as long as one `screencap`, and only the rows of the area
are sent."""

from __future__ import annotations

import shlex

import cv2
import numpy as np

from appagent.device import window
from appagent.device.frames import unpack
from appagent.device.snapshot import decode
from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect, Size
from appagent.screen.change import crop
from appagent.screen.values import Image

_NOTHING: Image = np.zeros((0, 0, 3), np.uint8)


def script(screencap: str, area: Rect, frame: Size, *, in_part: bool, pack: str) -> str:
    """The shell script of one glance: pixels on stdout, the window and the display on stderr.

    `in_part` picks the rows of the area on the phone. They are counted from the end, for the header
    has one length or another; toybox has `head -c` since Android 7. `pack` packs what is sent.
    """
    asked = (
        f"dumpsys window 2>/dev/null | grep -E {shlex.quote(window.FOCUS_LINES)} >&2 &\n"
        "dumpsys display 2>/dev/null | grep Viewport >&2 &"
    )
    if area.empty:
        return f"{asked}\nwait"
    row = frame.width * 4
    rows = f" | tail -c {(frame.height - area.top) * row} | head -c {area.height * row}"
    return f"{asked}\n{screencap}{rows if in_part else ''}{pack}\nwait"


def pixels(stdout: bytes, stderr: str, area: Rect, frame: Size, to_rgb: int | None) -> Image:
    """The pixels that `script` printed. `to_rgb` is how OpenCV turns them into RGB where rows of
    them were sent, None where it was a whole picture.

    Raises: `ScreenUnreadable` where it is neither.
    """
    if area.empty:
        return _NOTHING
    stdout = unpack(stdout)
    if to_rgb is None:
        image = decode(stdout, stderr)
        return crop(image, area) if image.shape[:2] == (frame.height, frame.width) else _NOTHING
    if len(stdout) != area.height * frame.width * 4:
        raise ScreenUnreadable(f"{len(stdout)} bytes came for {area.height} rows of the screen")
    rows = np.frombuffer(stdout, np.uint8).reshape(area.height, frame.width, 4)
    part = np.ascontiguousarray(rows[:, area.left : area.right])
    return np.asarray(cv2.cvtColor(part, to_rgb), np.uint8)
