"""Clock, used as a person uses it."""

from __future__ import annotations

from typing import Any

import pytest
from pocket_hand import CLOCK, Hand

from pocketphone.apps.clock.world import matching
from pocketphone.phone import Phone
from pocketphone.ui.app import Intent


def _alarm(hand: Hand, **wanted: Any) -> dict[str, Any]:
    found = [one for one in hand.clock["alarms"] if wanted.items() <= one.items()]
    assert len(found) == 1, (wanted, hand.clock["alarms"])
    return dict(found[0])


@pytest.mark.parametrize(
    ("hour", "minute", "half", "kept"),
    [("7", "30", "am", 7), ("12", "05", "am", 0), ("12", "15", "pm", 12), ("11", "59", "pm", 23)],
)
def test_an_alarm_is_added(alarms: Hand, hour: str, minute: str, half: str, kept: int) -> None:
    before = len(alarms.clock["alarms"])
    alarms.tap("fab")
    alarms.fill("hour", hour)
    alarms.fill("minute", minute)
    alarms.tap(f"{half}_label")
    for day in ("day/wed", "day/mon", "day/fri", "day/wed"):
        alarms.tap(day)
    alarms.fill("alarm_name", "Tea time")
    alarms.tap("vibrate")
    alarms.tap("save")
    assert len(alarms.clock["alarms"]) == before + 1
    added = _alarm(alarms, label="Tea time")
    assert (added["hour"], added["minute"], added["enabled"]) == (kept, int(minute), True)
    assert (added["days"], added["vibrate"]) == (["mon", "fri"], False)
    assert alarms.page == "alarms"
    assert "Alarm set for" in alarms.phone.hierarchy()


@pytest.mark.parametrize(
    ("hour", "minute", "said"),
    [("13", "00", "Enter an hour from 1 to 12"), ("0", "00", "an hour"), ("9", "60", "a minute")],
)
def test_a_time_that_does_not_exist_is_refused(
    alarms: Hand, hour: str, minute: str, said: str
) -> None:
    before = alarms.clock
    alarms.tap("fab")
    alarms.fill("hour", hour)
    alarms.fill("minute", minute)
    alarms.tap("save")
    assert alarms.page == "editor"
    assert alarms.clock == before
    assert said in alarms.phone.hierarchy()


def test_enter_leads_from_hour_to_minute(alarms: Hand) -> None:
    alarms.tap("fab")
    alarms.fill("hour", "8")
    alarms.phone.key(66)
    alarms.phone.type_text("45")
    args = alarms.phone.state()["screen"]["args"]
    assert (args["hour"], args["minute"]) == ("8", "45")


def test_an_alarm_is_changed_in_place(alarms: Hand) -> None:
    before = alarms.clock["alarms"]
    alarms.tap("alarm/2")
    alarms.fill("hour", "3")
    alarms.tap("save")
    changed = _alarm(alarms, id=2)
    assert changed["hour"] in (3, 15)
    assert changed["label"] == before[1]["label"]
    assert len(alarms.clock["alarms"]) == len(before)


def test_leaving_the_editor_changes_nothing(alarms: Hand) -> None:
    before = alarms.clock
    alarms.tap("alarm/1")
    alarms.fill("alarm_name", "no")
    alarms.phone.key(4)  # the keyboard
    assert alarms.page == "editor"
    alarms.phone.key(4)
    assert alarms.page == "alarms"
    assert alarms.clock == before


def test_the_switch_and_the_card_are_two_things(alarms: Hand) -> None:
    on = _alarm(alarms, id=1)["enabled"]
    alarms.tap("alarm/1/switch")
    assert _alarm(alarms, id=1)["enabled"] is not on
    assert alarms.page == "alarms"


def test_chosen_alarms_are_deleted_after_a_question_and_come_back(alarms: Hand) -> None:
    before = alarms.clock["alarms"]
    alarms.tap("alarm/1", 700)
    alarms.tap("alarm/2")
    alarms.tap("delete")
    alarms.tap("cancel")
    assert len(alarms.clock["alarms"]) == len(before)
    alarms.tap("delete")
    alarms.tap("confirm")
    assert {one["id"] for one in alarms.clock["alarms"]} == {one["id"] for one in before} - {1, 2}
    alarms.tap("snackbar_action")
    assert alarms.clock["alarms"] == before


def test_without_alarms_the_page_says_so(alarms: Hand) -> None:
    alarms.phone.load({"apps": {CLOCK: {"alarms": []}}})
    assert alarms.node(text="No alarms") is not None
    assert alarms.shown("fab")


