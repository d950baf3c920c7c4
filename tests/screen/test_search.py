"""Which element says a text, and what is moved to find it."""

from __future__ import annotations

import pytest

from appagent.geometry import Point, Rect
from appagent.screen.search import (
    ends,
    inside,
    reached_end,
    saying,
    scroller,
    told_with_row,
)
from appagent.screen.values import Element
from tests.screen.trees import element, screen


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (["Latvian", "Lithuanian"], "latvian", "Latvian"),
        (["Latvian (Latvia)", "LATVIAN"], "Latvian", "LATVIAN"),  # the whole name first
        (["Latvian, Latviešu"], "Latviešu", "Latvian, Latviešu"),
        (["Ann\n  Lee"], " ann lee", "Ann\n  Lee"),
        (["Straße"], "STRASSE", "Straße"),
        (["Start", "The art of war"], "art", "The art of war"),  # not within a word
        (["Notifications"], "notification", "Notifications"),
        (["Item 10", "Item 1, new"], "Item 1", "Item 1, new"),  # not within a number
        (["Total $15.00"], "$15.00", "Total $15.00"),
        (["设置中文语言"], "中文", "设置中文语言"),
        (["a.b", "a+b (c)"], "a+b (", "a+b (c)"),
        (["", "Anything"], "Klingon", None),
    ],
)
def test_who_says_a_text(names: list[str], text: str, found: str | None) -> None:
    said = saying([element(name=name) for name in names], text)
    assert (said and said.name) == found


def test_a_value_is_said_too() -> None:
    field = element(name="City", role="text field", value="Riga")
    assert saying([element(name="Riga street"), field], "riga") is field


def mover(box: tuple[int, int, int, int], key: str = "#list", **more: object) -> Element:
    return element(key=key, bounds=Rect(*box), role="list", uses=frozenset({"swipe"}), **more)


LIST, CHIPS = mover((0, 100, 360, 800)), mover((0, 50, 360, 100), "#chips")
ROW = element(key="#list/row", name="Row", bounds=Rect(0, 200, 360, 260))
SLIDER = element(key="#s", role="slider", bounds=Rect(0, 0, 360, 900), uses=frozenset({"swipe"}))
SEEN = screen((SLIDER, CHIPS, LIST, ROW))


def test_what_is_scrolled() -> None:
    assert scroller(SEEN) is LIST
    assert scroller(SEEN, CHIPS) is CHIPS
    assert scroller(SEEN, ROW) is LIST
    assert scroller(SEEN, element(bounds=Rect(0, 0, 10, 10))) is LIST
    assert scroller(screen((ROW,))) is None


def test_a_strip_of_chips_is_no_list() -> None:
    """Above a map it is all that moves."""
    chips = [
        element(key=f"#chips/button:{n}", name=str(n), bounds=Rect(120 * n, 55, 120 * n + 100, 95))
        for n in range(3)
    ]
    assert scroller(screen((CHIPS, *chips))) is None
    assert scroller(screen((CHIPS, *chips)), chips[0]) is CHIPS


def test_the_field_in_focus() -> None:
    """What holds it says that it has the focus too, and a button takes no text."""
    page = element(key="#web", role="scroll area", focused=True)
    button = element(key="#go", role="button", uses=frozenset({"tap"}), focused=True)
    other = element(key="#other", uses=frozenset({"tap", "text"}))
    field = element(key="#field", uses=frozenset({"tap", "text"}), focused=True)
    assert screen((page, other, field)).focused_field is field
    assert screen((page, other, button)).focused_field is None


def test_a_list_ends_with_its_rows() -> None:
    footer = element(name="Footer", bounds=Rect(0, 700, 360, 720))
    here = inside(LIST.bounds, screen((CHIPS, LIST, ROW, footer)))
    assert here == [ROW, footer]
    assert ends(here) == (ROW, ROW)
    assert ends([footer]) == (footer, footer)
    assert ends([element(name="")]) == ()


# --- what stands beside ---------------------------------------------------------------------------


def text(name: str, box: tuple[int, int, int, int], key: str, **more: object) -> Element:
    fields = {"role": "text", "uses": frozenset(), **more}
    return element(key=key, name=name, bounds=Rect(*box), **fields)


