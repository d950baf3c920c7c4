"""Widgets that hold others: row, column, stack, grid, and those that scroll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pocketphone.ui.theme import Env
from pocketphone.ui.widget import UNBOUNDED, Handler, Laid, Move, Node, Path, Room, Ui, Widget

Align = Literal["start", "center", "end", "stretch"]
Spread = Literal["start", "center", "end", "between"]


@dataclass(frozen=True)
class Group(Widget):
    """What holds others."""

    children: Sequence[Widget] = ()

    @property
    def parts(self) -> Sequence[Widget]:
        return self.children

    @property
    def _present(self) -> list[Widget]:
        return [child for child in self.children if child.visible]


@dataclass(frozen=True)
class _Line(Group):
    """Children one after the other along one axis."""

    android: ClassVar[str] = "android.widget.LinearLayout"
    upright: ClassVar[bool]

    gap: float = 0
    align: Align = "center"  # across the line
    spread: Spread = "start"  # along the line

    def arrange(self, env: Env, room: Room) -> Laid:
        stretch = self.align == "stretch"
        laid = self._measure(env, room, stretch=stretch and self.upright)
        if stretch and not self.upright:  # as high as the tallest child, not as the room
            tallest = max((child.height for child in laid), default=0)
            room = room._replace(max_h=max(tallest, room.min_h))
            laid = self._measure(env, room, stretch=True)
        least, _, least_across, _ = self._turn(room)
        sizes = [self._size(child) for child in laid]
        gap = env.px(self.gap)
        used = sum(size for size, _ in sizes) + gap * max(0, len(sizes) - 1)
        wide = max((across for _, across in sizes), default=0)
        wide, total = max(wide, least_across), max(used, least)
        free = max(0, total - used)
        at = {"start": 0, "between": 0, "center": free // 2, "end": free}[self.spread]
        extra = free // (len(sizes) - 1) if self.spread == "between" and len(sizes) > 1 else 0
        children = []
        for child, (size, across) in zip(laid, sizes, strict=True):
            spare = wide - across
            side = {"start": 0, "stretch": 0, "center": spare // 2, "end": spare}[self.align]
            children.append((side, at, child) if self.upright else (at, side, child))
            at += size + gap + extra
        return Laid(self, *((wide, total) if self.upright else (total, wide)), children)

    def _measure(self, env: Env, room: Room, *, stretch: bool) -> list[Laid]:
        """The children in order: those without a weight first, then the rest share what is left."""
        present = self._present
        _, main, _, across = self._turn(room)
        bounded = main < UNBOUNDED
        narrow = across if stretch and across < UNBOUNDED else 0
        left = main - env.px(self.gap) * max(0, len(present) - 1)
        laid: dict[int, Laid] = {}
        for place, child in enumerate(present):
            if not (child.weight and bounded):
                laid[place] = self._lay(child, env, 0, left, narrow, across)
                left -= self._size(laid[place])[0] if bounded else 0
        shares = sum(child.weight for child in present)
        spare = max(0, left)
        for place, child in enumerate(present):
            if child.weight and bounded:
                own = round(spare * child.weight / shares)
                spare, shares = spare - own, shares - child.weight
                laid[place] = self._lay(child, env, own, own, narrow, across)
        return [laid[place] for place in range(len(present))]

    def _turn(self, room: Room) -> tuple[int, int, int, int]:
        if self.upright:
            return room.min_h, room.max_h, room.min_w, room.max_w
        return room.min_w, room.max_w, room.min_h, room.max_h

    def _lay(
        self, child: Widget, env: Env, least: int, most: int, narrow: int, across: int
    ) -> Laid:
        most = max(least, most, 0)
        if self.upright:
            return child.lay(env, Room(narrow, across, least, most))
        return child.lay(env, Room(least, most, narrow, across))

    def _size(self, laid: Laid) -> tuple[int, int]:
        """Along the line, across it."""
        return (laid.height, laid.width) if self.upright else (laid.width, laid.height)


@dataclass(frozen=True)
class Row(_Line):
    """Children side by side, in the middle of its height unless `align` says otherwise."""

    upright: ClassVar[bool] = False


@dataclass(frozen=True)
class Column(_Line):
    """Children below each other, as wide as the column unless `align` says otherwise."""

    upright: ClassVar[bool] = True
    align: Align = "stretch"


@dataclass(frozen=True)
class Stack(Group):
    """Children on top of each other, each at its own place: `at` per child, (x, y) shares."""

    android: ClassVar[str] = "android.widget.FrameLayout"

    at: Sequence[tuple[float, float]] = ()  # default (0, 0); (1, 1) is the lower right corner

    def arrange(self, env: Env, room: Room) -> Laid:
        laid = [child.lay(env, room.loose) for child in self._present]
        width, height = room.fit(
            max((child.width for child in laid), default=0),
            max((child.height for child in laid), default=0),
        )
        spots = {id(child): spot for child, spot in zip(self.children, self.at, strict=False)}
        children = []
        for child in laid:
            x, y = spots.get(id(child.widget), (0.0, 0.0))
            spot = round((width - child.width) * x), round((height - child.height) * y)
            children.append((*spot, child))
        return Laid(self, width, height, children)


@dataclass(frozen=True)
class Swiped(Stack):
    """What answers a finger drawn sideways over it: a row swept away, a picture turned over."""

    on_left: Handler | None = None
    on_right: Handler | None = None

    def take_move(self, move: Move) -> bool:
        handler = self.on_left if move.dx < 0 else self.on_right
        if move.upright or handler is None:
            return False
        handler()
        return True


@dataclass(frozen=True)
class Grid(Group):
    """Children in rows of `columns` equal cells."""

    android: ClassVar[str] = "android.view.ViewGroup"

    columns: int = 4
    gap: float = 0

    def arrange(self, env: Env, room: Room) -> Laid:
        gap = env.px(self.gap)
        cell = (room.max_w - gap * (self.columns - 1)) // self.columns
        present, children, top = self._present, [], 0
        for first in range(0, len(present), self.columns):
            row = [
                child.lay(env, Room(cell, cell, 0, UNBOUNDED))
                for child in present[first : first + self.columns]
            ]
            children += [(place * (cell + gap), top, laid) for place, laid in enumerate(row)]
            top += max(laid.height for laid in row) + gap
        return Laid(self, room.max_w, max(0, top - gap), children)


@dataclass(frozen=True)
class Scroll(Group):
    """A column taller than its place: a ScrollView, dragged up and down."""

    android: ClassVar[str] = "android.widget.ScrollView"
    focusable: ClassVar[bool | None] = True

    gap: float = 0
    at_end: bool = False  # shows the end until it is dragged, as a chat does

    def arrange(self, env: Env, room: Room) -> Laid:
        gap, top, children = env.px(self.gap), 0, []
        for child in self._present:
            laid = child.lay(env, Room(room.max_w, room.max_w, 0, UNBOUNDED))
            children.append((0, top, laid))
            top += laid.height + gap
        content = max(0, top - gap)
        height = max(room.min_h, min(content, room.max_h))
        left_top = self.insets(env)
        return Laid(self, room.max_w, height, children, data=content + left_top[1] + left_top[3])

    def offset(self, laid: Laid, path: Path, ui: Ui, env: Env) -> tuple[int, int]:
        del env
        most = max(0, laid.data - laid.height)
        at = ui.scroll.get(path, most if self.at_end else 0)
        return 0, max(0, min(most, at))

    def scrollable(self, node: Node) -> bool:
        return bool(node.data > node.box.height)

    def take_move(self, move: Move) -> bool:
        most = move.node.data - move.node.box.height
        if most <= 0 or not move.upright:
            return False
        at = max(0, min(most, move.ui.scroll.get(move.node.path, most if self.at_end else 0)))
        move.ui.scroll[move.node.path] = max(0, min(most, round(at - move.dy)))
        return True


@dataclass(frozen=True)
class List(Scroll):
    """Rows that scroll: a RecyclerView; rows out of sight are no nodes and take no index."""

    android: ClassVar[str] = "androidx.recyclerview.widget.RecyclerView"
    recycles: ClassVar[bool] = True


@dataclass(frozen=True)
class Strip(Group):
    """A row wider than its place: a HorizontalScrollView, dragged sideways."""

    android: ClassVar[str] = "android.widget.HorizontalScrollView"
    focusable: ClassVar[bool | None] = True

    gap: float = 0

    def arrange(self, env: Env, room: Room) -> Laid:
        gap, left, tall, children = env.px(self.gap), 0, room.min_h, []
        for child in self._present:
            laid = child.lay(env, Room(0, UNBOUNDED, 0, room.max_h))
            children.append((left, 0, laid))
            left += laid.width + gap
            tall = max(tall, laid.height)
        content = max(0, left - gap)
        padding = self.insets(env)
        return Laid(
            self,
            max(room.min_w, min(content, room.max_w)),
            tall,
            children,
            data=content + padding[0] + padding[2],
        )

    def offset(self, laid: Laid, path: Path, ui: Ui, env: Env) -> tuple[int, int]:
        del env
        return max(0, min(laid.data - laid.width, ui.scroll.get(path, 0))), 0

    def scrollable(self, node: Node) -> bool:
        return bool(node.data > node.box.width)

    def take_move(self, move: Move) -> bool:
        most = move.node.data - move.node.box.width
        if most <= 0 or move.upright:
            return False
        at = max(0, min(most, move.ui.scroll.get(move.node.path, 0)))
        move.ui.scroll[move.node.path] = max(0, min(most, round(at - move.dx)))
        return True
