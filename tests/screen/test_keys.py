from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appagent.geometry import Size
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.keys import (
    SAME_SCREEN,
    fingerprint,
    likeness,
    page_name,
    row_kind,
    same_screen,
    tab_or_title,
)
from appagent.screen.keys import title as title_of
from appagent.screen.values import App, Screen

from .trees import SIZE, alarm_list, element, elements, named, node, page, screen

BAR = node("ImageButton", (0, 80, 150, 200), desc="Back", flags="clickable")
FORM = (
    BAR,
    node("TextView", (40, 300, 400, 360), text="Name"),
    node("EditText", (40, 370, 1000, 470), id="name"),
    node(
        "LinearLayout",
        (0, 900, 1080, 1000),
        node("Button", (0, 900, 500, 1000), text="Cancel", flags="clickable"),
        node("Button", (540, 900, 1080, 1000), text="OK", flags="clickable"),
        id="buttons",
    ),
)


def keys(*children: str, size: Size = SIZE) -> list[str]:
    return [e.key for e in elements(*children, size=size)]


def test_keys_read_as_ids_rows_roles_and_ordinals() -> None:
    assert keys(*FORM) == [
        "#android:content/button",
        "#name",
        "#buttons/button",
        "#buttons/button:2",
    ]
    assert keys(alarm_list(("7:00", True))) == [
        "#alarms",
        "#alarms/row",
        "#alarms/row/#onoff",
    ]


def test_rows_of_a_list_share_their_keys() -> None:
    found = elements(alarm_list(("7:00", True), ("8:00", False), ("9:00", True)))
    assert len({e.key for e in found if e.role == "item"}) == 1
    assert len({e.key for e in found if e.role == "switch"}) == 1


def test_row_numbers_in_ids_do_not_count_in_a_list() -> None:
    def row(number: int) -> str:
        top = 100 * number
        tag = f"alarm_{number}"
        delete = node("ImageButton", (0, top, 9, top + 9), id=f"del_{number}", flags="clickable")
        return node("FrameLayout", (0, top, 1080, top + 99), delete, id=tag, flags="clickable")

    found = elements(node("ListView", (0, 0, 1080, 900), row(1), row(2), id="list"))
    assert {e.key for e in found} == {"#list/row", "#list/row/#del_*"}


def test_the_same_id_in_two_places_stays_apart() -> None:
    def corner(id: str, top: int) -> str:
        icon = node("ImageView", (0, top, 99, top + 99), id="icon", desc=id, flags="clickable")
        return node("FrameLayout", (0, top, 300, top + 99), icon, id=id)

    assert keys(corner("dock", 0), corner("shelf", 200)) == ["#dock/#icon", "#shelf/#icon"]


def test_the_id_of_another_package_keeps_its_package() -> None:
    ok = node("Button", (0, 0, 9, 9), id="android:id/button1", text="OK", flags="clickable")
    assert keys(ok) == ["#android:button1"]


def test_a_wrapper_of_one_child_is_no_step() -> None:
    plain = keys(*FORM)
    assert (
        keys(node("FrameLayout", SIZE.rect, node("LinearLayout", SIZE.rect, *FORM)))[-3:]
        == (plain[-3:])
    )
    boxed = (node("FrameLayout", (0, 80, 150, 200), BAR), *FORM[1:])
    assert keys(*boxed) == plain


_CHANGES = {
    "texts": lambda xml: re.sub(rb'text="\w+"', b'text="\xd0\x94\xd1\x80"', xml),
    "index": lambda xml: re.sub(rb'index="0"', lambda _: b'index="%d"' % random.randrange(9), xml),
    "state": lambda xml: xml.replace(b'checked="true"', b'checked="false"'),
    "focus": lambda xml: xml.replace(b'focused="false"', b'focused="true"', 3),
}


@pytest.mark.parametrize("change", _CHANGES.values(), ids=_CHANGES)
def test_keys_hold_no_text_index_or_state(change) -> None:  # type: ignore[no-untyped-def]
    xml = page(*FORM[:3], alarm_list(("7:00", True), top=500), FORM[3])
    before, after = parse_hierarchy(xml, SIZE).elements, parse_hierarchy(change(xml), SIZE).elements
    assert {e.key for e in before if e.uses} == {e.key for e in after if e.uses}
    assert fingerprint(before) == fingerprint(after)


