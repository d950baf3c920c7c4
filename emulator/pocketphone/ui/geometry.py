"""Rectangles in px; right and bottom are exclusive, as in Android's `bounds`."""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
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
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    @property
    def center(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def cut(self, other: Rect) -> Rect:
        """The common part; an empty rectangle where there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(
            left,
            top,
            max(left, min(self.right, other.right)),
            max(top, min(self.bottom, other.bottom)),
        )

    def inset(self, x: int, y: int | None = None) -> Rect:
        y = x if y is None else y
        return Rect(self.left + x, self.top + y, self.right - x, self.bottom - y)

    def moved(self, dx: int, dy: int) -> Rect:
        return Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)
