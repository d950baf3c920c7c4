"""What the line of a control says: all its texts, and which row it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace

import pytest

from appagent.screen import contents
from appagent.screen.contents import SAYS_LIMIT
from appagent.screen.cut import Wholes, tell_cut
from appagent.screen.describe import view_lines
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import mark
from appagent.screen.nodes import Node
from appagent.screen.values import Screen
from appagent.screen.words import inner_texts

from .trees import SIZE, elements, node, page, screen


def lines(*children: str) -> list[str]:
    return view_lines(mark(screen(elements(*children))))


def text(said: str, top: int, left: int = 60, kind: str = "TextView", **more: str) -> str:
    words = {"desc": said} if kind == "ImageView" else {"text": said}
    return node(kind, (left, top, left + 300, top + 40), **words, **more)


def card(top: int, *children: str, desc: str = "") -> str:
    """A row of a list, 300 px high, that can be touched."""
    return node("LinearLayout", (0, top, 1080, top + 300), *children, desc=desc, flags="clickable")


def feed(*rows: str) -> str:
    return node("ListView", (0, 0, 1080, 2400), *rows)


HOTEL = (
    "The Old Mill Hotel",
    "Hotel · $$ · 2.3 km · 85 Kingfisher Avenue, beside the old mill at the river",
    "Open 24 hours",
    "Full",
)


def test_all_texts_of_a_row_stand_in_its_line_and_in_their_order() -> None:
    row = card(0, *(text(said, 40 * place) for place, said in enumerate(HOTEL)))
    assert lines(feed(row)) == [f'1 item "{", ".join(HOTEL)}"']


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["Quiet Bean", "4.0", "4.0 stars", "(245)"], "Quiet Bean, 4.0 stars, (245)"),
        (["Nile", "4.2 stars", "4.2 (1,073 reviews)"], "Nile, 4.2 stars, (1,073 reviews)"),
        (["Nile", "4.2 (1,073)", "4.2 stars"], "Nile, (1,073), 4.2 stars"),
        (["Nile", "4.2 stars", "4.25 (1,073)"], "Nile, 4.2 stars, 4.25 (1,073)"),
        (["K", "Kay Lind", "See you at six, or a little later if it rains"], None),
        (["Post", "12", "12", "a long text that no name has room for, so it comes whole"], None),
        (["Sizes", "1", "10 left, and a long text that no name has room for, so it is"], None),
        (["Root & Leaf", "1. Root & Leaf", "$$"], "1. Root & Leaf, $$"),
    ],
)
def test_nothing_is_said_twice(texts: list[str], told: str | None) -> None:
    row = card(0, *(text(said, 40 * place) for place, said in enumerate(texts)))
    expected = told or ", ".join(said for said in texts if said != "K")
    assert lines(feed(row)) == [f'1 item "{expected}"']


def test_a_description_comes_before_the_texts_that_it_leaves_out() -> None:
    row = card(0, text("Plum House", 0), text("Closed until noon", 60), desc="Plum House")
    assert lines(feed(row)) == ['1 item "Plum House, Closed until noon"']


def test_what_there_is_no_room_for_has_its_own_line() -> None:
    long = "x" * SAYS_LIMIT
    row = card(0, text("Ann", 0), text(long, 60), text("Now", 120))
    assert lines(feed(row)) == ['1 item "Ann, Now"', f'- text "{long}"']


def test_a_list_does_not_say_its_rows() -> None:
    scrolled = node(
        "ScrollView",
        (0, 0, 1080, 2400),
        text("Terms", 0),
        text("Be kind", 60),
        id="terms",
        flags="scrollable",
    )
    assert lines(scrolled) == [
        "1 scroll area (terms)",
        '- text "Terms"',
        '- text "Be kind"',
    ]


def follow(top: int, name: str, said: str = "Follow", about: str = "") -> str:
    button = node("Button", (800, top + 100, 1040, top + 200), text=said, flags="clickable")
    return card(top, text(name, top), *[text(about, top + 60)] * bool(about), button)


def test_controls_of_several_rows_carry_their_row() -> None:
    told = lines(feed(follow(0, "Imani Hashimoto"), follow(300, "Kai Fairbairn")))
    assert told == [
        '1 item "Imani Hashimoto"',
        '2 button "Imani Hashimoto: Follow"',
        '3 item "Kai Fairbairn"',
        '4 button "Kai Fairbairn: Follow"',
    ]


def test_a_name_that_no_other_row_has_stays_short() -> None:
    told = lines(feed(follow(0, "Imani Hashimoto"), follow(300, "Kai Fairbairn", "Following")))
    assert told[1::2] == ['2 button "Follow"', '4 button "Following"']


def test_rows_of_one_title_are_told_by_their_next_text() -> None:
    rows = feed(
        follow(0, "Two Left Feet", about="Fixed a flat"),
        follow(300, "Two Left Feet", about="Sketching is free"),
    )
    assert lines(rows)[1::2] == [
        '2 button "Fixed a flat: Follow"',
        '4 button "Sketching is free: Follow"',
    ]


def test_rows_that_say_the_same_are_not_told_apart() -> None:
    assert lines(feed(follow(0, "Ad"), follow(300, "Ad")))[1::2] == [
        '2 button "Follow"',
        '4 button "Follow"',
    ]


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("••••", '1 text field "PIN" [filled, secret]'),
        ("•••7", '1 text field "PIN" [filled, secret]'),
        ("PIN", '1 text field "PIN" = "" [secret]'),
        ("", '1 text field "PIN" = "" [secret]'),
    ],
)
def test_a_filled_secret_is_told_and_nothing_of_it(shown: str, told: str) -> None:
    field = node(
        "EditText", (0, 0, 1080, 120), text=shown, hint="PIN", password="true", flags="clickable"
    )
    assert lines(field) == [told]
    (found,) = parse_hierarchy(page(field), SIZE).elements
    assert (found.text, found.value) == ("", "")


def choice(said: str, left: int, top: int) -> str:
    box = (left, top, left + 300, top + 80)
    return node("RadioButton", box, text=said, flags="checkable clickable")


def lights(title: str, top: int) -> list[str]:
    told = text(f"{title} can be left to the car.", top + 50, 60)
    return [
        text(title, top),
        told,
        choice("Off", 60, top + 120),
        choice("Automatic", 400, top + 120),
    ]


def test_choices_of_several_sections_carry_its_title() -> None:
    found = lines(
        node("FrameLayout", (0, 0, 1080, 2400), *lights("Front", 0), *lights("Rear", 400))
    )
    assert [line for line in found if "radio" in line] == [
        '1 radio "Front: Off" [off]',
        '2 radio "Front: Automatic" [off]',
        '3 radio "Rear: Off" [off]',
        '4 radio "Rear: Automatic" [off]',
    ]


def test_the_title_of_the_page_tells_none_from_the_others() -> None:
    both = choice("Off", 60, 200), choice("Off", 400, 200)
    page = node("FrameLayout", (0, 0, 1080, 2400), text("Lights", 0), *both)
    assert [line for line in lines(page) if "radio" in line] == [
        '1 radio "Off" [off]',
        '2 radio "Off" [off]',
    ]


def test_the_texts_of_a_row_are_read_once_for_all_its_controls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A row may hold a thousand texts and as many controls that are called alike."""
    read: list[Node] = []

    def noting(node: Node, apart: Set[Node]) -> Iterator[tuple[Node, str]]:
        read.append(node)
        return inner_texts(node, apart)

    monkeypatch.setattr(contents, "inner_texts", noting)
    buttons = [node("Button", (x, 40, x + 90, 80), text="Follow", flags="clickable")
               for x in range(0, 1000, 100)]  # fmt: skip
    rows = [card(top, text(name, top), *buttons) for top, name in ((0, "Ann"), (300, "Ben"))]
    found = elements(feed(*rows))
    assert {e.row for e in found if e.name == "Follow"} == {"Ann", "Ben"}
    assert max(Counter(read).values()) <= 2  # for what it says, and for whose its controls are


