"""Clock: saved timers, nights, notifications and help."""

from __future__ import annotations

from typing import Any

import pytest
from app_eye import User

CLOCK = "com.pocketphone.clock"


@pytest.fixture
def clock() -> User:
    return User(CLOCK)


def swept(user: User, ref: str) -> None:
    """Draw a thing from right to left."""
    left, top, right, bottom = next(
        seen["bounds"] for seen in user.phone.tree() if seen["id"] == ref
    )
    y = (top + bottom) / 2
    user.phone.drag(right - 100, y, left + 100, y)


def test_a_saved_timer_fills_in_its_time_and_its_arrow_starts_it(clock: User) -> None:
    first, second = clock.state["timers"][:2]
    clock.press("Timer")
    clock.press(first["name"])
    args = clock.phone.state()["screen"]["args"]
    assert int(args["minutes"]) * 60 == first["length_s"]
    assert not clock.state["timer"]["running"]
    clock.press_ref(f"start/{second['name']}")
    assert clock.state["timer"]["running"]
    assert clock.state["timer"]["length_s"] == second["length_s"]


def test_only_a_swipe_removes_a_saved_timer(clock: User) -> None:
    before = clock.state["timers"]
    clock.open("timer")
    clock.press(before[0]["name"], 800)
    assert clock.state["timers"] == before
    swept(clock, f"timer/{before[0]['name']}")
    assert clock.state["timers"] == before[1:]
    clock.press("Undo")
    assert clock.state["timers"] == before


def test_a_low_screen_still_has_the_start_and_the_saved_timers() -> None:
    user = User(CLOCK, size=(2400, 1080)).open("timer")
    first = user.state["timers"][0]["name"]
    user.press(first)
    user.press("Start")
    assert user.state["timer"]["running"]


def test_a_timer_is_saved_under_a_new_name(clock: User) -> None:
    known = clock.state["timers"][0]["name"]
    clock.press("Timer")
    clock.press("10:00")
    clock.press("Save timer")
    clock.phone.type_text(known)
    assert clock.shows("There is such a timer")
    clock.phone.type_text(" II")
    clock.press("Save")
    assert clock.state["timers"][0] == {"name": f"{known} II", "length_s": 600}
    assert clock.shows(f"{known} II")


def test_a_city_is_swept_away_and_comes_back(clock: User) -> None:
    before = clock.state["world"]
    clock.press("World clock")
    swept(clock, f"city/{before[0]['city']}")
    assert clock.state["world"] == before[1:]
    clock.press("Undo")
    assert clock.state["world"] == before


@pytest.mark.parametrize("query", ["são p", "SAO", "paulo"])
def test_a_city_is_found_without_its_accents(clock: User, query: str) -> None:
    clock.open("cities", query=query)
    assert clock.texts("city_name") == ["Sao Paulo"]


def test_notifications_are_set_once_they_are_allowed(clock: User) -> None:
    clock.open("settings")
    clock.press("What Clock tells you")
    clock.press("Don't allow")
    assert clock.page == "settings"
    clock.press("What Clock tells you")
    clock.press("Allow")
    clock.press("Missed alarms")
    assert clock.state["settings"]["tell_missed"] is False
    clock.back()
    assert clock.shows("On")


def views(user: User, kind: str) -> list[Any]:
    """The nodes of the one view of a kind, the view first."""
    (view,) = [node for node in user.nodes() if node.get("class", "").endswith(kind)]
    return list(view.iter("node"))


def test_the_nights_are_listed_without_resource_ids(clock: User) -> None:
    assert len(clock.state["nights"]) == 30
    clock.press("Bedtime")
    clock.press("Recent nights")
    assert not any(node.get("resource-id") for node in views(clock, "ComposeView"))
    assert clock.shows("Sun, 1 Mar")


def test_help_is_a_web_page_of_three(clock: User) -> None:
    clock.press("More options")
    clock.press("Help")
    assert not any(node.get("resource-id") for node in views(clock, "WebView"))
    clock.press("Timer")
    assert clock.shows("Draw a saved timer aside to remove it.")


@pytest.mark.parametrize(
    ("language", "first"), [("en-US", "digital_clock"), ("zh-CN", "\u4e0a\u5348")]
)
def test_the_half_of_the_day_stands_where_the_language_says_it(language: str, first: str) -> None:
    user = User(CLOCK, language=language)
    user.phone.load({"apps": {CLOCK: {"alarms": [{**user.state["alarms"][0], "hour": 9}]}}})
    (time,) = [node for node in user.nodes() if node.get("class", "").endswith("RelativeLayout")]
    assert first in (time[0].get("text"), time[0].get("resource-id", "").rpartition("/")[2])
