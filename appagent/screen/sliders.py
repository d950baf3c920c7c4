"""Where on a slider, or on a row of stars, which value is set.

No dump tells the range of a slider, and many tell no value:
`<node text="" class="android.widget.SeekBar" .../>`. Its knob, or how far it is filled, is seen in
the pixels. From where it stands for two values follow the ends of the range; from one they are
guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from appagent.geometry import Point, Rect
from appagent.screen.values import Element, Image, Scale, Screen
from appagent.screen.wording import RATING

_SAME_GROUND = 8  # difference in any channel, of 255; screenshots have no noise
_GROUND_SHARE = 0.7  # of a slider's edge: where less of it is of one colour lies a photo
_THICKER = 1.5  # times as thick as its track: a knob
_LIKE = 60  # difference in any channel: the part of the track that has the knob's colour
_OFF_TRACK = 0.15  # of the height: a knob's middle is no further from its track's
_ONE_EDGE = 0.95  # of the columns of a broad slider: those on the right side of its level
_MOST_INSET = 0.25  # of the length: a track that leaves more of it free is none
_LEAST_PX = 8  # of a slider that is looked at
_INSET = 1 / 3  # of the height: what Android leaves free at both ends, 16 dp of 48
_RANGES = ((0.0, 100.0), (-100.0, 100.0), (0.0, 1.0))  # what most sliders have
_PLAIN_END = 100  # the largest value of a range that is no person's own
_A_PIXEL = 0.005  # of a range: an error of the place of a knob
_FITS, _APART = 0.015, 0.05  # of a range; of a track: two places that tell a range
_STARS, _MOST_STARS = 5, 10
_UNEVEN = 0.15  # of a star: how much wider or narrower a row of whole stars may be
_LEFTWARDS = frozenset({"ar", "fa", "he", "iw", "ur"})

_UNIT = re.compile(r"(?<=\d)\s*[^\W\d_]+\.?$")
_NUMBER = re.compile(r"([-+\u2212]?\d+(?:[.,]\d+)?)\s*(%?)")


class _Seen(NamedTuple):
    """A slider in the pixels; px of the screen."""

    start: Point  # of the lowest value
    end: Point
    knob: Point

    @property
    def share(self) -> float:
        """Of the track, from its lowest value to the knob."""
        (x, y), (end_x, end_y), (knob_x, knob_y) = self
        return ((knob_x - x) + (knob_y - y)) / ((end_x - x) + (end_y - y))


def number(text: str) -> tuple[float, bool] | None:
    """The number that a text is, and whether it is in percent: "40.0", "40 %"."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    return float(found[1].replace(",", ".").replace("\u2212", "-")), bool(found[2])


def amount(text: str) -> tuple[float, bool] | None:
    """The same of a text that somebody asks for, who may name its unit: "4 s"."""
    return number(_UNIT.sub("", text.strip()))


def span(slider: Element) -> str:
    """The range of a slider, where it is sure and not told in percent: "0 to 12"; else "", as for
    one that may end with a number of the person's own, a balance or the length of a song."""
    scale = slider.scale
    if scale is None or (told := _span(scale)) not in slider.remarks:
        return ""
    is_plain = float(scale.low).is_integer() and float(scale.high).is_integer()
    return told if is_plain and scale.high <= _PLAIN_END else ""


def _span(scale: Scale) -> str:
    return f"{scale.low:g} to {scale.high:g}"


def tell_sliders(screen: Screen, earlier: Sequence[Screen] = ()) -> Screen:
    """The screen, its sliders with where their values are set, how far they stand if the tree does
    not tell, and their range. The `earlier` screens may show a slider at another value."""
    if not any(e.role == "slider" and e.uses for e in screen.elements):
        return screen
    told = (
        _told(e, screen, earlier) if e.role == "slider" and e.uses else e for e in screen.elements
    )
    return replace(screen, elements=tuple(told))


