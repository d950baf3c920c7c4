"""What a run did, proven, is done again by its flow, without the model; which mends what no longer
fits."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from appagent.actions.gestures import InputText
from appagent.actions.replies import DeedReading, DoneReading
from appagent.agent.play import play
from appagent.agent.run import run
from appagent.danger import Answer
from appagent.exchange import Prompt
from appagent.flows import FlowFiles
from appagent.knowledge.flowfiles import flows_of
from appagent.knowledge.flowpack import offered, take
from appagent.outcome import Outcome
from appagent.report.run import page
from appagent.runs import PastRun
from appagent.trail import read_commands
from tests.agent.conftest import Scene, Stage, notes_app
from tests.agent.scripted import APP, Page, Somebody, Widget, means

DONE = (
    'tap("New note")\ntext("Milk", name="Title")\ntap("Save")\n'
    'exit("done", "Milk", if_shows="Note saved")'
)
FILE = "write-a-note-called-title.yaml"


def done(scene: Scene, task: str = 'Write a note called "Milk"', **more: Any) -> Outcome:
    return run(scene.session, task, APP, more.get("sources", ("auto",)))


def flows(scene: Scene) -> list[str]:
    return [path.name for path in flows_of(scene.session.store).files(APP)]


def flow(scene: Scene) -> str:
    """What the only flow says, below its head."""
    (path,) = flows_of(scene.session.store).files(APP)
    return path.read_text().partition("---\n")[2]


def failures(scene: Scene) -> int:
    store = flows_of(scene.session.store)
    (path,) = store.files(APP)
    return store.read(path).kept.failures


def app(**changed: Page) -> dict[str, Page]:
    return notes_app() | changed


def editor(*widgets: Widget) -> Page:
    return Page((Widget("Title", "EditText"), Widget("Body", "EditText"), *widgets))


RENAMED = app(editor=editor(Widget("Keep", opens="saved"), Widget("Banner")))
ASKED = app(
    main=Page((Widget("New note", opens="rate"), Widget("Settings"), Widget("Banner"))),
    rate=Page((Widget("Do you like it?", "TextView"), Widget("Later", opens="editor"))),
)


# --- again ----------------------------------------------------------------------------------------


def test_a_proven_task_is_done_again_with_another_value_and_no_call(stage: Stage) -> None:
    first = stage(DONE)
    assert done(first).calls == 1
    assert flows(first) == [FILE]
    again = stage()
    ended = done(again, 'Write a note called "Bread and butter"')
    assert (ended.ending, ended.calls) == ("done", 0)
    assert ended.answer == "Bread and butter"
    assert again.phone.pages["editor"].widgets[0].value == "Bread and butter"
    assert again.steps()[-1].proof == 'text "Note saved"'
    assert ended.flow.endswith(FILE)
    assert "--flows never" in "\n".join(again.watcher.said)


def test_what_is_kept_is_a_flow_that_people_read(stage: Stage) -> None:
    scene = stage(DONE)
    done(scene)
    assert flow(scene).splitlines() == [
        "- launchApp:", "    stopApp: false", "- tapOn: New note", "- tapOn: Title",
        "- eraseText", "- inputText: ${TITLE}", "- tapOn: Save",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("config", "sources"), [({"flows": "never"}, ("auto",)), ({}, ())], ids=["never", "no docs"]
)
def test_a_person_may_want_no_flow(
    stage: Stage, config: dict[str, Any], sources: tuple[str, ...]
) -> None:
    done(stage(DONE))
    scene = stage(DONE, **config)
    assert done(scene, sources=sources).calls == 1


@pytest.mark.parametrize("config", [{"flows": "never"}, {"learn": "never"}])
def test_nothing_is_kept_where_nothing_is_to_be(stage: Stage, config: dict[str, Any]) -> None:
    scene = stage(DONE, **config)
    assert done(scene).ending == "done"
    assert flows(scene) == []


@pytest.mark.parametrize(("yes", "calls"), [(True, 0), (False, 1)])
def test_a_flow_may_be_asked_for(stage: Stage, somebody: Somebody, yes: bool, calls: int) -> None:
    done(stage(DONE))
    somebody.yes = yes
    scene = stage(DONE, person=somebody, flows="ask")
    assert done(scene).calls == calls
    assert "Play it, without a model?" in somebody.asked[0]


@pytest.mark.parametrize("yes", [True, False])
def test_a_flow_is_kept_by_a_yes_where_one_is_asked(
    stage: Stage, somebody: Somebody, yes: bool
) -> None:
    somebody.yes = yes
    scene = stage(DONE, person=somebody, flows="ask")
    assert done(scene).ending == "done"
    assert flows(scene) == [FILE] * yes
    assert somebody.asked[-1].startswith("Keep what was done as a flow for 'Write a note called")


def test_a_flow_whose_end_does_not_come_true_is_doubted_at_once(stage: Stage) -> None:
    done(stage(DONE))
    failing = app(saved=Page((Widget("Not enough space", "TextView"),)))
    scene = stage('exit("failed", "no")', pages=failing, wait_s=0)
    assert done(scene).ending == "gave_up"
    scene = stage('exit("failed", "no")', pages=failing, wait_s=0)
    assert (done(scene).calls, scene.phone.done) == (1, []), "it is not played again"


@pytest.mark.parametrize(
    ("answer", "ending", "failed"),
    [
        ("yes", "done", 0),
        ("unsure", "unverified", 0),
        (None, "unverified", 0),
        ("no", "gave_up", 2),
    ],
)
def test_what_is_made_once_more_is_asked_about(
    stage: Stage, answer: Answer | None, ending: str, failed: int
) -> None:
    """The second alarm of the same time shows what the first one does."""
    done(stage(DONE))
    main = Page((*notes_app()["main"].widgets, Widget("Note saved", "TextView")))
    scene = stage('exit("failed", "no")', pages=app(main=main))
    said = answer and DoneReading(why="a second one stands there", answer=answer)
    scene.model.verify = (lambda _: said) if said else None
    ended = done(scene)
    assert (ended.ending, ended.calls) == (ending, bool(said) + (answer == "no"))
    assert failures(scene) == failed


def test_a_request_of_another_form_is_the_models(stage: Stage) -> None:
    done(stage(DONE))
    scene = stage('exit("failed", "no")')
    assert done(scene, 'Write a note called "Milk" and pin it').calls == 1


@pytest.mark.parametrize(
    "lines",
    [
        ('tap("Settings")', 'back()\ntap("Banner")', 'exit("done", "Milk")'),
        ('tap("New note")', 'text("See you soon", name="Title")\ntap("Save")\n'
         'exit("done", if_shows="Note saved")'),
        ('tap("New note")\ntext("Milk", name="Title")\ntap("Save")\n'
         'exit("done", "OK is there", if_shows="Note saved")'),
    ],
    ids=["not proven", "made of what was read", "an answer that was read"],
)  # fmt: skip
def test_what_may_be_otherwise_next_time_is_not_kept(
    stage: Stage, lines: str | tuple[str, ...]
) -> None:
    scene = stage(*([lines, 'exit("done")'] if isinstance(lines, str) else lines))
    assert done(scene).ending == "done"
    assert flows(scene) == []


def test_what_has_a_part_of_a_value_is_not_typed_for_another(stage: Stage) -> None:
    scene = stage(
        'tap("New note")\ntext("Bread and milk", name="Title")\ntext("Dear Bread", name="Body")\n'
        'tap("Save")\nexit("done", if_shows="Note saved")'
    )
    assert done(scene, 'Write a note called "Bread and milk"').ending == "done"
    assert flows(scene) == []


def test_a_way_that_led_nowhere_is_left_out(stage: Stage) -> None:
    scene = stage('tap("Settings")', "back()", DONE)
    done(scene)
    assert "Settings" not in flow(scene)
    assert "back" not in flow(scene)


@pytest.mark.parametrize("value", ["C++", "Report (1)", "Eve|Ada", "a{99999999999}", "[[a"])
def test_a_value_is_no_pattern(stage: Stage, value: str) -> None:
    def rows(*names: str) -> dict[str, Page]:
        listed = Page((*(Widget(name, row=True, opens=name) for name in names),))
        return {"main": listed, **{n: Page((Widget(f"Here: {n}", "TextView"),)) for n in names}}

    def open_(name: str) -> str:
        return f'tap("{name}")\nexit("done", if_shows="Here: {name}")'

    done(stage(open_("Ann"), pages=rows("Ann", "Ben")), 'Open "Ann"')
    near = rows("C", "Report 1", "Eve", "Ada", "a", "b")
    scene = stage('exit("failed", "no")', pages=near, wait_s=0, heal="never")
    assert done(scene, f'Open "{value}"').ending != "done"
    assert scene.phone.shown[-1] == "main"


def test_a_part_of_a_text_proves_nothing_of_another_one(stage: Stage) -> None:
    """The row splits at its commas, as a name of several texts does."""

    def posts(text: str) -> dict[str, Page]:
        return app(saved=Page((Widget(f"Ann, now, {text}", "TextView"),)))

    long = "Milk, two loaves, jam"
    wrote = f'tap("New note")\ntext("{long}", name="Title")\ntap("Save")'
    done(stage(wrote, 'exit("done")', pages=posts(long)), f'Write "{long}"')
    again = stage(pages=posts("Bread tomorrow, please"))
    outcome = done(again, 'Write "Bread tomorrow, please"')
    assert (outcome.ending, outcome.calls) == ("done", 0)


def test_a_flow_that_lost_a_value_is_not_played(stage: Stage) -> None:
    first = stage(DONE)
    done(first)
    store = flows_of(first.session.store)
    (path,) = store.files(APP)
    path.write_text(path.read_text().replace("${TITLE}", "Milk"))
    edited = path.read_text()
    again = stage(DONE.replace("Milk", "Bread"))
    assert done(again, 'Write a note called "Bread"').calls
    said = "\n".join(again.watcher.said)
    assert "nothing in it is TITLE, which the request tells; it is not played" in said
    assert path.read_text() == edited, "what a person wrote stays"
    assert flows(again) == ["write-a-note-called-title-2.yaml", FILE]
    assert done(stage(), 'Write a note called "Jam"').calls == 0


def test_a_value_may_stand_in_what_a_person_wrote_above_the_commands(stage: Stage) -> None:
    first = stage(DONE)
    done(first)
    (path,) = flows_of(first.session.store).files(APP)
    head, _, commands = path.read_text().partition("---\n")
    written = f"{head}env:\n  NOTE: ${{TITLE}}\n---\n{commands}"
    path.write_text(written.replace("inputText: ${TITLE}", "inputText: ${NOTE}"))
    assert done(stage(), 'Write a note called "Bread"').calls == 0


SIGN_IN = (
    'tap("Account")\ntext("ann", name="User")\ntext("hunter22", name="Password")\n'
    'exit("done", if_shows="User")'
)
SIGNED = 'Sign in as "ann" with the password "hunter22"'


def test_a_password_of_the_request_is_a_value_that_no_file_tells(stage: Stage) -> None:
    first = stage(SIGN_IN)
    done(first, SIGNED)
    again = stage()
    assert done(again, SIGNED.replace("ann", "bob").replace("hunter22", "other-33")).calls == 0
    typed = {each.text for each in again.phone.done if isinstance(each, InputText)}
    assert {"bob", "other-33"} <= typed
    (folder,) = first.session.store.folder.rglob("flows")
    assert "${PASSWORD}" in "".join(path.read_text() for path in folder.iterdir())
    written = [p.read_bytes() for p in first.session.store.folder.parent.rglob("*") if p.is_file()]
    assert not [each for each in written if b"hunter22" in each or b"other-33" in each]


def test_a_password_that_is_typed_twice_is_one_value(stage: Stage) -> None:
    fields = (Widget(name, "EditText", password=True) for name in ("Password", "Once more"))
    pages = app(account=Page((*fields, Widget("Join", opens="saved"))))
    reply = (
        'tap("Account")\ntext("hunter22", name="Password")\ntext("hunter22", name="Once more")\n'
        'tap("Join")\nexit("done", if_shows="Note saved")'
    )
    done(stage(reply, pages=pages), 'Sign up with the password "hunter22"')
    again = stage(pages=pages)
    assert done(again, 'Sign up with the password "maple-otter-42"').calls == 0
    typed = [each.text for each in again.phone.done if isinstance(each, InputText)]
    assert typed.count("maple-otter-42") == 2


def test_a_password_of_a_mended_step_is_written_nowhere(stage: Stage) -> None:
    done(stage(SIGN_IN), SIGNED)
    fields = [Widget(name, "EditText", password=True) for name in ("Password", "Once more")]
    pages = app(account=Page((Widget("Name", "EditText"), *fields)))
    reply = 'text("bob", name="Name")\ntext("other-33", name="Once more")'
    scene = stage(reply, 'exit("failed", "no")', pages=pages, wait_s=0, heal="write")
    done(scene, SIGNED.replace("ann", "bob").replace("hunter22", "other-33"))
    kept = [path.read_bytes() for path in scene.session.store.folder.rglob("*") if path.is_file()]
    assert not [each for each in kept if b"other-33" in each]


def test_a_password_that_the_request_does_not_say_is_in_no_flow(stage: Stage) -> None:
    scene = stage(SIGN_IN)
    done(scene, 'Sign in as "ann"')
    assert not flows(scene)


def test_an_imported_flow_says_nothing_of_what_is_allowed(stage: Stage, tmp_path: Path) -> None:
    first = stage(DONE)
    done(first)
    flows = flows_of(first.session.store)
    (path,) = flows.files(APP)
    theirs = tmp_path / "theirs" / path.name
    theirs.parent.mkdir()
    theirs.write_bytes(path.read_bytes())
    beside = json.loads(path.with_suffix(".json").read_text())
    (save,) = (each for each in beside["controls"] if each["name"] == "Save")
    save["commits"] = "pay"
    beside["permissions"] = [{"classes": ["pay"], "answered": "yes"}]
    theirs.with_suffix(".json").write_text(json.dumps(beside))
    beside["controls"][0]["does"] = "opens"
    theirs.with_suffix(".json").write_text(json.dumps(beside))
    assert take(flows, offered(theirs.parent), replaces=True).new
    assert not any(control.does for control in flows.read(path).kept.controls)
    again = stage('exit("failed", "no")')
    assert done(again, 'Write a note called "Bread"').ending != "done"
    assert "could pay" in "\n".join(again.watcher.said)


LANGUAGES = {
    "main": Page(
        (*(Widget(name, row=True, opens=name) for name in ("Dutch", "French", "Basque")),)
    ),
    **{n: Page((Widget(f"It is {n}", "TextView"),)) for n in ("Dutch", "French", "Basque")},
}


def by_row(prompt: Prompt) -> DeedReading:
    """The rows of a list do different things: that of Basque deletes something."""
    lines = re.findall(r"^(\d+) (.+)$", prompt.text, re.MULTILINE)
    said = [
        f"{n} {'varies' if 'named' not in line else 'delete' if 'Basque' in line else 'opens'}"
        for n, line in lines
    ]
    return DeedReading(deeds=tuple(said))


def test_a_row_of_a_kind_that_varies_is_asked_about(stage: Stage) -> None:
    first = stage(
        'tap("Dutch")\nexit("done", "{It is Dutch}", if_shows="It is Dutch")', pages=LANGUAGES
    )
    again = stage('exit("failed", "no")', pages=LANGUAGES)
    for scene, task in ((first, "Dutch"), (again, "Basque")):
        scene.model.deeds = by_row
        done(scene, f'Set the language to "{task}"')
    assert '1 row, named "Basque"' in again.model.texts("deed")[-1]
    assert "could delete" in "\n".join(again.watcher.said)


VIA_MENU = 'tap("Menu")\ntap("Dutch")\nexit("done", "{It is Dutch}", if_shows="It is Dutch")'


def of_account(name: str) -> dict[str, Page]:
    """A page that is headed by somebody's name."""
    headed = Page((Widget(name, "TextView"), *LANGUAGES["main"].widgets))
    return LANGUAGES | {"main": Page((Widget("Menu", opens="menu"),)), "menu": headed}


