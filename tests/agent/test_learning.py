"""Learning an app: what is judged, and what is written of it."""

from __future__ import annotations

import re

import pytest

from appagent.actions.gestures import KeyPress
from appagent.actions.replies import Reflection
from appagent.agent.observe import present
from appagent.agent.run import run
from appagent.errors import DeviceGone
from appagent.exchange import Prompt
from tests.agent.conftest import Stage, learned, notes_app
from tests.agent.scripted import APP, END, Page, Widget, judges, says

BACK = KeyPress("back")


def test_documents_for_what_had_an_effect(stage: Stage) -> None:
    scene = stage(
        says("tap({New note})"),
        judges("SUCCESS", "Opens the editor."),
        says('text({Title}, "Milk")'),
        judges("CONTINUE", "Holds the title."),
        says("tap({Save})"),
        judges("BACK", "Stores the note."),
        END,
    )
    ended = learned(scene)
    assert (ended.ending, ended.docs_written, ended.steps, ended.exit_code) == ("done", 3, 4, 0)
    assert scene.docs() == {
        ("New note", "tap"): "Opens the editor.",
        ("Title", "text"): "Holds the title.",
        ("Save", "tap"): "Stores the note.",
    }
    assert [step.decision for step in scene.steps()] == ["SUCCESS", "CONTINUE", "BACK", ""]
    assert scene.phone.left == "editor"
    assert scene.phone.done[-1] == BACK
    (doc, *_) = scene.session.store.docs(APP)
    assert next(iter(doc.uses.values()))["auto"].app_version == "1.4"


def test_what_was_judged_obvious_is_kept_for_people_and_explorations(stage: Stage) -> None:
    scene = stage(
        says("tap({New note})"),
        judges("BACK", "Opens the editor.", obvious=True),
        END,
    )
    learned(scene)
    assert scene.docs() == {("New note", "tap"): "Opens the editor."}
    assert "Opens the editor." in scene.model.texts("explore")[1]
    reader = stage(END)
    run(reader.session, "Write a note", APP, ["auto"])
    assert '"New note"' in reader.model.texts("run")[0]
    assert "Opens the editor." not in reader.model.texts("run")[0]


def test_nothing_changed_needs_no_model_and_no_document(stage: Stage) -> None:
    scene = stage(says("tap({Banner})"), END)
    learned(scene)
    assert scene.steps()[0].decision == "INEFFECTIVE"
    assert scene.model.texts("reflect") == []
    assert scene.docs() == {}


def test_ineffective_by_judgement_writes_nothing(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), judges("INEFFECTIVE", "Nothing."), END)
    learned(scene)
    assert scene.docs() == {}
    assert BACK not in scene.phone.done


def test_a_reflection_of_no_use_costs_a_document_not_the_exploration(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), *["no idea"] * 4, says("tap({Dark theme})"),
                  judges("SUCCESS", "Turns dark theme on or off."), END)  # fmt: skip
    assert learned(scene).ending == "done"
    assert scene.steps()[0].error
    assert scene.docs() == {("Dark theme", "tap"): "Turns dark theme on or off."}


def test_second_visit_refines_what_was_known(stage: Stage) -> None:
    first = stage(says("tap({New note})"), judges("CONTINUE", "Opens a page."), END)
    learned(first)
    again = stage(says("tap({New note})"), judges("SUCCESS", "Opens the editor of a note."), END)
    learned(again)
    assert "Opens a page." in again.model.texts("reflect")[0]
    assert '    tap: "Opens a page."' in again.model.texts("explore")[0]
    (doc,) = again.session.store.docs(APP)
    note = doc.uses["tap"]["auto"]
    assert (note.text, note.confirmed) == ("Opens the editor of a note.", 2)


def menu() -> dict[str, Page]:
    """A list of three rows, each with a page."""
    return {
        "main": Page(tuple(Widget(n, opens=n, row=True) for n in ("Wi-Fi", "Sound", "Ann"))),
        **{n: Page((Widget(f"{n} page", "TextView"),)) for n in ("Wi-Fi", "Sound", "Ann")},
    }


