"""Where the boxes of a drawn graph stand, and how the lines between them run.

Boxes stand in columns by their distance from the first. Lines run in the gutters between the
columns, and above them all from gutter to gutter, so that none runs through a box. Lines that end
at the same box share their last part. All lengths are px.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

GRID = 6  # px: no two lines are nearer
ENTRY = 3 * GRID  # below the top of a box: where lines end
_MARGIN = 3 * GRID  # between a box and the first line beside it
_GAP = 4 * GRID  # between two boxes of a column
_ODD = 2  # px that odd columns stand lower, so that no line lies on one of the next column


class Link(NamedTuple):
    """A line from one box to another one."""

    start: int
    end: int
    back: bool = False  # it counts for the distance only where nothing else leads there


class Line(NamedTuple):
    """A link with the place where it leaves its box."""

    start: int
    end: int
    below_px: int  # the top of its box
    hidden: bool = False  # shown alone: it may lie between other lines


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Drawing:
    width: int
    height: int
    boxes: tuple[Spot, ...]  # their upper left corners
    lines: tuple[tuple[Spot, ...], ...]  # the corners of each, from box to box


def columns(boxes: int, links: Sequence[Link]) -> list[int]:
    """The distance of each box from box 0 or, where nothing leads there, from others that nothing
    leads to, which stand in the first column too."""
    found: dict[int, int] = {}
    ahead = [link for link in links if not link.back]
    led = {link.end for link in ahead if link.start != link.end}
    spread(found, [0] if boxes else [], ahead)
    spread(found, found, links)
    for box in (*(n for n in range(boxes) if n not in led), *range(boxes)):
        if box not in found:
            spread(found, [box], ahead)
            spread(found, list(found), links)
    return [found[n] for n in range(boxes)]


def spread(found: dict[int, int], starts: Iterable[int], links: Sequence[Link]) -> None:
    """Put into `found` how far each box is from the nearest of these, where links lead there."""
    waiting = deque(starts)
    for start in waiting:
        found.setdefault(start, 0)
    while waiting:
        box = waiting.popleft()
        for link in links:
            if link.start == box and link.end not in found:
                found[link.end] = found[box] + 1
                waiting.append(link.end)


def lay_out(
    column: Sequence[int], heights: Sequence[int], width: int, lines: Sequence[Line]
) -> Drawing:
    """The boxes of one width and of these heights, multiples of `GRID`, in their columns."""
    tops = _tops(column, heights, lines)
    routes = [_Route(line, column, tops) for line in lines]
    count = max(column, default=0) + 1
    gutters = [_gutter([route for route in routes if gutter in route.gutters], gutter)
               for gutter in range(count)]  # fmt: skip
    left, x = list[int](), 0
    for gutter in gutters:
        left.append(x)
        x += width + gutter.width
    lanes = _lanes([route for route in routes if route.turns])
    down = (max(lanes.values(), default=-1) + 1) * GRID + (GRID if lanes else 0)

    def corners(route: _Route) -> tuple[Spot, ...]:
        line = route.line
        first, last = left[column[line.start]], left[column[line.end]]
        at = [left[g] + width + gutters[g].places[route.key(g)] for g in route.gutters]
        begin = Spot(first + (width if route.leaves_right else 0), route.leaves + down)
        end = Spot(last + (width if route.enters_right else 0), route.enters + down)
        if not route.turns:
            return (begin, Spot(at[0], begin.y), Spot(at[0], end.y), end)
        lane = lanes[route.lane] * GRID
        return (begin, Spot(at[0], begin.y), Spot(at[0], lane),
                Spot(at[1], lane), Spot(at[1], end.y), end)  # fmt: skip

    ends = [top + height for top, height in zip(tops, heights, strict=True)]
    return Drawing(
        width=x,
        height=max(ends, default=0) + down,
        boxes=tuple(Spot(left[column[n]], top + down) for n, top in enumerate(tops)),
        lines=tuple(corners(route) for route in routes),
    )


# --- boxes ----------------------------------------------------------------------------------------


def _tops(column: Sequence[int], heights: Sequence[int], lines: Sequence[Line]) -> list[int]:
    """How far from the top each box stands: near to what leads to it from the column before, in
    the order in which that stands."""
    tops = [0] * len(column)
    for each in sorted(set(column)):
        led: dict[int, list[int]] = {n: [] for n, own in enumerate(column) if own == each}
        for line in lines:
            if line.end in led and column[line.start] == each - 1:
                led[line.end].append(tops[line.start] + line.below_px - ENTRY)
        order = sorted(led, key=lambda n: (min(led[n], default=1 << 30), n))
        wanted = [min(led[n], default=0) for n in order]
        for n, top in zip(order, _apart(wanted, [heights[n] for n in order]), strict=True):
            tops[n] = top + each % 2 * _ODD
    return tops


def _apart(wanted: Sequence[int], heights: Sequence[int]) -> list[int]:
    """Places without overlap that are nearest to the wanted ones, in this order, none above 0."""
    offsets, total = list[int](), 0
    for height in heights:
        offsets.append(total)
        total += height + _GAP
    pools: list[tuple[float, int]] = []  # the mean of boxes that touch, and how many they are
    for want, offset in zip(wanted, offsets, strict=True):
        mean, count = float(want - offset), 1
        while pools and pools[-1][0] > mean:
            before, many = pools.pop()
            mean, count = (mean * count + before * many) / (count + many), count + many
        pools.append((mean, count))
    means = [mean for mean, count in pools for _ in range(count)]
    return [
        max(0, round(mean / GRID) * GRID) + offset
        for mean, offset in zip(means, offsets, strict=True)
    ]


# --- lines ----------------------------------------------------------------------------------------


class _Route:
    """Through which gutters a line runs. The gutter of a number is right of that column."""

    def __init__(self, line: Line, column: Sequence[int], tops: Sequence[int]) -> None:
        start, end = column[line.start], column[line.end]
        self.line = line
        self.leaves_right, self.enters_right = end >= start, end <= start
        first = start if self.leaves_right else start - 1
        last = end if self.enters_right else end - 1
        self.turns = first != last
        self.gutters: tuple[int, ...] = (first, last) if self.turns else (first,)
        self.leaves = tops[line.start] + line.below_px
        self.enters = tops[line.end] + ENTRY
        self.lane: Hashable = (line.end, line.hidden)

    def key(self, gutter: int) -> Hashable:
        """Lines of one key share their part in a gutter."""
        up = self.turns and gutter == self.gutters[0]
        return self.line.end, up, self.enters_right, self.line.hidden

    def span(self, gutter: int) -> tuple[int, int]:
        """From where to where it runs in a gutter."""
        if not self.turns:
            return self.leaves, self.enters
        return (self.leaves, 0) if gutter == self.gutters[0] else (0, self.enters)


class _Gutter(NamedTuple):
    width: int
    places: Mapping[Hashable, int]  # from its left side


def _gutter(routes: Sequence[_Route], gutter: int) -> _Gutter:
    """The place of each line in a gutter: what enters on the right side of a box on the left, the
    others on the right; what is hidden between them."""
    groups: dict[tuple[bool, bool], dict[Hashable, list[tuple[int, int]]]] = {
        (hidden, right): defaultdict(list) for hidden in (False, True) for right in (False, True)
    }
    for route in routes:
        of = groups[route.line.hidden, route.enters_right]
        of[route.key(gutter)].append(route.span(gutter))
    tracks = {kind: _tracks(spans) for kind, spans in groups.items()}
    many = {kind: max(found.values(), default=-1) + 1 for kind, found in tracks.items()}
    shown = many[False, True] + many[False, False]
    hidden = many[True, True] + many[True, False]
    width = 2 * _MARGIN + max(shown, hidden, 2) * GRID
    places: dict[Hashable, int] = {}
    for (is_hidden, right), found in tracks.items():
        shift = GRID // 2 if is_hidden else 0
        for key, track in found.items():
            from_left = _MARGIN + track * GRID
            places[key] = shift + (from_left if right else width - from_left)
    return _Gutter(width, places)


def _tracks(spans: Mapping[Hashable, Sequence[tuple[int, int]]]) -> dict[Hashable, int]:
    """A track for each key, so that no two on one track meet. What leads down begins the nearer to
    its end the higher it begins, which spares crossings."""

    def order(key: Hashable) -> tuple[bool, int]:
        leaves = min(start for start, _ in spans[key])
        down = all(start <= end for start, end in spans[key])
        return not down, leaves if down else -leaves

    out: dict[Hashable, int] = {}
    taken: list[tuple[int, int, int]] = []  # from where, to where, on which track
    for key in sorted(spans, key=order):
        low, high = min(map(min, spans[key])), max(map(max, spans[key]))
        beside = (track for a, b, track in taken if a <= high + GRID and low - GRID <= b)
        out[key] = track = max(beside, default=-1) + 1
        taken.append((low, high, track))
    return out


def _lanes(routes: Iterable[_Route]) -> dict[Hashable, int]:
    """A lane above all boxes for each box that lines end at which cross columns."""
    spans: dict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for route in routes:
        first, last = route.gutters
        # Two columns apart by more than lines must be, so that lines that meet share no lane.
        spans[route.lane].append((first * 2 * GRID, last * 2 * GRID))
    return _tracks(spans)
