"""The texts in a picture, read by RapidOCR, which the extra `appagent[ocr]` installs."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from threading import Lock
from typing import Any

import cv2
import numpy as np
from rapidfuzz import fuzz

from appagent.geometry import Rect, bounding_box
from appagent.screen.shapes import Finder, Found
from appagent.screen.values import Image, Screen

HINT = "the texts in pictures are not read: pip install 'appagent[ocr]' has them named"

_READ_PX = 540  # the shorter side of the picture that is read: as reliable as full size
_LEAST_SURE = 0.8  # of 1; icons are read as letters below it
_OFF_MIDDLE = 0.05  # of the screen's width: a toast's middle is no further from the screen's
_SAID = 85  # of 100: a line that is so like a text of the tree is that text, misread
_READING = Lock()  # all threads share an engine, which is not thread-safe


def is_installed() -> bool:
    return all(find_spec(name) for name in ("rapidocr", "onnxruntime"))


def read_texts(image: Image) -> list[Found]:
    """The lines of text in a picture, in px; single characters, read out of icons, are left out."""
    factor = min(1.0, _READ_PX / min(image.shape[:2]))
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    with _READING:
        read = _engine()(cv2.cvtColor(small, cv2.COLOR_RGB2BGR))
    if read.boxes is None:
        return []
    corners = np.asarray(read.boxes) / factor  # n x 4 x (x, y)
    lows, highs = corners.min(axis=1), corners.max(axis=1)
    return [
        Found(Rect(*(round(float(edge)) for edge in (*low, *high))), said.strip())
        for low, high, said, sure in zip(lows, highs, read.txts, read.scores, strict=True)
        if sure >= _LEAST_SURE and (len(said.strip()) > 1 or said.strip().isdecimal())
    ]


def read_notice(screen: Screen, read: Finder) -> str:
    """What a toast says that the screen shows; "" where no line can be told to be its.

    Its lines are what stands in the lower half, about the middle of the width, and is said there
    neither by the tree nor by the keyboard (Toast.java, Gravity.BOTTOM | CENTER_HORIZONTAL).
    """
    width, height = screen.size
    lines = [
        line._replace(bounds=Rect(left, top + height // 2, right, bottom + height // 2))
        for line in read(screen.image[height // 2 :])
        for left, top, right, bottom in [line.bounds]
    ]
    new = sorted(
        (line for line in lines if not _is_said(line, screen) and not _is_key(line, screen)),
        key=lambda line: line.bounds.top,
    )
    for block in reversed(_blocks(new)):
        box = bounding_box([line.bounds for line in block])
        if abs(box.center.x - width // 2) <= _OFF_MIDDLE * width:
            return " ".join(line.name for line in block)
    return ""


def _is_said(line: Found, screen: Screen) -> bool:
    """Whether it is the text of an element there."""
    here = (e for e in screen.elements if e.bounds.contains(line.bounds.center))
    texts = (text for e in here for text in (e.called, e.text, e.description, e.value))
    said = line.name.casefold()
    return any(fuzz.partial_ratio(said, text.casefold()) >= _SAID for text in texts if text)


def _is_key(line: Found, screen: Screen) -> bool:
    area = screen.keyboard_area
    return area is not None and area.contains(line.bounds.center)


def _blocks(lines: list[Found]) -> list[list[Found]]:
    """The lines, which stand one below the other, in groups of those that follow closely."""
    blocks = [lines[:1]] if lines else []
    for above, line in pairwise(lines):
        if line.bounds.top - above.bounds.bottom < line.bounds.height:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


@cache
def _engine() -> Any:
    """RapidOCR with the models that come with it; loading them takes 2 s."""
    from rapidocr import RapidOCR

    return RapidOCR(params={"Global.log_level": "critical"})
