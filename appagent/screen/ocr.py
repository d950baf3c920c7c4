"""The texts in a picture, read by RapidOCR, which the extra `appagent[ocr]` installs."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import Any

import cv2
import numpy as np

from appagent.geometry import Rect
from appagent.screen.shapes import Found
from appagent.screen.values import Image

HINT = "the texts in pictures are not read: pip install 'appagent[ocr]' has them named"

_READ_PX = 540  # the shorter side of the picture that is read: as reliable as full size
_LEAST_SURE = 0.8  # of 1; icons are read as letters below it
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


@cache
def _engine() -> Any:
    """RapidOCR with the models that come with it; loading them takes 2 s."""
    from rapidocr import RapidOCR

    return RapidOCR(params={"Global.log_level": "critical"})
