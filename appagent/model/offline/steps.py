"""The next step of a task that the rules know, by the names of what is on the screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import assert_never

from appagent.actions.verbs import AnyVerb, Back, Enter, Exit, Swipe, Tap, Text, Wait
from appagent.model.offline.prompt import Asked, Control, is_risky
from appagent.model.offline.tasks import MODES, Alarm, Contact, Place, Switch, Task
from appagent.screen.describe import TEXT_LIMIT

BACKS = 3  # presses of the back key in one run
SWIPES = 5  # of one list
TAPS = 2  # of one control

_NEW_CONTACT = ("create contact", "add contact", "new contact")
Step = tuple[AnyVerb, str]  # an action, and why


def next_step(task: Task, asked: Asked) -> Step:
    """What to do next for the task; its end once the screen shows it done, or no way is left."""
    match task:
        case Alarm():
            fields = {"hour": str(task.hour), "minute": f"{task.minute:02d}"}
            time = f"{task.hour}:{task.minute:02d}"
            form = Form(("add alarm", "new alarm"), fields, task.half, "alarm", time)
            return _enter(form, asked, _shows_alarm(task, asked))
        case Contact():
            fields = {"name": task.name, "phone": task.number}
            form = Form(_NEW_CONTACT, fields, "", "contacts", task.name)
            return _enter(form, asked, _shows_contact(task, asked))
        case Place():
            return _find(task, asked)
        case Switch():
            return _turn(task, asked)
        case _:
            assert_never(task)


# --- a new thing, by a form -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Form:
    """How a new thing is entered."""

    openers: tuple[str, ...]  # names of the button that opens the form
    fields: Mapping[str, str]
    choice: str  # the radio button that must be on; "" for none
    tab: str  # where the opener is
    shows: str  # the new thing is called so


def _enter(form: Form, asked: Asked, is_shown: bool) -> Step:
    """Open an empty form, fill it in, save it, and look whether it is there.

    A form that was open before is left: it may be of a thing that exists.
    """
    past = [a for a in asked.past if a.verb in ("tap", "back") and a.took_effect]
    names = [a.name.lower() if a.verb == "tap" else "back" for a in past]
    opened = max((n for n, name in enumerate(names) if name in form.openers), default=len(names))
    since = names[opened + 1 :]
    if "save" in since:
        if is_shown:
            return Exit(status="done", if_shows=form.shows), "the screen shows it"
        return _scroll(asked, both_ways=True) or _fail(
            "it was saved, and the screen does not show it"
        )
    if opened == len(names) or "back" in since:
        if opener := _find_control(asked, *form.openers):
            return _tap(opener, asked, "it opens an empty form")
        tab = _find_control(asked, form.tab, role="tab")
        if tab and not tab.selected:
            return _tap(tab, asked, "the form is opened there")
        if tab and not asked.count("wait"):
            return Wait(seconds=10), "it belongs here: what lies over it may go"
        return _back(asked) or _fail(f"nothing here is called {' or '.join(form.openers)}")
    for name, value in form.fields.items():
        field = _find_control(asked, name, role="text field")
        if field is None:
            return _fail(f"the form has no field {name!r}")
        if not _same(field.value or "", value):
            tries = asked.tries("text", field)
            if len(tries) >= TAPS:
                return _fail(f"{value!r} is not in the field {field.name!r}: {tries[-1].outcome}")
            return Text(element=field.label, text=value, name=field.name), f"{value!r} goes there"
    if form.choice:
        choice = _find_control(asked, form.choice, role="radio")
        if choice is None:
            return _fail(f"the form has no choice {form.choice!r}")
        if not choice.checked:
            return _tap(choice, asked, "the time is in that half of the day")
    save = _find_control(asked, "save")
    return _tap(save, asked, "all is entered") if save else _fail("the form has no button Save")


def _same(shown: str, wanted: str) -> bool:
    """Whether a field holds the text: `07` is 7, `(555) 0199` is 555-0199."""
    if not re.search(r"[^\W\d]", wanted):
        digits = [re.sub(r"\D", "", text).lstrip("0") for text in (shown, wanted)]
        return bool(shown) and digits[0] == digits[1]
    return _tells(shown, wanted)


def _tells(shown: str, wanted: str) -> bool:
    """Whether a text of the list is the one that is wanted: a long one is told by its beginning."""
    is_cut = len(shown) >= TEXT_LIMIT and shown.endswith("…")
    return wanted.startswith(shown[:-1]) if is_cut else shown == wanted


def _shows_alarm(alarm: Alarm, asked: Asked) -> bool:
    """Whether a row of that time is here, with a switch behind it that is on."""
    time = rf"(?:^|, ){alarm.hour}:{alarm.minute:02d},? {alarm.half}\b"
    rows = [(row, switch) for row, switch in pairwise(asked.touchable) if switch.role == "switch"]
    return any(re.search(time, row.name, re.I) and switch.checked for row, switch in rows)


def _shows_contact(contact: Contact, asked: Asked) -> bool:
    names = {name for c in asked.controls for name in (c.name, c.title)}
    return any(_tells(name, contact.name) for name in names) and any(
        _same(name, contact.number) for name in names
    )


# --- a place --------------------------------------------------------------------------------------


def _find(place: Place, asked: Asked) -> Step:
    """Search for the place by its full name, open it, and ask for the way there."""
    here = [c for c in asked.controls if c.title.lower() == place.name.lower()]
    swap = _find_control(asked, "swap start and destination")
    if swap and place.directions and asked.controls[asked.controls.index(swap) - 1] in here:
        modes = [c for c in asked.touchable if c.role == "tab" and c.title.lower() in MODES]
        wanted = [c for c in modes if place.mode in ("", c.title.lower())]
        if any(c.selected for c in wanted):
            return Exit(status="done", if_shows=place.name), "the screen shows the way"
        return _tap(wanted[0], asked, "that way is asked for") if wanted else _fail("no such way")
    directions = _find_control(asked, "directions", role="button")
    if directions and any(c.role == "text" for c in here):
        if place.directions:
            return _tap(directions, asked, "this is the place")
        return Exit(status="done", if_shows=place.name), "the screen shows the place"
    searches = [c for c in asked.touchable if c.title.lower().startswith("search")]
    field = next((c for c in searches if c.role == "text field"), None)
    if field and field.value != place.name:
        return Text(element=field.label, text=place.name, name=field.name), "it is looked up"
    rows = [c for c in here if c.role == "item"]
    if rows and (field or asked.count("enter")):
        return _tap(rows[0], asked, "it bears the full name")
    if field and asked.past and asked.past[-1].verb == "text":
        return Enter(), "the search may wait for that"
    if field or asked.count("enter"):
        return _fail(f"no place found is called {place.name!r}")
    if searches:
        return _tap(searches[0], asked, "places are looked up there")
    return _back(asked) or _fail("there is no search for places here")


# --- a switch -------------------------------------------------------------------------------------


def _turn(task: Switch, asked: Asked) -> Step:
    """Turn the switch of that name, which may be down this page or behind what speaks of it."""
    name = task.name.lower()
    switches = [c for c in asked.touchable if c.role == "switch"]
    found = [c for c in switches if name in (c.name.lower(), c.title.lower())]
    if len(found) > 1:
        return _fail(f"{len(found)} switches here are called {task.name!r}")
    if found and found[0].checked is task.on:
        shown = f"{found[0].title}: {'on' if task.on else 'off'}"
        return Exit(status="done", if_shows=shown), "the screen shows it in that state"
    if found:
        return _tap(found[0], asked, "it is in the other state")
    for control in asked.touchable:
        told = " ".join((control.name, *control.notes.values())).lower()
        leads = control.role in ("button", "item", "tab") and control.checked is None
        speaks = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told)
        if leads and speaks and not asked.count("tap", control) and not is_risky(told):
            return _tap(control, asked, "its name or its note speaks of the switch")
    further = _scroll(asked) or (_back(asked) if asked.depth else None)
    return further or _fail(f"no switch here is called {task.name!r}")


# --- what all of them do --------------------------------------------------------------------------


def _find_control(asked: Asked, *names: str, role: str = "") -> Control | None:
    found = (c for c in asked.touchable if c.title.lower() in names and role in ("", c.role))
    return next(found, None)


def _tap(control: Control, asked: Asked, why: str) -> Step:
    if asked.count("tap", control) >= TAPS:
        return _fail(f"a touch of {control.words} does not help")
    assert control.label is not None
    return Tap(element=control.label, name=control.name), why


def _scroll(asked: Asked, *, both_ways: bool = False) -> Step | None:
    """Down the page, while that shows more; then, `both_ways`, up it."""
    swipes = takewhile(lambda attempt: attempt.verb == "swipe", reversed(asked.past))
    ends = sum(not swipe.took_effect for swipe in swipes)
    lists = [c for c in asked.touchable if c.role in ("list", "scroll area")]
    most = SWIPES * (1 + both_ways)
    if not lists or ends > both_ways or asked.count("swipe", lists[0]) >= most:
        return None
    one = lists[0]
    if ends:
        return Swipe(element=one.label, direction="down", name=one.name), "more may be above"
    return Swipe(element=one.label, direction="up", name=one.name), "more is below"


def _back(asked: Asked) -> Step | None:
    if asked.count("back") >= BACKS or any(a.led_away for a in asked.past):
        return None
    return Back(), "nothing here serves the task"


def _fail(why: str) -> Step:
    return Exit(status="failed", answer=why), why
