"""Pages that an update has changed, and what comes by itself after a touch."""

from __future__ import annotations

import pytest
from pocket_hand import CLOCK, Hand

from pocketphone.changes import (
    Exchange,
    MoreRows,
    Reidentify,
    Relabel,
    Reorder,
    Spot,
    Twin,
    rows_around,
    title_of,
)
from pocketphone.events import Notice, Skip
from pocketphone.ui import Column, List, Row, Text, list_row

SAVE, ADD = Spot(CLOCK, "editor", "save"), Spot(CLOCK, "alarms", "fab")
FIRST, SECOND = Spot(CLOCK, "alarms", "alarm/1"), Spot(CLOCK, "alarms", "alarm/2")
CONTACTS = "com.pocketphone.contacts"


def texts(hand: Hand) -> list[str]:
    return [str(node.get("text")) for node in hand.nodes()]


def alarm_refs(hand: Hand) -> list[str]:
    """The alarms that show, from top to bottom."""
    refs = [str(seen["id"]) for seen in hand.phone.tree()]
    return [ref for ref in refs if ref.startswith("alarm/") and ref.count("/") == 1]


# pages


def test_a_renamed_button_does_what_it_did(alarms: Hand) -> None:
    alarms.phone.change(Relabel(SAVE, "Save", "Keep"))
    before = len(alarms.clock["alarms"])
    alarms.tap("fab")
    assert "Save" not in texts(alarms)
    keep = alarms.node(text="Keep")
    assert keep.get("resource-id") == f"{CLOCK}:id/save"
    alarms.tap("save")
    assert len(alarms.clock["alarms"]) == before + 1


def test_a_name_in_a_control_and_its_description_change_too(alarms: Hand) -> None:
    tab = Spot(CLOCK, "alarms", "tab_world")
    alarms.phone.change(Relabel(tab, "World clock", "Cities"), Relabel(ADD, "Add alarm", "New"))
    assert alarms.node(content_desc="Cities").get("resource-id") == f"{CLOCK}:id/tab_world"
    assert "Cities" in texts(alarms)
    assert "World clock" not in texts(alarms)
    assert alarms.node(content_desc="New").get("resource-id") == f"{CLOCK}:id/fab"


def test_what_was_typed_is_never_renamed(alarms: Hand) -> None:
    alarms.phone.change(Relabel(Spot(CLOCK, "editor", "alarm_name"), "Gym", "Work"))
    alarms.tap("fab")
    alarms.fill("alarm_name", "Gym")
    assert alarms.phone.page.args["label"] == "Gym"
    assert "Gym" in texts(alarms)


def test_another_id_keeps_the_name_and_the_truth(alarms: Hand) -> None:
    alarms.phone.change(Reidentify(SAVE, "cta"))
    alarms.tap("fab")
    assert alarms.node(text="Save").get("resource-id") == f"{CLOCK}:id/cta"
    assert alarms.shown("save")
    alarms.tap("save")
    assert alarms.page == "alarms"


def test_rows_have_another_id_together(alarms: Hand) -> None:
    row = f"{CLOCK}:id/alarm_item"
    before = [node.get("resource-id") for node in alarms.nodes()].count(row)
    refs = alarm_refs(alarms)
    alarms.phone.change(Reidentify(FIRST, "card", alike=True))
    ids = [node.get("resource-id") for node in alarms.nodes()]
    assert (ids.count(row), ids.count(f"{CLOCK}:id/card")) == (0, before)
    assert alarm_refs(alarms) == refs


def test_two_controls_stand_in_each_others_place(alarms: Hand) -> None:
    one, two = "tab_world", "tab_timer"
    before = alarms.bounds(one), alarms.bounds(two)
    alarms.phone.change(Exchange(Spot(CLOCK, "alarms", one), two))
    assert (alarms.bounds(two), alarms.bounds(one)) == before
    alarms.tap(two)
    assert alarms.page == "timer"


def test_rows_in_another_order_are_the_same_rows(alarms: Hand) -> None:
    before = alarm_refs(alarms)
    alarms.phone.change(Reorder(FIRST, 5))
    after = alarm_refs(alarms)
    assert after != before
    assert sorted(after) == sorted(before)
    alarms.tap("tab_world")
    alarms.tap("tab_alarms")
    assert alarm_refs(alarms) == after
    alarms.tap("alarm/2")
    assert alarms.phone.page.args["id"] == 2


def test_two_rows_in_another_order_change_places_under_any_seed() -> None:
    for seed in range(4):
        rows = Column(children=[list_row("One", ref="1", key=1), list_row("Two", ref="2", key=2)])
        made = Reorder(Spot("", "", "1"), seed).made(rows)
        assert [title_of(row) for row in made.parts] == ["Two", "One"]


def test_in_a_longer_list_what_is_wanted_must_be_scrolled_to(alarms: Hand) -> None:
    titles = tuple(f"Alarm no. {n}" for n in "abcdefghijkl")
    before = alarm_refs(alarms)
    alarms.phone.change(MoreRows(FIRST, titles))
    assert titles[0] in texts(alarms)
    assert not alarm_refs(alarms)
    for _ in range(8):
        alarms.phone.drag(540, 1700, 540, 700)
    assert alarm_refs(alarms)[-1] == before[-1]
    assert alarms.clock == dict(Hand().phone.state()["apps"][CLOCK])


