"""What the hand does, in px with the frame they were measured on, and how a verb becomes that."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

from rapidfuzz import fuzz

from appagent.actions.verbs import (
    AnyVerb,
    Back,
    Enter,
    Exit,
    Home,
    LongPress,
    LongPressArea,
    OpenApp,
    ShowGrid,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    Text,
    Wait,
)
from appagent.errors import ActionImpossible
from appagent.geometry import Point, Rect, Size
from appagent.screen.describe import phrase
from appagent.screen.marks import subarea
from appagent.screen.values import Element, Mark, View

LONG_PRESS_MS = 1000
SWIPE_MS = 500  # slow enough that a list is dragged, not flung
SHARE = {"short": 0.25, "medium": 0.5, "long": 0.8}  # of the element that is swiped
EDGE_PX = 4  # gesture navigation takes touches on the very edge for itself
CLEARLY_BETTER = 35  # rapidfuzz points, of 100
SECRET_HELD = 64  # characters to clear from a field that does not tell what it holds

Key = Literal["back", "home", "enter"]


@dataclass(frozen=True, slots=True)
class TouchAt:
    point: Point
    frame: Size
    duration_ms: int = 0  # 0: a tap


@dataclass(frozen=True, slots=True)
class Drag:
    start: Point
    end: Point
    frame: Size
    duration_ms: int


@dataclass(frozen=True, slots=True)
class InputText:
    """Type `text` into the field in focus; with `field`, touch that point and clear it first."""

    text: str
    frame: Size
    field: Point | None = None
    held: int = 0  # characters the field holds now, to be cleared


@dataclass(frozen=True, slots=True)
class KeyPress:
    key: Key


Gesture = TouchAt | Drag | InputText | KeyPress


def resolve(action: AnyVerb, view: View) -> Gesture:
    """The gesture that does `action` on the screen of `view`; pure.

    Raises: `ActionImpossible`, with what the view offers instead.
    """
    frame = view.screen.size
    match action:
        case Tap():
            return TouchAt(_touch_point(_target(action, view), view), frame)
        case LongPress():
            return TouchAt(_touch_point(_target(action, view), view), frame, LONG_PRESS_MS)
        case Swipe():
            return _drag(action, view)
        case Text():
            return _input(action, view)
        case Back():
            return KeyPress("back")
        case Home():
            return KeyPress("home")
        case Enter():
            return KeyPress("enter")
        case TapArea():
            return TouchAt(subarea(_cell(action.area, view).bounds, action.subarea), frame)
        case LongPressArea():
            point = subarea(_cell(action.area, view).bounds, action.subarea)
            return TouchAt(point, frame, LONG_PRESS_MS)
        case SwipeArea():
            start = subarea(_cell(action.area, view).bounds, action.subarea)
            end = subarea(_cell(action.end_area, view).bounds, action.end_subarea)
            return Drag(start, end, frame, SWIPE_MS)
        case Wait() | OpenApp() | ShowGrid() | Exit():
            raise TypeError(f"{action.verb} is not done by the hand")


def target(action: AnyVerb, view: View) -> Mark | None:
    """The mark that `action` names; None for an action on no element.

    Raises: `ActionImpossible` where the number is none of the view's, or where the model's own
    word for its target fits another mark clearly better.
    """
    match action:
        case Tap() | LongPress() | Swipe() | Text() if action.element is not None:
            return _target(action, view)
        case TapArea() | LongPressArea() | SwipeArea():
            return _cell(action.area, view)
        case _:
            return None


def reached(action: AnyVerb, view: View) -> Element | None:
    """The element that `action` comes to: the one it names, else the field in focus, or what lies
    under the grid.

    Raises: as `target` does.
    """
    match action:
        case Text(element=None):
            return _in_focus(view)
        case TapArea() | LongPressArea():
            point = subarea(_cell(action.area, view).bounds, action.subarea)
            under = [e for e in view.screen.elements if e.uses and e.bounds.contains(point)]
            return min(under, key=lambda e: e.bounds.area, default=None)
        case _:
            mark = target(action, view)
            return mark.element if mark else None


def _in_focus(view: View) -> Element | None:
    fields = (e for e in view.screen.elements if e.focused and "text" in e.uses)
    return next(fields, None)


def _target(action: Tap | LongPress | Swipe | Text, view: View) -> Mark:
    if view.grid:
        raise ActionImpossible(
            f"{action.verb}(element) has no place on the grid: name an area and a subarea"
        )
    assert action.element is not None
    mark = _mark(action.element, view)
    _check_name(action.name, mark, view)
    return mark


def _cell(area: int, view: View) -> Mark:
    if not view.grid:
        raise ActionImpossible("areas exist on the grid only: say grid() first, or name an element")
    return _mark(area, view)


def _mark(label: int, view: View) -> Mark:
    mark = view.mark(label)
    if mark is None:
        what = "area" if view.grid else "element"
        count = len(view.marks)
        raise ActionImpossible(
            f"no {what} {label}: marks run 1-{count}"
            if count
            else f"no {what} {label}: nothing here bears a number; use back(), swipe() or grid()"
        )
    return mark


def _check_name(name: str, mark: Mark, view: View) -> None:
    """Refuse a number whose element is not what the model says it touches."""
    if not name.strip() or mark.element is None:
        return
    fits = {other.label: _fit(name, other) for other in view.marks}
    best = max(view.marks, key=lambda other: fits[other.label])
    if fits[best.label] - fits[mark.label] >= CLEARLY_BETTER and fits[best.label] >= 80:
        raise ActionImpossible(
            f"element {mark.label} is {phrase(mark.element)}, but {name!r} fits element "
            f"{best.label}, {phrase(best.element)}: say which one you mean"
            if best.element
            else f"element {mark.label} is {phrase(mark.element)}, not {name!r}"
        )


def _fit(name: str, mark: Mark) -> float:
    element = mark.element
    if element is None:
        return 0.0
    said = name.casefold()
    names = (element.name, element.value, f"{element.name} {element.role}", element.role)
    return max(fuzz.token_set_ratio(said, word.casefold()) for word in names)


def _touch_point(mark: Mark, view: View) -> Point:
    """The point nearest to the middle of `mark` that no smaller mark inside it takes."""
    inside = [
        other.bounds
        for other in view.marks
        if other is not mark and mark.bounds.contains(other.bounds) and other.bounds != mark.bounds
    ]
    center = mark.bounds.center
    if not any(rect.contains(center) for rect in inside):
        return center
    left, top, right, bottom = mark.bounds
    xs = [left + (right - left) * step // 12 for step in range(1, 12)]
    ys = [top + (bottom - top) * step // 12 for step in range(1, 12)]
    free = [
        point
        for point in (Point(x, y) for x, y in product(xs, ys))
        if not any(rect.contains(point) for rect in inside)
    ]
    return min(free, key=lambda p: (p.x - center.x) ** 2 + (p.y - center.y) ** 2, default=center)


def _drag(action: Swipe, view: View) -> Drag:
    frame = view.screen.size
    screen = frame.rect.inset(EDGE_PX)
    if action.element is None:
        # The middle four fifths: the ends of the screen belong to the system's bars.
        over = Rect(0, frame.height // 10, frame.width, frame.height * 9 // 10)
    else:
        over = _target(action, view).bounds
    x, y = over.center
    sideways = action.direction in ("left", "right")
    extent, least = (
        (over.width, frame.width // 10) if sideways else (over.height, frame.height // 20)
    )
    half = max(int(extent * SHARE[action.dist]), least) // 2
    sign = 1 if action.direction in ("right", "down") else -1
    dx, dy = (sign * half, 0) if sideways else (0, sign * half)
    # The finger goes down on the element, however small, and leaves it where it must.
    start = screen.clamp(over.clamp(Point(x - dx, y - dy)))
    end = screen.clamp(Point(start.x + 2 * dx, start.y + 2 * dy))
    return Drag(start, end, frame, SWIPE_MS)


def _input(action: Text, view: View) -> InputText:
    frame = view.screen.size
    if action.element is None:
        # A field that no tree tells of has called the keyboard all the same.
        if _in_focus(view) is None and not (view.screen.keyboard and view.grid):
            raise ActionImpossible(
                'no field is in focus: name the field\'s number, text(element, "...")'
            )
        return InputText(action.text, frame)
    mark = _target(action, view)
    element = mark.element
    if element is None or "text" not in element.uses:
        fields = [str(m.label) for m in view.marks if m.element and "text" in m.element.uses]
        raise ActionImpossible(
            f"element {mark.label} takes no text; "
            + (f"fields here: {', '.join(fields)}" if fields else "there is no field here")
        )
    held = SECRET_HELD if element.secret else len(element.value)
    return InputText(action.text, frame, _touch_point(mark, view), held)
