"""Laws of layout, over random trees."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocketphone.ui import Column, Env, Grid, List, Rect, Room, Row, Spacer, Stack, Text, Widget
from pocketphone.ui.widget import Node, Ui, place

ENV = Env(1080, 2400, 420, 1.0, False, "en-US", (60, 90, 160))
SCREEN = Rect(0, 0, ENV.width, ENV.height)

leaves = st.one_of(
    st.builds(Text, value=st.text("abc defgh", max_size=60), lines=st.integers(0, 2)),
    st.builds(Spacer, width=st.integers(0, 200), height=st.integers(0, 200)),
    st.builds(Spacer, weight=st.integers(1, 3)),
)


def _groups(children: st.SearchStrategy[Widget]) -> st.SearchStrategy[Widget]:
    some = st.lists(children, min_size=1, max_size=5)
    padding = st.integers(0, 24)
    gap = st.integers(0, 12)
    aligned = st.sampled_from(("start", "center", "end", "stretch"))
    spread = st.sampled_from(("start", "center", "end", "between"))
    return st.one_of(
        st.builds(Row, children=some, padding=padding, gap=gap, align=aligned, spread=spread),
        st.builds(Column, children=some, padding=padding, gap=gap, align=aligned, spread=spread),
        st.builds(Stack, children=some, padding=padding),
        st.builds(List, children=some, padding=padding, gap=gap),
        st.builds(Grid, children=some, columns=st.integers(1, 4), gap=gap),
    )


trees = st.recursive(leaves, _groups, max_leaves=20)


def shown(widget: Widget, ui: Ui | None = None, env: Env = ENV) -> Node:
    laid = widget.lay(env, Room(0, env.width, 0, env.height))
    return place(laid, 0, 0, Rect(0, 0, env.width, env.height), ui or Ui(), env)


def _inside(inner: Rect, outer: Rect) -> bool:
    return (
        outer.left <= inner.left <= inner.right <= outer.right
        and outer.top <= inner.top <= inner.bottom <= outer.bottom
    )


@given(trees)
def test_what_is_shown_lies_in_its_parent_and_on_the_screen(tree: Widget) -> None:
    for node in shown(tree).walk():
        assert _inside(node.shown, SCREEN)
        for child in node.children:
            assert _inside(child.shown, node.shown)
            assert not child.shown.empty


@given(trees)
def test_rows_and_columns_never_overlap_their_children(tree: Widget) -> None:
    for node in shown(tree).walk():
        if isinstance(node.widget, Row | Column | List):
            sideways = isinstance(node.widget, Row)
            for one, two in pairwise(node.children):
                end, start = (
                    (one.box.right, two.box.left) if sideways else (one.box.bottom, two.box.top)
                )
                assert start >= end


@given(trees, st.sampled_from(("en-US", "ar-EG")))
def test_a_right_to_left_screen_is_the_mirror_of_the_other(tree: Widget, language: str) -> None:
    plain = shown(tree)
    env = Env(1080, 2400, 420, 1.0, False, language, (60, 90, 160))
    mirrored = shown(tree, env=env)
    width = plain.box.width
    for one, two in zip(plain.walk(), mirrored.walk(), strict=True):
        if language == "en-US":
            assert one.box == two.box
        else:
            assert two.box.left == width - one.box.right
            assert one.box[1::2] == two.box[1::2]


def test_weights_share_what_the_others_leave() -> None:
    row = Row(
        width="fill",
        children=[
            Spacer(width=40, height=10),
            Text(value="a", weight=1),
            Text(value="b", weight=3),
        ],
    )
    fixed, one, three = (node.box.width for node in shown(row).children if node.box.height)
    assert fixed == ENV.px(40)
    assert one + three == ENV.width - fixed
    assert three == pytest.approx(3 * one, abs=3)


def test_a_row_of_stretched_children_is_as_high_as_the_highest_only() -> None:
    row = Row(align="stretch", children=[Text(value="a"), Spacer(width=9, height=90)])
    node = shown(row)
    assert node.box.height == ENV.px(90)
    assert node.children[0].box.height == ENV.px(90)


def test_a_list_clips_the_row_at_its_end_and_drops_the_rest() -> None:
    rows = [Text(key=count, value=f"row {count}", height=100) for count in range(40)]
    node = shown(List(children=rows, height=250))
    assert [child.widget.text for child in node.children] == ["row 0", "row 1", "row 2"]
    last = node.children[-1]
    assert last.box.height == ENV.px(100)
    assert last.shown.bottom == node.shown.bottom < last.box.bottom


def test_a_scroll_offset_never_leaves_the_content() -> None:
    rows = [Text(value=f"row {count}", height=100) for count in range(40)]
    for offset in (-5000, 10**6):
        node = shown(List(children=rows, height=250), Ui(scroll={(): offset}))
        boxes = [child.box for child in node.children]
        assert boxes[0].top <= node.box.top
        assert boxes[-1].bottom >= node.box.bottom


def test_text_breaks_at_blanks_and_ends_in_an_ellipsis() -> None:
    text = Text(value="several words that do not fit on one line of this width", lines=2, width=100)
    lines = shown(text).data
    assert len(lines) == 2
    assert lines[0] in text.value
    assert lines[1].endswith("…")


def test_letters_grow_with_the_font_scale() -> None:
    large = Env(1080, 2400, 420, 1.3, False, "en-US", (60, 90, 160))
    assert shown(Text(value="word"), env=large).box.width > shown(Text(value="word")).box.width
