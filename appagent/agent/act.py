"""Doing what was decided, once."""

from __future__ import annotations

import re

from appagent.actions.gestures import KeyPress, Move
from appagent.actions.verbs import Text, Wait
from appagent.agent.past import Past
from appagent.agent.record import Record
from appagent.agent.session import Session
from appagent.device.launcher import by_icon
from appagent.errors import AppNotFound, Correctable, DeviceGone, NotInFront
from appagent.screen.describe import quote
from appagent.screen.values import Screen
from appagent.trail import Status


def attempt(session: Session, record: Record, past: Past, move: Move) -> bool:
    """Do it; false where the phone could not, or perhaps did not, which the model is told next."""
    try:
        perform(session, record, move)
    except (Correctable, AppNotFound) as err:  # the screen turned, a text cannot be typed, ...
        refuse(record, past, str(err), "ERROR")
    except DeviceGone as err:  # the next look waits for it, and shows what was done
        past.came("the phone was away for a moment: this may or may not have been done")
        record.note(status="ERROR", error=str(err))
    else:
        return True
    return False


def refuse(record: Record, past: Past, why: str, status: Status) -> None:
    """Say in the history and in the record why an action was not done."""
    past.came(f"refused: {why}")
    record.note(status=status, error=why)


def mistyped(move: Move, after: Screen) -> str:
    """The end of an outcome: what a field holds in place of the text that was just typed into it;
    "" where it holds that, in whatever way, or where nothing tells: a secret, a field that is gone.
    """
    element, action = move.element, move.action
    if not isinstance(action, Text) or element is None or element.secret:
        return ""
    held = [e.value for e in after.elements if e.key == element.key and "text" in e.uses]
    # Fields in the rows of a list share a key: which of them it was, nothing tells.
    if len(held) != 1 or _holds(held[0], action.text):
        return ""
    if "\n" in action.text and not held[0]:  # its line's end sent it, as in a chat
        return ""
    return f"; the field holds {quote(held[0])}, which is not what was typed"


def _holds(held: str, text: str) -> bool:
    if bare := _bare(text):
        return bare in _bare(held)
    return text.strip() in held if text else not held  # an emoji; nothing, which clears a field


def _bare(text: str) -> str:
    """Letters and digits: a field may write "(555) 0199" for 5550199, and begin with a capital."""
    return re.sub(r"\W", "", text).casefold()


def perform(session: Session, record: Record, move: Move) -> None:
    """Do it on the phone, once.

    Raises: `AppNotFound`, with near names, where no package and no icon is called so; as
    `Device.perform`.
    """
    if isinstance(move.action, Wait):
        session.device.wait(move.action.seconds)
    elif move.package:
        record.note(gesture=f"launch {move.package}")
        open_app(session, move.package)
    elif move.icon:
        session.progress.say(f"no package is called {move.icon!r}: looking in the launcher")
        package = by_icon(session.device, move.icon, session.labels)
        record.note(gesture=f"touch the icon of {package}")
    elif move.gesture is not None:
        record.note(gesture=repr(move.gesture))
        session.device.perform(move.gesture)


def back(session: Session) -> None:
    """Press the back key, once; whether it came through, the next look shows."""
    try:
        session.device.perform(KeyPress("back"))
    except DeviceGone as err:
        session.progress.say(f"{err}.")


def open_app(session: Session, package: str, *, fresh: bool = False) -> None:
    """Bring the app to the front; what stays before it, the next look shows.

    Raises: `AppNotFound` where it has nothing to launch.
    """
    try:
        session.device.launch(package, fresh=fresh)
    except NotInFront as err:
        session.progress.say(f"{err}.")