def opens(prompt: Prompt) -> DeedReading:
    return DeedReading(deeds=tuple(f"{n} opens" for n in re.findall(r"^(\d+) ", prompt.text, re.M)))


def test_what_a_row_does_is_not_asked_anew_below_another_heading(stage: Stage) -> None:
    first = stage(VIA_MENU, pages=of_account("Ann"))
    again = stage(pages=of_account("Eve"))
    fresh = stage(VIA_MENU, 'exit("failed", "no")', pages=of_account("Eve"), flows="never")
    for scene, task in ((first, "Dutch"), (again, "French"), (fresh, "Dutch")):
        scene.model.deeds = opens
        done(scene, f'Set the language to "{task}"')
    assert [len(scene.model.texts("deed")) for scene in (first, again, fresh)] == [2, 0, 1]


def test_what_the_model_touches_after_a_flow_is_asked_about(stage: Stage) -> None:
    first = stage(VIA_MENU, pages=of_account("Ann"))
    first.model.deeds = opens
    done(first, 'Set the language to "Dutch"')
    gone = of_account("Eve")
    gone["menu"] = Page((Widget("Eve", "TextView"), *map(_row, ("Basque", "Frisian"))))
    scene = stage('tap("Basque")', 'exit("failed", "no")', pages=gone, wait_s=0, heal="never")
    scene.model.deeds = by_row
    done(scene, 'Set the language to "Dutch"')
    assert scene.phone.shown[-1] == "menu"
    assert len(scene.model.texts("deed")) == 2


