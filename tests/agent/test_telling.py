"""What came of a move: the point in the first words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from appagent.actions.gestures import Drag, Move, resolve
from appagent.actions.verbs import AnyVerb, Back, Enter, Home, Read, Swipe, Tap, Text, WaitFor
from appagent.agent.telling import IN_PICTURE, tell
from appagent.bench.solve import act, launch, view_of
from appagent.geometry import Point, Rect
from appagent.screen.change import difference
from appagent.screen.keys import SAME_SCREEN, fingerprint, likeness
from appagent.screen.values import App, Element, Screen, View
from pocketphone.phone import Phone
from tests.screen.trees import element
from tests.screen.trees import screen as shown

FIRST = 80  # characters, in which the point is told
CASES = yaml.safe_load(Path(__file__).with_name("telling.yaml").read_text(encoding="utf-8"))


def action(step: Any, view: View) -> AnyVerb:
    """The action of a step: `back`, `{tap: Save}`, `{text: [Hour, "5"]}`, `{swipe: up}`."""
    plain: dict[str, AnyVerb] = {"back": Back(), "home": Home(), "enter": Enter()}
    if isinstance(step, str):
        return plain[step]
    ((verb, words),) = step.items()
    if verb == "swipe":
        return Swipe(direction=words)
    name, *text = words if verb == "text" else (words,)
    fits = [m.label for m in view.marks if m.element and m.element.name.startswith(name)]
    whole = [m.label for m in view.marks if m.element and m.element.name == name]
    label = (whole or fits)[0]
    return Text(element=label, text=text[0]) if text else Tap(element=label)


def go(app: str, way: list[Any]) -> str:
    """What is told of the last step of a way."""
    phone = Phone(seed=1)
    launch(phone, f"com.pocketphone.{app}")
    pages: dict[frozenset[str], tuple[Element, ...]] = {}
    told = ""
    for step in way:
        view = view_of(phone)
        pages[fingerprint(view.screen.elements)] = view.screen.elements
        move = resolve(action(step, view), view)
        act(phone, move)
        after = view_of(phone).screen
        page = fingerprint(after.elements)
        near = max(pages, key=lambda known: likeness(known, page))
        known = pages[near] if likeness(near, page) >= SAME_SCREEN else ()
        told = tell(move, view.screen, after, difference(view.screen, after), known)
    return told


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['app']}-{case['tells']}")
def test_the_point_comes_first(case: dict[str, Any]) -> None:
    told = go(case["app"], case["way"])
    parts = [case["tells"]] if isinstance(case["tells"], str) else case["tells"]
    assert [part for part in parts if part not in told[:FIRST]] == [], told


def came(before: Screen, after: Screen, known: tuple[Element, ...] = ()) -> str:
    move = Move(Tap(element=1), element=before.elements[0])
    return tell(move, before, after, difference(before, after), known)


PAGE = shown((element(),))
PARTS = tuple(
    element(key=f"#{n}", name=n, resource_id=f"com.x:id/{n}")
    for n in ("Reply", "Forward", "Archive")
)
TITLE = element(key="#title", role="text", name="Clock keeps stopping", uses=frozenset())


@pytest.mark.parametrize(
    ("app", "told"),
    [
        (App("android", "Application Error: com.x"), 'the app crashed: "Clock keeps stopping"'),
        (App("android", "Application Not Responding: com.x"), "the app hangs: "),
        (App("com.google.android.permissioncontroller", ".X"), "a permission is asked for: "),
        (App("com.other", ".Main"), "left com.example.clock for com.other: "),
    ],
)
def test_windows_of_others(app: App, told: str) -> None:
    assert came(PAGE, shown((TITLE, element(name="Close app")), app=app)).startswith(told)


def test_an_app_is_not_left_for_what_stands_over_it() -> None:
    over = shown((TITLE,), app=App("android", "Application Error: com.x"))
    assert came(over, PAGE, PAGE.elements).startswith("back on ")
    assert "left" not in came(over, PAGE)


def test_a_page_without_a_title_is_come_back_to_by_what_it_offers() -> None:
    whole = element(key="#page", role="list", name="", bounds=Rect(0, 0, 1080, 2400))
    page = shown((*PARTS, whole))
    over = shown((TITLE, element(key="#ok", name="OK")))
    told = came(over, page, page.elements[1:])
    assert (
        told
        == 'new: button "Reply"; back on page with button "Reply", button "Forward", and 1 more'
    )


def row(name: str, top: int, *, on: bool) -> tuple[Element, Element]:
    mail = element(key="#list/row", role="item", name=name)
    star = element(key="#list/row/#star", role="switch", name="Ada: star", checked=on)
    return tuple(  # type: ignore[return-value]
        element(**{f: getattr(e, f) for f in ("key", "role", "name", "checked")},
                bounds=e.bounds._replace(top=top, bottom=top + 90))
        for e in (mail, star)
    )  # fmt: skip


def test_rows_that_only_moved_do_not_differ() -> None:
    """The star of another mail of the same person is another star."""
    rows = [row(f"Ada, {word}", 0, on=word == "tea") for word in ("tea", "key", "cat", "sun")]
    before = shown(sum((row(r[0].name, 100 * n, on=n == 0) for n, r in enumerate(rows[:3])), ()))
    after = shown(sum((row(r[0].name, 100 * n, on=False) for n, r in enumerate(rows[1:])), ()))
    told = came(before, after)
    assert "star" not in told
    assert told == 'now shows item "Ada, sun"'


FIELD = element(key="#hour", role="text field", name="Hour", value="6", uses=frozenset({"text"}))
NOT_NOW = element(key="#no", name="Not now", bounds=Rect(100, 900, 400, 1000))
UPDATE = element(
    key="#t",
    role="text",
    name="Update available",
    uses=frozenset(),
    bounds=Rect(100, 800, 400, 890),
)
CUT_SHORT = "this may have cut the typing short: look at the field"


def typed(after: Screen, text: str = "5") -> str:
    before = shown((FIELD,))
    move = Move(Text(element=1, text=text), element=FIELD)
    return tell(move, before, after, difference(before, after))


def test_a_window_that_came_over_a_field_may_have_cut_the_typing_short() -> None:
    told = typed(shown((UPDATE, NOT_NOW)))
    assert told == f'opened dialog "Update available" with "Not now"; {CUT_SHORT}'
    hangs = App("android", "Application Not Responding: com.x")
    assert typed(shown((TITLE, NOT_NOW), app=hangs)).endswith(CUT_SHORT)


def test_what_the_typing_led_to_cut_nothing_short() -> None:
    page = element(key="#page", role="list", name="", bounds=Rect(0, 0, 1080, 2400))
    assert CUT_SHORT not in typed(shown((UPDATE, page))), "a whole page comes after the last digit"
    assert CUT_SHORT not in typed(shown((UPDATE, NOT_NOW)), "5\n"), "it was sent"
    suggestion = element(key="#row", name="5 am", bounds=Rect(100, 900, 400, 1000))
    assert CUT_SHORT not in typed(shown((suggestion,)))
    assert CUT_SHORT not in typed(shown((UPDATE, NOT_NOW, FIELD)))


def test_a_toast_is_told_once() -> None:
    """What it says is in no tree."""
    toasted = replace(PAGE, toast="1ecdd89")
    assert came(PAGE, toasted) == IN_PICTURE
    assert came(toasted, toasted) == "nothing changed"
    assert came(toasted, replace(PAGE, toast="82d")) == IN_PICTURE
    on_new_page = replace(shown((TITLE,)), toast="1ecdd89")
    assert came(PAGE, on_new_page).startswith(f"{IN_PICTURE}; opened ")


def test_a_toast_that_was_read_is_told_in_its_words() -> None:
    toasted = replace(PAGE, toast="1ecdd89", notice="Copied")
    assert came(PAGE, toasted) == 'it says "Copied"'
    assert came(toasted, toasted) == "nothing changed"


def test_a_toast_that_goes_changes_nothing_else() -> None:
    drawn = PAGE.image.copy()
    drawn[2000:2100, 200:900] = 30
    toasted = replace(PAGE, image=drawn, toast="1ecdd89")
    assert came(toasted, PAGE) == "only the notice went"
    assert came(replace(toasted, toast=""), PAGE) == "only the picture changed"


def snackbar(text: str) -> Element:
    return element(
        key="#bar", name=text, role="text", uses=frozenset(),
        resource_id="com.x:id/snackbar_text", bounds=Rect(0, 2200, 1080, 2300),
    )  # fmt: skip


def test_a_snackbar_is_told_once() -> None:
    """Not again as gone: not when it goes, nor from the page that held it when it was left."""
    page = shown(PARTS)
    held = shown((*PARTS, snackbar("Sent")))
    assert came(page, held) == 'it says "Sent"'
    assert came(held, page) == "only the notice went"
    told = came(shown((TITLE,)), page, held.elements)
    assert told == 'back on menu with button "Reply", button "Forward", and 1 more'


def test_what_was_waited_for_is_told_once() -> None:
    """How the waiting ended is told by what waits."""
    done = element(key="#t", role="text", name="Done", uses=frozenset())
    before, after = shown(PARTS), shown((*PARTS, done))

    def waited(before: Screen, after: Screen, **more: bool) -> str:
        move = Move(WaitFor(text="Done", **more))
        return tell(move, before, after, difference(before, after))

    assert waited(before, after) == waited(after, before, gone=True) == ""
    assert waited(before, before) == "", "not there after 30 s"
    other = element(key="#x", name="Share", bounds=Rect(0, 500, 900, 600))
    assert waited(before, shown((*after.elements, other))) == 'new: button "Share"'


def test_what_a_scroll_shows_is_no_page_that_opened() -> None:
    before, after = shown(PARTS), shown((TITLE, element(key="#ok", name="OK")))
    change = difference(before, after)
    assert change.screen_changed
    drag = Drag(Point(500, 2000), Point(510, 400), before.size, 300)
    for move in (Move(Read(all=True)), Move(Swipe(direction="up"), gesture=drag)):
        assert "now shows" in (told := tell(move, before, after, change)) or "new: " in told
        assert "opened" not in told


def test_a_page_without_a_title_is_told_by_what_it_has_to_do_with_the_touch() -> None:
    def page(*names: str) -> Screen:
        whole = element(key="#page", role="list", name="", bounds=Rect(0, 0, 1080, 2400))
        return shown((*(element(key=f"#{n}", name=n) for n in names), whole))

    told = came(
        page("Ada Lund, Hi", "Up", "Tab"), page("Up", "Tab", "A", "B", "C", "D", "Ada Lund")
    )
    assert told == (
        'opened page with button "A", button "B", button "C", button "Ada Lund", and 3 more'
    )
