from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.gestures import touch_point
from appagent.geometry import Point, Rect, Size
from appagent.screen import overlay
from appagent.screen.grid import cells, grid, subarea
from appagent.screen.marks import bare, choose, mark
from appagent.screen.values import Element, Image, Use, View

from .trees import SIZE, alarm_list, blank, element, elements, node, screen

KEYBOARD = Rect(0, 1500, 1080, 2400)

sizes = st.builds(Size, st.integers(1, 4000), st.integers(1, 4000))


def chosen(*children: str) -> list[tuple[str, str]]:
    return [(e.role, e.name) for e in choose(elements(*children), SIZE)]


def test_labels_run_from_one_in_tree_order() -> None:
    view = mark(screen(elements(alarm_list(("7:00", True), ("8:00", False)))))
    assert [m.label for m in view.marks] == [1, 2, 3, 4, 5]
    assert view.mark(3) is view.marks[2]
    assert view.mark(0) is None
    assert view.mark(6) is None
    assert all(m.element is not None and m.bounds == m.element.bounds for m in view.marks)


def test_a_picture_without_numbers_has_its_marks_all_the_same() -> None:
    save = node("Button", (100, 200, 400, 300), text="Save", flags="clickable")
    seen = screen(elements(save))
    view = bare(seen)
    assert view.bare
    assert view.marks == mark(seen).marks
    assert (view.image == overlay.resize(seen.image, 720)).all()
    assert bare(seen, width_px=360).image.shape[1] == 360


def test_texts_and_pictures_get_no_number() -> None:
    assert chosen(node("TextView", (0, 0, 99, 99), text="Hello")) == []


def test_a_button_inside_a_clickable_row_keeps_its_number() -> None:
    text = node("TextView", (40, 10, 300, 90), text="Milk")
    # Centred in its row: a de-duplication by centre would lose it.
    button = node("Button", (490, 20, 590, 80), text="Buy", flags="clickable")
    row = node("LinearLayout", (0, 0, 1080, 100), text, button, flags="clickable")
    assert chosen(row) == [("button", "Milk"), ("button", "Buy")]


@pytest.mark.parametrize("inset", [0, 4])
def test_a_container_that_repeats_its_child_gets_no_number(inset: int) -> None:
    box = Rect(0, 0, 300, 200)
    button = node("Button", box.inset(inset), text="Save", flags="clickable")
    assert chosen(node("FrameLayout", box, button, flags="clickable")) == [("button", "Save")]


def test_a_container_filled_by_its_controls_gets_no_number() -> None:
    fields = [
        node("EditText", (0, 0, 1080, 400), text="Title", desc="Title"),
        node("EditText", (0, 400, 1080, 900), text="Body", desc="Body"),
    ]
    form = node("LinearLayout", (0, 0, 1080, 1000), *fields, flags="clickable")
    assert [name for _, name in chosen(form)] == ["Title", "Body"]


def test_a_surface_with_buttons_at_its_edge_keeps_its_number() -> None:
    buttons = [
        node("ImageButton", (x, 500, x + 80, 580), desc=f"b{x}", flags="clickable")
        for x in (0, 500, 1000)
    ]
    player = node("FrameLayout", (0, 0, 1080, 600), *buttons, id="player", flags="clickable")
    assert chosen(player)[0] == ("group", "player")
    assert len(chosen(player)) == 4


def test_a_list_keeps_its_number_beside_its_rows() -> None:
    assert chosen(alarm_list(("7:00", True)))[0] == ("list", "alarms")


def test_of_two_nested_scrollers_of_one_size_the_inner_is_numbered() -> None:
    inner = node("ListView", (0, 0, 1080, 2000), id="inner", flags="scrollable")
    outer = node("ScrollView", (0, 0, 1080, 2000), inner, id="outer", flags="scrollable")
    assert [name for _, name in chosen(outer)] == ["inner"]


def test_elements_too_small_for_a_finger_get_no_number() -> None:
    dots = [
        node("View", (500 + 20 * i, 300, 520 + 20 * i, 320), desc=f"Page {i}", flags="clickable")
        for i in range(3)
    ]
    strip = node("HorizontalScrollView", (500, 300, 560, 320), *dots, flags="scrollable")
    link = node("TextView", (0, 400, 300, 420), text="Terms", flags="clickable")
    cut = node("Button", (0, 2395, 300, 2400), text="Next row", flags="clickable")
    assert chosen(strip, link, cut) == [("button", "Terms")]


