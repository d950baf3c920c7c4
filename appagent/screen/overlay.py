"""The numbers on the picture: resized first, then drawn, so they are never blurred."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from appagent.geometry import Rect, Size
from appagent.screen.values import Image, Mark

Color = tuple[int, int, int]

TAG_COLORS: tuple[Color, ...] = (
    # RGB; white digits stand at 4.5:1 or more on each (WCAG 2.2), whatever the screen behind.
    (0, 70, 190),
    (176, 0, 60),
    (0, 100, 60),
    (110, 30, 150),
    (140, 62, 0),
    (0, 92, 112),
)
_INK = (255, 255, 255)
_EDGE = (255, 255, 255)
_GRID_COLOR: Color = (176, 0, 60)


def resized(image: Image, width_px: int) -> Image:
    """The image (h×w×3) with a shorter side of `width_px`; itself where it is no larger."""
    height, width = image.shape[:2]
    factor = width_px / min(height, width)
    if factor >= 1:
        return image.copy()
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return cast(Image, cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def encode(image: Image, quality: int = 80) -> bytes:
    """The image as JPEG, which every endpoint reads."""
    flags = [cv2.IMWRITE_JPEG_QUALITY, quality]
    _, data = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), flags)
    return data.tobytes()


def draw(image: Image, marks: Sequence[Mark], *, width_px: int) -> Image:
    """The resized picture with a thin box and a numbered tag for each mark."""
    out = resized(image, width_px)
    height, width = out.shape[:2]
    factor = width / image.shape[1]
    boxes = [_on(mark.bounds.scaled(factor), Size(width, height)) for mark in marks]
    tags = [_tag(mark.label, color(mark.label), _digits_px(out)) for mark in marks]
    places = _places(out, boxes, [Size(tag.shape[1], tag.shape[0]) for tag in tags])
    for mark, box in zip(marks, boxes, strict=True):
        _outline(out, box, color(mark.label))
    for place, tag in zip(places, tags, strict=True):
        out[place.top : place.bottom, place.left : place.right] = tag[: place.height, : place.width]
    return out


def draw_grid(image: Image, marks: Sequence[Mark], *, width_px: int) -> Image:
    """The resized picture under the grid's lines, each cell numbered in its corner."""
    out = resized(image, width_px)
    height, width = out.shape[:2]
    factor = width / image.shape[1]
    for mark in marks:
        _outline(out, _on(mark.bounds.scaled(factor), Size(width, height)), _GRID_COLOR)
    for mark in marks:
        box = _on(mark.bounds.scaled(factor), Size(width, height))
        tag = _tag(mark.label, _GRID_COLOR, max(9, _digits_px(out) * 3 // 4))
        part = out[box.top : box.bottom, box.left : box.right]
        height_px, width_px = min(tag.shape[0], part.shape[0]), min(tag.shape[1], part.shape[1])
        part[:height_px, :width_px] = tag[:height_px, :width_px]
    return out


def color(label: int) -> Color:
    """The colour of a tag: neighbours in number differ."""
    return TAG_COLORS[(label - 1) % len(TAG_COLORS)]


def _digits_px(image: Image) -> int:
    """The height of the digits: 20 px at 720 px across, never below 10."""
    return max(10, int(min(image.shape[:2])) // 36)


def _on(box: Rect, size: Size) -> Rect:
    """The box kept on the picture, at least one px wide and high."""
    left = min(max(box.left, 0), size.width - 1)
    top = min(max(box.top, 0), size.height - 1)
    return Rect(
        left,
        top,
        max(left + 1, min(box.right, size.width)),
        max(top + 1, min(box.bottom, size.height)),
    )


def _outline(out: Image, box: Rect, ink: Color) -> None:
    # A light line round a dark one is seen on any ground.
    cv2.rectangle(out, (box.left, box.top), (box.right - 1, box.bottom - 1), _EDGE, 1)
    if box.width > 4 and box.height > 4:
        inner = box.inset(1)
        cv2.rectangle(out, (inner.left, inner.top), (inner.right - 1, inner.bottom - 1), ink, 1)


@cache
def _tag(label: int, ground: Color, digits_px: int) -> Image:
    """A filled tag with the number, a light edge round it."""
    font = ImageFont.load_default(digits_px)
    text = str(label)
    left, top, right, bottom = font.getbbox(text)
    pad = max(2, digits_px // 6)
    size = (round(right - left) + 2 * pad + 2, round(bottom - top) + 2 * pad + 2)
    tag = Pillow.new("RGB", size, _EDGE)
    pen = ImageDraw.Draw(tag)
    pen.rectangle((1, 1, size[0] - 2, size[1] - 2), fill=ground)
    pen.text((1 + pad - left, 1 + pad - top), text, fill=_INK, font=font)
    return np.asarray(tag)


def _places(out: Image, boxes: Sequence[Rect], sizes: Sequence[Size]) -> list[Rect]:
    """Where each tag goes: on its box or touching it, where it hides least.

    The cost of a place is the drawing it would hide (edges of text and icons), other tags above
    all, and a little for being far from the top left corner, where a reader looks first.
    """
    if not boxes:
        return []
    ink = _ink(out)
    height, width = out.shape[:2]
    taken = np.empty((len(boxes), 4), np.int32)
    small_first = sorted(range(len(boxes)), key=lambda i: boxes[i].area)
    corners = np.array([(b.left, b.top, b.right, b.bottom) for b in boxes], np.int32)
    for count, index in enumerate(small_first):
        spots = _spots(boxes[index], sizes[index], Size(width, height))
        area = max(1, sizes[index].width * sizes[index].height)
        hidden = (
            ink[spots[:, 3], spots[:, 2]]
            - ink[spots[:, 1], spots[:, 2]]
            - ink[spots[:, 3], spots[:, 0]]
            + ink[spots[:, 1], spots[:, 0]]
        )
        cost = 4.0 * hidden / area + 40.0 * _overlap(spots, taken[:count]) / area
        outside = area - _overlap(spots, corners[index : index + 1])
        cost += 0.3 * outside / area + np.linspace(0, 0.2, len(spots))
        taken[count] = spots[int(cost.argmin())]
    places = dict(zip(small_first, taken.tolist(), strict=True))
    return [Rect(*places[i]) for i in range(len(boxes))]


def _ink(out: Image) -> npt.NDArray[np.int32]:
    """The integral, (h+1)×(w+1), of what is drawn: 1 for a px on an edge of the picture."""
    gray = cv2.cvtColor(out, cv2.COLOR_RGB2GRAY)
    edges = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 40
    return cast("npt.NDArray[np.int32]", cv2.integral(edges.astype(np.uint8)))


def _spots(box: Rect, size: Size, screen: Size) -> npt.NDArray[np.int32]:
    """Candidate places, n×4 (left, top, right, bottom), the preferred ones first."""
    w, h = min(size.width, screen.width), min(size.height, screen.height)
    right, bottom = box.right - w, box.bottom - h
    middle_x, middle_y = (box.left + right) // 2, (box.top + bottom) // 2
    spots = [
        (box.left, box.top),
        (right, box.top),
        (box.left, bottom),
        (right, bottom),
        (box.left - w // 2, box.top - h // 2),
        (right + w // 2, box.top - h // 2),
        (box.left, middle_y),
        (right, middle_y),
        (middle_x, box.top),
        (middle_x, bottom),
        (box.left, box.top - h),
        (right, box.top - h),
        (box.left - w, box.top),
        (box.right, box.top),
        (box.left, box.bottom),
        (right, box.bottom),
        (box.left - w, middle_y),
        (box.right, middle_y),
    ]
    if box.width > 8 * w:  # a row: room to slide along its edges
        step = box.width // 8
        spots += [(box.left + i * step, y) for y in (box.top, bottom) for i in range(1, 8)]
    if box.height > 8 * h:
        step = box.height // 8
        spots += [(x, box.top + i * step) for x in (box.left, right) for i in range(1, 8)]
    places = np.array(spots, np.int32)
    places[:, 0] = places[:, 0].clip(0, screen.width - w)
    places[:, 1] = places[:, 1].clip(0, screen.height - h)
    return np.hstack((places, places + np.array((w, h), np.int32)))


def _overlap(spots: npt.NDArray[np.int32], others: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Px that each spot shares with all of `others`, summed."""
    if not len(others):
        return np.zeros(len(spots), np.int32)
    low = np.maximum(spots[:, None, :2], others[None, :, :2])
    high = np.minimum(spots[:, None, 2:], others[None, :, 2:])
    both = (high - low).clip(0)
    return cast("npt.NDArray[np.int32]", (both[..., 0] * both[..., 1]).sum(axis=1))