def _row(name: str) -> Widget:
    return Widget(name, row=True, opens="Basque")


def test_what_a_row_is_known_to_do_holds(stage: Stage) -> None:
    dutch = stage(
        'tap("Dutch")\nexit("done", "{It is Dutch}", if_shows="It is Dutch")', pages=LANGUAGES
    )
    basque = stage('tap("Basque")', 'exit("failed", "no")', pages=LANGUAGES)
    for scene, task in ((dutch, 'Set the language to "Dutch"'), (basque, "Try Basque")):
        scene.model.deeds = by_row
        done(scene, task)
    again = stage('exit("failed", "no")', pages=LANGUAGES)
    done(again, 'Set the language to "Basque"')
    assert "could delete" in "\n".join(again.watcher.said)


def test_where_a_flow_fails_both_pictures_are_kept(stage: Stage) -> None:
    first = stage(DONE)
    done(first)
    (file,) = flows_of(first.session.store).files(APP)
    scene = stage(pages=RENAMED, wait_s=0)
    files = FlowFiles()
    ended = play(scene.session, files.check(file), files, {"TITLE": "Bread"})
    assert ended.ending == "failed"
    failed = read_commands(scene.folder)[-1]
    assert (failed.status, failed.picture, failed.then) == (
        "failed", "006-failed.jpg", "006-then.jpg",
    )  # fmt: skip
    step = first.steps()[2]
    assert (scene.folder / failed.then).read_bytes() == (
        first.folder / step.images["seen"]
    ).read_bytes()
    html = page(PastRun(scene.folder))
    assert ": tapOn: Save, when it was done" in html