def test_thin_elements_without_a_name_get_no_number() -> None:
    named = node("Button", (0, 2300, 300, 2312), text="Terms of use", flags="clickable")
    bare = node("LinearLayout", (400, 2300, 700, 2312), flags="clickable")
    assert chosen(named, bare) == [("button", "Terms of use")]


def test_pages_that_tabs_turn_get_no_number() -> None:
    tabs = [
        node("TextView", (x, 100, x + 540, 200), text=text, flags=flags)
        for x, text, flags in ((0, "Mine", "clickable selected"), (540, "All", "clickable"))
    ]
    strip = node("TabLayout", (0, 100, 1080, 200), *tabs)
    text = node("TextView", (0, 300, 1080, 400), text="Nothing here yet")
    pages = node("ViewPager", (0, 200, 1080, 2400), text, id="pages", flags="scrollable")
    assert chosen(strip, pages) == [("tab", "Mine"), ("tab", "All")]
    assert [role for role, _ in chosen(pages)] == ["pages"], "without tabs they are turned by hand"


def test_pages_side_by_side_get_no_number_beside_their_lists() -> None:
    lists = [
        node("ListView", (x, 200, x + 540, 2400), id=f"list{x}", flags="scrollable")
        for x in (0, 540)
    ]
    pages = node("ViewPager", (0, 200, 1080, 2400), *lists, flags="scrollable")
    assert [role for role, _ in chosen(pages)] == ["list", "list"]


def test_of_two_elements_in_one_place_the_more_capable_is_numbered() -> None:
    box = (0, 240, 1080, 1050)
    photo = node("ImageView", box, id="image", flags="clickable")
    strip = node("RecyclerView", box, photo, flags="scrollable")
    pager = node("ViewPager", box, strip, id="photo", flags="clickable scrollable")
    assert [name for _, name in chosen(pager)] == ["photo"]


CARD, LINK = Rect(20, 300, 1060, 600), Rect(100, 500, 1040, 540)


def link_on(image: Image) -> Rect:
    """Where the link of a card is marked on a picture."""
    link = node("TextView", LINK, text="Europe", flags="clickable")
    card = node("FrameLayout", CARD, link, id="card", flags="clickable")
    view = mark(screen(elements(card), image))
    return next(m.bounds for m in view.marks if m.element and m.element.name == "Europe")


def test_a_link_in_a_card_is_marked_where_its_words_are() -> None:
    image = blank()
    image[505:535, 102:180] = (180, 20, 20)
    image[300:600, 700:1060] = (40, 90, 60)  # the card's photo, which the link reaches over
    marked = link_on(image)
    assert LINK.contains(marked)
    assert marked.contains(Rect(102, 500, 180, 540))
    assert marked.width <= 100


MARGIN = 5  # an eighth of the link's height


@pytest.mark.parametrize(
    ("ink", "words"),
    [
        ([(102, 180)], (102 - MARGIN, 180 + MARGIN)),
        ([(200, 300)], (200 - MARGIN, 300 + MARGIN)),
        ([(110, 150), (189, 240)], (110 - MARGIN, 240 + MARGIN)),  # a gap of 40 px is a space
        ([(110, 150), (190, 240)], (110 - MARGIN, 150 + MARGIN)),  # a wider one is not
        ([(102, 1040)], (100, 1040)),
    ],
)
def test_the_words_of_a_link_end_at_a_gap_wider_than_they_are_high(
    ink: list[tuple[int, int]], words: tuple[int, int]
) -> None:
    image = blank()
    for left, right in ink:
        image[520, left:right] = (245 - 61, 245, 245)  # one line of px, in one channel
    left, top, right, bottom = LINK
    assert link_on(image) == Rect(max(left, words[0]), top, min(right, words[1]), bottom)
    assert (top, bottom) == (500, 540)


def test_what_is_fainter_than_ink_is_no_word() -> None:
    image = blank()
    image[520, 200:300] = (245 - 60, 245, 245)
    assert link_on(image) == LINK


@pytest.mark.parametrize("difference", [8, 9])
def test_a_background_may_differ_by_8_of_255(difference: int) -> None:
    image = blank()
    image[520, 200:300] = 0
    words = link_on(image)
    image[500:505, 98:100] = (245 - difference, 245, 245)  # beside the link: a border
    assert (link_on(image) == words) is (difference == 8)
    image = blank()
    image[500:540, 100:1040] = 245 - difference  # under the link: a button
    image[520, 200:300] = 0
    assert (link_on(image) == words) is (difference == 8)


