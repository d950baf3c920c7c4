from __future__ import annotations

import pytest

from appagent.geometry import Rect, Size
from appagent.screen.hierarchy import parse_hierarchy

from .trees import PACKAGE, SIZE, alarm_list, dump, elements, named, node, page


@pytest.mark.parametrize(
    ("cls", "role", "uses"),
    [
        ("Button", "button", {"tap"}),
        ("ImageButton", "button", {"tap"}),
        (
            "com.google.android.material.floatingactionbutton.FloatingActionButton",
            "button",
            {"tap"},
        ),
        ("androidx.appcompat.widget.SwitchCompat", "switch", {"tap"}),
        ("ToggleButton", "switch", {"tap"}),
        ("CheckBox", "checkbox", {"tap"}),
        ("RadioButton", "radio", {"tap"}),
        ("EditText", "text field", {"tap", "text"}),
        ("AutoCompleteTextView", "text field", {"tap", "text"}),
        ("SeekBar", "slider", {"tap", "swipe"}),
        ("Spinner", "dropdown", {"tap"}),
        ("TextView", "text", set()),
        ("ImageView", "image", set()),
        ("android.webkit.WebView", "web page", set()),
        ("ProgressBar", "progress", set()),
    ],
)
def test_the_class_decides_the_role(cls: str, role: str, uses: set[str]) -> None:
    (found,) = elements(node(cls, (0, 0, 100, 100), desc="it"))
    assert (found.role, found.name, set(found.uses)) == (role, "it", uses)


@pytest.mark.parametrize(
    ("flags", "uses"),
    [
        ("clickable", {"tap"}),
        ("checkable", {"tap"}),
        ("long-clickable", {"long_press"}),
        ("clickable long-clickable", {"tap", "long_press"}),
        ("scrollable", {"swipe"}),
        ("focusable", set()),
        ("clickable disabled", set()),
    ],
)
def test_the_flags_decide_the_uses(flags: str, uses: set[str]) -> None:
    (found,) = elements(node("android.view.View", (0, 0, 100, 100), desc="it", flags=flags))
    assert found.uses == uses


def test_a_disabled_button_is_still_an_element() -> None:
    (found,) = elements(node("Button", (0, 0, 9, 9), text="Save", flags="clickable disabled"))
    assert found.uses == {"tap"}
    assert not found.enabled


def test_a_disabled_area_is_no_control() -> None:
    text = node("TextView", (0, 0, 400, 100), text="Everywhere")
    strip = node("HorizontalScrollView", (0, 0, 1080, 100), text, flags="clickable disabled")
    assert [(e.role, e.name, e.uses) for e in elements(strip)] == [("text", "Everywhere", set())]


def test_a_row_is_named_by_its_texts_and_its_switch_by_the_row() -> None:
    found = elements(alarm_list(("7:00", True), ("8:30", False)))
    told = [(e.role, e.name, e.checked) for e in found]
    assert told == [
        ("list", "alarms", None),
        ("item", "7:00", None),
        ("switch", "7:00", True),
        ("item", "8:30", None),
        ("switch", "8:30", False),
    ]


def test_the_letter_of_an_avatar_is_no_part_of_a_name() -> None:
    row = node(
        "LinearLayout",
        (0, 0, 900, 90),
        node("TextView", (0, 0, 90, 90), text="C"),
        node("TextView", (90, 0, 900, 90), text="Carlos Oakley"),
        flags="clickable",
    )
    (found,) = (e for e in elements(row) if e.uses)
    assert found.name == "Carlos Oakley"


def test_in_a_row_the_title_names_a_switch_not_the_text_beside_it() -> None:
    switch = node("Switch", (880, 110, 1040, 190), flags="checkable clickable")
    beside = node("TextView", (700, 110, 860, 190), text="AM")
    line = node("LinearLayout", (0, 100, 1080, 200), beside, switch)
    title = node("TextView", (40, 10, 400, 90), text="Medicine")
    row = node("FrameLayout", (0, 0, 1080, 200), title, line, flags="clickable")
    assert [e.name for e in elements(row)] == ["Medicine, AM", "Medicine"]


