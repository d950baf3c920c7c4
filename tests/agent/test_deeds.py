"""What controls do is asked once, and remembered."""

from __future__ import annotations

import re
from shutil import rmtree

import pytest

from appagent.actions.replies import DeedReading
from appagent.agent.run import run
from appagent.exchange import Prompt
from appagent.knowledge.answers import files_of
from appagent.knowledge.element import Source
from appagent.knowledge.pack import pack, unpack
from tests.agent.conftest import Stage, learned
from tests.agent.scripted import (
    APP,
    END,
    ROW_PX,
    Page,
    Script,
    Widget,
    judges,
    means,
    says,
)

LINES = re.compile(r"^(\d+) (.+)$", re.MULTILINE)
KNOWN = {'button "Expunge"': "delete", 'button "Tidy up"': "delete"}


def knows(prompt: Prompt) -> DeedReading:
    """A judge with a list."""
    asked = LINES.findall(prompt.text)
    return DeedReading(deeds=tuple(f"{n} {KNOWN.get(line, 'opens')}" for n, line in asked))


def notes() -> dict[str, Page]:
    return {
        "main": Page((Widget("Settings", opens="more"), Widget("Expunge", opens="empty"))),
        "more": Page((Widget("Version 1.4", "TextView"), Widget("Tidy up", opens="empty"))),
        "empty": Page((Widget("No notes", "TextView"),)),
    }


def deeds(model: Script) -> list[str]:
    return model.texts("deed")


def test_an_exploration_asks_once_a_page_and_touches_no_deed(stage: Stage) -> None:
    scene = stage(
        says("tap({Expunge})"),
        says("tap({Settings})"), judges("CONTINUE"),
        says("tap({Tidy up})"),
        says("back()"),
        END,
        pages=notes(),
    )  # fmt: skip
    scene.model.deeds = knows
    learned(scene, "")
    refused = [step.error for step in scene.steps() if step.status == "CONFIRM"]
    assert refused == ["could delete something, which an exploration never does"] * 2
    assert len(deeds(scene.model)) == 2
    first, second = deeds(scene.model)
    assert '1 button "Settings"\n2 button "Expunge"' in first
    assert 'button "Tidy up"' in second
    kept = (scene.session.store.folder / APP / "guard.yaml").read_text("utf-8")
    assert 'button "Tidy up": delete' in kept


def test_a_run_asks_about_what_a_reply_touches_and_never_again(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), says("tap({Tidy up})"), END, pages=notes())
    scene.model.deeds = knows
    scene.model.judge = means("no")
    run(scene.session, "Show the version", APP, ())
    assert [LINES.findall(text) for text in deeds(scene.model)] == [
        [("1", 'button "Settings"')],
        [("1", 'button "Tidy up"')],
    ]
    steps = scene.steps()
    assert "could delete something" in steps[1].error
    again = stage(says("tap({Settings})"), says("tap({Tidy up})"), END, pages=notes())
    again.model.judge = means("no")
    run(again.session, "Show the version", APP, ())
    assert not deeds(again.model)
    assert "could delete something" in again.steps()[-2].error


def test_what_is_unknown_is_asked_again_by_the_next_run(stage: Stage) -> None:
    def told(word: str) -> list[str]:
        scene = stage(says("tap({Settings})"), END, pages=notes())
        scene.model.deeds = lambda _: DeedReading(deeds=(f"1 {word}",))
        run(scene.session, "Show the version", APP, ())
        assert ['says: "Settings"' in text for text in deeds(scene.model)] == {
            "unknown": [False, True], "opens": [False],
        }[word]  # fmt: skip
        return [step.status for step in scene.steps()][:1]

    assert told("unknown") == ["CONFIRM"]
    assert told("opens") == ["CONTINUE"]


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        ("varies", 'named "Places": opens'),
        ("unknown", ""),
        ("opens varies", 'named "Places": opens'),
    ],
)
def test_a_row_is_asked_about_by_itself_where_its_kind_tells_too_little(
    stage: Stage, kind: str, kept: str
) -> None:
    named = [("Places", "more"), ("Friends", "empty")]
    rows = Page((*(Widget(name, row=True, opens=opens) for name, opens in named),))
    scene = stage(says("tap({Places})"), END, pages={**notes(), "main": rows})
    scene.model.deeds = lambda prompt: DeedReading(
        deeds=("1 opens" if "Places" in prompt.text else f"1 {kind}",)
    )
    run(scene.session, "Show the version", APP, ())
    assert len(deeds(scene.model)) == 2
    assert [step.status for step in scene.steps()][:1] == ["CONTINUE"]
    told = (scene.session.store.folder / APP / "guard.yaml").read_text("utf-8")
    assert kind in told
    assert kept in told
    assert bool(kept) == ("Places" in told)


HOURS = "Closed, opens 10:00 AM Tue"


