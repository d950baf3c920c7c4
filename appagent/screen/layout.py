"""The cards, rows and cells that a person would touch, out of words and icons and the grounds that
they are drawn on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from appagent.geometry import Rect, bounding_box

_INSIDE_PX = 4  # how far a piece may stand out of its ground, which is blurred at its edge
_THIN_PX = 9  # lower is a line under a tab, between two rows of things
_THING_SHARE = 0.12  # of the whole: a larger ground holds several things
_NESTED_SHARE = 0.4  # of a ground: what fills so much of it is the thing itself
_JOINED = 0.8  # of the lower one's height: things nearer side by side are one, an icon and its word
_LIST = 5  # rows: fewer lines one below the other may be a text
_ALIGNED_PX = 6  # between the left edges of the rows of a list
_PITCH = 0.25  # of the distance of two rows: the next may be so much nearer or further
_ICON = 1.6  # times as wide as it is high, at most,
_ICON_SHARE = 0.2  # and this of its row
_MARGIN = 2.5  # times the row's height: an icon's cell at the end of a row is not wider


class _Thing(NamedTuple):
    bounds: Rect
    parts: list[Rect]  # what is touched of it
    ground: bool  # whether it is a ground, not a piece


def arrange(
    pieces: Sequence[Rect], grounds: Sequence[Rect], whole: Rect, known: Sequence[Rect] = ()
) -> list[Rect]:
    """The bounds of what can be touched, given the `pieces` that are drawn, in the picture `whole`.

    Each piece belongs to the smallest of the `grounds` that contains it. A ground with one piece is
    touched as a whole, one with several by its rows and cells; pieces without a ground are rows of
    a list, or are touched themselves. No ground or row covers what is `known` already.
    """
    things = [_Thing(piece, [piece], ground=False) for piece in pieces]
    for ground in sorted(grounds, key=lambda ground: ground.area):
        inside = [t for t in things if ground.inset(-_INSIDE_PX).contains(t.bounds)]
        nested = [t.bounds.area for t in inside if t.ground]
        held = any(not ground.intersect(box).empty for box in known)
        if held or not inside or len(nested) > 1 or sum(nested) >= _NESTED_SHARE * ground.area:
            continue
        parts = _parts(ground, [t.bounds for t in inside], ground.area <= _THING_SHARE * whole.area)
        if parts:
            things = [t for t in things if t not in inside] + [_Thing(ground, parts, ground=True)]
    loose = [t.bounds for t in things if not t.ground]
    taken = [*known, *(t.bounds for t in things if t.ground)]
    return [part for t in things if t.ground for part in t.parts] + _rows(loose, taken, whole)


def _parts(ground: Rect, pieces: Sequence[Rect], small: bool) -> list[Rect]:
    """The parts of a ground that are touched; none of one that is too large, and no list."""
    pieces = [piece for piece in pieces if piece.height >= _THIN_PX] or pieces
    bands, columns = _bands(pieces), _columns(pieces)
    tabs = len(bands) == 2 and all(len(_columns(band)) == len(columns) > 1 for band in bands)
    if len(bands) == 1 or tabs:  # icons with their words below
        return _cells(ground, pieces) if small else []
    table = all(len(_columns(band)) > 1 for band in bands)
    if table or (len(bands) > 2 and len(_runs(bands)) == 1):
        edges = _between([bounding_box(band) for band in bands], ground.top, ground.bottom)
        rows = [Rect(ground.left, top, ground.right, low) for top, low in edges]
        return [c for row, band in zip(rows, bands, strict=True) for c in _cells(row, band)]
    if not small:
        return []
    if len(columns) > 2:
        return _cells(ground, pieces)
    # A card, with a link or a button on it that is another thing.
    largest = max(pieces, key=lambda piece: piece.area)
    return [ground, *(p for p in pieces if p != largest and len(columns) > 1)]


def _rows(pieces: Sequence[Rect], taken: Sequence[Rect], whole: Rect) -> list[Rect]:
    """The pieces, as rows from edge to edge where they form a list, clear of what is `taken`."""
    out: list[Rect] = []
    for run in _runs(_bands(pieces)):
        middles = [bounding_box(band).center.y for band in run]
        half = (middles[-1] - middles[0]) / (2 * max(1, len(run) - 1))
        for band, middle in zip(run, middles, strict=True):
            row = Rect(whole.left, round(middle - half), whole.right, round(middle + half))
            row = row.intersect(whole)
            free = len(run) >= _LIST and all(row.intersect(other).empty for other in taken)
            out += _cells(row, band) if free else band
    return out


def _cells(row: Rect, pieces: Sequence[Rect]) -> list[Rect]:
    """The cells of a row, cut between its columns; an icon at an end is the middle of its cell."""
    columns = _columns(pieces)
    left, right = row.left, row.right
    ends: list[Rect] = []
    while len(columns) > 1 and _is_end(columns[-1], row, right):
        near = (columns[-2].right + columns[-1].left) // 2
        start = max(2 * columns[-1].center.x - right, near)
        ends.append(Rect(start, row.top, right, row.bottom))
        right = start
        columns.pop()
    if len(columns) > 1 and _is_end(columns[0], row, left):
        near = (columns[0].right + columns[1].left) // 2
        end = min(2 * columns[0].center.x - left, near)
        ends.append(Rect(left, row.top, end, row.bottom))
        left = end
        columns.pop(0)
    middles = [(a.right + b.left) // 2 for a, b in pairwise(columns)]
    edges = [left, *middles, right]
    inner = [Rect(a, row.top, b, row.bottom) for a, b in pairwise(edges)]
    return [cell for cell in (*ends, *inner) if not cell.empty]


def _is_end(column: Rect, row: Rect, edge: int) -> bool:
    """Whether it is an icon near an edge of its row: a back arrow, a switch, a menu's dots."""
    icon = column.width <= min(_ICON * max(column.height, _THIN_PX), _ICON_SHARE * row.width)
    return icon and 2 * abs(column.center.x - edge) <= _MARGIN * row.height


