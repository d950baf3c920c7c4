"""What is told of what differs on a page: each event once, and what counts before the rest."""

from __future__ import annotations

import pytest

from appagent.geometry import Rect
from appagent.screen.news import about, differences
from appagent.screen.values import Element
from appagent.texts import first_few
from tests.screen.trees import element, screen


def at(
    place: int, name: str, key: str = "#list/row", role: str = "item", **more: object
) -> Element:
    """One of what stands below each other."""
    box = Rect(0, 100 * place, 900, 100 * place + 90)
    return element(key=key, name=name, role=role, bounds=box, **more)


def text(place: int, name: str, key: str = "#text") -> Element:
    return at(place, name, key, "text", uses=frozenset())


def news(
    before: tuple[Element, ...], after: tuple[Element, ...], *words: str, touched: int | None = None
) -> str:
    element = None if touched is None else before[touched]
    one, other = screen(before), screen(after)
    return "; ".join(differences(before, one, other, about(*words), element))


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("Week starts, Sunday", "Week starts, Monday", '"Week starts": "Sunday" -> "Monday"'),
        ("Hotel, 3.6, €184, a night", "Hotel, 3.6, €249, a night", '"Hotel": "€184" -> "€249"'),
        ("Studio, Saved", "Studio, Saved, Connected", '"Studio": now "Connected"'),
        ("Ada, Hi, 1", "Ada, Hi", '"Ada": no longer "1"'),
        ("Choir: low voices", "Choir: all", '"Choir: low voices" is now "Choir: all"'),
    ],
)  # fmt: skip
def test_of_a_name_the_texts_are_told_that_differ(was: str, now: str, told: str) -> None:
    assert news((at(1, was),), (at(1, now),), touched=0) == f"item {told}"


def test_a_name_is_not_split_at_its_own_comma() -> None:
    """The tree says where the first text of a name ends."""
    before, after = (at(1, f"Ada, Ben, {text}", first="Ada, Ben") for text in ("Hi", "Bye"))
    assert news((before,), (after,)) == 'item "Ada, Ben": "Hi" -> "Bye"'
    one, other = (at(1, f"Buy milk, {what}", first=f"Buy milk, {what}") for what in ("eggs", "tea"))
    assert news((one,), (other,)) == 'new: item "Buy milk, tea"; gone: item "Buy milk, eggs"'


# --- once -----------------------------------------------------------------------------------------


def test_another_name_in_the_same_place_is_one_event() -> None:
    assert news((text(1, "280"),), (text(1, "243"),)) == 'text "280" is now "243"'
    moved = news((text(1, "280"),), (text(5, "243"),))
    assert moved == 'new: text "243"; gone: text "280"'


def test_what_stands_in_the_place_of_what_was_touched_came_of_it() -> None:
    """Two buttons with ids of their own, of which one is shown."""
    row = at(1, "Imani")
    follow, following = (
        at(1, name, f"#list/row/#{name}", "button") for name in ("Follow", "Following")
    )
    told = news((row, follow), (row, following), touched=1)
    assert told == 'button "Follow" is now "Following"'


def test_a_row_that_moved_is_known_by_its_title() -> None:
    others = at(3, "Library"), at(4, "Station")
    before = (at(1, "Blue Door, Connected"), at(2, "Cafe"))
    after = (at(1, "Cafe"), at(2, "Blue Door, Saved"))
    assert news((*before, *others), (*after, *others)) == 'item "Blue Door": "Connected" -> "Saved"'
    twins = (at(1, "Ada, Hi"), at(2, "Ada, Bye"))
    assert news(twins, (at(3, "Ada, Tea"),)).startswith('new: item "Ada, Tea"; gone: ')


def test_a_row_is_not_another_for_standing_in_its_place() -> None:
    assert news((at(1, "Malta"),), (at(1, "Japan"),)) == 'new: item "Japan"; gone: item "Malta"'


def test_the_same_words_at_another_place_are_told_once() -> None:
    before = text(1, "Esme"), text(5, "Esme", "#name")
    after = text(1, "Two Feet"), text(7, "Two Feet", "#name")
    assert news(before, after) == 'text "Esme" is now "Two Feet"'


def test_that_another_radio_is_off_goes_without_saying() -> None:
    def radios(chosen: str) -> tuple[Element, ...]:
        names = enumerate(("AM", "PM"))
        return tuple(at(n, x, f"#{x}", "radio", checked=x == chosen) for n, x in names)

    assert news(radios("AM"), radios("PM")) == 'radio "PM": on'
    assert news(radios("AM"), radios("")) == 'radio "AM": off'


def test_a_list_is_told_by_what_is_in_it() -> None:
    holder = at(0, "Alarm", "#list", "list")
    assert news((), (holder, at(1, "5:50"))) == 'new: item "5:50"'


def test_a_text_that_was_sent_is_told_where_it_stands_now() -> None:
    field, empty = (at(5, "Message", "#field", "text field", value=x) for x in ("Tea?", ""))
    sent = at(1, "Tea?, 09:30")
    assert news((field,), (sent, empty)) == 'new: item "Tea?, 09:30"'
    assert news((field,), (empty,)) == 'text field "Message" = ""'


def test_what_is_only_pushed_over_the_foot_is_not_gone() -> None:
    """A line comes in and goes again, above the last of what scrolls."""
    page = element(key="#page", role="scroll area", name="", bounds=Rect(0, 0, 1000, 300))
    chip, more, other = (at(n, f"Chip {n}", f"#{n}", "button") for n in range(3))
    lower = at(2, "Chip 1", "#1", "button")
    short, long = (page, chip, more, other), (page, chip, text(1, "Choose first"), lower)
    assert news(short, long) == 'new: text "Choose first"'
    assert news(long, short) == 'gone: text "Choose first"'
    assert news(short, short[:3]) == 'gone: button "Chip 2"', "nothing moved"
    assert news(short[1:], long[1:]).endswith('gone: button "Chip 2"'), "nothing scrolls"


# --- what counts ----------------------------------------------------------------------------------

TOWNS = tuple(at(n, f"Town {chr(65 + n)}") for n in range(8))


def test_what_relates_is_not_counted_away() -> None:
    told = news((), (*TOWNS, at(9, "Riga, Latvia")), "riga")
    assert told == (
        'new: item "Town A", item "Town B", item "Town C", item "Riga, Latvia", and 5 more'
    )


def test_what_an_app_says_is_not_counted_away() -> None:
    told = news((), (*TOWNS, text(9, "Choose a colour first")))
    assert told.endswith('item "Town C", text "Choose a colour first", and 5 more')
    many = tuple(text(10 + n, f"Word {n}", f"#text:{n}") for n in range(5))
    told = news((), (*TOWNS, *many))
    assert told.endswith('item "Town D", and 9 more'), "of many none stands out"


def test_a_state_that_relates_is_told_first() -> None:
    def shown(*, on: bool) -> tuple[Element, ...]:
        return tuple(at(n, f"Town {n}", f"#{n}", "switch", checked=on) for n in range(9))

    told = news(shown(on=False), shown(on=True), "8", touched=5)
    assert told.startswith('switch "Town 5": on; switch "Town 8": on; switch "Town 0": on')


def test_the_few_keep_their_order() -> None:
    assert first_few("abcde", 3, [1, 1, 0, 1, 0]) == ["a", "c", "e", "and 2 more"]
    assert first_few("ab", 3, [1, 0]) == ["a", "b"]
    assert first_few("abcde", 3) == ["a", "b", "c", "and 2 more"]
