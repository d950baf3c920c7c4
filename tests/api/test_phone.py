"""`Phone`, as other programs use it, on a pocket phone behind real adb."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from appagent import (
    ActionImpossible,
    Agent,
    AppNotFound,
    ConfigError,
    DeviceBusy,
    DeviceError,
    Phone,
    ProgramFailed,
    ReplyInvalid,
    Step,
    UsageError,
    write_report,
)
from appagent.outcome import Outcome, read_outcome
from tests.agent.scripted import Script, Somebody, says
from tests.e2e.house import CLOCK, AppAgent, Pocket, Server, pocket_phone

from .conftest import Connect

CHAT = "com.pocketphone.chat"
SEND = """
    tap(name="Viktor Lindqvist")
    text("Bring the lantern", name="Message")
    tap(name="Send")
"""


def runs(house: Path) -> list[Path]:
    return sorted((house / "runs").glob("*"))


def outcome(house: Path) -> Outcome:
    (folder,) = runs(house)
    return read_outcome(folder)


def sent(pocket: Pocket) -> bool:
    chats = pocket.app(CHAT)["chats"]
    return "Bring the lantern" in [m["text"] for chat in chats for m in chat["messages"]]


# -- looking


def test_a_look_tells_what_is_on_the_screen(phone: Phone) -> None:
    look = phone.open_app("clock", fresh=True)
    assert (look.app, look.title) == (CLOCK, "Alarm")
    assert look.picture.startswith(b"\xff\xd8")
    assert [each.label for each in look.controls] == [*range(1, len(look.controls) + 1)]
    assert str(look).splitlines()[1:] == [*look.lines]
    add = look.find("Add alarm")
    assert add.role == "button"
    assert f'{add.label} button "Add alarm"' in look.lines
    gym = look.find("Gym", role="switch")
    assert gym.checked is False
    assert gym.uses >= {"tap"}
    assert look.find(add.resource_id) == look.find(add.resource_id.rpartition("/")[2]) == add
    assert look.shows("Medicine")
    assert look.shows("Gym")
    assert not look.shows("Snooze")
    with pytest.raises(ActionImpossible, match="nothing to touch here is called 'Snooze'"):
        look.find("Snooze")
    assert repr(look) == f'<Look: {CLOCK}, "Alarm", {len(look.controls)} controls>'


def test_an_app_is_found_by_its_name(phone: Phone) -> None:
    assert CLOCK in phone.apps()
    assert phone.open_app("contacts").app == "com.pocketphone.contacts"
    with pytest.raises(AppNotFound, match="did you mean clock"):
        phone.open_app("klock")


def test_what_is_waited_for(phone: Phone) -> None:
    phone.open_app("clock", fresh=True)
    assert phone.wait_for("Add alarm")
    assert phone.wait_for("Snooze", gone=True)


def test_a_command_of_the_shell(phone: Phone) -> None:
    assert phone.shell("getprop ro.product.model").strip() == "Pocket Phone"
    with pytest.raises(DeviceError, match="failed on the phone with exit code"):
        phone.shell("nonsense")


# -- programs


def test_a_program_is_done_and_told(phone: Phone, pocket: Pocket) -> None:
    phone.open_app("clock", fresh=True)
    done = phone.do("""
        tap(name="Add alarm")
        text("5", name="Hour")
        text("50", name="Minute")
        tap(name="Save")
        exit("done", "It is {5:50}", if_shows="5:50")
    """)
    assert done.ok
    assert [each.action for each in done.did][:2] == [
        'tap button "Add alarm"',
        'text text field "Hour" <- "5"',
    ]
    assert done.did[0].came == 'opened page "Add alarm"'
    assert (done.left, done.failure) == ("", "")
    assert done.answer.startswith("It is 5:50")
    assert done.look.title == "Alarm"
    assert any((each["hour"], each["minute"]) == (5, 50) for each in pocket.app(CLOCK)["alarms"])


@pytest.mark.parametrize(
    ("app", "words", "came"),
    [
        ("clock", 'long_press(name="Work, 4:41, PM, Mon, Wed, Fri")', 'opened page "1 selected"'),
        ("clock", 'text("on", name="Gym")', 'switch "Gym": on'),
        ("clock", 'tap(name="Timer")\nswipe("up")', "now shows item"),
        ("clock", 'tap(name="Timer")\nback()', "the home screen"),
        ("clock", 'tap(name="Snooze", optional=True)\nhome()', "the home screen"),
        ("clock", 'tap(name="Stopwatch")\ntap(name="Start")\nwait(1)', 'text "00:'),
        (
            "clock",
            'tap(name="Stopwatch")\ntap(name="Alarm")\ngo("Stopwatch")',
            'page "Stopwatch"',
        ),
        ("clock", 'open_app("contacts")', "left com.pocketphone.clock for"),
        ("clock", 'wait_for("Medicine")', 'found switch "Medicine"'),
        ("clock", 'wait_for("Snooze", gone=True)', "gone after 0 s"),
        ("settings", 'scroll_to("About phone")', 'found button "About phone, Pocket Phone"'),
        ("shop", 'tap(name="Search")\ntext("lamp")\nenter()', 'item "Solen desk lamp'),
        ("clock", 'each(where="off", do=[tap("row"), tap(name="Save")])', "done for 4 rows"),
    ],
)
def test_each_verb(phone: Phone, app: str, words: str, came: str) -> None:
    phone.open_app(app, fresh=True)
    assert came in phone.do(words).did[-1].came


def test_what_was_read_comes_back(phone: Phone) -> None:
    phone.open_app("settings", fresh=True)
    done = phone.do("read(all=True)")
    assert "About phone, Pocket Phone" in "\n".join(done.read)
    assert done.did[0].read == ("Settings", *done.read)


def test_numbers_are_of_the_last_look_that_was_returned(phone: Phone) -> None:
    with pytest.raises(ActionImpossible, match="look first"):
        phone.do("tap(1)")
    look = phone.open_app("clock", fresh=True)
    done = phone.do(f"tap({look.find('Add alarm').label})")
    assert done.look.title == "Add alarm"
    done = phone.do(f"tap({done.look.find('Cancel').label})")
    assert done.look.title == "Alarm"
    with pytest.raises(ActionImpossible, match="no element 99: marks run 1-"):
        phone.do("tap(99)")


def test_a_number_touches_nothing_else_where_the_screen_changed(
    phone: Phone, pocket: Pocket
) -> None:
    gym = phone.open_app("clock", fresh=True).find("Gym", role="switch")
    pocket.open("com.pocketphone.contacts")
    before = pocket.state()["apps"]
    with pytest.raises(ProgramFailed, match="the screen changed"):
        phone.do(f"tap({gym.label})")
    assert pocket.state()["apps"] == before


def test_what_has_no_number_is_pointed_at_on_a_grid(phone: Phone) -> None:
    add = phone.open_app("clock", fresh=True).find("Add alarm")
    grid = phone.do("grid()").look
    assert {each.role for each in grid.controls} == {"cell"}
    middle = add.bounds.center
    (cell,) = (c for c in grid.controls if c.bounds.contains(middle))
    assert phone.do(f'tap({cell.label}, "center")').look.title == "Add alarm"
    with pytest.raises(ActionImpossible, match="areas exist on the grid only"):
        phone.do(f'tap({cell.label}, "center")')


def test_a_program_ends_at_its_first_surprise(phone: Phone, house: Path) -> None:
    phone.open_app("clock", fresh=True)
    with pytest.raises(ProgramFailed) as failed:
        phone.do("""
            tap(name="Timer")
            tap(name="Snooze")
            back()
        """)
    done = failed.value.done
    assert [each.action for each in done.did] == ['tap tab "Timer"']
    assert "nothing to touch here is called 'Snooze'" in done.left
    assert done.left.endswith('tap "Snooze"; back')
    assert str(failed.value) == done.failure
    assert done.look.title == "Timer"
    phone.close()
    assert (outcome(house).ending, outcome(house).error) == ("failed", done.failure)


def test_what_cannot_be_begun_touches_nothing(phone: Phone, pocket: Pocket) -> None:
    phone.open_app("clock", fresh=True)
    before = pocket.state()
    with pytest.raises(ActionImpossible, match="nothing to touch here is called 'Snooze'"):
        phone.do('tap(name="Snooze")\nback()')
    with pytest.raises(ActionImpossible, match="does not show here"):
        phone.do('exit("done", if_shows="Snooze")')
    assert pocket.state()["screen"] == before["screen"]


@pytest.mark.parametrize("words", ["", "press the button", "tap()", 'tap(name="Save"', "tap(1); x"])
def test_what_is_no_program(phone: Phone, words: str) -> None:
    with pytest.raises(ReplyInvalid):
        phone.do(words)


# -- the guard


def test_what_does_harm_needs_a_word_for_it(phone: Phone, pocket: Pocket) -> None:
    phone.open_app("chat", fresh=True)
    with pytest.raises(ProgramFailed, match="could send something to somebody") as failed:
        phone.do(SEND)
    assert not sent(pocket)
    assert failed.value.done.look.find("Message").value == "Bring the lantern"
    with pytest.raises(UsageError, match="allow has sned: known are send, pay"):
        phone.do('tap(name="Send")', allow=["sned"])  # type: ignore[list-item]
    with pytest.raises(ProgramFailed, match="could send"):
        phone.do('tap(name="Send")', allow=["delete"])
    phone.do('tap(name="Send")', allow=["send"])
    assert sent(pocket)


@pytest.mark.parametrize("yes", [True, False])
def test_a_person_is_asked(connect: Connect, pocket: Pocket, yes: bool) -> None:
    person = Somebody(yes=yes)
    phone = connect(person=person)
    phone.open_app("chat", fresh=True)
    if yes:
        phone.do(SEND)
    else:
        with pytest.raises(ProgramFailed, match="the person said no"):
            phone.do(SEND)
    (asked,) = person.asked
    assert "send something to somebody" in asked
    assert '"Bring the lantern"' in asked
    assert sent(pocket) is yes


def test_what_a_model_wrote_does_only_what_is_known(connect: Connect, pocket: Pocket) -> None:
    with connect(strict=True, guard="strict") as phone:
        phone.open_app("shop", fresh=True)
        with pytest.raises(ProgramFailed, match="could do harm that nobody ruled out"):
            phone.do('tap(name="Not now")')
        phone.do('tap(name="Search")')
    pocket.shell("pocketphone reset")
    with connect() as phone:
        phone.open_app("shop", fresh=True)
        phone.do('tap(name="Not now")')


# -- having a phone


def test_a_phone_that_was_given_back(connect: Connect) -> None:
    phone = connect()
    phone.look()
    phone.close()
    phone.close()
    for use in (phone.look, phone.apps, lambda: phone.do("home()"), lambda: phone.trail):
        with pytest.raises(UsageError, match="was given back: connect it again"):
            use()
    with connect() as again:
        assert again.look()


def test_two_cannot_have_one_phone(connect: Connect, phone: Phone) -> None:
    with pytest.raises(DeviceBusy, match=f"{phone.serial} is in use by"):
        connect()
    phone.close()
    assert connect().look()


def test_settings_are_checked(connect: Connect, house: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean 'guard'"):
        connect(gaurd="strict")
    with pytest.raises(ConfigError, match="--settle"):
        connect(settle_s=-1)
    assert not runs(house)


def test_a_phone_for_each_thread(server: Server, house: Path, pocket: Pocket) -> None:
    """Two phones at once: each is in its own app all the time."""
    seen: dict[str, set[str]] = {}
    meeting = threading.Barrier(2, timeout=60)

    def use(app: str, port: int) -> None:
        with Phone.connect("pocket", pocket_port=port) as phone:
            for _ in range(3):
                meeting.wait()
                phone.do(f'open_app("{app}")')
                seen.setdefault(app, set()).add(phone.look().app)

    with pocket_phone(server) as other:
        threads = [
            threading.Thread(target=use, args=each)
            for each in (("clock", pocket.port), ("contacts", other.port))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert seen == {"clock": {CLOCK}, "contacts": {"com.pocketphone.contacts"}}
    assert len(runs(house)) == 2


def test_threads_wait_for_each_other(phone: Phone) -> None:
    """One phone: the programs of several threads do not mix."""
    pages: list[tuple[str, str]] = []
    phone.open_app("clock", fresh=True)

    def show(tab: str) -> None:
        for _ in range(2):
            pages.append((tab, phone.do(f'tap(name="{tab}")').look.title))

    threads = [threading.Thread(target=show, args=[tab]) for tab in ("Timer", "Stopwatch")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pages) == 4
    assert all(tab == title for tab, title in pages)


# -- being watched and stopped


def elsewhere(work: Callable[[], object]) -> None:
    """Do it in another thread, to its end."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


