"""`appagent explore` on three pocket phones, through real adb."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from .house import CLOCK, AppAgent, Pocket, Server, pocket_phone, until

EXPLORE = ("explore", "--app", "clock", "--model", "offline")


def steps_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()]


def judged(folders: list[Path]) -> Counter[tuple[str, str]]:
    """How often the model was asked what a touch does: by the document of the element and the use,
    and in words, for the rows of a list may share a document."""
    return Counter(
        (step["doc"].partition(": ")[0], step["words"])
        for folder in folders
        for step in steps_of(folder)
        if step.get("doc") and step["reflection"] != "as before"
    )


def at_work(folder: Path, phones: int) -> bool:
    """Whether so many phones have taken a step."""
    return sum(bool(trail.read_text()) for trail in folder.glob("runs/*/steps.jsonl")) >= phones


@pytest.fixture
def phones(at_server: AppAgent, alone: Server) -> Iterator[list[Pocket]]:
    """Three phones, which the command has."""
    with ExitStack() as stack:
        phones = [stack.enter_context(pocket_phone(alone)) for _ in range(3)]
        at_server.env["APPAGENT_DEVICE"] = ",".join(phone.serial for phone in phones)
        yield phones


def test_three_phones_explore_an_app(appagent: AppAgent) -> None:
    ran = appagent(*EXPLORE, "--device", "pocket,pocket,pocket", "--steps", "40", "--json")
    assert ran.code == 0, ran.said
    told = ran.document
    assert (told["ending"], told["steps"], told["app"]) == ("step_limit", 40, CLOCK)
    assert told["calls"] == sum(part["calls"] for part in told["phones"])
    assert told["docs_written"] == sum(part["docs_written"] for part in told["phones"])
    assert len({part["device"] for part in told["phones"]}) == 3
    folders = [appagent.folder / part["trail"] for part in told["phones"]]
    taken = [len(steps_of(folder)) for folder in folders]
    assert (sum(taken), sorted(taken)[1] > 0) == (40, True), "at least two were at work"
    assert [each for each, n in judged(folders).items() if n > 1] == []
    assert len(appagent.docs) > 5
    assert (appagent.folder / "docs_store" / CLOCK / "map.yaml").is_file()
    assert "pocket 1  1  tap " in ran.err


def test_a_phone_that_goes_away_leaves_the_rest_to_the_others(
    at_server: AppAgent, phones: list[Pocket]
) -> None:
    gone = phones[0]
    with at_server.started(*EXPLORE, "--steps", "60", "--json") as process:
        until(lambda: at_work(at_server.folder, 3) or process.poll() is not None, "all at work", 60)
        gone.kill()
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, out + err
    told = json.loads(out)
    assert told["exit_code"] == 0
    (part,) = (part for part in told["phones"] if part["device"] == gone.serial)
    assert (part["ending"], part["exit_code"]) == ("failed", 3)
    assert f"{gone.serial} ends its part after {part['steps']} steps: " in err
    assert told["steps"] == 60 or told["ending"] == "done"


@pytest.mark.usefixtures("phones")
def test_ctrl_c_stops_all(at_server: AppAgent) -> None:
    ran = at_server.interrupted(
        lambda: at_work(at_server.folder, 3), *EXPLORE, "--steps", "500", "--json"
    )
    assert (ran.code, ran.document["ending"]) == (130, "cancelled"), ran.said
    assert {part["ending"] for part in ran.document["phones"]} == {"cancelled"}
    trails = [*at_server.folder.glob("runs/*/outcome.json")]
    assert [json.loads(each.read_text())["ending"] for each in trails] == ["cancelled"] * 3


def test_what_is_wrong_is_told_before(appagent: AppAgent, phone: Pocket) -> None:
    for devices, said in (
        (f"{phone.serial},{phone.serial}", f"--device names {phone.serial} twice"),
        (f"{phone.serial},gone", "no phone gone is attached"),
    ):
        ran = appagent(*EXPLORE, "--device", devices)
        assert (ran.code, said in ran.err) == (2, True), ran.said
    ran = appagent("explore", "--app", "clokc", "--device", "pocket,pocket", "--model", "offline")
    assert (ran.code, "did you mean clock" in ran.err) == (2, True), ran.said
    assert not (appagent.folder / "runs").exists()
