"""What the hand does for an action: `resolve(action, view)` gives a `Move` with its gesture.

Gestures are in px and carry the frame that they were measured on: the size of the screen and, where
the phone reports it, the rotation in quarter turns (a screen turned by 180° keeps its size).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, assert_never

from appagent.actions.fingers import place_of, slid, swiped, way
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    ClearApp,
    Direction,
    Distance,
    DragAt,
    Each,
    Enter,
    Exit,
    Go,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    OpenLink,
    Permit,
    PhoneKey,
    Press,
    Read,
    ScrollTo,
    ShowGrid,
    StartApp,
    StopApp,
    Subarea,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
    WaitFor,
    Zoom,
    form,
)
from appagent.errors import ActionImpossible
from appagent.geometry import Point, Rect, Size
from appagent.screen.describe import HIDDEN, phrase, quote
from appagent.screen.grid import subarea
from appagent.screen.match import check, find
from appagent.screen.search import scroller
from appagent.screen.values import SHAPE, SURFACE, Element, Mark, Use, View

LONG_PRESS_MS = 1000
SWIPE_MS = 500  # slow enough that a list is dragged, not flung
SECRET_LENGTH = 64  # characters to delete from a field that does not show what it holds

Key = Literal["back", "home", "enter"] | PhoneKey


class TouchAt(NamedTuple):
    point: Point
    frame: Size
    duration_ms: int = 0  # 0: a tap
    rotation: int | None = None


class Drag(NamedTuple):
    start: Point
    end: Point
    frame: Size
    duration_ms: int
    rotation: int | None = None


class InputText(NamedTuple):
    """Type `text` into the field in focus; with `field`, touch that point and clear it first."""

    text: str
    frame: Size
    field: Point | None = None
    held: int = 0  # characters in the field now, to be deleted
    rotation: int | None = None
    window: str = ""  # that the field is in; where another has the focus nothing is typed


class KeyPress(NamedTuple):
    key: Key
    times: int = 1


# A device unpacks each of these whole, so mypy names a new field that it overlooks.
Gesture = TouchAt | Drag | InputText | KeyPress


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its target and its gesture on one screen."""

    action: AnyVerb
    mark: Mark | None = None  # the number that the action names
    element: Element | None = None  # of the mark, the field in focus, or under the point
    gesture: Gesture | None = None  # None: nothing for the hand to do
    package: str = ""  # what `open_app` opens, if a package fits the name
    fresh: bool = False  # whether it opens on its first page
    icon: str = ""  # else the name to look for in the launcher

    @property
    def use(self) -> Use | None:
        """The use of the element that a document would describe; None without a keyed element."""
        if self.element is None or not self.element.key:
            return None
        if self.sets_value:
            return "tap" if self.element.state else "swipe"
        return _use(self.action)

    @property
    def sets_value(self) -> bool:
        """Whether its text is a value that a finger sets, and nothing is typed."""
        by_finger = isinstance(self.gesture, Drag | TouchAt)
        return isinstance(self.action, Text) and (by_finger or self.holds)

    @property
    def holds(self) -> bool:
        """Whether the switch that it is to set is so already."""
        is_switch = self.element is not None and self.element.state != ""
        return isinstance(self.action, Text) and is_switch and self.gesture is None

    @property
    def words(self) -> str:
        """The move in words that hold on any screen: `tap button "Add city"`."""
        return " ".join([self.action.verb, *_words(self.action, self.element)])


def resolve(action: AnyVerb, view: View) -> Move:
    """The move for `action` on this view; pure.

    Raises: `ActionImpossible`, with what the view offers instead, if it has no such mark, field or
    point, or if the model's own name for its target fits another mark clearly better.
    """
    move = _numbered(_move(action, view))
    if move.gesture is None or isinstance(move.gesture, KeyPress):
        return move
    screen = view.screen
    gesture = move.gesture._replace(rotation=screen.rotation)
    if isinstance(gesture, InputText):
        gesture = gesture._replace(window=screen.window)
    return replace(move, gesture=gesture)