@given(st.floats(0.4, 2.5))
@settings(max_examples=25)
def test_keys_and_fingerprint_hold_no_px(factor: float) -> None:
    xml = page(*FORM, alarm_list(("7:00", True), top=500))
    scaled = re.sub(rb"\d+(?=[,\]])", lambda m: b"%d" % round(int(m[0]) * factor), xml)
    size = Size(round(1080 * factor), round(2400 * factor))
    before, after = parse_hierarchy(xml, SIZE).elements, parse_hierarchy(scaled, size).elements
    assert [e.key for e in before] == [e.key for e in after]


@given(st.integers(1, 10), st.integers(1, 10))
@settings(max_examples=20)
def test_the_number_of_rows_leaves_the_fingerprint(one: int, other: int) -> None:
    few = elements(BAR, alarm_list(*[(f"{i}:00", i % 2 == 0) for i in range(one)]))
    many = elements(BAR, alarm_list(*[(f"{i}:30", i % 3 == 0) for i in range(other)]))
    assert fingerprint(few) == fingerprint(many)


def test_a_new_sibling_of_another_role_moves_no_ordinal() -> None:
    photo = node("ImageView", (0, 600, 99, 699), desc="Photo")
    before, after = keys(*FORM), keys(FORM[0], photo, *FORM[1:])
    assert set(before) <= set(after)


def test_likeness_runs_from_none_to_all() -> None:
    one, other = fingerprint(elements(*FORM)), fingerprint(elements(alarm_list(("7:00", True))))
    assert likeness(one, one) == 1
    assert likeness(one, other) == 0
    assert likeness(frozenset(), frozenset()) == 1
    assert likeness(one, one | {" #more"}) == pytest.approx(len(one) / (len(one) + 1))


def test_contents_of_rows_count_half() -> None:
    page = {" #bar", "list #topics", " #topics/row", " #topics/row/#remove"}
    more = {" #topics/row/#add_all", " #topics/row/#allow"}
    assert likeness(frozenset(page), frozenset(page | more)) == pytest.approx(3.5 / 4.5)
    assert likeness(frozenset(page), frozenset(page | {" #add_all", " #allow"})) < 3.5 / 5


def test_a_list_of_compose_is_the_same_where_all_of_it_fits_on_the_screen() -> None:
    def words(y: int) -> list[str]:
        spans = ((9, 500, "Bin"), (600, 900, "3 items"))
        return [node("TextView", (x, y, to, y + 90), text=said) for x, to, said in spans]

    def totals(flags: str) -> frozenset[str]:
        rows = [
            node("View", (0, y, 1080, y + 90), *words(y), flags="clickable")
            for y in range(300, 900, 100)
        ]
        return fingerprint(elements(BAR, node("View", (0, 300, 1080, 2000), *rows, flags=flags)))

    assert likeness(totals("scrollable"), totals("")) >= SAME_SCREEN


def test_a_page_with_other_content_is_the_same_screen() -> None:
    one = screen(elements(BAR, alarm_list(("7:00", True))))
    other = screen(elements(BAR, alarm_list(("8:00", False), ("9:00", False))))
    assert same_screen(one, other)


def test_other_pages_and_other_apps_are_other_screens() -> None:
    one = screen(elements(*FORM))
    assert not same_screen(one, screen(elements(alarm_list(("7:00", True)))))
    assert not same_screen(one, screen(one.elements, app=App("com.other", ".Main")))