def lists(opened: str) -> dict[str, Page]:
    """Two lists of the same kind, of which one may have been left open."""
    named = (Widget(name, row=True, opens=name) for name in ("Shopping", "Work"))
    pages = {"main": Page((Widget("Lists", "TextView"), *named))}
    for name in ("Shopping", "Work"):
        kept = Page((Widget(f"Kept in {name}", "TextView"),))
        pages |= {
            name: Page((Widget(name, "TextView"), Widget("Add", "EditText"),
                        Widget("Save", opens=f"{name} kept"))),
            f"{name} kept": kept,
        }  # fmt: skip
    assert opened in pages
    return pages


def test_a_flow_does_not_go_on_where_the_app_was_left(stage: Stage) -> None:
    """The first time one list was open, and now it is another one."""
    lines = 'text("Milk", name="Add")\ntap("Save")\nexit("done", if_shows="Kept in Shopping")'
    first = stage(lines, pages=lists("Shopping"))
    first.phone.shown = ["home", "main", "Shopping"]
    assert done(first, 'Add "Milk" to the list').ending == "done"
    again = stage('exit("failed", "no")', pages=lists("Work"), wait_s=0, heal="never")
    again.phone.shown = ["home", "main", "Work"]
    done(again, 'Add "Eggs" to the list')
    assert again.phone.shown == ["home", "main"]
    there = stage(pages=lists("Shopping"), wait_s=0)
    there.phone.shown = ["home", "main", "Shopping"]
    assert done(there, 'Add "Bread" to the list').calls == 0


def test_how_a_run_got_away_from_where_the_app_was_left_is_not_kept(stage: Stage) -> None:
    first = stage(f"back()\n{DONE}")
    first.phone.shown = ["home", "main", "settings"]
    assert done(first).ending == "done"
    assert "back" not in flow(first)
    again = stage()
    again.phone.shown = ["home", "main", "editor", "saved"]
    assert done(again, 'Write a note called "Bread"').calls == 0


# --- mending --------------------------------------------------------------------------------------


