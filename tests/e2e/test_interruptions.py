"""What comes between a person and an app is a screen like any other: seen, named, answered."""

from __future__ import annotations

import pytest

from tests.model.endpoint import Endpoint

from .house import CLOCK, AppAgent, Pocket
from .script import DONE, plays, screen, tap, write

RUN = ("run", "--app", "clock", "--task", "Show the stopwatch")


@pytest.mark.parametrize(
    ("fault", "owner", "words", "answer", "again", "logged"),
    [
        ("app anr 1", "android", "Clock isn't responding", tap("Wait"), (), f"ANR in {CLOCK}"),
        (
            "app crash 1",
            "android",
            "Clock keeps stopping",
            tap("Close app"),
            ('open_app("clock")',),
            "FATAL EXCEPTION: main",
        ),
        (
            "popup permission 1",
            "com.android.permissioncontroller",
            "Allow Clock to send you notifications?",
            tap("Don't allow"),
            (),
            "",
        ),
        ("popup dialog 1", "com.android.systemui", "Battery is low", tap("No thanks"), (), ""),
    ],
)
def test_a_window_that_comes_between_is_answered(
    with_model: AppAgent,
    endpoint: Endpoint,
    phone: Pocket,
    fault: str,
    owner: str,
    words: str,
    answer: object,
    again: tuple[str, ...],
    logged: str,
) -> None:
    phone.shell(f"pocketphone fault {fault}")
    plays(endpoint, tap("Stopwatch"), answer, *again, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert f'- text "{words}"' in screen(endpoint.requests[1])
    assert with_model.steps[1]["app"] == owner
    told = [step.get("crash", [""])[0] for step in with_model.steps]
    assert logged in told[0]
    assert not any(told[1:]), "what was logged is told once"
    assert with_model.outcome["last"] == with_model.steps[-1]["images"]["seen"]
    after = phone.state()["screen"]
    assert (after["app"], after["page"]) == (CLOCK, "stopwatch")


def test_an_app_that_asks_for_leave_as_it_starts(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    """Its dialog is not the app, and it was started all the same."""
    phone.open(CLOCK)
    phone.shell("pocketphone fault popup permission 1; input tap 540 2300")
    plays(endpoint, tap("Don't allow"), DONE)
    ran = with_model("run", "--app", "clock", "--task", "Look at the alarms")
    assert ran.code == 0, ran.said
    assert with_model.steps[0]["app"] == "com.android.permissioncontroller"
    assert phone.state()["screen"]["app"] == CLOCK


def test_what_the_keyboard_hides_is_reached(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    """The app makes room for the keyboard; once that is closed, what had none is there again."""
    phone.shell("wm size 1080x1500")
    try:
        plays(endpoint, tap("Create contact"), tap("Name"), "back()", tap("More fields"), DONE)
        ran = with_model("run", "--app", "contacts", "--task", "Show all fields")
    finally:
        phone.shell("wm size reset")
    assert ran.code == 0, ran.said
    before, with_keyboard, after = map(screen, endpoint.requests[1:4])
    assert [text.count("More fields") > 0 for text in (before, with_keyboard)] == [True, False]
    assert '- keyboard "shown"' in with_keyboard
    assert '- keyboard "shown"' not in after
    assert with_model.steps[3]["change"], "it was touched, not the keyboard"


@pytest.mark.parametrize("quarters", [1, 2])
def test_a_screen_that_turned_is_looked_at_again(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket, quarters: int
) -> None:
    def turning(text: str) -> str:
        phone.shell(f"wm user-rotation lock {quarters}")
        return tap("Stopwatch")(text)

    plays(endpoint, turning, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    first = with_model.steps[0]
    if quarters == 1:  # all is elsewhere now, and the button is found there
        assert first["outcome"].startswith("it had moved, and was touched where it is now")
    else:  # the picture is the same: the touch is not made, for the frame is another one
        assert (first["status"], "look again" in first["error"]) == ("ERROR", True)
    assert phone.state()["screen"]["page"] == "stopwatch"


def test_a_phone_that_falls_asleep_while_the_model_thinks(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    def slowly(text: str) -> str:
        phone.shell("input keyevent 223")  # KEYCODE_SLEEP
        return tap("Stopwatch")(text)

    plays(endpoint, slowly, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"


def test_a_toast_that_no_tree_holds_is_told(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.open("com.pocketphone.mail")
    plays(endpoint, tap("Compose"), write("Subject", "Tea"), tap("Navigate up"), DONE)
    ran = with_model("run", "--app", "mail", "--task", "Keep a draft about tea")
    assert ran.code == 0, ran.said
    assert (
        "a short notice came up, in the picture alone; back on " in with_model.steps[2]["outcome"]
    )
