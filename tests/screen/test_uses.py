"""What a touch does, where the tree's own flags say too much or too little."""

from __future__ import annotations

import pytest

from appagent.geometry import Rect

from .trees import SIZE, elements, named, node


def topic(top: int, id: str) -> str:
    """A row that is not clickable, with a picture in it."""
    return node(
        "RelativeLayout",
        (0, top, 1080, top + 100),
        node("TextView", (100, top, 900, top + 100), text="Climate"),
        node("ImageView", (980, top, 1080, top + 100), id=id, desc="Move"),
    )


@pytest.mark.parametrize("id", ["grab_handle", "drag", "iv_reorder", "handle"])
def test_a_row_is_moved_by_its_handle_and_where_it_is_held(id: str) -> None:
    rows = node("RecyclerView", (0, 0, 1080, 2000), topic(0, id), topic(100, id))
    row, handle, *_ = elements(rows)
    assert (row.role, row.name, row.uses) == ("item", "Climate", {"long_press"})
    assert (handle.name, handle.uses) == ("Move", {"long_press", "swipe"})


@pytest.mark.parametrize("id", ["handler_name", "dragon", "avatar"])
def test_another_picture_moves_no_row(id: str) -> None:
    found = elements(node("RecyclerView", (0, 0, 1080, 2000), topic(0, id)))
    assert not any(e.uses for e in found)


def test_a_handle_outside_a_list_moves_nothing() -> None:
    assert not any(e.uses for e in elements(topic(0, "drag_handle")))


def test_a_bar_with_a_thumb_is_a_slider() -> None:
    thumb = node("View", (300, 20, 340, 60))
    (shown,) = elements(node("ProgressBar", (0, 0, 900, 80), text="40.0"))
    (moved,) = elements(node("ProgressBar", (0, 0, 900, 80), thumb, text="40.0"))
    assert (shown.role, shown.uses, shown.value) == ("progress", set(), "40.0")
    assert (moved.role, moved.uses, moved.value) == ("slider", {"tap", "swipe"}, "40.0")
    assert moved.key == shown.key


def test_a_bar_with_buttons_on_it_is_no_slider() -> None:
    less = node("View", (0, 0, 400, 80), desc="Less", flags="clickable")
    more = node("View", (500, 0, 900, 80), desc="More", flags="clickable")
    found = elements(node("ProgressBar", (0, 0, 900, 80), less, more, text="40.0"))
    assert [(e.role, e.uses) for e in found] == [
        ("progress", set()),
        ("button", {"tap"}),
        ("button", {"tap"}),
    ]


BUTTON = node("Button", (0, 2200, 1080, 2300), text="Save", flags="clickable")


def test_the_ground_of_a_page_is_no_button() -> None:
    title = node("TextView", (0, 300, 500, 400), text="Statistics")
    ground = node("FrameLayout", (0, 200, *SIZE), title, BUTTON, id="page", flags="clickable")
    found = elements(ground)
    assert [e.name for e in found if e.uses] == ["Save"]
    assert named(found, "Statistics").role == "text"


def test_a_large_surface_without_controls_can_be_tapped() -> None:
    game = node("View", (0, 200, *SIZE), id="game", flags="clickable")
    assert [e.uses for e in elements(game)] == [{"tap"}]


def test_a_page_that_answers_a_long_press_keeps_it() -> None:
    ground = node(
        "FrameLayout", (0, 200, *SIZE), BUTTON, id="home", flags="clickable long-clickable"
    )
    assert named(elements(ground), "home").uses == {"long_press"}


def test_a_sheet_has_the_bounds_of_its_contents() -> None:
    sheet = node("ScrollView", (0, 0, *SIZE), BUTTON, id="sheet", flags="scrollable")
    assert named(elements(sheet), "sheet").bounds == Rect(0, 2200, 1080, 2300)


def test_a_page_that_scrolls_reaches_over_its_margins() -> None:
    text = node("TextView", (60, 60, 1020, 2300), text="Terms of use")
    pane = node("ScrollView", (0, 0, *SIZE), text, id="pane", flags="scrollable")
    assert named(elements(pane), "pane").bounds == SIZE.rect


def test_the_icon_of_a_button_is_no_button_of_its_own() -> None:
    icon = node("ImageButton", (20, 20, 80, 80), id="editor_icon")
    outer = node("Button", (0, 0, 100, 140), icon, desc="Trim", flags="clickable")
    assert [e.name for e in elements(outer) if e.uses] == ["Trim"]