@pytest.mark.parametrize(
    ("row", "first"),
    [
        (card(300, text("Noor, Isak, Ada", 310), text("See you", 360)), "Noor, Isak, Ada"),
        (card(300, text("佐藤、鈴木", 310), text("See you", 360)), "佐藤、鈴木"),
        (card(300, text("N", 310), text("Noor, Isak", 310), text("Hi", 360)), "Noor, Isak"),
        (card(300, text("Noor", 310), text("Isak, Ada and Bo", 360)), ""),
        (card(300, desc="Noor, Isak, See you"), ""),
        (card(300, text("Noor, photo", 310, kind="ImageView"), text("Noor", 310)), ""),
    ],
)
def test_the_first_text_of_a_row_is_kept_where_its_commas_would_part_it(
    row: str, first: str
) -> None:
    assert elements(feed(row))[0].first == first


def test_a_header_is_one_text_whatever_commas_it_has() -> None:
    found = elements(text("Noor, Isak", 10), node("Button", (0, 400, 200, 500), text="Send"))
    assert [element.first for element in found] == ["Noor, Isak", ""]


# --- rows that the top of their list cuts ---------------------------------------------------------


def mail(top: int, sender: str, subject: str) -> str:
    """A mail with a star; over the top of the list there is no text."""
    star = node("ImageButton", (900, max(200, top), 1000, top + 90), id="star", flags="clickable")
    texts = ((sender, "sender", top + 2), (subject, "subject", top + 50))
    shown = [text(said, at, id=name) for said, name, at in texts if at > 190]
    box = (0, max(200, top), 1080, top + 100)
    return node("LinearLayout", box, *shown, star, flags="clickable")


def inbox(*mails: str) -> Screen:
    mails_list = node("ListView", (0, 200, 1080, 2400), *mails, flags="scrollable")
    found = parse_hierarchy(page(mails_list), SIZE)
    return replace(screen(found.elements), nodes=found.nodes)


def test_a_row_keeps_its_name_when_its_sender_is_scrolled_out_of_sight() -> None:
    wholes: Wholes = {}
    tell_cut(inbox(mail(220, "Ada", "Tea"), mail(320, "Ben", "Keys")), wholes)
    cut = inbox(mail(170, "Ada", "Tea"), mail(270, "Ben", "Keys"))
    assert [e.name for e in cut.elements[1:3]] == ["Tea", "Tea: star"]
    assert [e.name for e in tell_cut(cut, wholes).elements[1:3]] == ["Ada, Tea", "Ada: star"]
    assert [e.name for e in tell_cut(cut, {}).elements[1:3]] == ["…Tea", "…Tea: star"]
    tell_cut(inbox(mail(220, "Cid", "Tea"), mail(320, "Ben", "Keys")), wholes)
    assert tell_cut(cut, wholes).elements[1].name == "…Tea", "it may be either"


def test_a_row_that_lost_no_text_keeps_its_own_name() -> None:
    cut = inbox(mail(196, "Ada", "Tea"), mail(296, "Ben", "Keys"))
    assert [e.name for e in tell_cut(cut, {}).elements[1:3]] == ["Ada, Tea", "Ada: star"]
