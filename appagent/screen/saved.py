"""A screen out of files: a dump, a screenshot, or both."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow

from appagent.errors import ScreenUnreadable, UsageError
from appagent.files import read_file
from appagent.geometry import Size
from appagent.screen import nodes
from appagent.screen.hierarchy import Hierarchy, parse_hierarchy
from appagent.screen.nameless import tell_nameless
from appagent.screen.sliders import tell_sliders
from appagent.screen.values import MOST_PX, App, Image, Screen

GROUND = 238  # the grey of a screen of which there is no picture
MOST_BYTES = 64 << 20  # of a file: the largest dump known has 1 MB, the largest screenshot 8

_ANY_SIZE = Size(100_000, 100_000)  # larger than any screen
_PICTURES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"RIFF", b"GIF8")
_TAKES_DUMP = "--xml takes what `adb shell uiautomator dump` writes"
_TAKES_PICTURE = "--image takes a screenshot in PNG or JPEG"


def load_screen(xml: Path | None, image: Path | None) -> tuple[Screen, tuple[str, ...]]:
    """The screen, grey where there is no screenshot, and a sentence for each repair of the dump.

    Raises: `UsageError` with the file, and what is wrong with it.
    """
    dump = _read(xml) if xml else b""
    picture = _read_picture(image) if image else None
    try:
        size = Size(*picture.shape[1::-1]) if picture is not None else screen_size(dump)
        hierarchy = parse_hierarchy(dump, size) if xml else Hierarchy((), "")
    except ScreenUnreadable as err:
        raise UsageError(f"{xml}: {_what_it_is(dump) or err}") from err
    if picture is None:
        picture = np.full((size.height, size.width, 3), GROUND, np.uint8)
    screen = Screen(
        image=picture,
        app=App(hierarchy.package, ""),
        elements=hierarchy.elements,
        taken_at=datetime.now(UTC),
        tree="ok" if hierarchy.elements else "empty",
        keyboard=hierarchy.keyboard is not None,
        keyboard_area=hierarchy.keyboard,
        surfaces=hierarchy.surfaces,
        nodes=hierarchy.nodes,
    )
    return tell_sliders(tell_nameless(screen)), hierarchy.notes


def screen_size(xml: bytes) -> Size:
    """The size of the screen as far as a dump alone tells it: what its outermost nodes reach, and
    in Appium's page source what the root says.

    Raises: `ScreenUnreadable` where the XML cannot be read whole or bounds nothing.
    """
    root, _ = nodes.read_root(xml)
    windows, _ = nodes.windows(root, _ANY_SIZE)

    def reach(side: str, edges: Iterable[int]) -> int:
        said = root.get(side, "")  # <hierarchy rotation="0" width="1920" height="957">
        return max(*edges, int(said) if said.isdecimal() else 0, 0)

    size = Size(
        reach("width", (window.root.bounds.right for window in windows)),
        reach("height", (window.root.bounds.bottom for window in windows)),
    )
    if size.width <= 0 or size.height <= 0:
        raise ScreenUnreadable(
            "the dump does not tell the screen's size: add its screenshot with --image"
        )
    if size.width * size.height > MOST_PX:
        raise ScreenUnreadable(
            f"{size.width}x{size.height} px are more than any screen has: is the dump damaged?"
        )
    return size


def _what_it_is(data: bytes) -> str:
    """A sentence about a file that was given for a dump and is something else; "" for a dump."""
    if data.startswith(_PICTURES):
        return f"this is a picture; {_TAKES_DUMP}, and --image a picture"
    if b"<html" in data[:1000].lower():
        return f"this is a web page; {_TAKES_DUMP}"
    if b"\0" in data and b"hierarchy" not in data.replace(b"\0", b""):
        return f"this is no text; {_TAKES_DUMP}"
    return ""


def _read_picture(path: Path) -> Image:
    data = _read(path)
    try:
        with warnings.catch_warnings(action="ignore"), Pillow.open(BytesIO(data)) as picture:
            width, height = picture.size  # it reads no more than that
    except Pillow.DecompressionBombError as err:
        raise UsageError(f"{path}: it has more px than any screen; {_TAKES_PICTURE}") from err
    except (OSError, SyntaxError, ValueError) as err:
        raise UsageError(f"{path}: this is no picture, or a damaged one; {_TAKES_PICTURE}") from err
    if width * height > MOST_PX:
        raise UsageError(f"{path}: it has more px than any screen; {_TAKES_PICTURE}")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
    if image is None:
        raise UsageError(f"{path}: the picture is damaged; {_TAKES_PICTURE}")
    return np.asarray(image, np.uint8)


def _read(path: Path) -> bytes:
    """The bytes of a file. Raises: `UsageError` where there are none, too many, or no file."""
    try:
        data = read_file(path, MOST_BYTES)
    except OSError as err:
        raise UsageError(f"{path}: cannot read it: {err.strerror}; name another file") from err
    if not data:
        raise UsageError(f"{path}: the file is empty: take the dump or the screenshot again")
    return data
