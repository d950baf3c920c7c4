"""What a page is like without what is the person's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.geometry import Point, Rect
from appagent.screen.general import Sight, general, id_words, owned, sight
from appagent.screen.values import Element, Scale, Screen
from tests.screen.trees import elements, node, screen


def listed(rows: list[str], *, ids: list[str] | None = None) -> str:
    """A list with a row for each text, all of one kind or each with an id of its own."""
    found = [
        node(
            "LinearLayout", (0, 300 + 200 * n, 1080, 500 + 200 * n),
            node("TextView", (40, 320 + 200 * n, 900, 400 + 200 * n), text=row.partition(", ")[0]),
            node("TextView", (40, 410 + 200 * n, 900, 480 + 200 * n), text=row.partition(", ")[2]),
            id=ids[n] if ids else "chat_row", flags="clickable",
        )
        for n, row in enumerate(rows)
    ]  # fmt: skip
    bounds = (0, 300, 1080, 2300)
    return node("RecyclerView", bounds, *found, id="the_list", flags="scrollable",
                **{"class": "androidx.recyclerview.widget.RecyclerView"})  # fmt: skip


def button(text: str, id: str = "", top: int = 2310, desc: str = "") -> str:
    return node("Button", (40, top, 500, top + 80), id=id, text=text, desc=desc, flags="clickable")


def title(text: str) -> str:
    return node("TextView", (200, 60, 900, 160), text=text)


def seen(*children: str) -> Screen:
    return screen(elements(*children))


def names(told: Sight) -> list[str]:
    return [control.name for control in told.controls if control.role != "list"]


def test_rows_of_one_kind_are_told_as_one_without_a_name() -> None:
    told = sight(seen(listed(["Ada Lovelace, See you", "Ben Okri, Fine"])), frozenset())
    rows = [control for control in told.controls if control.row]
    assert [row.name for row in rows] == ["chat"]
    assert "Ada Lovelace" not in str(told)


def test_a_row_with_an_id_of_its_own_is_called_as_its_id_says() -> None:
    page = listed(["Style, Digital", "Rowan Gupta, Name"], ids=["setting_style", "name"])
    assert names(sight(seen(page), frozenset())) == ["Style", "Name"]


def test_the_persons_texts_are_those_of_rows_and_fields() -> None:
    field = node("EditText", (40, 2310, 900, 2390), id="note", text="Buy milk", flags="clickable")
    found = {*owned(seen(listed(["Ada Lovelace, See you"]), field, button("Send")))}
    assert {"ada lovelace", "see you", "buy milk"} <= found
    assert "send" not in found


@pytest.mark.parametrize(
    ("name", "id", "kept"),
    [
        ("Save", "fab", "Save"),
        ("Cart, 2 items", "cart", "Cart"),
        ("Ada Lovelace", "peer", "peer"),
        ("5:00", "preset", "preset"),
        ("ada@example.com", "account", "account"),
        ("the-alder-inn.example.com", "website", "website"),
        ("A whole sentence that somebody has written here", "post", "post"),
    ],
)
def test_the_name_of_a_button(name: str, id: str, kept: str) -> None:
    found = seen(button(name, id))
    assert names(sight(found, {"ada lovelace"})) == [kept]


def test_what_a_bar_shows_is_no_name_of_it() -> None:
    """ "Player" and "playing" begin alike, but a channel is called "Second Player"."""
    texts = [
        node("TextView", (40, 2300 + 40 * n, 900, 2340 + 40 * n), text=text)
        for n, text in enumerate(["I beat the final boss in one evening", "Second Player"])
    ]
    bar = node("FrameLayout", (0, 2300, 1080, 2390), *texts, id="now_playing", flags="clickable")
    assert names(sight(seen(bar), frozenset())) == ["now playing"]


def test_a_title_is_kept_where_the_app_or_what_opened_it_says_it_too() -> None:
    page = (title("Backup"), button("Start"))
    assert sight(seen(*page), frozenset()).title == ""
    assert sight(seen(*page), frozenset(), opener="Backup").title == "Backup"
    assert sight(seen(*page), frozenset(), {"backup"}).title == "Backup"


def test_the_label_of_a_field_is_no_title() -> None:
    value = node("TextView", (500, 70, 900, 150), text="Work")
    label = node("TextView", (40, 60, 480, 160), text="From")
    assert sight(seen(label), frozenset(), {"from"}).title == "From"
    assert sight(seen(label, value), frozenset(), {"from"}).title == ""


def test_a_title_that_tells_of_the_persons_is_not_kept() -> None:
    page = (title("Remove Oslo?"), button("Remove", "remove"))
    assert sight(seen(*page), {"oslo"}, {"remove", "city"}).title == ""
    assert sight(seen(*page), frozenset(), {"remove", "city"}).title == "Remove Oslo?"


def test_facts_are_told_by_their_ids_alone() -> None:
    texts = [
        node("TextView", (0, 60, 1080, 160), text="A place"),
        node("TextView", (40, 400, 900, 460), id="opening_hours", text="Open until 18:00"),
        node("TextView", (40, 500, 900, 560), id="separator", text="·"),
        node("TextView", (40, 600, 900, 660), text="no id"),
    ]
    assert sight(seen(*texts, button("Call", "call")), frozenset()).shows == ("opening hours",)


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("com.example:id/setting_style", ["style"]),
        ("com.example:id/openingHours", ["opening", "hours"]),
        ("com.example:id/tab_2", []),
        ("", []),
    ],
)
def test_the_words_of_an_id(id: str, words: list[str]) -> None:
    (element,) = elements(button("Any"))
    assert id_words(Element(element.key, element.bounds, "button", "", resource_id=id)) == words


def test_one_control_is_told_as_the_page_tells_it() -> None:
    found = seen(button("Cart, 2 items", "cart"))
    (told,) = sight(found, frozenset()).controls
    (element,) = (e for e in found.elements if e.uses)
    assert general(element, found, frozenset(), frozenset()) == told


def dialog(*options: str) -> tuple[Element, ...]:
    """A window in the middle of the screen with a title and a list to choose from."""
    title = Element("#title", Rect(100, 500, 900, 600), "text", "Snooze")
    rows = (
        Element("#list/row", Rect(100, 600 + 100 * n, 900, 700 + 100 * n), "checkbox", option,
                word="radio", uses=frozenset({"tap"}), checked=n == 0)
        for n, option in enumerate(options)
    )  # fmt: skip
    return (title, *rows)


def choices(*options: str) -> list[str]:
    return [control.name for control in sight(screen(dialog(*options)), frozenset()).controls]


def test_a_choice_of_amounts_is_the_apps_own() -> None:
    assert choices("5 minutes", "15 minutes", "Never") == ["5 minutes", "15 minutes", "Never"]
    assert choices("1 adult", "2 adults") == ["1 adult", "2 adults"]


def test_a_choice_of_numbers_and_addresses_is_not() -> None:
    assert choices("+44 20 7946 0958", "ann@example.com", "Gym 6:30", "7946 0958") == [""]


def test_a_tile_in_a_row_is_not_called_by_what_it_shows() -> None:
    """ "Album" is a word of the app, and the rest of the name is the person's."""
    outer = Element("#list/row", Rect(0, 0, 1080, 300), "item", "Albums")
    tile = Element("#list/row/row", Rect(0, 0, 400, 300), "item", "Midnight Hearts, Album · Cobalt",
                   resource_id="x:id/tile", uses=frozenset({"tap"}))  # fmt: skip
    seen = screen((outer, tile))
    (control,) = sight(seen, {*owned(seen), "midnight hearts"}, {"album"}).controls
    assert control.name == "tile"