def test_a_row_has_the_state_of_its_checkbox() -> None:
    # As the preference rows of Android print it: the row is clickable, its CheckBox is not.
    box = node("CheckBox", (900, 20, 980, 80), flags="checkable checked")
    title = node("TextView", (40, 10, 300, 50), text="Accessibility")
    (found,) = elements(node("LinearLayout", (0, 0, 1080, 100), title, box, flags="clickable"))
    assert (found.role, found.name, found.checked) == ("checkbox", "Accessibility", True)
    assert found.bounds == (0, 0, 1080, 100)


def test_a_row_of_a_list_view_answers_without_being_clickable() -> None:
    row = node("LinearLayout", (0, 0, 1080, 100), node("TextView", (9, 9, 99, 99), text="Sound"))
    (found,) = elements(node("ListView", (0, 0, 1080, 900), row))
    assert (found.role, found.name, set(found.uses)) == ("item", "Sound", {"tap"})


def test_a_plain_text_row_of_a_list_view_answers_and_a_header_does_not() -> None:
    row = node("TextView", (0, 0, 1080, 100), text="English")
    header = node("TextView", (0, 100, 1080, 150), text="More", flags="disabled")
    found = elements(node("ListView", (0, 0, 1080, 900), row, header))
    assert [(e.role, e.name, set(e.uses)) for e in found] == [
        ("item", "English", {"tap"}),
        ("text", "More", set()),
    ]


def test_a_slider_in_a_clickable_row_is_its_own_element() -> None:
    label = node("TextView", (40, 10, 300, 90), text="Volume")
    slider = node("SeekBar", (320, 10, 1000, 90), text="30")
    found = elements(node("LinearLayout", (0, 0, 1080, 100), label, slider, flags="clickable"))
    assert [(e.role, e.name, e.value) for e in found] == [
        ("button", "Volume", ""),
        ("slider", "Volume", "30"),
    ]
    assert found[1].bounds == (320, 10, 1000, 90)


def test_an_icon_in_a_row_has_another_name_than_the_row() -> None:
    text = node("TextView", (40, 10, 300, 90), text="Milk")
    bin_ = node("ImageButton", (900, 10, 990, 90), id="btn_delete", flags="clickable")
    found = elements(node("LinearLayout", (0, 0, 1080, 100), text, bin_, flags="clickable"))
    assert [e.name for e in found] == ["Milk", "Milk: delete"]


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("btn_add_alarm", "add alarm"),
        ("saveButton", "save"),
        ("ivUserAvatar", "user avatar"),
        ("HTTPProxy", "http proxy"),
        ("button", ""),
        ("0_resource_name_obfuscated", ""),
    ],
)
def test_an_element_without_text_is_named_by_its_id(id: str, name: str) -> None:
    (found,) = elements(node("ImageButton", (0, 0, 99, 99), id=id, flags="clickable"))
    assert found.name == name


def test_an_abbreviation_is_named_by_its_description() -> None:
    chips = [("S", "Sunday"), ("5", "5 o'clock"), ("Save", "Saves the alarm"), ("OK", "")]
    found = elements(
        *(
            node("CheckBox", (9 * i, 0, 9 * i + 9, 9), text=t, desc=d)
            for i, (t, d) in enumerate(chips)
        )
    )
    assert [chip.name for chip in found] == ["Sunday", "5 o'clock", "Save", "OK"]


def test_icon_glyphs_are_no_name() -> None:
    glyph = node("TextView", (0, 0, 99, 99), text="\ue5cd\u200b", id="close", flags="clickable")
    (found,) = elements(glyph)
    assert found.name == "close"
    assert found.text == "\ue5cd\u200b"


def test_fields_of_a_form_take_the_label_beside_or_above() -> None:
    found = elements(
        node("TextView", (40, 100, 400, 160), text="Name"),
        node("EditText", (40, 170, 1000, 270), text="Ada"),
        node("TextView", (40, 400, 300, 460), text="Phone"),
        node("EditText", (320, 390, 1000, 470)),
    )
    assert [(e.name, e.value) for e in found] == [("Name", "Ada"), ("Phone", "")]


