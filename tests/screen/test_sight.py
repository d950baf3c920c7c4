"""What lies under something else, and what an edge cuts off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.gestures import touch_point
from appagent.geometry import Rect
from appagent.screen.describe import view_lines
from appagent.screen.marks import find_marks
from appagent.screen.values import Screen, View

from .trees import elements, node, screen


def seen(*children: str) -> Screen:
    return screen(elements(*children))


def marked(shown: Screen) -> dict[str, Rect]:
    return {m.element.name: m.bounds for m in find_marks(shown) if m.element}


def lines(shown: Screen) -> list[str]:
    return view_lines(View(shown, find_marks(shown), shown.image))


def row(top: int, name: str, height: int = 168, cls: str = "LinearLayout") -> str:
    text = node("TextView", (42, top + 40, 800, top + 110), text=name)
    return node(cls, (0, top, 1080, top + height), text, flags="clickable")


def rows(*parts: str, bottom: int = 2127) -> str:
    return node("RecyclerView", (0, 240, 1080, bottom), *parts, id="rows", flags="scrollable")


def snackbar(top: int, *, id: str = "snackbar_text", left: int = 32, words: int = 700) -> str:
    text = node("TextView", (left, top, left + words, top + 126), text="Archived", id=id)
    undo = node("Button", (850, top, 1048, top + 126), text="Undo", flags="clickable")
    bar = node("LinearLayout", (left, top, 1048, top + 126), text, undo)
    return node("FrameLayout", (0, top - 32, 1080, top + 158), bar)


def test_a_row_under_a_snackbar_is_told_to_be_covered() -> None:
    shown = seen(rows(row(1800, "Above"), row(1968, "Below", 140)), snackbar(1969))
    assert [*marked(shown)] == ["rows", "Above", "Undo"]
    assert '- item "Below" [covered]' in lines(shown)


def test_a_row_that_a_snackbar_covers_in_part_is_marked_where_it_is_in_sight() -> None:
    shown = seen(rows(row(1900, "Half"), row(1732, "Above")), snackbar(2000, left=0))
    assert marked(shown)["Half"] == Rect(0, 1900, 1080, 2000)


def test_a_button_under_a_snackbar_without_any_text_below_is_covered_too() -> None:
    fab = node("ImageButton", (891, 1960, 1038, 2107), desc="New alarm", flags="clickable")
    shown = seen(fab, snackbar(1969))
    assert "New alarm" not in marked(shown)
    assert '- button "New alarm" [covered]' in lines(shown)


def test_words_across_words_tell_that_something_opaque_lies_there() -> None:
    """No id tells: a snackbar of Compose, a title bar over a list."""
    shown = seen(rows(row(1732, "Above"), row(1900, "Half")), snackbar(1970, id=""))
    assert marked(shown)["Half"] == Rect(0, 1900, 1080, 1970)


@pytest.mark.parametrize("top", [1700, 1950])
def test_a_label_on_a_picture_covers_nothing(top: int) -> None:
    photo = node("ImageView", (0, 1600, 1080, 2100), desc="A lake", flags="clickable")
    words = node("TextView", (42, top, 800, top + 80), text="By the lake")
    assert marked(seen(photo, words)) == {"A lake": Rect(0, 1600, 1080, 2100)}


def test_a_title_over_the_text_buttons_of_its_bar_covers_none() -> None:
    cancel = node("Button", (0, 80, 260, 200), text="Cancel", flags="clickable")
    title = node("TextView", (0, 100, 1080, 180), text="New event")
    bar = node("FrameLayout", (0, 74, 1080, 206), cancel, title)
    assert [*marked(seen(bar))] == ["Cancel"]


def test_a_button_mostly_under_another_one_is_touched_where_it_is_in_sight() -> None:
    share = node("ImageButton", (847, 1900, 952, 2026), desc="Share", flags="clickable")
    fab = node("ImageButton", (891, 1938, 1038, 2085), desc="Compose", flags="clickable")
    shown = seen(rows(share), fab)
    marks = find_marks(shown)
    view = View(shown, marks, shown.image)
    (mark,) = [m for m in marks if m.element and m.element.name == "Share"]
    assert not Rect(891, 1938, 1038, 2085).contains(touch_point(mark, view))


def test_a_button_of_which_a_corner_is_left_is_covered() -> None:
    share = node("ImageButton", (871, 1920, 997, 2046), desc="Share", flags="clickable")
    fab = node("ImageButton", (891, 1938, 1038, 2085), desc="Compose", flags="clickable")
    shown = seen(rows(share), fab)
    assert "Share" not in marked(shown)
    assert '- button "Share" [covered]' in lines(shown)


def test_a_row_cut_to_a_sliver_by_the_edge_of_its_list_bears_no_number() -> None:
    shown = seen(rows(row(1700, "Whole"), row(2100, "Sliver", 27), row(2127 - 60, "Third", 60)))
    assert [*marked(shown)] == ["rows", "Whole", "Third"]
    assert not any("Sliver" in line for line in lines(shown)), "it is not covered either"


def test_a_chip_cut_to_a_sliver_by_the_edge_of_the_screen_bears_no_number() -> None:
    chips = [
        node("Button", (left, 300, right, 400), text=f"Chip {left}", flags="clickable")
        for left, right in ((40, 340), (380, 680), (1050, 1080))
    ]
    strip = node("HorizontalScrollView", (0, 280, 1080, 420), *chips, id="chips")
    assert [*marked(seen(strip))] == ["Chip 40", "Chip 380"]


def test_thin_controls_that_no_edge_cuts_keep_their_number() -> None:
    link = node("TextView", (42, 2095, 400, 2127), text="Terms", flags="clickable")
    thin = node("SeekBar", (42, 1000, 1038, 1030), desc="Volume")
    assert {"Terms", "Volume"} <= marked(seen(rows(thin, link))).keys()


def test_what_the_keyboard_covers_is_told_as_before() -> None:
    shown = replace(
        seen(rows(row(1800, "Under"))), keyboard=True, keyboard_area=Rect(0, 1600, 1080, 2400)
    )
    assert '- item "Under" [covered]' in lines(shown)
