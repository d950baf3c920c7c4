"""What only the picture tells of a row or a tile: the lock of a network, the heart on a photo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

import cv2
import numpy as np

from appagent.geometry import Rect
from appagent.screen.icons import icon_of
from appagent.screen.keys import is_whole_row, row_kind
from appagent.screen.nodes import Node
from appagent.screen.values import Element, Image, Screen
from appagent.screen.words import is_text

_ICON_SHARE = 0.09  # of the screen's width, at most: larger is a picture of its own
_TILE_SHARE = 0.15  # of the screen's width, at least: a photo with a badge in a corner
_CORNER = 0.3  # of a tile's shorter side
_COLOURS, _STEP = 10, 16  # the commonest that are looked at; how far a px may be from one, of 255
_LEAST_PX, _SLIM = 28, 1.6  # of a sign; how much longer one side may be
_MARGIN = 0.06  # of a sign, around it
_DRAWN = 0.85  # of what its box holds is of two colours: its own, and that of its ground


def tell_badges(screen: Screen) -> Screen:
    """The screen; rows with the signs that stand behind their texts, and tiles with those in their
    corners, which no text tells, among their states. What all rows of a list have is left out."""
    if screen.picture != "ok":
        return screen
    nodes = {node.order: node for node in screen.nodes}
    rows = [e for e in screen.elements if is_whole_row(e) and e.uses and e.order in nodes]
    found = {id(e): [*dict.fromkeys(_signs(e, nodes[e.order], screen))] for e in rows}
    kinds = {id(e): (e.key, row_kind(e)) for e in rows}
    total = Counter(kinds.values())
    times = Counter((kinds[e], sign) for e, signs in found.items() for sign in signs)

    def told(e: Element) -> Element:
        kind = kinds.get(id(e), ("", ""))
        signs = [s for s in found.get(id(e), ()) if s and times[kind, s] < total[kind]]
        return replace(e, remarks=(*e.remarks, *signs)) if signs else e

    return replace(screen, elements=tuple(map(told, screen.elements)))


def _signs(row: Element, node: Node, screen: Screen) -> Iterator[str]:
    width, inside = screen.size.width, list(node.below())
    first = next((n.order for n in inside if is_text(n)), None)
    if first is None:
        is_tile = row.bounds.height >= _TILE_SHARE * width
        boxes = list(_badges(row.bounds, screen.image)) if is_tile else []
    else:
        behind = (n for n in inside if n.kind == "image" and n.order > first and not is_text(n))
        boxes = [n.bounds for n in behind if _is_plain(n, node)]
    yield from (icon_of(box, screen) for box in boxes if max(box.size) <= _ICON_SHARE * width)


def _is_plain(image: Node, row: Node) -> bool:
    """Whether a picture is of no control in the row."""
    frames = takewhile(lambda frame: frame is not row, (image, *image.above()))
    return not any(frame.has("clickable", "checkable") for frame in frames)


def _badges(tile: Rect, image: Image) -> Iterator[Rect]:
    """The signs of one colour on a ground of another in the corners of a tile, with some of it."""
    side = round(_CORNER * min(tile.size))
    for top in (tile.top, tile.bottom - side):
        for left in (tile.left, tile.right - side):
            part = np.ascontiguousarray(image[top : top + side, left : left + side])
            for colour in _colours(part):
                mask = _near(part, colour)
                for shape in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
                    x, y, w, h = cv2.boundingRect(shape)
                    box = Rect(x, y, x + w, y + h).inset(-round(_MARGIN * max(w, h)))
                    if _is_sign(box, part):
                        yield Rect(*(n + at for n, at in zip(box, (left, top) * 2, strict=True)))


def _is_sign(box: Rect, part: Image) -> bool:
    """Whether a box of a picture lies within it, and holds two colours and hardly anything else."""
    left, top, right, bottom = box
    height, width = part.shape[:2]
    if max(_LEAST_PX, max(box.size) / _SLIM) > min(box.size):
        return False
    if min(left, top) < 0 or right > width or bottom > height:
        return False
    inner = part[top:bottom, left:right]
    both = sum(np.count_nonzero(_near(inner, colour)) for colour in _colours(inner, 2))
    return bool(both >= _DRAWN * box.area)


def _colours(part: Image, most: int = _COLOURS) -> Image:
    """The commonest colours of a picture, coarsely."""
    red, green, blue = (channel.astype(np.uint16) >> 4 for channel in cv2.split(part))
    times = np.bincount((red << 8 | green << 4 | blue).ravel(), minlength=most)
    values = np.argsort(-times)[:most]
    return np.stack([values >> 8, values >> 4 & 15, values & 15], axis=1) * _STEP + _STEP // 2


def _near(part: Image, colour: Image) -> Image:
    """Which px of a picture have a colour."""
    return np.asarray(cv2.inRange(part, colour - _STEP, colour + _STEP), np.uint8)