def test_a_check_box_takes_the_title_beside_it_not_the_explanation() -> None:
    found = elements(
        node("CheckBox", (40, 100, 120, 180), flags="checkable clickable"),
        node("TextView", (140, 95, 600, 135), text="Escort light"),
        node("TextView", (140, 140, 1000, 185), text="Lights the way after parking."),
    )
    assert [(e.role, e.name) for e in found] == [
        ("checkbox", "Escort light"),
        ("text", "Lights the way after parking."),
    ]


def test_a_hint_is_no_value() -> None:
    (empty,) = elements(node("EditText", (0, 0, 99, 99), text="Search", hint="Search"))
    assert (empty.name, empty.value, empty.text) == ("Search", "", "")
    (full,) = elements(node("EditText", (0, 0, 99, 99), text="milk", hint="Search"))
    assert (full.name, full.value) == ("Search", "milk")
    (shown,) = elements(node("EditText", (0, 0, 9, 9), text="Search", showing_hint="true"))
    assert (shown.name, shown.value) == ("Search", "")


def test_a_password_is_in_no_field_of_an_element() -> None:
    field = node("EditText", (0, 0, 99, 99), text="hunter2", id="pin", flags="password")
    (found,) = elements(node("LinearLayout", (0, 0, 999, 99), field, flags="clickable"))[-1:]
    assert found.secret
    assert "hunter2" not in repr(parse_hierarchy(page(field), SIZE))


def test_a_password_that_scrolled_out_is_no_label() -> None:
    field = node("EditText", (0, 0, 0, 0), text="hunter2", flags="password")
    assert "hunter2" not in repr(elements(node("FrameLayout", (0, 0, 9, 9), field, id="login")))
    row = node("FrameLayout", (0, 0, 99, 99), field, id="login", flags="clickable")
    assert [e.name for e in elements(row)] == ["login"]


def test_sliders_and_dropdowns_have_values() -> None:
    item = node("TextView", (0, 100, 300, 200), text="Every hour")
    found = elements(
        node("SeekBar", (0, 0, 300, 90), text="70.0", desc="Volume"),
        node("Spinner", (0, 100, 300, 200), item, desc="Update", flags="clickable"),
    )
    assert [(e.name, e.value) for e in found] == [("Volume", "70.0"), ("Update", "Every hour")]


def test_the_selected_one_of_several_siblings_is_a_tab() -> None:
    def tab(left: int, text: str, flags: str) -> str:
        label = node("TextView", (left + 9, 9, left + 99, 90), text=text)
        return node("LinearLayout", (left, 0, left + 200, 99), label, flags=flags)

    bar = (tab(0, "Clock", "selected"), tab(200, "Alarm", "clickable"))
    found = elements(node("LinearLayout", (0, 0, 400, 99), *bar))
    assert [(e.role, e.name, e.selected) for e in found] == [
        ("tab", "Clock", True),
        ("tab", "Alarm", False),
    ]


def test_a_button_elsewhere_on_the_page_is_no_tab() -> None:
    # Flutter prints the tabs of a bar and the buttons of the page as one node's children.
    def button(bounds: tuple[int, int, int, int], text: str, flags: str) -> str:
        return node("Button", bounds, desc=text, flags=f"clickable {flags}")

    found = elements(
        button((418, 1187, 662, 1331), "Retry", ""),
        button((0, 2226, 540, 2400), "Terminal", "selected"),
        button((540, 2226, 1080, 2400), "Search", ""),
    )
    assert [(e.name, e.role) for e in found] == [
        ("Retry", "button"), ("Terminal", "tab"), ("Search", "tab")
    ]  # fmt: skip


def test_a_list_in_another_column_names_nothing() -> None:
    sections = node(
        "ScrollView",
        (0, 0, 300, 2400),
        node("TextView", (20, 200, 280, 300), text="Connection"),
        flags="scrollable",
    )
    slider = node("SeekBar", (400, 200, 1000, 300))
    assert {e.role: e.name for e in elements(sections, slider)}["slider"] == ""