def test_rows_are_compared_with_those_that_were_tried_before(stage: Stage) -> None:
    def opens(prompt: Prompt) -> Reflection:
        (letter,) = re.findall(r'^(\w): of "Wi-Fi"', prompt.text, re.MULTILINE)
        return Reflection(decision="BACK", documentation="Opens a page.", like=f"{letter.upper()}:")

    scene = stage(
        says("tap({Wi-Fi})"), judges("BACK", "Opens the networks."),
        says("tap({Sound})"), judges("BACK", "Opens the volumes."),
        says("tap({Ann})"), opens,
        END,
        pages=menu(),
    )  # fmt: skip
    learned(scene)
    first, second, third = scene.model.texts("reflect")
    assert "<notes>\nnone\n</notes>" in first
    assert '<notes>\nnone\na: of "Wi-Fi": "Opens the networks."\n</notes>' in second
    assert sorted(scene.docs().items()) == [
        (("", "tap"), "Opens a page."),
        (("Sound", "tap"), "Opens the volumes."),
    ]
    assert ': of "Sound": "Opens the volumes."' in third
    assert '    tap (learned on "Wi-Fi"): "Opens the networks."' in scene.model.texts("explore")[1]


@pytest.mark.parametrize("like", [None, "z", "", "none", "a different one", "c"])
def test_a_row_that_is_like_none_gets_a_document_of_its_own(stage: Stage, like: str | None) -> None:
    alone = Reflection(decision="BACK", documentation="Opens the volumes.", like=like)
    scene = stage(
        says("tap({Wi-Fi})"), judges("BACK", "Opens the networks."),
        says("tap({Sound})"), alone,
        END,
        pages=menu(),
    )  # fmt: skip
    learned(scene)
    assert scene.docs() == {
        ("Wi-Fi", "tap"): "Opens the networks.",
        ("Sound", "tap"): "Opens the volumes.",
    }


def test_document_that_no_longer_holds_is_contradicted(stage: Stage) -> None:
    first = stage(says("tap({New note})"), judges("CONTINUE", "Opens the editor."), END)
    learned(first)
    pages = notes_app()
    pages["main"].widgets[0].opens = ""
    again = stage(says("tap({New note})"), END, pages=pages)
    learned(again)
    (doc,) = again.session.store.docs(APP)
    note = doc.uses["tap"]["auto"]
    assert (note.text, note.confirmed, note.contradicted) == ("Opens the editor.", 1, 1)


def test_both_pictures_bear_their_own_numbers(stage: Stage) -> None:
    scene = stage(says("tap({New note})"), judges("CONTINUE"), END)
    learned(scene)
    before, after = next(c for c in scene.model.calls if c.prompt.name == "reflect").pictures
    looks = scene.watcher.looks
    for picture, seen in zip((before, after), looks, strict=True):
        fresh = present(seen.screen, scene.session.config)
        assert picture.jpeg == fresh.picture.jpeg
    assert before.jpeg != after.jpeg
    step = scene.steps()[0]
    assert (scene.folder / step.images["after"]).read_bytes() == after.jpeg


def test_text_is_read_back(stage: Stage) -> None:
    scene = stage(
        says("tap({New note})"),
        judges("CONTINUE"),
        says('text({Title}, "Milk and tea")'),
        judges("CONTINUE"),
        END,
        phone={"field_holds": 3},
    )
    learned(scene)
    wrong = 'the field holds "Mil", which is not what was typed'
    assert wrong in scene.model.texts("explore")[2]


def test_phone_that_dies_leaves_what_was_learned(stage: Stage) -> None:
    scene = stage(
        says("tap({New note})"), judges("SUCCESS", "Opens the editor."), says("tap({Save})")
    )
    scene.phone.fail_after[1] = DeviceGone("unplugged")
    scene.phone.dead = True
    ended = learned(scene)
    assert (ended.exit_code, ended.docs_written, len(scene.steps())) == (3, 1, 2)
    assert len(scene.docs()) == 1