def museums() -> dict[str, Page]:
    """What the rows say is the person's, and so is what the button of a museum says."""
    rows = (Widget(f"{name}, {HOURS}", row=True, opens="place") for name in ("Ink", "Paper"))
    place = (Widget("Place", "TextView"), Widget(HOURS, opens="more", ref="status"))
    return {**notes(), "main": Page(tuple(rows)), "place": Page(place)}


@pytest.mark.parametrize(
    ("by", "sources", "again", "asked", "status"),
    [
        (None, (), "opens", 1, "CONTINUE"),
        (None, ("auto",), "unknown", 1, "CONFIRM"),
        ("auto", ("auto",), "unknown", 0, "CONTINUE"),  # it was tried out
        ("auto", (), "unknown", 1, "CONFIRM"),  # no docs are read
        ("manual", ("manual",), "unknown", 1, "CONFIRM"),  # told, and for the judge to weigh
        ("pack", ("auto",), "unknown", 1, "CONFIRM"),  # a stranger's
    ],
)
def test_a_museum_is_asked_about_by_all_that_is_known(
    stage: Stage, by: str | None, sources: list[Source], again: str, asked: int, status: str
) -> None:
    scene = stage(says(f"tap({{Ink, {HOURS}}})"), says(f"tap({{{HOURS}}})"), END, pages=museums())
    if by:
        scene.phone.shown = ["place"]
        scene.note(HOURS, "tap", None, by="manual" if by == "manual" else "auto")
        scene.phone.shown = ["home"]
    if by == "pack":
        store, pack_file = scene.session.store, scene.folder / "docs.zip"
        pack(store, [APP], pack_file)
        rmtree(store.folder / APP)
        store.forget(APP)
        unpack(pack_file, store)
    scene.model.deeds = lambda prompt: DeedReading(
        deeds=(f"1 {again if HOURS in prompt.text else 'unknown'}",)
        if "status" in prompt.text else ("1 opens",)
    )  # fmt: skip
    run(scene.session, "When is it open?", APP, sources)
    clean, *more = [text for text in deeds(scene.model) if "status" in text]
    assert "1 button (status), named by what it shows\n" in clean
    assert len(more) == asked
    assert all(f'says: "{HOURS}"' in text for text in more)
    assert all(("As I know." in text) == (by == "manual") for text in more)
    assert [step.status for step in scene.steps()][1] == status
    kept = (scene.session.store.folder / APP / "guard.yaml").read_text("utf-8")
    assert not {"Closed", "Ink", "Tue"} & {*re.findall(r"\w+", kept)}


def test_an_exploration_takes_no_note_for_an_answer(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), END, pages=notes())
    scene.phone.shown = ["main"]
    scene.note("Settings", "tap", None, by="auto")
    scene.model.deeds = lambda prompt: DeedReading(
        deeds=tuple(f"{n} unknown" for n, _ in LINES.findall(prompt.text))
    )
    learned(scene, "")
    assert next(step.status for step in scene.steps()) == "CONFIRM"
    assert not [text for text in deeds(scene.model) if "says:" in text]


def asking() -> dict[str, Page]:
    texts = (Widget("Expunge all?", "TextView"), Widget("Keep"), Widget("Expunge", opens="empty"))
    return {
        **notes(),
        "main": Page((Widget("Expunge", opens="sure"),)),
        "sure": Page(texts, top=300),
    }


@pytest.mark.parametrize(("again", "status"), [("opens", "CONTINUE"), ("delete", "CONFIRM")])
def test_what_was_seen_to_ask_first_is_asked_about_again(
    stage: Stage, again: str, status: str
) -> None:
    """A dialog is one question, and its own button is judged by itself."""
    scene = stage(says("tap({Expunge})"), END, pages=asking())
    run(scene.session, "Look around", APP, ["auto"])
    (scene.session.store.folder / APP / "guard.yaml").unlink()
    scene = stage(says("tap({Expunge})"), says("tap({Expunge})"), END, pages=asking())
    scene.model.deeds = lambda prompt: DeedReading(
        deeds=tuple(
            f"{n} {again if 'led before to: dialog' in prompt.text else 'delete'}"
            for n, _ in LINES.findall(prompt.text)
        )
    )
    scene.model.judge = means("no")
    run(scene.session, "Look around", APP, ["auto"])
    first, second, *third = deeds(scene.model)
    assert "led before to" not in first
    assert 'led before to: dialog "Expunge all?" with "Keep", "Expunge"' in second
    assert [step.status for step in scene.steps()][-3] == status
    if third:
        assert [line for _, line in LINES.findall(third[0])] == [
            'button "Expunge"',
            'button "Keep"',
        ]
        assert [step.status for step in scene.steps()][-2] == "CONFIRM"


