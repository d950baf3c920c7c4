"""How well marks agree with boxes that were drawn by eye, and how readable the numbers are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import yaml

from appagent.geometry import Rect
from appagent.screen.values import Image

_NEUTRAL = {"window", "sliver"}
LEAST_IOU = 0.5  # from which a mark and a box are the same thing
INK = 60  # of 255 in any channel, from the ground: a px of a letter


@dataclass(frozen=True, slots=True)
class Box:
    """What can be touched, as it was read off a screenshot."""

    bounds: Rect
    what: str
    counts: bool = True  # False: neither missed nor wrong; see tests/screen/annotations


@dataclass(frozen=True, slots=True)
class Agreement:
    """Marks by their place in the sequence that was compared."""

    found: int
    missed: tuple[Box, ...]
    extra: tuple[int, ...]

    @property
    def recall(self) -> float:
        """The share of boxes that are marked; 1 where there is nothing to mark."""
        return _share(self.found, self.found + len(self.missed))

    @property
    def precision(self) -> float:
        """The share of marks that are on a box; 1 where nothing is marked."""
        return _share(self.found, self.found + len(self.extra))


def read(path: Path) -> tuple[Box, ...]:
    """The boxes of one file, in the form that `tests/screen/annotations` tells."""
    told = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(
        Box(Rect(*box["box"]), box["what"], box.get("enabled", True) and not box.keys() & _NEUTRAL)
        for box in told["boxes"]
    )


def compare(boxes: Iterable[Box], marks: Sequence[Rect]) -> Agreement:
    """One mark for each box, the closest pairs first; what is left may be on a neutral box."""
    every = list(boxes)
    wanted, neutral = [b for b in every if b.counts], [b for b in every if not b.counts]
    found = _pairs([b.bounds for b in wanted], marks)
    left = [i for i in range(len(marks)) if i not in found.values()]
    passed = _pairs([b.bounds for b in neutral], [marks[i] for i in left]).values()
    return Agreement(
        found=len(found),
        missed=tuple(b for i, b in enumerate(wanted) if i not in found),
        extra=tuple(mark for place, mark in enumerate(left) if place not in passed),
    )


def iou(one: Rect, other: Rect) -> float:
    """The common part as a share of what the two cover, 0-1."""
    common = one.intersect(other).area
    return _share(common, one.area + other.area - common)


def _pairs(ones: Sequence[Rect], others: Sequence[Rect]) -> dict[int, int]:
    near = [(iou(a, b), i, j) for i, a in enumerate(ones) for j, b in enumerate(others)]
    paired: dict[int, int] = {}
    for share, i, j in sorted(near, key=lambda pair: (-pair[0], *pair[1:])):
        if share >= LEAST_IOU and i not in paired and j not in paired.values():
            paired[i] = j
    return paired


@dataclass(frozen=True, slots=True)
class Legibility:
    """What the tags hide, in px of the numbered picture."""

    text_px: int  # letters on the screen
    hidden_px: int  # letters under a tag
    tags_px: int
    shared_px: int  # of two tags
    contrast: float  # of the digits on the faintest tag, 1-21; 21 where there is none

    @property
    def hidden_share(self) -> float:
        return self.hidden_px / self.text_px if self.text_px else 0.0

    @property
    def shared_share(self) -> float:
        return self.shared_px / self.tags_px if self.tags_px else 0.0


def legibility(
    plain: Image, numbered: Image, texts: Iterable[Rect], tags: Sequence[Rect]
) -> Legibility:
    """What is left to read of `texts` and `tags`, both in px of the two pictures, of one size."""
    letters = np.zeros(plain.shape[:2], bool)
    for box in texts:
        part = plain[box.top : box.bottom, box.left : box.right].astype(np.int16)
        if part.size:
            ground = np.median(part, axis=(0, 1))
            letters[box.top : box.bottom, box.left : box.right] |= (
                np.abs(part - ground).max(axis=2) > INK
            )
    under = np.zeros(letters.shape, bool)
    for tag in tags:
        under[tag.top : tag.bottom, tag.left : tag.right] = True
    return Legibility(
        text_px=int(letters.sum()),
        hidden_px=int((letters & under).sum()),
        tags_px=sum(tag.area for tag in tags),
        shared_px=sum(one.intersect(other).area for one, other in combinations(tags, 2)),
        contrast=min((_contrast(numbered, tag) for tag in tags), default=21.0),
    )


@dataclass(frozen=True, slots=True)
class Blind:
    """What is found in the pixels of a screen whose tree is hidden, held against its marks."""

    marks: int
    shapes: int
    same: int  # pairs of the two, one to one
    reached: int  # marks that a touch in the middle of some shape would hit
    landed: int  # shapes whose middle hits a mark


def blind(marks: Sequence[Rect], shapes: Sequence[Rect]) -> Blind:
    """A touch goes to the smallest mark under it."""

    def hit(shape: Rect) -> int | None:
        under = [i for i, mark in enumerate(marks) if mark.contains(shape.center)]
        return min(under, key=lambda i: marks[i].area, default=None)

    hits = [i for shape in shapes if (i := hit(shape)) is not None]
    return Blind(len(marks), len(shapes), len(_pairs(marks, shapes)), len(set(hits)), len(hits))


def total(found: Iterable[Agreement]) -> Agreement:
    """All screens as one; which mark was too much is told by screen only."""
    every = list(found)
    return Agreement(
        found=sum(one.found for one in every),
        missed=tuple(box for one in every for box in one.missed),
        extra=tuple(mark for one in every for mark in one.extra),
    )


def _contrast(image: Image, tag: Rect) -> float:
    """Between the darkest and the lightest px within the light edge of a tag, as in WCAG 2.2."""
    inside = tag.inset(2)
    light = _luminance(image[inside.top : inside.bottom, inside.left : inside.right])
    return float((light.max() + 0.05) / (light.min() + 0.05)) if light.size else 1.0


def _luminance(rgb: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    share = rgb / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ (0.2126, 0.7152, 0.0722))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