def test_nothing_is_learned_from_a_touch_that_may_not_have_come_through(stage: Stage) -> None:
    scene = stage(says("tap({New note})"), END)
    scene.phone.fail_after[0] = DeviceGone("off the bus")
    ended = learned(scene)
    assert (ended.ending, ended.docs_written) == ("done", 0)
    assert not scene.docs()


def test_password_learned_from_is_not_remembered(stage: Stage) -> None:
    scene = stage(
        says("tap({Account})"),
        judges("CONTINUE"),
        says('text({Password}, "hunter2")', thought="The password is hunter2."),
        judges("CONTINUE", "Holds the password."),
        END,
    )
    learned(scene)
    files = [p for p in scene.folder.parent.parent.rglob("*") if p.suffix in (".yaml", ".jsonl")]
    assert not [p for p in files if "hunter2" in p.read_text("utf-8")]
    assert not [text for text in scene.model.texts("reflect") if "hunter2" in text]


def test_a_use_learned_on_the_grid_is_kept_with_what_lies_under_it(stage: Stage) -> None:
    scene = stage(
        says("grid()"),
        says('tap(28, "center")'),  # y 155: "Settings"
        judges("BACK", "Opens the settings."),
        says("grid()"),
        says('long_press(28, "center")'),
        judges("BACK", "Shows a menu."),
        says("grid()"),
        END,
        pages={"main": Page((Widget("New note"), Widget("Settings", opens="s", holds="m"))),
               "s": Page((Widget("Dark theme", "Switch"),)), "m": Page((Widget("Pin"),))},
    )  # fmt: skip
    learned(scene)
    assert scene.docs() == {
        ("Settings", "tap"): "Opens the settings.",
        ("Settings", "long_press"): "Shows a menu.",
    }
    assert len(scene.session.store.docs(APP)) == 1
    on_grid = [text for text in scene.model.texts("explore") if "rows of" in text]
    assert 'cell\n    tap: "Opens the settings."\n    long_press: "Sh' in on_grid[-1]


def test_one_tried_row_leaves_the_others_of_its_list(stage: Stage) -> None:
    pages = notes_app()
    rows = tuple(Widget(name, row=True, opens="settings") for name in ("Anna", "Bob"))
    pages["main"] = Page((*rows, Widget("Banner")))
    scene = stage(says("tap({Anna})"), judges("BACK", "Opens a person."), says("tap({Bob})"),
                  judges("CONTINUE", "Opens a person."), END, pages=pages)  # fmt: skip
    learned(scene)
    assert [step.decision for step in scene.steps()] == ["BACK", "CONTINUE", ""]
    told = scene.model.texts("explore")[1]
    assert '<tried>\ntap item "Anna"\n</tried>' in told
    assert told.count('tap: "Opens a person."') == 1, "one row tells what all of them do"


def test_an_effect_without_a_document_is_asked_again(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), judges("CONTINUE", ""), judges("CONTINUE", "Opens."),
                  END)  # fmt: skip
    learned(scene)
    assert "CONTINUE without documentation" in scene.steps()[0].problems[0].problem
    assert scene.docs() == {("Settings", "tap"): "Opens."}


def test_a_reflection_without_a_task_is_told_the_plan(stage: Stage) -> None:
    scene = stage(says("tap({Settings})", plan="See the settings"), judges("SUCCESS"), END)
    learned(scene, "")
    assert "it was: See the settings" in scene.model.texts("reflect")[0]


def test_what_the_model_judged_to_commit_is_never_done_again(stage: Stage) -> None:
    judged = Reflection(decision="CONTINUE", documentation="Opens it.", danger="send")
    scene = stage(says("tap({Settings})"), judged, says("back()"), says("tap({Settings})"), END)
    learned(scene)
    assert scene.dangers() == {"Settings": ("send",)}
    again = scene.steps()[2]
    assert (again.status, again.error) == (
        "CONFIRM",
        "could send something to somebody (as a note says), which an exploration never does",
    )


def test_a_danger_that_a_person_noted_holds_in_an_exploration(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), END)
    scene.phone.launch(APP, fresh=True)
    scene.note("Settings", "tap", "device")
    assert learned(scene).refused == ('tap button "Settings"',)
