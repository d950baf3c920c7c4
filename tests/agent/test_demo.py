"""Learning from a person who types what they do."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.actions import dsl
from appagent.actions.typed import parse_line
from appagent.agent.demo import demo
from appagent.agent.observe import Observation
from appagent.errors import DeviceGone, ReplyInvalid, TextNotTypable, UsageError
from appagent.outcome import Outcome
from appagent.trail import read_steps
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, Somebody, notes


def watched(scene: Scene, *lines: str) -> tuple[Outcome, list[Observation]]:
    shown: list[Observation] = []
    scene.phone.launch(APP)
    person = Somebody([*lines])
    return demo(scene.session, person, APP, "Write a note", shown.append), shown


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("tap 5", "tap(5)"),
        ("TAP 5", "tap(5)"),
        ("long_press 3", "long_press(3)"),
        ("longpress 3", "long_press(3)"),
        ("swipe 4 up long", 'swipe(4, "up", "long")'),
        ("swipe 4, up", 'swipe(4, "up")'),
        ("swipe up", 'swipe("up")'),
        ("text 6 Hello world", 'text(6, "Hello world")'),
        ('text 6 She said "hi", (twice)', r'text(6, "She said \"hi\", (twice)")'),
        ("text 6 it's", 'text(6, "it\'s")'),
        ("text Hello", 'text("Hello")'),
        ('text("42")', 'text("42")'),
        ("back", "back()"),
        ("wait 2.5", "wait(2.5)"),
        ("grid", "grid()"),
        ("tap 12 top-left", 'tap(12, "top-left")'),
        ('open "My notes"', 'open_app("My notes")'),
        ("open Bob's", 'open_app("Bob\'s")'),
        ('tap(5, name="Save")', 'tap(5, name="Save")'),
    ],
)
def test_lines_that_a_person_types(line: str, action: str) -> None:
    assert parse_line(line) == dsl.parse(action)


@pytest.mark.parametrize(
    "line", ["", "text 42", "dance 5", "tap", "tap five six", "swipe 4", "tap(", "wait -1"]
)
def test_lines_that_mean_nothing(line: str) -> None:
    with pytest.raises(ReplyInvalid):
        parse_line(line)


@pytest.mark.parametrize("line", ["tap", "Tap Save", "tap five six"])
def test_a_name_in_place_of_a_number_is_told_how_to_go(line: str) -> None:
    with pytest.raises(ReplyInvalid, match=r"give its number, as in `tap 5`"):
        parse_line(line)


def test_documents_come_after_stop(stage: Stage) -> None:
    scene = stage(notes("Opens the editor."), notes("Holds the title."))
    ended, shown = watched(scene, "tap 1", "text 1 Milk", "stop")
    assert (ended.ending, ended.steps, ended.docs_written, ended.calls) == ("done", 2, 2, 2)
    assert scene.docs() == {
        ("New note", "tap"): "Opens the editor.",
        ("Title", "text"): "Holds the title.",
    }
    (doc, _) = scene.session.store.docs(APP)
    assert list(next(iter(doc.uses.values()))) == ["demo"]
    assert [len(now.view.marks) for now in shown] == [7, 4, 4]
    assert [step.action for step in scene.steps()][:2] == ["tap(1)", 'text(1, "Milk")']
    first = scene.model.calls[0]
    assert 'tap button "New note"' in first.prompt.text
    assert [picture.jpeg for picture in first.pictures] == [now.picture.jpeg for now in shown[:2]]
    assert [picture.caption for picture in first.pictures] == ["Before:", "After:"]


def test_the_task_that_was_asked_for_is_in_the_outcome(stage: Stage) -> None:
    scene = stage()
    scene.phone.launch(APP)
    person = Somebody(["Write a note", "stop"])
    ended = demo(scene.session, person, APP, None, lambda _: None)
    assert ended.task == "Write a note"


def test_a_task_that_nobody_tells_is_asked_for_as_an_option(stage: Stage) -> None:
    class Nobody(Somebody):
        def ask(self, question: str) -> str:
            raise UsageError(f"{question.strip()} Nobody answers")

    ended = demo(stage().session, Nobody(), APP, None, lambda _: None)
    assert (ended.exit_code, "--task" in ended.error) == (2, True)


def test_wrong_lines_are_answered_and_asked_again(stage: Stage) -> None:
    scene = stage(notes("Opens the editor."))
    watched(scene, "dance", "tap 99", "text 4 hi", "text 1", "", "tap 1", "stop")
    said = "\n".join(scene.watcher.said)
    assert "no text for element 1: `text 1 Hello` types Hello there" in said
    assert said.count("`stop` ends the demonstration") == 2, "at first, and where it is asked for"
    assert "no verb 'dance'" in said
    assert "no element 99: marks run 1-7" in said
    assert "element 4 takes no text; there is no field here" in said
    assert len(scene.phone.done) == 1


def test_what_the_phone_cannot_type_is_answered(stage: Stage) -> None:
    scene = stage(notes("Opens the editor."), notes("Holds the title."))
    scene.phone.fail_after[1] = TextNotTypable("no key for 'é'", ["é"])
    ended, _ = watched(scene, "tap 1", "text 1 é", "text 1 e", "stop")
    assert ended.ending == "done"
    assert any("no key for 'é'" in step.error for step in scene.watcher.steps)
    assert set(scene.docs()) == {("New note", "tap"), ("Title", "text")}


def test_an_app_that_is_not_there_is_answered(stage: Stage) -> None:
    scene = stage(notes("Opens the editor."))
    ended, _ = watched(scene, "open Notez", "open notes", "tap 1", "stop")
    assert ended.ending == "done"
    near = "no app 'Notez' on this phone: did you mean notes"
    assert any(near in step.error for step in scene.watcher.steps)
    assert set(scene.docs()) == {("New note", "tap")}


def test_nothing_is_learned_where_nothing_happened(stage: Stage) -> None:
    scene = stage()
    ended, _ = watched(scene, "tap 4", "back", "wait 1", "stop")
    assert (ended.ending, ended.docs_written) == ("done", 0)
    assert scene.phone.launched == [APP, APP]


def test_other_apps_are_not_written_about(stage: Stage) -> None:
    scene = stage(notes("Opens help."))
    watched(scene, "tap 3", "tap 1", "stop")
    assert scene.session.store.packages() == [APP]


def test_nothing_is_pressed_back_and_nothing_is_forbidden(stage: Stage) -> None:
    scene = stage(notes("Deletes every note."))
    watched(scene, "tap 6", "stop")
    assert scene.phone.shown[-1] == "empty"


def test_second_demonstration_reads_the_first(stage: Stage) -> None:
    watched(stage(notes("Opens the editor.")), "tap 1", "stop")
    again = stage(notes("Opens the editor of a note."))
    watched(again, "tap 1", "stop")
    assert "Opens the editor." in again.model.texts("document")[0]
    assert again.docs() == {("New note", "tap"): "Opens the editor of a note."}


def test_password_stays_with_the_person(stage: Stage) -> None:
    scene = stage(notes("Opens the account page."), notes("Holds the password."))
    watched(scene, "tap 5", "text 2 hunter2", "stop")
    assert "hunter2" not in (scene.folder / "steps.jsonl").read_text()
    assert not [t for t in scene.model.texts("document") if "hunter2" in t]


def test_grid_shows_the_same_screen_again(stage: Stage) -> None:
    scene = stage(notes("Opens the settings."))
    ended, shown = watched(scene, "grid", "tap 28 center", "stop")
    assert scene.docs() == {("Settings", "tap"): "Opens the settings."}
    assert [now.view.grid for now in shown] == [False, True, False]
    assert (scene.phone.shown[-1], ended.steps) == ("settings", 1)


def test_what_was_shown_is_kept_where_the_watching_breaks_off(stage: Stage) -> None:
    gone = DeviceGone("the phone dropped off the bus")
    scene = stage(notes("Opens the editor."), phone={"fail_after": {1: gone}, "dead": True})
    ended, _ = watched(scene, "tap 1", "back", "stop")
    assert (ended.ending, ended.exit_code) == ("failed", 3)
    assert scene.docs() == {("New note", "tap"): "Opens the editor."}


def test_one_useless_reply_costs_one_document(stage: Stage) -> None:
    scene = stage(*["no idea"] * 4, notes("Holds the title."))
    ended, _ = watched(scene, "tap 1", "text 1 Milk", "stop")
    assert (ended.ending, ended.docs_written) == ("done", 1)
    assert scene.docs() == {("Title", "text"): "Holds the title."}


def test_help_says_what_can_be_typed(stage: Stage) -> None:
    scene = stage()
    watched(scene, "help", "Help", "stop")
    assert sum("`undo` forgets the last action" in said for said in scene.watcher.said) == 3


def test_the_map_lacks_no_more_than_the_last_action_at_any_moment(stage: Stage) -> None:
    scene, ways = stage(*[notes("It opens.")] * 2), list[list[str]]()

    def note_ways(_: Observation) -> None:
        pages = scene.session.mapper.maps.read(APP).pages
        ways.append([c.name for page in pages for c in page.controls if "tap" in c.edges])

    scene.phone.launch(APP)
    typed = ["tap 1", "undo", "tap 2", "tap 1", "stop"]
    demo(scene.session, Somebody(typed), APP, "Look around", note_ways)
    assert ways == [[], [], [], [], ["Settings"]]
    note_ways(scene.session.eyes.observe())
    assert "New note" not in ways[-1]


def test_an_action_that_was_undone_is_not_documented(stage: Stage) -> None:
    scene = stage(notes("Opens the settings."))
    ended, shown = watched(scene, "undo", "tap 1", "undo", "tap 2", "stop")
    assert scene.docs() == {("Settings", "tap"): "Opens the settings."}
    assert (ended.steps, ended.docs_written) == (2, 1)
    steps = read_steps(Path(ended.trail))
    assert [step.undone for step in steps] == ["by the person, who pressed back", "", ""]
    assert "there is no action to undo." in scene.watcher.said
    assert (
        'nothing will be written about tap button "New note"; pressed back.' in scene.watcher.said
    )
    assert [len(seen.view.marks) for seen in shown] == [7, 4, 7, 1], "the list is shown again"
