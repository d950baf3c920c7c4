"""What a move could do, told from the screen before it is made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from appagent.actions.gestures import Drag, Move, TouchAt
from appagent.actions.verbs import (
    Back,
    DragAt,
    Each,
    Enter,
    Exit,
    Go,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    Read,
    ScrollTo,
    ShowGrid,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
    WaitFor,
    Zoom,
)
from appagent.danger import Danger
from appagent.guard.asking import only_moves, under_finger
from appagent.safety.controls import (
    has_state,
    is_content,
    is_foreign,
    is_named_by_id,
    label_of,
    looks_up,
    stands_beside,
    writes_to_somebody,
)
from appagent.safety.folding import id_words
from appagent.safety.labels import (
    danger_of,
    has_phone_number,
    is_assent,
    is_bin,
    is_harmless,
    is_refusal,
    mutes,
    opens,
    picks,
    puts_away,
)
from appagent.safety.scene import Scene
from appagent.safety.signs import acts_when_held, danger_of_icon, danger_of_id, danger_of_switch
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.values import Element, Screen

BY_ENTER: tuple[Danger, ...] = ("send", "post", "pay", "account")
_CALLS = frozenset(
    {"call", "calls", "contacts", "dialer", "dialler", "phone", "incallui", "telecom"}
)
_DIAL_KEY = re.compile(r"[0-9](?:, [A-Z+]+)?")
# Of the signs from U+2600 on, which apps draw on buttons (a gear, a cross), only the heart and what
# an emoji is joined with.
_EMOJI = re.compile("[\u2640\u2642\u2b50\u2764\U0001f300-\U0001faff\ufe0f\u200d]+")


def risk(move: Move, scene: Scene) -> Danger | None:
    """The first danger of a move on this screen: "delete", "send", ...; None if none is known."""
    return next(iter(risks(move, scene)), None)


def risks(move: Move, scene: Scene) -> Sequence[Danger]:
    """The dangers of a move on this screen, of all that the finger may hit.

    Reading, typing and scrolling are free everywhere. In a store or a bank only what shows
    something else is touched. A point where the tree knows nothing is free; but where the picture
    is forbidden and there is no tree, so that nothing can be told, exploring touches nothing.
    """
    match move.action:
        case Tap() | TapArea() | TapAt():
            return _dangers_of_tap(move, scene)
        case LongPress() | LongPressArea() | LongPressAt():
            return _dangers_of_hold(move, scene)
        case Read() if move.gesture is None:
            return ()
        case Text() if move.holds:
            return ()
        case Text() if move.sets_value and move.use == "tap":  # a switch
            return _dangers_of_tap(move, scene)
        case Swipe() | ScrollTo() | Each() | Read() | SwipeArea() | DragAt():
            found = _danger_of_swipe(move, scene)
        case Enter():
            asked = replace(scene, exploring=False)
            found = _danger_of_enter(move.element, asked, strict=scene.exploring)
        case Text() if move.sets_value:
            found = _danger_of_swipe(move, scene)
            if not found and isinstance(move.gesture, TouchAt):  # a star, or a place on a slider
                return _dangers_of_tap(move, scene)
        case Text(text=text):
            if "\n" not in text and "\r" not in text:
                return ()
            typed, field = _as_typed(scene.screen, move.element, text)  # its line end is enter
            asked = replace(scene, screen=typed, exploring=False)
            found = _danger_of_enter(field, asked, strict=True)
        case OpenApp():
            found = danger_of(move.icon)  # the icon is looked for by its label, and touched
        case Back() | Home() | Wait() | WaitFor() | ShowGrid() | Zoom() | Exit() | Go():
            return ()
        case _:
            assert_never(move.action)
    return (found,) if found else ()


def _reacts(element: Element) -> bool:
    """Whether a touch does anything: Android's View.onTouchEvent swallows that of a control that is
    switched off."""
    return element.enabled or "tap" not in element.uses


# --- touches --------------------------------------------------------------------------------------


def _dangers_of_tap(move: Move, scene: Scene) -> Sequence[Danger]:
    touched = list(under_finger(move, scene.screen))
    if found := _dangers_of_touches(filter(_reacts, touched), scene):
        return found
    unseen = not scene.screen.elements and scene.screen.picture == "secure"
    priced = scene.guarded and not _only_shows(touched)
    return ("pay",) if priced or (scene.exploring and unseen) else ()


def _dangers_of_touches(touched: Iterable[Element], scene: Scene) -> Sequence[Danger]:
    found = (_danger_of_touch(element, scene) for element in touched)
    return tuple(dict.fromkeys(danger for danger in found if danger))


def _danger_of_touch(element: Element, scene: Scene) -> Danger | None:
    """The danger of touching an element."""
    danger = _danger_at_a_price(element, scene)
    return "account" if danger == "pay" and scene.only_follows(element) else danger


def _danger_at_a_price(element: Element, scene: Scene) -> Danger | None:
    """The danger of touching an element, if what it subscribes to has a price."""
    if "text" in element.uses or element.role in ("tab", "slider") or only_moves(element):
        return None  # it is written, gone or dragged to
    if has_state(element):
        return _danger_of_state(element) or scene.choice_danger(element)
    label = label_of(element)
    if asks := scene.dialog_danger(element):
        return None if is_refusal(label, asks) or picks(label) else asks
    if opened := scene.window_danger(element, label):
        return opened
    if scene.exploring and _may_call(element, scene):
        return "call"
    if is_content(element):
        return _danger_of_choice(element, label, scene)
    said = _danger_of_words(element, scene)
    if not said and mutes(label) and scene.is_about_person(element):
        return "account"
    return said or _danger_in_place(element, label, scene) or _danger_unwritten(element)


def _danger_unwritten(element: Element) -> Danger | None:
    """The danger that only the picture of a nameless element tells, or who tried it out."""
    return danger_of_icon(element.icon) or danger_of(element.learned)


def _danger_of_choice(element: Element, label: str, scene: Scene) -> Danger | None:
    """The danger of choosing a row: whom something is sent to."""
    free = not is_whole_row(element) or is_refusal(label) or is_harmless(label)
    return None if free else scene.hands_on


def _danger_of_words(element: Element, scene: Scene) -> Danger | None:
    """The danger that an element itself tells: in its label, its description or, where it says
    nothing of its own, its id."""
    label = label_of(element)
    for text in (label, element.description):
        if danger := danger_of(text):
            return danger
    in_row = row_of(element.key) != ""
    if is_bin(label) and not in_row:
        return "delete"
    place = scene.is_wide_row(element) or any(map(str.isdigit, label))
    if scene.exploring and not place and (danger := puts_away(label)):
        return danger
    return _danger_by_id(element)


def _danger_by_id(element: Element) -> Danger | None:
    """The danger that its id tells of a control that says nothing of its own, or says it in
    another script than ids are written in: not all its words may be known."""
    label = label_of(element)
    known = is_whole_row(element) or is_harmless(label) or is_refusal(label, "delete")
    silent = is_named_by_id(element) or is_assent(label) or (is_foreign(label) and not known)
    return danger_of_id(element.resource_id) if silent else None


def _danger_in_place(element: Element, label: str, scene: Scene) -> Danger | None:
    """The danger that an element gets from what stands around it."""
    in_row = row_of(element.key) != ""
    written = scene.filled or ([] if in_row else scene.editors)
    if (opened := opens(label)) and not all(map(scene.has_sender, written)):
        return opened
    nameless = not any(map(str.isalnum, element.name + element.description)) and not in_row
    beside = (field for field in scene.filled if nameless and stands_beside(element, field))
    if not all(map(scene.has_sender, beside)):
        return "send"
    if not scene.editors and _EMOJI.fullmatch(label.strip()):
        return "post"  # a reaction
    if is_assent(label):
        return scene.page_danger
    return _danger_of_choice(element, label, scene)


def _may_call(element: Element, scene: Scene) -> bool:
    """Whether a control may call somebody, though no word says so: it has a number, or is an icon
    without a word in a list or an app of calls. A launcher opens whom a row tells of; of no other
    app does its name tell that it calls nobody."""
    package = scene.screen.app.package
    ids = id_words(element.key.replace("/", " "))
    about_calls = bool(_CALLS & {*package.split("."), *ids})
    if has_phone_number(element.name):
        return about_calls or "launcher" not in package or not is_whole_row(element)
    return about_calls and _in_row(element) and is_named_by_id(element)


def _in_row(element: Element) -> bool:
    return row_of(element.key) not in ("", element.key)


def _danger_of_state(element: Element) -> Danger | None:
    """The danger of a switch. Its words tell what is to be, so that "Send read receipts" sends
    nothing; but a like is given, and a person followed."""
    label = label_of(element)
    if danger := danger_of_switch(label, on=element.checked):
        return danger
    said = danger_of(label) or _danger_by_id(element)
    alone = len(label.split()) == 1
    return said if said == "post" or (alone and said in ("account", "pay")) else None


def _only_shows(touched: Sequence[Element | None]) -> bool:
    """Whether all that is touched in a store or a bank only shows something else."""
    return bool(touched) and all(
        e is not None
        and (
            e.role == "tab"
            or "text" in e.uses
            or is_harmless(label_of(e))
            or is_refusal(label_of(e))
        )
        for e in touched
    )


# --- other gestures -------------------------------------------------------------------------------


def _dangers_of_hold(move: Move, scene: Scene) -> Sequence[Danger]:
    held = _danger_of_hold(move.element, scene) if move.element else None
    # What knows no holding is touched when the finger goes up (View.onTouchEvent).
    taps = (
        e for e in under_finger(move, scene.screen) if e.uses & {"tap", "long_press"} == {"tap"}
    )
    found = dict.fromkeys(_dangers_of_touches(taps, scene))
    if held or found:
        return tuple({held: None, **found} if held else found)
    return ("pay",) if scene.guarded and not _only_shows([move.element]) else ()


def _danger_of_hold(element: Element, scene: Scene) -> Danger | None:
    """The danger of holding an element. It opens a choice, but a voice message is spoken so, and a
    key of a dial pad calls."""
    if any(map(acts_when_held, (element.name, element.description))):
        return danger_of(label_of(element)) or "send"
    if _DIAL_KEY.fullmatch(element.name) and not row_of(element.key):
        others = (e for e in scene.screen.elements if "tap" in e.uses)
        return next(("call" for e in others if _danger_of_words(e, scene) == "call"), None)
    return None


def _danger_of_swipe(move: Move, scene: Scene) -> Danger | None:
    """The danger of moving a finger: "Slide to pay"; a row that is swiped aside may be deleted."""
    element, start = move.element, None
    if isinstance(move.gesture, Drag):
        start, end = move.gesture.start, move.gesture.end
        sideways = abs(end.x - start.x) > abs(end.y - start.y)
    else:
        upright = isinstance(move.action, Swipe | ScrollTo) and move.action.direction in (
            "up",
            "down",
        )
        sideways = not upright
    said = danger_of(label_of(element)) if element and "text" not in element.uses else None
    if not sideways:
        return said if element and _is_slide(element) else None
    return said or ("delete" if scene.row_to_swipe(start, element) else None)


def _is_slide(element: Element) -> bool:
    return element.name.casefold().startswith(("swipe", "slide"))


def _danger_of_enter(field: Element | None, scene: Scene, *, strict: bool) -> Danger | None:
    """The danger of the enter key: it does what a button beside the field would do. In a search it
    looks something up. `strict`: the button may come up only with the text."""
    field = field or scene.screen.focused_field
    if field and looks_up(field):
        return None
    if strict and field and writes_to_somebody(field):
        return "send"
    buttons = (e for e in (*scene.screen.elements, *scene.screen.shapes) if "tap" in e.uses)
    dangers = (_danger_of_touch(e, scene) for e in buttons)
    found = next((danger for danger in dangers if danger in BY_ENTER), None)
    return found or ("pay" if scene.guarded else None)


def _as_typed(screen: Screen, field: Element | None, text: str) -> tuple[Screen, Element | None]:
    """The screen, and the field, as they will be once the text is typed."""
    typed = field or screen.focused_field
    if typed is None:
        return screen, None
    filled = replace(typed, value=text)
    after = tuple(filled if e is typed else e for e in screen.elements)
    return replace(screen, elements=after), filled
