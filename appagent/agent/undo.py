"""Undo what a move did, by touches like those that did it."""

from __future__ import annotations

from appagent.actions.gestures import (
    LONG_PRESS_MS,
    Gesture,
    InputText,
    KeyPress,
    TouchAt,
    touch_point,
)
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import NOT_PUT_BACK, Draft, Turn
from appagent.errors import Correctable, DeviceGone
from appagent.safety.rows import is_tap, same
from appagent.safety.undo import (
    confirming,
    entry_back,
    is_entry,
    old_choice,
    switch_back,
    text_before,
    undo_buttons,
)
from appagent.screen.describe import phrase
from appagent.screen.keys import same_screen
from appagent.screen.values import Element, Mark

TOUCHES = 3  # that a state is given to come back: "Repeat: all", "Repeat: one", "Repeat: off"


def undo(
    session: Session, draft: Draft, now: Observation, opener: Turn | None = None
) -> Observation:
    """Undo what the move changed: hang up, touch Undo, switch back, choose again what was chosen,
    type the old text again. Returns the screen after that; the draft tells what was done.

    `opener` is the turn before, which may have opened the choices.
    """
    done: list[str] = []
    for button in undo_buttons(draft.turn.before.screen, now.screen):
        if button not in now.screen.elements:  # the first took the second away
            continue
        touch(session, now, button)
        done.append(f"touched {phrase(button)}")
        now = session.eyes.observe()
    now = _switch_back(session, draft.turn, now, done)
    if opener:
        now = _reopen(session, draft.turn, now, opener, done)
    now = _retype(session, draft.turn, now, done)
    if done:
        draft.add(undone="; ".join(filter(None, (draft.turn.undone, *done))))
    return now


def touch(session: Session, now: Observation, element: Element, *, held_ms: int = 0) -> None:
    """Touch an element once. The next observation shows whether it worked."""
    point = touch_point(Mark(0, element.bounds, element), now.view)
    _perform(session, TouchAt(point, now.screen.size, held_ms, now.screen.rotation))


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
            now = _answer(session, control, now, done)
    if _control(turn, now):
        done.append(NOT_PUT_BACK)
    return now


def _answer(session: Session, control: Element, now: Observation, done: list[str]) -> Observation:
    """Answer the question that came up: yes to "Unfollow Ann?", else leave it."""
    if yes := confirming(control, now.screen):
        touch(session, now, yes)
        done.append(f"touched {phrase(yes)}")
    else:
        back(session)
    return session.eyes.observe()


def _control(turn: Turn, now: Observation) -> Element | None:
    move, before, _, change = turn.effect
    return switch_back(move, change, before.screen, now.screen)


def _reopen(
    session: Session, turn: Turn, now: Observation, opener: Turn, done: list[str]
) -> Observation:
    """Open again what closed when it was touched, and put back there what was chosen or turned."""
    door = _door(opener, turn, now)
    if door is None:
        return now
    if is_entry(turn.effect.move, turn.before.screen):
        held_ms = 0 if is_tap(opener.effect.move) else LONG_PRESS_MS
        touch(session, now, door, held_ms=held_ms)
        return _choose_again(session, turn, done)
    return _confirm_again(session, turn, now, opener, done)


def _door(opener: Turn, turn: Turn, now: Observation) -> Element | None:
    """What was tapped or held to open the page that the move closed; None if that is not what
    happened."""
    door, before = opener.move, turn.before.screen
    if door is None or door.element is None or opener.after is None:
        return None
    if door.use not in ("tap", "long_press"):
        return None
    came = same_screen(opener.before.screen, now.screen) and not same_screen(before, now.screen)
    if not came or not same_screen(opener.after.screen, before):
        return None
    return same(door.element, opener.before.screen, now.screen)


def _choose_again(session: Session, turn: Turn, done: list[str]) -> Observation:
    """Touch what was chosen in the choices or the menu, or the entry by its other name."""
    now = session.eyes.observe()
    if found := entry_back(turn.effect.move, turn.before.screen, now.screen):
        touch(session, now, found)
        done.append(f"touched {phrase(found)}")
    else:
        back(session)
    return session.eyes.observe()


def _confirm_again(
    session: Session, turn: Turn, now: Observation, opener: Turn, done: list[str]
) -> Observation:
    """Choose what was chosen before the new choice was confirmed, and confirm that too."""
    old = old_choice(opener.effect.move, opener.before.screen)
    choice = same(old, opener.before.screen, now.screen) if old else None
    if choice is None or choice.checked:
        return now
    touch(session, now, choice)
    done.append(f"touched {phrase(choice)}")
    now = session.eyes.observe()
    button, asked = turn.effect.move.element, turn.before.screen
    yes = same(button, asked, now.screen) if button and same_screen(asked, now.screen) else None
    if yes is None:
        return now
    touch(session, now, yes)
    done.append(f"touched {phrase(yes)}")
    return session.eyes.observe()


def _retype(session: Session, turn: Turn, now: Observation, done: list[str]) -> Observation:
    """Type the text again that the field held before."""
    move, before, _, _ = turn.effect
    field = text_before(move, before.screen, now.screen)
    lost = any(effect.what == "overwrote a text" for effect in turn.side_effects)
    if field is None or move.element is None or not lost:
        return now
    point = touch_point(Mark(0, field.bounds, field), now.view)
    size, rotation = now.screen.size, now.screen.rotation
    _perform(session, InputText(move.element.value, size, point, len(field.value), rotation))
    now = session.eyes.observe()
    done.append("typed again what the field held")
    if text_before(move, before.screen, now.screen):
        done.append(NOT_PUT_BACK)
    return now
