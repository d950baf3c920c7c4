"""What a move would touch: the facts of the question whether a task means it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import InputText, Move
from appagent.actions.way import Way
from appagent.geometry import Rect
from appagent.guard.target import Target, target
from appagent.screen.values import App, Element, Screen
from tests.screen.trees import element, elements, node

TAP = frozenset({"tap"})


def screen(*elements: Element, keyboard: bool = False) -> Screen:
    image = np.zeros((800, 360, 3), np.uint8)
    at = datetime(2026, 3, 2, tzinfo=UTC)
    return Screen(image, App("com.example.clock", ".Main"), elements, at, keyboard=keyboard)


def row(name: str, n: int, **more: object) -> Element:
    at = Rect(0, 100 * n, 360, 100 * n + 90)
    return element(key="#list/row", name=name, role="item", bounds=at, uses=TAP, **more)


def delete_in(n: int) -> Element:
    at = Rect(300, 100 * n, 350, 100 * n + 90)
    return element(key="#list/row/#delete", name="Delete", bounds=at, uses=TAP)


def title(name: str, key: str = "#title", top: int = 0) -> Element:
    at = Rect(0, top, 360, top + 50)
    return element(key=key, name=name, role="text", bounds=at, uses=frozenset())


def button(name: str, key: str) -> Element:
    at = Rect(0, 700, 360, 790)
    return element(key=key, name=name, resource_id=f"com.example:id/{key[1:]}", bounds=at, uses=TAP)


def tap(touched: Element) -> Move:
    return Move(parse("tap(1)"), element=touched)


def form(*filled: tuple[str, str]) -> Screen:
    """A form with these fields, one below the other."""
    fields = [
        element(
            key=f"#form/#{name}", name=name, role="text field", value=value,
            bounds=Rect(0, 60 * n, 360, 60 * n + 50), uses=frozenset({"tap", "text"}),
        )
        for n, (name, value) in enumerate(filled, 1)
    ]  # fmt: skip
    return screen(title("Compose"), *fields, SEND)


def walked(*moves: tuple[Element | str, Screen], start: Screen | None = None) -> Way:
    """The way by these touches, or actions, each with the screen that it leads to."""
    way, before = Way(), start or LIST
    for what, now in moves:
        move = Move(parse(what)) if isinstance(what, str) else tap(what)
        way, before = way.after(move, before, now), now
    return way


GYM, MEDICINE = row("Gym, 6:30, AM", 1), row("Medicine, 8:00, AM", 2)
LIST = screen(title("Alarms"), GYM, MEDICINE, button("Add", "#add"))
DELETE, SEND, YES = (button(*told) for told in (
    ("Delete", "#delete_alarm"), ("Send", "#send"), ("OK", "#button1")))  # fmt: skip
REPEAT = button("Repeat", "#repeat")
EDIT = screen(title("Edit alarm"), REPEAT, button("Sound", "#sound"), DELETE)
MENU = screen(button("Snooze", "#snooze"), button("Remove it", "#remove_it"))
TO_EDIT = (GYM, EDIT)

# The lines of the facts by what they begin with; "" for none. What is not told is not looked at.
SITUATIONS: dict[str, tuple[tuple[Any, ...], dict[str, str]]] = {}


def situation(
    name: str, move: Move | Element, shown: Screen, way: Way | None = None, **told: str
) -> None:  # fmt: skip
    moved = move if isinstance(move, Move) else tap(move)
    SITUATIONS[name] = (moved, shown, way or Way()), told


# --- rows
_PAIRS = [
    element(key=f"#list/row/{part}", name=name, bounds=Rect(x, y, x + 90, y + 40), uses=TAP)
    for y, (one, other) in enumerate([("Gym", "Off"), ("Medicine", "On")])
    for x, (part, name) in enumerate([("text", one), ("switch", other)])
]
_COMMENT = node("LinearLayout", (0, 300, 1080, 500), *(
    node("TextView", (40, 320, 400, 390), text="Mallory"),
    node("TextView", (40, 400, 400, 480), text="See this"),
    node("LinearLayout", (410, 310, 600, 400),
         node("TextView", (420, 320, 580, 390), text="Ada"), id="tag", flags="clickable"),
    node("ImageButton", (900, 340, 1000, 440), id="d3_", flags="clickable"),
), id="row")  # fmt: skip
COMMENTS = screen(*elements(
    node("TextView", (0, 60, 500, 140), text="Comments"),
    node("ListView", (0, 300, 1080, 2300), _COMMENT, id="list"),
))  # fmt: skip
ENTRIES = [replace(row(name, n), bounds=Rect(200, 60 + 40 * n, 350, 100 + 40 * n))
           for n, name in enumerate(("Delete", "Bob", "Schedule send"), 1)]  # fmt: skip
POPUP = screen(*ENTRIES)

situation("a control of a row", delete_in(1), screen(GYM, delete_in(1), MEDICINE, delete_in(2)),
          row='"Gym, 6:30, AM, Delete"')  # fmt: skip
situation("that of another", delete_in(2), screen(GYM, delete_in(1), MEDICINE, delete_in(2)),
          row='"Medicine, 8:00, AM, Delete"')  # fmt: skip
situation("a row that is no element ends where its keys begin again", _PAIRS[3], screen(*_PAIRS),
          row='"Medicine, On"')  # fmt: skip
LISTING = row("A, B, Hi", 1, first="A, B")
situation("a row whose title has commas", LISTING, screen(LISTING),
          row='"A, B, Hi"')  # fmt: skip
situation("an icon without a word in a row",
          next(e for e in COMMENTS.elements if e.role == "button" and e.by_row), COMMENTS,
          row='"Mallory, See this, Ada"', page='"Comments"')  # fmt: skip
situation("an entry of a menu", ENTRIES[1], POPUP, walked(TO_EDIT, (REPEAT, POPUP)),
          row='"Bob"', touched_on=f'"Repeat"; "{GYM.name}"')  # fmt: skip
SHARE = button("Share", "#share")
PHOTOS, PHOTO = screen(title("Photos"), row("Beach", 1)), screen(title("Beach"), SHARE)
SHEET = screen(
    title("Share", "#sheet/text", 600), replace(row("Chat", 5), bounds=Rect(0, 720, 360, 800))
)
situation("an app of a share sheet", SHEET.elements[1], SHEET,
          walked((PHOTOS.elements[1], PHOTO), (SHARE, SHEET), start=PHOTOS),
          row='"Chat"', touched_on='"Share"; "Beach"', selected="")  # fmt: skip

# --- the way
OTHER = screen(*EDIT.elements, title("Medicine", "#name"))
SUGGESTED = screen(
    element(key="#search", name="Search", focused=True, uses=frozenset({"tap", "text"})),
    row("alarm song", 1), row("alarm song lyrics", 2), keyboard=True,
)  # fmt: skip
RESULTS = screen(title("Results"), row("Ada - Alarm Song (Official Video)", 1), row("Other", 2))
SEARCHED = Way().after(Move(parse('text(1, "Isak")'), element=SUGGESTED.elements[0]), LIST, LIST)

situation("the row that led here", DELETE, EDIT, walked((MEDICINE, EDIT)),
          touched_on=f'"{MEDICINE.name}"',
          page='"Edit alarm"', fields="", selected="", dialog="")  # fmt: skip
for left in ("back()", "home()", 'open_app("Clock")', button("Navigate up", "#up")):
    situation(f"left by {left if isinstance(left, str) else left.name}", DELETE, EDIT,
              walked(TO_EDIT, (left, LIST), (MEDICINE, EDIT)),
              touched_on=f'"{MEDICINE.name}"')  # fmt: skip
situation("from one thing to the next", DELETE, OTHER,
          walked(TO_EDIT, (row("Related: Medicine", 3), OTHER)),
          touched_on='"Related: Medicine"')  # fmt: skip
situation("a page below that of a thing", MENU.elements[1], MENU, walked(TO_EDIT, (REPEAT, MENU)),
          touched_on=f'"Repeat"; "{GYM.name}"')  # fmt: skip
situation("back on the page of a thing", DELETE, EDIT,
          walked(TO_EDIT, (REPEAT, MENU), ("back()", EDIT)),
          touched_on=f'"{GYM.name}"')  # fmt: skip
situation("a closed keyboard", DELETE, EDIT,
          walked((GYM, screen(*EDIT.elements, keyboard=True)), ("back()", EDIT)),
          touched_on=f'"{GYM.name}"')  # fmt: skip
situation("back to another thing on the same kind of page", DELETE, EDIT,
          walked(TO_EDIT, ("back()", EDIT)), touched_on="")  # fmt: skip
situation("what was typed to find a row", DELETE, EDIT, SEARCHED.after(tap(MEDICINE), LIST, EDIT),
          touched_on=f'"{MEDICINE.name}"')  # fmt: skip


def shown_large(name: str) -> Screen:
    pager = element(key="#pager", name=name, bounds=Rect(0, 50, 360, 690), uses=TAP)
    return screen(pager, *EDIT.elements[1:])


for how in ('swipe(1, "left")', "tap(1)"):
    first, other = shown_large("Gym"), shown_large("Medicine")
    moved = Move(parse(how), element=first.elements[0])
    situation(f"another thing on the same kind of page by {how}", DELETE, other,
              walked((GYM, first)).after(moved, first, other),
              touched_on="", page='"Medicine"')  # fmt: skip
NEXT = button("Next", "#next")
TITLES = (("IMG_0012.jpg", "IMG_0013.jpg", False), ("12 May", "13 May", False),
          ("Recording 0:05", "Recording 0:06", True), ("2", "3", True))  # fmt: skip
for one, told, is_kept in TITLES:
    first, other = (screen(title(text), *EDIT.elements[1:], NEXT) for text in (one, told))
    situation(f"a page is called {told} now", DELETE, other, walked((GYM, first), (NEXT, other)),
              touched_on=f'"{GYM.name}"' if is_kept else "")  # fmt: skip

# --- pages of people
CHATS = screen(title("Chats"), row("Noor", 1), row("Isak", 2), button("New", "#new"))
CHAT = screen(title("Isak"), button("Call", "#call"), SEND)
PROFILE = screen(title("Isak", "#who"), button("Message", "#write"), button("Mute", "#mute"))
NOOR = screen(title("Noor"), button("Isak, 24", "#mention"), SEND)
LOW = element(key="#members", name="Ada, Ben, You", first="Ada, Ben, You", role="text",
              bounds=Rect(60, 30, 300, 48), uses=frozenset())  # fmt: skip

situation("another's page that a mention led to", SEND, CHAT,
          walked((CHATS.elements[1], NOOR), (NOOR.elements[1], PROFILE),
                 (PROFILE.elements[1], CHAT), start=CHATS),
          page='"Isak"', touched_on='"Message"; "Isak, 24"; "Noor"')  # fmt: skip
situation("a group's title", SEND, screen(title("Noor, Isak, Ada"), SEND),
          page='"Noor, Isak, Ada"')  # fmt: skip
situation("a group that is called after a member", SEND, screen(title("Ada’s birthday"), LOW, SEND),
          page='"Ada’s birthday"')  # fmt: skip
situation("a text on a page is not what it is called", DELETE,
          screen(title("Mail"), title("Gym asked for you", "#body", 300), DELETE),
          page='"Mail"')  # fmt: skip

# --- forms
MAIL = form(("To", "Noor"), ("Cc", "Eve"), ("Betreff", "Tea"), ("Body", "Hi"))
HEAD, MOMENT = title("Schedule send", "#alertTitle", 300), button("Tomorrow", "#moment")
WHEN = screen(replace(HEAD, bounds=Rect(30, 300, 330, 340)),
              replace(MOMENT, bounds=Rect(30, 350, 330, 400)))  # fmt: skip
MORE = button("More", "#more")
ANSWER = button("Answer", "#answer")
READ = screen(title("Dinner"), ANSWER)
HELD = form(("To", "ada@example.com"), ("Message", "My PIN ")).elements[2]
situation("the fields of a form, to whom and what", SEND, MAIL,
          fields='"To: Noor"; "Cc: Eve"; "Betreff: Tea"; "Body: Hi"')  # fmt: skip
situation("a form that was left for a page", SEND, CHAT,
          walked((button("Chats", "#chats"), CHATS), (CHATS.elements[2], CHAT), start=MAIL),
          fields="", page='"Isak"', touched_on='"Isak"; "Chats"')  # fmt: skip
situation("what is typed at the cursor of a field that holds something",
          Move(parse('text("hello\\n")'), element=HELD, gesture=InputText("hello\n", LIST.size)),
          screen(title("Noor"), HELD), fields='"Message: My PIN hello"')  # fmt: skip
situation("what is typed over a field", Move(parse('text(1, "hello\\n")'), element=HELD),
          screen(title("Noor"), HELD), fields='"Message: hello"')  # fmt: skip
situation("a secret goes nowhere", SEND,
          screen(title("Sign in"), replace(HELD, secret=True), SEND), fields="")  # fmt: skip
PRICES = ("Pizza 9,50 €", "Soup 4,00 €", "2 things", "Delivery 1,90 €", "Total: 15,40 €")
situation("the last prices, with the sum", SEND,
          screen(*(title(text, f"#{n}", 60 * n) for n, text in enumerate(PRICES)), SEND),
          prices='"Soup 4,00 €"; "Delivery 1,90 €"; "Total: 15,40 €"')  # fmt: skip

# --- dialogs, and what is selected
ASKS = screen(title("Delete “Medicine”?"), title("12 photos go too.", "#message", 300), YES)
CHOSEN = row("Gym", 1, selected=True)
TWO = screen(title("2 selected"), CHOSEN, row("Tea", 2), DELETE)
PICKED = [
    screen(title(told), GYM, MEDICINE, DELETE) for told in ("1 picked", "2 picked", "99 picked")
]

situation("a dialog's question and its other texts", YES, ASKS,
          walked(TO_EDIT, (DELETE, ASKS)), dialog='"Delete “Medicine”?"; "12 photos go too."',
          touched_on=f'"Delete"; "{GYM.name}"')  # fmt: skip
situation("several that are selected", DELETE,
          screen(CHOSEN, row("Medicine", 2, selected=True), row("Tea", 3), DELETE),
          selected='"Gym"; "Medicine"')  # fmt: skip
situation("the title counts more than are in sight", DELETE, TWO,
          page='"2 selected"', selected='"Gym"')  # fmt: skip
situation("what is selected out of sight", DELETE, TWO, walked((MEDICINE, TWO)),
          page='"2 selected"', selected='"Gym"', touched_on=f'"{MEDICINE.name}"')  # fmt: skip
situation("a title that counts what was touched", DELETE, PICKED[2],
          walked((GYM, PICKED[0]), (MEDICINE, PICKED[1])),
          page='"99 picked"')  # fmt: skip
for name in ("Apartment 14", "Route 66", "112"):
    opened = screen(title(name), row("Hello", 3), SEND)
    listed = screen(title("Chats"), row(name, 1), button("New", "#new"))
    situation(f"a number in the name {name} is no count", SEND, opened,
              walked((listed.elements[1], opened), (opened.elements[1], opened), start=listed),
              touched_on=f'"Hello"; "{name}"')  # fmt: skip


@pytest.mark.parametrize(("of", "told"), SITUATIONS.values(), ids=SITUATIONS)
def test_the_facts_of_a_situation(of: tuple[Any, ...], told: dict[str, str]) -> None:
    facts = list(target(*of).facts())
    for name, text in told.items():
        found = [re.fullmatch(name.replace("_", " ") + r'\b[^"]*(.*)', line) for line in facts]
        assert [line[1] for line in found if line] == [text] * bool(text), f"{name} of {facts}"


def test_the_pages_before_are_told_line_by_line_with_their_states() -> None:
    """As what a form held, in the window that it opened: to whom it goes, what is ticked."""
    on = replace(REPEAT, role="checkbox", checked=True)
    mail = screen(*MAIL.elements, on)
    way = Way().after(tap(MORE), mail, POPUP).after(tap(ENTRIES[2]), POPUP, WHEN)
    *_, before = target(tap(MOMENT), WHEN, way).facts()
    assert '\n  text field "To" = "Noor"\n' in before
    assert '\n  checkbox "Repeat" [on]' in before


def test_each_text_is_cut_and_told_on_one_line() -> None:
    told = Target(row="Ada\nHi", chosen=("ah " * 99,), fields=("ah " * 99,), page=("", "Ada\n"))
    first, subject, text, page = told.facts()
    assert (first, page) == ('row: "Ada, Hi"', 'page: "Ada"')
    assert (len(subject), len(text)) == (212, 306)


def test_the_words_for_a_person_are_the_nearest() -> None:
    assert Target(row="a", asked=("b?",), way=("c",), page=("d",)).words == "a"
    assert Target(chosen=("a", "b"), asked=("c?",)).words == "a; b"
    assert Target(asked=("b?",), way=("c",), page=("d",)).words == "b?"
    assert Target(asked=("b?",), way=("Delete", "c", "d")).told == "b?, after Delete; c"
    assert Target(way=("c",), page=("d",)).words == "c"
    assert Target(page=("d\n", "e")).words == "d"
    assert Target().words == ""
