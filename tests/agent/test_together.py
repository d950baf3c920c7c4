"""Phones that explore an app together: each goal once, nothing judged twice, what one learns the
others know.

A line of one phone's model lets another phone explore meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Thread
from typing import Any

import pytest

from appagent.actions.replies import DeedReading, PageReading, Reflection
from appagent.agent.explore import explore
from appagent.agent.frontier import Ground
from appagent.agent.observe import Observation
from appagent.agent.together import Together
from appagent.errors import DeviceGone
from appagent.exchange import Prompt
from appagent.outcome import Outcome
from tests.agent.conftest import Quiet, Scene, Stage, notes_app
from tests.agent.judge import by_label
from tests.agent.scripted import APP, END, Page, Widget, judges, says
from tests.agent.test_explore import untouched

PATIENCE_S = 20.0


def shared(steps: int = 40) -> Together:
    return Together(steps, Ground(shared=True))


def explored(scene: Scene, together: Together) -> Outcome:
    return explore(scene.session, APP, "", together)


def beside(scene: Scene, other: Scene) -> Scene:
    """The scene with the store of another phone."""
    return replace(scene, session=replace(scene.session, store=other.session.store))


def meanwhile(do: Callable[[], object], then: Reflection) -> Callable[[Prompt], Reflection]:
    """A judgement, while which another phone does something."""

    def judge(_: Prompt) -> Reflection:
        do()
        return then

    return judge


def test_what_one_is_at_is_no_goal_of_another(stage: Stage) -> None:
    together = shared()
    other = stage(says("tap({New note})"), says("tap({Settings})"), judges("CONTINUE"), END)
    first = stage(
        says("tap({New note})"),
        meanwhile(lambda: explored(other, together), judges("BACK", "Opens the editor.")),
        END,
    )
    explored(first, together)
    text, after = other.model.texts("explore")[:2]
    assert 'another phone tries it: tap button "New note"' in text
    assert "New note" not in untouched(text)[0]
    assert other.steps()[0].error == "another phone is trying it: try something else"
    assert "it was of no use" not in after
    assert 'tap button "Settings"' in first.model.texts("explore")[1], "what the other tried"
    assert "another phone" not in first.model.texts("explore")[1]


def test_the_control_that_one_tries_in_a_row_is_none_of_another_row(stage: Stage) -> None:
    rows = {"main": Page(tuple(Widget(n, row=True, icon="menu") for n in ("Ada", "Bob")))}
    rows["menu"] = Page((Widget("Pin"),))
    together = shared()
    other = stage(says("tap(4)"), END, pages=rows)
    first = stage(
        says("tap(2)"), meanwhile(lambda: explored(other, together), judges("BACK")), END,
        pages=rows,
    )  # fmt: skip
    explored(first, together)
    assert other.steps()[0].error == "another phone is trying it: try something else"


@pytest.mark.parametrize("name", ["Dark theme", "Settings"])
def test_nothing_is_judged_twice(stage: Stage, name: str) -> None:
    """Neither what leads to another page nor what stays on its own."""
    pages = notes_app()
    pages["main"] = Page((*pages["main"].widgets, Widget("Dark theme", "Switch")))
    together = shared()
    first = stage(says(f"tap({{{name}}})"), judges("CONTINUE", "Does it."), END, pages=pages)
    explored(first, together)
    other = beside(stage(says(f"tap({{{name}}})"), END, pages=notes_app() | pages), first)
    explored(other, together)
    assert (len(first.model.texts("reflect")), len(other.model.texts("reflect"))) == (1, 0)
    assert other.steps()[0].decision == "CONTINUE"
    assert other.docs()[name, "tap"] == "Does it."
    alone = stage(says(f"tap({{{name}}})"), judges("CONTINUE"), END, pages=pages)
    explored(alone, Together(40))


def test_a_note_is_read_by_the_others_at_their_next_step(stage: Stage) -> None:
    together = shared()
    first = stage(says("tap({Settings})"), judges("BACK", "Opens the settings."), END)
    other = stage(
        says("tap({New note})"),
        meanwhile(lambda: explored(first, together), judges("BACK", "Opens the editor.")),
        END,
    )
    first = beside(first, other)
    explored(other, together)
    before, after = other.model.texts("explore")
    assert "Opens the settings." not in before
    assert "Opens the settings." in after
    assert untouched(after)[0].startswith('button "Help"'), "what both tried is not offered"


def test_all_take_from_the_same_steps(stage: Stage) -> None:
    together = shared(steps=3)
    other = stage(says("wait(1)"), says("wait(2)"))
    first = stage(
        says("tap({Settings})"),
        meanwhile(lambda: explored(other, together), judges("CONTINUE")),
    )
    ended = explored(first, together)
    assert (ended.ending, ended.steps) == ("step_limit", 1)
    assert (other.kept().ending, other.kept().steps) == ("step_limit", 2)
    one, two = (re.findall(r"step \d.*", text) for text in other.model.texts("explore"))
    assert (one, two) == (["step 1, 1 more for all phones together"], ["step 2, the last"])


def test_a_step_that_went_on_a_phone_that_was_away_is_given_back(stage: Stage) -> None:
    together = shared(steps=1)
    scene = stage(says("tap({New note})"), says("wait(1)"),
                  phone={"fail_after": {0: DeviceGone("gone")}})  # fmt: skip
    ended = explored(scene, together)
    assert (ended.ending, ended.steps, together.steps) == ("step_limit", 2, 0)


def test_another_may_take_the_last_step_before_this_one_begins(stage: Stage) -> None:
    together = shared(steps=2)
    other = stage(says("wait(1)"))
    pages = {**notes_app(), "browser": Page((Widget("Reload"),), "com.example.browser", "browser")}
    first = stage(says("tap({Help})"), judges("CONTINUE"), pages=pages)
    saying = first.watcher.say

    def say(text: str) -> None:  # while the app is opened again
        saying(text)
        if text.startswith("opening"):
            explored(other, together)

    watcher = Quiet()
    watcher.say = say  # type: ignore[method-assign]
    ended = explored(replace(first, session=replace(first.session, progress=watcher)), together)
    assert (ended.ending, ended.steps, other.kept().steps) == ("step_limit", 1, 1)


def test_the_goal_of_a_phone_that_goes_away_is_untouched_again(stage: Stage) -> None:
    together = shared()
    gone = stage(
        says("tap({New note})"), phone={"fail_after": {0: DeviceGone("gone")}, "dead": True}
    )
    assert explored(gone, together).exit_code == 3
    other = stage(END)
    explored(other, together)
    assert "New note" in untouched(other.model.texts("explore")[0])[0]


def test_what_was_made_but_not_judged_is_untouched_again(stage: Stage) -> None:
    def lost() -> None:
        raise DeviceGone("gone")

    together = shared()
    gone = stage(says("tap({New note})"), meanwhile(lost, judges("CONTINUE")))
    assert explored(gone, together).exit_code == 3
    (page, *_) = together.ground.pages
    assert "New note" in {name for _, name in page.untouched}, "also for who is elsewhere"
    other = stage(END)
    explored(other, together)
    text = other.model.texts("explore")[0]
    assert "New note" in untouched(text)[0]
    assert "New note" not in text.partition("<tried>")[2].partition("</tried>")[0]


def test_on_one_page_they_decide_one_after_the_other(stage: Stage) -> None:
    together, looked = shared(), Event()
    other = stage(says("tap({Settings})"), judges("CONTINUE"), END)
    watcher = Quiet()

    def look(n: int, seen: Observation) -> None:  # noqa: ARG001
        looked.set()

    watcher.looked = look  # type: ignore[method-assign]
    other = replace(other, session=replace(other.session, progress=watcher))
    thread = Thread(target=lambda: explored(other, together))

    def decide(prompt: Prompt) -> object:
        thread.start()
        assert looked.wait(PATIENCE_S), "the other phone is there"
        return says("tap({New note})")(prompt)

    first = stage(decide, judges("CONTINUE"), END)
    explored(first, together)
    thread.join(PATIENCE_S)
    text = other.model.texts("explore")[0]
    assert 'tap button "New note"' in text.partition("<tried>")[2].partition("</tried>")[0]


def test_a_page_is_asked_about_once(stage: Stage) -> None:
    """What its controls do, even where the answer is not written down, and what it is called."""
    asked: list[str] = []

    def deeds(prompt: Prompt) -> DeedReading:
        asked.append("deeds")
        said = by_label(prompt)
        return said.model_copy(
            update={"deeds": tuple(f"{d.split()[0]} unknown" for d in said.deeds)}
        )

    def describes(_: Prompt) -> PageReading:
        asked.append("page")
        return PageReading(name="Notes", fixed=(), shows=())

    together, scenes = shared(), [stage(END), stage(END)]
    for scene in scenes:
        scene.model.deeds, scene.model.pages = deeds, describes
        explored(beside(scene, scenes[0]), together)
    assert asked == ["deeds", "page"]


class Watched(Ground):
    """A ground at which nobody looks without its lock."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("pages", "frontiers"):
            assert self.lock._is_owned(), f"another phone may change the {name}"  # type: ignore[attr-defined]
        return super().__getattribute__(name)


def test_no_phone_reads_the_ground_while_another_changes_it(stage: Stage) -> None:
    together = Together(40, Watched(shared=True))
    other = stage(says("tap({Settings})"), judges("CONTINUE"), END)
    first = stage(
        says("tap({New note})"),
        meanwhile(lambda: explored(other, together), judges("BACK", "Opens the editor.")),
        END,
    )
    assert (explored(first, together).ending, other.kept().ending) == ("done", "done")
