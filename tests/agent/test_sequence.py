"""Several actions in one reply: what is gone on with, what stops, and what is told of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from appagent.actions.gestures import InputText, KeyPress
from appagent.agent.run import run
from appagent.errors import DeviceGone
from appagent.model.recorded import RecordedModel, RecordingModel
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, END, Page, Somebody, Widget, label

Planned = dict[str, Any]


def several(*actions: Planned, **more: Any) -> Any:
    """A reply with a list of actions; a text as `element` stands for the number of that name."""

    def answer(prompt: Any) -> str:
        told = [
            action | {"element": int(label(prompt.text, action["element"]))}
            if isinstance(action.get("element"), str)
            else action
            for action in actions
        ]
        return json.dumps({"thought": "why", "actions": told, **more})

    return answer


def tap(element: str | None = None, name: str = "", **more: Any) -> Planned:
    return {"kind": "tap", "element": element, "name": name, **more}


def text(what: str, element: str | None = None, name: str = "") -> Planned:
    return {"kind": "text", "text": what, "element": element, "name": name}


def form() -> dict[str, Page]:
    """A form, a menu that it opens, a dialog, and a way out of the app."""
    return {
        "main": Page(
            (
                Widget("Title", "EditText"),
                Widget("Body", "EditText"),
                Widget("Pinned", "Switch"),
                Widget("Color", opens="colors"),
                Widget("Help", opens="browser"),
                Widget("Delete all", opens="empty"),
                Widget("Idle"),
                Widget("Save", opens="saved"),
            )
        ),
        "colors": Page((Widget("Red", "RadioButton"), Widget("Blue", "RadioButton"),
                        Widget("Apply", opens="main"))),
        "saved": Page((Widget("Note saved", "TextView"), Widget("OK", opens="main"))),
        "empty": Page((Widget("No notes", "TextView"),)),
        "browser": Page((Widget("Address", "EditText"), Widget("Save")), "com.example.browser"),
    }  # fmt: skip


def done(scene: Scene, task: str = "Write a note") -> Outcome:
    return run(scene.session, task, APP, ())


def test_a_form_takes_one_call(stage: Stage) -> None:
    scene = stage(
        several(text("Milk", "Title"), text("2 l", "Body"), tap("Pinned"), tap("Save")), END,
        pages=form(),
    )  # fmt: skip
    ended = done(scene)
    assert (ended.ending, ended.steps, ended.calls) == ("done", 5, 2)
    assert scene.phone.shown[-1] == "saved"
    steps = scene.steps()
    assert [step.reply_of for step in steps] == [0, 1, 1, 1, 0]
    assert [step.calls for step in steps] == [1, 0, 0, 0, 1]
    assert [bool(step.thought) for step in steps] == [True, False, False, False, True]
    assert all(step.gesture and step.images for step in steps[:4])
    assert scene.model.texts("run")[1].count("\n2. text text field") == 1


def test_what_is_not_there_yet_is_found_by_its_name(stage: Stage) -> None:
    """The list goes on over a page of the same app and back."""
    scene = stage(
        several(tap("Color"), tap(name="Blue"), tap(name="Apply"), tap("Pinned")), END,
        pages=form(),
    )  # fmt: skip
    ended = done(scene)
    assert (ended.steps, ended.calls) == (5, 2)
    assert scene.phone.pages["colors"].widgets[1].on
    assert scene.phone.pages["main"].widgets[2].on


STOPS = [
    # another page where the target was numbered on the old one
    ([tap("Color"), tap("Save")], 1, "another page is shown"),
    # nothing is called so
    ([tap("Color"), tap(name="Green")], 1, "nothing to touch here is called 'Green'"),
    # another app, though it has the name
    ([tap("Help"), tap(name="Save")], 1, "another app is in front"),
    # refused
    ([tap("Delete all"), tap("Save")], 1, "this was refused"),
    # nothing changed
    ([tap("Idle"), tap("Save")], 1, "nothing changed"),
    # the end is decided on what was seen
    ([tap("Pinned"), {"kind": "exit", "status": "done"}], 1, "what was done has to be seen first"),
    # sought in vain
    ([{"kind": "wait_for", "text": "Ready"}, tap("Save")], 1, "the text did not show"),
]


@pytest.mark.parametrize(("actions", "made", "why"), STOPS)
def test_the_first_surprise_stops_the_list(
    stage: Stage, actions: list[Planned], made: int, why: str
) -> None:
    scene = stage(several(*actions), END, pages=form())
    assert done(scene).ending == "done"
    steps = scene.steps()
    assert len(steps) == made + 1
    past = scene.model.texts("run")[1]
    assert f"the rest was not done, since {why}" in past
    assert "the rest was not done" in steps[made - 1].outcome


def question(package: str) -> Page:
    return Page((Widget("Allow"), Widget("Save")), package)


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("com.android.permissioncontroller", "a permission is asked for"),
        ("android", 'a window came up, and "Save" may be meant of the page below it'),  # a chooser
        ("com.android.dialer", "another app is in front"),  # a call that came in
    ],
)
def test_a_window_that_nobody_announced_stops_the_list(
    stage: Stage, package: str, why: str
) -> None:
    """Though it has what the next action names."""
    pages = form() | {"colors": question(package)}
    scene = stage(several(tap("Color"), tap(name="Save")), END, pages=pages)
    done(scene)
    assert f"the rest was not done, since {why}: tap" in scene.steps()[0].outcome
    assert scene.phone.shown[-1] == "colors"


def test_a_crash_stops_the_list(stage: Stage) -> None:
    crashed = Page((Widget("Save"),), APP, activity="Application Error: com.example.notes")
    scene = stage(several(tap("Color"), tap(name="Save")), END, pages=form() | {"colors": crashed})
    done(scene)
    assert "since the app broke down: tap" in scene.steps()[0].outcome


def listed(*names: str) -> dict[str, Page]:
    """A list of rows with a sign each that takes its row away."""
    rows = tuple(Widget(name, row=True, icon="main") for name in names)
    return {"main": Page((*rows, Widget("Done", "Switch")))}


def test_one_of_several_rows_is_told_by_its_name(stage: Stage) -> None:
    scene = stage(several(tap("Done"), tap("Tea")), END, pages=listed("Milk", "Tea"))
    done(scene)
    assert [step.words for step in scene.steps()][1] == 'tap item "Tea"'


def test_of_twins_that_moved_none_is_touched(stage: Stage) -> None:
    """Which of them is meant cannot be told any more."""
    pages = listed("Milk", "Milk", "Milk")
    pages["main"] = replace(
        pages["main"], widgets=(*pages["main"].widgets[:3], Widget("Sort", opens="sorted"))
    )
    pages["sorted"] = replace(
        pages["main"], widgets=(Widget("Milk", row=True, icon="main"), *pages["main"].widgets)
    )
    second = {"kind": "tap", "element": 3}
    scene = stage(several(tap("Sort"), second), END, pages=pages)
    done(scene)
    assert 'item "Milk" is not the only one' in scene.steps()[0].outcome


def test_a_control_that_changed_its_name_is_not_touched(stage: Stage) -> None:
    pages = form()
    changed = replace(pages["main"], widgets=tuple(
        replace(w, name="Send now", ref="save") if w.name == "Save" else w
        for w in pages["main"].widgets
    ))  # fmt: skip
    pages["main"] = replace(pages["main"], widgets=tuple(
        replace(w, opens="changed") if w.name == "Idle" else w for w in pages["main"].widgets
    ))  # fmt: skip
    scene = stage(several(tap("Idle"), tap("Save")), END, pages=pages | {"changed": changed})
    done(scene)
    assert 'button "Save" is now called "Send now"' in scene.steps()[0].outcome


def test_what_is_chosen_already_need_not_change(stage: Stage) -> None:
    pages = form()
    pages["colors"].widgets[0].on = True
    scene = stage(several(tap("Color"), tap(name="Red"), tap(name="Apply")), END, pages=pages)
    done(scene)
    assert scene.phone.shown[-1] == "main"


def test_a_password_in_a_list_is_no_words_of_the_trail(stage: Stage) -> None:
    pages = form()
    secret = Widget("Password", "EditText", password=True)
    pages["main"] = replace(pages["main"], widgets=(*pages["main"].widgets, secret))
    scene = stage(
        several(tap("Idle"), text("x7-Gn", "Password")),
        several(tap("Pinned"), text("x7-Gn", name="Password")), END, pages=pages,
    )  # fmt: skip
    done(scene)
    assert secret.value == "x7-Gn"
    assert "x7-Gn" not in (scene.folder / "steps.jsonl").read_text()
    assert "x7-Gn" not in scene.model.texts("run")[-1]


def test_the_same_list_is_found_in_a_recording_of_it(stage: Stage, tmp_path: Path) -> None:
    """A replay asks as often."""
    made = []
    for n in range(2):
        scene = stage(several(tap("Pinned"), tap("Save")), END, pages=form())
        model = scene.model if n == 0 else RecordedModel(tmp_path / "c.jsonl")
        heard = RecordingModel(model, tmp_path / f"{'cd'[n]}.jsonl", str)
        ended = run(replace(scene.session, model=heard), "Write a note", APP, ())
        made.append(([step.words for step in scene.steps()], ended.calls))
    assert made[0] == made[1]
    assert made[0][1] == 2


def test_a_text_that_a_field_cuts_stops_the_list(stage: Stage) -> None:
    scene = stage(several(text("Milk", "Title"), tap("Save")), END, pages=form(),
                  phone={"field_holds": 2})  # fmt: skip
    done(scene)
    assert scene.phone.shown[-1] == "main"
    assert "the field does not hold the text: tap button" in scene.steps()[0].outcome


def test_each_action_is_guarded_by_itself(stage: Stage) -> None:
    """What is harmless goes first, and what is not is refused all the same."""
    scene = stage(several(tap("Pinned"), tap("Delete all"), tap("Save")), END, pages=form())
    ended = done(scene)
    assert ended.refused == ('tap button "Delete all"',)
    assert scene.phone.shown[-1] == "main"
    assert "this was refused" in scene.steps()[1].outcome


@pytest.mark.parametrize("more", [{}, {"commits": "send"}])
def test_an_action_says_itself_what_it_commits(stage: Stage, more: Planned) -> None:
    own = {} if more else {"commits": "send"}
    scene = stage(several(tap("Pinned"), tap("Save", **own), **more), END, pages=form())
    ended = done(scene)
    assert scene.phone.shown[-1] == "main"
    assert scene.phone.pages["main"].widgets[2].on is not bool(more)
    assert ended.refused[-1] == ('tap switch "Pinned"' if more else 'tap button "Save"')


def test_the_person_is_asked_in_the_middle_of_a_list(stage: Stage) -> None:
    person = Somebody(yes=True)
    scene = stage(several(tap("Pinned"), tap("Delete all")), END, pages=form(), person=person)
    done(scene)
    assert len(person.asked) == 1
    assert scene.phone.shown[-1] == "empty"


def test_a_number_that_is_not_there_is_corrected_before_anything_is_done(stage: Stage) -> None:
    scene = stage(
        several(tap("Pinned"), {"kind": "tap", "element": 99}),
        several(tap("Pinned"), {"kind": "tap", "name": "Nowhere"}), END, pages=form(),
    )  # fmt: skip
    done(scene)
    assert "no element 99" in scene.steps()[0].problems[0].problem
    assert scene.phone.pages["main"].widgets[2].on


def test_the_first_action_by_a_name_that_fits_none_is_corrected(stage: Stage) -> None:
    scene = stage(several(tap(name="Green")), several(tap(name="Color")), END, pages=form())
    done(scene)
    assert "nothing to touch here is called 'Green'" in scene.model.calls[1].problems[0][1]
    assert scene.phone.shown[-1] == "colors"


def test_the_last_step_is_left_to_end_the_task(stage: Stage) -> None:
    taps = [tap("Pinned")] * 3
    scene = stage(several(*taps), END, pages=form(), run_steps=3)
    assert done(scene).ending == "done"
    assert "one step is left, to end the task in: tap switch" in scene.steps()[1].outcome


def test_one_action_a_reply_where_that_is_set(stage: Stage) -> None:
    scene = stage(several(tap("Pinned"), tap("Save")), END, pages=form(), sequence=1)
    done(scene)
    assert scene.phone.shown[-1] == "main"
    first = scene.model.calls[0]
    assert "one action at a time" in first.prompt.system
    assert '"action": {...}' in first.prompt.system


def test_more_than_a_reply_may_hold_is_sent_back(stage: Stage) -> None:
    scene = stage(several(*[tap("Pinned")] * 3), END, pages=form(), sequence=2)
    done(scene)
    (step,) = scene.steps()
    assert step.problems[0].problem == "a reply holds at most 2 actions, and this one 3"


def test_keys_stand_in_lists(stage: Stage) -> None:
    keys = [{"kind": "back"}, tap("Pinned")]
    scene = stage(several(tap("Color"), *keys), END, pages=form())
    done(scene)
    assert KeyPress("back") in scene.phone.done
    assert scene.phone.pages["main"].widgets[2].on


def test_a_phone_that_was_away_stops_the_list(stage: Stage) -> None:
    gone = {0: DeviceGone("the phone was unplugged")}
    scene = stage(
        several(tap("Pinned"), tap("Save")), END, pages=form(), phone={"fail_after": gone}
    )
    done(scene)
    assert "this failed: tap button" in scene.steps()[0].outcome


def test_what_was_to_be_typed_is_not_told(stage: Stage) -> None:
    """It may be meant for a password field that was never seen."""
    scene = stage(several(tap("Idle"), text("x7-Gn", name="Password")), END, pages=form())
    done(scene)
    assert 'nothing changed: text "Password"' in scene.steps()[0].outcome
    assert "x7-Gn" not in (scene.folder / "steps.jsonl").read_text()
    assert not [g for g in scene.phone.done if isinstance(g, InputText)]


def test_a_password_to_come_is_no_words_of_the_trail(stage: Stage) -> None:
    """Nor where the list stops before it is typed; the model may still be told it."""
    pages = form()
    secret = Widget("Password", "EditText", password=True)
    pages["main"] = replace(pages["main"], widgets=(*pages["main"].widgets, secret))
    told = {"thought": "then blue horse staple", "summary": "blue horse staple comes next"}
    for target in (text("blue horse staple", "Password"), text("blue horse staple", name="PIN")):
        scene = stage(several(tap("Idle"), target, **told), END, pages=pages)
        done(scene)
        assert "nothing changed" in scene.steps()[0].outcome
        assert "horse" not in (scene.folder / "steps.jsonl").read_text()
        assert "horse" in scene.model.texts("run")[-1]
