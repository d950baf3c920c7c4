"""The numbers on the picture, drawn after it was resized, so that they are never blurred."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from appagent.geometry import Rect, Size
from appagent.screen.places import Places
from appagent.screen.values import Image, Mark

Color = tuple[int, int, int]
Sums = npt.NDArray[Any]
"""Of px: whole numbers, in whichever type holds them."""

_EIGHTHS = tuple(i / 8 for i in range(1, 8))
# Where a tag may stand, the preferred ones first: how far along the box's free width and height
# (0 left or top, 1 right or bottom), then how far beyond it, in tags.
_SPOTS: npt.NDArray[np.float64] = np.array(
    [
        *((x, y, 0, 0) for y in (0, 1) for x in (0, 1)),
        *((x, y, x - 0.5, y - 0.5) for y in (0, 1) for x in (0, 1)),
        *((x, 0.5, 0, 0) for x in (0, 1)),
        *((x, 0.5, x - 0.5, 0) for x in (0, 1)),
        *((x, y, 0, y - 0.5) for y in (0, 1) for x in (0, 1)),
        *((x, y, 0, 0) for y in (0, 1) for x in _EIGHTHS),
        *((x, y, 0, 0) for x in (0, 1) for y in _EIGHTHS),
        *((x, y, 0, 2 * y - 1) for y in (0, 1) for x in (0, 1)),
        *((x, y, 2 * x - 1, 0) for y in (0, 0.5, 1) for x in (0, 1)),
    ]
)

TAG_COLORS: tuple[Color, ...] = (
    # RGB; white digits stand at 4.5:1 or more on each (WCAG 2.2), whatever the screen behind.
    (0, 70, 190),
    (176, 0, 60),
    (0, 100, 60),
    (110, 30, 150),
    (140, 62, 0),
    (0, 92, 112),
)
_APART_PX = 3  # between two tags: nearer ones read as one number
_OUTSIDE = 1.2  # the cost of a place outside: of a tag on letters by a tenth
_INK = (255, 255, 255)
_COVER = (128, 128, 128)
EDGE = (255, 255, 255)


def resize(image: Image, width_px: int) -> Image:
    """The image (h×w×3) with a shorter side of `width_px`; a copy where it is no larger."""
    height, width = image.shape[:2]
    factor = width_px / min(height, width)
    if factor >= 1:
        return image.copy()
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return cast(Image, cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def encode(image: Image, quality: int = 80) -> bytes:
    """The image as JPEG, the format that every endpoint reads."""
    flags = [cv2.IMWRITE_JPEG_QUALITY, quality]
    _, data = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), flags)
    return data.tobytes()


def cover(image: Image, places: Sequence[Rect]) -> Image:
    """The image with a grey box over each place; itself where there is none."""
    out = image.copy() if places else image
    for place in places:
        out[max(0, place.top) : place.bottom, max(0, place.left) : place.right] = _COVER
    return out


def cover_jpeg(jpeg: bytes, places: Sequence[Rect], quality: int = 80) -> bytes:
    """The picture with a grey box over each place; itself where there is none."""
    if not places:
        return jpeg
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR_RGB)
    return encode(cover(np.asarray(image, np.uint8), places), quality)


def draw_marks(image: Image, marks: Sequence[Mark], *, width_px: int) -> Image:
    """The resized picture with a thin box and a numbered tag for each mark."""
    out = resize(image, width_px)
    boxes = scale_boxes(marks, image, out)
    placed = _place_tags(out, marks, boxes)
    for mark, box in zip(marks, boxes, strict=True):
        _outline(out, box, color(mark.label))
    for place, tag in placed:
        out[place.top : place.bottom, place.left : place.right] = tag[: place.height, : place.width]
    return out


def tag_places(image: Image, marks: Sequence[Mark], *, width_px: int) -> list[Rect]:
    """Where `draw_marks` puts the tag of each mark, in px of the resized picture."""
    out = resize(image, width_px)
    return [place for place, _ in _place_tags(out, marks, scale_boxes(marks, image, out))]


def _place_tags(
    out: Image, marks: Sequence[Mark], boxes: Sequence[Rect]
) -> list[tuple[Rect, Image]]:
    """The place and the picture of each mark's tag."""
    digits_px = digit_height_px(out)
    drawn = [
        draw_tag(mark.label, color(mark.label), _digits_in_box_px(box, digits_px))
        for mark, box in zip(marks, boxes, strict=True)
    ]
    places = _choose_places(out, boxes, [Size(tag.shape[1], tag.shape[0]) for tag in drawn])
    return list(zip(places, drawn, strict=True))