def _move(action: AnyVerb, view: View) -> Move:
    frame = view.screen.size
    hold_ms = LONG_PRESS_MS if _use(action) == "long_press" else 0
    match action:
        case Tap() | LongPress():
            mark = _target(action, action.element, view)
            return Move(
                action, mark, mark.element, TouchAt(touch_point(mark, view), frame, hold_ms)
            )
        case TapArea() | LongPressArea():
            mark, point = _cell(action.area, action.subarea, view)
            return Move(action, mark, under(point, view), TouchAt(point, frame, hold_ms))
        case TapAt() | LongPressAt():
            point = _screen_point(action.x, action.y, view)
            return Move(action, *_hit(point, view), TouchAt(point, frame, hold_ms))
        case Swipe():
            return _swipe(action, view)
        case ScrollTo() | Each() | Read():
            return _scroll(action, view)
        case SwipeArea():
            mark, start = _cell(action.area, action.subarea, view)
            _, end = _cell(action.end_area, action.end_subarea, view)
            return Move(action, mark, under(start, view), Drag(start, end, frame, SWIPE_MS))
        case DragAt():
            start = _screen_point(action.x, action.y, view)
            end = _screen_point(action.end_x, action.end_y, view)
            return Move(action, *_hit(start, view), Drag(start, end, frame, SWIPE_MS))
        case Text():
            return _type(action, view)
        case Back() | Home() | Enter():
            return Move(action, gesture=KeyPress(action.kind))
        case Press():
            return Move(action, gesture=KeyPress(action.key, action.times))
        case StartApp() | StopApp() | ClearApp() | Permit() | OpenLink():
            return Move(action)
        case Wait() | WaitFor() | OpenApp() | ShowGrid() | Zoom() | Exit() | Go():
            return Move(action)
        case _:
            assert_never(action)


def _numbered(move: Move) -> Move:
    """The move with the number of its element, where only a name told it."""
    if move.mark is None or getattr(move.action, "element", move) is not None:
        return move
    numbered = move.action.model_copy(update={"element": move.mark.label})
    return replace(move, action=numbered)


def _use(action: AnyVerb) -> Use | None:
    match action:
        case Tap() | TapArea() | TapAt():
            return "tap"
        case LongPress() | LongPressArea() | LongPressAt():
            return "long_press"
        case Swipe() | ScrollTo() | Each() | SwipeArea() | DragAt():
            return "swipe"
        case Text():
            return "text"
        case Back() | Home() | Enter() | Wait() | WaitFor() | OpenApp() | ShowGrid() | Zoom():
            return None
        case Read() | Exit() | Go():
            return None
        case Press() | StartApp() | StopApp() | ClearApp() | Permit() | OpenLink():
            return None
        case _:
            assert_never(action)


def _words(action: AnyVerb, element: Element | None) -> list[str]:
    """The words after the verb: the target in words, then what else the action says."""
    target = [phrase(element)] if element else []
    if element and element.role == SHAPE:  # its name alone does not tell it from its neighbours
        target.append("at {}, {}".format(*element.bounds.center))
    match action:
        case Tap() | LongPress():
            return target
        case TapArea() | LongPressArea() | TapAt() | LongPressAt():
            whole = element and element.role != SURFACE
            return target if whole else [*target, _parameters(action)]
        case SwipeArea() | DragAt():
            return [_parameters(action)]
        case Swipe():
            far = "" if action.dist == "medium" else f", {action.dist}"
            return [*(target or ["screen"]), f"{action.direction}{far}"]
        case ScrollTo():
            return [*target, quote(action.text)]
        case Each():
            return [*target, *[quote(action.where)] * bool(action.where)]
        case Read():
            return [*target, *["to its end"] * action.all]
        case WaitFor():
            return [quote(action.text), *["gone"] * action.gone]
        case Text():
            text = quote(HIDDEN if element and element.secret else action.text)
            return [*target, "<-", text] if element else [text]
        case OpenApp():
            return [quote(action.app)]
        case StartApp() | StopApp() | ClearApp():
            return [quote(action.app)]
        case Permit():
            names = (name.rpartition(".")[2] for name in action.permissions.split())
            return [quote(action.app), *["to lose"] * (not action.granted), ", ".join(names)]
        case OpenLink():
            return [quote(action.link)]
        case Press():
            return [quote(action.key), *[f"{action.times} times"] * (action.times > 1)]
        case Go():
            return [quote(action.page)]
        case Back() | Home() | Enter() | Wait() | ShowGrid() | Zoom() | Exit():
            return []
        case _:
            assert_never(action)