def test_a_link_at_the_edge_of_the_screen_is_marked_whole() -> None:
    image = blank()
    image[520, 200:300] = 0
    link = node("TextView", (0, 500, 1040, 540), text="Europe", flags="clickable")
    card = node("FrameLayout", (0, 300, 1080, 800), link, id="card", flags="clickable")
    (found,) = [m.bounds for m in mark(screen(elements(card), image)).marks if m.bounds.top == 500]
    assert found == Rect(0, 500, 1040, 540)


def test_a_button_drawn_as_one_is_marked_whole() -> None:
    image = blank()
    image[500:540, 100:1040] = (225, 225, 235)  # its own ground
    image[505:535, 500:580] = (0, 0, 0)
    assert link_on(image) == LINK
    assert link_on(blank()) == LINK, "nothing drawn yet"


def test_a_card_is_not_touched_on_the_blank_of_its_link() -> None:
    image = blank()
    image[445:455, 102:180] = (180, 20, 20)
    link = node("TextView", (100, 440, 1040, 460), text="Europe", flags="clickable")
    card = node("FrameLayout", CARD, link, id="card", flags="clickable")
    view = mark(screen(elements(card), image))
    at = touch_point(view.marks[0], view)
    assert not Rect(100, 440, 1040, 460).contains(at)


COMPOSE = (660, 2100, 1040, 2250)


def beside_compose(*rows: str) -> View:
    """Rows of a list with a button that floats over its lower right corner."""
    button = node("Button", COMPOSE, text="Compose", flags="clickable")
    return mark(screen(elements(node("RecyclerView", (0, 200, 1080, 2400), *rows), button)))


def touched(view: View, name: str) -> Point:
    (label,) = [m for m in view.marks if m.element and m.element.name == name]
    return touch_point(label, view)


@pytest.mark.parametrize(
    ("bounds", "at"),
    [
        ((940, 2040, 1070, 2170), Point(1005, 2072)),  # its lower half is covered,
        ((600, 2110, 730, 2240), Point(630, 2175)),  # all but its left part,
        ((940, 1900, 1070, 2030), Point(1005, 1965)),  # nothing
    ],
)
def test_a_touch_keeps_off_what_floats_over_it(
    bounds: tuple[int, int, int, int], at: Point
) -> None:
    view = beside_compose(node("ImageView", bounds, desc="Star", flags="clickable"))
    point = touched(view, "Star")
    assert not Rect(*COMPOSE).contains(point)
    assert Rect(*bounds).contains(point)
    assert abs(point.x - at.x) + abs(point.y - at.y) < 25


def test_a_row_below_a_floating_button_is_touched_beside_it() -> None:
    row = node("TextView", (0, 2090, 1080, 2260), text="Ann", flags="clickable")
    view = beside_compose(row)
    assert touched(view, "Ann") == Point(540, 2175)
    narrow = node("TextView", (600, 2090, 1080, 2260), text="Ann", flags="clickable")
    assert not Rect(*COMPOSE).contains(touched(beside_compose(narrow), "Ann"))


def test_an_element_covered_by_several_has_no_number() -> None:
    star = node("ImageView", (100, 100, 300, 200), desc="Star", flags="clickable")
    halves = [
        node("Button", (left, 90, left + 110, 150), text=f"{left}", flags="clickable")
        + node("Button", (left, 150, left + 110, 210), text=f"{left}b", flags="clickable")
        for left in (95, 205)
    ]
    view = mark(screen(elements(star, *halves)))
    assert "Star" not in [m.element.name for m in view.marks if m.element]


def test_an_element_covered_by_keyboard_and_button_has_no_number() -> None:
    star = node("ImageView", (700, 2050, 800, 2240), desc="Star", flags="clickable")
    button = node("Button", (690, 2000, 1040, 2160), text="Send", flags="clickable")
    seen = screen(elements(star, button), keyboard=True)
    seen = replace(seen, keyboard_area=Rect(0, 2155, 1080, 2400))
    assert [m.element.name for m in mark(seen).marks if m.element] == ["Send"]


@given(
    st.lists(
        st.builds(
            lambda x, y, w, h: Rect(x, y, x + w, y + h),
            st.integers(-300, 1300),
            st.integers(-300, 2600),
            st.integers(-5, 900),
            st.integers(-5, 900),
        ),
        max_size=12,
    )
)
def test_no_number_on_nothing(boxes: list[Rect]) -> None:
    found = tuple(element(bounds=box, key=f"#{i}") for i, box in enumerate(boxes))
    marked = choose(found, SIZE)
    assert all(not e.bounds.intersect(SIZE.rect).empty for e in marked)
    assert len({id(e) for e in marked}) == len(marked)


