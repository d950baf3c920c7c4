"""The XML is what uiautomator prints."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pocket_hand import CLOCK, Hand

from pocketphone.phone import Phone
from pocketphone.system import HOME_PACKAGE
from pocketphone.ui import App, Column, IconButton, List, Spacer, Text, TextField, Widget, dump
from pocketphone.ui.app import Context, Intent

HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node "
ATTRIBUTES = [
    "index",
    "text",
    "resource-id",
    "class",
    "package",
    "content-desc",
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
    "bounds",
    "drawing-order",
    "hint",
]


class Sample(App):
    """Fields and odd texts."""

    package, label, first_page = "com.example.sample", "Sample", "main"

    def main(self: Context) -> Widget:
        def field(name: str, **more: object) -> TextField:
            value = str(self.args.get(name, ""))
            return TextField(id=name, value=value, on_change=self.edit(name), **more)

        fields = [
            field("name", hint="Your name"),
            field("secret", hint="Password", input="password"),
            field("age", input="number", most=3),
            field("story", multiline=True),
        ]
        return Column(
            width="fill",
            height="fill",
            children=[
                *fields,
                Text(id="odd", value='a <b> & "c"\n\x01d'),
                Spacer(height=10),
                Text(visible=False, value="gone"),
                Column(on_tap=lambda: None, id="row", children=[Text(value="label")]),
                IconButton(icon="plus", id="unnamed", on_tap=lambda: None),
                IconButton(icon="plus", id="named", description="Add", on_tap=lambda: None),
                List(
                    id="long",
                    weight=1,
                    children=[Text(value=f"row {count}", height=80) for count in range(30)],
                ),
            ],
        )

    pages = {"main": main}  # noqa: RUF012 - read only


def sample() -> Hand:
    from pocketphone.apps.launcher import Launcher

    hand = Hand(apps=[Launcher, Sample])
    hand.phone.start(Intent(package=Sample.package))
    return hand


def test_the_text_is_one_line_with_the_attributes_in_order(alarms: Hand) -> None:
    xml = alarms.phone.hierarchy()
    assert xml.startswith(HEAD)
    assert xml.endswith("</hierarchy>")
    assert "\n" not in xml
    for node in re.findall(r"<node ([^>]*?)/?>", xml):
        names = re.findall(r'([\w-]+)="', node)
        assert [name for name in names if name != "NAF"] == ATTRIBUTES
        assert "NAF" not in names[1:]


def test_the_root_is_a_frame_that_nobody_can_press(alarms: Hand) -> None:
    root = alarms.nodes()[0]
    assert root.get("class") == "android.widget.FrameLayout"
    assert root.get("clickable") == root.get("focusable") == "false"
    assert root.get("bounds") == "[0,0][1080,2400]"
    assert root.get("package") == CLOCK


def test_an_empty_field_reports_its_hint() -> None:
    hand = sample()
    empty = hand.node(resource_id=f"{Sample.package}:id/name")
    assert empty.get("text") == empty.get("hint") == "Your name"
    hand.fill("name", "Ada")
    assert hand.node(resource_id=f"{Sample.package}:id/name").get("text") == "Ada"


def test_a_password_reports_bullets() -> None:
    hand = sample()
    hand.fill("secret", "hunter2")
    field = hand.node(resource_id=f"{Sample.package}:id/secret")
    assert (field.get("text"), field.get("password")) == ("•" * 7, "true")
    assert hand.phone.state()["screen"]["args"]["secret"] == "hunter2"


def test_a_number_field_takes_digits_and_no_more_than_fit() -> None:
    hand = sample()
    hand.fill("age", "4a2b7x9")
    assert hand.phone.state()["screen"]["args"]["age"] == "427"


def test_markup_and_control_characters_are_safe() -> None:
    odd = sample().node(resource_id=f"{Sample.package}:id/odd")
    assert odd.get("text") == 'a <b> & "c"\n.d'


def test_invisible_children_leave_a_gap_in_the_index() -> None:
    hand = sample()
    odd = hand.node(resource_id=f"{Sample.package}:id/odd")
    row = hand.node(resource_id=f"{Sample.package}:id/row")
    assert int(row.get("index")) - int(odd.get("index")) == 3
    assert "gone" not in hand.phone.hierarchy()


def test_the_click_sits_on_the_row_and_the_text_in_its_child() -> None:
    row = sample().node(resource_id=f"{Sample.package}:id/row")
    assert (row.get("clickable"), row.get("text")) == ("true", "")
    assert [child.get("text") for child in row] == ["label"]
    assert row[0].get("clickable") == "false"
    assert row.get("NAF") is None


def test_naf_marks_what_can_be_pressed_and_has_no_name() -> None:
    hand = sample()
    marked = [node.get("resource-id") for node in hand.nodes() if node.get("NAF")]
    ids = [f"{Sample.package}:id/{name}" for name in ("age", "story", "unnamed")]
    assert marked == ids  # a field without text or hint has no name either


def test_scrollable_is_true_only_where_the_content_overflows(
    alarms: Hand, make: Callable[..., Hand]
) -> None:
    wanted = {"resource_id": f"{CLOCK}:id/alarm_recycler_view"}
    assert alarms.node(**wanted).get("scrollable") == "false"
    small = make(size=(720, 1000), density=320)
    small.phone.start(Intent(package=CLOCK))
    assert small.node(**wanted).get("scrollable") == "true"


def test_rows_of_a_list_are_numbered_from_the_first_in_sight() -> None:
    hand = sample()
    left, top, right, bottom = hand.bounds("long")
    hand.phone.drag((left + right) / 2, bottom - 20, (left + right) / 2, top + 20)
    rows = list(hand.node(resource_id=f"{Sample.package}:id/long"))
    assert [row.get("index") for row in rows] == [str(count) for count in range(len(rows))]
    assert rows[0].get("text") != "row 0"
    tops = [int(re.findall(r"\d+", row.get("bounds"))[1]) for row in rows]
    assert tops[0] == top  # partly out of sight, cut at the list's edge
    assert tops == sorted(tops)


def test_a_dialog_is_a_window_of_its_own(alarms: Hand) -> None:
    alarms.tap("alarm/1", 700)
    alarms.tap("delete")
    nodes = alarms.nodes()
    assert nodes[0].get("bounds") != "[0,0][1080,2400]"
    texts = [node.get("text") for node in nodes if node.get("text")]
    assert texts == ["Delete this alarm?", "Cancel", "Delete"]


def test_the_keyboard_is_drawn_and_not_dumped(alarms: Hand) -> None:
    alarms.tap("fab")
    before = alarms.phone.frame().crop((0, 1900, 1080, 2300)).tobytes()
    alarms.tap("alarm_name")
    assert alarms.phone.keyboard_shown
    assert alarms.phone.frame().crop((0, 1900, 1080, 2300)).tobytes() != before
    assert "qwerty" not in alarms.phone.hierarchy()
    assert {node.get("package") for node in alarms.nodes()} == {CLOCK}


def test_a_toast_is_not_in_the_tree_and_a_snackbar_is(alarms: Hand) -> None:
    alarms.tap("menu_more")
    alarms.tap("menu/About")
    assert "Clock 7" not in alarms.phone.hierarchy()
    alarms.tap("alarm/1", 700)
    alarms.tap("delete")
    alarms.tap("confirm")
    assert alarms.node(resource_id=f"{CLOCK}:id/snackbar_text").get("text") == "Deleted this alarm"


def test_compressed_keeps_what_matters(alarms: Hand) -> None:
    def said(xml: str) -> list[tuple[str | None, str | None]]:
        nodes = ElementTree.fromstring(xml.encode()).iter("node")
        return [(n.get("text"), n.get("bounds")) for n in nodes if n.get("text")]

    whole, less = alarms.phone.hierarchy(), alarms.phone.hierarchy(compressed=True)
    assert said(whole) == said(less)
    assert less.count("<node") < whole.count("<node") / 1.5


def test_texts_that_need_no_escape_are_left_alone() -> None:
    assert dump._quote("plain text, 9:41") == "plain text, 9:41"


# the shape of trees, against real ones


def _shape(root: ElementTree.Element) -> tuple[int, int, float]:
    """Nodes, depth, share of nodes with a resource id."""

    def depth(element: ElementTree.Element) -> int:
        return 1 + max((depth(child) for child in element), default=0)

    nodes = list(root.iter("node"))
    return len(nodes), depth(root) - 1, sum(bool(n.get("resource-id")) for n in nodes) / len(nodes)


_WINDOWS = ("about", "choose", "delete", "menu", "permission", "remove_city", "save_timer")


def _pages() -> list[tuple[int, int, float]]:
    phone = Phone()
    shapes = []
    for package, app in phone.installed.items():
        for page in app.pages if package == CLOCK else (app.first_page,):
            if page in _WINDOWS:
                continue
            phone.reset()
            args: dict[str, dict[str, Any]] = {
                "cities": {"query": ""},
                "help": {"path": "alarms"},
                "night": {"end": "bed", "hour": "10", "minute": "30", "pm": True, "days": []},
                "select": {"ids": []},
                "sound": {"name": "Deep space"},
            }
            if page == "editor":
                phone.start(Intent(action="android.intent.action.SET_ALARM"))
            else:
                screen = {"app": package, "page": page, "args": args.get(page, {})}
                phone.load({"screen": screen})
            phone.key(111)
            shapes.append(_shape(ElementTree.fromstring(phone.hierarchy().encode())))
    return shapes


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    real = []
    for file in sorted(corpus.glob("*.xml")):
        try:
            root = ElementTree.parse(file).getroot()
        except ElementTree.ParseError:
            continue  # one of them holds an error message
        if root.find(".//node") is not None:
            real.append(_shape(root))
    assert len(real) > 50
    for name, ours, theirs in zip(
        ("nodes", "depth", "ids"), zip(*_pages(), strict=True), zip(*real, strict=True), strict=True
    ):
        first, _, third = statistics.quantiles(theirs, n=4)
        assert first <= statistics.median(ours) <= third, name


@pytest.mark.parametrize("package", [HOME_PACKAGE, CLOCK])
def test_every_id_carries_its_package(hand: Hand, package: str) -> None:
    if package == CLOCK:
        hand.open(CLOCK)
    ids = {node.get("resource-id") for node in hand.nodes()} - {""}
    assert ids
    assert all(re.fullmatch(rf"(android|{re.escape(package)}):id/\w+", id_) for id_ in ids)