def test_a_text_is_told_with_its_row() -> None:
    """Rows that are no elements: their keys begin again."""
    days = [("Friday", "9 am - 5 pm"), ("Saturday", "Closed")]
    rows = [
        text(said, (0, 100 * n, 400, 100 * n + 90), f"#list/row/text:{m}")
        for n, row in enumerate(days)
        for m, said in enumerate(row)
    ]
    told = told_with_row(rows[0], screen(tuple(rows)))
    assert told == 'text "Friday" in row "Friday, 9 am - 5 pm"'


def test_a_row_is_told_with_the_states_of_what_it_holds() -> None:
    row = element(key="#list/row", role="item", name="7:30, School run", bounds=Rect(0, 0, 900, 90))
    switch = element(
        key="#list/row/#on", role="switch", name="School run", checked=True,
        bounds=Rect(700, 0, 890, 80),
    )  # fmt: skip
    here = screen((row, switch))
    assert told_with_row(row, here) == 'item "7:30, School run" with "on"'
    assert told_with_row(switch, here) == 'switch "School run" in row "7:30, School run, on"'


def test_a_text_outside_of_lists_is_told_with_its_line() -> None:
    day = text("Friday", (0, 100, 300, 150), "#hours/text:5")
    hours = text("9 am – 5 pm", (500, 102, 900, 148), "#hours/text:6")
    below = text("Saturday", (0, 160, 300, 210), "#hours/text:7")
    page = text("Hours", (0, 0, 900, 2000), "#page")
    here = screen((page, hours, day, below))
    assert told_with_row(day, here) == 'text "Friday" in row "Friday, 9 am – 5 pm"'
    assert told_with_row(below, here) == 'text "Saturday"'
    save, close = (
        element(name="Save"),
        element(key="#close", name="Close", bounds=Rect(500, 200, 800, 300)),
    )
    assert told_with_row(save, screen((save, close))) == 'button "Save"', "a control says itself"


def test_a_long_text_hides_no_other_of_its_row() -> None:
    said = text("word " * 60, (0, 0, 900, 90), "#list/row/text")
    found = text("Ada", (0, 0, 90, 90), "#list/row/text:2")
    state = text("Unread", (0, 0, 90, 90), "#list/row/text:3")
    assert told_with_row(found, screen((said, found, state))).endswith('…, Ada, Unread"')


# --- ends -----------------------------------------------------------------------------------------


def listed(first: int, shown: int = 9, *, key: str = "#list") -> tuple[Element, ...]:
    """A list of rows 200 px high, from `first` on."""
    box = mover((0, 200, 1080, 2200), key, name="")
    rows = [
        element(key=f"{key}/row", role="item", name=f"Row {first + n}",
                bounds=Rect(0, 200 + 200 * n, 1080, 400 + 200 * n))
        for n in range(shown)
    ]  # fmt: skip
    return (box, *rows)


UP = (Point(500, 1800), Point(500, 800))


@pytest.mark.parametrize(
    ("now", "way", "told"),
    [
        (0, UP, "end of the list"),  # nothing moved
        (2, UP, "end of the list"),  # 400 px of 1,000
        (5, UP, ""),  # as far as the finger
        (40, UP, ""),  # nothing stayed: it may have been flung
        (0, UP[::-1], "start of the list"),
        (0, (Point(900, 1000), Point(100, 1000)), ""),  # it does not move that way
        (0, (Point(500, 150), Point(500, 20)), ""),  # beside it
    ],
)
def test_the_end_of_a_list(now: int, way: tuple[Point, Point], told: str) -> None:
    assert reached_end(screen(listed(0)), screen(listed(now)), *way) == told


def test_a_strip_ends_at_its_side() -> None:
    box = mover((0, 200, 1080, 300), name="")
    chips = [
        element(key=f"#chip:{n}", name=f"Chip {n}", bounds=Rect(300 * n, 210, 300 * n + 200, 290))
        for n in range(3)
    ]
    here = screen((box, *chips))
    left = Point(800, 250), Point(100, 250)
    assert reached_end(here, here, *left) == "end of the list"
    assert reached_end(here, here, Point(500, 290), Point(500, 210)) == ""
    assert reached_end(screen(tuple(chips)), screen(tuple(chips)), *left) == "", "it does not move"
