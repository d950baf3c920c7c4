"""A screenshot's bytes, as a picture."""

from __future__ import annotations

import struct

import cv2
import numpy as np

from appagent.errors import ScreenUnreadable
from appagent.screen.values import Image

PNG = b"\x89PNG\r\n\x1a\n"

# android.graphics.PixelFormat of `screencap`'s third header word, as far as it takes 4 bytes a px.
_TO_RGB = {1: cv2.COLOR_RGBA2RGB, 2: cv2.COLOR_RGBA2RGB, 5: cv2.COLOR_BGRA2RGB}


class UnknownPixels(ScreenUnreadable):
    """A raw picture in a pixel format that is not read here; `screencap -p` converts it."""


def decode(data: bytes, said: str = "") -> Image:
    """The h×w×3 RGB picture of one `screencap` (raw) or `screencap -p` (PNG).

    Raw is a header of little-endian u32 and 4 bytes a px: width, height, format, and since
    Android 9 a colour space; which header it is, the length tells.
    `said` is what the phone printed beside it, for the message.

    Raises: `ScreenUnreadable` where it is no whole picture: on failure `screencap` prints text,
    "Failed to take screenshot. Status: -2\\nCapturing failed.\\n", with exit code 0 on some phones.
    """
    if data.startswith(PNG):
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
        if picture is None:
            raise ScreenUnreadable(f"a damaged PNG of {len(data)} bytes came from `screencap -p`")
        return np.asarray(picture, np.uint8)
    if len(data) >= 16:
        width, height, pixels = struct.unpack_from("<3I", data)
        start = len(data) - width * height * 4
        if start in (12, 16):
            if pixels not in _TO_RGB:
                raise UnknownPixels(f"`screencap` sent pixel format {pixels}")
            raw = np.frombuffer(data, np.uint8, offset=start).reshape(height, width, 4)
            return np.asarray(cv2.cvtColor(raw, _TO_RGB[pixels]), np.uint8)
        if pixels <= 64 and 0 < width < 1 << 15 and 0 < height < 1 << 15:
            # e.g. 3 (RGB_888) and 4 (RGB_565) take other than 4 bytes a px; a cut picture too.
            raise UnknownPixels(
                f"`screencap` sent {len(data)} bytes for {width}x{height} px of format {pixels}"
            )
    words = " ".join(part for part in (data[:200].decode(errors="replace"), said) if part.strip())
    raise ScreenUnreadable(
        "the phone took no screenshot: " + (" ".join(words.split())[:200] or "it said nothing")
    )