def test_without_ids_the_title_or_the_tab_decides() -> None:
    def bare(title: str, tab: int, kind: str = "Tab") -> tuple[str, ...]:
        label = node("TextView", (0, 0, 500, 90), text=title)
        tabs = [
            node(
                "LinearLayout",
                (i * 200, 2200, i * 200 + 200, 2400),
                desc=f"{kind} {i}",
                flags="selected" if i == tab else "clickable",
            )
            for i in range(2)
        ]
        return label, node("LinearLayout", (0, 2200, 400, 2400), *tabs)

    sound, light = (screen(elements(*bare(t, 0)[:1])) for t in ("Sound", "Light"))
    assert not same_screen(sound, light)
    first, second = (screen(elements(*bare("Car", t))) for t in (0, 1))
    assert not same_screen(first, second)
    assert same_screen(first, screen(elements(*bare("Van", 0))))
    assert not same_screen(first, screen(elements(*bare("Car", 0, "Story"))))
    assert tab_or_title(first.elements).endswith("/group Tab *"), "a number is content"


def test_with_ids_the_selected_tab_tells_pages_apart_and_no_title_does() -> None:
    def clock(title: str, chosen: str) -> frozenset[str]:
        tabs = [
            node(
                "FrameLayout", (x, 2200, x + 500, 2400),
                id=f"tab_{name}", desc=name, flags=f"clickable {'selected' * (name == chosen)}",
            )
            for x, name in ((0, "alarms"), (540, "world"))
        ]  # fmt: skip
        bar = node("LinearLayout", (0, 2200, 1080, 2400), *tabs, id="bottom_navigation")
        return fingerprint(elements(node("TextView", (0, 0, 500, 90), text=title, id="title"), bar))

    assert likeness(clock("Alarm", "alarms"), clock("Wecker", "alarms")) == 1
    assert likeness(clock("Alarm", "alarms"), clock("Alarm", "world")) == 0


def test_without_ids_a_page_with_a_title_is_none_without() -> None:
    back = node("ImageButton", (0, 80, 150, 200), desc="Back", flags="clickable")
    title = node("TextView", (160, 80, 900, 200), text="Sleep sounds")
    field = node("EditText", (160, 80, 900, 200), hint="Search", flags="clickable")
    titled, search, untitled = (
        fingerprint(elements(back, *each)) for each in ([title], [field], [])
    )
    assert likeness(titled, untitled) == likeness(titled, search) == 0
    assert 0 < likeness(search, untitled) < 1


def dialog(title: str) -> str:
    return node(
        "FrameLayout",
        (100, 900, 980, 1500),
        node("TextView", (140, 940, 900, 1000), text=title, id="alertTitle"),
        node("Button", (600, 1300, 900, 1400), text="OK", id="android:id/button1"),
    )


def test_dialogs_are_told_apart_by_their_titles_and_not_by_a_number_in_them() -> None:
    delete, other, save = (
        fingerprint(elements(dialog(f"{title}?")))
        for title in ("Delete 2 alarms", "Delete 11 alarms", "Save changes")
    )
    assert likeness(delete, other) == 1
    assert likeness(delete, save) == 0
    assert not any("Delete" in part for part in delete), "a text of the user's may stand there"


def test_fingerprints_without_a_title_are_compared_without_it() -> None:
    now = fingerprint(elements(dialog("Delete 2 alarms?")))
    learned = frozenset(part for part in now if not part.startswith("at "))
    assert len(learned) < len(now)
    assert likeness(learned, now) == 1


@pytest.mark.parametrize(
    ("element_id", "role", "kind"),
    [
        ("com.example:id/album", "item", "album"),
        ("com.example:id/alarm_17", "item", "alarm_*"),
        ("com.example:id/setting", "switch", "switch setting"),
        ("", "switch", "switch"),
        ("", "item", "item"),
    ],
)
def test_a_row_is_of_a_kind(element_id: str, role: str, kind: str) -> None:
    assert row_kind(element(key="#list/row", resource_id=element_id, role=role)) == kind
    assert row_kind(element(key="#list/row/#save", resource_id=element_id, role=role)) == ""


def test_a_title_stands_still_while_texts_scroll() -> None:
    line = node("TextView", (0, 300, 500, 390), text="Chapter 4")
    body = node("ScrollView", (0, 200, 1080, 2300), line, flags="scrollable")
    title = node("TextView", (0, 2310, 500, 2390), text="Book")
    assert tab_or_title(elements(body, title)) == "Book"
    assert tab_or_title(elements(body)) == "Chapter *"
    assert title_of(elements(body, title)) == "Book"
    assert title_of(elements(body)) == "Chapter 4"
    number = node("TextView", (0, 2310, 500, 2390), text="2")
    assert title_of(elements(body, number, title)) == "Book"
    assert title_of(elements(alarm_list(("7:00", True)))) == ""
    assert tab_or_title(elements(alarm_list(("7:00", True)))) == ""
    assert named(elements(body), "Chapter 4").uses == frozenset()


