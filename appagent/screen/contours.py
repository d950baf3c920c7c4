"""What stands out in the pixels: boxes that a person would touch, found without a tree.

Edges, joined into letters, words, icons and outlines; what holds little else is one thing, what
holds much is the ground it stands on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from appagent.geometry import Rect, Size
from appagent.screen.values import Image

MOST = 60  # boxes: more numbers than that hide what they number

_LOOKED_PX = 540  # the shorter side of the picture that is looked at
_EDGES = (24, 60, 110)  # of 255 in any channel, between neighbours: faint ones join what stands
# on a map or a meadow to its ground, strong ones part them
_GAP_PX = (9, 3)  # of the looked at picture: pieces nearer than that are one thing
_THIN_PX = 5  # less is a line between things
_LONG_PX = 12  # the least longer side: 1.5 mm on a phone
_GROUND_SHARE = 0.12  # of the part: larger is what things stand on,
_PHOTO_SHARE = 0.4  # or a photo, up to this size
_PHOTO_EDGES = 0.2  # of a photo are edges; an outline round other things has fewer
_LINE_PX = 40  # the highest line of text
_WORD_GAP = 0.45  # of a line's height: what is written closer beside it belongs to it
_LINE_GAP = 0.6  # and what is written closer below


def boxes(image: Image, within: Rect) -> list[Rect]:
    """The things in the part `within` of a picture, px of the picture, from the top left."""
    factor = min(1.0, _LOOKED_PX / min(image.shape[:2]))
    part = image[within.top : within.bottom, within.left : within.right]
    if not part.size:
        return []
    size = [max(1, round(edge * factor)) for edge in within.size]
    small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    gradient = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    found: list[Rect] = []
    for least in _EDGES:
        found += [box for box in _pieces(gradient > least) if not _lies_in(box, found)]
    found = _whole(_merged(_merged(_outermost(found), _beside), _below))
    found.sort(key=lambda box: -box.area)
    kept = sorted(found[:MOST], key=lambda box: (box.top, box.left))
    return [_moved(box.scaled(1 / factor), within) for box in kept]


def _lies_in(box: Rect, others: Sequence[Rect]) -> bool:
    return any(other.intersect(box).area > 0.5 * box.area for other in others)


def _pieces(edges: npt.NDArray[np.bool_]) -> list[Rect]:
    """The bounds of each connected piece of edges."""
    across, down = _GAP_PX
    joined = cv2.morphologyEx(
        edges.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((down, across), np.uint8)
    )
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    every = ((Rect(x, y, x + w, y + h), px) for x, y, w, h, px in stats[1:].tolist())
    height, width = edges.shape
    return [box for box, px in every if _is_thing(box, px / box.area, Size(width, height))]


def _is_thing(box: Rect, edges_share: float, whole: Size) -> bool:
    """Whether a piece is large enough for a finger, and no ground that other things stand on, which
    is large or drawn through from edge to edge."""
    if min(box.size) < _THIN_PX or max(box.size) < _LONG_PX:
        return False
    if edges_share >= _PHOTO_EDGES:
        return box.area <= _PHOTO_SHARE * whole.rect.area
    through = box.width >= whole.width - 2 or box.height >= whole.height - 2
    return not through and box.area <= _GROUND_SHARE * whole.rect.area


def _outermost(found: Sequence[Rect]) -> list[Rect]:
    """Without what lies inside of another: the label of a button, the pieces of an icon."""
    return [b for b in found if not any(o is not b and o != b and o.contains(b) for o in found)]


def _merged(found: Sequence[Rect], joins: Callable[[Rect, Rect], bool]) -> list[Rect]:
    """Boxes of which one continues another as one."""
    merged: list[Rect] = []
    for box in sorted(found):
        place = next((i for i, one in enumerate(merged) if joins(one, box)), None)
        if place is None:
            merged.append(box)
        else:
            merged[place] = _around(merged[place], box)
    return merged


def _beside(one: Rect, box: Rect) -> bool:
    """Whether both are words of one line."""
    low, high = sorted((one.height, box.height))
    level = min(one.bottom, box.bottom) - max(one.top, box.top) >= low / 2
    return high <= min(_LINE_PX, 2 * low) and level and box.left - one.right <= _WORD_GAP * high


def _below(one: Rect, box: Rect) -> bool:
    """Whether the second is the next line of the first, from the same left edge."""
    near = 0 <= box.top - one.bottom <= _LINE_GAP * box.height
    aligned = abs(one.left - box.left) <= box.height / 3
    return near and aligned and box.height <= _LINE_PX and one.height <= 4 * box.height


def _whole(found: Sequence[Rect]) -> list[Rect]:
    """Boxes that overlap for the most part as one."""
    out: list[Rect] = []
    for box in sorted(found, key=lambda box: -box.area):
        if not _lies_in(box, out):
            out.append(box)
    return out


def _around(one: Rect, other: Rect) -> Rect:
    return Rect(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def _moved(box: Rect, within: Rect) -> Rect:
    left, top = within.left, within.top
    moved = Rect(box.left + left, box.top + top, box.right + left, box.bottom + top)
    return moved.intersect(within)
