"""What a line says beside role, name and state: a better word, the sender, marked rows."""

from __future__ import annotations

import pytest

from .test_contents import feed, lines, text
from .trees import node

Box = tuple[int, int, int, int]


def option(place: int, on: bool = False, cls: str = "CheckedTextView", **more: str) -> str:
    flags = "checkable clickable" + " checked" * on
    return node(cls, (0, 150 * place, 1080, 150 * place + 140), flags=flags, **more)


def options(*on: bool, cls: str = "CheckedTextView") -> list[str]:
    return [option(place, each, cls, text=f"No {place}") for place, each in enumerate(on)]


def button(said: str, left: int) -> str:
    return node("Button", (left, 2250, left + 200, 2350), text=said, flags="clickable")


@pytest.mark.parametrize(
    ("controls", "role"),
    [
        (options(True, False, False), "radio"),
        ([*options(False, True), button("Cancel", 0)], "radio"),
        ([*options(False, True), button("Cancel", 0), button("OK", 300)], "checkbox"),
        (options(True, True, False), "checkbox"),
        (options(False, False), "checkbox"),
        (options(True), "checkbox"),
        (options(True, False, cls="CheckBox"), "checkbox"),
        (options(True, False, cls="android.view.View"), "radio"),
        (options(True, False, cls="RadioButton"), "radio"),
        (options(True, False, cls="Switch"), "switch"),
    ],
)
def test_one_of_several_is_a_radio(controls: list[str], role: str) -> None:
    """In a dialog with more than one button several may be chosen before "OK"."""
    told = lines(node("ListView", (0, 0, 1080, 2400), *controls))
    assert told[0].startswith(f'1 {role} "No 0" [')


@pytest.mark.parametrize("cls", ["ImageButton", "ImageView", "Button"])
def test_a_button_that_stays_pressed_is_a_toggle(cls: str) -> None:
    # <ImageButton NAF content-desc="" checkable clickable checked/>, a heart
    heart, plain = option(0, True, cls), node(cls, (0, 600, 100, 700), flags="clickable")
    assert lines(heart, plain) == ["1 toggle [on]", "2 button"]


def test_the_entry_of_a_drawer_is_an_item() -> None:
    # <LinearLayoutCompat clickable><CheckedTextView id/design_menu_item_text checkable="false"/>
    entry = node(
        "LinearLayout",
        (0, 0, 800, 140),
        node("CheckedTextView", (160, 40, 600, 100), text="Inbox", id="design_menu_item_text"),
        flags="clickable selected",
    )
    assert lines(node("ListView", (0, 0, 800, 2400), entry)) == ['1 item "Inbox" [selected]']


def message(top: int, said: str, left: int, right: int, flags: str = "long-clickable") -> str:
    bubble = node("TextView", (left, top + 20, right, top + 80), text=said)
    return node("LinearLayout", (0, top, 1080, top + 100), bubble, flags=flags)


def conversation(*rows: str, field: bool = True) -> list[str]:
    below = node("EditText", (0, 2200, 1080, 2340), hint="Message", flags="clickable")
    sent = node("ListView", (0, 200, 1080, 2100), *rows, flags="scrollable")
    frame = node("LinearLayout", (0, 200, 1080, 2400), sent, *[below] * field)
    return [line for line in lines(frame) if " item " in line]


THEIRS, MINE = (60, 700), (500, 1020)


def test_messages_at_the_end_of_their_line_are_your_own() -> None:
    rows = message(200, "Where are you?", *THEIRS), message(300, "On the bus", *MINE)
    assert conversation(*rows) == [
        '2 item "Where are you?" {long_press}',
        '3 item "On the bus" [from you] {long_press}',
    ]


def test_where_it_is_written_from_the_right_yours_stand_at_the_left() -> None:
    rows = message(200, "أين أنت الآن؟", *MINE), message(300, "في الحافلة", *THEIRS)
    assert conversation(*rows) == [
        '2 item "أين أنت الآن؟" {long_press}',
        '3 item "في الحافلة" [from you] {long_press}',
    ]


@pytest.mark.parametrize(
    "told",
    [
        conversation(message(200, "Beans", *THEIRS), message(300, "£2.10", *MINE), field=False),
        conversation(message(200, "A wide row", 20, 1060), message(300, "£2.10", *MINE)),
        conversation(message(200, "A comment", *THEIRS), message(300, "Another", *THEIRS)),
    ],
    ids=["no field to write in", "a row from edge to edge", "all at the start"],
)
def test_what_is_no_conversation_has_no_sender(told: list[str]) -> None:
    assert told
    assert not any("from you" in line for line in told)


def test_dates_between_messages_change_nothing() -> None:
    date = node("TextView", (0, 300, 1080, 340), text="Today")
    assert conversation(message(200, "Hi", *THEIRS), date, message(400, "Hello", *MINE))[-1] == (
        '4 item "Hello" [from you] {long_press}'
    )


def notice(top: int, said: str, *, selected: bool) -> str:
    row = (0, top, 1080, top + 100)
    return node("FrameLayout", row, text(said, top), flags="clickable" + " selected" * selected)


def test_several_selected_rows_are_marked() -> None:
    rows = [notice(100 * n, f"Kai {n} likes it", selected=n < 2) for n in range(3)]
    assert lines(feed(*rows)) == [
        '1 item "Kai 0 likes it" [marked]',
        '2 item "Kai 1 likes it" [marked]',
        '3 item "Kai 2 likes it"',
    ]
    one = [notice(100 * n, f"Kai {n} likes it", selected=n < 1) for n in range(3)]
    assert lines(feed(*one))[0] == '1 item "Kai 0 likes it" [selected]'


def test_what_is_switched_off_is_told_as_disabled() -> None:
    choice = node(
        "LinearLayout",
        (0, 0, 1080, 140),
        node("TextView", (60, 40, 600, 100), text="Remove picture"),
        flags="clickable disabled",
    )
    send = node("ImageButton", (900, 200, 1040, 340), id="send", flags="clickable disabled")
    mute = node("ImageButton", (900, 400, 1040, 540), flags="clickable disabled")
    label = node("TextView", (0, 600, 1080, 700), text="Later", flags="disabled")
    assert lines(choice, send, mute, label) == [
        '- text "Remove picture" [disabled]',
        "- button (send) [disabled]",
        '- text "Later"',
    ]


def test_a_number_beside_a_slider_is_its_value() -> None:
    slider = node(
        "View",
        (0, 300, 1080, 420),
        node("SeekBar", (20, 300, 950, 420), text="16.0"),
        node("TextView", (960, 330, 1060, 390), text="16"),
    )
    title = node("TextView", (0, 180, 1080, 290), text="Message text size")
    page = node("android.view.View", (0, 180, 1080, 2000), title, slider, flags="scrollable")
    assert '2 slider "Message text size" = "16.0" {swipe}' in lines(page)


def test_a_message_without_words_says_that_it_is_a_picture() -> None:
    photo = node("ImageView", (400, 20, 1000, 400))
    time = node("TextView", (800, 420, 900, 460), text="09:30")
    row = node("LinearLayout", (0, 0, 1080, 480), photo, time, flags="long-clickable")
    icon = node("ImageView", (20, 520, 100, 600))
    other = node("LinearLayout", (0, 500, 1080, 620), icon, text("10:15", 540), flags="clickable")
    assert lines(feed(row, other)) == ['1 item "picture, 09:30" {long_press}', '2 item "10:15"']
