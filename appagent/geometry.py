"""Points, sizes and rectangles in px. Right and bottom are exclusive, as in Android's `bounds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int


class Size(NamedTuple):
    width: int
    height: int

    @property
    def rect(self) -> Rect:
        """The rectangle of this size with its corner at the origin."""
        return Rect(0, 0, self.width, self.height)


class Rect(NamedTuple):
    """A rectangle in px.

       left     right
    top +--------+
        |        |
        +--------+ bottom      (right and bottom lie just outside)
    """

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    @property
    def area(self) -> int:
        """Px inside; 0 for an empty or inverted rectangle."""
        return 0 if self.empty else self.width * self.height

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    @property
    def center(self) -> Point:
        return Point((self.left + self.right) // 2, (self.top + self.bottom) // 2)

    def contains(self, other: Point | Rect) -> bool:
        """Whether a point, or a whole rectangle, lies inside."""
        if isinstance(other, Point):
            return self.left <= other.x < self.right and self.top <= other.y < self.bottom
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def overlaps(self, other: Rect) -> bool:
        """Whether they have a px in common; neither is empty."""
        return (
            self.top < other.bottom
            and other.top < self.bottom
            and self.left < other.right
            and other.left < self.right
        )

    def intersect(self, other: Rect) -> Rect:
        """The part in common, perhaps empty."""
        left, top, right, bottom = self
        if left < other.left:
            left = other.left
        if top < other.top:
            top = other.top
        if right > other.right:
            right = other.right
        if bottom > other.bottom:
            bottom = other.bottom
        return Rect(left, top, max(left, right), max(top, bottom))

    def without(self, other: Rect) -> Rect:
        """The largest rectangle inside this one that `other` does not touch, perhaps empty."""
        common = self.intersect(other)
        if common.empty:
            return self
        left, top, right, bottom = common
        beside = (
            self._replace(bottom=top),
            self._replace(top=bottom),
            self._replace(right=left),
            self._replace(left=right),
        )
        return max(beside, key=lambda part: part.area)

    def free_point(self, taken: Sequence[Rect]) -> Point | None:
        """The point nearest to the middle that lies in none of `taken`, out of the middle and a
        grid of 11 by 11; None where all of these are taken."""
        middle = self.center
        return min(
            self._free_points(taken),
            key=lambda p: (p.x - middle.x) ** 2 + (p.y - middle.y) ** 2,
            default=None,
        )

    def is_taken(self, taken: Sequence[Rect]) -> bool:
        """Whether `free_point` finds none."""
        return next(self._free_points(taken), None) is None

    def _free_points(self, taken: Sequence[Rect]) -> Iterator[Point]:
        """The middle alone, if it is free; else the free points of the grid."""
        middle = self.center
        if not any(rect.contains(middle) for rect in taken):
            yield middle
            return
        xs = [self.left + self.width * column // 12 for column in range(1, 12)]
        ys = [self.top + self.height * row // 12 for row in range(1, 12)]
        first, last = Point(xs[0], ys[0]), Point(xs[-1], ys[-1])
        if any(rect.contains(first) and rect.contains(last) for rect in taken):
            return  # one lies on all of them
        for x in xs:
            beside = [rect for rect in taken if rect.left <= x < rect.right]
            for y in ys:
                if not any(rect.top <= y < rect.bottom for rect in beside):
                    yield Point(x, y)

    def inset(self, by_px: int) -> Rect:
        """Smaller by `by_px` on every side (larger where negative)."""
        return Rect(self.left + by_px, self.top + by_px, self.right - by_px, self.bottom - by_px)

    def clamp(self, point: Point) -> Point:
        """The point inside that is nearest to `point`."""
        return Point(
            min(max(point.x, self.left), self.right - 1),
            min(max(point.y, self.top), self.bottom - 1),
        )

    def scale(self, factor: float) -> Rect:
        return Rect(*(round(edge * factor) for edge in self))


def bounding_box(boxes: Sequence[Rect]) -> Rect:
    """The smallest rectangle that contains all boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))
