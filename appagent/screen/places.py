"""Things by where they are, so that what lies at a place is found without looking at them all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import product

from appagent.geometry import Rect

_SPAN = 3  # cells: what is longer belongs in a coarser grid
_COARSER = 3  # times


class Places:
    """Numbered rectangles in the cells of grids, a finer one for small and coarser ones for large
    rectangles."""

    def __init__(self, expected: Sequence[Rect]) -> None:
        """`expected`: roughly what will be added."""
        width = max((box.right for box in expected), default=1)
        height = max((box.bottom for box in expected), default=1)
        edge_px = max(8, round((width * height / max(1, len(expected))) ** 0.5))
        self._boxes: dict[int, Rect] = {}
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
        self._boxes[number] = box
        edge_px, cells = self._grid_for(box)
        for at in product(*_ranges(box, edge_px)):
            cells.setdefault(at, []).append(number)

    def remove(self, number: int) -> None:
        box = self._boxes.pop(number)
        edge_px, cells = self._grid_for(box)
        for at in product(*_ranges(box, edge_px)):
            cells[at].remove(number)

    def around(self, box: Rect) -> list[int]:
        """All that contain the box."""
        left, top, _, _ = box
        near = (cells.get((left // edge_px, top // edge_px), ()) for edge_px, cells in self._grids)
        return [number for cell in near for number in cell if self._boxes[number].contains(box)]

    def over(self, box: Rect, after: int = -1) -> Iterator[int]:
        """All that overlap the box, of those with a larger number than `after`; large ones first:
        who looks for what leaves nothing of the box is done sooner."""
        left, top, right, bottom = box
        seen, boxes = set[int](), self._boxes
        for edge_px, cells in reversed(self._grids):
            across, down = _ranges(box, edge_px)
            few = len(across) * len(down) < len(cells)
            reached = product(across, down) if few else cells
            for cell in map(cells.get, reached):
                if not cell or cell[-1] <= after:
                    continue
                for number in cell[bisect_right(cell, after) :]:
                    if number in seen:
                        continue
                    seen.add(number)
                    x1, y1, x2, y2 = boxes[number]  # often a thousand lie near by
                    if x1 < right and left < x2 and y1 < bottom and top < y2:
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
