"""Choose and number what a person could touch on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from appagent.geometry import Rect, Size
from appagent.screen import overlay
from appagent.screen.grid import grid
from appagent.screen.roles import GROUP
from appagent.screen.values import Element, Image, Mark, Screen, View

# Differences in any channel, of 255: the same background up to the first, ink above the second.
_SAME_BACKGROUND, _INK = 8, 60
_FINGERS_ACROSS = 45  # of the shorter side: 1.5 mm on a phone, 3 mm on a tablet


def mark(screen: Screen, *, width_px: int = 720) -> View:
    """The screen with one number on each thing that a person could touch.

    What the keyboard covers gets none: a touch there would type. A thing that is covered in part
    ends at the keyboard. `width_px` is the shorter side of the picture, as on an upright phone.
    """
    marks = tuple(_around_words(m, screen) for m in find_marks(screen))
    return View(screen, marks, overlay.draw_marks(screen.image, marks, width_px=width_px))


def bare(screen: Screen, *, width_px: int = 720) -> View:
    """The picture without numbers; its marks only serve to find what a point hits."""
    return View(screen, find_marks(screen), overlay.resize(screen.image, width_px), bare=True)


def find_marks(screen: Screen) -> tuple[Mark, ...]:
    """A mark for everything that a person could touch, numbered from 1."""
    elements = [*choose(screen.elements, screen.size), *screen.shapes]
    visible = ((e, screen.visible_part(e.bounds)) for e in elements if not screen.is_covered(e))
    touchable = ((e, part) for e, part in visible if part.free_point(e.covers))
    return tuple(Mark(label, part, e) for label, (e, part) in enumerate(touchable, start=1))


def _around_words(mark: Mark, screen: Screen) -> Mark:
    """The mark of a link inside a card, shrunk to the link's words: its view often reaches to the
    card's edge, where a person sees only the card."""
    link = mark.element
    if link is None or not link.text or link.role != "button":
        return mark
    cards = (e for e in screen.elements if "tap" in e.uses and e.bounds != link.bounds)
    if not any(card.bounds.contains(link.bounds) for card in cards):
        return mark
    return replace(mark, bounds=_first_words(screen.image, mark.bounds))


def _first_words(image: Image, box: Rect) -> Rect:
    """The part of `box` around its first words; the whole box if it has a background of its own,
    as a button has."""
    left, top, right, bottom = box
    outside = image[top:bottom, max(0, left - 2) : left].astype(np.int16)
    if not outside.size:
        return box
    background = np.median(outside, axis=(0, 1))
    difference = np.abs(image[top:bottom, left:right].astype(np.int16) - background).max(axis=2)
    plain = np.abs(outside - background).max() <= _SAME_BACKGROUND
    ink = np.flatnonzero((difference > _INK).any(axis=0))
    if not plain or np.median(difference[:, :2]) > _SAME_BACKGROUND or not ink.size:
        return box
    # After a gap wider than a space follows something else: a photo under the link's view.
    gaps = np.flatnonzero(np.diff(ink) > box.height)
    last = ink[gaps[0]] if gaps.size else ink[-1]
    margin = box.height // 8
    words = Rect(left + int(ink[0]) - margin, top, left + int(last) + 1 + margin, bottom)
    return words.intersect(box)


def choose(elements: Sequence[Element], size: Size) -> list[Element]:
    """The elements that get a number, in tree order."""
    shown = [e for e in elements if e.uses and not e.bounds.intersect(size.rect).empty]
    touchable = [e for e in shown if not _too_small(e, min(size) / _FINGERS_ACROSS)]
    return [
        e
        for place, e in enumerate(touchable)
        if not _repeats(e, [i for i in touchable[place + 1 :] if e.bounds.contains(i.bounds)])
        and not any(_replaces(outer, e) for outer in touchable[:place])
        and not any(_is_tab_of(tab, e) for tab in touchable)
    ]


def _replaces(outer: Element, inner: Element) -> bool:
    """Whether `outer` has the same bounds and more uses, which makes `inner` redundant: pages that
    are tapped and swiped around a photo that is tapped."""
    same = outer.bounds == inner.bounds and outer.uses > inner.uses
    return same and bool(outer.name or not inner.name)


def _is_tab_of(tab: Element, pages: Element) -> bool:
    """Whether the tab borders on these pages and turns them, as a swipe would."""
    if tab.role != "tab" or pages.role != "pages" or pages.uses != {"swipe"}:
        return False
    _, top, _, bottom = pages.bounds
    return tab.bounds.bottom == top or tab.bounds.top == bottom


def _too_small(element: Element, finger_px: float) -> bool:
    """Whether a finger cannot hit it: a page's dot, the first px of the next row, a strip of dots.
    A line of text that can be tapped may be thinner."""
    short_px, long_px = sorted(element.bounds.size)
    least_px = finger_px / 4 if "tap" in element.uses and element.name else finger_px
    return long_px < finger_px or short_px < least_px


def _repeats(outer: Element, inner: Sequence[Element]) -> bool:
    """Whether a container only repeats the elements inside it."""
    same = [e for e in inner if e.bounds.area >= 0.8 * outer.bounds.area]
    if any(outer.uses <= e.uses for e in same):
        return True
    if outer.role == "pages":  # a tablet shows all pages side by side
        pages = [e for e in inner if outer.uses <= e.uses and not _within_another(e, inner)]
        return sum(e.bounds.area for e in pages) >= 0.8 * outer.bounds.area
    if outer.role != GROUP or "swipe" in outer.uses or not inner:
        return False
    filled = sum(e.bounds.area for e in inner if not _within_another(e, inner))
    return filled >= (0.25 if len(inner) == 1 else 0.5) * outer.bounds.area


def _within_another(one: Element, others: Sequence[Element]) -> bool:
    return any(o is not one and o.bounds.contains(one.bounds) for o in others)


def mark_or_grid(screen: Screen, *, width_px: int = 720, on_grid: bool = False) -> View:
    """The screen with its marks; the grid if asked for, or if there is nothing to mark."""
    view = None if on_grid else mark(screen, width_px=width_px)
    return view if view and view.marks else grid(screen, width_px=width_px)
