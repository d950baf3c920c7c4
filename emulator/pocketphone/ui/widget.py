"""The widget: what every part of a screen is, how it gets its place, how a touch reaches it.

A view returns a tree of frozen widgets. `lay` measures it (pure), `place` gives each widget its
px on the screen and drops what is scrolled away; the resulting `Node`s are what is painted,
touched and dumped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

from pocketphone.ui.geometry import Rect
from pocketphone.ui.painter import Painter
from pocketphone.ui.theme import Env, Paint

Handler = Callable[[], object]
Path = tuple[str | int, ...]
Length = float | Literal["fill"] | None
"""dp, all there is, or (None) what the content needs."""

UNBOUNDED = 1 << 20  # px: more than any screen; the height of a scrolled column's room


class Room(NamedTuple):
    """The sizes a widget may take, px."""

    min_w: int
    max_w: int
    min_h: int
    max_h: int

    def fit(self, width: int, height: int) -> tuple[int, int]:
        return (
            max(self.min_w, min(self.max_w, width)),
            max(self.min_h, min(self.max_h, height)),
        )

    def shrunk(self, x: int, y: int) -> Room:
        return Room(
            max(0, self.min_w - x),
            max(0, self.max_w - x),
            max(0, self.min_h - y),
            self.max_h if self.max_h >= UNBOUNDED else max(0, self.max_h - y),
        )

    @property
    def loose(self) -> Room:
        return self._replace(min_w=0, min_h=0)


@dataclass(slots=True)
class Laid:
    """A measured widget: its size and where its children stand inside it, px."""

    widget: Widget
    width: int
    height: int
    children: list[tuple[int, int, Laid]] = field(default_factory=list)
    data: Any = None  # what measuring found and painting needs: a text's lines


@dataclass(slots=True)
class Ui:
    """What a page remembers by itself: scroll offsets, the field in focus, the cursor."""

    scroll: dict[Path, int] = field(default_factory=dict)
    focus: Path | None = None
    cursor: int = 0
    selected: bool = False  # all of the field's text: what is typed next replaces it
    keyboard: bool = False
    reveal: bool = False  # the field in focus is to be scrolled into sight, once
    opened: bool = False  # was shown once: a field with `autofocus` had its chance


@dataclass(slots=True)
class Node:
    """A widget with its place on the screen."""

    widget: Widget
    path: Path
    index: int  # among its parent's children, those that are not shown included
    box: Rect  # px, may reach outside the screen
    shown: Rect  # px, the part that can be seen
    children: list[Node]
    data: Any = None
    description: str = ""
    focused: bool = False
    selected: bool = False  # the text of the field in focus, whole
    cursor: int = 0
    scrolled: int = 0  # px that its children are moved up

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    def towards(self, path: Path) -> Iterator[Node]:
        """This node and those inside it on the way to `path`."""
        node: Node | None = self
        while node is not None:
            yield node
            ahead = (child for child in node.children if path[: len(child.path)] == child.path)
            node = next(ahead, None)

    def under(self, x: float, y: float) -> Iterator[Node]:
        """The nodes under a point, each before what it lies on."""
        if self.shown.holds(x, y):
            for child in reversed(self.children):
                yield from child.under(x, y)
            yield self


@dataclass(frozen=True, slots=True)
class Touch:
    """A finger that came down and went up at one place."""

    node: Node
    x: float  # px of the screen
    y: float
    long: bool
    env: Env
    ui: Ui


@dataclass(frozen=True, slots=True)
class Move:
    """A finger drawn from one place to another."""

    node: Node
    start: tuple[float, float]
    end: tuple[float, float]
    env: Env
    ui: Ui

    @property
    def dx(self) -> float:
        return self.end[0] - self.start[0]

    @property
    def dy(self) -> float:
        return self.end[1] - self.start[1]

    @property
    def upright(self) -> bool:
        return abs(self.dy) >= abs(self.dx)


@dataclass(frozen=True, kw_only=True)
class Widget:
    """One part of a screen. Sizes in dp; subclasses measure (`arrange`) and paint themselves."""

    android: ClassVar[str] = "android.view.View"  # the class that a dump names
    recycles: ClassVar[bool] = False  # children out of sight take no index
    focusable: ClassVar[bool | None] = None  # None: where it can be clicked

    id: str | None = None  # resource id; "save" stands for "package:id/save"
    ref: str | None = None  # ground truth for `pocketphone tree`; the id where None
    key: str | int | None = None  # identity among siblings; needed where rows come and go
    node: str | None = None  # another class name for the dump; "" leaves the node out
    description: str = ""
    enabled: bool = True
    selected: bool = False
    visible: bool = True  # False: takes no room and is not dumped, but counts in `index`
    on_tap: Handler | None = None
    on_long_press: Handler | None = None
    width: Length = None
    height: Length = None
    weight: float = 0  # share of what a Row or Column has left
    padding: float | tuple[float, float] | tuple[float, float, float, float] = (
        0  # all | x, y | ltrb
    )
    background: Paint | None = None
    radius: float = 0
    border: Paint | None = None
    elevation: float = 0
    mirrored: bool = True  # False: from left to right in every language, as the digits of a time

    # what a dump says

    @property
    def class_name(self) -> str:
        return self.android if self.node is None else self.node

    @property
    def text(self) -> str:
        return ""

    def described(self, env: Env) -> str:
        """The description, in the phone's language."""
        del env
        return self.description

    @property
    def hinted(self) -> str:
        """What an empty field asks for."""
        return ""

    @property
    def clickable(self) -> bool:
        return self.on_tap is not None

    @property
    def long_clickable(self) -> bool:
        return self.on_long_press is not None

    @property
    def checked(self) -> bool | None:
        """None where there is nothing to check."""
        return None

    @property
    def password(self) -> bool:
        return False

    def scrollable(self, node: Node) -> bool:
        del node
        return False

    # layout

    @property
    def parts(self) -> Sequence[Widget]:
        """The widgets inside this one."""
        return ()

    def insets(self, env: Env) -> tuple[int, int, int, int]:
        """Padding in px: left, top, right, bottom."""
        match self.padding:
            case (left, top, right, bottom):
                return env.px(left), env.px(top), env.px(right), env.px(bottom)
            case (x, y):
                return env.px(x), env.px(y), env.px(x), env.px(y)
            case all_sides:
                edge = env.px(float(all_sides))
                return edge, edge, edge, edge

    def lay(self, env: Env, room: Room) -> Laid:
        """This widget measured inside `room`, its own size and padding applied."""
        width, height = _fix_size(env, self.width), _fix_size(env, self.height)
        if self.width == "fill" and room.max_w < UNBOUNDED:
            width = room.max_w
        if self.height == "fill" and room.max_h < UNBOUNDED:
            height = room.max_h
        if width is not None:
            room = room._replace(min_w=min(width, room.max_w), max_w=min(width, room.max_w))
        if height is not None:
            room = room._replace(min_h=min(height, room.max_h), max_h=min(height, room.max_h))
        left, top, right, bottom = self.insets(env)
        laid = self.arrange(env, room.shrunk(left + right, top + bottom))
        laid.width, laid.height = room.fit(laid.width + left + right, laid.height + top + bottom)
        if left or top:
            laid.children = [(x + left, y + top, child) for x, y, child in laid.children]
        return laid

    def arrange(self, env: Env, room: Room) -> Laid:
        """The content measured; padding is already taken from `room`."""
        del env
        return Laid(self, room.min_w, room.min_h)

    def offset(self, laid: Laid, path: Path, ui: Ui, env: Env) -> tuple[int, int]:
        """Px by which the children are scrolled: positive towards the end."""
        del laid, path, ui, env
        return 0, 0

    # drawing

    def paint(self, brush: Painter, node: Node) -> None:
        """Draw what lies under the children; the ground by default."""
        env = brush.env
        radius = env.px(self.radius)
        if self.elevation:
            brush.shadow(node.box, max(2, env.px(self.elevation)), radius)
        if self.background is not None:
            brush.fill(node.box, self.background, radius)
        if self.border is not None:
            brush.outline(node.box, self.border, env.px(1), radius)

    # touch

    def take_touch(self, touch: Touch) -> bool:
        """Whether this widget took the touch; one that cannot leaves it to its parent."""
        handler = self.on_long_press if touch.long else self.on_tap
        if handler is None and touch.long and self.on_tap is not None:
            handler = self.on_tap  # a view without a long press answers when the finger lifts
        if handler is None:
            return False
        if self.enabled:
            handler()
        return True

    def take_move(self, move: Move) -> bool:
        """Whether this widget took the drag."""
        del move
        return False


