"""How much of an element is in sight: what lies over it, and what the edge of a list cuts off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from appagent.geometry import Rect, Size
from appagent.screen.places import Places
from appagent.screen.values import Element, Screen

_LEAST_ACROSS = 26  # of the shorter side: as high is a tag, with less a number stands beside it
_LEAST_SHARE = 1 / 3  # of a side: less of an element is a sliver, if that is also hard to touch
_THIN_SHARE = 0.5  # of a side that is short itself: as much has to be in sight beside a cover
_BAR_SHARE = 0.5  # of the screen's width: a wider cover is a bar, and no button
_UNKNOWN_SHARE = 2.25  # of the least: 36 dp, a button of Android, where nothing tells the whole


def in_sight(element: Element, screen: Screen) -> Rect | None:
    """The part of an element that a person would touch; None where too little of it is in sight.

    A bar that covers it from side to side cuts it off; behind any other cover it goes on.
    """
    if screen.is_covered(element):
        return None
    part = screen.visible_part(element.bounds)
    free, least_px = part, _least_px(screen.size)
    for cover in element.covers:
        free = free.without(cover)
        if cover.width >= _BAR_SHARE * screen.size.width and _cuts(cover, part, least_px):
            part = part.without(cover)
    if element.covers and not _is_enough(free, element.bounds, least_px):
        return None
    return None if part.empty else part


def is_hidden(element: Element, screen: Screen) -> bool:
    """Whether the keyboard, or what lies over it for a moment, leaves too little of it in sight."""
    if screen.is_covered(element):
        return True
    return bool(element.uses and element.covers) and in_sight(element, screen) is None


def _cuts(cover: Rect, box: Rect, least_px: float) -> bool:
    """Whether a cover reaches from the left side of a box to the right one, but for a margin."""
    inside = cover.intersect(box)
    return not inside.empty and max(inside.left - box.left, box.right - inside.right) < least_px


def _is_enough(part: Rect, whole: Rect, least_px: float) -> bool:
    sides = zip(part.size, whole.size, strict=True)
    return not part.empty and all(
        px >= min(least_px, _THIN_SHARE * whole_px) for px, whole_px in sides
    )


def find_slivers(elements: Sequence[Element], screen: Size) -> set[int]:
    """The places in the sequence of what the edge of the screen, or of what scrolls, cuts down to a
    sliver: shorter than can be touched, and than a third of others of its kind or in its line."""
    least_px = _least_px(screen)
    cut = [
        (element, axis, n)
        for axis, n in _at_edges(elements, screen)
        if (element := elements[n]).bounds.size[axis] < least_px
    ]
    wanted = {kind for element, axis, _ in cut for kind in _kinds(element, axis)}
    roles = {element.role for element, _, _ in cut}
    lengths: defaultdict[object, list[int]] = defaultdict(list)
    for element in elements:
        if element.role in roles:
            for axis, px in enumerate(element.bounds.size):
                for kind in wanted.intersection(_kinds(element, axis)):
                    lengths[kind].append(px)
    longest = {kind: max(all_px) for kind, all_px in lengths.items() if len(all_px) > 1}

    def is_short(element: Element, axis: int) -> bool:
        known = (longest[kind] for kind in _kinds(element, axis) if kind in longest)
        whole_px = max(known, default=_UNKNOWN_SHARE * least_px)
        return element.bounds.size[axis] < _LEAST_SHARE * whole_px

    return {n for element, axis, n in cut if is_short(element, axis)}


def _at_edges(elements: Sequence[Element], screen: Size) -> Iterator[tuple[int, int]]:
    """The axis and the place in the sequence of what ends where the screen, or something around it
    that scrolls, begins or ends."""
    frames = [screen.rect, *dict.fromkeys(e.bounds for e in elements if "swipe" in e.uses)]
    places = Places.of(frames)
    for axis in (0, 1):
        starts, ends = ({frame[edge] for frame in frames} for edge in (axis, axis + 2))
        for n, element in enumerate(elements):
            box = element.bounds
            if box[axis] not in starts and box[axis + 2] not in ends:
                continue
            around = (frames[number] for number in places.around(box))
            if any(
                frame != box and (frame[axis] == box[axis] or frame[axis + 2] == box[axis + 2])
                for frame in around
            ):
                yield axis, n


def _kinds(element: Element, axis: int) -> tuple[object, object]:
    """What has the same size along an axis, as a rule: the same part of other rows, and what stands
    in one line with it."""
    line = element.bounds[1 - axis :: 2]
    return (axis, element.role, element.key), (axis, element.role, line)


def _least_px(screen: Size) -> float:
    return min(screen) / _LEAST_ACROSS
