"""Several actions in one reply: what is gone on with, what stops, and what is told of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MethodType
from typing import Any

import pytest

from appagent.actions.gestures import InputText, KeyPress
from appagent.actions.program import read
from appagent.agent.hands import Hands
from appagent.agent.run import run
from appagent.errors import DeviceGone
from appagent.geometry import Rect
from appagent.model.recorded import RecordedModel, RecordingModel
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage
from tests.agent.judge import by_label
from tests.agent.scripted import APP, END, Page, Phone, Somebody, Widget, label

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
    # refused, and the end of it is the model's to say
    (
        [tap("Delete all"), {"kind": "exit", "status": "done", "if_shows": "Save"}],
        1,
        "this was refused",
    ),
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


def test_who_shares_by_a_sheet_expects_the_app(stage: Stage) -> None:
    """It is in the foot of the screen, and its rows are apps."""
    pages = form() | {"colors": Page((Widget("Share", "TextView"), Widget("Chat", opens="chat")))}
    pages["chat"] = Page((Widget("To whom?", "TextView"), Widget("Ann")), "com.example.chat")
    scene = stage(several(tap("Color"), tap(name="Chat"), tap(name="Ann")), END, pages=pages)
    places = Phone._places

    def at_foot(self: Phone) -> Iterator[tuple[Widget, Rect]]:
        down = 600 if self.shown[-1] == "colors" else 0
        for widget, (left, top, right, bottom) in places(self):
            yield widget, Rect(left, top + down, right, bottom + down)

    scene.phone._places = MethodType(at_foot, scene.phone)
    done(scene)
    assert [step.words for step in scene.steps()][2] == 'tap button "Ann"'


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
    """What is harmless is done, and what is not is refused all the same."""
    scene = stage(several(tap("Pinned"), tap("Delete all"), tap("Save")), END, pages=form())
    ended = done(scene)
    assert (ended.refused, ended.calls) == (('tap button "Delete all"',), 2)
    assert scene.phone.shown[-1] == "saved"
    told = scene.model.texts("run")[1]
    assert 'this is refused, whatever control does it: to delete something (tap button "De' in told
    assert "do the rest, then exit(failed)" in told
    assert "choose another action" not in told


@pytest.mark.parametrize("more", [{}, {"commits": "send"}])
def test_an_action_says_itself_what_it_commits(stage: Stage, more: Planned) -> None:
    own = {} if more else {"commits": "send"}
    scene = stage(several(tap("Pinned"), tap("Save", **own), **more), END, pages=form())
    ended = done(scene)
    assert scene.phone.shown[-1] == "main"
    assert scene.phone.pages["main"].widgets[2].on is not bool(more)
    both = ('tap switch "Pinned"', 'tap button "Save"')
    assert ended.refused == (both if more else both[1:])


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
    ends = {"kind": "exit", "status": "done", "if_shows": "Note saved"}
    scene = stage(several(tap("Pinned"), tap("Save"), ends), pages=form(), sequence=2)
    assert done(scene).calls == 1, "the end of it is none of them"


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


# --- what is refused, and what is left of the list ------------------------------------------------


def mails() -> dict[str, Page]:
    """A list of mails, each a page with a deed that asks first and a star, and a form."""
    pages = {
        "main": Page(
            (
                Widget("Inbox", "TextView"),
                *(Widget(name, row=True, opens=name, holds=f"held {name}") for name in PEOPLE),
                Widget("Quiet", "Switch"),
                Widget("Write", opens="form"),
            )
        ),
        "form": Page((Widget("To all", "TextView"), Widget("Body", "EditText"), Widget("Delete"))),
        "less": Page((Widget("Inbox", "TextView"), Widget("Ben", row=True, opens="Ben"))),
    }
    for name in PEOPLE:
        star, quiet = Widget("Star", "Switch"), Widget("Quiet", "Switch")
        menu = Widget("More", opens=f"menu {name}")
        shown = (Widget(name, "TextView"), Widget("Delete", opens="less"), star, quiet, menu)
        pages[name] = Page((*shown, Widget(f"Reply to {name}", opens="form")))
        menu_page = (Widget("Delete it"), Widget("Mute"))
        pages[f"menu {name}"] = Page(menu_page, "android")
        rows = (Widget(n, row=True, opens=f"held {n}", on=n == name) for n in PEOPLE)
        pages[f"held {name}"] = Page((Widget("1 selected", "TextView"), *rows, Widget("Delete")))
    return pages


PEOPLE = ("Ann", "Ben", "Cy")
INBOX = 'tap("Ann")\ntap("Delete")\n'
AFTER_A_REFUSAL = [
    # the question did not come, so nothing is to be answered; the star is of the page that is shown
    (f'{INBOX}tap("OK")\ntap("Star")', {"Star of Ann"}, "Ann", 'left out with it: tap "OK"'),
    # the button of the question has the name of the one that was refused
    (f'{INBOX}tap("Delete")\ntap("Star")', {"Star of Ann"}, "Ann", 'left out with it: tap "Del'),
    (f'{INBOX}wait_for("Deleted")\ntap("Star")', {"Star of Ann"}, "Ann", "left out with it: wait"),
    # the deed would have led back to the list, where the next mail is
    (f'{INBOX}tap("Ben")\ntap("Star")', {"Star of Ben"}, "Ben", ""),
    # the program goes back itself: that is once, not twice
    (f'{INBOX}back()\ntap("Ben")\ntap("Star")', {"Star of Ben"}, "Ben", "left out with it: back"),
    # nothing but this page has it, so what was to be closed is not open
    (f'{INBOX}back()\ntap("Star")', {"Star of Ann"}, "Ann", "left out with it: back"),
    # both pages have it: which of them is meant after the way back cannot be told
    (f'{INBOX}back()\ntap("Quiet")', set(), "Ann", 'switch "Quiet" may be meant elsewhere'),
    # who comes next is nowhere, so what comes then is not for this mail
    (f'{INBOX}back()\ntap("Zoe")\ntap("Star")', set(), "Ann", "since this was refused: tap"),
    (f'{INBOX}scroll_to("Zoe")\ntap("Zoe")\ntap("Star")', set(), "Ann", "since this was refused"),
    # what is typed without a field, or for all rows of a list, was for where the deed leads
    (f'{INBOX}text("Hi")\nenter()\ntap("Star")', {"Star of Ann"}, "Ann", "left out with it: text"),
    (f'{INBOX}each(do=[tap("row")])', set(), "Ann", "since this was refused: each"),
    # the menu is closed first, as it would be by now
    (
        'tap("Ann")\ntap("More")\ntap("Delete it")\ntap("Star")\ntap("Quiet")',
        {"Star of Ann", "Quiet of Ann"}, "Ann", "",
    ),
    # what was typed would be lost
    (
        'tap("Write")\ntext("Hi", name="Body")\ntap("Delete")\ntap("Ben")', set(), "form",
        "going back may lose what was typed",
    ),
    # an end is taken where it gives up
    (f'{INBOX}exit("done", if_shows="Inbox")', set(), "Ann", "since this was refused: exit"),
    (f'{INBOX}tap("Star")\nexit("done", if_shows="Star: on")', {"Star of Ann"}, "Ann",
     "since this was refused: exit"),
    (f'{INBOX}tap("Star")\nexit("failed", "It may not be deleted")', {"Star of Ann"}, "Ann", ""),
]  # fmt: skip


@pytest.mark.parametrize(("program", "on", "ends", "told"), AFTER_A_REFUSAL)
def test_what_does_not_hang_on_a_refusal_is_done(
    stage: Stage, program: str, on: set[str], ends: str, told: str
) -> None:
    scene = stage(program, END, pages=mails())
    ended = done(scene, "Star the mails")
    shown = {f"{w.name} of {n}" for n in PEOPLE for w in scene.phone.pages[n].widgets if w.on}
    assert (shown, scene.phone.shown[-1]) == (on, ends)
    assert len(ended.refused) == 1
    assert told in " ".join(step.outcome for step in scene.steps())
    assert not scene.phone.pages["main"].widgets[-2].on
    if "failed" in program:
        assert (ended.ending, ended.calls) == ("gave_up", 1)


NUMBERED = [
    # the numbers are of the list, to which the deed would have led back
    ([tap("Ann"), tap(name="Delete"), tap("Ben"), tap(name="Star")], "Ben", True),
    # a number of what is there no more is no button of a question
    ([tap("Write"), tap(name="Delete"), tap("Quiet"), tap(name="Star")], "form", False),
]


@pytest.mark.parametrize(("actions", "ends", "starred"), NUMBERED)
def test_a_number_means_what_it_meant_or_nothing(
    stage: Stage, actions: list[Planned], ends: str, starred: bool
) -> None:
    scene = stage(several(*actions), END, pages=mails())
    done(scene, "Star the mails")
    assert scene.phone.shown[-1] == ends
    assert scene.phone.pages["Ben"].widgets[2].on is starred


HELD = [
    ('long_press("Ann")\ntap("Delete")\ntap("Ben")\ntap("Star")', "1 selected", "Ben", ""),
    ('long_press("Ann")\ntap("Delete")\nback()\ntap("Ben")', "1 selected", "Ben", ""),
    # it is not known how to let it go
    ('long_press("Ann")\ntap("Delete")\ntap("Ben")', "Inbox", "held Ann", '"Ann" is still select'),
    ('each(do=[long_press("row"), tap("Delete")])', "Inbox", "held Ann", '"Ann" is still selected'),
    ('each(do=[long_press("row"), tap("Delete")])', "1 selected", "held Cy", "for each row: each"),
]


@pytest.mark.parametrize(("program", "title", "ends", "told"), HELD)
def test_a_row_that_is_still_selected_is_let_go(
    stage: Stage, program: str, title: str, ends: str, told: str
) -> None:
    """Else the next one would be selected with it, and what follows done to both."""
    pages = mails()
    for name in PEOPLE:
        pages[f"held {name}"].widgets[0].name = title
    scene = stage(program, END, pages=pages)
    done(scene, "Star the mails")
    assert scene.phone.shown[-1] == ends
    assert told in " ".join(step.outcome for step in scene.steps())


def test_a_caller_who_wrote_a_program_hears_of_its_first_refusal(stage: Stage) -> None:
    """Nobody is asked how it ends."""
    scene = stage(pages=mails())
    scene.phone.launch(APP)
    hands = Hands(scene.session, strict=True)
    scene.model.deeds = by_label
    hands.do(read(f'{INBOX}tap("Star")'))
    assert scene.phone.shown[-1] == "Ann"
    assert not scene.phone.pages["Ann"].widgets[2].on
