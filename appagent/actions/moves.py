"""From what was said to what is done: an action on the screen that it was chosen for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast, get_args

from rapidfuzz import fuzz

from appagent.actions.dsl import form
from appagent.actions.gestures import (
    LONG_PRESS_MS,
    SWIPE_MS,
    Drag,
    Gesture,
    InputText,
    KeyPress,
    TouchAt,
    drag,
    touch_point,
)
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    DragAt,
    Enter,
    Exit,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    ShowGrid,
    Subarea,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
)
from appagent.errors import ActionImpossible
from appagent.geometry import Point, Rect
from appagent.screen.describe import HIDDEN, phrase, quote
from appagent.screen.marks import subarea
from appagent.screen.values import SHAPE, SURFACE, Element, Mark, Use, View

CLEARLY_BETTER = 35  # rapidfuzz points, of 100
SECRET_HELD = 64  # characters to clear from a field that does not tell what it holds


@dataclass(frozen=True, slots=True)
class Move:
    """An action with all that it comes to on one screen."""

    action: AnyVerb
    mark: Mark | None = None  # the number that it names
    element: Element | None = None  # the mark's, the field in focus, or what lies under the grid
    gesture: Gesture | None = None  # None: nothing for the hand
    package: str = ""  # what `open_app` opens, where the phone knows it
    icon: str = ""  # and what it looks for in the launcher, where not

    @property
    def use(self) -> Use | None:
        """What a document about it is about; None where nothing was touched that has a key."""
        kind = self.action.kind.removesuffix("_area").removesuffix("_at")
        use = "swipe" if kind == "drag" else kind
        known = self.element is not None and self.element.key and use in get_args(Use)
        return cast(Use, use) if known else None

    @property
    def words(self) -> str:
        """The move in words that hold on any screen: `tap button "Add city"`."""
        action, element = self.action, self.element
        words = [action.verb]
        if element is not None and not isinstance(action, SwipeArea | DragAt):
            words.append(phrase(element))
        if action.kind.endswith(("_area", "_at")) and (element is None or element.role == SURFACE):
            words.append(form(action).partition("(")[2].rstrip(")"))
        elif element is not None and element.role == SHAPE:
            words.append("at {}, {}".format(*element.bounds.center))
        elif isinstance(action, Swipe) and element is None:
            words.append("screen")
        match action:
            case Swipe():
                words.append(action.direction)
            case Text():
                typed = HIDDEN if element and element.secret else action.text
                words.append("<- " * (element is not None) + quote(typed))
            case OpenApp():
                words.append(quote(action.app))
        return " ".join(words)


def resolve(action: AnyVerb, view: View) -> Move:
    """The move that `action` is on the screen of `view`; pure.

    Raises: `ActionImpossible`, with what the view offers instead, where the number is none of the
    view's or the model's own word for its target fits another mark clearly better.
    """
    move = _resolved(action, view)
    if move.gesture is None or isinstance(move.gesture, KeyPress):
        return move
    return replace(move, gesture=replace(move.gesture, rotation=view.screen.rotation))


def _resolved(action: AnyVerb, view: View) -> Move:
    frame = view.screen.size
    match action:
        case Tap():
            mark = _named(action.element, action, view)
            return Move(action, mark, mark.element, TouchAt(touch_point(mark, view), frame))
        case LongPress():
            mark = _named(action.element, action, view)
            touch = TouchAt(touch_point(mark, view), frame, LONG_PRESS_MS)
            return Move(action, mark, mark.element, touch)
        case Swipe():
            return _swipe(action, view)
        case Text():
            return _type(action, view)
        case Back() | Home() | Enter():
            return Move(action, gesture=KeyPress(action.kind))
        case TapArea():
            mark, point = _area(action.area, action.subarea, view)
            return Move(action, mark, under(point, view), TouchAt(point, frame))
        case LongPressArea():
            mark, point = _area(action.area, action.subarea, view)
            return Move(action, mark, under(point, view), TouchAt(point, frame, LONG_PRESS_MS))
        case SwipeArea():
            mark, start = _area(action.area, action.subarea, view)
            _, end = _area(action.end_area, action.end_subarea, view)
            return Move(action, mark, under(start, view), Drag(start, end, frame, SWIPE_MS))
        case TapAt():
            point = _point(action.x, action.y, view)
            return Move(action, *_at(point, view), TouchAt(point, frame))
        case LongPressAt():
            point = _point(action.x, action.y, view)
            return Move(action, *_at(point, view), TouchAt(point, frame, LONG_PRESS_MS))
        case DragAt():
            start, end = (
                _point(action.x, action.y, view),
                _point(action.end_x, action.end_y, view),
            )
            return Move(action, *_at(start, view), Drag(start, end, frame, SWIPE_MS))
        case Wait() | OpenApp() | ShowGrid() | Exit():
            return Move(action)


def _named(label: int, action: Tap | LongPress | Swipe | Text, view: View) -> Mark:
    if view.grid:
        raise ActionImpossible(
            f"{action.verb}(element) has no place on the grid: name an area and a subarea"
        )
    mark = _mark(label, view)
    _check_name(action.name, mark, view)
    return mark


def _area(area: int, part: Subarea, view: View) -> tuple[Mark, Point]:
    """A cell of the grid, and the middle of one of its parts."""
    if not view.grid:
        raise ActionImpossible("areas exist on the grid only: say grid() first, or name an element")
    mark = _mark(area, view)
    return mark, subarea(mark.bounds, part)


def _point(x: int, y: int, view: View) -> Point:
    """A point of the picture that is sent, in px of the screen."""
    height, width = view.image.shape[:2]
    if x >= width or y >= height:
        raise ActionImpossible(f"({x}, {y}) is outside: the picture is {width}x{height} px")
    frame = view.screen.size
    return Point(x * frame.width // width, y * frame.height // height)


def _at(point: Point, view: View) -> tuple[Mark | None, Element | None]:
    """The smallest mark that holds the point, and what it stands for; without one what lies under
    the point. It is touched where it was pointed at, all the same: a map is a mark."""
    holding = [mark for mark in view.marks if mark.bounds.contains(point)]
    mark = min(holding, key=lambda mark: mark.bounds.area, default=None)
    return mark, mark.element if mark else under(point, view)


def under(point: Point, view: View) -> Element | None:
    """The smallest thing to touch at `point`, or the surface there; none where the keyboard is."""
    screen = view.screen
    touchable = [e for e in (*screen.elements, *screen.shapes) if e.uses]
    under = [
        e for e in (*touchable, *screen.surfaces) if screen.visible_part(e.bounds).contains(point)
    ]
    return min(under, key=lambda e: e.bounds.area, default=None)


def _swipe(action: Swipe, view: View) -> Move:
    frame = view.screen.size
    if action.element is None:
        # The middle four fifths: the ends of the screen belong to the system's bars.
        middle = Rect(0, frame.height // 10, frame.width, frame.height * 9 // 10)
        middle = view.screen.visible_part(middle)  # a finger on the keyboard would type
        return Move(action, gesture=drag(middle, action.direction, action.dist, frame))
    mark = _named(action.element, action, view)
    over = drag(mark.bounds, action.direction, action.dist, frame)
    return Move(action, mark, mark.element, over)


def _type(action: Text, view: View) -> Move:
    frame = view.screen.size
    if action.element is None:
        field = next((e for e in view.screen.elements if e.focused and "text" in e.uses), None)
        # A field that no tree tells of has called the keyboard all the same.
        marked = [] if view.grid or view.bare else view.marks
        numbered = any(m.element and m.element.role != SHAPE for m in marked)
        if field is None and not (view.screen.keyboard and not numbered):
            mend = (
                'name the field\'s number, text(element, "...")' if numbered else "touch one first"
            )
            raise ActionImpossible(f"no field is in focus: {mend}")
        return Move(action, None, field, InputText(action.text, frame))
    mark = _named(action.element, action, view)
    element = mark.element
    if element is None or "text" not in element.uses:
        fields = [str(m.label) for m in view.marks if m.element and "text" in m.element.uses]
        raise ActionImpossible(
            f"element {mark.label} takes no text; "
            + (f"fields here: {', '.join(fields)}" if fields else "there is no field here")
        )
    held = SECRET_HELD if element.secret else len(element.value)
    return Move(action, mark, element, InputText(action.text, frame, touch_point(mark, view), held))


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
