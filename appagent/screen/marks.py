"""Choose and number what a person could touch on a screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import replace

import numpy as np

from appagent.geometry import Rect, Size
from appagent.screen import overlay
from appagent.screen.grid import grid
from appagent.screen.kinds import GROUP
from appagent.screen.places import Places
from appagent.screen.sight import find_slivers, in_sight
from appagent.screen.values import Element, Image, Mark, Screen, Use, View

# Differences in any channel, of 255: the same background up to the first, ink above the second.
_SAME_BACKGROUND, _INK = 8, 60
_FINGERS_ACROSS = 45  # of the shorter side: 1.5 mm on a phone, 3 mm on a tablet


def mark(screen: Screen, *, width_px: int = 720) -> View:
    """The screen with one number on each thing that a person could touch.

    What the keyboard covers gets none: a touch there would type. A thing that is covered in part
    ends at the keyboard. `width_px` is the shorter side of the picture, as on an upright phone.
    """
    marks = _around_words(find_marks(screen), screen)
    return View(screen, marks, overlay.draw_marks(screen.image, marks, width_px=width_px))


def bare(screen: Screen, *, width_px: int = 720) -> View:
    """The picture without numbers; its marks only serve to find what a point hits."""
    return View(screen, find_marks(screen), overlay.resize(screen.image, width_px), bare=True)


def find_marks(screen: Screen) -> tuple[Mark, ...]:
    """A mark for everything that a person could touch, numbered from 1."""
    elements = [*choose(screen.elements, screen.size), *screen.shapes]
    visible = ((e, in_sight(e, screen)) for e in elements)
    touchable = ((e, part) for e, part in visible if part is not None)
    return tuple(Mark(label, part, e) for label, (e, part) in enumerate(touchable, start=1))


def _around_words(marks: Sequence[Mark], screen: Screen) -> tuple[Mark, ...]:
    """The marks; that of a link inside a card shrunk to the link's words: its view often reaches to
    the card's edge, where a person sees only the card."""
    cards = [*dict.fromkeys(e.bounds for e in screen.elements if "tap" in e.uses)]
    places = Places.of(cards)
    words: dict[Rect, Rect] = {}

    def is_on_a_card(link: Rect) -> bool:
        return any(cards[number] != link for number in places.around(link))

    def shrunk(mark: Mark) -> Mark:
        link = mark.element
        if link is None or not link.text or link.role != "button" or not is_on_a_card(link.bounds):
            return mark
        if mark.bounds not in words:
            words[mark.bounds] = _first_words(screen.image, mark.bounds)
        return replace(mark, bounds=words[mark.bounds])

    return tuple(map(shrunk, marks))


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
    slivers, finger_px = find_slivers(shown, size), min(size) / _FINGERS_ACROSS
    touchable = [
        e for n, e in enumerate(shown) if n not in slivers and not _too_small(e, finger_px)
    ]
    repeating = _find_repeating(touchable)
    tabs = [e.bounds for e in touchable if e.role == "tab"]
    edges = {box.top for box in tabs}, {box.bottom for box in tabs}
    earlier: defaultdict[Rect, set[tuple[frozenset[Use], bool]]] = defaultdict(set)
    chosen = []
    for place, element in enumerate(touchable):
        same_place = earlier[element.bounds]
        replaced = any(
            uses > element.uses and (named or not element.name) for uses, named in same_place
        )
        same_place.add((element.uses, bool(element.name)))
        if place not in repeating and not replaced and not _is_turned_by_tabs(element, *edges):
            chosen.append(element)
    return chosen


def _is_turned_by_tabs(pages: Element, tops: Set[int], bottoms: Set[int]) -> bool:
    """Whether a tab borders on these pages and turns them, as a swipe would."""
    _, top, _, bottom = pages.bounds
    bordered = top in bottoms or bottom in tops
    return bordered and pages.role == "pages" and pages.uses == {"swipe"}


def _too_small(element: Element, finger_px: float) -> bool:
    """Whether a finger cannot hit it: a page's dot, the first px of the next row, a strip of dots.
    A line of text that can be tapped may be thinner."""
    short_px, long_px = sorted(element.bounds.size)
    least_px = finger_px / 4 if "tap" in element.uses and element.name else finger_px
    return long_px < finger_px or short_px < least_px


def _find_repeating(elements: Sequence[Element]) -> set[int]:
    """The places in the sequence of the containers that only repeat the elements inside them, which
    come later in it."""
    repeating: set[int] = set()
    inside: defaultdict[int, list[Element]] = defaultdict(list)
    around = Places([e.bounds for e in elements])
    for place, inner in enumerate(elements):
        box = inner.bounds
        for number in around.around(box):
            outer = elements[number]
            if box.area >= 0.8 * outer.bounds.area and outer.uses <= inner.uses:
                repeating.add(number)
                around.remove(number)
            elif outer.role in {"pages", GROUP}:
                inside[number].append(inner)
        around.add(box, place)
    left = inside.keys() - repeating
    return repeating | {n for n in left if _is_filled(elements[n], inside[n])}


def _is_filled(outer: Element, inner: Sequence[Element]) -> bool:
    """Whether the elements inside leave little of a container to touch."""
    places = Places.of([e.bounds for e in inner])
    outermost = (n for n, e in enumerate(inner) if places.around(e.bounds) == [n])
    if outer.role == "pages":  # a tablet shows all pages side by side
        pages = (inner[n].bounds.area for n in outermost if outer.uses <= inner[n].uses)
        return sum(pages) >= 0.8 * outer.bounds.area
    if "swipe" in outer.uses:
        return False
    filled = sum(inner[n].bounds.area for n in outermost)
    return filled >= (0.25 if len(inner) == 1 else 0.5) * outer.bounds.area


def mark_or_grid(screen: Screen, *, width_px: int = 720, on_grid: bool = False) -> View:
    """The screen with its marks; the grid if asked for, or if there is nothing to mark."""
    view = None if on_grid else mark(screen, width_px=width_px)
    return view if view and view.marks else grid(screen, width_px=width_px)
