"""What a person would call a control that says nothing itself."""

from __future__ import annotations

from .trees import elements, node


def names(*children: str) -> list[str]:
    return [e.name for e in elements(*children) if e.uses]


def test_a_field_in_a_frame_of_its_own_size_takes_the_label_above() -> None:
    label = node("TextView", (60, 300, 600, 360), text="Words")
    field = node("EditText", (60, 380, 1000, 500), text="red", flags="clickable")
    frame = node("FrameLayout", (60, 380, 1000, 500), field, flags="clickable")
    keywords = node("LinearLayout", (0, 300, 1080, 500), label, frame)
    rows = node("ListView", (0, 0, 1080, 2000), keywords, flags="scrollable")
    assert "Words" in names(rows)


def test_the_number_in_an_id_is_told_where_nothing_else_differs() -> None:
    stars = [
        node("RadioButton", (i * 100, 0, i * 100 + 90, 90), id=f"radioRating{i}", flags="checkable")
        for i in (1, 2)
    ]
    assert names(*stars) == ["radio rating 1", "radio rating 2"]
    assert names(stars[1]) == ["radio rating"]


def test_the_number_of_a_row_is_not_told() -> None:
    rows = [
        node("FrameLayout", (0, i * 100, 1080, i * 100 + 90), id=f"alarm{i}", flags="clickable")
        for i in (1, 2)
    ]
    assert names(node("ListView", (0, 0, 1080, 900), *rows)) == ["alarm", "alarm"]


def test_a_bare_icon_is_named_by_a_text_it_lies_on_not_by_one_beside_it() -> None:
    title = node("TextView", (0, 0, 800, 100), text="Mirrors")
    beside = node("View", (900, 0, 1000, 100), flags="clickable")
    over = node("View", (0, 0, 900, 100), flags="clickable")
    avatar = node("View", (900, 0, 1000, 100), id="avatar", flags="clickable")
    assert names(title, beside) == [""]
    assert names(title, over) == ["Mirrors"]
    assert names(title, avatar) == ["Mirrors: avatar"]


def test_a_slider_is_named_by_its_title_not_by_the_button_beside_it() -> None:
    title = node("TextView", (0, 0, 300, 50), text="Brightness")
    bar = node("ProgressBar", (0, 80, 800, 160), node("View", (200, 90, 240, 130)), text="24.0")
    box = (820, 80, 1000, 160)
    parts = node("TextView", (840, 100, 980, 140), text="Automatic"), node("Button", box)
    button = node("View", box, *parts, flags="clickable disabled")
    found = elements(node("View", (0, 0, 1080, 200), title, bar, button))
    assert [(e.role, e.name, e.enabled) for e in found] == [
        ("slider", "Brightness", True),
        ("button", "Automatic", False),
    ]
