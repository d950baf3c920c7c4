"""What a touch on each number reaches, on the pocket phone by the phone's own word and on real
screens by their trees; and how the numbers stand to each other.

Every page of an app that touching finds is looked at as it is then: with its snackbar, its
keyboard, its sheets and dialogs, and scrolled by odd amounts, so that rows are cut.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import combinations

import numpy as np

from appagent.actions.gestures import drag, touch_point
from appagent.geometry import Point, Rect, Size
from appagent.screen.describe import phrase
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import find_marks
from appagent.screen.overlay import resize, scale_boxes, tag_places
from appagent.screen.values import App, Mark, Screen, View
from pocketphone.phone import Phone
from pocketphone.ui.content import Canvas
from pocketphone.ui.controls import Slider
from pocketphone.ui.field import TextField
from pocketphone.ui.widget import Node
from pocketphone.ui.windows import SnackbarPanel
from scripts.crawl import Copy, Way, _look_of, _starts, do, spots

APPS = (
    "chat", "clock", "contacts", "launcher", "mail", "maps", "music", "photos", "reviews",
    "settings", "shop", "social", "video",
)  # fmt: skip
SEEDS = (1, 2, 3)
WIDTH_PX = 720  # what a model gets
NEAR_PX = 2  # of that picture: nearer tags read as one
_SCROLLS = (0.11, 0.23, 0.36)  # of the screen's height: rows end up cut in different ways


@dataclass(frozen=True, slots=True)
class Wrong:
    """A number whose touch reaches something else."""

    page: str
    mark: str
    bounds: Rect
    point: Point
    reached: str

    def __str__(self) -> str:
        return f"{self.page}: {self.mark} {[*self.bounds]} at {[*self.point]} -> {self.reached}"


def screen_of(phone: Phone, *, picture: bool = False) -> Screen:
    """The phone's screen as the agent captures it; grey without its `picture`."""
    width, height = phone.size
    found = parse_hierarchy(phone.hierarchy().encode(), Size(width, height))
    scene = phone.look()
    grey = np.broadcast_to(np.uint8(238), (height, width, 3))
    board = scene.keyboard.area(scene.env) if scene.keyboard else None
    return Screen(
        image=np.asarray(phone.frame().convert("RGB")) if picture else grey,
        app=App(*phone.focus),
        elements=found.elements,
        taken_at=datetime.now(UTC),
        keyboard=board is not None,
        keyboard_area=Rect(*board) if board else None,
        surfaces=found.surfaces,
    )


def taker(phone: Phone, point: Point) -> Node | str:
    """What takes a touch at a point, by the phone's own order of what lies on what."""
    scene = phone.look()
    if scene.keyboard is not None and scene.keyboard.area(scene.env).holds(*point):
        return "the keyboard"
    if scene.overlay is not None and not scene.front.shown.holds(*point):
        return "beside the window"
    for node in scene.front.under(*point):
        if _takes(node):
            return node
    return "nothing"


def _takes(node: Node) -> bool:
    widget = node.widget
    if isinstance(widget, Canvas) and (widget.tapped or widget.held):
        return True
    alive = isinstance(widget, TextField | Slider | SnackbarPanel)
    return alive or widget.clickable or widget.long_clickable


def touch_of(mark: Mark, screen: Screen) -> Point:
    """Where a tap on the mark goes; of what is only swiped, where the finger comes down."""
    if mark.element and mark.element.uses == {"swipe"}:
        return drag(mark.bounds, "up", "medium", screen.size).start
    return touch_point(mark, View(screen, find_marks(screen), screen.image))


def wrong_marks(phone: Phone, screen: Screen) -> Iterator[Wrong]:
    """The numbers of the screen whose touch, or whose drag's start, reaches something else."""
    for mark in find_marks(screen):
        assert mark.element is not None
        point = touch_of(mark, screen)
        node = taker(phone, point)
        if not _is_it(node, mark, phone, swiped=mark.element.uses == {"swipe"}):
            said = node if isinstance(node, str) else f"{_ref(node)} {[*node.shown]}"
            yield Wrong(phone.page.page, phrase(mark.element), mark.bounds, point, said)


def _is_it(node: Node | str, mark: Mark, phone: Phone, *, swiped: bool) -> bool:
    bounds = mark.element.bounds if mark.element else mark.bounds
    if isinstance(node, Node) and Rect(*node.shown) == bounds:
        return True
    if not swiped:
        return False
    if isinstance(node, str):
        return node == "nothing"
    # A drag may begin on anything that stands inside what is dragged.
    return bounds.contains(Rect(*node.shown)) and any(
        Rect(*n.shown) == bounds for n in phone.look().front.walk() if node in n.walk()
    )


def slivers(phone: Phone, screen: Screen) -> Iterator[str]:
    """The numbers on what an edge cut down to less than a third, and below a tag's height."""
    least_px, nodes = phone.env.px(15.5), list(phone.look().front.walk())
    boxes = {Rect(*node.shown): node for node in nodes if _takes(node) or node.children}
    for mark in find_marks(screen):
        node = boxes.get(mark.element.bounds) if mark.element else None
        if node is None:
            continue
        sides = ((node.shown.width, node.box.width), (node.shown.height, node.box.height))
        if any(px < least_px and px < whole / 3 for px, whole in sides):
            said = phrase(mark.element) if mark.element else ""
            yield f"{phone.page.page}: {said} {[*mark.bounds]} of {[*node.box]}"


