"""What a person would call a control that says nothing itself."""

from __future__ import annotations

import pytest

from .trees import elements, node


def names(*children: str) -> list[str]:
    return [e.name for e in elements(*children) if e.uses]


ROW = (0, 200, 1080, 360)
LABEL = (60, 220, 700, 340)
END = (900, 220, 1040, 340)


def text(said: str, bounds: tuple[int, int, int, int] = LABEL, **more: str) -> str:
    return node("TextView", bounds, text=said, **more)


def icon(id: str = "", desc: str = "", cls: str = "ImageButton") -> str:
    return node(cls, END, id=id, desc=desc, flags="clickable", NAF="true" if not desc else "false")


def row(*children: str, flags: str = "clickable") -> str:
    return node("ListView", (0, 200, 1080, 2000), node("LinearLayout", ROW, *children, flags=flags))


NAMED = {
    # an unlabelled icon button inside a labelled row
    "an icon in a row": (row(text("Kitchen lamp"), icon()), ["Kitchen lamp", "Kitchen lamp"]),
    "an icon with an id": (
        row(text("Kitchen lamp"), icon("btn_dim")),
        ["Kitchen lamp", "Kitchen lamp: dim"],
    ),
    "an icon with a word": (row(text("Lamp"), icon(desc="Dim")), ["Lamp", "Dim"]),
    "an icon of a tall card": (
        node(
            "ListView",
            (0, 0, 1080, 2400),
            node(
                "LinearLayout",
                (0, 0, 1080, 1200),
                text("Sourdough, day 3", (60, 20, 900, 80)),
                icon("share"),
                flags="clickable",
            ),
        ),
        ["Sourdough, day 3", "Sourdough, day 3: share"],
    ),
    # a switch beside its text
    "a switch beside its text": (
        node("RelativeLayout", ROW, text("Vibrate"), node("Switch", END, flags="checkable")),
        ["Vibrate"],
    ),
    "a switch that prints its state": (
        node("RelativeLayout", ROW, text("Vibrate"), node("Switch", END, text="OFF")),
        ["Vibrate"],
    ),
    "a switch at the start of a line": (
        node("RelativeLayout", ROW, node("Switch", END), text("تنبيه"), text("", (0, 0, 9, 9))),
        ["تنبيه"],
    ),
    # a custom row whose text is in children
    "a row of nested texts": (
        node(
            "FrameLayout",
            ROW,
            node(
                "LinearLayout",
                LABEL,
                text("Willow House", (60, 220, 700, 280)),
                text("Connected", (60, 280, 700, 340)),
            ),
            flags="clickable",
        ),
        ["Willow House, Connected"],
    ),
    "a row of described pictures": (
        node("View", ROW, node("View", LABEL, desc="Tuesday 14"), flags="clickable"),
        ["Tuesday 14"],
    ),
    # a field whose label is a sibling
    "a field below its label": (
        node(
            "View", ROW, text("Street", (60, 220, 400, 260)), node("EditText", (60, 270, 900, 350))
        ),
        ["Street"],
    ),
    "a field beside its label": (
        node(
            "View", ROW, text("Town", (60, 220, 300, 340)), node("EditText", (320, 220, 900, 340))
        ),
        ["Town"],
    ),
    "a field with a hint": (node("EditText", ROW, hint="Postcode", text="1010"), ["Postcode"]),
    # nodes that uiautomator calls not accessibility friendly
    "NAF with an id": (icon("ivAddToCart"), ["add to cart"]),
    "NAF with a shrunk id": (icon("d3_"), [""]),
    "NAF with an id of Android's frames": (icon("design_toolbar_up_button"), ["up"]),
    "NAF around a text": (
        node("View", ROW, text("Sign in"), flags="clickable", NAF="true"),
        ["Sign in"],
    ),
    # glyphs of an icon font
    "a glyph alone": (node("Button", END, text="\ue5cd", id="close_btn"), ["close"]),
    "a glyph before words": (node("Button", ROW, text="\uf0c7 Save"), ["Save"]),
    "a glyph above a description": (
        node("TextView", END, text="\U000f0193", desc="Save", flags="clickable"),
        ["Save"],
    ),
    "a glyph in a row": (row(text("\ue0b0", END), text("Call back")), ["Call back"]),
}


@pytest.mark.parametrize(("tree", "said"), NAMED.values(), ids=NAMED)
def test_a_name_is_what_a_person_would_say(tree: str, said: list[str]) -> None:
    assert names(tree) == said


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
    assert names(*stars) == ["rating 1", "rating 2"]
    assert names(stars[1]) == ["rating"]


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
