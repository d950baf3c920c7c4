"""A run over uiautomator2's server."""

from __future__ import annotations

from tests.model.endpoint import Endpoint

from .house import AppAgent, Pocket
from .script import DONE, plays, tap


def test_a_run_over_u2_leaves_nothing_behind(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    files = phone.files()
    plays(endpoint, tap("Stopwatch"), DONE)
    ran = with_model("run", "--app", "clock", "--task", "Show the stopwatch", APPAGENT_DRIVER="u2")
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert phone.files() == files
    assert "dump" in phone.shell("uiautomator dump"), "the phone's UiAutomation is free again"


def test_an_unknown_driver_is_refused(with_model: AppAgent) -> None:
    ran = with_model("run", "--task", "Look around", APPAGENT_DRIVER="magic")
    assert ran.code == 2
    assert "'adb' or 'u2'" in ran.err