def test_places_that_wait_for_what_they_show_are_no_buttons() -> None:
    def place(left: int, said: str) -> str:
        label = node("TextView", (left, 200, left + 200, 260), text=said)
        return node("LinearLayout", (left, 0, left + 200, 300), label, flags="clickable")

    row = node("LinearLayout", (0, 0, 1080, 300), place(0, ""), place(200, ""), place(400, "Drive"))
    assert [e.name for e in elements(row) if e.uses] == ["Drive"]
    glyphs = node("LinearLayout", (0, 0, 1080, 300), place(0, "\ue5cd"), place(200, "\ue5ce"))
    assert len([e for e in elements(glyphs) if e.uses]) == 2, "an icon font's glyph is something"
    alone = node("LinearLayout", (0, 0, 1080, 300), place(0, ""))
    assert len([e for e in elements(alone) if e.uses]) == 1, "an icon with an empty badge"


def test_a_row_behind_a_bar_of_buttons_cannot_be_touched() -> None:
    rows = [
        node("LinearLayout", (0, top, 1080, bottom), text, flags="clickable")
        for top, bottom, text in (
            (1900, 2300, node("TextView", (0, 1900, 300, 2000), text="Drive")),
            (2340, 2400, node("TextView", (0, 2340, 300, 2400), text="Messages")),
        )
    ]
    listed = node("ListView", (0, 1900, 1080, 2400), *rows)
    buttons = [
        node("Button", (x, 2250, x + 250, 2400), text=text, flags="clickable")
        for x, text in ((500, "Once"), (750, "Always"))
    ]
    frame = node("FrameLayout", SIZE.rect, listed, *buttons)
    assert [e.name for e in elements(frame) if e.uses] == ["Drive", "Once", "Always"]


def test_a_veil_is_no_control() -> None:
    below = node("Button", (0, 500, 300, 600), text="Below", flags="clickable")
    veil = node("View", (0, 0, 1080, 2000), id="touch_outside", flags="clickable")
    dimmer = node("View", (0, 2100, 100, 2200), id="dim", flags="clickable")
    found = elements(node("FrameLayout", SIZE.rect, below, veil, dimmer))
    assert [e.name for e in found if e.uses] == ["dim"]


def test_a_heading_among_rows_that_take_the_touch_is_no_row() -> None:
    def row(top: int, said: str, flags: str) -> str:
        text = node("TextView", (0, top, 500, top + 90), text=said)
        return node("FrameLayout", (0, top, 1080, top + 90), text, flags=flags)

    told = [("My topics", "clickable"), ("Sport", "clickable focusable"), ("Arts", "clickable")]
    mine = [row(100 * i, said, "clickable focusable") for i, said in enumerate("AB", start=4)]
    rows = [row(100 * i, said, flags) for i, (said, flags) in enumerate(told)]
    by_list = node("ListView", (0, 0, 1080, 300), *rows)
    assert [e.name for e in elements(by_list) if e.uses] == ["My topics", "Sport", "Arts"]
    by_row = node("ListView", (0, 0, 1080, 600), rows[0], *mine)
    assert [(e.name, bool(e.uses)) for e in elements(by_row)] == [
        ("My topics", False),
        ("A", True),
        ("B", True),
    ]


def test_a_row_that_is_checked_with_the_switch_in_it_is_one_switch() -> None:
    inner = node("Switch", (900, 20, 1060, 80), flags="checkable checked clickable")
    label = node("TextView", (20, 20, 600, 80), text="Wi-Fi")
    (row,) = elements(
        node("LinearLayout", (0, 0, 1080, 100), label, inner, flags="clickable checkable checked")
    )
    assert (row.role, row.name, row.checked) == ("switch", "Wi-Fi", True)


def test_a_switch_made_of_another_one_is_one_switch() -> None:
    inner = node("Switch", (960, 20, 1060, 80), flags="checkable checked clickable")
    outer = node("com.example.ui.LabelledSwitch", (0, 0, 1080, 100), inner, flags="clickable")
    (switch,) = elements(outer)
    assert (switch.role, switch.checked) == ("switch", True)


def test_a_row_beside_whose_switch_something_else_opens_keeps_both() -> None:
    inner = node("Switch", (900, 20, 1060, 80), flags="checkable checked clickable")
    label = node("TextView", (20, 20, 600, 80), text="Wi-Fi")
    found = elements(node("LinearLayout", (0, 0, 1080, 100), label, inner, flags="clickable"))
    assert [e.role for e in found] == ["button", "switch"]