def tag_faults(screen: Screen) -> tuple[list[str], list[str]]:
    """The tags that touch another one, and those that stand more on another box than on their own,
    or not on it at all though it has room.

    On the picture that is sent: two digits that touch read as one number.
    """
    marks = find_marks(screen)
    tags = tag_places(screen.image, marks, width_px=WIDTH_PX)
    out = resize(screen.image, WIDTH_PX)
    boxes = scale_boxes(marks, screen.image, out)
    return faults_of_tags(tags, boxes, [phrase(m.element) for m in marks if m.element])


def faults_of_tags(
    tags: Sequence[Rect], boxes: Sequence[Rect], names: Sequence[str]
) -> tuple[list[str], list[str]]:
    """What touches, and what stands astray, of tags for boxes."""
    near = [
        f"touching tags: {names[a]} and {names[b]} {[*tags[a]]} {[*tags[b]]}"
        for a, b in combinations(range(len(tags)), 2)
        if tags[a].inset(-NEAR_PX).overlaps(tags[b])
    ]
    astray = []
    for n, (tag, own) in enumerate(zip(tags, boxes, strict=True)):
        other = max((tag.intersect(box).area for box in boxes if not box.contains(own)), default=0)
        room = min(own.size) > 2 * max(tag.size)
        if tag.intersect(own).area < max(other, 1 if room else 0):
            astray.append(f"tag astray: {names[n]} {[*tag]} of {[*own]}")
    return near, astray


def _ref(node: Node) -> str:
    widget = node.widget
    return f"{type(widget).__name__} {widget.id if widget.ref is None else widget.ref}"


# --- the pages ------------------------------------------------------------------------------------


def pages(app: str, seed: int, most: int) -> Iterator[tuple[Phone, Way]]:
    """The phone on each page of an app, as it is right after the touch that led there."""
    phone = Phone(seed=seed)
    waiting: deque[tuple[Copy, Way]] = deque()
    seen: set[object] = set()
    opened: set[object] = set()
    for start, way in _and_then(_starts(phone, app), waiting):
        if len(seen) >= most:
            return
        start.put(phone)
        if phone.app.package != f"com.pocketphone.{app}":
            continue
        if _whole_look(phone) not in seen:
            seen.add(_whole_look(phone))
            yield phone, way
        if _look_of(phone) in opened:
            continue
        opened.add(_look_of(phone))
        for share in _SCROLLS:
            start.put(phone)
            width, height = phone.size
            phone.drag(width / 2, height * 0.6, width / 2, height * (0.6 - share))
            yield phone, (*way, f"scroll {share}")
        start.put(phone)
        for spot, verb in [(one, verb) for one in spots(phone) for verb in one.verbs]:
            start.put(phone)
            do(phone, spot.point, verb)
            if phone.app.package != f"com.pocketphone.{app}" or _whole_look(phone) in seen:
                continue
            seen.add(_whole_look(phone))
            step = (*way, spot.ref if verb == "tap" else f"{verb} {spot.ref}")
            yield phone, step
            waiting.append((Copy.of(phone), step))


def _and_then(
    starts: Iterator[tuple[Copy, Way]], waiting: deque[tuple[Copy, Way]]
) -> Iterator[tuple[Copy, Way]]:
    """The starts, each gone to when its turn comes, then what waits by then."""
    yield from starts
    while waiting:
        yield waiting.popleft()


def _whole_look(phone: Phone) -> object:
    return _look_of(phone), phone.keyboard_shown, phone._snackbar is not None


@dataclass
class Figures:
    """What was found on all pages."""

    pages: int = 0
    marks: int = 0
    wrong: int = 0
    slivers: int = 0
    tags_touching: int = 0
    tags_astray: int = 0


def measure(
    app: str, seed: int, most: int, figures: Figures, *, pictures: bool = False
) -> Iterator[str]:
    """The faults of an app's pages, each once a page and kind; counts them all."""
    told: set[str] = set()
    for phone, way in pages(app, seed, most):
        screen = screen_of(phone, picture=pictures)
        found = [*map(str, wrong_marks(phone, screen))]
        cut = [*slivers(phone, screen)]
        figures.pages += 1
        figures.marks += len(find_marks(screen))
        figures.wrong += len(found)
        figures.slivers += len(cut)
        if pictures:
            touching, astray = tag_faults(screen)
            figures.tags_touching += len(touching)
            figures.tags_astray += len(astray)
            found += [*touching, *astray]
        for fault in (*found, *(f"sliver: {one}" for one in cut)):
            kind = fault.partition(" [")[0]
            if kind not in told:
                told.add(kind)
                yield f"{app}, seed {seed}, {' > '.join(way) or 'first page'}: {fault}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("apps", nargs="*", metavar="APP", default=APPS)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--pages", type=int, default=120, help="of an app on a phone, at most")
    parser.add_argument("--pictures", action="store_true", help="look at the tags, too")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    figures = Figures()
    for app in options.apps:
        for seed in options.seeds:
            for fault in measure(app, seed, options.pages, figures, pictures=options.pictures):
                print(fault, file=sys.stderr, flush=True)
    told = asdict(figures)
    print(json.dumps(told) if options.json else "\n".join(f"{k:14}{v}" for k, v in told.items()))
    return figures.wrong + figures.slivers > 0


if __name__ == "__main__":
    sys.exit(main())
