"""An action that teaches something, where no task says what to want."""

from __future__ import annotations

import re
from collections.abc import Container

from appagent.actions.verbs import Back, Exit, Swipe, Tap, Text
from appagent.model.offline.prompt import (
    Asked,
    Attempt,
    Control,
    is_leaving,
    is_risky,
    read_attempt,
)
from appagent.model.offline.steps import Step

ROWS = ("item", "image", "text")
ROWS_TRIED = 2  # rows of one kind teach the same
_SURFACES = ("list", "scroll area", "pages", "slider", "picker", "progress")
_VERBS = {"text field": "text", **dict.fromkeys(_SURFACES, "swipe")}
BACKS = 12
_NUMBER = re.compile(r"(?:\d\D{0,2}){6}")  # which a touch may call
_WHY = re.compile(r"^(?:useless|like one that was tried|another phone tries it): ")
_SAVING = ("save", "done", "ok", "apply", "confirm")


def try_something(asked: Asked, rejected: Container[int | None]) -> Step:
    """The first thing in reading order that is neither tried, known, risky nor `rejected`; what
    leads off the page comes last."""
    lines = [_WHY.sub("", line) for line in asked.block("tried").split("\n")]
    tried = [a for a in map(read_attempt, lines) if a]
    tried += [a for a in asked.past if a.outcome.startswith("refused")]
    for control in sorted(asked.touchable, key=lambda c: is_leaving(c.name)):
        name, label, verb = control.name, control.label, _VERBS.get(control.role, "tap")
        if verb in control.notes or label in rejected or _is_tried(tried, verb, control):
            continue
        if label is None or _could_harm(asked, control):
            continue
        if verb == "text":
            harmless = "1" if (control.value or "").strip().isdecimal() else "test"
            return Text(element=label, text=harmless, name=name), "it was not tried"
        if verb == "tap":
            return Tap(element=label, name=name), "it was not tried"
        return Swipe(element=label, direction="up", name=name), "what lies below?"
    if asked.depth and asked.count("back") < BACKS:
        return Back(), "all of this page was tried"
    return Exit(status="done"), "nothing is left to try"


def _could_harm(asked: Asked, control: Control) -> bool:
    """Whether a touch could send, delete or call, or write over what was there before."""
    said = " ".join((control.name, *control.notes.values()))
    opened = next((a.name for a in reversed(asked.past) if a.led_on), "")
    fresh = opened.lower().startswith(("add", "create", "new", "compose"))
    form = any(c.role == "text field" and not c.title.startswith("Search") for c in asked.touchable)
    overwrites = control.title.lower() in _SAVING and form and not fresh
    return overwrites or is_risky(said) or bool(_NUMBER.search(control.name))


def _is_tried(tried: list[Attempt], verb: str, control: Control) -> bool:
    """Whether it was tried, or enough rows of its kind were."""
    rows = {a.name for a in tried if a.verb == verb and a.role == control.role in ROWS}
    return len(rows) >= ROWS_TRIED or any(a.words == f"{verb} {control.words}" for a in tried)
