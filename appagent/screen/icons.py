"""What the icon of a nameless control shows, by its pixels: "search", "send"; "" where it is not
sure.

A glyph is told from its background whatever the colours are, brought to one size, and described by
its ink and its edges. A small network knows some common icons of such descriptions, and many other
things that it has to be silent about. It was made from icon fonts: `scripts/icons` builds it, and
`scripts/icons-report` measures it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appagent.geometry import Rect
from appagent.screen.values import Image, Screen

DATA = Path(__file__).with_suffix(".npz")
Array = npt.NDArray[np.float32]

_SIDE_PX, _INK_PX = 24, 20  # of a glyph as it is compared, with and without its margin
_LENGTH = 14  # of each half of a description: about 1 a number
_CELLS, _EDGE_CELLS, _DIRECTIONS = 12, 6, 8
_LEAST_PX, _MOST_SHARE = 10, 0.2  # of a control that is looked at; of the screen's area
_SAME_GROUND, _LEAST_INK = 30, 40  # differences in any channel, of 255
_GROUND_SHARE = 0.7  # of a control's edge: where less of it is of one colour lies a photo
_CORNER = 0.15  # of a square's edge: its corners, which a disc in it leaves free, and a little more
_EMPTY, _SOLID = 0.4, 0.35  # of the strongest ink
_DISC_SHARE, _DISC_HULL, _DISC_PX = 0.7, 0.9, 14  # of its box, of its hull; its shorter side
_LOOK, _LOOK_LEVELS = 8, 3  # digits of a look; the levels of ink, above none, that it tells apart
_KNOWN = 512  # controls whose icons are remembered

_known: OrderedDict[bytes, str] = OrderedDict()


def icon_of(bounds: Rect, screen: Screen) -> str:
    """What the picture of a place shows; "" for nothing that is known."""
    if screen.picture != "ok":
        return ""
    left, top, right, bottom = bounds.intersect(screen.size.rect)
    crop = screen.image[top:bottom, left:right]
    if crop.size > _MOST_SHARE * screen.image.size:
        return ""
    key = sha256(crop.tobytes() + repr(crop.shape).encode()).digest()  # a crop may be a megabyte
    if key not in _known:
        _known[key] = classify(crop)
        if len(_known) > _KNOWN:
            _known.popitem(last=False)
    _known.move_to_end(key)
    return _known[key]


def classify(crop: Image) -> str:
    """What a picture of a control shows; "" where that is not sure."""
    if min(crop.shape[:2]) < _LEAST_PX:
        return ""
    network = _network()
    found = [network.judge(describe(glyph)) for glyph in glyphs(crop)]
    best = max(found, key=lambda pair: pair[1], default=("", 0.0))
    return best[0] if best[1] >= network.least_sure else ""


def look_of(crop: Image) -> str:
    """What tells a glyph from others, of whatever size and colour; "" for a photo or a blank."""
    if min(crop.shape[:2], default=0) < _LEAST_PX:
        return ""
    inks = [np.round(glyph * _LOOK_LEVELS).astype(np.uint8).tobytes() for glyph in glyphs(crop)]
    return sha256(b"".join(inks)).hexdigest()[:_LOOK] if inks else ""


# --- the network ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Network:
    """Two layers of weights, and the words for what comes out; "" is anything else."""

    words: tuple[str, ...]
    layers: tuple[tuple[Array, Array], ...]  # weights and biases
    least_sure: float

    def judge(self, described: Array) -> tuple[str, float]:
        """The likeliest word, and how likely it is, 0-1."""
        (inner, inner_bias), (outer, outer_bias) = self.layers
        hidden = np.maximum(described @ inner + inner_bias, 0)
        logits = hidden @ outer + outer_bias
        shares = np.exp(logits - logits.max())
        place = int(shares.argmax())
        return self.words[place], float(shares[place] / shares.sum())


@cache
def _network() -> Network:
    with np.load(DATA) as data:
        layers = tuple(
            (data[f"weights_{n}"].astype(np.float32) * data[f"scale_{n}"], data[f"bias_{n}"])
            for n in (1, 2)
        )
        return Network(tuple(map(str, data["words"])), layers, float(data["least_sure"]))


# --- the description of a glyph -------------------------------------------------------------------


def describe(glyph: Array) -> Array:
    """The numbers by which a glyph is compared: where its ink lies, and how its edges run."""
    soft = cv2.GaussianBlur(glyph, (0, 0), 1.0)
    ink = cv2.resize(soft, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA).ravel()
    across, down = (cv2.Sobel(soft, cv2.CV_32F, dx, 1 - dx) for dx in (1, 0))
    strength = np.hypot(across, down)
    turn = np.arctan2(down, across) / (2 * np.pi) % 1 * _DIRECTIONS
    near = (turn[..., None] - np.arange(_DIRECTIONS) + _DIRECTIONS / 2) % _DIRECTIONS
    shares = np.maximum(0, 1 - np.abs(near - _DIRECTIONS / 2)) * strength[..., None]
    size = (_EDGE_CELLS, _EDGE_CELLS)
    edges = cv2.resize(shares.astype(np.float32), size, interpolation=cv2.INTER_AREA).ravel()
    parts = [part / (np.linalg.norm(part) + 1e-6) for part in (ink, edges)]
    return np.asarray(np.concatenate(parts) * _LENGTH, np.float32)


def glyphs(crop: Image) -> Iterator[Array]:
    """What is drawn on the background of a picture, and what on the disc or button that is. A disc
    may lie on a photo or a map: then its middle is looked at."""
    ground = _ground(crop)
    if ground is None:
        height, width = crop.shape[:2]
        down, across = round(_CORNER * height), round(_CORNER * width)
        crop = crop[down : height - down, across : width - across]
        ground = _ground(crop)
    if ground is None:
        return
    ink = _ink(_difference(crop, ground))
    if ink is None:
        return
    yield _fit(ink)
    disc = _disc(ink)
    if disc is None:
        return
    ground = _main_colour(crop[disc > 0])
    inner = _ink(np.where(disc > 0, _difference(crop, ground), 0))
    if inner is not None:
        yield _fit(inner)


def _ground(crop: Image) -> Array | None:
    """The colour of a picture's edge; None where that has many."""
    edge = np.concatenate([crop[0], crop[-1], crop[:, 0], crop[:, -1]])
    ground = _main_colour(edge)
    same = np.abs(edge - ground).max(axis=1) < _SAME_GROUND
    return ground if same.mean() >= _GROUND_SHARE else None


