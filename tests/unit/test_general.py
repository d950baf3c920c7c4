"""What of a page is kept that is the same for every person."""

from __future__ import annotations

from appagent.geometry import Rect
from appagent.screen.general import owned, sight
from appagent.screen.values import Element
from tests.screen.trees import screen


def dialog(*options: str) -> tuple[Element, ...]:
    """A window in the middle of the screen with a title and a list to choose from."""
    title = Element("#title", Rect(100, 500, 900, 600), "text", "Snooze")
    rows = (
        Element("#list/row", Rect(100, 600 + 100 * n, 900, 700 + 100 * n), "checkbox", option,
                word="radio", uses=frozenset({"tap"}), checked=n == 0)
        for n, option in enumerate(options)
    )  # fmt: skip
    return (title, *rows)


def names(*options: str) -> list[str]:
    return [control.name for control in sight(screen(dialog(*options)), frozenset()).controls]


def test_a_choice_of_amounts_is_the_apps_own() -> None:
    assert names("5 minutes", "15 minutes", "Never") == ["5 minutes", "15 minutes", "Never"]
    assert names("1 adult", "2 adults") == ["1 adult", "2 adults"]


def test_a_choice_of_numbers_and_addresses_is_not() -> None:
    assert names("+44 20 7946 0958", "ann@example.com", "Gym 6:30", "7946 0958") == [""]


def test_a_tile_in_a_row_is_not_called_by_what_it_shows() -> None:
    """ "Album" is a word of the app, and the rest of the name is the person's."""
    outer = Element("#list/row", Rect(0, 0, 1080, 300), "item", "Albums")
    tile = Element("#list/row/row", Rect(0, 0, 400, 300), "item", "Midnight Hearts, Album · Cobalt",
                   resource_id="x:id/tile", uses=frozenset({"tap"}))  # fmt: skip
    seen = screen((outer, tile))
    (control,) = sight(seen, {*owned(seen), "midnight hearts"}, {"album"}).controls
    assert control.name == "tile"
