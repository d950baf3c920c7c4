"""Look again just before a touch: while a model thought, or a person, the screen may have changed.

Cheaply: the window in front and the pixels of what is touched. Where one of them differs the whole
screen is looked at, and the control is touched only where it is found again.
"""

from __future__ import annotations

from contextlib import suppress

from appagent.actions.gestures import Drag, InputText, KeyPress, Move, TouchAt, resolve
from appagent.actions.readback import mistyped
from appagent.actions.verbs import DragAt, SwipeArea, Text
from appagent.agent.ask import resolve_move
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible
from appagent.geometry import Point, Rect, Size
from appagent.guard import Allow
from appagent.screen.change import crop, same_pixels
from appagent.screen.describe import phrase
from appagent.screen.keys import row_of
from appagent.screen.match import carry, on_another_page
from appagent.screen.values import Element, Mark, Screen, View

CHANGED = "nothing was touched, for the screen changed while this was decided"
MOVED = "it had moved, and was touched where it is now"
LOOKS = 3
"""How often a control is looked for before a touch; a screen that is another one each time is not
touched."""
_MIDDLE = "50%"  # of a slider

_POINTED = (DragAt, SwipeArea)  # a finger that is put down at a point
_NOTHING = Rect(0, 0, 0, 0)
_HALF_SHARE = 0.05  # of the shorter side of the screen: half a patch around a point


def area(turn: Turn) -> Rect | None:
    """What has to look as it did when the move was decided on; None where only the tree tells.

    A row says itself what it is about: it alone has to stand. A button may be the answer to what
    stands above it, and what could do harm has been judged by all that is shown: all of it has to
    stand. Around a point that no control is at it is a patch. No picture tells which field has the
    focus that a text without a field goes to.
    """
    move, screen = turn.move, turn.before.screen
    assert move is not None
    if isinstance(move.gesture, InputText) and move.gesture.field is None:
        return None
    guarded = isinstance(turn.verdict, Allow) and turn.verdict.guarded
    touched = _touched(move, screen)
    if guarded or (touched and touched.role == "button" and not row_of(touched.key)):
        return screen.size.rect
    return _control(move, screen)


def _control(move: Move, screen: Screen) -> Rect:
    """Where the control is that a move touches; nothing, but for the window, where it swipes over
    the page or goes back."""
    touched = _touched(move, screen)
    match move.gesture:
        case TouchAt(point) if not _is_known(touched):
            return _patch(point, screen.size)
        case Drag(start) if not touched and isinstance(move.action, _POINTED):
            return _patch(start, screen.size)
    return touched.bounds.intersect(screen.size.rect) if touched else _NOTHING


def _touched(move: Move, screen: Screen) -> Element | None:
    """The element that a move is for. The enter key is for what has the focus: a field, or else the
    button that it presses."""
    if move.gesture == KeyPress("enter"):
        return screen.focused_field or next((e for e in screen.elements if e.focused), None)
    return move.element


def find(session: Session, draft: Draft, shown: Observation) -> Rect:
    """Put the move in the draft as it is on the screen that is shown now. Returns what has to stand
    before it is made: the control where it moved, else the window alone, for it was just looked at.

    Raises: `ActionImpossible` with what stands against it.
    """
    turn, seen = draft.turn, draft.turn.before
    now = shown if shown.form == seen.form else session.eyes.show(shown.screen, seen.form)
    assert turn.move is not None
    move = _find(session, turn.move, seen, now)
    moved = move.gesture != turn.move.gesture
    came = MOVED if moved else turn.came
    draft.add(before=now, move=move, decided_on=turn.decided_on or seen, came=came)
    return _control(move, now.screen) if moved else _NOTHING


def _find(session: Session, move: Move, seen: Observation, now: Observation) -> Move:
    """The move on another screen."""
    action, element = move.action, _touched(move, seen.screen)
    if on_another_page(seen.screen, now.screen):
        raise ActionImpossible("another page is shown")
    if move.mark and element and element.key and getattr(action, "element", None) is not None:
        mark = carry(element, seen.view, now.view)
        if mark.element and mark.element.checked != element.checked:
            state = "on" if mark.element.checked else "off"
            raise ActionImpossible(f"{phrase(element)} is {state} now")
        action = action.model_copy(update={"element": mark.label})
        return resolve_move(session, now, action)
    again = resolve_move(session, now, action)
    there = _touched(again, now.screen)
    if _identity(there) != _identity(element):
        found = phrase(there) if there else "nothing"
        raise ActionImpossible(f"{found} is there now")
    at_point = isinstance(move.gesture, TouchAt) or isinstance(action, _POINTED)
    place = _control(move, seen.screen)
    if at_point and not (_is_known(element) or _looks_alike(seen.screen, now.screen, place)):
        raise ActionImpossible("it looks otherwise there")
    return again


def tells_the_same(was: Screen, now: Screen) -> bool:
    """Whether the trees of two screens tell the same, but for the places."""
    told, tells = (
        [(e.key, e.name, e.value, e.checked, e.selected) for e in each.elements]
        for each in (was, now)
    )
    return told == tells


def _is_known(element: Element | None) -> bool:
    """Whether the tree tells of an element; pixels alone are told by what they look like."""
    return element is not None and element.key != ""


def _identity(element: Element | None) -> tuple[str, str, str]:
    return (element.key, element.role, element.name) if element else ("", "", "")


def _looks_alike(was: Screen, now: Screen, place: Rect) -> bool:
    """Whether a place shows the same, or moves by itself: a game, a map, a video."""
    moves = any(place.overlaps(rect) for rect in (*was.moving, *now.moving))
    return moves or same_pixels(crop(was.image, place), crop(now.image, place))


def _patch(point: Point, frame: Size) -> Rect:
    half = round(_HALF_SHARE * min(frame))
    x, y = point
    return Rect(x - half, y - half, x + half, y + half).intersect(frame.rect)


def probe(move: Move, before: View, after: View) -> Move | None:
    """What takes a slider to its middle, which tells its range, where a guess at that misled."""
    mark = _misled(move, before, after)
    scale = mark.element.scale if mark and mark.element else None
    return _set(move, mark, after, text=_MIDDLE) if mark and not (scale and scale.sure) else None


def set_again(move: Move, before: View, after: View) -> Move | None:
    """What sets a slider once more that a guess at its range, or a finger, took elsewhere; None
    where there is nothing to put right."""
    mark = _misled(move, before, after)
    return _set(move, mark, after) if mark else None


def _misled(move: Move, before: View, after: View) -> Mark | None:
    """The slider that a text was to set, where it stands elsewhere. Not a switch: another touch may
    turn over what the first is still to do."""
    action, element = move.action, move.element
    if not (isinstance(action, Text) and element and element.scale):
        return None
    if not mistyped(element, action, after.screen):
        return None
    with suppress(ActionImpossible):  # it is gone: that is told
        return carry(element, before, after)
    return None


def _set(move: Move, mark: Mark, after: View, **other: str) -> Move | None:
    """The move again, perhaps with `other` text; None for a value that is not in the range of the
    slider: that is told."""
    action = move.action.model_copy(update={"element": mark.label, **other})
    with suppress(ActionImpossible):
        return resolve(action, after)
    return None