def _told(element: Element, screen: Screen, earlier: Sequence[Screen]) -> Element:
    if element.word == RATING:
        scale = _stars(element.bounds, leftwards=_reads_leftwards(screen))
        return _with(element, scale, _span(scale))
    seen = _find(element, screen)
    if seen is None:
        start, end = _ends(element.bounds, round(min(element.bounds.size) * _INSET))
        if _reads_leftwards(screen) and start.y == end.y:
            start, end = end, start
        return replace(element, scale=Scale(start, end, 0.0, 100.0))
    value = number(element.value)
    if value is None:
        plays = any(rect.overlaps(element.bounds) for rect in screen.moving)  # nobody moves it
        told = element.value or ("" if plays else f"{seen.share:.0%}")
        return replace(element, scale=Scale(*seen[:2], 0.0, 100.0, seen.knob), value=told)
    places = [(seen.share, value[0]), *_places(element, earlier)]
    low, high, sure = _range(places)
    scale = Scale(*seen[:2], low, high, seen.knob, sure)
    remark = _span(scale) if sure else f"at {seen.share:.0%}"
    return _with(element, scale, "" if value[1] else remark)


def _with(element: Element, scale: Scale, remark: str) -> Element:
    remarks = (*element.remarks, *[remark] * bool(remark))
    return replace(element, scale=scale, remarks=remarks)


def _places(element: Element, earlier: Sequence[Screen]) -> Iterator[tuple[float, float]]:
    """Where the knob stood earlier, and for which value."""
    for screen in earlier:
        for e in screen.elements:
            same = (e.key, e.name, e.bounds) == (element.key, element.name, element.bounds)
            value = number(e.value) if same and e.value != element.value else None
            if value and (seen := _find(e, screen)):
                yield seen.share, value[0]


def _range(places: Sequence[tuple[float, float]]) -> tuple[float, float, bool]:
    """The lowest and the highest value, and whether that is more than a guess."""
    share, value = places[0]
    other, was = max(places, key=lambda place: abs(place[0] - share))
    if abs(other - share) >= _APART and was != value:
        rise = (was - value) / (other - share)
        digits = 0 if float(value).is_integer() and float(was).is_integer() else 2
        low, high = value - rise * share, value + rise * (1 - share)
        low = 0.0 if abs(low) <= _A_PIXEL * (high - low) else low
        return round(low, digits), round(high, digits), True
    for low, high in _RANGES:
        off = abs(low + share * (high - low) - value)
        if off <= _FITS * (high - low):
            return low, high, value != 0 and share >= _APART
    return (0.0, round(value / share, 2), False) if value > 0 < share else (*_RANGES[0], False)


def _stars(bounds: Rect, *, leftwards: bool) -> Scale:
    """A row of stars, which is as high as a star; from the middle of the first to the last's."""
    shape = bounds.width / bounds.height
    whole = 2 <= round(shape) <= _MOST_STARS and abs(shape - round(shape)) <= _UNEVEN
    count, y = round(shape) if whole else _STARS, bounds.center.y
    half = bounds.width // (2 * count)
    start, end = Point(bounds.left + half, y), Point(bounds.right - half, y)
    start, end = (end, start) if leftwards else (start, end)
    return Scale(start, end, 1, count, sure=True)


def _reads_leftwards(screen: Screen) -> bool:
    return screen.language.partition("-")[0] in _LEFTWARDS


# --- the knob -------------------------------------------------------------------------------------


def _ends(bounds: Rect, inset_px: int) -> tuple[Point, Point]:
    """The ends of the track; a slider that is higher than wide grows upwards."""
    (left, top, right, bottom), (x, y) = bounds, bounds.center
    if bounds.width >= bounds.height:
        return Point(left + inset_px, y), Point(right - 1 - inset_px, y)
    return Point(x, bottom - 1 - inset_px), Point(x, top + inset_px)


