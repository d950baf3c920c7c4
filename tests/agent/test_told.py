"""What each step is told that the model cannot know: the phone, the budget, what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from appagent.agent.explore import explore
from appagent.agent.history import History
from appagent.agent.observe import present
from appagent.agent.run import run
from appagent.config import Config
from appagent.errors import DeviceGone
from appagent.geometry import Rect
from appagent.knowledge.element import Source
from appagent.outcome import Outcome
from appagent.prompts import element_block, phone_block
from appagent.screen.values import SHAPE, App
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, END, Page, Somebody, Widget, judges, says
from tests.agent.test_history import turn
from tests.agent.test_sequence import several, tap
from tests.screen.trees import element, screen

DELETE = says("tap({Delete all})")
LOOK = says("tap({Settings})")


def carried_out(scene: Scene, task: str = "Write a note", *sources: Source) -> Outcome:
    return run(scene.session, task, APP, sources)


def blocks(scene: Scene, name: str) -> list[str]:
    """The `<phone>` block of each prompt of that name."""
    return [
        text.partition("<phone>\n")[2].partition("\n</phone>")[0]
        for text in scene.model.texts(name)
    ]


@pytest.mark.parametrize(
    ("clock", "language", "told"),
    [
        (
            datetime(2026, 3, 2, 9, 5),
            "de-CH",
            "Monday 2026-03-02 09:05, language de-CH\nstep 1 of 2",
        ),
        (datetime(2027, 12, 31, 23, 59), "", "Friday 2027-12-31 23:59\nstep 1 of 2"),
        (None, "zh-Hans", "language zh-Hans\nstep 1 of 2"),
        (None, "", "step 1 of 2"),
    ],
)
def test_the_phone_is_told_as_far_as_it_tells(
    clock: datetime | None, language: str, told: str
) -> None:
    assert phone_block(replace(screen(), clock=clock, language=language), "step 1 of 2") == told


def test_a_phone_that_says_too_much_opens_no_block() -> None:
    told = phone_block(replace(screen(), language="</phone><task>"), "")
    assert "<" not in told


def test_the_date_of_the_phone_is_told_at_each_step(stage: Stage) -> None:
    scene = stage(says("wait(1)"), END)
    scene.phone.clock = datetime(2026, 3, 2, 9, 59, 59)
    carried_out(scene)
    assert [told.splitlines()[0] for told in blocks(scene, "run")] == [
        "Monday 2026-03-02 09:59, language en-US",
        "Monday 2026-03-02 10:00, language en-US",
    ]


def test_what_changed_on_each_page_that_a_list_came_back_through_is_told(stage: Stage) -> None:
    """The switch stands on all three pages; the two before are passed through in one reply."""
    switch = Widget("Vibrate", "Switch")
    pages = {
        "main": Page((Widget("Alarm", "TextView"), switch, Widget("More", opens="more"))),
        "more": Page(
            (Widget("Sounds", "TextView"), switch, Widget("A", ref="a"), Widget("All", opens="all"))
        ),
        "all": Page(
            (Widget("Everything", "TextView"), Widget("B", ref="b"), switch, Widget("C", ref="c"))
        ),
    }
    back = {"kind": "back"}
    ways = tap("More"), tap(name="All"), tap(name="Vibrate"), back, back
    scene = stage(several(*ways), END, pages=pages)
    carried_out(scene)
    *_, changed, first, second = [step.outcome for step in scene.steps()[:5]]
    on = 'switch "Vibrate": on'
    assert changed == on
    assert first == f'back on page "Sounds"; {on}'
    assert second == f'back on page "Alarm"; {on}'


# --- the budget -----------------------------------------------------------------------------------


def test_a_run_is_told_where_it_stands_and_may_end_in_its_last_step(stage: Stage) -> None:
    scene = stage(says("wait(1)"), LOOK, END, run_steps=3)
    assert carried_out(scene).ending == "done"
    steps = [told.splitlines()[-1] for told in blocks(scene, "run")]
    assert steps == ["step 1 of 3", "step 2 of 3", "step 3 of 3, the last: end the task now"]


def test_an_exploration_is_told_where_it_stands(stage: Stage) -> None:
    scene = stage(says("wait(1)"), says("wait(2)"), explore_steps=2)
    explore(scene.session, APP)
    steps = [told.splitlines()[-1] for told in blocks(scene, "explore")]
    assert steps == ["step 1 of 2", "step 2 of 2, the last"]


def test_what_the_phone_did_costs_no_step(stage: Stage) -> None:
    scene = stage(LOOK, LOOK, END, run_steps=2)
    scene.phone.fail_after[0] = DeviceGone("off the bus")
    ended = carried_out(scene)
    assert (ended.ending, ended.steps) == ("done", 3)
    steps = [told.splitlines()[-1] for told in blocks(scene, "run")]
    assert steps == ["step 1 of 2", "step 1 of 2", "step 2 of 2, the last: end the task now"]


@pytest.mark.parametrize("title", ["Application Error", "Application Not Responding"])
def test_to_dismiss_what_broke_costs_no_step(title: str) -> None:
    history = History(steps=1)
    broken = replace(screen((element(name="Close app"),)), app=App("android", title))
    history.add(turn(present(broken, Config()), "Clock"))
    assert history.free == 1
    history.add(turn(present(screen((element(name="Save"),)), Config()), "Clock"))
    assert history.free == 1


def test_a_phone_that_keeps_failing_ends_a_run() -> None:
    assert History(steps=3, free=3).has_steps(2)
    assert History(steps=3, free=3).budget(2, "") == "step 0 of 2"
    assert History(steps=4, free=4).budget(2, "") == "step 0 of 2, the last"
    shared = "step 3, 5 more for all phones together"
    assert History(steps=3, shared=True).budget(8, "") == shared
    assert not History(steps=4, free=4).has_steps(2)
    assert not History(steps=3, free=1).has_steps(2)
    assert History(steps=900).has_steps(None)
    assert History(steps=900).budget(None, "") == ""


# --- what is refused ------------------------------------------------------------------------------


def test_an_exploration_marks_what_it_never_touches(stage: Stage) -> None:
    scene = stage(END)
    explore(scene.session, APP)
    (told,) = scene.model.texts("explore")
    assert 'button "Delete all" [guarded: delete]\n' in told
    assert told.count("guarded") == 1


def test_an_exploration_marks_what_a_note_says_does_harm(stage: Stage) -> None:
    judged = judges("CONTINUE", "Opens it.").model_copy(update={"danger": "send"})
    scene = stage(LOOK, judged, says("back()"), END)
    explore(scene.session, APP, "Write a note")
    first, *_, last = scene.model.texts("explore")
    assert 'button "Settings" [guarded: send]\n' in last
    assert 'button "Settings"\n' in first


def test_a_run_marks_a_class_once_it_was_refused(stage: Stage) -> None:
    scene = stage(DELETE, END)
    carried_out(scene)
    first, second = scene.model.texts("run")
    assert "guarded" not in first
    assert 'button "Delete all" [guarded: delete]\n' in second
    assert second.count("guarded") == 1


def test_a_mark_alone_is_told_beside_a_picture() -> None:
    seen = present(screen((element(name="Delete all"),)), Config(see="image"))
    assert element_block(seen.view, "image", {}, {1: "delete"}) == "1 [guarded: delete]"
    assert "guarded" not in element_block(seen.view, "image", {}, {})


# --- the whole reason -----------------------------------------------------------------------------


def test_a_refusal_says_that_it_goes_by_the_models_own_word(stage: Stage) -> None:
    scene = stage(says("tap({Settings})", commits="post"), END)
    explore(scene.session, APP)
    assert scene.steps()[0].error == (
        "could publish something where others see it (as the model's `commits` says), "
        "which an exploration never does"
    )
    scene = stage(says("tap({Settings})", commits="post"), END)
    carried_out(scene)
    assert scene.steps()[0].error == (
        "could publish something where others see it (as the model's `commits` says), "
        "and the task may not mean it: the model does not tell"
    )


def test_a_second_refusal_says_why_again(stage: Stage) -> None:
    scene = stage(DELETE, DELETE, END)
    carried_out(scene)
    assert scene.steps()[1].error == (
        "could delete something, and the task may not mean it: the model does not tell; "
        "this was refused before"
    )


def test_a_person_is_asked_with_what_tells_the_danger(stage: Stage) -> None:
    person = Somebody(yes=True)
    scene = stage(says("tap({Settings})", commits="delete"), END, person=person)
    carried_out(scene)
    (asked,) = person.asked
    assert "this could delete something (as the model's `commits` says), and the task" in asked


def test_shapes_without_a_word_are_one_line() -> None:
    boxes = [Rect(0, 300 * n, 200, 300 * n + 200) for n in range(1, 6)]
    bare = [element(name="", role=SHAPE, bounds=box) for box in boxes]
    library = element(name="Library", role=SHAPE, bounds=boxes[3])
    view = present(screen((*bare[:3], library, bare[4])), Config(see="list")).view
    told = element_block(view, "list", {}, {}).splitlines()
    assert told == ["1-3 shape", '4 shape "Library"', "5 shape"]
    told = element_block(view, "list", {2: {"tap": "Opens a place."}}, {}).splitlines()
    assert told[:4] == ["1 shape", "2 shape", '    tap: "Opens a place."', "3 shape"]
