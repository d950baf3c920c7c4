"""`appagent do`: a program from the command line."""

from __future__ import annotations

import json

from .house import CLOCK, AppAgent, Pocket

ALARM = ('tap(name="Add alarm")', 'text("5", name="Hour")', 'tap(name="Save")')
CHAT = "com.pocketphone.chat"


def test_it_does_each_action_and_lists_the_screen(appagent: AppAgent, phone: Pocket) -> None:
    ran = appagent("do", "--app", "clock", "--fresh", *ALARM, 'exit("done", if_shows="5:00")')
    assert ran.code == 0, ran.err
    assert 'tap button "Save" | it says "Alarm set for' in ran.out
    assert 'switch "5:00" [on]' in ran.out
    assert any(each["hour"] == 5 for each in phone.app(CLOCK)["alarms"])
    assert appagent.outcome["command"] == "do"


def test_without_actions_it_lists_the_screen_and_leaves_no_run(
    appagent: AppAgent, phone: Pocket
) -> None:
    ran = appagent("do", "--app", "clock", "--json")
    said = json.loads(ran.out)
    assert (ran.code, said["ok"], said["actions"]) == (0, True, [])
    assert {each["name"] for each in said["marks"]} >= {"Add alarm", "Timer"}
    assert not list((appagent.folder / "runs").glob("*"))
    assert phone.state()["screen"]["app"] == CLOCK


def test_it_stops_at_a_surprise_and_says_what_is_left(appagent: AppAgent, phone: Pocket) -> None:
    ran = appagent("do", "--json", "--app", "clock", ALARM[0], 'tap(name="Nowhere")', "back()")
    said = json.loads(ran.out)
    assert (ran.code, said["ok"]) == (1, False)
    assert [each["action"] for each in said["actions"]] == ['tap button "Add alarm"']
    assert 'tap "Nowhere"; back' in said["left"]
    assert phone.state()["screen"]["page"] == "editor"


def test_what_cannot_be_begun_touches_nothing(appagent: AppAgent, phone: Pocket) -> None:
    before = phone.state()["screen"]
    ran = appagent("do", "-", text='tap(name="Nowhere")\n')
    assert ran.code == 1
    assert "nothing was done: nothing to touch here is called 'Nowhere'" in ran.err
    ran = appagent("do", "tap(")
    assert ran.code == 2
    assert "line 1: no action in 'tap('" in ran.err
    ran = appagent("do", "--app", "clock", "tap(3)")
    assert ran.code == 2
    assert "a number is of a list that this command did not show" in ran.err
    ran = appagent("do", "zoom()")
    assert ran.code == 1
    assert phone.state()["screen"] == before


def test_harm_needs_a_yes_or_its_class(appagent: AppAgent, phone: Pocket) -> None:
    def sent() -> int:
        return sum(len(chat["messages"]) for chat in phone.app(CHAT)["chats"])

    opened = appagent("do", "--app", "chat", "--json")
    row = next(m["name"] for m in json.loads(opened.out)["marks"] if m["role"] == "item")
    send = (f'tap(name="{row.partition(",")[0]}")', 'text("Hello", name="Message")',
            'tap(name="Send")')  # fmt: skip
    before = sent()
    ran = appagent("do", *send)
    assert (ran.code, sent()) == (1, before)
    assert "could send something to somebody, and a program does that only by" in ran.err
    ran = appagent("do", 'tap(name="Send")', "--allow", "send")
    assert (ran.code, sent()) == (0, before + 1)
    ran = appagent("do", "--allow", "harm")
    assert ran.code == 2
    assert "--allow harm: expected some of send,pay" in ran.err