def test_a_row_that_came_new_does_what_another_row_does(alarms: Hand) -> None:
    alarms.phone.change(MoreRows(FIRST, ("Quite new",)))
    place = str(alarms.node(text="Quite new").get("bounds"))
    left, top, right, bottom = map(int, place[1:-1].replace("][", ",").split(","))
    alarms.phone.touch((left + right) / 2, (top + bottom) / 2)
    assert alarms.page == "editor"
    assert alarms.phone.page.args["id"] != 1


@pytest.mark.parametrize("before", [True, False])
def test_another_row_of_that_name_is_another_row(alarms: Hand, before: bool) -> None:
    name = next(alarm["label"] for alarm in alarms.clock["alarms"] if alarm["id"] == 2)
    held, refs = texts(alarms), alarm_refs(alarms)
    alarms.phone.change(Twin(SECOND, before))
    assert texts(alarms).count(name) == held.count(name) + 1
    assert alarm_refs(alarms) == refs


def test_a_row_alone_gets_a_twin_that_does_nothing() -> None:
    touched: list[str] = []
    row = list_row("Only", ref="row/1", key=1, on_tap=lambda: touched.append("row"))
    made = Twin(Spot("", "", "row/1"), before=False).made(List(children=[row]))
    assert [title_of(each) for each in made.parts] == ["Only", "Only"]
    for each in made.parts:
        assert each.on_tap is not None
        each.on_tap()
    assert touched == ["row"]


def test_rows_are_those_of_the_innermost_list() -> None:
    inner = [list_row(f"In {n}", id="in", ref=f"in/{n}", key=n) for n in (1, 2)]
    outer = [Row(id="out", key=n, children=[Text(value=f"Out {n}")]) for n in (1, 2)]
    shown = List(children=[*outer, Row(children=[Column(children=inner)])])
    rows = rows_around(shown, "in/2")
    assert rows is not None
    assert [title_of(row) for row in rows.all] == ["In 1", "In 2"]
    assert title_of(rows.wanted) == "In 2"


def test_a_change_is_of_its_page_alone_and_outlasts_a_reset(alarms: Hand) -> None:
    alarms.phone.change(Relabel(Spot(CLOCK, "world", "fab"), "Add city", "New city"))
    assert alarms.node(content_desc="Add alarm") is not None
    alarms.phone.reset()
    alarms.open(CLOCK)
    alarms.tap("tab_world")
    assert alarms.node(content_desc="New city") is not None


def test_a_page_without_the_control_is_as_it_was(alarms: Hand) -> None:
    before = alarms.phone.hierarchy()
    alarms.phone.change(Relabel(Spot(CLOCK, "alarms", "gone"), "Alarm", "Other"))
    assert alarms.phone.hierarchy() == before


# events


def test_a_notice_comes_once_after_so_many_touches_of_its_page(alarms: Hand) -> None:
    notice = Notice(CLOCK, "editor", "Rate this app?", yes="Save", no="Not now", after=2)
    alarms.phone.events.append(notice)
    before = alarms.clock
    alarms.tap("fab")
    assert not notice.came
    alarms.tap("vibrate")
    assert notice.came
    assert {"Rate this app?", "Save", "Not now"} <= set(texts(alarms))
    assert (alarms.page, notice.pressed) == ("system/notice", "")
    alarms.tap("confirm")
    assert (alarms.page, notice.pressed) == ("editor", "yes")
    alarms.tap("vibrate")
    assert alarms.page == "editor"
    assert alarms.clock == before


def test_a_notice_may_lead_elsewhere(alarms: Hand) -> None:
    notice = Notice(CLOCK, "editor", "What is new", yes="Look", no="Later", opens=CONTACTS)
    alarms.phone.events.append(notice)
    alarms.tap("fab")
    alarms.tap("confirm")
    assert alarms.phone.focus[0] == CONTACTS


def test_a_no_leads_nowhere(alarms: Hand) -> None:
    notice = Notice(CLOCK, "editor", "What is new", yes="Look", no="Later", opens=CONTACTS)
    alarms.phone.events.append(notice)
    alarms.tap("fab")
    alarms.tap("cancel")
    assert (alarms.page, notice.pressed) == ("editor", "no")


def test_a_question_that_is_spared_is_answered_at_once(alarms: Hand) -> None:
    alarms.phone.events.append(Skip(Spot(CLOCK, "delete", "confirm")))
    alarms.tap("alarm/1", 800)
    before = len(alarms.clock["alarms"])
    alarms.tap("delete")
    assert alarms.page == "alarms"
    assert len(alarms.clock["alarms"]) == before - 1


def test_a_page_that_was_come_back_to_is_not_spared(alarms: Hand) -> None:
    alarms.tap("fab")
    alarms.phone.events.append(Skip(SAVE))
    before = alarms.clock
    alarms.tap("vibrate")
    assert alarms.page == "editor"
    assert alarms.clock == before
