"""Take back what an action did, by touches like those that did it."""

from __future__ import annotations

from appagent.actions.gestures import Gesture, InputText, TouchAt, touch_point
from appagent.agent.act import back
from appagent.agent.effect import chosen, door, offers, overwritten, turned
from appagent.agent.learn import Deed
from appagent.agent.observe import Look
from appagent.agent.session import Session
from appagent.errors import Correctable, DeviceGone
from appagent.screen.describe import phrase
from appagent.screen.keys import same_screen
from appagent.screen.values import Element, Mark

TOUCHES = 3  # that a state is given to come back: "Repeat: all", "Repeat: one", "Repeat: off"
STAYS = "which did not put it back"


def mend(session: Session, deed: Deed, last: Deed | None = None) -> tuple[Look, str]:
    """Take back what an action did, at once: hang up, touch Undo, turn a switch back, type the old
    text again, or open a choice again that the `last` deed opened and choose what was chosen. The
    look afterwards, and what was done in words; "" for nothing."""
    now = deed.after
    done: list[str] = []
    for button in offers(deed.before.screen, now.screen):
        if button not in now.screen.elements:  # the first took the second away
            continue
        touch(session, now, button)
        done.append(f"touched {phrase(button)}")
        now = session.look()
    now = _turned_back(session, deed, now, done)
    if field := overwritten(deed, now.screen):
        now = _typed_again(session, deed, now, field, done)
    elif last and (opens := door(deed, last, now.screen)):
        now = _chosen_again(session, deed, now, opens, done)
    return now, "; ".join(done)


def touch(session: Session, now: Look, element: Element) -> None:
    """Touch an element of this look, once; whether it came through, the next look shows."""
    point = touch_point(Mark(0, element.bounds, element), now.view)
    _perform(session, TouchAt(point, now.screen.size, rotation=now.screen.rotation))


def _perform(session: Session, gesture: Gesture) -> None:
    try:
        session.device.perform(gesture)
    except (Correctable, DeviceGone) as err:  # the screen turned, ...
        session.progress.say(f"{err}.")


def _turned_back(session: Session, deed: Deed, now: Look, done: list[str]) -> Look:
    """Touch what was switched until it is as it was; what is touched in vain is not touched on."""
    touched = ""
    for _ in range(TOUCHES):
        element = turned(deed, now.screen)
        if element is None:
            return now
        if phrase(element) == touched:
            break
        touch(session, now, element)
        touched = phrase(element)
        done.append(f"touched {touched}")
        now = session.look()
        if not any(same_screen(now.screen, look.screen) for look in (deed.before, deed.after)):
            back(session)  # a question came up: "Unfollow Ann?"
            now = session.look()
    if turned(deed, now.screen):
        done.append(STAYS)
    return now


def _typed_again(session: Session, deed: Deed, now: Look, field: Element, done: list[str]) -> Look:
    assert deed.element is not None
    point = touch_point(Mark(0, field.bounds, field), now.view)
    size, rotation = now.screen.size, now.screen.rotation
    _perform(session, InputText(deed.element.value, size, point, len(field.value), rotation))
    now = session.look()
    done.append("typed again what the field held")
    if overwritten(deed, now.screen):
        done.append(STAYS)
    return now


def _chosen_again(session: Session, deed: Deed, now: Look, opens: Element, done: list[str]) -> Look:
    touch(session, now, opens)
    now = session.look()
    old = next((e for e in now.screen.elements if chosen(deed, e.key, e.name)), None)
    if old:
        touch(session, now, old)
        done.append(f"chose {phrase(old)}")
    elif not same_screen(now.screen, deed.after.screen):
        back(session)
    return session.look()
