"""The grid: numbered cells over a screen of which the tree shows too little."""

from __future__ import annotations

from collections.abc import Sequence

from appagent.geometry import Point, Rect, Size
from appagent.screen.overlay import EDGE, Color, digit_height_px, draw_tag, resize, scale_boxes
from appagent.screen.values import Image, Mark, Screen, View

_CELLS_ACROSS = 8  # of the shorter side: a cell is about a finger wide (8 mm) on a phone
_GRID_COLOR: Color = (176, 0, 60)
_NINTHS: dict[str, tuple[int, int]] = {
    "top-left": (1, 1),
    "top": (3, 1),
    "top-right": (5, 1),
    "left": (1, 3),
    "center": (3, 3),
    "right": (5, 3),
    "bottom-left": (1, 5),
    "bottom": (3, 5),
    "bottom-right": (5, 5),
}


def grid(screen: Screen, *, width_px: int = 720) -> View:
    """The screen under numbered cells that cover it whole; each cell is what is tapped."""
    marks = cells(screen.size)
    image = _draw(screen.image, marks, width_px=width_px)
    return View(screen, marks, image, grid=True)


def cells(size: Size) -> tuple[Mark, ...]:
    """The cells of the grid, row by row from the top left; neighbours share their edges."""
    side = max(1.0, min(size) / _CELLS_ACROSS)
    columns, rows = (max(1, round(length / side)) for length in size)
    xs = [round(i * size.width / columns) for i in range(columns + 1)]
    ys = [round(i * size.height / rows) for i in range(rows + 1)]
    boxes = [
        Rect(xs[column], ys[row], xs[column + 1], ys[row + 1])
        for row in range(rows)
        for column in range(columns)
    ]
    return tuple(Mark(label, box) for label, box in enumerate(boxes, start=1))


def subarea(rect: Rect, name: str) -> Point:
    """The middle of a ninth of a cell: "top-left" ... "center" ... "bottom-right".

    Raises: `KeyError` for another name.
    """
    x, y = _NINTHS[name]
    return rect.clamp(Point(rect.left + rect.width * x // 6, rect.top + rect.height * y // 6))


def _draw(image: Image, marks: Sequence[Mark], *, width_px: int) -> Image:
    """The resized picture under the grid's lines, each cell numbered in its corner."""
    out = resize(image, width_px)
    height, width = out.shape[:2]
    boxes = scale_boxes(marks, image, out)
    for box in boxes:  # only two sides each: a neighbour draws the others
        for offset, ink in enumerate((EDGE, _GRID_COLOR)):
            out[min(box.top + offset, height - 1), box.left : box.right] = ink
            out[box.top : box.bottom, min(box.left + offset, width - 1)] = ink
    for mark, box in zip(marks, boxes, strict=True):
        tag = draw_tag(mark.label, _GRID_COLOR, digit_height_px(out) * 7 // 10)
        part = out[box.top : box.bottom, box.left : box.right]
        h, w = min(tag.shape[0], part.shape[0]), min(tag.shape[1], part.shape[1])
        part[:h, :w] = tag[:h, :w]
    return out
