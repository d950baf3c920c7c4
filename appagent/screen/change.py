"""What changed between two screens, in their trees and in their pixels."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appagent.geometry import Rect, Size
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import row_of, same_screen
from appagent.screen.values import Element, Image, Screen
from appagent.texts import first_few

STATUS_BAR_SHARE = 0.035
"""Of the longer side, at the top: clock, signal and battery live there."""
KEYBOARD_SHARE = 0.45
"""Of the height, at the bottom: a soft keyboard that the phone reports without its place."""

MASKED_SHARE = 0.4
"""Of the screen: where more than this moves by itself, it is compared all the same."""

_COMPARED_PX = 270  # the shorter side of the frames that are compared
_DIFFERENT = 20  # of 255 in any channel; a ripple's last frame stays below
_THUMBNAIL_DIFFERENT = 12  # of 255; a text cursor is a hundredth of a cell
_SPECK_PX = 4  # of the compared frame: less is noise
_JOIN_PX = 3  # of the compared frame: changed places nearer than twice this are one
_REGIONS = 12
_LEAST_SHARE = 0.01  # of all px: less is told in words
_LISTED = 24  # things named of each kind of change

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Change:
    """What differs between two screens; each text names an element as `describe.phrase` does."""

    share: float  # 0-1, of all px
    regions: tuple[Rect, ...]  # px of the screenshot, the largest first
    appeared: tuple[str, ...]
    vanished: tuple[str, ...]
    changed: tuple[str, ...]  # 'switch "Vibrate": off -> on'
    app_changed: bool
    app: str  # the package in front afterwards
    screen_changed: bool  # another page, by its fingerprint

    @property
    def nothing(self) -> bool:
        """Whether the app, the tree and the pixels all say that nothing happened."""
        return not (
            self.app_changed
            or self.screen_changed
            or self.appeared
            or self.vanished
            or self.changed
            or self.regions
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """The change line by line, for the question what it means and for the trail."""
        if self.nothing:
            return ("nothing",)
        share = f"{self.share:.0%}" if self.share >= _LEAST_SHARE else "a small part"
        lines = [
            f"picture: {share} of it differs" if self.regions else "picture: the same",
            f"screen: {'another' if self.screen_changed else 'the same'}",
        ]
        if self.app_changed:
            lines.append(f"app: {self.app}")
        if self.appeared:
            lines.append(f"appeared: {', '.join(first_few(self.appeared, _LISTED))}")
        if self.vanished:
            lines.append(f"vanished: {', '.join(first_few(self.vanished, _LISTED))}")
        lines += [f"changed: {text}" for text in first_few(self.changed, _LISTED)]
        return tuple(lines)


def difference(before: Screen, after: Screen) -> Change:
    """What changed from `before` to `after`.

    Where a screen moves by itself neither the pixels nor the texts count, unless most of it moves.
    """
    masked = _maskable((*before.moving, *after.moving), after.size)
    keyboards = [area for screen in (before, after) if (area := _keyboard(screen))]
    mask = _difference_mask(before.image, after.image, (*masked, *keyboards))
    one, other = _standing_still(before.elements, masked), _standing_still(after.elements, masked)
    pairs, gone, new = match(one, other)
    changed = [text for old, now in pairs for text in _state_changes(old, now)]
    if before.keyboard != after.keyboard:
        changed.append(f"keyboard: {_visibility(before.keyboard)} -> {_visibility(after.keyboard)}")
    return Change(
        share=float(np.count_nonzero(mask)) / mask.size,
        regions=_regions(mask, after.size),
        appeared=tuple(phrase(e) for e in new if not after.is_covered(e)),
        vanished=tuple(
            phrase(e) for e in gone if not (before.is_covered(e) or after.is_covered(e))
        ),
        changed=tuple(changed),
        app_changed=before.app.package != after.app.package,
        app=after.app.package,
        screen_changed=before.app != after.app or not same_screen(before, after),
    )


def moving_areas(one: Image, other: Image) -> tuple[Rect, ...]:
    """What moves between two frames of a screen at rest: a clock, a video, a spinner; but for the
    status bar and a blinking cursor."""
    mask = _difference_mask(one, other, ())
    return _regions(mask, Size(other.shape[1], other.shape[0]))


def crop(image: Image, area: Rect) -> Image:
    """The part of an image that lies in an area inside it."""
    return image[area.top : area.bottom, area.left : area.right]


def same_pixels(one: Image, other: Image) -> bool:
    """Whether two images of one place show the same, but for the last of a ripple."""
    if one.shape != other.shape:
        return False
    return not one.size or int(cv2.absdiff(one, other).max()) <= _DIFFERENT


def is_redrawn(one: Screen, other: Screen) -> bool:
    """Whether most of what the tree of `one` tells of looks otherwise in the picture of `other`:
    another page, or another one under a window that came over it."""
    mask = _difference_mask(one.image, other.image, ())
    factor = mask.shape[1] / other.size.width
    boxes = [e.bounds.scale(factor).inset(-1) for e in one.elements]
    differs = sum(
        bool(mask[max(0, b.top) : b.bottom, max(0, b.left) : b.right].any()) for b in boxes
    )
    return differs * 2 > len(boxes)


def thumbnail(screen: Screen) -> Image:
    """The screen as 20×9 grey values, without the status bar and what moves by itself."""
    grey = cv2.cvtColor(screen.image, cv2.COLOR_RGB2GRAY)
    for left, top, right, bottom in screen.moving:
        grey[top:bottom, left:right] = 0
    below_bar = grey[round(STATUS_BAR_SHARE * max(grey.shape)) :]
    return np.asarray(cv2.resize(below_bar, (9, 20), interpolation=cv2.INTER_AREA), np.uint8)


def same_thumbnail(one: Image, other: Image) -> bool:
    """Whether two thumbnails are of the same picture, but for a text cursor."""
    return int(cv2.absdiff(one, other).max()) <= _THUMBNAIL_DIFFERENT


def _keyboard(screen: Screen) -> Rect | None:
    """The area of the soft keyboard, or a guess at it; None where it is down."""
    if not screen.keyboard or screen.keyboard_area:
        return screen.keyboard_area
    width, height = screen.size
    return Rect(0, round(height * (1 - KEYBOARD_SHARE)), width, height)


def _difference_mask(one: Image, other: Image, ignored: Sequence[Rect]) -> Mask:
    """A mask at the size that is compared: 1 where two frames differ, 0 in the `ignored` areas."""
    height, width = other.shape[:2]
    factor = min(1.0, _COMPARED_PX / min(height, width))
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    if one.shape != other.shape:  # the screen turned
        return np.ones((size[1], size[0]), np.uint8)
    small = cv2.resize(cv2.absdiff(one, other), size, interpolation=cv2.INTER_AREA)
    mask: Mask = (np.maximum.reduce(cv2.split(small)) > _DIFFERENT).astype(np.uint8)
    mask[: round(STATUS_BAR_SHARE * max(size))] = 0
    for rect in ignored:
        box = rect.scale(factor).inset(-1)
        mask[max(0, box.top) : box.bottom, max(0, box.left) : box.right] = 0
    return mask


def _regions(mask: Mask, size: Size) -> tuple[Rect, ...]:
    """The areas of a mask in px of a screen of `size`, without specks and text cursors."""
    if not mask.any():
        return ()
    # A margin, so that what is joined reaches as far over an edge as anywhere else.
    wide = cv2.copyMakeBorder(mask, *(_JOIN_PX,) * 4, cv2.BORDER_CONSTANT, value=0)
    joined = cv2.dilate(wide, np.ones((2 * _JOIN_PX + 1,) * 2, np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    inside = np.bincount(labels.ravel(), weights=wide.ravel(), minlength=count)
    factor = size.width / mask.shape[1]
    found: list[Rect] = []
    for number in np.argsort(-inside)[:_REGIONS]:
        left, top, width, height = (int(v) for v in stats[number, :4])
        width, height = width - 2 * _JOIN_PX, height - 2 * _JOIN_PX
        is_cursor = width <= 2 and height > 3 * width
        if number == 0 or inside[number] < _SPECK_PX or is_cursor:
            continue
        box = Rect(left, top, left + width, top + height)
        found.append(box.scale(factor).intersect(size.rect))
    return tuple(found)


def _maskable(moving_areas: Sequence[Rect], size: Size) -> Sequence[Rect]:
    """The areas; none where they leave too little of the screen to compare."""
    return (
        moving_areas if sum(r.area for r in moving_areas) <= MASKED_SHARE * size.rect.area else ()
    )


def _standing_still(elements: Sequence[Element], moving_areas: Sequence[Rect]) -> list[Element]:
    """The elements whose middle lies in none of the areas."""
    return [e for e in elements if not any(r.contains(e.bounds.center) for r in moving_areas)]


def match(
    before: Sequence[Element], after: Sequence[Element]
) -> tuple[list[tuple[Element, Element]], list[Element], list[Element]]:
    """The pairs of the same element, the elements that are gone, and the new ones.

    Rows share a key: their names tell them apart, and their order where the names do not; what is
    in a row belongs to the row of that name. A name may hold a state ("Bluetooth, Off"): what is
    left is matched by its first words alone, a row only where it stands.
    """
    pairs: list[tuple[Element, Element]] = []
    gone, new = list(before), list(after)
    rows = _row_names(before) | _row_names(after)
    for same in (_by_name, _by_title):
        waiting: dict[tuple[object, ...], deque[Element]] = defaultdict(deque)
        for element in gone:
            waiting[same(element, rows)].append(element)
        paired: set[int] = set()
        for element in new:
            if old := waiting[same(element, rows)]:
                pairs.append((old.popleft(), element))
                paired |= {id(pairs[-1][0]), id(element)}
        gone = [e for e in gone if id(e) not in paired]
        new = [e for e in new if id(e) not in paired]
    return pairs, gone, new


def _row_names(elements: Sequence[Element]) -> dict[int, str]:
    """The name of the row that each element is in, by `id`."""
    last: dict[str, str] = {}  # of the rows with a key; what is in a row follows it in tree order
    names: dict[int, str] = {}
    for element in elements:
        if row := row_of(element.key):
            if element.key == row:
                last[row] = element.name
            names[id(element)] = last.get(row, "")
    return names


def _by_name(element: Element, rows: Mapping[int, str]) -> tuple[object, ...]:
    return element.key, element.name, rows.get(id(element))


def _by_title(element: Element, rows: Mapping[int, str]) -> tuple[object, ...]:
    title, place = element.title, element.bounds.top if id(element) in rows else None
    has_more = title != element.name
    return (element.key, element.role, title, place) if has_more else (element.key, title, place)


def _state_changes(old: Element, now: Element) -> list[str]:
    """A text for each state that changed: `text field "Hour": "6" -> "7"`."""
    changes: list[tuple[str, str]] = []
    if old.name != now.name:
        changes.append((quote(old.name), quote(now.name)))
    if old.state and now.state and old.state != now.state:
        changes.append((old.state, now.state))
    if old.value != now.value:
        changes.append((quote(old.value), quote(now.value)))
    words = (
        (old.selected, now.selected, "not selected", "selected"),
        (old.focused, now.focused, "not focused", "focused"),
        (old.enabled, now.enabled, "disabled", "enabled"),
        (old.filled, now.filled, "empty", "filled"),
        (bool(old.uses), bool(now.uses), "not touchable", "touchable"),
    )
    changes += [(b if was else a, b if is_ else a) for was, is_, a, b in words if was != is_]
    return [f"{phrase(now)}: {was} -> {is_}" for was, is_ in changes]


def _visibility(keyboard: bool) -> str:
    return "shown" if keyboard else "hidden"
