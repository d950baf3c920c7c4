"""Undo what a move did, by touches like those that did it."""

from __future__ import annotations

from appagent.actions.gestures import (
    LONG_PRESS_MS,
    SWIPE_MS,
    Drag,
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
from appagent.guard import (
    confirming,
    entry_back,
    is_entry,
    is_tap,
    old_choice,
    slide_back,
    switch_back,
    text_before,
    undo_buttons,
)
from appagent.screen.describe import phrase
from appagent.screen.keys import same_screen
from appagent.screen.match import same
from appagent.screen.values import Element, Mark

TOUCHES = 3  # that a state is given to come back: "Repeat: all", "Repeat: one", "Repeat: off"


def undo(
    session: Session, draft: Draft, now: Observation, opener: Turn | None = None
) -> Observation:
    """Undo what the move changed: hang up, touch Undo, switch back, choose again what was chosen,
    drag a knob back, type the old text again. Returns the screen after that; the draft tells each
    touch.

    `opener` is the turn before, which may have opened the choices.
    """
    undoing = _Undoing(session, draft.turn, now)
    undoing.touch_undo()
    undoing.switch_back()
    if opener and not undoing.done:
        undoing.reopen(opener)
    undoing.slide()
    undoing.retype()
    draft.add(undone="; ".join(undoing.done))
    return undoing.now


def back(session: Session) -> None:
    """Press the back key once. The next observation shows whether it worked."""
    _perform(session, KeyPress("back"))


def _perform(session: Session, gesture: Gesture) -> None:
    try:
        session.device.perform(gesture)
    except (Correctable, DeviceGone) as err:  # the screen turned, ...
        session.progress.say(f"{err}.")


class _Undoing:
    """What is done to undo a turn, and the screen that it led to."""

    def __init__(self, session: Session, turn: Turn, now: Observation) -> None:
        self.session, self.turn, self.now = session, turn, now
        self.done: list[str] = []

    def _do(self, gesture: Gesture, words: str) -> None:
        _perform(self.session, gesture)
        self.done.append(words)
        self.now = self.session.eyes.observe()

    def _touch(self, element: Element, *, held_ms: int = 0) -> None:
        point = touch_point(Mark(0, element.bounds, element), self.now.view)
        screen, verb = self.now.screen, "held" if held_ms else "touched"
        touch = TouchAt(point, screen.size, held_ms, screen.rotation)
        self._do(touch, f"{verb} {phrase(element)}")

    def _back(self) -> None:
        self._do(KeyPress("back"), "pressed back")

    def touch_undo(self) -> None:
        """Hang up, and touch Undo."""
        for button in undo_buttons(self.turn.before.screen, self.now.screen):
            if button in self.now.screen.elements:  # else the first took the second away
                self._touch(button)

    def switch_back(self) -> None:
        """Touch what was switched until it is as it was; stop if a touch does not help."""
        _, before, after, _ = self.turn.effect
        last = ""
        for _ in range(TOUCHES):
            control = self._switched()
            if control is None:
                return
            if phrase(control) == last:
                break
            self._touch(control)
            last = phrase(control)
            if not any(same_screen(self.now.screen, seen.screen) for seen in (before, after)):
                self._answer(control)
        if self._switched():
            self.done.append(NOT_PUT_BACK)

    def _switched(self) -> Element | None:
        move, before, _, change = self.turn.effect
        return switch_back(move, change, before.screen, self.now.screen)

    def _answer(self, control: Element) -> None:
        """Answer the question that came up: yes to "Unfollow Ann?", else leave it."""
        if yes := confirming(control, self.now.screen):
            self._touch(yes)
        else:
            self._back()

    def reopen(self, opener: Turn) -> None:
        """Open again what closed when it was touched, and put back there what was chosen or turned.
        What did harm when it opened that is left alone."""
        door = _door(opener, self.turn, self.now)
        if door is None:
            return
        if not is_entry(self.turn.effect.move, self.turn.before.screen):
            self._confirm_again(opener)
        elif not opener.harm:
            self._touch(door, held_ms=0 if is_tap(opener.effect.move) else LONG_PRESS_MS)
            self._choose_again()

    def _choose_again(self) -> None:
        """Touch what was chosen in the choices or the menu, or the entry by its other name."""
        move, before, _, _ = self.turn.effect
        if found := entry_back(move, before.screen, self.now.screen):
            self._touch(found)
        else:
            self._back()
            self.done.append(NOT_PUT_BACK)

    def _confirm_again(self, opener: Turn) -> None:
        """Choose what was chosen before the new choice was confirmed, and confirm that too."""
        chose, asked = opener.before.screen, self.turn.before.screen
        old = old_choice(opener.effect.move, chose)
        choice = same(old, chose, self.now.screen) if old else None
        if choice is None or choice.checked:
            return
        self._touch(choice)
        button, now = self.turn.effect.move.element, self.now.screen
        yes = same(button, asked, now) if button and same_screen(asked, now) else None
        if yes:
            self._touch(yes)

    def slide(self) -> None:
        """Drag the knob of a slider to where it was."""
        move, before, _, _ = self.turn.effect
        ends = slide_back(move, before.screen, self.now.screen)
        if ends is None:
            return
        screen = self.now.screen
        self._do(Drag(*ends, screen.size, SWIPE_MS, screen.rotation), "moved the slider back")
        if slide_back(move, before.screen, self.now.screen):
            self.done.append(NOT_PUT_BACK)

    def retype(self) -> None:
        """Type the text again that the field held before, if that was worth keeping."""
        move, before, _, _ = self.turn.effect
        field = text_before(move, before.screen, self.now.screen)
        if field is None or move.element is None or not self.turn.lost_text:
            return
        point = touch_point(Mark(0, field.bounds, field), self.now.view)
        size, rotation = self.now.screen.size, self.now.screen.rotation
        old = InputText(move.element.value, size, point, len(field.value), rotation)
        self._do(old, "typed again what the field held")
        if text_before(move, before.screen, self.now.screen):
            self.done.append(NOT_PUT_BACK)


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