def scale_boxes(marks: Sequence[Mark], image: Image, out: Image) -> list[Rect]:
    """The bounds of the marks, in px of the resized picture `out`."""
    height, width = out.shape[:2]
    factor = width / image.shape[1]
    return [_clip(mark.bounds.scale(factor), Size(width, height)) for mark in marks]


def color(label: int) -> Color:
    """The colour of a tag; consecutive numbers differ."""
    return TAG_COLORS[(label - 1) % len(TAG_COLORS)]


def digit_height_px(image: Image) -> int:
    """The height of digits on this picture: 20 px at 720 px across, never below 12."""
    return max(12, int(min(image.shape[:2])) // 36)


def _digits_in_box_px(box: Rect, digits_px: int) -> int:
    """The height of digits in a box: smaller where a tag of full size would hide what is there."""
    return digits_px if min(box.width, box.height) >= 2 * digits_px else digits_px * 7 // 10


def _clip(box: Rect, size: Size) -> Rect:
    """The part of the box that lies on the picture, at least one px wide and high."""
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
    cv2.rectangle(out, (box.left, box.top), (box.right - 1, box.bottom - 1), EDGE, 1)
    if box.width > 4 and box.height > 4:
        inner = box.inset(1)
        cv2.rectangle(out, (inner.left, inner.top), (inner.right - 1, inner.bottom - 1), ink, 1)


@cache
def draw_tag(label: int, ground: Color, digits_px: int) -> Image:
    """A filled tag with the number and a light edge."""
    glyphs = [_glyph(int(digit), ground, digits_px) for digit in str(label)]
    top = min(glyph.top for glyph in glyphs)
    bottom = max(glyph.bottom for glyph in glyphs)
    left = margin = 1 + max(2, digits_px // 6)
    width = sum(glyph.advance for glyph in glyphs[:-1]) + glyphs[-1].image.shape[1]
    tag = np.full((bottom - top + 2 * margin, width + 2 * margin, 3), EDGE, np.uint8)
    tag[1:-1, 1:-1] = ground
    for glyph in glyphs:
        part = glyph.image[top:bottom]
        place = tag[margin:-margin, left : left + part.shape[1]]
        np.maximum(place, part, out=place)  # a digit may reach over its neighbour
        left += glyph.advance
    return tag


class _Glyph(NamedTuple):
    image: Image
    top: int  # of what is drawn in it
    bottom: int
    advance: int  # px to the next digit


@cache
def _glyph(digit: int, ground: Color, digits_px: int) -> _Glyph:
    """A digit on its ground: thousands of tags are made of ten."""
    font = ImageFont.load_default(digits_px)
    text = str(digit)
    _, top, right, bottom = (round(edge) for edge in font.getbbox(text))
    glyph = Pillow.new("RGB", (right, 2 * digits_px), ground)
    ImageDraw.Draw(glyph).text((0, 0), text, fill=_INK, font=font)
    return _Glyph(np.asarray(glyph), top, bottom, round(font.getlength(text)))


def _choose_places(out: Image, boxes: Sequence[Rect], sizes: Sequence[Size]) -> list[Rect]:
    """The place of each tag: on its box or touching it, where it hides least.

    A place costs most where it would hide another tag or touch it, so that two numbers read as
    one, then for the drawing it would hide (edges of text and icons), other elements' boxes and a
    place outside of a box that has room, and a little for its distance from the top left corner,
    where a reader looks first. Small elements choose first; they have the least room.
    """
    if not boxes:
        return []
    height, width = out.shape[:2]
    box = np.array(boxes, np.int32)
    size = np.array(sizes, np.int32)
    spots = _spots(box, size, np.array((width, height), np.int32))
    area = np.prod(spots[:, 0, 2:] - spots[:, 0, :2], axis=1)
    own = _overlap(spots, box[:, None])
    # A tag on another element's box would seem to be that element's.
    covered = _sums(_coverage(boxes, Size(width, height)), spots)
    foreign = covered - own - _shared_with_outer(spots, boxes)
    cost = 12.0 * _sums(_ink(out), spots) + 1.5 * foreign - 0.3 * own
    cost = cost / area[:, None] + np.linspace(0, 0.3, len(_SPOTS))
    room = (box[:, 2:] - box[:, :2]).min(axis=1) > 2 * size.max(axis=1)
    cost += _OUTSIDE * ((own == 0) & room[:, None])
    taken = np.zeros((height, width), np.float32)  # how many tags lie on or beside each px
    found: dict[int, Rect] = {}
    for index in sorted(range(len(boxes)), key=lambda i: boxes[i].area):
        crowd = _cover_px(taken, spots[index])
        place = Rect(
            *spots[index, int((cost[index] + 40.0 * crowd / area[index]).argmin())].tolist()
        )
        near = place.inset(-_APART_PX)
        taken[max(0, near.top) : near.bottom, max(0, near.left) : near.right] += 1
        found[index] = place
    return [found[i] for i in range(len(boxes))]


def _cover_px(taken: npt.NDArray[np.float32], spots: npt.NDArray[np.int32]) -> Sums:
    """How many px of tags, or right beside them, lie on each of the spots (k×4) of one box."""
    left, top = spots[:, :2].min(axis=0).tolist()
    right, bottom = spots[:, 2:].max(axis=0).tolist()
    part = cv2.integral(taken[top:bottom, left:right], sdepth=cv2.CV_64F)
    return _sums(part, spots - (left, top, left, top))


def _coverage(boxes: Sequence[Rect], size: Size) -> Sums:
    """The integral image of how many boxes lie on each px."""
    corners = np.zeros((size.height + 1, size.width + 1), np.float32)
    left, top, right, bottom = np.array(boxes).T
    for rows, columns, step in (
        (top, left, 1),
        (bottom, right, 1),
        (top, right, -1),
        (bottom, left, -1),
    ):
        np.add.at(corners, (rows, columns), step)
    lying = cv2.integral(corners[:-1, :-1], sdepth=cv2.CV_32F)[1:, 1:]
    return cv2.integral(lying, sdepth=cv2.CV_64F)


def _shared_with_outer(spots: npt.NDArray[np.int32], boxes: Sequence[Rect]) -> Sums:
    """How many px each spot of a box shares with the boxes around that one, n×k."""
    places = Places.of(boxes)
    out = np.zeros(spots.shape[:2])
    for index, box in enumerate(boxes):
        if around := [boxes[other] for other in places.around(box) if other != index]:
            out[index] = _overlap(spots[index, :, None], np.array(around, np.int32)).sum(axis=1)
    return out


def _sums(integral: Sums, spots: npt.NDArray[np.int32]) -> Sums:
    """What an integral image, (h+1)×(w+1), sums up in each spot (...×4)."""
    left, top, right, bottom = (spots[..., edge] for edge in range(4))
    corners = integral[bottom, right] - integral[top, right] - integral[bottom, left]
    return np.asarray(corners + integral[top, left])


def _ink(out: Image) -> Sums:
    """The integral image, (h+1)×(w+1), of the edges in the picture: 1 for each px on one."""
    gray = cv2.cvtColor(out, cv2.COLOR_RGB2GRAY)
    edges = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 40
    return cv2.integral(edges.astype(np.uint8))


def _spots(
    box: npt.NDArray[np.int32], size: npt.NDArray[np.int32], screen: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """The k places to choose from for each of n boxes, n×k×4 (left, top, right, bottom)."""
    size = np.minimum(size, screen)
    room = box[:, 2:] - box[:, :2] - size
    along, beyond = _SPOTS[:, :2], _SPOTS[:, 2:]
    low = box[:, None, :2] + along * room[:, None] + beyond * size[:, None]
    low = low.astype(np.int32).clip(0, (screen - size)[:, None])
    return np.concatenate((low, low + size[:, None]), axis=2)


def _overlap(one: npt.NDArray[np.int32], other: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """How many px the rectangles have in common."""
    width = np.minimum(one[..., 2], other[..., 2]) - np.maximum(one[..., 0], other[..., 0])
    height = np.minimum(one[..., 3], other[..., 3]) - np.maximum(one[..., 1], other[..., 1])
    return cast("npt.NDArray[np.int32]", width.clip(0) * height.clip(0))