@pytest.mark.parametrize(
    ("known", "status"), [("", "CONTINUE"), ("call", "CONFIRM"), ("varies", "CONFIRM")]
)
def test_a_plain_row_is_not_asked_about(stage: Stage, known: str, status: str) -> None:
    rows = (Widget(name, row=True, under="Hello", opens="more") for name in ("Ada", "Ben"))
    pages = {**notes(), "main": Page((Widget("Notes", "TextView"), *rows))}
    scene = stage(says("tap({Ada, Hello})"), END, pages=pages)
    scene.model.deeds, scene.model.judge = None, means("no")
    if known:
        files = files_of(scene.session.store)
        files.add(APP, "", {'page "Notes"': {"row (list)": known, "row": known}})
    run(scene.session, "Show the version", APP, ())
    assert next(step.status for step in scene.steps()) == status


def test_a_balanced_run_asks_nothing_on_a_page_and_hears_its_model(stage: Stage) -> None:
    scene = stage(
        says("tap({Settings})"), says("tap({Tidy up})", commits="delete"), END,
        pages=notes(), guard="balanced",
    )  # fmt: skip
    scene.model.judge = means("no")
    run(scene.session, "Show the version", APP, ())
    assert not deeds(scene.model)
    assert [step.status for step in scene.steps()][:2] == ["CONTINUE", "CONFIRM"]


def test_the_question_holds_nothing_of_the_task(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), END, pages=notes())
    scene.model.deeds = knows
    run(scene.session, "Show the frobnicated version", APP, ())
    (call,) = [call for call in scene.model.calls if call.prompt.name == "deed"]
    assert not call.pictures
    assert "frobnicated" not in call.prompt.system + call.prompt.text


def test_a_control_that_nothing_names_is_asked_about_with_its_picture(stage: Stage) -> None:
    milk = Widget("Milk", row=True, opens="more", icon="empty")
    pages = notes() | {"main": Page((Widget("Settings", opens="more"), milk))}
    scene = stage(END, pages=pages)
    scene.model.deeds = knows
    learned(scene, "")
    call = next(call for call in scene.model.calls if call.prompt.name == "deed")
    nameless = next(n for n, line in LINES.findall(call.prompt.text) if "in a row" in line)
    (picture,) = call.pictures
    assert picture.caption == f"{nameless}:"
    assert (picture.width, picture.height) == (ROW_PX, ROW_PX)


@pytest.mark.parametrize("said", [("2 opens",), ("1 fine", "2 good"), ()])
def test_an_answer_that_leaves_out_a_line_is_asked_for_again(
    stage: Stage, said: tuple[str, ...]
) -> None:
    answers = [DeedReading(deeds=said), DeedReading(deeds=("1: opens", "2. delete"))]
    scene = stage(END, pages=notes())
    scene.model.deeds = lambda _: answers.pop(0)
    learned(scene, "")
    second = [call for call in scene.model.calls if call.prompt.name == "deed"][1]
    assert "no word for [1" in second.problems[-1][1]
    assert not answers


def test_a_store_that_takes_nothing_does_not_stop_the_work(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), judges("CONTINUE"), says("tap({Tidy up})"), END,
                  pages=notes())  # fmt: skip
    scene.model.deeds = knows
    path = scene.session.store.folder / APP / "guard.yaml"
    path.mkdir(parents=True)
    path.rmdir()
    path.parent.chmod(0o500)
    learned(scene, "")
    assert scene.steps()


def test_what_turns_out_to_be_secret_is_forgotten(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), judges("CONTINUE"), END, pages=notes())
    scene.model.deeds = knows
    learned(scene, "")
    path = scene.session.store.folder / APP / "guard.yaml"
    assert "Expunge" in path.read_text("utf-8")
    scene.session.secrets.add("Expunge")
    kept = path.read_text("utf-8")
    assert "Expunge" not in kept
    assert 'button "Tidy up": delete' in kept


@pytest.mark.parametrize("secret", ["hunter-blue", "tiger42moon"])
def test_what_is_known_to_be_secret_is_neither_sent_nor_kept(stage: Stage, secret: str) -> None:
    pages = {"main": Page((Widget(f"Use {secret}", opens="main"), Widget("Settings")))}
    scene = stage(END, pages=pages)
    scene.model.deeds = knows
    scene.session.secrets.expect_typing(secret)
    learned(scene, "")
    kept = (scene.session.store.folder / APP / "guard.yaml").read_text("utf-8")
    assert 'button "Settings": opens' in kept
    assert "Use" not in kept
    assert secret not in "".join(deeds(scene.model))


def test_a_secret_without_its_digits_is_forgotten_too(stage: Stage) -> None:
    pages = {"main": Page((Widget("Use tiger42moon", opens="main"), Widget("Settings")))}
    scene = stage(END, pages=pages)
    scene.model.deeds = knows
    learned(scene, "")
    path = scene.session.store.folder / APP / "guard.yaml"
    assert "tiger#moon" in path.read_text("utf-8")
    scene.session.secrets.add("tiger42moon")
    assert "tiger" not in path.read_text("utf-8")
