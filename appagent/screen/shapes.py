"""What the pixels show where the tree is empty: on a canvas, in a game, after a failed dump.

A shape stands in for a missing element. Its key is that of the smallest element around it, under
which what is learned about it is stored; it has none where there is no tree at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Literal, NamedTuple

import numpy as np

from appagent.geometry import Rect, bounding_box
from appagent.screen import contours
from appagent.screen.change import STATUS_BAR_SHARE
from appagent.screen.hierarchy import LARGE_SHARE
from appagent.screen.values import SHAPE, SURFACE, Element, Image, Screen

GESTURE_BAR_SHARE = 0.03
"""Of the longer side, at the bottom."""

_STEP_PX = 4  # between the px that are looked at for their light
_CELL_PX = 8  # the unit in which areas of a screen are counted
_ROUND_SHARE = 0.9  # of a surface: an element that covers more of it is around it, or is it
_DIM_SHARE = 0.75  # of what stands on it: what is no brighter anywhere is dimmed
_CLEAR_SHARE = 0.05  # of a surface: a panel that keeps so far from its edges is a card on it
_SAME_SHARE = 0.5  # of an element: a box that covers more of it is that element


class Found(NamedTuple):
    """A thing in a picture: its bounds in px, and the text on it or its name."""

    bounds: Rect
    name: str = ""


Finder = Callable[[Image], Sequence[Found]]
"""Finds things in a picture: OCR, a detector."""


def add_shapes(screen: Screen, read: Finder | None = None, detect: Finder | None = None) -> Screen:
    """The screen with shapes on its blank areas; the screen itself where it has none.

    Shapes are what `detect` finds, or else the contours, named by the texts that `read` finds; a
    text outside of them is a shape too.
    """
    parts = blank_areas(screen)
    if not parts:
        return screen
    shapes: list[Element] = []
    things = detect(screen.image) if detect else None
    texts = read(screen.image) if read else ()
    for surface in parts:
        area = screen.visible_part(surface.bounds)
        known = [*_boxes_on(surface, screen), *(s.bounds for s in shapes)]
        drawn = contours.find_boxes(screen.image, area, known) if things is None else ()
        boxes = map(Found, drawn) if things is None else things
        here = [f for f in boxes if area.contains(f.bounds.center) and not _is_known(f, known)]
        words = [f for f in texts if area.contains(f.bounds.center) and not _is_known(f, known)]
        shapes += [
            Element(
                surface.key,
                found.bounds,
                SHAPE,
                found.name,
                uses=frozenset({"tap"}),
                web=surface.web,
            )
            for found in name_boxes(here, words)
        ]
    by: Literal["pixels", "detector"] = "detector" if detect else "pixels"
    return replace(screen, shapes=tuple(shapes), seen_by=by) if shapes else screen


def blank_areas(screen: Screen) -> tuple[Element, ...]:
    """The areas of a screen that its tree leaves blank, the smallest first; all of the screen where
    there is no tree."""
    if screen.tree != "ok" and not screen.surfaces:
        width, height = screen.size
        top, bottom = (round(s * max(screen.size)) for s in (STATUS_BAR_SHARE, GESTURE_BAR_SHARE))
        return (Element("", Rect(0, top, width, height - bottom), SURFACE, ""),)
    looked_at: list[Rect] = []
    blank: list[Element] = []
    # What lies on top first; frames around it, a little larger, are the same area.
    largest_first = sorted(screen.surfaces, key=lambda s: -s.bounds.area)
    for surface in reversed(largest_first):
        least_px = _ROUND_SHARE * surface.bounds.area
        if all(surface.bounds.intersect(other).area < least_px for other in looked_at):
            looked_at.append(surface.bounds)
            blank += [surface] * (_is_blank(surface, screen) and not _is_dimmed(surface, screen))
    return tuple(blank)


def name_boxes(boxes: Sequence[Found], texts: Sequence[Found]) -> list[Found]:
    """The boxes, each named by the texts inside it that no smaller box has taken; and the texts
    that lie in no box, or far apart in one."""
    out: list[Found] = []
    left = list(texts)
    for box in sorted(boxes, key=lambda found: found.bounds.area):
        inside = [text for text in left if box.bounds.contains(text.bounds.center)]
        if box.name or not _apart(inside):
            left = [text for text in left if text not in inside]
            out.append(box if box.name else box._replace(name=" ".join(t.name for t in inside)))
    return sorted([*out, *left], key=lambda f: (f.bounds.top, f.bounds.left))


def _apart(texts: Sequence[Found]) -> bool:
    """Whether two texts stand side by side, more than a line's height apart, as on buttons."""
    return any(
        other.left - one.right > one.height and one.top < other.center.y < one.bottom
        for one, other in permutations((text.bounds for text in texts), 2)
    )


def _is_blank(surface: Element, screen: Screen) -> bool:
    """Whether enough of a surface is left without the elements on it."""
    height, width = (-(-edge // _CELL_PX) for edge in screen.size[::-1])
    left = np.zeros((height, width), bool)
    left[_cells(screen.visible_part(surface.bounds))] = True
    for box in _boxes_on(surface, screen):
        left[_cells(box)] = False
    return bool(left.sum() * _CELL_PX**2 >= LARGE_SHARE * screen.size.rect.area)


def _is_dimmed(surface: Element, screen: Screen) -> bool:
    """Whether it is the backdrop of a dialog, which a touch closes, or on which all that the tree
    tells stands in one panel: nothing that shows through it is as bright as what stands on it."""
    on_it = [box.intersect(surface.bounds) for box in _boxes_on(surface, screen)]
    panel = bounding_box([box for box in on_it if not box.empty] or [surface.bounds])
    told = any(e.uses and panel.contains(e.bounds) for e in screen.elements)
    closes = "tap" in surface.uses and panel != surface.bounds
    if not (closes or (told and _is_in_the_middle(panel, surface.bounds))):
        return False
    light = screen.image[::_STEP_PX, ::_STEP_PX].max(axis=2)
    behind = np.zeros(light.shape, bool)
    behind[_steps(screen.visible_part(surface.bounds))] = True
    behind[_steps(panel.inset(-max(panel.size) // 4))] = False
    if not behind.any():
        return False
    front = float(np.percentile(light[_steps(panel)], 99))
    return bool(float(np.percentile(light[behind], 99)) < _DIM_SHARE * front)


def _is_in_the_middle(panel: Rect, area: Rect) -> bool:
    """Whether it is clear of every edge. On a map and a video, controls stand at the edges."""
    across, down = (round(_CLEAR_SHARE * edge) for edge in area.size)
    clear = Rect(area.left + across, area.top + down, area.right - across, area.bottom - down)
    return clear.contains(panel)


def _steps(area: Rect) -> tuple[slice, slice]:
    left, top, right, bottom = (max(0, edge) // _STEP_PX for edge in area)
    return slice(top, bottom), slice(left, right)


def _cells(area: Rect) -> tuple[slice, slice]:
    left, top, right, bottom = (edge // _CELL_PX for edge in area)
    return slice(top, bottom), slice(left, right)


def _boxes_on(surface: Element, screen: Screen) -> list[Rect]:
    """The bounds of the elements on a surface, not around it."""
    area = surface.bounds
    boxes = [e.bounds for e in screen.elements]
    return [box for box in boxes if box.intersect(area).area < _ROUND_SHARE * area.area]


def _is_known(found: Found, elements: Sequence[Rect]) -> bool:
    """Whether it is one of the elements, a part of one, or mostly covers one."""
    box = found.bounds
    return any(
        e.contains(box.center) or box.intersect(e).area >= _SAME_SHARE * e.area for e in elements
    )
