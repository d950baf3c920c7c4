"""Every gesture lands where the model meant it, or is refused with what there is instead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.dsl import parse
from appagent.actions.gestures import (
    EDGE_PX,
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
from appagent.screen.grid import cells
from appagent.screen.values import Element, Mark, Use, View
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
    with pytest.raises(ActionImpossible, match=r"nothing is numbered here; use back\(\)"):
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
    with pytest.raises(ActionImpossible, match="element 2 takes no text; fields here: 1"):
        done('text(2, "Tea")', PAGE)
    with pytest.raises(ActionImpossible, match="there is no field here"):
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
    with pytest.raises(ActionImpossible, match="areas exist on the grid only"):
        done(action, PAGE)


@pytest.mark.parametrize("action", ["tap(1)", 'swipe(1, "up")', 'text(1, "x")'])
def test_elements_have_no_place_on_the_grid(action: str) -> None:
    with pytest.raises(ActionImpossible, match="no place on the grid: name an area"):
        done(action, GRID)


def test_areas_beyond_the_grid_are_refused() -> None:
    count = len(GRID.marks)
    with pytest.raises(ActionImpossible, match=f"no area {count + 1}: marks run 1-{count}"):
        done(f'tap({count + 1}, "center")', GRID)


def test_drag_over_the_grid_goes_from_one_part_to_the_other() -> None:
    drag = done('swipe(1, "center", 10, "center")', GRID)
    assert drag == Drag(Point(22, 22), Point(67, 66), FRAME, 500)


def test_points_are_px_of_the_picture_that_was_sent() -> None:
    seen = replace(PAGE, marks=(), image=np.zeros((400, 180, 3), np.uint8))
    touched = resolve(parse("tap_at(90, 115)"), seen)
    assert touched.gesture == TouchAt(Point(180, 230), FRAME)
    assert (touched.element, touched.words) == (SAVE, 'tap_at button "Save"')
    assert done("long_press_at(0, 399)", seen) == TouchAt(Point(0, 798), FRAME, 1000)
    drag = resolve(parse("drag_at(10, 20, 10, 300)"), seen)
    assert drag.gesture == Drag(Point(20, 40), Point(20, 600), FRAME, 500)
    assert drag.words == "drag_at 10, 20, 10, 300"
    with pytest.raises(ActionImpossible, match=r"\(180, 5\) is outside: .* 180x400 px"):
        done("tap_at(180, 5)", seen)


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