def test_a_renamed_button_is_mended_in_one_call_and_shown(stage: Stage) -> None:
    done(stage(DONE))
    scene = stage('tap("Keep")', pages=RENAMED, wait_s=0)
    ended = done(scene, 'Write a note called "Bread"')
    assert (ended.ending, ended.calls) == ("done", 1)
    told = "\n".join(scene.watcher.said)
    assert "-- tapOn: Save\n+- tapOn: Keep" in told
    assert "tapOn: Save" in flow(scene)
    assert failures(scene) == 1


def test_what_is_typed_in_a_mended_step_is_the_value_of_any_request(stage: Stage) -> None:
    done(stage(DONE))
    heading = app(editor=Page((Widget("Heading", "EditText"), Widget("Save", opens="saved"))))
    scene = stage('text("Bread", name="Heading")', pages=heading, wait_s=0, heal="write")
    assert done(scene, 'Write a note called "Bread"').calls == 1
    assert "- tapOn: Heading\n- eraseText\n- inputText: ${TITLE}\n" in flow(scene)
    again = stage(pages=heading, wait_s=0)
    assert done(again, 'Write a note called "Jam"').calls == 0
    assert [each.text for each in again.phone.done if isinstance(each, InputText)][-1] == "Jam"


DARKEN = "Have the night colours on"
DARKENED = (
    'tap("Settings")\ntext("on", name="Dark theme")\ntap("About")',
    'exit("done", if_shows="The colours")',
)


def settings(name: str) -> dict[str, Page]:
    """A switch of this name, and a page behind it."""
    about = Widget("About", opens="about")
    return app(
        settings=Page((Widget(name, "Switch"), about)),
        about=Page((Widget("The colours", "TextView"),)),
    )


def test_a_renamed_switch_is_mended_with_what_checks_it(stage: Stage) -> None:
    done(stage(*DARKENED, pages=settings("Dark theme")), DARKEN)
    scene = stage('text("on", name="Black")', pages=settings("Black"), wait_s=0, heal="write")
    ended = done(scene, DARKEN)
    assert (ended.ending, ended.calls) == ("done", 1)
    assert "Dark theme" not in flow(scene)
    assert flow(scene).count("Black") == 3
    again = stage(pages=settings("Black"), wait_s=0)
    assert (done(again, DARKEN).ending, again.phone.page.widgets[0].name) == ("done", "The colours")


def test_what_one_value_is_called_otherwise_is_written_for_that_value(stage: Stage) -> None:
    """The old flow stays, for the other values."""

    def tabs(*names: str) -> dict[str, Page]:
        rows = tuple(Widget(name, row=True, opens="clock") for name in names)
        kinds = (f"{name} sounds" for name in ("Bedtime", "Timer"))
        clock = Page(tuple(Widget(kind, row=True, opens="sounds") for kind in kinds))
        return {"main": Page(rows), "clock": clock, "sounds": Page((Widget("No sound"),))}

    old, new = tabs("Bedtime", "Timer"), tabs("Sleep", "Timer")
    reply = 'tap("Bedtime")\ntap("Bedtime sounds")\nexit("done", "{No sound}", if_shows="No sound")'
    done(stage(reply, pages=old), "In Bedtime, show the sounds")
    scene = stage('tap("Sleep")', pages=new, wait_s=0, heal="write")
    assert done(scene, "In Bedtime, show the sounds").calls == 1
    told = "\n".join(scene.watcher.said)
    assert "-name: In {VALUE}, show the sounds\n+name: In Bedtime, show the sounds" in told
    assert "+- tapOn: Sleep\n" in told
    assert "+- tapOn: Bedtime sounds\n" in told
    for task in ("In Bedtime, show the sounds", "In Timer, show the sounds"):
        ended = done(stage(pages=new, wait_s=0), task)
        assert (ended.ending, ended.calls) == ("done", 0), task


def test_what_is_in_the_way_before_a_switch_takes_no_place_of_it(stage: Stage) -> None:
    done(stage(*DARKENED, pages=settings("Dark theme")), DARKEN)
    pages = settings("Dark theme")
    pages["real"] = pages["settings"]
    pages["settings"] = Page((Widget("Buy more", "TextView"), Widget("Not now", opens="real")))
    replies = ('tap("Not now")', 'text("on", name="Dark theme")')
    scene = stage(*replies, pages=pages, wait_s=0, heal="write")
    assert done(scene, DARKEN).ending == "done"
    assert pages["real"].widgets[0].on


def test_a_name_that_is_a_value_by_chance_is_written_as_it_is(stage: Stage) -> None:
    done(stage(DONE))
    scene = stage('tap("Keep")', pages=RENAMED, wait_s=0, heal="write")
    assert done(scene, 'Write a note called "Keep"').calls == 1
    assert "    text: Keep\n    id: keep\n" in flow(scene)
    assert done(stage(pages=RENAMED, wait_s=0), 'Write a note called "Jam"').calls == 0


def test_another_switch_is_no_mend_of_one_that_is_gone(stage: Stage) -> None:
    done(stage(*DARKENED, pages=settings("Dark theme")), DARKEN)
    replies = ('tap("Advanced")', "wait(1)", 'exit("failed", "no")')
    scene = stage(*replies, pages=settings("Advanced"), wait_s=0, heal="write")
    assert done(scene, DARKEN).ending != "done"
    assert "Dark theme" in flow(scene)
    assert "Advanced" not in flow(scene)