def test_a_popup_takes_no_state_of_the_choices_in_it() -> None:
    def choice(top: int, text: str) -> str:
        dot = node("RadioButton", (0, top, 100, top + 100), flags="checkable")
        label = node("TextView", (120, top, 600, top + 100), text=text)
        row = (0, top, 1080, top + 100)
        return node("View", row, dot, label, flags="clickable")

    popup = node(
        "View", (0, 0, 1080, 900), choice(100, "Left"), choice(300, "Right"), flags="clickable"
    )
    found = elements(popup)
    assert [(e.role, e.checked) for e in found] == [
        ("group", None), ("radio", False), ("radio", False)
    ]  # fmt: skip


def test_a_tab_is_named_by_a_label_that_has_no_room() -> None:
    label = node("TextView", (0, 0, 0, 0), text="Books")
    (found,) = elements(node("android.view.View", (0, 0, 99, 99), label, flags="clickable"))
    assert found.name == "Books"


def test_invisible_elements_are_dropped() -> None:
    found = elements(
        node("Button", (0, 0, 0, 0), text="zero", flags="clickable"),
        node("Button", (500, 500, 400, 400), text="inverted", flags="clickable"),
        node("Button", (0, 2400, 100, 2500), text="below", flags="clickable"),
        node("Button", (0, 0, 9, 9), text="hidden", flags="clickable", visible_to_user="false"),
        node("Button", (1000, 2300, 1200, 2500), text="partly", flags="clickable"),
    )
    assert [(e.name, e.bounds) for e in found] == [("partly", Rect(1000, 2300, 1080, 2400))]


def test_elements_under_a_sheet_are_dropped() -> None:
    found = elements(
        node("Button", (100, 2000, 300, 2100), text="Under", flags="clickable"),
        node("Button", (100, 100, 300, 200), text="Beside", flags="clickable"),
        node("FrameLayout", (0, 1800, 1080, 2400), desc="Sheet", flags="clickable"),
    )
    assert [e.name for e in found] == ["Beside", "Sheet"]


def test_drawing_order_decides_what_lies_on_top() -> None:
    sheet = node("FrameLayout", (0, 0, 900, 900), desc="Back", flags="clickable", drawing_order="1")
    button = node(
        "Button", (100, 100, 300, 200), text="Front", flags="clickable", drawing_order="2"
    )
    assert {e.name for e in elements(button, sheet)} == {"Front", "Back"}


def test_a_clickable_root_is_read() -> None:
    found = parse_hierarchy(dump(node("FrameLayout", (0, 0, 1080, 2400), flags="clickable")), SIZE)
    assert [e.uses for e in found.elements] == [{"tap"}]


def test_an_empty_tree_has_no_elements_and_no_package() -> None:
    found = parse_hierarchy(b"<hierarchy rotation='1'/>", SIZE)
    assert (found.elements, found.package) == ((), "")


def test_the_page_source_of_appium_is_read() -> None:
    xml = (
        b'<hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2400">\r\n'
        b'  <android.widget.FrameLayout package="a.b" bounds="[0,0][1080,2400]" displayed="true">'
        b'    <android.widget.Button package="a.b" class="android.widget.Button" text="Go"'
        b' clickable="true" enabled="true" bounds="[0,0][99,99]" displayed="true"/>'
        b'    <android.widget.Button text="Off" bounds="[0,0][99,99]" displayed="false"/>'
        b"  </android.widget.FrameLayout></hierarchy>"
    )
    found = parse_hierarchy(xml, SIZE)
    assert [(e.role, e.name) for e in found.elements] == [("button", "Go")]
    assert found.package == "a.b"


