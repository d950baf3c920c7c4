"""A conversation that was kept is played again, without its model."""

from __future__ import annotations

from .house import CLOCK, AppAgent, Pocket

TASK = ("run", "--app", "clock", "--task", "Set an alarm for 7:25 am")


def test_a_recorded_run_does_the_same_again(appagent: AppAgent, phone: Pocket) -> None:
    first = appagent(*TASK, "--model", "offline", APPAGENT_RECORD="1")
    assert first.code == 0, first.said
    alarms = phone.app(CLOCK)["alarms"]
    assert any((a["hour"], a["minute"]) == (7, 25) for a in alarms)
    (kept,) = appagent.folder.glob("runs/*/conversation.jsonl")

    phone.shell("pocketphone reset")
    again = appagent(*TASK, "--model", f"recorded:{kept}")
    assert again.code == 0, again.said
    assert phone.app(CLOCK)["alarms"] == alarms


def test_another_question_than_the_recorded_one(appagent: AppAgent) -> None:
    assert appagent(*TASK, "--model", "offline", APPAGENT_RECORD="1").code == 0
    (kept,) = appagent.folder.glob("runs/*/conversation.jsonl")
    other = appagent("explore", "--app", "clock", "--model", f"recorded:{kept}")
    assert other.code == 5
    assert "the recording answers 'run' with a Decision" in other.err


def test_nothing_is_recorded_unasked(appagent: AppAgent) -> None:
    appagent(*TASK, "--model", "offline")
    assert not list(appagent.folder.glob("runs/*/conversation.jsonl"))