def test_marks_are_drawn_at_the_width_that_is_sent() -> None:
    one = screen(elements(alarm_list(("7:00", True))))
    assert mark(one).image.shape == (1600, 720, 3)
    assert mark(one, width_px=540).image.shape == (1200, 540, 3)
    assert mark(one, width_px=5000).image.shape == (2400, 1080, 3)
    assert (one.image == blank()).all(), "the screen's own picture stays untouched"


@given(sizes)
def test_the_grid_covers_the_screen_once(size: Size) -> None:
    marks = cells(size)
    assert [m.label for m in marks] == list(range(1, len(marks) + 1))
    assert sum(m.bounds.area for m in marks) == size.rect.area
    seen = np.zeros((size.height, size.width), np.uint8)
    for m in marks:
        seen[m.bounds.top : m.bounds.bottom, m.bounds.left : m.bounds.right] += 1
    assert (seen == 1).all()


def test_the_grid_has_cells_without_elements() -> None:
    view = grid(screen())
    assert view.grid
    assert all(m.element is None for m in view.marks)
    assert view.marks[-1].bounds[2:] == SIZE
    assert view.image.shape == (1600, 720, 3)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(1, 300), st.integers(1, 300))
def test_subareas_lie_in_their_cell(left: int, top: int, width: int, height: int) -> None:
    cell = Rect(left, top, left + width, top + height)
    for name in ("top-left", "top", "right", "center", "bottom-left", "bottom-right"):
        assert cell.contains(subarea(cell, name))


def test_subareas_are_the_middles_of_the_ninths() -> None:
    cell = Rect(0, 0, 120, 60)
    assert subarea(cell, "top-left") == Point(20, 10)
    assert subarea(cell, "center") == cell.center
    assert subarea(cell, "bottom-right") == Point(100, 50)
    with pytest.raises(KeyError):
        subarea(cell, "middle")


def test_a_disabled_button_is_numbered() -> None:
    save: Element = element(enabled=False)
    assert choose((save,), SIZE) == [save]


def test_elements_under_the_keyboard_have_no_number() -> None:
    above = element(key="#above", bounds=Rect(0, 1300, 1080, 1500))
    most = element(key="#most", bounds=Rect(0, 1401, 1080, 1580))
    least = element(key="#least", bounds=Rect(0, 1481, 1080, 1600))
    below = element(key="#below", bounds=Rect(0, 1900, 1080, 2000))
    view = mark(screen((above, most, least, below), keyboard=KEYBOARD))
    assert [(m.element, m.bounds.bottom) for m in view.marks] == [(above, 1500), (most, 1500)]
    assert len(mark(screen((above, most, least, below), keyboard=True)).marks) == 4


def test_a_list_that_reaches_under_the_keyboard_ends_at_it() -> None:
    rows = element(bounds=Rect(0, 1200, 1080, 2300), uses=frozenset({"swipe"}))
    hidden = element(bounds=Rect(0, 1600, 1080, 2300), uses=frozenset({"swipe"}))
    (shown,) = mark(screen((rows, hidden), keyboard=KEYBOARD)).marks
    assert (shown.element, shown.bounds) == (rows, Rect(0, 1200, 1080, 1500))


def test_a_floating_keyboard_leaves_the_larger_part() -> None:
    page = element(bounds=SIZE.rect, uses=frozenset({"swipe"}))
    (shown,) = mark(screen((page,), keyboard=Rect(200, 1000, 900, 1600))).marks
    assert shown.bounds == Rect(0, 0, 1080, 1000)


_boxes = st.builds(
    lambda x, y, w, h: Rect(x, y, x + w, y + h).intersect(SIZE.rect),
    st.integers(0, 1079),
    st.integers(0, 2399),
    st.integers(1, 900),
    st.integers(1, 900),
)


@given(
    st.lists(st.tuples(_boxes, st.sampled_from(["tap", "swipe"])), min_size=1, max_size=8), _boxes
)
def test_no_mark_is_under_the_keyboard(boxes: list[tuple[Rect, Use]], keyboard: Rect) -> None:
    found = tuple(
        element(key=f"#{i}", bounds=box, uses=frozenset({use}))
        for i, (box, use) in enumerate(boxes)
    )
    for shown in mark(screen(found, keyboard=keyboard), width_px=90).marks:
        assert not shown.bounds.empty
        assert shown.bounds.intersect(keyboard).empty
