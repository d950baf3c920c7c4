"""Every gesture lands where the model meant it, or is refused with what there is instead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.dsl import parse
from appagent.actions.fingers import EDGE_PX
from appagent.actions.gestures import (
    SECRET_LENGTH,
    Drag,
    Gesture,
    InputText,
    KeyPress,
    Move,
    TouchAt,
    resolve,
)
from appagent.actions.verbs import LongPress, Swipe, Tap, Text
from appagent.errors import ActionImpossible
from appagent.geometry import Point, Rect, Size
from appagent.screen.describe import HIDDEN
from appagent.screen.grid import cells
from appagent.screen.values import Element, Mark, Scale, Use, View
from tests.screen.trees import element, screen

FRAME = Size(360, 800)


def view(
    *elements: Element, size: Size = FRAME, grid: bool = False, keyboard: bool | Rect = False
) -> View:
    image = np.zeros((size.height, size.width, 3), np.uint8)
    touched = [e for e in elements if e.uses]
    marks = tuple(Mark(label, e.bounds, e) for label, e in enumerate(touched, 1))
    return View(
        screen(elements, image, keyboard=keyboard), cells(size) if grid else marks, image, grid
    )


def thing(name: str, bounds: tuple[int, int, int, int], *uses: Use, **more: object) -> Element:
    found = frozenset(uses or ("tap",))
    return element(key=name, name=name, bounds=Rect(*bounds), uses=found, **more)


def done(action: str, seen: View) -> Gesture | None:
    return resolve(parse(action), seen).gesture


FIELD = thing("Search", (10, 50, 350, 100), "tap", "text", role="text field", value="Milk")
SAVE = thing("Save", (10, 200, 350, 260))
VIBRATE = thing("Vibrate", (10, 300, 350, 360), role="switch")
PAGE = view(FIELD, SAVE, VIBRATE)
TURNED = replace(PAGE, screen=replace(PAGE.screen, rotation=3))
GRID = view(SAVE, size=FRAME, grid=True)


@st.composite
def views(draw: st.DrawFn) -> View:
    size = Size(draw(st.integers(240, 1600)), draw(st.integers(240, 3200)))
    elements = []
    for number in range(draw(st.integers(1, 8))):
        left = draw(st.integers(0, size.width - 1))
        top = draw(st.integers(0, size.height - 1))
        right = draw(st.integers(left + 1, size.width))
        bottom = draw(st.integers(top + 1, size.height))
        elements.append(thing(f"n{number}", (left, top, right, bottom), "tap", "text"))
    return view(*elements, size=size)


@given(views(), st.data())
def test_gestures_land_on_their_mark_and_on_the_screen(seen: View, data: st.DataObject) -> None:
    mark = data.draw(st.sampled_from(seen.marks))
    frame = seen.screen.size
    for action in (Tap(element=mark.label), LongPress(element=mark.label)):
        touch = resolve(action, seen).gesture
        assert isinstance(touch, TouchAt)
        assert mark.bounds.contains(touch.point)
        assert touch.frame == frame
    typed = resolve(Text(element=mark.label, text="x"), seen).gesture
    assert isinstance(typed, InputText)
    assert typed.field
    assert mark.bounds.contains(typed.field)
    direction = data.draw(st.sampled_from(["up", "down", "left", "right"]))
    dist = data.draw(st.sampled_from(["short", "medium", "long"]))
    drag = resolve(Swipe(element=mark.label, direction=direction, dist=dist), seen).gesture
    assert isinstance(drag, Drag)
    safe = frame.rect.inset(EDGE_PX)
    assert safe.contains(drag.start)
    assert safe.contains(drag.end)
    if not mark.bounds.intersect(safe).empty:
        assert mark.bounds.contains(drag.start)
    across = resolve(Swipe(direction=direction, dist=dist), seen).gesture
    assert isinstance(across, Drag)
    assert {type(px) for end in (*drag[:2], *across[:2], touch.point) for px in end} == {int}


@given(st.integers(240, 1600), st.integers(240, 3200), st.data())
def test_cells_cover_the_screen_and_hold_their_parts(
    width: int, height: int, data: st.DataObject
) -> None:
    size = Size(width, height)
    seen = view(size=size, grid=True)
    assert sum(mark.bounds.area for mark in seen.marks) == size.rect.area
    label = data.draw(st.integers(1, len(seen.marks)))
    part = data.draw(st.sampled_from(["top-left", "center", "bottom-right", "right"]))
    touch = done(f'tap({label}, "{part}")', seen)
    assert isinstance(touch, TouchAt)
    assert seen.marks[label - 1].bounds.contains(touch.point)


@pytest.mark.parametrize("label", [0, -1, 4, 99])
@pytest.mark.parametrize(
    "action", ["tap(%d)", "long_press(%d)", 'swipe(%d, "up")', 'text(%d, "x")']
)
def test_labels_beyond_the_marks_are_refused(action: str, label: int) -> None:
    with pytest.raises(ActionImpossible, match=rf"no element {label}: marks run 1-3"):
        done(action % label, PAGE)


def test_screen_without_marks_offers_another_way() -> None:
    with pytest.raises(
        ActionImpossible,
        match=r"^no element 1: nothing is numbered here; use back\(\), swipe\(\) or grid\(\)$",
    ):
        done("tap(1)", view())


@pytest.mark.parametrize(
    ("action", "start", "end"),
    [
        ('swipe(2, "right", "long")', Point(44, 230), Point(316, 230)),
        ('swipe(2, "left", "long")', Point(316, 230), Point(44, 230)),
        ('swipe("up")', Point(180, 560), Point(180, 240)),
        ('swipe("down", "short")', Point(180, 320), Point(180, 480)),
        ('swipe(2, "up", "short")', Point(180, 250), Point(180, 210)),
    ],
)
def test_swipes(action: str, start: Point, end: Point) -> None:
    assert done(action, PAGE) == Drag(start, end, FRAME, 500)


CHIPS = thing("Chips", (0, 100, 360, 200), "swipe")
LIST = replace(thing("Rows", (0, 200, 360, 800), "swipe"), role="list")


@pytest.mark.parametrize(
    ("action", "start", "end", "words"),
    [
        ('scroll_to("Rye")', Point(180, 740), Point(180, 260), 'scroll_to list "Rows" "Rye"'),
        ('scroll_to(2, "Rye", "down")', Point(180, 260), Point(180, 740), None),
        ('scroll_to(3, "Rye")', Point(180, 740), Point(180, 260), None),  # a row names its list
        ('scroll_to(1, "Rye", "left")', Point(324, 150), Point(36, 150), None),
    ],
)
def test_scrolling_to_a_text_begins_on_its_list(
    action: str, start: Point, end: Point, words: str | None
) -> None:
    seen = view(CHIPS, LIST, thing("Oat", (0, 300, 360, 360), "tap"))
    move = resolve(parse(action), seen)
    assert move.gesture == Drag(start, end, FRAME, 500)
    assert words in (None, move.words)


def test_to_scroll_to_a_slider_moves_its_page() -> None:
    slider = replace(thing("Rye", (0, 300, 360, 360), "swipe", "tap"), role="slider")
    whole = done('swipe("up", "long")', view(slider))
    assert done('scroll_to("Rye", name="Rye")', view(slider)) == whole
    assert done('scroll_to(1, "Rye")', view(slider)) == whole


def test_a_page_without_a_list_is_scrolled_as_a_whole() -> None:
    assert done('scroll_to("Rye")', PAGE) == done('swipe("up", "long")', PAGE)
    with pytest.raises(ActionImpossible, match="no element 9"):
        done('scroll_to(9, "Rye")', PAGE)


def test_swipe_of_a_small_thing_begins_on_it_and_is_long_enough() -> None:
    seen = view(thing("Grip", (100, 400, 110, 404), "swipe"))
    drag = done('swipe(1, "up", "short")', seen)
    assert isinstance(drag, Drag)
    assert Rect(100, 400, 110, 404).contains(drag.start)
    assert drag.start.y - drag.end.y == 40


def test_swipe_of_the_screen_keeps_off_the_keyboard() -> None:
    above = view(keyboard=Rect(0, 500, 360, 800))
    assert done('swipe("up")', above) == Drag(Point(180, 395), Point(180, 185), FRAME, 500)
    assert done('swipe("up")', view(keyboard=True)) == done('swipe("up")', view())


def test_what_the_keyboard_covers_is_not_under_the_grid() -> None:
    send = view(SAVE, grid=True, keyboard=Rect(0, 210, 360, 800))
    assert resolve(parse('tap(33, "center")'), send).element == SAVE
    assert resolve(parse('tap(33, "bottom")'), send).element is None


def test_swipe_at_the_edge_ends_on_the_screen() -> None:
    seen = view(thing("Edge", (0, 700, 360, 800), "swipe"))
    drag = done('swipe(1, "down", "long")', seen)
    assert isinstance(drag, Drag)
    assert FRAME.rect.inset(EDGE_PX).contains(drag.end)


def test_text_replaces_what_a_field_holds() -> None:
    assert done('text(1, "Tea")', PAGE) == InputText("Tea", FRAME, Point(180, 75), held=4)
    secret = view(thing("PIN", (10, 50, 350, 100), "text", role="text field", secret=True))
    typed = done('text(1, "1234")', secret)
    assert isinstance(typed, InputText)
    assert typed.held == SECRET_LENGTH


def test_text_into_the_focus() -> None:
    with pytest.raises(ActionImpossible, match="no field is in focus"):
        done('text("Tea")', PAGE)
    focused = view(thing("Search", (10, 50, 350, 100), "text", focused=True), SAVE)
    assert done('text("Tea")', focused) == InputText("Tea", FRAME)


def test_text_where_none_goes_names_the_fields() -> None:
    with pytest.raises(ActionImpossible, match=r"element 2 takes no text; fields here: 1$"):
        done('text(2, "Tea")', PAGE)
    with pytest.raises(ActionImpossible, match=r"element 1 takes no text; fields here: 2, 3$"):
        done('text(1, "Tea")', view(SAVE, FIELD, PIN))
    with pytest.raises(ActionImpossible, match=r"element 1 takes no text; there is no field here$"):
        done('text(1, "Tea")', view(SAVE))


def test_word_and_number_that_disagree_are_both_named() -> None:
    with pytest.raises(ActionImpossible) as refused:
        done('tap(2, name="the Vibrate switch")', PAGE)
    assert 'element 2 is button "Save"' in str(refused.value)
    assert 'element 3, switch "Vibrate"' in str(refused.value)


@pytest.mark.parametrize("name", ["Save", "save button", "the button", "Speichern", "", "  ", "it"])
def test_word_that_agrees_or_tells_nothing_passes(name: str) -> None:
    assert done(f'tap(2, name="{name}")', PAGE) == TouchAt(Point(180, 230), FRAME)


def test_same_words_twice_pass() -> None:
    seen = view(SAVE, thing("Save", (10, 300, 350, 360)))
    assert isinstance(done('tap(2, name="Save")', seen), TouchAt)


def test_touch_keeps_off_what_lies_inside() -> None:
    row = thing("06:30", (0, 100, 360, 200))
    switch = thing("Alarm", (140, 120, 220, 180), role="switch")
    touch = done("tap(1)", view(row, switch))
    assert isinstance(touch, TouchAt)
    assert row.bounds.contains(touch.point)
    assert not switch.bounds.contains(touch.point)
    assert done("tap(2)", view(row, switch)) == TouchAt(Point(180, 150), FRAME)


def test_thing_that_is_covered_whole_is_touched_in_the_middle() -> None:
    outer = thing("Card", (0, 100, 360, 200))
    halves = [thing("Left", (0, 100, 180, 200)), thing("Right", (180, 100, 360, 200))]
    assert done("tap(1)", view(outer, *halves)) == TouchAt(Point(180, 150), FRAME)


@pytest.mark.parametrize(
    "action", ['tap(1, "center")', 'long_press(1, "top")', 'swipe(1, "center", 2, "top")']
)
def test_areas_exist_on_the_grid_only(action: str) -> None:
    assert isinstance(done(action, GRID), TouchAt | Drag)
    with pytest.raises(
        ActionImpossible,
        match=r"^areas exist on the grid only: say grid\(\) first, or name an element$",
    ):
        done(action, PAGE)


@pytest.mark.parametrize("action", ["tap(1)", 'swipe(1, "up")', 'text(1, "x")'])
def test_elements_have_no_place_on_the_grid(action: str) -> None:
    with pytest.raises(ActionImpossible, match="no place on the grid: name an area"):
        done(action, GRID)


@pytest.mark.parametrize(
    ("action", "gesture"),
    [
        ('tap(2, "center")', TouchAt(Point(67, 22), FRAME)),
        ('long_press(2, "left")', TouchAt(Point(52, 22), FRAME, 1000)),
        ('swipe(2, "center", 1, "left")', Drag(Point(67, 22), Point(7, 22), FRAME, 500)),
    ],
)
def test_what_is_done_on_the_grid_names_its_cell(action: str, gesture: Gesture) -> None:
    move = resolve(parse(action), GRID)
    assert (move.gesture, move.mark) == (gesture, GRID.marks[1])


def test_a_long_press_lasts_a_second_and_a_tap_no_time() -> None:
    assert done("long_press(2)", PAGE) == TouchAt(Point(180, 230), FRAME, 1000)
    assert done("tap(2)", PAGE) == TouchAt(Point(180, 230), FRAME, 0)


def test_areas_beyond_the_grid_are_refused() -> None:
    count = len(GRID.marks)
    with pytest.raises(ActionImpossible, match=f"no area {count + 1}: marks run 1-{count}"):
        done(f'tap({count + 1}, "center")', GRID)


def test_drag_over_the_grid_goes_from_one_part_to_the_other() -> None:
    drag = done('swipe(1, "center", 10, "center")', GRID)
    assert drag == Drag(Point(22, 22), Point(67, 66), FRAME, 500)


@pytest.mark.parametrize("point", ["180, 5", "5, 400", "180, 400"])
def test_points_outside_of_the_picture_are_refused(point: str) -> None:
    seen = replace(PAGE, marks=(), image=np.zeros((400, 180, 3), np.uint8))
    with pytest.raises(ActionImpossible, match=rf"\({point}\) is outside: .* 180x400 px"):
        done(f"tap_at({point})", seen)
    assert done("tap_at(179, 399)", seen) == TouchAt(Point(358, 798), FRAME)


def test_points_are_px_of_the_picture_that_was_sent() -> None:
    seen = replace(PAGE, marks=(), image=np.zeros((400, 180, 3), np.uint8))
    touched = resolve(parse("tap_at(90, 115)"), seen)
    assert touched.gesture == TouchAt(Point(180, 230), FRAME)
    assert (touched.element, touched.words) == (SAVE, 'tap_at button "Save"')
    assert done("long_press_at(0, 399)", seen) == TouchAt(Point(0, 798), FRAME, 1000)
    drag = resolve(parse("drag_at(10, 20, 10, 300)"), seen)
    assert drag.gesture == Drag(Point(20, 40), Point(20, 600), FRAME, 500)
    assert drag.words == "drag_at 10, 20, 10, 300"


@pytest.mark.parametrize("key", ["back", "home", "enter"])
def test_keys(key: str) -> None:
    assert done(f"{key}()", PAGE) == KeyPress(key)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", ["tap(2)", 'swipe("up")', 'text(1, "Rye")'])
def test_a_gesture_carries_how_the_screen_was_turned(action: str) -> None:
    gesture = done(action, TURNED)
    assert isinstance(gesture, TouchAt | Drag | InputText)
    assert gesture.rotation == 3


@pytest.mark.parametrize("action", ["wait(1)", 'open_app("x")', "grid()", 'exit("done")'])
def test_what_no_hand_does_is_no_gesture(action: str) -> None:
    assert resolve(parse(action), PAGE) == Move(parse(action))


PIN = thing("PIN", (10, 50, 350, 100), "tap", "text", role="text field", secret=True)
SURFACE_AT = Rect(0, 400, 360, 800)
DRAWN = element(key="surface", name="", role="surface", bounds=SURFACE_AT, uses=frozenset())
SHAPED = thing("Ship", (100, 500, 140, 540), role="shape")


def drawn(*, grid: bool = False) -> View:
    """A page with a drawn surface, of which one shape is marked."""
    plain = view(SAVE, grid=grid)
    marks = plain.marks if grid else (*plain.marks, Mark(2, SHAPED.bounds, SHAPED))
    seen = replace(plain.screen, surfaces=(DRAWN,), shapes=(SHAPED,))
    return replace(plain, screen=seen, marks=marks)


@pytest.mark.parametrize(
    ("action", "seen", "words"),
    [
        ("tap(2)", PAGE, 'tap button "Save"'),
        ("long_press(3)", PAGE, 'long_press switch "Vibrate"'),
        ('swipe(2, "left", "long")', PAGE, 'swipe button "Save" left, long'),
        ('swipe("up")', PAGE, "swipe screen up"),
        ('text(1, "Tea")', PAGE, 'text text field "Search" <- "Tea"'),
        ('text(1, "1234")', view(PIN), f'text text field "PIN" <- "{HIDDEN}"'),
        ('text("Tea")', view(replace(FIELD, focused=True)), 'text text field "Search" <- "Tea"'),
        ('text("Tea")', view(keyboard=True), 'text "Tea"'),
        ('open_app("Maps")', PAGE, 'open_app "Maps"'),
        ("back()", PAGE, "back"),
        ("wait(3)", PAGE, "wait"),
        ('wait_for("Rye", gone=True)', PAGE, 'wait_for "Rye" gone'),
        ('scroll_to("Rye")', PAGE, 'scroll_to "Rye"'),
        ('exit("done")', PAGE, "exit"),
        ('tap(33, "center")', GRID, 'tap button "Save"'),
        ('tap(1, "top")', GRID, 'tap 1, "top"'),
        ('long_press(73, "top")', drawn(grid=True), 'long_press surface 73, "top"'),
        ("tap(2)", drawn(), 'tap shape "Ship" at 120, 520'),
        ('swipe(2, "up")', drawn(), 'swipe shape "Ship" at 120, 520 up'),
        ('swipe(33, "center", 34, "top")', GRID, 'swipe 33, "center", 34, "top"'),
        ("tap_at(180, 230)", PAGE, 'tap_at button "Save"'),
        ("tap_at(1, 1)", PAGE, "tap_at 1, 1"),
        ("long_press_at(9, 790)", drawn(), "long_press_at surface 9, 790"),
        ("drag_at(180, 230, 20, 230)", PAGE, "drag_at 180, 230, 20, 230"),
    ],
)
def test_a_move_has_words_that_hold_on_any_screen(action: str, seen: View, words: str) -> None:
    move = resolve(parse(action), seen)
    assert move.words == words
    assert move.action == parse(action)


@pytest.mark.parametrize(
    ("action", "seen", "use"),
    [
        ("tap(2)", PAGE, "tap"),
        ('tap(33, "center")', GRID, "tap"),
        ("tap_at(180, 230)", PAGE, "tap"),
        ("long_press(2)", PAGE, "long_press"),
        ('long_press(33, "center")', GRID, "long_press"),
        ("long_press_at(180, 230)", PAGE, "long_press"),
        ('swipe(2, "up")', PAGE, "swipe"),
        ('swipe(33, "center", 34, "top")', GRID, "swipe"),
        ("drag_at(180, 230, 20, 230)", PAGE, "swipe"),
        ('scroll_to(2, "Rye")', view(CHIPS, LIST), "swipe"),
        ('wait_for("Rye")', PAGE, None),
        ('text(1, "Tea")', PAGE, "text"),
        ('swipe("up")', PAGE, None),
        ("tap_at(1, 1)", PAGE, None),
        ("back()", PAGE, None),
        ("tap(1)", view(replace(SAVE, key="")), None),
    ],
)
def test_a_move_tells_which_use_a_document_would_describe(
    action: str, seen: View, use: Use | None
) -> None:
    assert resolve(parse(action), seen).use == use


@pytest.mark.parametrize(
    ("action", "label", "name"),
    [
        ("tap(2)", 2, "Save"),
        ("long_press(3)", 3, "Vibrate"),
        ('swipe(2, "up")', 2, "Save"),
        ('text(1, "Tea")', 1, "Search"),
        ("tap_at(180, 230)", 2, "Save"),
        ("drag_at(180, 230, 1, 1)", 2, "Save"),
    ],
)
def test_a_move_knows_its_mark_and_its_element(action: str, label: int, name: str) -> None:
    move = resolve(parse(action), PAGE)
    assert move.mark is PAGE.marks[label - 1]
    assert move.element is move.mark.element
    assert move.element
    assert move.element.name == name


def test_text_needs_a_field_in_focus_or_a_keyboard_for_one_unseen() -> None:
    name_it = r"no field is in focus: name the field's number, text\(element, \"...\"\)$"
    touch_one = "no field is in focus: touch one first$"
    for seen, told in (
        (PAGE, name_it),
        (view(FIELD, keyboard=True), name_it),  # the keyboard may belong to another one
        (view(), touch_one),
        (view(FIELD, grid=True), touch_one),
        (replace(PAGE, bare=True), touch_one),
    ):
        with pytest.raises(ActionImpossible, match=told):
            done('text("Tea")', seen)
    unseen = replace(drawn(), marks=(Mark(1, SHAPED.bounds, SHAPED),))
    shown = replace(unseen, screen=replace(unseen.screen, keyboard=True))
    assert done('text("Tea")', shown) == InputText("Tea", FRAME)
    bare = replace(view(FIELD, keyboard=True), bare=True)
    assert done('text("Tea")', bare) == InputText("Tea", FRAME)


@pytest.mark.parametrize(
    ("name", "refused"),
    [("Vibrate switch", True), ("vibrate", True), ("Vibro", False), ("Vibrating", False)],
)
def test_another_element_is_meant_only_where_its_name_fits_well(name: str, refused: bool) -> None:
    """A fit of 80 of 100 is needed, however badly the numbered element fits."""
    if refused:
        with pytest.raises(ActionImpossible, match="fits element 3"):
            done(f'tap(2, name="{name}")', PAGE)
    else:
        assert isinstance(done(f'tap(2, name="{name}")', PAGE), TouchAt)


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("Freya Okonkwo chat", ("Freya Okonkwo, You: Deal., Yesterday", "chat")),
        ("Soren Sørensen suggestion", ("Soren Sørensen, soren.sorensen@example.net", "Soren")),
        ("Privacy", ("Privacy, Last seen, blocked people", "Help, Questions, privacy")),
        ("Clear search", ("", "Search")),
    ],
)
def test_an_element_may_be_called_by_more_or_less_than_its_name(
    name: str, others: tuple[str, str]
) -> None:
    """Another one is meant only if it has all the words of the name that the numbered one has."""
    first, second = (thing(each, (0, top, 360, top + 50), "tap") for each, top in
                     zip(others, (100, 200), strict=True))  # fmt: skip
    assert isinstance(done(f'tap(1, name="{name}")', view(first, second)), TouchAt)


def test_an_element_may_be_called_by_its_id_and_another_not_by_what_was_typed_into_it() -> None:
    bar = thing("What do you want to hear?", (0, 100, 360, 150), "tap")
    bar = replace(bar, resource_id="com.x:id/searchBar")
    tab = replace(thing("Search", (0, 700, 90, 750), "tap"), role="tab")
    assert isinstance(done('tap(1, name="Search bar")', view(bar, tab)), TouchAt)
    field = replace(FIELD, name="Search", value="Rosa Gupta")
    row = thing("Rosa G., 2 mutual friends", (0, 200, 360, 250), "tap")
    assert isinstance(done('tap(2, name="Rosa Gupta")', view(field, row)), TouchAt)


@pytest.mark.parametrize(
    ("direction", "bounds", "end"),
    [
        ("up", (0, 0, 360, 20), (180, 4)),
        ("down", (0, 780, 360, 800), (180, 795)),
        ("left", (0, 380, 20, 420), (4, 400)),
        ("right", (340, 380, 360, 420), (355, 400)),
    ],
)
def test_a_finger_keeps_4_px_off_the_edges_where_the_system_listens(
    direction: str, bounds: tuple[int, int, int, int], end: tuple[int, int]
) -> None:
    drag = done(f'swipe(1, "{direction}", "long")', view(thing("Edge", bounds, "swipe")))
    assert isinstance(drag, Drag)
    assert drag.end == end


@pytest.mark.parametrize(
    ("action", "seen", "name"),
    [
        ("tap(2)", PAGE, "Save"),
        ("back()", PAGE, None),
        ('text("x")', view(thing("PIN", (0, 0, 9, 9), "text", focused=True)), "PIN"),
        ('tap(33, "center")', GRID, "Save"),  # y 177-222 holds the upper part of it
        ('tap(1, "center")', GRID, None),
        ('swipe(33, "center", 34, "center")', GRID, "Save"),
    ],
)
def test_what_an_action_reaches(action: str, seen: View, name: str | None) -> None:
    found = resolve(parse(action), seen).element
    assert (found.name if found else None) == name


# --- sliders --------------------------------------------------------------------------------------


def bar(scale: Scale, **more: object) -> View:
    return view(
        thing("Volume", (0, 100, 360, 148), "tap", "swipe", role="slider", scale=scale, **more)
    )


LEVEL = Scale(Point(30, 124), Point(330, 124), 0, 100, Point(60, 124))
KNOWN = LEVEL._replace(low=12, high=24, sure=True)
UPRIGHT = Scale(Point(180, 330), Point(180, 30), 0, 100, Point(180, 180))
STARS = Scale(Point(30, 124), Point(330, 124), 1, 5)


@pytest.mark.parametrize(
    ("scale", "text", "end"),
    [
        (LEVEL, "40", (150, 124)),
        (LEVEL, "40%", (150, 124)),
        (LEVEL, "120", (330, 124)),  # a range that is guessed may go on, the track does not
        (KNOWN, "18", (180, 124)),
        (KNOWN, "100%", (330, 124)),
        (LEVEL._replace(start=LEVEL.end, end=LEVEL.start), "40", (210, 124)),  # Arabic
        (UPRIGHT, "75", (180, 105)),
    ],
)
def test_a_text_drags_the_knob_of_a_slider_to_its_place(
    scale: Scale, text: str, end: tuple[int, int]
) -> None:
    move = resolve(Text(element=1, text=text), bar(scale))
    assert isinstance(move.gesture, Drag)
    assert move.sets_value
    assert (move.gesture.start, move.gesture.end) == (scale.knob, end)
    assert move.words == f'text slider "Volume" <- "{text}"'
    assert move.use == "swipe"


@pytest.mark.parametrize(("text", "x"), [("1", 30), ("4", 255), ("5 stars", 330), ("3.5", 218)])
def test_a_text_touches_the_star_of_that_number(text: str, x: int) -> None:
    gesture = resolve(Text(element=1, text=text), bar(STARS)).gesture
    assert isinstance(gesture, TouchAt)
    assert gesture.point == (x, 124)


@pytest.mark.parametrize(
    ("scale", "text", "why"),
    [
        (KNOWN, "30", 'slider "Volume" goes from 12 to 24, not to 30'),
        (LEVEL, "120%", 'slider "Volume" goes from 0 to 100, not to 120'),
        (STARS._replace(sure=True), "0", 'slider "Volume" goes from 1 to 5, not to 0'),
        (
            LEVEL,
            "loud",
            'slider "Volume" takes a number, or a share of its length as "40%", and not',
        ),
    ],
)
def test_a_slider_refuses_what_is_no_place_on_it(scale: Scale, text: str, why: str) -> None:
    with pytest.raises(ActionImpossible) as refused:
        resolve(Text(element=1, text=text), bar(scale))
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("scale", "swipe", "ends"),
    [
        (LEVEL, 'swipe(1, "right", "medium")', ((60, 124), (210, 124))),
        (LEVEL, 'swipe(1, "right", "long")', ((60, 124), (300, 124))),
        (LEVEL, 'swipe(1, "left", "medium")', ((60, 124), (30, 124))),  # to the end, not past it
        (UPRIGHT, 'swipe(1, "up", "short")', ((180, 180), (180, 105))),
    ],
)
def test_a_swipe_on_a_slider_begins_at_its_knob(
    scale: Scale, swipe: str, ends: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    gesture = done(swipe, bar(scale))
    assert isinstance(gesture, Drag)
    assert (gesture.start, gesture.end) == ends


@pytest.mark.parametrize("scale", [LEVEL, LEVEL._replace(knob=None)])
def test_a_swipe_across_a_slider_or_without_a_knob_begins_in_its_middle(scale: Scale) -> None:
    direction = "up" if scale.knob else "right"
    gesture = done(f'swipe(1, "{direction}")', bar(scale))
    plain = done(f'swipe(1, "{direction}")', view(thing("Volume", (0, 100, 360, 148), "swipe")))
    assert gesture == plain


# --- switches -------------------------------------------------------------------------------------


def switches() -> View:
    return view(
        thing("Autoplay", (0, 0, 360, 60), "tap", role="switch", checked=True),
        thing("Alarm", (0, 60, 360, 120), "tap", role="checkbox", checked=False),
        thing("Play next", (0, 120, 360, 180), "tap"),
    )


@pytest.mark.parametrize(
    ("action", "y"),
    [
        ('text("Autoplay", "off")', 30),
        ('text("Alarm", "on")', 90),
        ('text(2, "On", name="Alarm")', 90),
        ('text("Autoplay", "on")', None),  # it is: nothing is touched
        ('text(2, "off")', None),
    ],
)
def test_a_text_sets_a_switch(action: str, y: int | None) -> None:
    move = resolve(parse(action), switches())
    point = move.gesture.point.y if isinstance(move.gesture, TouchAt) else None
    assert (point, move.holds) == (y, y is None)
    assert move.sets_value
    assert move.use == "tap"


def test_a_field_comes_before_a_switch_of_its_name() -> None:
    both = view(
        thing("Alarm", (0, 0, 360, 60), "tap", role="switch", checked=True),
        thing("Alarm", (0, 60, 360, 120), "tap", "text", role="text field"),
    )
    move = resolve(parse('text("Alarm", "off")'), both)
    assert move.mark == both.mark(2)
    assert not move.sets_value


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ('text(1, "6")', 'element 1 is set by "on" or "off"'),
        ('text(3, "on")', "element 3 takes no text; there is no field here"),
    ],
)
def test_a_switch_takes_no_other_text(action: str, why: str) -> None:
    with pytest.raises(ActionImpossible, match=why):
        resolve(parse(action), switches())