def _difference(crop: Image, colour: Array) -> Array:
    """How far each px is from a colour, in the channel where it is farthest."""
    apart = np.abs(crop.astype(np.float32) - colour)
    return np.asarray(np.maximum.reduce(cv2.split(apart)))  # ten times as fast as `max(axis=2)`


def _main_colour(pixels: Image) -> Array:
    """The median of the commonest colour."""
    coarse = pixels.astype(np.int32) // 16 @ np.array([256, 16, 1])
    commonest = pixels[coarse == np.bincount(coarse).argmax()]
    return np.asarray(np.median(commonest, axis=0), np.float32)


def _ink(difference: Array) -> Array | None:
    """How much ink each px holds, 0-1; None for a blank."""
    place = max(4, difference.size // 200)  # fewer px are specks
    full = np.partition(difference, -place, axis=None)[-place]
    return np.clip(difference / full, 0, 1) if full >= _LEAST_INK else None


def _disc(ink: Array) -> Image | None:
    """The inside of the largest shape, where that is a full disc or button that may hold a glyph;
    else None."""
    solid = (ink > _SOLID).astype(np.uint8)
    shapes, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    shape = max(shapes, key=cv2.contourArea)
    _, _, width, height = cv2.boundingRect(shape)
    area, hull = cv2.contourArea(shape), cv2.contourArea(cv2.convexHull(shape))
    full = area >= _DISC_SHARE * width * height and area >= _DISC_HULL * hull
    if not full or min(width, height) < _DISC_PX:
        return None
    inside = np.zeros_like(solid)
    cv2.drawContours(inside, [shape], -1, 1, -1)
    rim_px = max(1, round(0.06 * min(width, height)))
    inner = cv2.erode(inside, np.ones((2 * rim_px + 1,) * 2, np.uint8)).astype(np.uint8)
    return inner if inner.any() else None


def _fit(ink: Array) -> Array:
    """The inked part of a picture, at the size that glyphs are compared at."""
    rows, columns = (np.flatnonzero((ink > _EMPTY).any(axis=axis)) for axis in (1, 0))
    part = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.float32)
    factor = _INK_PX / max(part.shape)
    height, width = (max(1, round(edge * factor)) for edge in part.shape)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    glyph = np.zeros((_SIDE_PX, _SIDE_PX), np.float32)
    top, left = (_SIDE_PX - height) // 2, (_SIDE_PX - width) // 2
    glyph[top : top + height, left : left + width] = cv2.resize(
        part, (width, height), None, 0, 0, how
    )
    return glyph
