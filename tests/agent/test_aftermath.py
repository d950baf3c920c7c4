"""What the trail keeps of the end: the last screen, and what Android logged of a crash."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from appagent.agent.demo import demo
from appagent.agent.explore import explore
from appagent.agent.run import run
from appagent.errors import DeviceGone, ModelUnavailable
from appagent.outcome import Outcome
from appagent.screen.describe import HIDDEN
from appagent.trail import REPORT
from tests.agent.conftest import Scene, Stage, notes_app
from tests.agent.scripted import APP, END, HOME, Page, Somebody, Widget, judges, says
from tests.agent.test_secrets import SECRET, rows_covered
from tests.agent.test_secrets import pages as secret_pages

OPEN = says("tap({New note})")
TRACE = ("FATAL EXCEPTION: main", f"Process: {APP}, PID: 4242")


def carried_out(scene: Scene) -> Outcome:
    return run(scene.session, "Write a note", APP, ())


# --- the last screen ------------------------------------------------------------------------------


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


def test_a_page_that_was_made_before_a_password_was_known_goes(stage: Stage) -> None:
    scene = stage(OPEN, END)
    page = scene.folder / REPORT
    page.write_text(SECRET)
    carried_out(scene)
    assert page.exists()
    scene.session.secrets.add(SECRET)
    assert not page.exists()


# --- what Android logged --------------------------------------------------------------------------


def crashing(
    package: str = "android", activity: str = f"Application Error: {APP}"
) -> dict[str, Page]:
    """The app, whose editor does not open: this does."""
    broken = Page((Widget("Close app", opens="home"),), package, activity=activity)
    return {**notes_app(), "editor": broken}


@pytest.mark.parametrize("title", ["Application Error", "Application Not Responding"])
def test_the_step_under_which_an_app_broke_down_tells_the_trace(stage: Stage, title: str) -> None:
    lines = OPEN, says("tap({Close app})"), says('open_app("notes")'), END
    scene = stage(*lines, pages=crashing(activity=f"{title}: {APP}"), phone={"logged": TRACE})
    carried_out(scene)
    assert [step.crash for step in scene.steps()] == [TRACE, (), (), ()]
    assert scene.phone.asked == [APP, APP], "once more while the dialog stands there"


def test_an_app_that_is_gone_without_a_word_is_asked_about(stage: Stage) -> None:
    """Android 7 and later show no dialog for the first crash of an app."""
    scene = stage(OPEN, END, pages=crashing(HOME, ".Main"), phone={"logged": TRACE})
    carried_out(scene)
    assert [step.crash for step in scene.steps()] == [TRACE, ()]


def test_nothing_is_asked_where_nothing_broke_down(stage: Stage) -> None:
    lines = OPEN, says("home()"), says('open_app("notes")'), says("back()"), END
    scene = stage(*lines, phone={"logged": TRACE})
    carried_out(scene)
    assert scene.phone.asked == []
    assert not any(step.crash for step in scene.steps())


def test_an_app_that_crashes_as_it_opens_is_told_by_the_outcome(stage: Stage) -> None:
    pages = {**notes_app(), "main": replace(notes_app()["main"], package=HOME)}
    scene = stage(pages=pages, phone={"logged": TRACE})
    ended = explore(scene.session, APP)
    assert (ended.ending, ended.crash, scene.phone.asked) == ("failed", TRACE, [APP])
    assert ended.last == "last.jpg"


def test_a_password_is_hidden_in_a_trace(stage: Stage) -> None:
    logged = (f"java.lang.IllegalStateException: no {SECRET}",)
    scene = stage(OPEN, END, pages=crashing(), phone={"logged": logged})
    scene.session.secrets.add(SECRET)
    carried_out(scene)
    assert scene.steps()[0].crash == (f"java.lang.IllegalStateException: no {HIDDEN}",)