def _find(slider: Element, screen: Screen) -> _Seen | None:
    """The slider as it is drawn; None where its knob cannot be told."""
    box = slider.bounds
    if min(box.size) < _LEAST_PX or screen.picture != "ok" or screen.is_covered(slider):
        return None
    crop = screen.image[box.top : box.bottom, box.left : box.right]
    upright = box.height > box.width
    strip = np.rot90(crop, -1) if upright else crop
    found = find_knob(strip) or find_level(strip)
    if found is None:
        return None
    middle, inset, filled = found
    start, end = _ends(box, inset)
    knob = (
        Point(box.center.x, box.bottom - 1 - middle)
        if upright
        else Point(box.left + middle, box.center.y)
    )
    leftwards = filled == "right" or (filled == "" and _reads_leftwards(screen))
    return _Seen(end, start, knob) if leftwards and not upright else _Seen(start, end, knob)


def find_knob(strip: Image) -> tuple[int, int, str] | None:
    """The middle of the knob in the picture of a level slider, what its track leaves free at both
    ends, in px, and on which side the track has the knob's colour: "left", "right", "" for neither
    or both. None where no blob on the track is clearly thicker than it, or several are."""
    height, width = strip.shape[:2]
    edge = np.concatenate([strip[0], strip[-1]])
    ground = np.median(edge, axis=0)
    if (abs(edge - ground).max(axis=1) <= _SAME_GROUND).mean() < _GROUND_SHARE:
        return None
    apart = cv2.absdiff(np.ascontiguousarray(strip), np.append(ground, 0.0))
    ink = cv2.max(cv2.max(apart[..., 0], apart[..., 1]), apart[..., 2]) > _SAME_GROUND
    drawn = np.flatnonzero(ink.any(axis=0))
    if not drawn.size:
        return None
    row = int(np.median(np.flatnonzero(ink.sum(axis=1) >= ink.sum(axis=1).max())))
    thick = ink.sum(axis=0)
    blobs = _runs(thick > max(_THICKER * float(np.median(thick[drawn])), 2))
    widths = sorted(last - first for first, last in blobs)
    if not blobs or any(px > widths[-1] / 2 for px in widths[:-1]):
        return None
    first, last = max(blobs, key=lambda blob: blob[1] - blob[0])
    middle = (first + last - 1) // 2
    inset = max(int(drawn[0]), width - 1 - int(drawn[-1]))
    off = abs(float(np.flatnonzero(ink[:, middle]).mean()) - row)
    if inset > _MOST_INSET * width or off > _OFF_TRACK * height:
        return None
    middle = min(max(middle, inset), width - 1 - inset)
    gap = (last - first) // 4 + 1
    line = strip[row].astype(np.int16)
    left, right = line[inset : max(0, first - gap)], line[last + gap : width - inset]
    color = line[(first + last - 1) // 2]
    alike = [
        bool(len(part)) and bool(abs(np.median(part, axis=0) - color).max() < _LIKE)
        for part in (left, right)
    ]
    one_side = alike[0] != alike[1] and len(left) and len(right)
    return middle, inset, ("left" if alike[0] else "right") if one_side else ""


def find_level(strip: Image) -> tuple[int, int, str] | None:
    """The same of a broad slider without a knob: it is of one colour up to its value, and of
    another behind it. None where it is of one colour, or of several."""
    columns = np.median(strip.astype(np.int16), axis=0)
    width, margin = len(columns), strip.shape[0] // 4  # its corners may be round
    if width <= 2 * margin or abs(columns[margin] - columns[-1 - margin]).max() < _LIKE:
        return None
    first = abs(columns - columns[margin]).max(axis=1) < abs(columns - columns[-1 - margin]).max(
        axis=1
    )
    # Where as many columns as can be are like the first before it, and like the last behind it.
    fits = np.cumsum(np.where(first, 1, -1)) + np.count_nonzero(~first)
    place = int(fits.argmax())
    return (place, 0, "") if fits[place] >= _ONE_EDGE * width else None


def _runs(marked: np.ndarray) -> list[tuple[int, int]]:
    """Where each run of marked places begins, and where it has ended."""
    steps = np.flatnonzero(np.diff(np.concatenate([[False], marked, [False]]).astype(np.int8)))
    return [(int(first), int(last)) for first, last in steps.reshape(-1, 2)]
