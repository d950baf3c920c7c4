"""The choice of one action that teaches something, where no task says what to want."""

from __future__ import annotations

import re

from appagent.actions.verbs import Back, Exit, Swipe, Tap, Text
from appagent.model.offline.choose import RETURNS, Choice
from appagent.model.offline.request import Control, Request, read_deed
from appagent.model.offline.signs import commits
from appagent.model.offline.words import PHONE, Sense, has, numeric, words

ROWS = frozenset({"item", "image", "text"})
ROWS_TRIED = 2  # rows of one kind teach the same
SOME_TEXT = "test"


def try_something(request: Request) -> Choice:
    """The first thing in reading order that is neither tried, known nor risky."""
    tried = _tried(request)
    overwrites = _overwrites(request)
    for control in sorted(request.controls, key=_leaves):
        if control.label is None or not control.enabled or control.secret:
            continue
        if _risky(control) or (overwrites and commits(control)):
            continue
        verb = "text" if control.is_field else "tap" if control.taps else "swipe"
        if verb in control.docs or _known(request, tried, verb, control):
            continue
        name, label = control.name, control.label
        if verb == "text":
            return Choice(Text(element=label, text=_harmless(control), name=name), "untried field")
        if verb == "tap":
            return Choice(Tap(element=label, name=name), "untried element")
        if control.scrolls:
            return Choice(Swipe(element=label, direction="up", name=name), "what lies below?")
    scrolled = [d for d in request.here if d.verb == "swipe"]
    for control in (c for c in request.controls if c.scrolls):
        if scrolled and scrolled[-1].worked and len(scrolled) < 3:
            return Choice(
                Swipe(element=control.label, direction="up", name=control.name), "what lies below?"
            )
    returns = [d for d in request.past if d.verb == "back"]
    if request.depth and len(returns) < RETURNS * 4:
        return Choice(Back(), "all of this page was tried")
    return Choice(Exit(status="done"), "nothing is left to try")


def _overwrites(request: Request) -> bool:
    """Whether to save would write over a thing that was there before: even unchanged it may not
    stay as it is."""
    came_by = request.came_by
    form = any(c.is_field and not has(c.name, Sense.SEARCH) for c in request.controls)
    return form and not (came_by and has(came_by.name, Sense.ADD))


def _leaves(control: Control) -> bool:
    """What leaves the page comes last: it is tried when the page is known."""
    return has(control.name, Sense.LEAVE, Sense.REFUSE) and len(words(control.name)) <= 2


def _risky(control: Control) -> bool:
    """Whether it could harm: by its word, by taking in everything, or by calling a number."""
    said = [control.name, *control.docs.values()]
    number = sum(map(str.isdigit, control.name)) >= PHONE
    return number or any(has(text, Sense.RISK, Sense.MANY) for text in said)


def _tried(request: Request) -> list[tuple[str, str]]:
    lines = [re.sub(r"^useless: ", "", line) for line in request.block("tried").split("\n")]
    return [(deed.verb, deed.title) for deed in map(read_deed, lines) if deed is not None]


def _known(request: Request, tried: list[tuple[str, str]], verb: str, control: Control) -> bool:
    """Whether it, or enough of its like, was tried already."""
    if request.useless(verb, control):
        return True
    if control.role in ROWS:
        like = {title for v, title in tried if v == verb and title.startswith(control.role)}
        return control.title in like or len(like) >= ROWS_TRIED
    namesakes = [c for c in request.controls if c.title == control.title]
    return tried.count((verb, control.title)) > namesakes.index(control)


def _harmless(control: Control) -> str:
    """A value of the kind that the field holds."""
    value = control.value or ""
    return ("1" if value.strip() != "1" else "2") if numeric(value) else SOME_TEXT