PRESSES = "\n".join(["home()"] * 4)


def test_each_step_is_told(connect: Connect) -> None:
    steps: list[Step] = []
    phone = connect(on_step=steps.append)
    phone.open_app("clock", fresh=True)
    phone.do('tap(name="Timer")\ntap(name="Stopwatch")')
    assert [(step.n, step.words) for step in steps] == [
        (1, 'tap tab "Timer"'),
        (2, 'tap tab "Stopwatch"'),
    ]


def test_another_thread_stops_a_program(connect: Connect, house: Path) -> None:
    phones: list[Phone] = []
    phone = connect(on_step=lambda _: elsewhere(phones[0].stop))
    phones.append(phone)
    with pytest.raises(ProgramFailed, match="it was stopped") as failed:
        phone.do(PRESSES)
    assert len(failed.value.done.did) == 1
    phone.close()
    assert outcome(house).ending == "cancelled"


def test_after_a_stop_it_goes_on(connect: Connect) -> None:
    phone = connect()
    phone.stop()
    assert phone.do("home()").ok


class Broken(Exception):
    """Of the program that watches."""


@pytest.mark.parametrize("error", [KeyboardInterrupt, Broken])
def test_what_a_watcher_raises_comes_out(
    connect: Connect, house: Path, error: type[BaseException]
) -> None:
    def watch(step: Step) -> None:
        if step.n == 2:
            raise error

    phone = connect(on_step=watch)
    with pytest.raises(error):
        phone.do(PRESSES)
    phone.close()
    assert (outcome(house).ending, outcome(house).steps) == ("cancelled", 2)


