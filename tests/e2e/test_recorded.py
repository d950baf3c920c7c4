"""A conversation that was kept is played again, without its model."""

from __future__ import annotations

import json
import re
from zipfile import ZipFile

import pytest

from .house import CLOCK, AppAgent, Pocket

TASK = ("run", "--app", "clock", "--task", "Set an alarm for 7:25 am")


def test_a_recorded_run_does_the_same_again(appagent: AppAgent, phone: Pocket) -> None:
    first = appagent(*TASK, "--model", "offline", APPAGENT_RECORD="1")
    assert first.code == 0, first.said
    alarms = phone.app(CLOCK)["alarms"]
    assert any((a["hour"], a["minute"]) == (7, 25) for a in alarms)
    (kept,) = appagent.folder.glob("runs/*/conversation.jsonl")
    assert re.search(
        r"^recording into runs/\S+: the task, the texts of the screens", first.err, re.M
    )
    assert "once they are typed" in json.loads(kept.read_text().split("\n")[0])["holds"]

    phone.shell("pocketphone reset")
    again = appagent(*TASK, "--model", f"recorded:{kept}")
    assert again.code == 0, again.said
    assert again.err.startswith("run with replay of offline on 127.0.0.1:")
    assert phone.app(CLOCK)["alarms"] == alarms


def test_a_replay_starts_from_the_phone_s_state_of_that_time(
    appagent: AppAgent, phone: Pocket
) -> None:
    """On a phone of its own; what was packed of the recording is enough."""
    phone.load({"apps": {CLOCK: {"alarms": []}}})
    first = appagent(*TASK, "--model", "offline", APPAGENT_RECORD="1")
    assert first.code == 0, first.said
    packed = appagent("doctor", "--bundle", appagent.trail.name, "--conversation")
    assert packed.code == 0, packed.said
    with ZipFile(appagent.folder / f"{appagent.trail.name}.zip") as archive:
        archive.extractall(appagent.folder / "theirs")

    own = {"APPAGENT_POCKET_PORT": "1", "APPAGENT_RUNS": "again"}
    again = appagent(*TASK, "--model", "recorded:theirs/conversation.jsonl", **own)
    assert again.code == 0, again.said
    (last,) = appagent.folder.glob("again/*/phone-state.json")
    (alarm,) = json.loads(last.read_text())["apps"][CLOCK]["alarms"]
    assert (alarm["hour"], alarm["minute"]) == (7, 25)


def test_another_question_than_the_recorded_one(appagent: AppAgent) -> None:
    assert appagent(*TASK, "--model", "offline", APPAGENT_RECORD="1").code == 0
    (kept,) = appagent.folder.glob("runs/*/conversation.jsonl")
    replay = ("--model", f"recorded:{kept}", "--json")
    other = appagent("explore", "--app", "clock", *replay)
    assert other.code == 2
    assert "answers 'run' with a Decision, and 'explore' was asked" in other.document["error"]
    later = appagent("run", "--app", "clock", "--task", "Set an alarm for 9:25 am", *replay)
    assert later.code == 2
    assert later.document["error"] == (
        f"{kept}:2 is of another task: replay it with 'Set an alarm for 7:25 am'"
    )


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("none.jsonl", "no recording none.jsonl: No such file or directory"),
        (".", "no recording .: Is a directory"),
        ("", "--model recorded: names no file: recorded:FILE replays one"),
        ("empty.jsonl", "the recording empty.jsonl is empty: no call was made"),
        *(
            (
                name,
                f"{name} is no recording: line 1 is no call; `record: true` writes "
                "conversation.jsonl in a run's folder",
            )
            for name in ("picture.jpg", "outcome.json")
        ),
    ],
)
def test_no_recording(bare: AppAgent, file: str, said: str) -> None:
    (bare.folder / "empty.jsonl").touch()
    (bare.folder / "picture.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    (bare.folder / "outcome.json").write_text('{"ending": "done"}')
    ran = bare(*TASK, "--device", "pocket", "--model", f"recorded:{file}", "--json")
    assert (ran.code, ran.document["error"]) == (2, said)


def test_what_is_kept_unasked(appagent: AppAgent) -> None:
    appagent(*TASK, "--model", "offline")
    assert len(list(appagent.folder.glob("runs/*/conversation.jsonl"))) == 1
    assert not list(appagent.folder.glob("runs/*/phone-start.json"))
    appagent(*TASK, "--model", "offline", APPAGENT_CONVERSATION="0")
    assert len(list(appagent.folder.glob("runs/*/conversation.jsonl"))) == 1