def test_a_message_that_passes_by_is_of_no_page() -> None:
    line = node("TextView", (0, 300, 500, 390), text="Quiet Avenue")
    body = node("ScrollView", (0, 200, 1080, 2300), line, flags="scrollable")
    passing = node("TextView", (0, 2310, 500, 2390), text="Added to queue", id="snackbar_text")
    assert title_of(elements(body, passing)) == "Quiet Avenue"
    assert tab_or_title(elements(body, passing)) == tab_or_title(elements(body))
    assert fingerprint(elements(body, passing)) == fingerprint(elements(body))
    shop = node("TextView", (0, 60, 500, 140), text="Order here", id="com.toasttab.order:id/title")
    assert title_of(elements(shop)) == "Order here"


def test_a_page_is_called_by_its_selected_tab_and_its_title_is_read_beside_it() -> None:
    heading = element(key="#heading", role="text", name="Delete account", uses=frozenset())
    tab = element(key="#send_tab", role="tab", name="Chats", selected=True)
    assert title_of((tab, heading)) == "Delete account"
    assert page_name((tab, heading)) == "Chats"
    assert page_name((replace(tab, name=""), heading)) == "Delete account"
    assert page_name((replace(tab, selected=False), heading)) == "Delete account"


def test_a_fingerprint_keeps_its_form_for_it_is_stored_with_each_document() -> None:
    tab = element(key="#tabs/#alarms", role="tab", name="Alarms", resource_id="a:id/alarms")
    page = (
        replace(tab, selected=True),
        element(key="#tabs/#clock", role="tab", name="Clock", resource_id="a:id/clock"),
        element(key="#list/row", role="item", name="06:30"),
        element(key="#list/row/switch:2", role="switch", name="On"),
        element(key="#hour:2", role="text field", name="Hour"),
    )
    assert fingerprint(page) == {
        " #tabs/#alarms",
        " #tabs/#clock",
        " #list/row",
        "switch #list/row/switch",
        "text field #hour",
        "at 98efafe7",
    }


@pytest.mark.parametrize("role", ["button", "text", "tab", "image", "item", "group"])
def test_roles_that_tell_only_whether_it_can_be_touched_now_are_one(role: str) -> None:
    others = (element(key="#save", resource_id="a:id/save"),)
    assert fingerprint((*others, element(key="#it", role=role))) == {" #save", " #it"}
    assert fingerprint((*others, element(key="#it", role="switch"))) == {" #save", "switch #it"}


@pytest.mark.parametrize(
    ("key", "role", "id", "kind"),
    [
        ("#list/row", "item", "a:id/alarm_7", "alarm_*"),
        ("#list/row", "switch", "", "switch"),
        ("#list/row", "switch", "a:id/wifi", "switch wifi"),
        ("#list/row", "item", "", "item"),
        ("row", "item", "", "item"),
        ("list/group/row", "button", "", "item"),
        ("#list/row/button", "button", "a:id/delete", ""),
        ("#save", "button", "a:id/save", ""),
    ],
)
def test_the_kind_of_a_row_is_its_id_and_the_role_of_a_control(
    key: str, role: str, id: str, kind: str
) -> None:
    assert row_kind(element(key=key, role=role, resource_id=id)) == kind


def test_screens_that_are_just_alike_enough_are_one() -> None:
    def page(*keys: str) -> Screen:
        found = (element(key=key, role="switch", resource_id=f"a:id/{key[1:]}") for key in keys)
        return screen(tuple(found))

    one = page("#a", "#b", "#c", "#d")
    assert likeness(*(fingerprint(s.elements) for s in (one, page("#a", "#b", "#c", "#e")))) == 0.6
    assert same_screen(one, page("#a", "#b", "#c", "#e"))
    assert not same_screen(one, page("#a", "#b", "#e"))