def test_what_shares_its_id_with_others_is_one_of_many() -> None:
    """Chips and avatars, outside of any list."""
    chips = [button(name, "avatar", 300 + 100 * n) for n, name in enumerate(("Ada", "Ben", "Cid"))]
    found = sight(seen(*chips, button("Save", "save")), frozenset()).controls
    assert [(control.name, control.row) for control in found] == [("avatar", True), ("Save", False)]


def test_rows_that_are_known_to_be_the_apps_have_their_names() -> None:
    page = seen(listed(["Crossfade, 5 s", "Ada Lovelace, See you"], ids=None))
    told = sight(page, {"crossfade"}, fixed={"crossfade"})
    fixed, kind = (c for c in told.controls if c.role != "list")
    assert (fixed.name, fixed.row, fixed.id) == ("Crossfade", False, "")
    assert (kind.name, kind.row) == ("chat", True)


def rows_in(list_id: str, *inside: str, flags: str = "") -> str:
    row = node("LinearLayout", (0, 300, 1080, 500), *inside, flags=flags)
    return node("RecyclerView", (0, 300, 1080, 2300), row, id=list_id, flags="scrollable",
                **{"class": "androidx.recyclerview.widget.RecyclerView"})  # fmt: skip


def test_rows_without_an_id_are_called_by_their_list() -> None:
    label = node("TextView", (40, 320, 900, 400), text="Ada Lovelace")

    def kinds(list_id: str) -> list[str]:
        page = seen(title("People"), rows_in(list_id, label, flags="clickable"), button("Save"))
        found = sight(page, frozenset(), frozenset())
        return [c.name for c in found.controls if c.row]

    assert kinds("candidates") == ["candidates"]
    assert kinds("select_dialog_listview") == [""]  # Android's own


def test_the_field_of_a_form_in_a_list_is_called_by_its_id() -> None:
    caption = node("TextView", (40, 310, 900, 390), text="Note for Ann Meyer")
    field = node("EditText", (40, 400, 1000, 480), id="note_text", flags="clickable")
    found = sight(seen(rows_in("form", caption, field)), frozenset(), frozenset())
    (told,) = (c for c in found.controls if "text" in c.uses)
    assert (told.name, told.row) == ("note", False)


def test_a_slider_tells_its_range_where_that_is_sure() -> None:
    (bare,) = (e for e in seen(button("", "")).elements if e.uses)
    ends = (Point(0, 0), Point(9, 0), 0.0, 12.0)
    sure = replace(bare, scale=Scale(*ends, sure=True), remarks=("0 to 12",))
    guessed = replace(bare, scale=Scale(*ends), remarks=("at 30%",))
    balance = replace(bare, scale=Scale(*ends[:3], 3399.89, sure=True), remarks=("0 to 3399.89",))
    song = replace(bare, scale=Scale(*ends[:3], 285.0, sure=True), remarks=("0 to 285",))
    page, none = seen(button("", "")), frozenset[str]()
    found = [general(e, page, none, none).values for e in (bare, sure, guessed, balance, song)]
    assert found == ["", "0 to 12", "", "", ""]


def test_what_a_nameless_button_shows_is_its_sign() -> None:
    (bare,) = (e for e in seen(button("", "")).elements if e.uses)
    page = seen(button("", ""))
    named = replace(bare, learned="queue", icon="list")
    assert general(named, page, frozenset(), frozenset()).sign == "queue"
    assert general(named, page, {"queue"}, frozenset()).sign == "list icon"
    assert general(replace(bare, icon="list"), page, frozenset(), frozenset()).sign == "list icon"
    assert general(bare, page, frozenset(), frozenset()).sign == ""
