"""What a person would call a control that says nothing itself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from appagent.geometry import Rect
from appagent.screen.describe import phrase, view_lines
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import mark
from appagent.screen.nameless import tell_nameless
from appagent.screen.values import App, Element, Screen

from .trees import SIZE, blank, elements, node, page


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
    "an icon in a row": (row(text("Kitchen lamp"), icon()), ["Kitchen lamp", "Kitchen lamp: icon"]),
    "an icon in a row that is not touched": (
        row(text("Kitchen lamp"), icon(), flags=""),
        ["Kitchen lamp"],
    ),
    "an icon in a row with an avatar": (
        row(text("K", (0, 220, 50, 340)), text("Kay Lind"), icon()),
        ["Kay Lind", "Kay Lind: icon"],
    ),
    # <View content-desc="android" clickable><Button content-desc="" NAF clickable/></View>
    "an icon in a described row": (
        node("View", ROW, icon(cls="Button"), desc="android", flags="clickable"),
        ["android", "android: icon"],
    ),
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
    "a star in a row": (
        row(text("Ann Lind"), node("ToggleButton", END, id="star", flags="checkable clickable")),
        ["Ann Lind", "Ann Lind: star"],
    ),
    "a heart beside a title": (
        node("View", ROW, text("Today"), node("ToggleButton", END, id="favourite")),
        ["favourite"],
    ),
    "a toggle that prints its state": (
        node("View", ROW, text("Vibrate"), node("ToggleButton", END, text="ON", id="toggle_1")),
        ["Vibrate"],
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
    # <FrameLayout id/new_search_bar><FrameLayout id/input_view clickable><EditText text="lamps"/>
    "a field in a search bar": (
        node(
            "FrameLayout",
            (0, 160, 1080, 380),
            node("FrameLayout", ROW, node("EditText", ROW, text="lamps"), id="input_view"),
            id="new_search_bar",
        ),
        ["search"],
    ),
    "two fields in a search": (
        node(
            "FrameLayout",
            (0, 160, 1080, 2000),
            node("EditText", ROW, text="lamps"),
            node("EditText", (0, 800, 1080, 960), text="Graz"),
            id="search_page",
        ),
        ["", ""],
    ),
    # nodes that uiautomator calls not accessibility friendly
    "NAF with an id": (icon("ivAddToCart"), ["add to cart"]),
    "NAF of a menu": (icon("action_mute"), ["mute"]),
    "NAF that is the menu": (icon("menu_button"), ["menu"]),
    "NAF with a shrunk id": (icon("d3_"), [""]),
    "NAF with an id of Android's frames": (icon("design_toolbar_up_button"), ["up"]),
    "NAF around a text": (
        node("View", ROW, text("Sign in"), flags="clickable", NAF="true"),
        ["Sign in"],
    ),
    # <View id/geo_click_zone NAF clickable/> and on it <TextView id/geo_address text="Berlin"/>
    "NAF under a text": (
        node("View", ROW, node("View", ROW, id="geo_zone", flags="clickable"), text("Berlin")),
        ["Berlin"],
    ),
    "NAF with an id of what it is": (icon("design_input_clear"), ["clear"]),
    # what a text carries for the eye only
    "a word cut at the end of a line": (
        node("Button", ROW, text="Real es-\ntate, pre-\nOwned, \u00adcars"),
        ["Real estate, pre- Owned, cars"],
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


def test_a_number_in_an_id_is_named_where_nothing_else_differs() -> None:
    stars = [
        node("RadioButton", (i * 100, 0, i * 100 + 90, 90), id=f"radioRating{i}", flags="checkable")
        for i in (1, 2)
    ]
    assert names(*stars) == ["rating 1", "rating 2"]
    assert names(stars[1]) == ["rating"]


def test_the_number_of_a_row_is_not_named() -> None:
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


def test_a_tab_of_flutter_is_called_by_its_first_line() -> None:
    # <Button content-desc="Explorer&#10;Tab 1 of 2" clickable selected/>
    tabs = [
        node("Button", (i * 540, 0, i * 540 + 540, 160), desc=said, flags=flags)
        for i, (said, flags) in enumerate(
            [
                ("Explorer\nTab 1 of 2", "clickable selected"),
                ("Search\nTab 2 of 2", "clickable"),
            ]
        )
    ]
    assert names(*tabs) == ["Explorer", "Search"]


def test_every_number_of_a_card_is_named_beside_its_word() -> None:
    said = ["Born 1990-01-26", "26", "Work", "60", "Money", "60", "Luck", "Luck", "7", "7"]
    texts = [text(t, (60, 20 * i, 900, 20 * i + 20)) for i, t in enumerate(said)]
    card = node("View", (0, 0, 1080, 300), *texts, flags="clickable")
    assert names(card) == ["Born 1990-01-26, 26, Work, 60, Money, 60, Luck, 7"]


def test_the_veil_behind_a_dialog_is_not_named_by_the_dialog() -> None:
    # <View bounds="[0,136][1080,2337]" NAF clickable/>, then the dialog as its sibling
    veil = node("View", (0, 136, 1080, 2337), flags="clickable", NAF="true")
    title = node("TextView", (162, 1051, 569, 1114), text="Build a house")
    dialog = node("View", (120, 977, 960, 1496), title)
    assert "Build a house" not in names(veil, dialog)


def test_a_text_beside_a_group_of_choices_names_none_of_them() -> None:
    # <View><RadioButton/><RadioButton/></View> and, far to the right, a tile with a text
    choices = [
        node("RadioButton", (i * 100, 200, i * 100 + 90, 280), flags="checkable clickable")
        for i in (0, 1)
    ]
    tile = node("TextView", (900, 210, 1040, 270), text="Glove box")
    assert names(node("View", (0, 200, 200, 280), *choices), tile) == ["", ""]


def test_a_slider_is_named_by_its_title_not_by_its_thumb() -> None:
    # <TextView text="Media"/><View NAF clickable/><SeekBar><View content-desc="Progress Icon"/>
    title = node("TextView", (30, 312, 83, 337), text="Media")
    mute = node("View", (43, 360, 96, 413), flags="clickable", NAF="true")
    thumb = node("View", (131, 369, 166, 404), desc="Progress Icon")
    bar = node("SeekBar", (100, 360, 527, 413), thumb)
    found = elements(node("View", (0, 300, 1080, 500), title, mute, bar))
    assert [(e.role, e.name) for e in found if e.role != "button"] == [("slider", "Media")]


def rows(top: int, bottom: int, *children: str, cls: str = "RecyclerView", id: str = "") -> str:
    return node(cls, (0, top, 1080, bottom), *children, id=id, flags="scrollable")


CHIPS = node("Button", (20, 262, 382, 326), text="Tokyo", flags="clickable")


def over(said: str, top: int = 190, bottom: int = 240) -> str:
    return node("TextView", (24, top, 776, bottom), text=said)


HEADED = {
    # <TextView text="More topics"/><RecyclerView id/chip_set scrollable>, in a list of both
    "a strip by its heading": (
        rows(0, 2000, over("More topics"), rows(250, 400, CHIPS, id="chip_set")),
        ["", "More topics"],
    ),
    "a strip by its heading on a tablet": (
        rows(0, 2000, over("More topics", 147, 190), rows(238, 350, CHIPS, id="chip_set")),
        ["", "More topics"],
    ),
    "a strip below the title of the page": (
        over("Videos") + rows(250, 400, CHIPS, id="chip_set"),
        ["chip set"],
    ),
    "a list that fills the page by its title": (over("Settings") + rows(250, 2000), ["Settings"]),
    "a list far below a text": (over("Settings", 90, 140) + rows(250, 2000), [""]),
    "a list below a sentence": (over("Hold and move to sort.") + rows(250, 2000), [""]),
    "a list below what counts": (over("2 selected") + rows(250, 2000), [""]),
    "a list below the label of something beside": (over("Year:") + rows(250, 2000), [""]),
    "a list below two texts": (
        over("My topics") + node("TextView", (800, 190, 1000, 240), text="Add") + rows(250, 2000),
        [""],
    ),
    "a list below a described picture": (
        node("View", (24, 0, 776, 300), desc="Camera") + rows(310, 2000),
        [""],
    ),
    "a list below a described card": (
        node("View", (24, 190, 776, 240), desc="Notes\nby Ann Lind\nFree") + rows(250, 2000),
        [""],
    ),
    # <LinearLayout content-desc="Videos" selected/><LinearLayout content-desc="Live" clickable/>
    "pages by their tab": (
        node(
            "HorizontalScrollView",
            (0, 160, 1080, 256),
            *(
                node("LinearLayout", (i * 540, 160, i * 540 + 540, 256), desc=said, flags=flags)
                for i, (said, flags) in enumerate([("Videos", "selected"), ("Live", "clickable")])
            ),
        )
        + rows(256, 2000, cls="ViewPager"),
        ["Videos"],
    ),
    # <ScrollView id/contentPanel scrollable><TextView id/title text="Share"/><ListView>...
    "a sheet by the title it begins with": (
        rows(900, 2400, over("Share", 900, 1012), over("Mail", 1030, 1080), cls="ScrollView"),
        ["Share"],
    ),
    "a sheet that begins as it goes on": (
        rows(900, 2400, over("Mail", 900, 950), over("Maps", 1030, 1080), cls="ScrollView"),
        [""],
    ),
    "a list that begins with the heading of a part": (
        rows(900, 2400, over("General", 900, 1012), over("Sound", 1030, 1080)),
        [""],
    ),
}


@pytest.mark.parametrize(("tree", "said"), HEADED.values(), ids=HEADED)
def test_a_scrolling_area_is_named_by_its_heading(tree: str, said: list[str]) -> None:
    assert [e.name for e in elements(tree) if "swipe" in e.uses] == said


def test_the_title_of_a_dialog_is_not_the_name_of_its_field() -> None:
    title = node("TextView", (180, 900, 900, 980), text="Rename the list", id="alertTitle")
    field = node("EditText", (180, 1000, 900, 1100), text="Groceries")
    dialog = node("LinearLayout", (140, 860, 940, 1300), title, field)
    assert [e.name for e in elements(dialog)] == ["Rename the list", ""]


@pytest.mark.parametrize(
    ("cls", "own_id", "told"),
    [
        ("ImageButton", "btn_add_alarm", "1 button (add alarm)"),
        ("ImageButton", "floating_action_button", "1 button (top left)"),
        ("Switch", "mopub_upgrade_switch", "1 switch (mopub upgrade) [off]"),
        ("ImageButton", "menu_more", "1 button (more)"),
    ],
)
def test_a_name_made_of_an_id_is_told_as_such(cls: str, own_id: str, told: str) -> None:
    flags = "clickable checkable" if cls == "Switch" else "clickable"
    control = node(cls, (0, 200, 140, 340), id=own_id, flags=flags)
    found = parse_hierarchy(page(control), SIZE).elements
    screen = Screen(blank(SIZE), App("a", "b"), found, datetime.now(UTC))
    assert view_lines(mark(tell_nameless(screen))) == [told]


def test_what_the_id_of_an_icon_tells_stands_behind_its_row() -> None:
    call = Element("l/row/b", Rect(0, 0, 9, 9), "button", "Ann: call", by_id="call")
    assert phrase(call) == 'button "Ann" (call)'