# -- what is left behind


def test_a_phone_that_did_nothing_leaves_nothing(connect: Connect, house: Path) -> None:
    with connect() as phone:
        phone.open_app("clock", fresh=True)
        phone.look()
        assert phone.trail.is_dir()
    assert not runs(house)


def test_the_report_of_programs(connect: Connect, house: Path, server: Server) -> None:
    with connect() as phone:
        phone.open_app("clock", fresh=True)
        phone.do('tap(name="Timer")')
        first = write_report(phone.trail, house / "first.html").read_text("utf-8")
    assert (outcome(house).command, outcome(house).ending) == ("do", "done")
    assert outcome(house).last
    appagent = AppAgent(house, {**server.env, "APPAGENT_RUNS": "runs"})
    ran = appagent("report", "--out", "page.html")
    assert ran.code == 0, ran.said
    last = (house / "page.html").read_text("utf-8")
    for page in (first, last):
        assert "<h1>Program</h1>" in page
        assert "tap tab &#34;Timer&#34;" in page
    assert "it goes on" in first
    assert "it goes on" not in last
    assert " do " in appagent("runs").out


def test_a_password_that_a_program_typed_goes_to_no_model(connect: Connect) -> None:
    secret, model = "maple-Otter-42", Script([says("wait(1)"), says('exit("failed", "enough")')])
    phone = connect()
    phone.open_app("settings", fresh=True)
    phone.do("""
        tap(name="Network & internet")
        tap(name="Internet")
        tap(name="Harbour Cafe")
    """)
    phone.do(f'text("{secret}", name="Password")')
    phone.open_app("settings", fresh=True)
    phone.do(f'tap(name="Search settings")\ntext("{secret}")')  # now it can be read
    outcome = Agent(phone, model).run("Look around")
    assert outcome.steps == 2
    assert "Search settings" in model.calls[0].prompt.text
    assert not [call for call in model.calls if secret in call.prompt.text]
    assert secret not in (Path(outcome.trail) / "steps.jsonl").read_text()


