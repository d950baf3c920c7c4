"""Which things get a number, and the grid for what the tree does not show."""

from __future__ import annotations

from collections.abc import Sequence

from appagent.geometry import Point, Rect, Size
from appagent.screen import overlay
from appagent.screen.roles import GROUP
from appagent.screen.values import Element, Mark, Screen, View

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
_FINGERS_ACROSS = 45  # of the shorter side: 1.5 mm on a phone, 3 mm on a tablet
_CELLS_ACROSS = 8  # of the shorter side: a cell is about a finger wide (8 mm) on a phone


def mark(screen: Screen, *, width_px: int = 720) -> View:
    """The screen with a number on each thing that a person could touch, one a thing.

    What the keyboard covers has none: a touch there would type. What reaches under it ends at it.
    `width_px` is the shorter side of the picture: the width of an upright phone.
    """
    marks = found(screen)
    return View(screen, marks, overlay.draw(screen.image, marks, width_px=width_px))


def bare(screen: Screen, *, width_px: int = 720) -> View:
    """The picture without numbers, and the marks that a point on it is looked up in."""
    return View(screen, found(screen), overlay.resized(screen.image, width_px), bare=True)


def found(screen: Screen) -> tuple[Mark, ...]:
    """What a person could touch, numbered."""
    told = [*choose(screen.elements, screen.size), *screen.shapes]
    chosen = (e for e in told if not screen.covered(e))
    return tuple(
        Mark(label, screen.uncovered(e.bounds), e) for label, e in enumerate(chosen, start=1)
    )


def choose(elements: Sequence[Element], size: Size) -> list[Element]:
    """The elements that get a number, in tree order."""
    shown = [e for e in elements if e.uses and not e.bounds.intersect(size.rect).empty]
    touchable = [e for e in shown if not _too_small(e, min(size) / _FINGERS_ACROSS)]
    return [
        e
        for place, e in enumerate(touchable)
        if not _repeats(e, [i for i in touchable[place + 1 :] if e.bounds.contains(i.bounds)])
    ]


def _too_small(element: Element, finger_px: float) -> bool:
    """Whether no finger hits it: a page's dot, the first px of the next row, a strip of dots that
    scrolls. A line of text that is tapped may be thin."""
    thin, long = sorted(element.bounds.size)
    least = finger_px / 4 if "tap" in element.uses else finger_px
    return long < finger_px or thin < least


def _repeats(outer: Element, inner: Sequence[Element]) -> bool:
    """Whether a container only repeats what it holds."""
    same = [e for e in inner if e.bounds.area >= 0.8 * outer.bounds.area]
    if any(outer.uses <= e.uses for e in same):
        return True
    if outer.role != GROUP or "swipe" in outer.uses or not inner:
        return False
    filled = sum(e.bounds.area for e in inner if not _within_another(e, inner))
    return filled >= (0.25 if len(inner) == 1 else 0.5) * outer.bounds.area


def _within_another(one: Element, others: Sequence[Element]) -> bool:
    return any(o is not one and o.bounds.contains(one.bounds) for o in others)


def numbered(screen: Screen, *, width_px: int = 720, on_grid: bool = False) -> View:
    """The screen with its marks; the grid where asked for, or where nothing can be marked."""
    view = None if on_grid else mark(screen, width_px=width_px)
    return view if view and view.marks else grid(screen, width_px=width_px)


def grid(screen: Screen, *, width_px: int = 720) -> View:
    """The screen under numbered cells that cover it whole; each cell is what is tapped."""
    marks = cells(screen.size)
    image = overlay.draw_grid(screen.image, marks, width_px=width_px)
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
