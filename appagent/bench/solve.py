"""Play a task's solution on a phone, by the names of elements, as the agent would do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, assert_never

import numpy as np

from appagent.actions.gestures import Drag, Gesture, InputText, KeyPress, Move, TouchAt, resolve
from appagent.actions.verbs import (
    AnyVerb,
    ClearApp,
    Exit,
    OpenApp,
    OpenLink,
    ScrollTo,
    StartApp,
    StopApp,
    Wait,
    WaitFor,
    form,
)
from appagent.bench.draw import State, TaskInstance
from appagent.bench.judge import Judge, Score
from appagent.bench.suite import SolutionStep, TargetElement
from appagent.device import typing
from appagent.device.adb import KEY_CODES
from appagent.device.apps import find
from appagent.errors import ActionImpossible, AppAgentError
from appagent.geometry import Size
from appagent.screen.describe import phrase
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import choose
from appagent.screen.nameless import tell_nameless
from appagent.screen.sliders import tell_sliders
from appagent.screen.values import App, Mark, Screen, View
from pocketphone.faults import KINDS
from pocketphone.phone import Phone
from pocketphone.ui import Intent

_LAUNCHER = ("android.intent.action.MAIN", ("android.intent.category.LAUNCHER",))


class StepImpossible(ActionImpossible):
    """A step that cannot be done on its screen; `number` counts from 1."""

    def __init__(self, problem: str, number: int) -> None:
        super().__init__(problem)
        self.number = number


def set_up(phone: Phone, app: str, patch: dict[str, Any]) -> State:
    """The phone's state where a task in `app` begins, after putting it there."""
    phone.load(patch)
    launch(phone, app)
    return phone.state()


def set_up_without_faults(phone: Phone, app: str, patch: dict[str, Any]) -> State:
    """`set_up` without the faults of the patch: a solution shows that a task can be done, and an
    agent that it copes."""
    start = set_up(phone, app, patch)
    for what in KINDS:
        phone.faults.set(what, "off")
    return start


def launch(phone: Phone, package: str) -> None:
    action, categories = _LAUNCHER
    phone.start(Intent(action=action, categories=categories, package=package))


def replay(phone: Phone, drawn: TaskInstance, steps: Sequence[SolutionStep]) -> Score:
    """The score of the steps on a freshly reset phone.

    Raises: `StepImpossible` naming the step that cannot be done.
    """
    judge = Judge(drawn, set_up_without_faults(phone, drawn.app, drawn.setup))
    answer, view = "", None
    for number, step in enumerate(steps, 1):
        try:
            view = view or view_of(phone)
            move = resolve(bind(step, view), view)
            act(phone, move)
            view = view_of(phone)
        except AppAgentError as err:  # no such mark, no such app, no key for a letter
            where = f"{drawn.task.id}, step {number}, on {phone.page.page!r}"
            raise StepImpossible(f"{where}: {err}", number) from err
        if isinstance(move.action, Exit):
            answer = move.action.answer
            break
        judge.see(phone.truth)
    return judge.verdict(phone.truth, answer)


def view_of(phone: Phone) -> View:
    """The phone's screen as the agent numbers it, without its picture; that is drawn only where a
    slider stands, whose knob no tree tells."""
    width, height = phone.size
    blank = np.broadcast_to(np.uint8(0), (height, width, 3))
    parsed = parse_hierarchy(phone.hierarchy().encode(), Size(width, height))
    elements = parsed.elements
    seen = Screen(
        image=blank,
        app=App(*phone.focus),
        elements=elements,
        taken_at=datetime.now(UTC),
        keyboard=phone.keyboard_shown,
        nodes=parsed.nodes,
    )
    screen = tell_nameless(seen)
    if any(e.role == "slider" for e in elements):
        drawn = np.asarray(phone.frame().convert("RGB"))
        screen = replace(tell_sliders(replace(screen, image=drawn)), image=blank)
    touchable = choose(screen.elements, screen.size)
    return View(screen, tuple(Mark(n, e.bounds, e) for n, e in enumerate(touchable, 1)), blank)


def bind(step: SolutionStep, view: View) -> AnyVerb:
    """The step's action, with the number that its element has on this screen.

    Raises: `ActionImpossible` where none or several bear its name.
    """
    if step.target is None:
        return step.action
    label = _find_label(step.target, step.action.kind, view)
    return step.action.model_copy(update={"element": label})


def _find_label(target: TargetElement, use: str, view: View) -> int:
    """The number of the target element; a swipe may start on any element."""
    marks = [
        (mark.label, mark.element)
        for mark in view.marks
        if mark.element is not None
        and (use == "swipe" or use in mark.element.uses or (use == "text" and mark.element.scale))
        and target.role in ("", mark.element.role)
        and target.key in ("", mark.element.key)
    ]
    exact = [label for label, element in marks if target.name in ("", element.name)]
    part = f", {target.name}, ".casefold()  # a row is called by its texts: "Gym, 1:09, PM"
    found = exact or [n for n, element in marks if part in f", {element.name}, ".casefold()]
    wanted = ", ".join(
        f"{name}={value!r}"
        for name, value in target.model_dump(exclude_defaults=True, exclude={"nth"}).items()
    )
    if not found:
        there = "; ".join(phrase(element) for _, element in marks)
        raise ActionImpossible(
            f"no element with {wanted} to {use} on this screen; there are: {there}"
        )
    if target.nth is None and len(found) > 1:
        raise ActionImpossible(
            f"{len(found)} elements have {wanted}: choose one by role, key or nth"
        )
    if (target.nth or 1) > len(found):
        raise ActionImpossible(
            f"nth is {target.nth}, but there are {len(found)} with {wanted} on this screen"
        )
    return found[(target.nth or 1) - 1]


def act(phone: Phone, move: Move) -> None:
    """Make the move on the phone, as the agent does over adb."""
    match move.action:
        case Wait(seconds=seconds):
            phone.clock.advance(seconds)
        case OpenApp(app=name):
            launch(phone, find(name, _launchable(phone)))
        case StartApp(app=package, stay=stay):
            if not stay:
                phone.force_stop(package)
            launch(phone, package)
        case StopApp(app=package, back=back):
            if not back:  # what is in front is not killed
                phone.force_stop(package)
        case ClearApp(app=package):
            phone.clear(package)
        case OpenLink(link=link):
            phone.start(Intent(action="android.intent.action.VIEW", data=link))
        case ScrollTo() | WaitFor():
            raise ActionImpossible(
                f"a solution says each swipe and wait, found {form(move.action)}"
            )
        case _ if move.gesture is not None:
            _by_hand(phone, move.gesture)


def _launchable(phone: Phone) -> list[str]:
    return sorted(package for package, app in phone.installed.items() if app.launchable)


def _by_hand(phone: Phone, gesture: Gesture) -> None:
    match gesture:
        case TouchAt(point, _, duration_ms):
            phone.touch(*point, duration_ms)
        case Drag(start, end, _, duration_ms):
            phone.drag(*start, *end, duration_ms)
        case InputText(text, _, field, held):
            typing.plan(text)  # raises where adb could not type it
            if field is not None:
                phone.touch(*field)
            if held:
                phone.select_all()
                phone.key(typing.DELETE)
            phone.type_text(text)
        case KeyPress(key, times):
            for _ in range(times):
                phone.key(KEY_CODES[key])
        case _:
            assert_never(gesture)
