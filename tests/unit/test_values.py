"""Rectangles, and the tree of errors as it is drawn."""

from __future__ import annotations

import inspect
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent import errors
from appagent.errors import AppAgentError, CommandFailed
from appagent.geometry import Point, Rect, Size

edges = st.integers(-2000, 2000)
rects = st.builds(Rect, edges, edges, edges, edges)
points = st.builds(Point, edges, edges)


@given(rects, rects, points)
def test_what_two_rectangles_share(one: Rect, other: Rect, point: Point) -> None:
    both = one.intersect(other)
    assert both.contains(point) == (one.contains(point) and other.contains(point))
    assert both.area <= min(one.area, other.area)


@given(rects, rects)
def test_what_one_rectangle_leaves_of_another(one: Rect, other: Rect) -> None:
    left = one.without(other)
    if not one.empty:
        assert one.contains(left)
        assert left.intersect(other).empty
        assert left.empty == other.contains(one)
        assert 4 * left.area >= one.area - one.intersect(other).area


@given(rects, st.lists(rects, max_size=4))
def test_a_free_point_is_inside_and_not_taken(rect: Rect, taken: list[Rect]) -> None:
    point = rect.free_point(taken)
    if point is None:
        assert any(other.contains(rect.center) for other in taken)
    elif not rect.empty:
        assert rect.contains(point)
        assert not any(other.contains(point) for other in taken)


@given(rects, points)
def test_clamped_point_lies_inside(rect: Rect, point: Point) -> None:
    if not rect.empty:
        assert rect.contains(rect.clamp(point))
        assert rect.contains(rect.center)
    if rect.contains(point):
        assert rect.clamp(point) == point


def test_right_and_bottom_are_outside() -> None:
    rect = Size(10, 20).rect
    assert (rect.width, rect.height, rect.area, rect.size) == (10, 20, 200, Size(10, 20))
    assert rect.contains(Point(9, 19))
    assert not rect.contains(Point(10, 19))
    assert rect.inset(5).empty
    assert Rect(5, 5, 1, 1).area == 0
    assert rect.scale(0.5) == Rect(0, 0, 5, 10)


def test_tree_of_errors_is_the_one_that_is_drawn() -> None:
    drawn = dict(re.findall(r"─ (\w+) .*?exit (\d)", errors.__doc__ or ""))
    named = set(re.findall(r"─ (\w+)", errors.__doc__ or ""))
    classes = dict(inspect.getmembers(errors, inspect.isclass))
    own = {n: c for n, c in classes.items() if issubclass(c, AppAgentError)}
    assert named == own.keys() - {"AppAgentError"}
    assert {name: str(own[name].exit_code) for name in drawn} == drawn
    for line in re.findall(r"^    │.*─ (\w+)", errors.__doc__ or "", re.MULTILINE):
        assert own[line].exit_code == own[line].__base__.exit_code  # type: ignore[union-attr]


@pytest.mark.parametrize("output", ["", "x" * 5000, "two\nlines\n"])
def test_message_is_one_short_line(output: str) -> None:
    message = str(CommandFailed("input tap 1 2", 1, output))
    assert "`input tap 1 2` failed on the phone with exit code 1" in message
    assert "\n" not in message
    assert len(message) < 400
