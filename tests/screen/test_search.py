"""Which element says a text, and what is moved to find it."""

from __future__ import annotations

import pytest

from appagent.geometry import Rect
from appagent.screen.search import ends, inside, saying, scroller
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