def _between(boxes: Sequence[Rect], top: int, bottom: int) -> list[tuple[int, int]]:
    """The upper and lower edges of rows that separate boxes one below the other."""
    middles = [(a.bottom + b.top) // 2 for a, b in pairwise(boxes)]
    edges = [top, *middles, bottom]
    return list(pairwise(edges))


def _bands(pieces: Sequence[Rect]) -> list[list[Rect]]:
    """The pieces of each horizontal band, from the top."""
    out: list[list[Rect]] = []
    for piece in sorted(pieces, key=lambda piece: piece.top):
        if out and piece.top < max(other.bottom for other in out[-1]):
            out[-1].append(piece)
        else:
            out.append([piece])
    return out


def _columns(pieces: Sequence[Rect]) -> list[Rect]:
    """The columns of pieces that stand side by side, from the left."""
    out: list[Rect] = []
    for piece in sorted(pieces, key=lambda piece: piece.left):
        if out and piece.left - out[-1].right <= _JOINED * min(piece.height, out[-1].height):
            out[-1] = bounding_box([out[-1], piece])
        else:
            out.append(piece)
    return out


def _runs(bands: Sequence[list[Rect]]) -> list[list[list[Rect]]]:
    """The bands in their order, those of one list together: evenly spaced from one left edge."""
    runs: list[list[list[Rect]]] = []
    for band in bands:
        if runs and _continues(runs[-1], band):
            runs[-1].append(band)
        else:
            runs.append([band])
    return runs


def _continues(run: Sequence[list[Rect]], band: list[Rect]) -> bool:
    *before, last = [bounding_box(one) for one in run[-2:]]
    here = bounding_box(band)
    step = here.center.y - last.center.y
    usual = last.center.y - before[0].center.y if before else step
    return abs(here.left - last.left) <= _ALIGNED_PX and abs(step - usual) <= _PITCH * usual