def test_a_city_is_searched_for_and_added_once(alarms: Hand) -> None:
    alarms.tap("tab_world")
    for _ in range(2):
        alarms.phone.clock.advance(5)  # until the snackbar is gone from the button
        alarms.tap("fab")
        alarms.phone.type_text("reyk")
        alarms.tap("add/Reykjavik")
    assert [one["city"] for one in alarms.clock["world"]].count("Reykjavik") == 1
    assert "in the list already" in alarms.phone.hierarchy()
    alarms.phone.clock.advance(5)
    alarms.tap("city/Reykjavik", 700)
    alarms.tap("confirm")
    assert "Reykjavik" not in [one["city"] for one in alarms.clock["world"]]


def test_cities_match_by_word_then_by_country() -> None:
    assert [city.name for city in matching("york")] == ["New York"]
    assert [city.name for city in matching("san")][:2] == ["San Francisco", "Santiago"]
    assert {"Beijing", "Shanghai", "Hong Kong"} <= {city.name for city in matching("china")}
    assert matching("xyz") == []
    assert len(matching("")) >= 60


def test_the_stopwatch_runs_on_the_phones_clock(alarms: Hand) -> None:
    alarms.tap("tab_stopwatch")
    alarms.tap("start_stop")
    alarms.phone.clock.advance(61.5)
    first = alarms.node(resource_id=f"{CLOCK}:id/stopwatch_time").get("text")
    assert first == "01:01.50"
    alarms.tap("lap_reset")
    alarms.phone.clock.advance(10)
    alarms.tap("start_stop")
    held = alarms.clock["stopwatch"]
    assert held["running"] is False
    assert held["elapsed_ms"] > held["laps_ms"][0] + 10_000 > 71_000
    alarms.phone.clock.advance(100)
    assert alarms.clock["stopwatch"] == held
    alarms.tap("lap_reset")
    assert alarms.clock["stopwatch"]["laps_ms"] == []


def test_the_timer_counts_down_and_can_wait(alarms: Hand) -> None:
    alarms.tap("tab_timer")
    assert not alarms.clock["timer"]["running"]
    alarms.fill("minutes", "2")
    alarms.fill("seconds", "30")
    alarms.phone.key(4)
    alarms.tap("start")
    assert alarms.clock["timer"]["length_s"] == 150
    alarms.phone.clock.advance(100)
    alarms.tap("pause")
    assert alarms.clock["timer"]["left_s"] == 50
    alarms.tap("pause")
    alarms.phone.clock.advance(60)
    assert alarms.node(text="Time's up") is not None


def test_a_setting_is_chosen_in_a_dialog_and_felt_elsewhere(alarms: Hand) -> None:
    alarms.phone.load({"apps": {CLOCK: {"alarms": [{**alarms.clock["alarms"][0], "hour": 21}]}}})
    alarms.tap("menu_more")
    alarms.tap("menu/Settings")
    alarms.tap("setting/snooze_min")
    alarms.tap("choice/15 minutes")
    alarms.tap("setting/full_day")
    assert alarms.clock["settings"]["snooze_min"] == 15
    alarms.phone.key(4)
    shown = [node.get("text", "") for node in alarms.nodes()]
    assert any(text.startswith("21:") for text in shown)
    assert "PM" not in shown


def test_the_volume_is_set_by_touch_and_by_drag(alarms: Hand) -> None:
    alarms.phone.load({"screen": {"app": CLOCK, "page": "settings"}})
    left, top, right, bottom = alarms.bounds("setting/volume")
    alarms.phone.touch(left + 50, (top + bottom) / 2)
    assert alarms.clock["settings"]["volume"] < 5
    alarms.phone.drag(left + 60, (top + bottom) / 2, right - 5, (top + bottom) / 2)
    assert alarms.clock["settings"]["volume"] == 100


def test_an_intent_opens_the_editor_with_its_time() -> None:
    phone = Phone()
    extra = "android.intent.extra.alarm."
    extras = {f"{extra}HOUR": 18, f"{extra}MINUTES": 5, f"{extra}MESSAGE": "Bus"}
    started = phone.start(Intent(action="android.intent.action.SET_ALARM", extras=extras))
    assert started.component == f"{CLOCK}/.MainActivity"
    screen = phone.state()["screen"]
    assert screen["page"] == "editor"
    kept = {name: screen["args"][name] for name in ("hour", "minute", "pm", "label")}
    assert kept == {"hour": "6", "minute": "05", "pm": True, "label": "Bus"}
    assert phone.focus == (CLOCK, f"{CLOCK}.AlarmEditorActivity")


@pytest.mark.parametrize("seed", range(20))
def test_drawn_alarms_differ_in_time_and_name(seed: int) -> None:
    drawn = Phone(seed=seed).state()["apps"][CLOCK]["alarms"]
    assert len(drawn) >= 3
    assert len({(one["hour"], one["minute"]) for one in drawn}) == len(drawn)
    assert len({one["label"] for one in drawn}) == len(drawn)


