"""The main job: from nothing to an app that was learned and a task that was done."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .house import CLOCK, CONTACTS, ROOT, AppAgent, Pocket

MAPS = "com.pocketphone.maps"


def drawn_time() -> str:
    """A time of day as a person says it; printed, so that a failure can be repeated."""
    hour, minute, half = random.randint(1, 12), random.randint(0, 59), random.choice(("am", "pm"))
    said = f"{hour}:{minute:02d} {half}"
    print("drawn:", said)
    return said


def of_day(said: str) -> tuple[int, int]:
    """`6:45 pm` as hour and minute of the day."""
    time, half = said.split()
    hour, minute = map(int, time.split(":"))
    return hour % 12 + 12 * (half == "pm"), minute


def alarms(phone: Pocket) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.app(CLOCK)["alarms"]
    return found


def test_the_script_takes_a_machine_to_an_alarm(tmp_path: Path) -> None:
    said = drawn_time()
    done = subprocess.run(
        ["bash", str(ROOT / "scripts" / "try"), f"Set an alarm for {said}"],
        cwd=tmp_path,  # it works from any directory
        env=os.environ | {"VENV": sys.prefix, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (new,) = re.findall(r"^\+ .*alarms: (\{.*\})$", done.stdout, re.M)
    alarm = json.loads(new)
    assert (alarm["hour"], alarm["minute"], alarm["enabled"]) == (*of_day(said), True)
    assert not re.search(r"^[ -] .*alarms", done.stdout, re.M), "no other alarm was touched"
    page = re.search(r"step by step, as a page: (\S+)", done.stderr)
    assert page
    steps = re.findall(r"^done after (\d+) steps", done.stdout + done.stderr, re.M)
    assert Path(page[1]).read_text().count("<article ") == int(steps[-1]) >= 4
    runs = Path(page[1]).parents[1]
    assert {"explore", "run"} == {path.name.split("-")[2] for path in runs.iterdir()}


def test_a_learned_app_does_three_tasks(appagent: AppAgent, phone: Pocket) -> None:
    """Each task starts where the one before, or the exploration, left the app."""
    before = alarms(phone)
    explored = appagent("explore", "--app", "clock", "--runs", "explored")
    assert explored.code == 0, explored.said
    assert len(appagent.docs) >= 10
    known = alarms(phone)
    assert {alarm["id"] for alarm in before} <= {alarm["id"] for alarm in known}
    for _ in range(3):
        said = drawn_time()
        ran = appagent("run", "--app", "clock", "--task", f"Set an alarm for {said}")
        assert ran.code == 0, ran.said
        now = alarms(phone)
        new = [alarm for alarm in now if alarm not in known]
        assert [(alarm["hour"], alarm["minute"]) for alarm in new] == [of_day(said)], ran.err
        assert new[0]["enabled"]
        assert len(now) == len(known) + 1, "a new one, not an old one changed"
        known = now
    assert not [line for line in phone.log() if "pocketphone" in line and "explore" in line]


def test_a_restart_begins_on_the_first_page(appagent: AppAgent, phone: Pocket) -> None:
    """Not inside an alarm that somebody, or an exploration, left open: it would be changed."""
    phone.open(CLOCK)
    phone.tap("alarm/1")
    before, said, start = alarms(phone), drawn_time(), len(phone.log())
    ran = appagent("run", "--restart", "--app", "clock", "--task", f"Set an alarm for {said}")
    assert ran.code == 0, ran.said
    assert f"am force-stop {CLOCK}" in phone.log()[start:], "ended, with what it did unseen"
    now = alarms(phone)
    assert [alarm for alarm in before if alarm not in now] == []
    new = [alarm for alarm in now if alarm not in before]
    assert [(alarm["hour"], alarm["minute"]) for alarm in new] == [of_day(said)]


def test_a_contact_is_added(appagent: AppAgent, phone: Pocket) -> None:
    before = phone.app(CONTACTS)["contacts"]
    name, number = random.choice(("Ada Quillon", "Bo Tamsin", "Cleo Varga")), "555 0143"
    task = f"Add a contact named {name} with the phone number {number}"
    ran = appagent("run", "--app", "contacts", "--task", task)
    assert ran.code == 0, ran.said
    new = [person for person in phone.app(CONTACTS)["contacts"] if person not in before]
    assert [(person["name"], person["digits"]) for person in new] == [(name, "5550143")]


def test_a_way_is_found(appagent: AppAgent, phone: Pocket) -> None:
    place = random.choice([one for one in phone.app(MAPS)["places"] if one["rating"]])
    mode = random.choice(("walking", "cycling", "transit", "driving"))
    task = f"Get {mode} directions to {place['name']}"
    print("drawn:", task)
    ran = appagent("run", "--app", "maps", "--task", task)
    assert ran.code == 0, ran.said
    found = phone.app(MAPS)["directions"]
    assert (found["mode"], found["to"]) == (mode, place["id"])


def test_a_switch_is_turned(appagent: AppAgent, phone: Pocket) -> None:
    ran = appagent("run", "--app", "settings", "--task", "Turn on Dark theme")
    assert ran.code == 0, ran.said
    assert phone.state()["settings"]["secure"]["ui_night_mode"] == "2"


@pytest.mark.parametrize(
    ("app", "task", "code"),
    [
        ("clock", "Delete the Gym alarm", 2),
        ("clock", "Set an alarm for 6:45 am and delete the Gym alarm", 2),
        ("clock", "Turn off all alarms", 1),
        ("settings", "Turn on dark mode", 1),
        ("settings", "Turn on airplane", 1),
        ("contacts", "Add a contact named Bob and Alice with the phone number 555 0100", 2),
        ("contacts", "Get directions to Edith Dahl", 1),
    ],
)
def test_nothing_is_called_done_that_was_not_asked_for(
    appagent: AppAgent, phone: Pocket, app: str, task: str, code: int
) -> None:
    """By the rules, which are no model: what they do not know they leave."""

    def held() -> object:
        return [phone.state()[part] for part in ("apps", "settings")]

    before = held()
    ran = appagent("run", "--app", app, "--task", task)
    assert ran.code == code, ran.said
    assert code == 1 or "name a model by --model. It knows: `Set an alarm for 6:45 am`" in ran.err
    assert held() == before
