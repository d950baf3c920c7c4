"""What the trail keeps of the end: the last screen."""

from __future__ import annotations

import json

import pytest

from appagent.agent.demo import demo
from appagent.agent.explore import explore
from appagent.agent.run import run
from appagent.errors import DeviceGone, ModelUnavailable
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, END, Somebody, judges, says
from tests.agent.test_secrets import SECRET, rows_covered
from tests.agent.test_secrets import pages as secret_pages

OPEN = says("tap({New note})")


def carried_out(scene: Scene) -> Outcome:
    return run(scene.session, "Write a note", APP, ())


@pytest.mark.parametrize(
    ("lines", "limit", "last"),
    [
        ((OPEN, END), 9, "step-002-seen.jpg"),
        ((OPEN,), 1, "last.jpg"),
        ((says("tap({Banner})"),) * 4, 9, "last.jpg"),  # stuck
        ((OPEN, KeyboardInterrupt()), 9, "step-002-seen.jpg"),
        ((OPEN, ModelUnavailable("no answer")), 9, "step-002-seen.jpg"),
    ],
)
def test_the_last_screen_is_kept_once(
    stage: Stage, lines: tuple[object, ...], limit: int, last: str
) -> None:
    scene = stage(*lines, run_steps=limit)
    ended = carried_out(scene)
    assert ended.last == scene.kept().last == last
    assert (scene.folder / "last.jpg").exists() == (last == "last.jpg")
    latest = scene.session.eyes.latest
    assert latest
    assert (scene.folder / last).read_bytes() == latest.picture.jpeg


def test_a_phone_that_is_gone_ends_a_run_as_before(stage: Stage) -> None:
    gone = {"fail_after": {0: DeviceGone("unplugged")}, "dead": True}
    ended = carried_out(stage(OPEN, phone=gone))
    assert (ended.exit_code, ended.error, ended.last) == (3, "unplugged", "step-001-seen.jpg")


def test_nothing_was_seen(stage: Stage) -> None:
    ended = carried_out(stage(phone={"_ended": DeviceGone("unplugged")}))
    assert (ended.exit_code, ended.last) == (3, "")


def test_an_exploration_and_a_demonstration_keep_it_too(stage: Stage) -> None:
    scene = stage(OPEN, judges("BACK"), explore_steps=1)
    assert explore(scene.session, APP).last == "last.jpg", "the page that BACK led to"
    person = Somebody(["tap 4", "stop"])
    scene = stage(judges("CONTINUE"), person=person)
    assert demo(scene.session, person, APP, "Show a banner", lambda _: None).last


def test_a_password_is_covered_in_it(stage: Stage) -> None:
    lines = (
        says(f"tap({{Note: {SECRET}}})"),
        says(f"text({{Entry}}, {json.dumps(SECRET)})"),
        says("tap({Show it})"),
    )
    scene = stage(*lines, pages=secret_pages(), run_steps=3)
    assert run(scene.session, "Sign in with what the note says", APP, ()).last == "last.jpg"
    assert rows_covered(scene, "last.jpg") == [0, 2]