def test_a_password_is_written_nowhere(connect: Connect, house: Path, pocket: Pocket) -> None:
    secret = "maple-Otter-42"
    steps: list[Any] = []
    with connect(on_step=steps.append) as phone:
        phone.open_app("settings", fresh=True)
        phone.do("""
            tap(name="Network & internet")
            tap(name="Internet")
            tap(name="Harbour Cafe")
        """)
        done = phone.do(f'text("{secret}", name="Password")')
        assert done.look.find("Password").secret
        assert done.look.find("Password").value == ""
    assert secret in str(pocket.state()["screen"])
    told = [repr(done), str(done), str(done.look), *map(repr, steps)]
    assert not [each for each in told if secret in each]
    files = [path for path in house.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if secret.encode() in path.read_bytes()]


# -- a look that is no longer the last


def test_a_number_of_an_older_look_is_looked_for_again(connect: Connect, pocket: Pocket) -> None:
    """What was seen since, without being told to the caller, is not what was decided on."""
    phone = connect()
    look = phone.open_app("clock", fresh=True)
    gym = look.find("Gym", role="switch")
    pocket.open("com.pocketphone.settings")
    with pytest.raises(ActionImpossible):  # it looked, and told nobody
        phone.do('tap(name="Nowhere")')
    assert phone.wait_for("Display")
    before = pocket.state()
    with pytest.raises(ProgramFailed, match="nothing was touched"):
        phone.do(f"tap({gym.label})")
    assert pocket.state()["screen"] == before["screen"]


def test_what_it_writes_is_for_its_owner_alone(connect: Connect, house: Path) -> None:
    """Also where a program's own umask lets others read."""
    before = os.umask(0o022)
    try:
        with connect() as phone:
            phone.open_app("clock", fresh=True)
            phone.do('tap(name="Add alarm")')
            Agent(phone, model="offline").run("Set an alarm for 6:45 am", app="clock")
    finally:
        os.umask(before)
    for folder in (house / "runs", house / "store"):
        assert folder.stat().st_mode & 0o077 == 0, folder


def test_a_mistyped_app_leaves_what_is_in_front(connect: Connect, pocket: Pocket) -> None:
    with connect() as phone:
        phone.open_app("clock", fresh=True)
        with pytest.raises(AppNotFound, match="clock"):
            phone.open_app("clokc")
        assert phone.look().app == "com.pocketphone.clock"
    assert pocket.state()["screen"]["app"] == "com.pocketphone.clock"