def _parameters(action: AnyVerb) -> str:
    """What the text form holds between its parentheses."""
    plain = action.model_copy(update={"commits": "none"})
    return form(plain).partition("(")[2].removesuffix(")")


def opener(action: AnyVerb, view: View) -> Mark | None:
    """The button that a text's name means where it opens the field for it; None where it has a
    field, or nothing is called so."""
    if not isinstance(action, Text) or action.element is not None or view.grid:
        return None
    try:
        named = bool(action.name.strip())
        mark = find(action.name, "text", view.marks, strictly=action.optional) if named else None
    except ActionImpossible:
        return None
    found = mark and mark.element
    takes_it = found and ("text" in found.uses or found.scale or found.state)
    return None if takes_it else mark


# --- marks and points -----------------------------------------------------------------------------


def touch_point(mark: Mark, view: View) -> Point:
    """The point nearest to the middle of `mark` that neither a smaller mark inside nor an element
    above it would take; where there is room, at a distance from what lies above."""
    inside = [
        other.element.bounds if other.element else other.bounds
        for other in view.marks
        if other is not mark and mark.bounds.contains(other.bounds) and other.bounds != mark.bounds
    ]
    covers = mark.element.covers if mark.element else ()
    around = [cover.inset(-min(mark.bounds.size) // 6) for cover in covers]
    for taken in ((*inside, *around), (*inside, *covers), covers):
        if point := mark.bounds.free_point(taken):
            return point
    return mark.bounds.center


def under(point: Point, view: View) -> Element | None:
    """The smallest touchable element at `point`, or the surface there; None on the keyboard."""
    screen = view.screen
    touchable = [e for e in (*screen.elements, *screen.shapes) if e.uses]
    hit = [
        e for e in (*touchable, *screen.surfaces) if screen.visible_part(e.bounds).contains(point)
    ]
    return min(hit, key=lambda e: e.bounds.area, default=None)


def _hit(point: Point, view: View) -> tuple[Mark | None, Element | None]:
    """The smallest mark that contains the point, with its element; without one, the element under
    the point. The touch goes to the point itself all the same: a map is one mark."""
    containing = [mark for mark in view.marks if mark.bounds.contains(point)]
    mark = min(containing, key=lambda mark: mark.bounds.area, default=None)
    return mark, mark.element if mark else under(point, view)


def _screen_point(x: int, y: int, view: View) -> Point:
    """A point of the picture that was sent, in px of the screen."""
    height, width = view.image.shape[:2]
    if x >= width or y >= height:
        raise ActionImpossible(f"({x}, {y}) is outside: the picture is {width}x{height} px")
    frame = view.screen.size
    return Point(x * frame.width // width, y * frame.height // height)


def _cell(area: int, part: Subarea, view: View) -> tuple[Mark, Point]:
    """A cell of the grid, and the middle of one of its parts."""
    if not view.grid:
        raise ActionImpossible("areas exist on the grid only: say grid() first, or name an element")
    mark = _mark(area, view)
    return mark, subarea(mark.bounds, part)


def _target(
    action: Tap | LongPress | Swipe | ScrollTo | Text | Each | Read, label: int | None, view: View
) -> Mark:
    """The mark that an action names by its number and, perhaps, in the model's own words; or by
    these alone."""
    if view.grid:
        raise ActionImpossible(
            f"{action.verb}(element) has no place on the grid: name an area and a subarea"
        )
    if label is None:
        return find(action.name, _use(action) or "tap", view.marks, strictly=action.optional)
    mark = _mark(label, view)
    if action.name:
        check(action.name, mark, view.marks)
    return mark


def _mark(label: int, view: View) -> Mark:
    if mark := view.mark(label):
        return mark
    count = len(view.marks)
    way_out = "nothing is numbered here; use back(), swipe() or grid()"
    offer = f"marks run 1-{count}" if count else way_out
    raise ActionImpossible(f"no {'area' if view.grid else 'element'} {label}: {offer}")


# --- fingers and text -----------------------------------------------------------------------------


def drag(over: Rect, direction: Direction, dist: Distance, frame: Size) -> Drag:
    """A finger that moves over `over` by a share of its length and stays on the screen."""
    return Drag(*way(over, direction, dist, frame), frame, SWIPE_MS)


def _swipe(action: Swipe, view: View) -> Move:
    has_target = action.element is not None or action.name.strip()
    mark = _target(action, action.element, view) if has_target else None
    element, frame = mark.element if mark else None, view.screen.size
    over = mark.bounds if mark else swiped(None, view.screen)
    gesture = drag(over, action.direction, action.dist, frame)
    scale = element.scale if element else None
    if scale and (ends := slid(scale, action.direction, action.dist)):
        gesture = Drag(*ends, frame, SWIPE_MS)
    return Move(action, mark, element, gesture)


def _scroll(action: ScrollTo | Each | Read, view: View) -> Move:
    """The first of the swipes that agent/looks.py makes. A list may be told by its name, where it
    is the only one that moves by any other; to be read, a list before a button."""
    mark = None if action.element is None else _target(action, action.element, view)
    uses: tuple[Use, ...] = ("swipe", "tap") if isinstance(action, Read) else ("swipe",)
    for use in uses if action.name.strip() else ():
        with suppress(ActionImpossible):
            mark = mark or find(action.name, use, view.marks)
    if isinstance(action, Read) and not action.all:
        return Move(action, mark, mark.element if mark else None)
    element = scroller(view.screen, mark.element if mark else None)
    over = swiped(element, view.screen)
    direction = action.direction if isinstance(action, ScrollTo) else "up"
    return Move(action, mark, element, drag(over, direction, "long", view.screen.size))


def _type(action: Text, view: View) -> Move:
    frame = view.screen.size
    if action.element is None and not action.name.strip():
        return Move(action, None, _field_unnamed(view), InputText(action.text, frame))
    mark = _target(action, action.element, view)
    element = mark.element
    if element and element.scale:
        place, knob = place_of(action.text, element, element.scale), element.scale.knob
        finger = Drag(knob, place, frame, SWIPE_MS) if knob else TouchAt(place, frame)
        return Move(action, mark, element, finger)
    if element and element.state and action.text.casefold() in ("on", "off"):
        touch = TouchAt(touch_point(mark, view), frame)
        holds = element.state == action.text.casefold()
        return Move(action, mark, element, None if holds else touch)
    if element is None or "text" not in element.uses:
        if element and element.state:
            raise ActionImpossible(f'element {mark.label} is set by "on" or "off"')
        fields = [str(m.label) for m in view.marks if m.element and "text" in m.element.uses]
        offer = f"fields here: {', '.join(fields)}" if fields else "there is no field here"
        raise ActionImpossible(f"element {mark.label} takes no text; {offer}")
    held = SECRET_LENGTH if element.secret else len(element.value)
    return Move(action, mark, element, InputText(action.text, frame, touch_point(mark, view), held))


def _field_unnamed(view: View) -> Element | None:
    """The field that a text goes to where none is named: the one in focus; None if the tree shows
    none but the keyboard is up, which belongs to one.

    Raises: `ActionImpossible` if nothing is in focus.
    """
    field = view.screen.focused_field
    marks = () if view.grid or view.bare else view.marks
    labelled = any(m.element and m.element.role != SHAPE for m in marks)
    if field is None and (labelled or not view.screen.keyboard):
        mend = 'name the field\'s number, text(element, "...")' if labelled else "touch one first"
        raise ActionImpossible(f"no field is in focus: {mend}")
    return field
