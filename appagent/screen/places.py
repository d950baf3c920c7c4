"""Things by where they are, so that what lies at a place is found without looking at them all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, product

from appagent.geometry import Rect

_SPAN = 4  # cells: what is longer belongs in a coarser grid
_COARSER = 4  # times


class Places:
    """Numbered rectangles in the cells of grids, a finer one for small and coarser ones for large
    rectangles.

    What it gives may lie at the place asked for: whether it does is for the caller to see.
    """

    def __init__(self, expected: Sequence[Rect]) -> None:
        """`expected`: roughly what will be added."""
        width = max((box.right for box in expected), default=1)
        height = max((box.bottom for box in expected), default=1)
        edge_px = max(8, round((width * height / max(1, len(expected))) ** 0.5))
        self._grids: list[tuple[int, dict[tuple[int, int], list[int]]]] = [(edge_px, {})]
        while edge_px * _SPAN < max(width, height):
            edge_px *= _COARSER
            self._grids.append((edge_px, {}))

    @classmethod
    def of(cls, boxes: Sequence[Rect]) -> Places:
        """The places of all boxes, each by its place in the sequence."""
        places = cls(boxes)
        for number, box in enumerate(boxes):
            places.add(box, number)
        return places

    def add(self, box: Rect, number: int) -> None:
        """`number` is larger than all that were added before."""
        edge_px, cells = self._grid_for(box)
        for at in product(*_ranges(box, edge_px)):
            cells.setdefault(at, []).append(number)

    def remove(self, box: Rect, number: int) -> None:
        edge_px, cells = self._grid_for(box)
        for at in product(*_ranges(box, edge_px)):
            cells[at].remove(number)

    def around(self, box: Rect) -> list[int]:
        """All that may contain the box."""
        left, top, _, _ = box
        listed = [
            found
            for edge_px, cells in self._grids
            if (found := cells.get((left // edge_px, top // edge_px)))
        ]
        return [*chain.from_iterable(listed)]

    def over(self, box: Rect, after: int = -1) -> Iterator[int]:
        """All that may overlap the box, of those with a larger number than `after`."""
        seen: set[int] = set()
        for edge_px, cells in self._grids:
            across, down = _ranges(box, edge_px)
            if len(across) * len(down) < len(cells):
                reached = [cells[at] for at in product(across, down) if at in cells]
            else:
                reached = list(cells.values())
            for cell in reached:
                for number in cell[bisect_right(cell, after) :]:
                    if number not in seen:
                        seen.add(number)
                        yield number

    def _grid_for(self, box: Rect) -> tuple[int, dict[tuple[int, int], list[int]]]:
        left, top, right, bottom = box
        longer = max(right - left, bottom - top)
        for grid in self._grids:
            if longer <= _SPAN * grid[0]:
                return grid
        return self._grids[-1]


def _ranges(box: Rect, edge_px: int) -> tuple[range, range]:
    """The columns and the rows of cells that a box reaches into."""
    left, top, right, bottom = box
    across = range(left // edge_px, (right - 1) // edge_px + 1)
    return across, range(top // edge_px, (bottom - 1) // edge_px + 1)
