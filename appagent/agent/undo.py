"""Undo what a move did, by touches like those that did it."""

from __future__ import annotations

from appagent.actions.gestures import Gesture, InputText, KeyPress, TouchAt, touch_point
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.errors import Correctable, DeviceGone
from appagent.safety.effects import overwritten, switch_back, undo_buttons
from appagent.screen.describe import phrase
from appagent.screen.keys import same_screen
from appagent.screen.values import Element, Mark

TOUCHES = 3  # that a state is given to come back: "Repeat: all", "Repeat: one", "Repeat: off"
FAILED = "which did not put it back"


def undo(session: Session, draft: Draft, now: Observation) -> Observation:
    """Undo what the move changed: hang up, touch Undo, switch back, type the old text again.
    Returns the screen after that; the draft tells what was done."""
    done: list[str] = []
    for button in undo_buttons(draft.turn.before.screen, now.screen):
        if button not in now.screen.elements:  # the first took the second away
            continue
        touch(session, now, button)
        done.append(f"touched {phrase(button)}")
        now = session.eyes.observe()
    now = _switch_back(session, draft.turn, now, done)
    now = _retype(session, draft.turn, now, done)
    if done:
        draft.add(undone="; ".join(filter(None, (draft.turn.undone, *done))))
    return now


def touch(session: Session, now: Observation, element: Element) -> None:
    """Touch an element once. The next observation shows whether it worked."""
    point = touch_point(Mark(0, element.bounds, element), now.view)
    _perform(session, TouchAt(point, now.screen.size, rotation=now.screen.rotation))


def back(session: Session) -> None:
    """Press the back key once. The next observation shows whether it worked."""
    _perform(session, KeyPress("back"))


def _perform(session: Session, gesture: Gesture) -> None:
    try:
        session.device.perform(gesture)
    except (Correctable, DeviceGone) as err:  # the screen turned, ...
        session.progress.say(f"{err}.")


def _switch_back(session: Session, turn: Turn, now: Observation, done: list[str]) -> Observation:
    """Touch what was switched until it is as it was; stop if a touch does not help."""
    _, before, after, _ = turn.effect
    last = ""
    for _ in range(TOUCHES):
        control = _control(turn, now)
        if control is None:
            return now
        if phrase(control) == last:
            break
        touch(session, now, control)
        last = phrase(control)
        done.append(f"touched {last}")
        now = session.eyes.observe()
        if not any(same_screen(now.screen, seen.screen) for seen in (before, after)):
            back(session)  # a question came up: "Unfollow Ann?"
            now = session.eyes.observe()
    if _control(turn, now):
        done.append(FAILED)
    return now


def _control(turn: Turn, now: Observation) -> Element | None:
    move, before, _, change = turn.effect
    return switch_back(move, change, before.screen, now.screen)


def _retype(session: Session, turn: Turn, now: Observation, done: list[str]) -> Observation:
    """Type the text again that the field held before."""
    move, before, _, _ = turn.effect
    field = overwritten(move, before.screen, now.screen)
    if field is None or move.element is None:
        return now
    point = touch_point(Mark(0, field.bounds, field), now.view)
    size, rotation = now.screen.size, now.screen.rotation
    _perform(session, InputText(move.element.value, size, point, len(field.value), rotation))
    now = session.eyes.observe()
    done.append("typed again what the field held")
    if overwritten(move, before.screen, now.screen):
        done.append(FAILED)
    return now