def test_two_mends_of_a_flow_are_written_where_one_is_for_a_value(stage: Stage) -> None:
    def pages(first: str, last: str) -> dict[str, Page]:
        rows = tuple(Widget(name, row=True, opens="a") for name in (first, "Timer"))
        return {
            "main": Page(rows),
            "a": Page((Widget("Sounds", opens="b"),)),
            "b": Page((Widget(last, opens="c"),)),
            "c": Page((Widget("The end", "TextView"),)),
        }

    reply = (
        'tap("Bedtime")\ntap("Sounds")\ntap("Omega")\nexit("done", "{The end}", if_shows="The end")'
    )
    task, new = "In Bedtime, hear the last", pages("Sleep", "Finish")
    done(stage(reply, pages=pages("Bedtime", "Omega")), task)
    scene = stage('tap("Sleep")', 'tap("Finish")', pages=new, wait_s=0, heal="write")
    assert done(scene, task).calls == 2
    assert done(stage(pages=new, wait_s=0), task).calls == 0


def test_a_value_in_a_script_is_not_taken_out_of_it(stage: Stage) -> None:
    task = 'Set the language to "Dutch"'
    first = stage(
        'tap("Dutch")\nexit("done", "{It is Dutch}", if_shows="It is Dutch")', pages=LANGUAGES
    )
    done(first, task)
    (path,) = flows_of(first.session.store).files(APP)
    path.write_text(path.read_text() + "- evalScript: ${output.x = VALUE}\n")
    renamed = LANGUAGES | {"main": Page((Widget("Nederlands", row=True, opens="Dutch"),))}
    scene = stage('tap("Nederlands")', pages=renamed, wait_s=0, heal="write")
    done(scene, task)
    assert "it is called otherwise" in "\n".join(scene.watcher.said)
    assert flows(scene) == [path.name]


def test_a_look_around_is_no_part_of_a_mend(stage: Stage) -> None:
    done(stage(DONE))
    pages = app(editor=editor(Widget("More", opens="settings"), Widget("Keep", opens="saved")))
    scene = stage('tap("More")\nback()\ntap("Keep")', pages=pages, wait_s=0, heal="write")
    assert done(scene).ending == "done"
    assert "- tapOn: Keep" in flow(scene)
    assert "More" not in flow(scene)


def test_the_mended_step_is_written_by_a_yes(stage: Stage, somebody: Somebody) -> None:
    done(stage(DONE))
    somebody.yes = True
    scene = stage('tap("Keep")', pages=RENAMED, wait_s=0, person=somebody)
    done(scene)
    assert "tapOn: Keep" in flow(scene)
    assert "tapOn: Save" not in flow(scene)
    again = stage(pages=RENAMED, wait_s=0)
    assert done(again, 'Write a note called "Bread"').calls == 0


def test_who_mends_the_last_step_may_end_the_task(stage: Stage) -> None:
    done(stage(DONE))
    reply = 'tap("Keep")\nexit("done", if_shows="Note saved")'
    scene = stage(reply, pages=RENAMED, wait_s=0, heal="write")
    assert done(scene, 'Write a note called "Bread"').ending == "done"
    assert "tapOn: Keep" in flow(scene)
    assert done(stage(pages=RENAMED, wait_s=0), 'Write a note called "Milk"').calls == 0


def test_what_stands_in_the_way_is_done_only_where_it_comes(stage: Stage) -> None:
    done(stage(DONE))
    scene = stage('tap("Later")', pages=ASKED, wait_s=0, heal="write")
    ended = done(scene)
    assert (ended.ending, ended.calls) == ("done", 1)
    assert flow(scene).splitlines()[3:8] == [
        "- runFlow:", "    when:", "      visible: Later", "    commands:", "      - tapOn: Later",
    ]  # fmt: skip
    for pages in (ASKED, None):
        assert done(stage(pages=pages, wait_s=0)).calls == 0


def test_the_prompt_tells_the_flow_and_where_it_stands(stage: Stage) -> None:
    done(stage(DONE))
    scene = stage('tap("Keep")', pages=RENAMED, wait_s=0)
    done(scene)
    text = scene.model.calls[-1].prompt.text
    told = text.partition("<flow>\n")[2].partition("\n</flow>")[0].splitlines()
    assert 'nothing here says "Save"' in told[0]
    assert told[2:] == [
        "- tapOn: New note", "- tapOn: Title", "- eraseText", "- inputText: 'Milk'",
        "> tapOn: Save",
    ]  # fmt: skip


def test_what_proves_the_end_names_the_value_that_is_called_otherwise(stage: Stage) -> None:
    shown = 'tap("Dutch")\nexit("done", "{It is Dutch}", if_shows="It is Dutch")'
    done(stage(shown, pages=LANGUAGES), 'Set the language to "Dutch"')
    opens = {"Nederlands": "Dutch", "French": "French"}
    rows = tuple(Widget(name, row=True, opens=to) for name, to in opens.items())
    renamed = LANGUAGES | {"main": Page(rows)}
    scene = stage('tap("Nederlands")', pages=renamed, wait_s=0, heal="write")
    ended = done(scene, 'Set the language to "Dutch"')
    assert (ended.ending, ended.calls) == ("done", 1)
    told = "\n".join(scene.watcher.said)
    assert "-- tapOn: ${VALUE}" in told
    assert "set-the-language-to-dutch.yaml" in flows(scene)
    assert done(stage(pages=renamed, wait_s=0), 'Set the language to "Dutch"').calls == 0
    assert done(stage(pages=renamed, wait_s=0), 'Set the language to "French"').calls == 0