def test_windows_are_read_and_the_upper_one_covers() -> None:
    def window(layer: int, kind: int, root: str) -> str:
        return (
            f'<window index="0" layer="{layer}" type="{kind}"><hierarchy rotation="0">{root}'
            "</hierarchy></window>"
        )

    under = node("Button", (100, 1000, 300, 1100), text="Under", flags="clickable")
    top = node("Button", (100, 100, 300, 200), text="Top", flags="clickable")
    yes = node("Button", (600, 1200, 800, 1300), text="Yes", flags="clickable")
    app = window(1, 1, node("FrameLayout", (0, 0, 1080, 2400), top, under))
    dialog = window(2, 1, node("FrameLayout", (50, 900, 1030, 1400), yes))
    keys = window(3, 2, node("FrameLayout", (0, 1600, 1080, 2400), desc="keys"))
    xml = f"<displays><display id='0'>{keys}{dialog}{app}</display></displays>".encode()
    found = parse_hierarchy(xml, SIZE)
    assert {e.name for e in found.elements} == {"Top", "Yes"}
    assert found.notes == ("the keyboard's window is left out",)


def test_of_all_windows_those_below_the_one_in_focus_are_left_out() -> None:
    def window(layer: int, name: str, inner: str = "", more: str = "") -> str:
        root = node(
            "Button", (0, 400 * layer, 999, 400 * layer + 200), text=name, flags="clickable"
        )
        return (
            f'<window id="{layer}" layer="{layer}" type="TYPE_APPLICATION" {more}>{inner}'
            f"<hierarchy>{root}</hierarchy></window>"
        )

    popup, page = window(3, "Suggestion"), window(1, "Page")
    focused = 'focused="true"'  # one window of each display is
    dialog = window(2, "Dialog", popup, focused)
    other = f"<display id='2'>{window(9, 'Other', more=focused)}</display>"
    xml = f"<displays><display id='0'>{popup}{dialog}{page}</display>{other}</displays>".encode()
    assert [e.name for e in parse_hierarchy(xml, SIZE).elements] == ["Suggestion", "Dialog"]


def test_bars_and_keyboard_of_the_phone_are_left_out() -> None:
    bar = node(
        "FrameLayout",
        (0, 0, 1080, 74),
        node("TextView", (0, 0, 99, 74), text="12:06", package="com.android.systemui"),
        package="com.android.systemui",
    )
    key = node("FrameLayout", (0, 1700, 99, 1800), desc="Q", flags="clickable")
    board = node(
        "FrameLayout", (0, 1600, 1080, 2400), key, package="com.google.android.inputmethod.latin"
    )
    app = node("FrameLayout", (0, 0, 1080, 2400), node("TextView", (0, 80, 99, 99), text="Notes"))
    found = parse_hierarchy(dump(board, bar, app), SIZE)
    assert [e.name for e in found.elements] == ["Notes"]
    assert found.package == PACKAGE
    assert found.notes == ("the keyboard's window is left out",)
    assert found.keyboard == Rect(0, 1600, 1080, 2400)


def test_the_notification_shade_is_not_a_bar() -> None:
    shade = node(
        "FrameLayout",
        (0, 0, 1080, 2400),
        node("Button", (0, 0, 99, 99), text="Clear all", package="com.android.systemui"),
        package="com.android.systemui",
    )
    assert [e.name for e in parse_hierarchy(dump(shade), SIZE).elements] == ["Clear all"]


def test_elements_come_in_tree_order_also_right_to_left() -> None:
    found = elements(
        node("Button", (900, 0, 1000, 90), text="first", flags="clickable"),
        node("Button", (700, 0, 800, 90), text="second", flags="clickable"),
    )
    assert [e.name for e in found] == ["first", "second"]


def test_nodes_with_broken_bounds_are_noted_and_their_children_read() -> None:
    inner = node("Button", (0, 0, 9, 9), text="Kept", flags="clickable")
    xml = page(node("FrameLayout", (1, 2, 3, 4), inner)).replace(b"[1,2][3,4]", b"[1,2]")
    found = parse_hierarchy(xml, Size(1080, 2400))
    assert named(found.elements, "Kept").uses == {"tap"}
    assert found.notes == ("1 nodes without readable bounds",)