def _fix_size(env: Env, length: Length) -> int | None:
    return None if length is None or length == "fill" else env.px(length)


def place(
    laid: Laid,
    x: int,
    y: int,
    clip: Rect,
    ui: Ui,
    env: Env,
    path: Path = (),
    index: int = 0,
) -> Node:
    """The node of a measured widget whose upper left corner is (x, y)."""
    box = Rect(x, y, x + laid.width, y + laid.height)
    shown = box.cut(clip)
    dx, dy = laid.widget.offset(laid, path, ui, env)
    stands = {id(part): count for count, part in enumerate(laid.widget.parts)}
    children = []
    for left, top, child in laid.children:
        if env.rtl and laid.widget.mirrored:
            left = laid.width - left - child.width
        at_x, at_y = x + left - dx, y + top - dy
        if Rect(at_x, at_y, at_x + child.width, at_y + child.height).cut(shown).empty:
            continue
        here = stands[id(child.widget)]
        name = here if child.widget.key is None else child.widget.key
        children.append(place(child, at_x, at_y, shown, ui, env, (*path, name), here))
    named = laid.widget.described(env)
    node = Node(laid.widget, path, index, box, shown, children, laid.data, named, scrolled=dy)
    if ui.focus is not None and ui.focus == path:
        node.focused = True
        node.selected, node.cursor = ui.selected, ui.cursor
    return node