def test_after_two_failures_a_flow_is_asked_for(stage: Stage, somebody: Somebody) -> None:
    done(stage(DONE))
    for _ in range(2):
        done(stage('tap("Keep")', pages=RENAMED, wait_s=0))
    scene = stage(DONE, person=somebody)
    assert done(scene).calls == 1
    assert "failed before" in somebody.asked[0]


def test_a_key_does_not_tell_that_what_was_left_out_is_done(stage: Stage) -> None:
    """Save has moved into a menu, and behind it the flow goes back."""
    first = DONE.replace('exit("done"', 'back()\nexit("done"').replace("Note saved", "Milk")
    pages = app(saved=Page((Widget("Note saved", "TextView"),), after_back="list"))
    pages["list"] = Page((Widget("Milk", "TextView"), Widget("Bread", "TextView")))
    assert done(stage(first, pages=pages)).ending == "done"
    assert flow(stage()).endswith("- tapOn: Save\n- back\n")
    moved = pages | {
        "editor": editor(Widget("More", opens="more")),
        "more": Page((Widget("Keep", opens="saved"), Widget("Share")), after_back="list"),
    }
    scene = stage('tap("More")', 'tap("Keep")', 'exit("failed", "no")', pages=moved, wait_s=0,
                  heal="write")  # fmt: skip
    done(scene, 'Write a note called "Bread"')
    assert "saved" in scene.phone.shown or "Keep" in "\n".join(s.words for s in scene.steps())
    assert "tapOn: More\n- back" not in flow(scene)


def test_a_code_that_was_read_is_not_written_into_a_flow(stage: Stage) -> None:
    done(stage(DONE))
    asks = app(
        main=Page((Widget("New note", opens="code"),)),
        code=Page((Widget("Type 4711 to go on", "TextView"), Widget("Code", "EditText"),
                   Widget("Go", opens="editor"))),
    )  # fmt: skip
    scene = stage('text("4711", name="Code")\ntap("Go")', pages=asks, wait_s=0, heal="write")
    assert done(scene).ending == "done"
    assert "4711" not in flow(scene)
    assert "may be of what the phone showed" in "\n".join(scene.watcher.said)


@pytest.mark.parametrize("answer", ["Biscuit", "76", "B"])
def test_what_answers_the_first_screen_is_not_kept(stage: Stage, answer: str) -> None:
    """A list of chats shows the question already, so that one reply does it all."""
    question = Widget("What is it called again?", "TextView")
    first = DONE.replace('"Milk"', f'"{answer}"', 1).replace('"Milk"', '""').replace("Note", "Now")
    pages = app(main=Page((question, Widget("New note", opens="editor"))),
                saved=Page((Widget("Now saved", "TextView"),)))  # fmt: skip
    scene = stage(first, pages=pages)
    assert done(scene, "Write a note that answers the question").ending == "done"
    assert flows(scene) == []


# --- what healers got wrong -----------------------------------------------------------------------


WIZARD = {
    "main": Page((Widget("Start", opens="one"),)),
    "one": Page((Widget("Name", "EditText"), Widget("Next", opens="two"))),
    "two": Page((Widget("City", "TextView"), Widget("Next", opens="three"), Widget("Skip"))),
    "three": Page((Widget("All set", "TextView"),)),
}
WALKED = (
    'tap("Start")\ntext("Ann", name="Name")\ntap("Next")\ntap("Next")\n'
    'exit("done", if_shows="All set")'
)


def test_what_was_done_already_is_not_done_on_the_next_page(stage: Stage) -> None:
    """A dialog stands before the first page; who closes it touches Next as well, and the next page
    has a button that is called so, too."""
    done(stage(WALKED, pages=WIZARD), 'Sign up as "Ann"')
    asks = WIZARD | {
        "one": Page((Widget("Name", "EditText"), Widget("Next", opens="ask"))),
        "ask": Page((Widget("Are you sure?", "TextView"), Widget("Yes", opens="two"))),
    }
    scene = stage('tap("Yes")\ntap("Next")', pages=asks, wait_s=0)
    ended = done(scene, 'Sign up as "Ben"')
    assert (ended.ending, ended.calls) == ("done", 1)
    assert [s.words for s in scene.steps() if "Next" in s.words] == ['tap button "Next"'] * 2


def test_a_name_that_is_another_controls_now_is_not_touched(stage: Stage) -> None:
    done(stage(DONE))
    swapped = app(
        editor=editor(Widget("Save", ref="banner", opens="browser"), Widget("Discard", ref="save"))
    )
    scene = stage('exit("failed", "no Save")', pages=swapped, wait_s=0)
    assert done(scene).ending == "gave_up"
    assert "it is another control" in "\n".join(scene.watcher.said)
    assert scene.phone.shown[-1] == "editor"


def test_of_two_rows_of_one_name_none_is_touched(stage: Stage) -> None:
    rows = tuple(Widget(name, row=True, opens=name) for name in ("Ann", "Ben"))
    pages = {"main": Page(rows)} | {
        name: Page((Widget(f"Chat with {name}", "TextView"),)) for name in ("Ann", "Ben")
    }
    said = 'tap("Ben")\nexit("done", "{Chat with Ben}", if_shows="Chat with Ben")'
    done(stage(said, pages=pages), "Open the chat with Ben")
    assert done(stage(pages=pages, wait_s=0), "Open the chat with Ann").calls == 0
    twice = pages | {"main": Page((*rows, Widget("Ben", row=True, opens="Ann")))}
    scene = stage('exit("failed", "which?")', pages=twice, wait_s=0)
    assert done(scene, "Open the chat with Ben").ending == "gave_up"
    assert "2 controls here may be meant" in "\n".join(scene.watcher.said)


