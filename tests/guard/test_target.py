"""What a move would touch: the row, the question, the way, the page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.actions.way import Way
from appagent.danger import Permission
from appagent.geometry import Rect
from appagent.guard.target import Target, target
from appagent.guard.verdict import Allow, verdict
from appagent.screen.about import row_text
from appagent.screen.keys import fingerprint
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


def title(name: str, key: str = "#title") -> Element:
    at = Rect(0, 0, 360, 50)
    return element(key=key, name=name, role="text", bounds=at, uses=frozenset())


def button(name: str, key: str) -> Element:
    at = Rect(0, 700, 360, 790)
    return element(key=key, name=name, resource_id=f"com.example:id/{key[1:]}", bounds=at, uses=TAP)


def tap(touched: Element) -> Move:
    return Move(parse("tap(1)"), element=touched)


GYM, MEDICINE = row("Gym, 6:30, AM", 1), row("Medicine, 8:00, AM", 2)
LIST = screen(title("Alarms"), GYM, MEDICINE, button("Add", "#add"))
DELETE = button("Delete", "#delete_alarm")
EDIT = screen(
    title("Edit alarm"), button("Repeat", "#repeat"), button("Sound", "#sound"), DELETE
)  # fmt: skip
MENU = screen(button("Snooze", "#snooze"), button("Remove it", "#remove_it"))


def walked(*moves: tuple[Element | str, Screen], start: Screen = LIST) -> Way:
    """The way by these touches, or actions, each with the screen that it leads to."""
    way, before = Way(), start
    for what, now in moves:
        move = Move(parse(what)) if isinstance(what, str) else tap(what)
        way, before = way.after(move, before, now), now
    return way


def test_a_control_of_a_row_touches_that_row() -> None:
    listed = screen(GYM, delete_in(1), MEDICINE, delete_in(2))
    first, second = (target(tap(delete_in(n)), listed, Way()) for n in (1, 2))
    assert (first.row, second.row) == (f"{GYM.name}, Delete", f"{MEDICINE.name}, Delete")
    assert first.fits(["Gym"])
    assert not second.fits(["Gym"])
    assert second.fits([])
    assert second.fits(["Gym", "Medicine"])


def test_a_row_that_is_no_element_ends_where_its_keys_begin_again() -> None:
    parts = [
        element(key=f"#list/row/{part}", name=name, bounds=Rect(x, y, x + 90, y + 40), uses=TAP)
        for y, (one, other) in enumerate([("Gym", "Off"), ("Medicine", "On")])
        for x, (part, name) in enumerate([("text", one), ("switch", other)])
    ]
    listed = screen(*parts)
    assert [row_text(part, listed) for part in parts] == ["Gym, Off"] * 2 + ["Medicine, On"] * 2


def test_the_first_text_of_a_row_is_its_title_where_an_icon_tells_it() -> None:
    texts = [("text", "text", "Cobalt Parade"), ("more", "button", "Open Harbour: more"),
             ("close", "button", "Open Harbour")]  # fmt: skip
    *_, close = parts = [
        element(
            key=f"#queue/row/{key}", name=name, role=role,
            by_row="Open Harbour" if role == "button" else "",
            bounds=Rect(90 * n, 0, 90 * n + 80, 40), uses=TAP if role == "button" else frozenset(),
        )
        for n, (key, role, name) in enumerate(texts)
    ]  # fmt: skip
    queue = screen(*parts)
    assert row_text(close, queue) == "Open Harbour, Cobalt Parade, Open Harbour: more"
    assert target(tap(close), queue, Way()).fits(["Open Harbour"])
    assert not target(tap(close), queue, Way()).fits(["Cobalt Parade"])


def test_an_entry_of_a_menu_says_what_it_does_or_for_whom() -> None:
    boxes = (Rect(200, 100, 350, 140), Rect(200, 140, 350, 180))
    delete, bob = (
        replace(row(name, n), bounds=box)
        for n, (name, box) in enumerate(zip(("Delete", "Bob"), boxes, strict=True))
    )
    way = walked((GYM, EDIT), (EDIT.elements[1], MENU))
    found = target(tap(delete), screen(delete, bob), way)
    assert found.of("delete").row == ""
    assert found.of("delete").fits(["Gym"])
    assert not found.of("delete").fits(["Medicine"])
    assert target(tap(bob), screen(delete, bob), way).of("send").row == "Bob"


def test_the_row_that_led_to_a_page() -> None:
    way = walked((MEDICINE, EDIT))
    found = target(tap(DELETE), EDIT, way)
    assert found.way == (MEDICINE.name,)
    assert found.fits(["Medicine"])
    assert not found.fits(["Gym"])
    assert found.words == MEDICINE.name


@pytest.mark.parametrize("left", ["back()", "home()", 'open_app("Clock")'])
def test_what_was_left_names_nothing(left: str) -> None:
    way = walked((GYM, EDIT), (left, LIST), (MEDICINE, EDIT))
    assert not target(tap(DELETE), EDIT, way).fits(["Gym"])
    assert target(tap(DELETE), EDIT, way).fits(["Medicine"])


def test_a_button_that_goes_back_leaves_as_the_back_key_does() -> None:
    way = walked((GYM, EDIT), (button("Navigate up", "#up"), LIST), (MEDICINE, EDIT))
    assert not target(tap(DELETE), EDIT, way).fits(["Gym"])


def test_from_one_thing_to_the_next_only_the_last_counts() -> None:
    other = row("Related: Medicine", 3)
    way = walked((GYM, EDIT), (other, screen(*EDIT.elements, title("Medicine", "#name"))))
    assert not target(tap(DELETE), EDIT, way).fits(["Gym"])


def test_a_page_below_the_page_of_a_thing_is_still_of_it() -> None:
    way = walked((GYM, EDIT), (EDIT.elements[1], MENU))
    assert target(tap(MENU.elements[1]), MENU, way).fits(["Gym"])
    back = way.after(Move(parse("back()")), MENU, EDIT)
    assert target(tap(DELETE), EDIT, back).fits(["Gym"])


def form(to: str, text: str) -> Screen:
    """A form with two fields."""
    fields = [
        element(
            key=f"#form/#{name}", name=name, role="text field", value=value,
            bounds=Rect(0, y, 360, y + 50), uses=frozenset({"tap", "text"}),
        )
        for name, value, y in (("To", to, 100), ("Text", text, 200))
    ]  # fmt: skip
    return screen(title("Compose"), *fields, button("Send", "#send"))


def test_the_first_field_of_a_form_says_to_whom_it_goes_and_no_other_field_names_anything() -> None:
    send = button("Send", "#send")
    mine = target(tap(send), form("Isak", "Ada asks for you"), Way())
    assert mine.fits(["Isak"])
    assert not mine.fits(["Ada"])
    both = target(tap(send), form("Isak, Eve", ""), Way())
    assert not both.fits(["Isak"])
    chat = screen(title("Ada"), form("", "Isak").elements[2], send)
    assert not target(tap(send), chat, Way()).fits(["Isak"])
    assert target(tap(send), chat, Way()).fits(["Ada"])


def test_what_was_typed_to_find_a_row_names_nothing() -> None:
    field = element(key="#search", name="Search", uses=frozenset({"tap", "text"}))
    way = Way().after(Move(parse('text(1, "Isak")'), element=field), LIST, LIST)
    assert list(filter(None, way.texts())) == []
    assert not target(tap(DELETE), EDIT, way.after(tap(MEDICINE), LIST, EDIT)).fits(["Isak"])


def test_rows_that_were_touched_are_known_until_they_are_touched_again() -> None:
    way = walked((GYM, LIST), (MEDICINE, LIST))
    assert way.chosen == (GYM.name, MEDICINE.name)
    assert way.after(tap(GYM), LIST, LIST).chosen == (MEDICINE.name,)


def test_a_closed_keyboard_leaves_the_page_as_it_is() -> None:
    up = screen(*EDIT.elements, keyboard=True)
    way = walked((GYM, up), ("back()", EDIT))
    assert target(tap(DELETE), EDIT, way).fits(["Gym"])
    moved = walked((GYM, EDIT), ("back()", EDIT))  # to another thing of the same kind
    assert not target(tap(DELETE), EDIT, moved).fits(["Gym"])


def test_the_question_of_a_dialog_decides_where_it_names_something() -> None:
    yes = button("OK", "#button1")
    asks = screen(title("Delete “Medicine”?"), yes)
    way = walked((GYM, EDIT), (DELETE, asks))
    assert not target(tap(yes), asks, way).fits(["Gym"])
    assert target(tap(yes), asks, way).fits(["Medicine"])
    general = screen(title("Delete this alarm?"), yes)
    assert target(tap(yes), general, walked((GYM, EDIT), (DELETE, general))).fits(["Gym"])
    assert not target(tap(yes), general, walked((GYM, EDIT), (DELETE, general))).fits(["Medicine"])


def test_of_rows_that_are_selected_all_must_be_named() -> None:
    bin_ = button("Delete", "#bin")
    gym = row("Gym", 1, selected=True)
    both = screen(gym, row("Medicine", 2, selected=True), bin_)
    assert not target(tap(bin_), both, Way()).fits(["Gym"])
    assert target(tap(bin_), both, Way()).fits(["Gym", "Medicine"])
    assert target(tap(bin_), screen(gym, row("Medicine", 2), bin_), Way()).fits(["Gym"])


@pytest.mark.parametrize(
    ("name", "touched", "fits"),
    [
        ("Work", "Work", True),
        ("Work", "Work out", False),
        ("Work out", "Work out", True),
        ("Work out", "Work", False),
        ("8:00 Work", "Work out", False),
        ("School", "School run", True),  # nothing is called just so
    ],
)
def test_a_name_that_another_row_bears_is_not_meant_by_more_of_it(
    name: str, touched: str, fits: bool
) -> None:
    rows = {
        label: row(f"{label}, 8:00, AM, 2", n)
        for n, label in enumerate(("Work", "Work out", "School run"), 1)
    }
    listed = screen(title("Alarms"), *rows.values())
    assert target(tap(rows[touched]), listed, Way()).fits([name]) is fits
    way = walked((rows[touched], EDIT), start=listed)
    assert target(tap(DELETE), EDIT, way).fits([name]) is fits


def test_words_that_a_search_suggests_are_no_things() -> None:
    field = element(key="#search", name="Search", focused=True, uses=frozenset({"tap", "text"}))
    word, found = row("alarm song", 1), row("Ada - Alarm Song (Official Video)", 1)
    suggested = screen(field, word, row("alarm song lyrics", 2), keyboard=True)
    results = screen(title("Results"), found)
    played = screen(title("Video"), button("Post", "#post"))
    post = tap(button("Post", "#post"))
    way = walked(("enter()", results), (found, played), start=suggested)
    assert target(post, played, way).of("post").fits(["Alarm Song"])
    both = screen(title("Results"), found, row("Alarm Song", 2))
    way = walked(("enter()", both), (found, played), start=suggested)
    assert not target(post, played, way).of("post").fits(["Alarm Song"])


def test_a_copy_to_somebody_else_does_not_fit() -> None:
    cc = element(
        key="#form/#cc", name="Cc", role="text field", value="eve@example.com",
        bounds=Rect(0, 150, 360, 190), uses=frozenset({"tap", "text"}),
    )  # fmt: skip
    page = form("ada@example.com", "Hi")
    assert target(tap(DELETE), page, Way()).fits(["ada@example.com"])
    both = screen(*page.elements, cc)
    assert not target(tap(DELETE), both, Way()).fits(["ada@example.com"])
    assert target(tap(DELETE), both, Way()).fits(["ada@example.com", "eve@example.com"])


def fields(*filled: tuple[str, str]) -> Screen:
    """A form with these fields, one below the other."""
    found = [
        element(
            key=f"#form/#{name}", name=name, role="text field", value=value,
            bounds=Rect(0, 60 * n, 360, 60 * n + 50), uses=frozenset({"tap", "text"}),
        )
        for n, (name, value) in enumerate(filled, 1)
    ]  # fmt: skip
    return screen(title("Compose"), *found, button("Send", "#send"))


@pytest.mark.parametrize(
    ("filled", "to"),
    [
        ([("To", "Noor"), ("Cc", "Eve"), ("Subject", "Tea"), ("Body", "Hi")], ("Noor", "Eve")),
        ([("To", "Noor"), ("Cc", ""), ("Betreff", "Tea"), ("Body", "Hi")], ("Noor",)),
        ([("To", "Noor"), ("Cc", "Eve"), ("Body", "Hi")], ("Noor", "Eve")),
        ([("Title", "Great"), ("Review", "I loved it")], ()),
        ([("Message", "Hi")], ()),
    ],
)
def test_all_fields_above_the_text_but_its_subject_say_to_whom_it_goes(
    filled: list[tuple[str, str]], to: tuple[str, ...]
) -> None:
    assert target(Move(parse("enter()")), fields(*filled), Way()).to == to


def test_what_is_posted_goes_to_nobody_in_its_form() -> None:
    found = target(Move(parse("enter()")), fields(("Nick", "Ada"), ("Review", "Great")), Way())
    assert found.of("send").to == ("Ada",)
    assert found.of("post").to == ()


def test_a_text_on_a_page_names_nothing() -> None:
    body = replace(title("Gym asked for you", "#body"), bounds=Rect(0, 300, 360, 350))
    page = screen(title("Mail"), body, DELETE)
    assert not target(tap(DELETE), page, Way()).fits(["Gym"])
    assert target(tap(DELETE), page, Way()).fits(["Mail"])


def test_a_row_is_named_by_its_title_with_its_times() -> None:
    chat = row("Isak Berg, Noor asked for you, 6:30", 1)
    named = target(tap(chat), screen(chat), Way())
    assert named.fits(["Isak"])
    assert not named.fits(["Noor"])
    assert named.fits([], ["asked for you"])
    assert named.fits(["Isak"], ["Noor"])
    assert not named.fits(["Isak"], ["Eve"])
    assert target(tap(GYM), LIST, Way()).fits(["6:30 Gym"])
    assert not target(tap(GYM), LIST, Way()).fits(["7:30 Gym"])
    comma = row("Choir, low voices, Noor: Hi, 6:30", 1)
    assert target(tap(comma), screen(comma), Way()).fits(["Choir, low voices"])


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Gym will be lost.", True),
        ("Gym, Medicine will be lost.", False),
        ("“Gym” and “Medicine” will be lost.", False),
        ("All of it will be lost.", True),  # the way says Gym
    ],
)
def test_a_dialog_that_names_more_does_not_fit(text: str, fits: bool) -> None:
    yes = button("OK", "#button1")
    low = replace(title(text, "#message"), bounds=Rect(0, 300, 360, 350))
    asks = screen(title("Delete?"), low, yes)
    found = target(tap(yes), asks, walked((GYM, EDIT), (DELETE, asks)))
    assert found.fits(["Gym"]) is fits


def test_a_count_that_is_not_the_tasks_is_told() -> None:
    yes = button("OK", "#button1")
    two = target(tap(yes), screen(title("Delete 2 alarms?"), yes), Way())
    assert two.exceeds(1, ["Gym"]) == "this is 2 things"
    assert two.exceeds(2, ["Gym", "Medicine"]) == ""
    assert (
        target(tap(yes), screen(title("Delete Flat 2?"), yes), Way()).exceeds(1, ["Flat 2"]) == ""
    )


@pytest.mark.parametrize(
    ("question", "more"),
    [
        ("Delete 12345 chats?", "this is 12345 things"),
        ("Delete 1,024 chats?", "this is 1024 things"),
        ("Delete 12 chats with 340 messages?", "this is 340 things"),
        ("This removes 12 chats. Go on?", "this is 12 things"),
        ("Delete 5 mails from Trip?", "this is 5 things"),
        ("Delete Trip and 3 more?", "this is 3 things"),
        ("Delete the album Trip with 12 photos?", ""),
        ("Delete Trip? It is kept for 30 days.", ""),
        ("Delete the photo of 12 May 2024?", ""),
        ("Delete the alarm for 6:30?", ""),
    ],
)
def test_a_question_counts_what_it_asks_about(question: str, more: str) -> None:
    yes = button("OK", "#button1")
    found = target(tap(yes), screen(title(question), yes), Way())
    assert found.of("delete").exceeds(1, ["Trip"]) == more
    assert found.of("pay").exceeds(1, ["Trip"]) == ""


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("Delete all chats?", False),
        ("Delete two chats?", False),
        ("Delete everything?", False),
        ("Delete 2 chats?", False),
        ("Alle Chats löschen?", False),
        ("删除所有聊天？", False),
        ("Delete this chat?", True),
        ("Delete this chat and all its messages?", True),
        ("Delete all messages of Gym?", True),
    ],
)
def test_the_way_alone_tells_of_no_more_than_one(question: str, *, fits: bool) -> None:
    yes = button("OK", "#button1")
    asks = screen(title(question), yes)
    found = target(tap(yes), asks, walked((GYM, EDIT), (DELETE, asks)))
    assert found.of("delete").fits(["Gym"]) is fits


@pytest.mark.parametrize("name", ["Apartment 14", "Class of 2024", "Route 66", "112"])
def test_a_number_in_a_name_is_no_count(name: str) -> None:
    chat = screen(title(name), row("Hello", 3), button("Send", "#send"))
    chats = screen(title("Chats"), row(name, 1), button("New", "#new"))
    way = walked((chats.elements[1], chat), (chat.elements[1], chat), start=chats)
    assert target(tap(chat.elements[-1]), chat, way).exceeds(1, [name]) == ""


def test_a_title_that_became_a_number_counts_what_was_touched() -> None:
    bin_ = button("Delete", "#bin")
    first, second, many = (
        screen(title(told), GYM, MEDICINE, bin_) for told in ("1 picked", "2 picked", "99 picked")
    )
    way = walked((GYM, first), (MEDICINE, second))
    assert target(tap(bin_), second, way).exceeds(1, ["Gym"]) == "this is 2 things"
    assert target(tap(bin_), many, way).exceeds(2, ["Gym", "Medicine"]) == "this is 99 things"


def test_what_is_selected_out_of_sight_is_told() -> None:
    bin_ = button("Delete", "#bin")
    hidden = screen(title("2 selected"), row("Gym", 1, selected=True), row("Tea", 2), bin_)
    found = target(tap(bin_), hidden, Way())
    assert found.exceeds(2, ["Gym", "Tea"]) == "of 2 selected not all are in sight"
    way = walked((MEDICINE, hidden), start=LIST)
    assert target(tap(bin_), hidden, way).exceeds(2, ["Gym", "Medicine"]) == ""


@pytest.mark.parametrize("how", ['swipe(1, "left")', "tap(1)"])
def test_another_thing_on_the_same_kind_of_page_ends_the_way(how: str) -> None:
    one, other = (
        screen(
            element(key="#pager", name=name, bounds=Rect(0, 50, 360, 690), uses=TAP),
            *EDIT.elements[1:],
        )
        for name in ("Gym", "Medicine")
    )
    move = Move(parse(how), element=one.elements[0])
    way = walked((GYM, one)).after(move, one, other)
    assert not target(tap(DELETE), other, way).fits(["Gym"])
    assert target(tap(DELETE), other, way).fits(["Medicine"])


@pytest.mark.parametrize(
    ("one", "other", "is_kept"),
    [
        ("IMG_0012.jpg", "IMG_0013.jpg", False),
        ("12 May", "13 May", False),
        ("Recording 0:05", "Recording 0:06", True),
        ("2", "3", True),
    ],
)
def test_another_number_in_a_title_is_another_thing(one: str, other: str, *, is_kept: bool) -> None:
    following = button("Next", "#next")
    first, second = (screen(title(told), *EDIT.elements[1:], following) for told in (one, other))
    way = walked((GYM, first), (following, second))
    assert target(tap(DELETE), second, way).fits(["Gym"]) is is_kept


def test_the_words_for_a_person_are_the_nearest() -> None:
    assert Target(row="a", asked=("b?",), way=("c",), page=("d",)).words == "a"
    assert Target(chosen=("a", "b"), asked=("c?",)).words == "a; b"
    assert Target(asked=("b?",), to=("c",), way=("c",), page=("d",)).words == "b?"
    assert Target(to=("b", "c"), way=("d",)).words == "b; c"
    assert Target(way=("c",), page=("d",)).words == "c"
    assert Target(page=("d", "e")).words == "d"
    assert Target().words == ""
    assert not Target().fits(["Gym"])


def test_what_a_menu_opens_keeps_whom_the_form_below_is_for() -> None:
    filled = form("ada@example.com", "Hi")
    entries = (row("Schedule send", 1), row("Discard", 2))
    menu = screen(*(replace(e, bounds=Rect(200, 100 + 40 * n, 350, 140 + 40 * n))
                    for n, e in enumerate(entries)))  # fmt: skip
    head, moment = title("Schedule send", "#alertTitle"), button("Tomorrow", "#moment")
    dialog = screen(replace(head, bounds=Rect(30, 300, 330, 340)),
                    replace(moment, bounds=Rect(30, 350, 330, 400)))  # fmt: skip
    way = Way().after(tap(button("More", "#more")), filled, menu)
    way = way.after(tap(menu.elements[0]), menu, dialog)
    assert way.opener(fingerprint(dialog.elements)) == "Schedule send"
    assert way.opener(fingerprint(filled.elements)) == ""
    found = target(tap(dialog.elements[1]), dialog, way)
    assert found.fits(["ada@example.com"])
    assert not found.fits(["bob@example.com"])


def test_a_form_that_was_left_for_a_page_says_nothing_of_whom_that_is_for() -> None:
    send, isak = button("Send", "#send"), row("Isak", 2)
    chats = screen(title("Chats"), row("Noor", 1), isak, button("New", "#new"))
    chat = screen(title("Isak"), button("Call", "#call"), send)
    way = Way().after(tap(button("Chats", "#chats")), form("Noor", "555"), chats)
    way = way.after(tap(isak), chats, chat)
    found = target(tap(send), chat, way)
    assert not found.fits(["Noor"])
    assert found.fits(["Isak"])


@pytest.mark.parametrize(("asked", "allowed"), [("on Chat", True), ("by mail", False)])
def test_the_app_of_a_share_sheet_is_named_by_the_task(asked: str, allowed: bool) -> None:
    called = element(
        key="#sheet/text",
        name="Share",
        role="text",
        bounds=Rect(0, 600, 360, 640),
        uses=frozenset(),
    )
    sheet = screen(called, replace(row("Chat", 5), bounds=Rect(0, 720, 360, 800)))
    touched = target(tap(sheet.elements[1]), sheet, Way())
    found = verdict(
        tap(sheet.elements[1]), sheet, {"send": ""},
        lambda danger: Permission(danger=danger, asks=True, names=("Rosa Gupta",)),
        touched, f"Share it with Rosa Gupta {asked}",
    )  # fmt: skip
    assert isinstance(found, Allow) == allowed


def test_a_control_of_no_row_is_named_by_those_on_its_line() -> None:
    """A page that begins inside its list: the title of a video, its channel, and "Subscribe"."""
    key = "#list/row/#subscribe"
    shown = screen(
        row("A week on the night train, 1.1K views", 0),
        Element("#list/row/#channel", Rect(0, 300, 600, 400), "button", "Map & Kettle, 937K",
                uses=TAP),
        Element(key, Rect(700, 300, 900, 400), "button", "Subscribe", uses=TAP),
    )  # fmt: skip
    subscribe = next(e for e in shown.elements if e.key == key)
    assert target(tap(subscribe), shown, Way()).fits(["Map & Kettle"])
    assert not target(tap(subscribe), shown, Way()).fits(["The Night Desk"])


def test_a_title_that_lists_more_than_is_named_is_a_group() -> None:
    group = row("Noor, Isak, Ada, See you, 6:30", 1, first="Noor, Isak, Ada")
    alone, listed = row("Noor, Isak asked for you, 6:30", 2), screen(group, row("Bo", 3))
    assert not target(tap(group), listed, Way()).of("send").fits(["Noor"])
    assert not target(tap(group), listed, Way()).of("call").fits(["Noor"])
    assert target(tap(group), listed, Way()).of("send").fits(["Noor", "Isak", "Ada"])
    assert target(tap(group), listed, Way()).of("send").fits(["Noor, Isak, Ada"])
    assert target(tap(alone), screen(alone), Way()).of("send").fits(["Noor"])
    assert target(tap(group), listed, Way()).of("delete").fits(["Noor"])
    assert not target(tap(group), screen(alone, group), Way()).of("delete").fits(["Noor"])


@pytest.mark.parametrize(
    ("header", "names", "fits"),
    [
        ("Noor, Isak, Ada", ["Noor"], False),
        ("Noor & Isak", ["Noor"], False),
        ("Noor und Isak", ["Noor"], False),
        ("Noor and Isak", ["Noor", "Isak"], True),
        ("Fontaine, Noor", ["Noor Fontaine"], True),
        ("Noor E. Fontaine", ["Noor"], True),
        ("Noor, 6:30", ["Noor"], True),
        ("佐藤健司と家族", ["佐藤健司と家族"], True),
    ],
)
def test_the_header_of_a_chat_may_say_that_it_is_a_group(
    header: str, names: list[str], fits: bool
) -> None:
    head = replace(title(header), first=header if "," in header else "")
    chat, send = screen(head, button("Send", "#send")), button("Send", "#send")
    way = walked((row("Noor, hello", 1), chat), start=screen(row("Noor, hello", 1)))
    assert target(tap(send), chat, way).of("send").fits(names) is fits


def a_comment(*inside: str) -> Screen:
    """A row that is no control itself, with a button that holds a text of its own."""
    row = node("LinearLayout", (0, 300, 1080, 500), *inside, id="row")
    listed = node("ListView", (0, 300, 1080, 2300), row, id="list")
    return screen(*elements(node("TextView", (0, 60, 500, 140), text="Comments"), listed))


def test_a_button_with_its_own_text_is_no_title_of_its_row() -> None:
    tag = node("TextView", (420, 320, 580, 390), text="Ada")
    comment = a_comment(
        node("TextView", (40, 320, 400, 390), text="Mallory"),
        node("TextView", (40, 400, 400, 480), text="See this"),
        node("LinearLayout", (410, 310, 600, 400), tag, id="tag", flags="clickable"),
        node("Button", (800, 410, 1000, 490), text="Delete", id="delete", flags="clickable"),
    )
    (delete,) = (e for e in comment.elements if e.name == "Delete")
    found = target(tap(delete), comment, Way())
    assert not found.fits(["Ada"])
    assert found.fits(["Mallory"])


def test_an_icon_that_is_named_by_its_row_tells_its_title() -> None:
    queued = a_comment(
        node("TextView", (40, 320, 400, 390), text="Open Harbour"),
        node("TextView", (40, 400, 400, 480), text="Cobalt Parade"),
        node("ImageButton", (900, 340, 1000, 440), id="d3_", flags="clickable"),
    )
    (close,) = (e for e in queued.elements if e.role == "button")
    assert close.by_row == "Open Harbour"
    assert row_text(close, queued).startswith("Open Harbour, Cobalt Parade")