# bedtime


def test_a_sound_is_heard_then_used(alarms: Hand) -> None:
    alarms.tap("tab_bedtime")
    alarms.tap("sounds")
    alarms.tap("sound/Ocean waves")
    alarms.tap("play")
    assert alarms.phone.state()["screen"]["args"]["playing"]
    assert alarms.clock["bedtime"]["sound"] is None
    alarms.tap("sound_length")
    alarms.tap("choice/60 minutes")
    alarms.tap("use_sound")
    assert (alarms.clock["bedtime"]["sound"], alarms.clock["bedtime"]["sound_min"]) == (
        "Ocean waves",
        60,
    )
    assert alarms.page == "bedtime"
    assert alarms.node(text="Ocean waves") is not None
    alarms.tap("sounds")
    assert alarms.node(content_desc="In use") is not None
    alarms.tap("sound/None")
    assert alarms.clock["bedtime"]["sound"] is None
    assert alarms.page == "bedtime"


def test_the_ends_of_the_night_are_set_with_their_days(alarms: Hand) -> None:
    before = alarms.clock["bedtime"]
    alarms.tap("tab_bedtime")
    alarms.tap("wake_time")
    alarms.fill("hour", "13")
    alarms.tap("save")
    assert alarms.clock["bedtime"] == before
    alarms.phone.clock.advance(5)  # until the snackbar is gone from what is below
    alarms.fill("hour", "5")
    alarms.fill("minute", "45")
    alarms.phone.key(4)
    alarms.tap("am_label")
    alarms.tap("day/sat")
    alarms.tap("save")
    after = alarms.clock["bedtime"]
    assert after["wake"] == {"hour": 5, "minute": 45}
    assert after["bed"] == before["bed"]
    assert after["days"] == ["mon", "tue", "wed", "thu", "fri", "sat"]


def test_the_reminder_can_be_left_out(alarms: Hand) -> None:
    alarms.tap("tab_bedtime")
    alarms.tap("reminder")
    alarms.tap("choice/Never")
    assert alarms.clock["bedtime"]["reminder_min"] == 0
    assert alarms.node(text="Never") is not None


# intents


def _sent(action: str, **extras: Any) -> Phone:
    phone = Phone()
    named = {f"android.intent.extra.alarm.{name}": value for name, value in extras.items()}
    phone.start(Intent(action=f"android.intent.action.{action}", extras=named))
    return phone


def test_an_intent_may_set_an_alarm_without_asking() -> None:
    before = len(Phone().apps[CLOCK]["alarms"])
    phone = _sent("SET_ALARM", HOUR=7, MINUTES=5, DAYS=["2", "1"], VIBRATE=False, SKIP_UI=True)
    *others, made = phone.state()["apps"][CLOCK]["alarms"]
    assert len(others) == before
    assert (made["hour"], made["minute"], made["vibrate"]) == (7, 5, False)
    assert made["days"] == ["mon", "sun"]
    assert phone.state()["screen"]["page"] == "alarms"


@pytest.mark.parametrize(
    ("extras", "hour", "minute"),
    [({"HOUR": "soon"}, "6", "00"), ({"HOUR": 31, "MINUTES": -1}, "7", "59"), ({}, "6", "00")],
)
def test_an_alarm_that_is_no_time_is_a_draft_of_one(
    extras: dict[str, Any], hour: str, minute: str
) -> None:
    screen = _sent("SET_ALARM", **extras).state()["screen"]
    assert screen["page"] == "editor"
    assert (screen["args"]["hour"], screen["args"]["minute"]) == (hour, minute)


def test_an_intent_fills_in_a_timer_or_starts_it() -> None:
    filled = _sent("SET_TIMER", LENGTH=3725).state()
    assert filled["screen"]["args"] == {"hours": "1", "minutes": "02", "seconds": "05"}
    assert not filled["apps"][CLOCK]["timer"]["running"]
    started = _sent("SET_TIMER", LENGTH=90, SKIP_UI=True).state()
    assert (started["screen"]["page"], started["apps"][CLOCK]["timer"]["length_s"]) == ("timer", 90)
    assert started["apps"][CLOCK]["timer"]["running"]
    assert _sent("SET_TIMER", LENGTH=-5).state()["screen"]["args"] == {}


def test_show_alarms_leaves_the_tab_that_was_open(alarms: Hand) -> None:
    alarms.tap("tab_world")
    alarms.phone.start(Intent(action="android.intent.action.SHOW_ALARMS"))
    assert alarms.page == "alarms"
    alarms.phone.start(Intent(action="android.intent.action.SHOW_TIMERS"))
    assert alarms.page == "timer"