def test_a_row_that_the_request_does_not_name_is_that_of_the_same_list(stage: Stage) -> None:
    """ "The newest" is another one once something is added."""
    opened = {n: Page((Widget(f"Chat with {n}", "TextView"),)) for n in ("Ann", "Ben", "Cleo")}

    def pages(*names: str) -> dict[str, Page]:
        rows = (Widget(name, row=True, opens=name) for name in names)
        return {"main": Page(tuple(rows))} | opened

    said = 'tap("Ann")\nexit("done", "{Chat with Ann}", if_shows="Chat with Ann")'
    done(stage(said, pages=pages("Ann", "Ben")), "Open the newest chat")
    assert done(stage(pages=pages("Ann", "Ben")), "Open the newest chat").calls == 0
    scene = stage('exit("failed", "no")', pages=pages("Cleo", "Ann", "Ben"), wait_s=0)
    assert done(scene, "Open the newest chat").ending == "gave_up"


@pytest.mark.parametrize(
    ("task", "again", "judge", "calls"),
    [
        ("Delete the chat with Ann", "Delete the chat with Ben", None, 0),
        ("Delete the newest chat", "Delete the newest chat", means("yes"), 1),
        ("Delete the newest chat", "Delete the newest chat", None, None),
    ],
)
def test_a_kept_yes_is_for_rows_that_the_request_names(
    stage: Stage, task: str, again: str, judge: Any, calls: int | None
) -> None:
    pages = {"main": Page(tuple(Widget(name, row=True, opens=name) for name in ("Ann", "Ben")))}
    pages |= {
        name: Page((Widget(f"Chat with {name}", "TextView"), Widget("Delete", opens="gone")))
        for name in ("Ann", "Ben")
    } | {"gone": Page((Widget("The chat is gone", "TextView"),))}
    said = 'tap("Ann")\ntap("Delete")\nexit("done", if_shows="The chat is gone")'
    first = stage(said, pages=pages)
    first.model.judge = means("yes")
    assert done(first, task).calls == 2
    scene = stage(*['exit("failed", "no")'] * 2, pages=pages, wait_s=0)
    scene.model.judge = judge
    ended = done(scene, again)
    if calls is None:
        assert (ended.refused, scene.phone.shown[-1]) == (('tap button "Delete"',), "Ann")
    else:
        assert (ended.ending, ended.calls) == ("done", calls)


def test_what_the_flow_did_not_do_is_not_written_into_it(stage: Stage, somebody: Somebody) -> None:
    done(stage(DONE))
    somebody.yes = True  # to this once
    pages = app(editor=editor(Widget("Delete", opens="saved"), Widget("Banner")))
    scene = stage('tap("Delete")', pages=pages, wait_s=0, heal="write", person=somebody)
    assert done(scene).ending == "done"
    assert "did something that the flow did not" in "\n".join(scene.watcher.said)
    assert "Delete" not in flow(scene)


def test_an_answer_that_tells_what_its_page_is_of_is_read_again(stage: Stage) -> None:
    hours = {"Rice House": "9:15 to 5:30", "Plum": "8:00 to 4:45"}
    listed = Page(tuple(Widget(name, row=True, opens=name) for name in hours))

    def about(name: str) -> Page:
        texts = (name, "Friday", "closed", "Saturday", hours[name])
        return Page(tuple(Widget(text, "TextView") for text in texts))

    def task(name: str) -> str:
        return f'Open "{name}" and tell me its hours on Saturday'

    pages = {"main": listed, **{name: about(name) for name in hours}}
    answer = "On Saturday Rice House is open from 9:15 to 5:30"
    done(stage('tap("Rice House")', f'exit("done", "{answer}")', pages=pages), task("Rice House"))
    ended = done(stage(pages=pages), task("Plum"))
    assert (ended.calls, ended.answer) == (0, "Saturday: 8:00 to 4:45")
    asked = "Open the first one and tell me its hours on Saturday"
    done(stage('tap("Rice House")', f'exit("done", "{answer}")', pages=pages), asked)
    ended = done(stage(pages=pages), asked)
    assert (ended.calls, ended.answer) == (0, "Rice House: Saturday: 9:15 to 5:30")


def test_what_is_counted_of_another_proves_nothing(stage: Stage) -> None:
    pages = app(saved=Page((Widget("3 notes", "TextView"), Widget("Share"))))
    scene = stage(DONE.replace("Note saved", "3 notes"), pages=pages)
    assert (done(scene).ending, flows(scene)) == ("done", [])


def test_what_was_only_scrolled_for_is_looked_for(stage: Stage) -> None:
    """The model scrolls to what is not in sight, and the flow touches it."""
    done(stage(DONE))
    hidden = app(
        main=Page((Widget("Settings"), Widget("Banner")), swiped="more"),
        more=Page((Widget("New note", opens="editor"), Widget("Help"))),
    )
    scene = stage('swipe("up")', pages=hidden, wait_s=0, heal="write")
    assert done(scene).ending == "done"
    assert "- scrollUntilVisible:\n    element: New note\n- tapOn: New note" in flow(scene)
