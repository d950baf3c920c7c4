"""Which things on a screen get a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from appagent.geometry import Rect, Size
from appagent.screen import overlay
from appagent.screen.grid import grid
from appagent.screen.roles import GROUP
from appagent.screen.values import Element, Image, Mark, Screen, View

_SAME_GROUND, _INK = 8, 60  # of 255 in any channel: how far a ground, and a letter, is from it
_FINGERS_ACROSS = 45  # of the shorter side: 1.5 mm on a phone, 3 mm on a tablet


def mark(screen: Screen, *, width_px: int = 720) -> View:
    """The screen with a number on each thing that a person could touch, one a thing.

    What the keyboard covers has none: a touch there would type. What reaches under it ends at it.
    `width_px` is the shorter side of the picture: the width of an upright phone.
    """
    marks = tuple(_at_its_words(m, screen) for m in find_marks(screen))
    return View(screen, marks, overlay.draw_marks(screen.image, marks, width_px=width_px))


def bare(screen: Screen, *, width_px: int = 720) -> View:
    """The picture without numbers, and the marks that a point on it is looked up in."""
    return View(screen, find_marks(screen), overlay.resize(screen.image, width_px), bare=True)


def find_marks(screen: Screen) -> tuple[Mark, ...]:
    """What a person could touch, numbered."""
    told = [*choose(screen.elements, screen.size), *screen.shapes]
    chosen = (e for e in told if not screen.is_covered(e))
    return tuple(
        Mark(label, screen.visible_part(e.bounds), e) for label, e in enumerate(chosen, start=1)
    )


def _at_its_words(mark: Mark, screen: Screen) -> Mark:
    """The mark of a link inside a card, as wide as its words: the link's view often reaches to the
    card's edge, and what a person sees there is the card."""
    link = mark.element
    if link is None or not link.text or link.role != "button":
        return mark
    cards = (e for e in screen.elements if "tap" in e.uses and e.bounds != link.bounds)
    if not any(card.bounds.contains(link.bounds) for card in cards):
        return mark
    return replace(mark, bounds=_words_in(screen.image, mark.bounds))


def _words_in(image: Image, box: Rect) -> Rect:
    """The part of `box` with its first words; all of it where it has a ground of its own: a button
    that is drawn as one."""
    left, top, right, bottom = box
    before = image[top:bottom, max(0, left - 2) : left].astype(np.int16)
    if not before.size:
        return box
    ground = np.median(before, axis=(0, 1))
    off = np.abs(image[top:bottom, left:right].astype(np.int16) - ground).max(axis=2)
    inked = np.flatnonzero((off > _INK).any(axis=0))
    if np.abs(before - ground).max() > _SAME_GROUND or np.median(off[:, :2]) > _SAME_GROUND:
        return box
    if not inked.size:
        return box
    # Behind a gap wider than a word's begins something else: a photo that the link reaches over.
    gaps = np.flatnonzero(np.diff(inked) > box.height)
    last = inked[gaps[0]] if gaps.size else inked[-1]
    air = box.height // 8
    words = Rect(left + int(inked[0]) - air, top, left + int(last) + 1 + air, bottom)
    return words.intersect(box)


def choose(elements: Sequence[Element], size: Size) -> list[Element]:
    """The elements that get a number, in tree order."""
    shown = [e for e in elements if e.uses and not e.bounds.intersect(size.rect).empty]
    touchable = [e for e in shown if not _too_small(e, min(size) / _FINGERS_ACROSS)]
    return [
        e
        for place, e in enumerate(touchable)
        if not _repeats(e, [i for i in touchable[place + 1 :] if e.bounds.contains(i.bounds)])
        and not any(_holds_all(outer, e) for outer in touchable[:place])
        and not any(_turns(tab, e) for tab in touchable)
    ]


def _holds_all(outer: Element, inner: Element) -> bool:
    """Whether `inner` adds nothing to what lies in the same place and can do more: a photo that is
    tapped inside of pages that are tapped and turned."""
    same = outer.bounds == inner.bounds and outer.uses > inner.uses
    return same and bool(outer.name or not inner.name)


def _turns(tab: Element, pages: Element) -> bool:
    """Whether a tab at their edge turns these pages: a swipe would do no more than a tap on it."""
    if tab.role != "tab" or pages.role != "pages" or pages.uses != {"swipe"}:
        return False
    _, top, _, bottom = pages.bounds
    return tab.bounds.bottom == top or tab.bounds.top == bottom


def _too_small(element: Element, finger_px: float) -> bool:
    """Whether no finger hits it: a page's dot, the first px of the next row, a strip of dots that
    scrolls. A line of text that is tapped may be thin; what says nothing may not."""
    thin, long = sorted(element.bounds.size)
    least = finger_px / 4 if "tap" in element.uses and element.name else finger_px
    return long < finger_px or thin < least


def _repeats(outer: Element, inner: Sequence[Element]) -> bool:
    """Whether a container only repeats what it holds."""
    same = [e for e in inner if e.bounds.area >= 0.8 * outer.bounds.area]
    if any(outer.uses <= e.uses for e in same):
        return True
    if outer.role == "pages":  # on a tablet all pages are seen, side by side
        beside = [e for e in inner if outer.uses <= e.uses and not _within_another(e, inner)]
        return sum(e.bounds.area for e in beside) >= 0.8 * outer.bounds.area
    if outer.role != GROUP or "swipe" in outer.uses or not inner:
        return False
    filled = sum(e.bounds.area for e in inner if not _within_another(e, inner))
    return filled >= (0.25 if len(inner) == 1 else 0.5) * outer.bounds.area


def _within_another(one: Element, others: Sequence[Element]) -> bool:
    return any(o is not one and o.bounds.contains(one.bounds) for o in others)


def mark_or_grid(screen: Screen, *, width_px: int = 720, on_grid: bool = False) -> View:
    """The screen with its marks; the grid where asked for, or where nothing can be marked."""
    view = None if on_grid else mark(screen, width_px=width_px)
    return view if view and view.marks else grid(screen, width_px=width_px)
