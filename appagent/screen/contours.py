"""Boxes that a person would touch, found in the pixels alone.

They are made of edges, joined into letters, words, icons and outlines, and of areas of one colour,
the cards, bars and buttons that those stand on; layout.py combines the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import cv2
import numpy as np
import numpy.typing as npt

from appagent.geometry import Rect, Size, bounding_box
from appagent.screen.layout import arrange
from appagent.screen.places import Places
from appagent.screen.values import Image

MOST = 60  # boxes: more numbers would hide what they number

_LOOKED_PX = 540  # the shorter side of the picture that is searched
_EDGES = (24, 60, 110)  # of 255 in any channel, between neighbours: faint ones join what stands
# on a map or a meadow to its ground, strong ones part them
_GAP_PX = (9, 3)  # of that picture: pieces nearer than that are one thing
_THIN_PX = 5  # what is thinner is a line between things
_LONG_PX = 12  # the least longer side: 1.5 mm on a phone
_GROUND_SHARE = 0.12  # of the part: what is larger is the ground that things stand on,
_PHOTO_SHARE = 0.4  # or a photo, up to this size
_PHOTO_FLAT_SHARE = 0.3  # less of the part is of one colour with its neighbours: a video, a camera
_MOST_ON_PHOTO = 12  # boxes: signs drawn over it, as a player's, and what looks like one
_PHOTO_EDGES = 0.2  # of a photo are edges; an outline round other things has fewer
_LINE_PX = 40  # the highest line of text
_FLAT = 3  # of 255 in any channel, at most, between neighbours of one colour
_GROUND_PX = (24, 14)  # the least width and height of an area of one colour,
_FILLED_SHARE = 0.15  # how much of its bounds it fills at least,
_EDGE_SHARE = 0.5  # of each edge of them it reaches
_PAGE_SHARE = 0.3  # of the part: larger is the page
_WORD_GAP = 0.45  # of a line's height: what is written closer beside it belongs to it
_LINE_GAP = 0.6  # and what is written closer below


def find_boxes(image: Image, within: Rect, known: Sequence[Rect] = ()) -> list[Rect]:
    """The things in the part `within` of a picture, from the top left, in px of the picture; none
    at a place that is `known`."""
    factor = min(1.0, _LOOKED_PX / min(image.shape[:2]))
    part = image[within.top : within.bottom, within.left : within.right]
    if not part.size:
        return []
    size = [max(1, round(edge * factor)) for edge in within.size]
    small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    channels = cv2.split(cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    gradient = np.asarray(reduce(cv2.max, channels), np.uint8)
    inside = [box.intersect(within) for box in known]
    blank = [_shift(box, within, -1).scale(factor) for box in inside if not box.empty]
    for left, top, right, bottom in blank:
        gradient[top:bottom, left:right] = 0
    photo = np.mean(gradient <= _FLAT) < _PHOTO_FLAT_SHARE
    found: list[Rect] = []
    for least in _EDGES[-1:] if photo else _EDGES:
        places = Places.of(found)
        found += [box for box in _pieces(gradient > least) if not _lies_in(box, found, places)]
    found = _without_overlaps(_merge(_merge(_outermost(found), _beside), _below))
    height, width = gradient.shape
    found = arrange(found, _grounds(gradient), Rect(0, 0, width, height), blank)
    found.sort(key=lambda box: -box.area)
    kept = sorted(found[: _MOST_ON_PHOTO if photo else MOST], key=lambda box: (box.top, box.left))
    return [_shift(box.scale(1 / factor), within).intersect(within) for box in kept]


def _lies_in(box: Rect, others: Sequence[Rect], places: Places) -> bool:
    """Whether most of a box lies in one of the others, which are listed by their places."""
    half = 0.5 * box.area
    return any(others[number].intersect(box).area > half for number in places.over(box))


def _pieces(edges: npt.NDArray[np.bool_]) -> list[Rect]:
    """The bounds of each connected piece of edges."""
    across, down = _GAP_PX
    joined = cv2.morphologyEx(
        edges.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((down, across), np.uint8)
    )
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    stats = stats[1:]  # without what is no edge
    sides = stats[:, 2:4]  # there are thousands of specks
    stats = stats[(sides.min(axis=1) >= _THIN_PX) & (sides.max(axis=1) >= _LONG_PX)]
    every = ((Rect(x, y, x + w, y + h), px) for x, y, w, h, px in stats.tolist())
    height, width = edges.shape
    return [box for box, px in every if _is_thing(box, px / box.area, Size(width, height))]


def _grounds(gradient: npt.NDArray[np.uint8]) -> list[Rect]:
    """The bounds of the rectangular areas of one colour, despite round corners and the holes that
    drawings leave in them."""
    flat = (gradient <= _FLAT).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    _, _, widths, heights, filled = stats.T
    large = (widths >= _GROUND_PX[0]) & (heights >= _GROUND_PX[1])
    areas = widths * heights
    large &= (areas <= _PAGE_SHARE * flat.size) & (filled >= _FILLED_SHARE * areas)
    found: list[Rect] = []
    for label in np.flatnonzero(large[1:]) + 1:
        x, y, w, h, _ = stats[label].tolist()
        part = labels[y : y + h, x : x + w] == label
        if _reaches(part) and _reaches(part.T):
            found.append(Rect(x, y, x + w, y + h))
    return found


def _reaches(part: npt.NDArray[np.bool_]) -> bool:
    """Whether an area touches most of the upper and of the lower edge of its bounds."""
    deep, corner = max(2, min(part.shape) // 12), max(1, part.shape[1] // 5)
    edges = (part[:deep, corner:-corner], part[-deep:, corner:-corner])
    return all(edge.any(axis=0).mean() >= _EDGE_SHARE for edge in edges)


def _is_thing(box: Rect, edges_share: float, whole: Size) -> bool:
    """Whether a piece is a thing, and not the ground of others: that is large, or reaches from edge
    to edge."""
    if edges_share >= _PHOTO_EDGES:
        return box.area <= _PHOTO_SHARE * whole.rect.area
    through = box.width >= whole.width - 2 or box.height >= whole.height - 2
    return not through and box.area <= _GROUND_SHARE * whole.rect.area


def _outermost(found: Sequence[Rect]) -> list[Rect]:
    """The boxes that lie in no other one, as the label of a button and pieces of an icon do."""
    places = Places.of(found)
    return [box for box in found if all(found[number] == box for number in places.around(box))]


def _merge(found: Sequence[Rect], joins: Callable[[Rect, Rect], bool]) -> list[Rect]:
    """The boxes, with those that continue each other joined."""
    merged: list[Rect] = []
    places = Places(found)
    for box in sorted(found):
        near = sorted(places.over(box.inset(-_LINE_PX)))
        place = next((number for number in near if joins(merged[number], box)), None)
        if place is None:
            place = len(merged)
            merged.append(box)
        else:
            places.remove(place)
            merged[place] = bounding_box([merged[place], box])
        places.add(merged[place], place)
    return merged


def _beside(one: Rect, box: Rect) -> bool:
    """Whether the boxes are words of one line."""
    low, high = sorted((one.height, box.height))
    level = min(one.bottom, box.bottom) - max(one.top, box.top) >= low / 2
    return high <= min(_LINE_PX, 2 * low) and level and box.left - one.right <= _WORD_GAP * high


def _below(one: Rect, box: Rect) -> bool:
    """Whether the second box is the next line of text below the first."""
    near = 0 <= box.top - one.bottom <= _LINE_GAP * box.height
    aligned = abs(one.left - box.left) <= box.height / 3
    return near and aligned and box.height <= _LINE_PX and one.height <= 4 * box.height


def _without_overlaps(found: Sequence[Rect]) -> list[Rect]:
    """The boxes without those that mostly lie in a larger one."""
    out: list[Rect] = []
    places = Places(found)
    for box in sorted(found, key=lambda box: -box.area):
        if not _lies_in(box, out, places):
            places.add(box, len(out))
            out.append(box)
    return out


def _shift(box: Rect, within: Rect, sign: int = 1) -> Rect:
    """A box of the part `within`, in px of the whole picture; the inverse where `sign` is -1."""
    left, top = sign * within.left, sign * within.top
    return Rect(box.left + left, box.top + top, box.right + left, box.bottom + top)
