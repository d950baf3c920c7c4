"""A text that the phone keeps is overwritten only where the task means it."""

from __future__ import annotations

import pytest

from appagent.agent.run import run
from appagent.danger import Answer
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, Page, Somebody, Widget, means, says

FINISH = says('exit("done", "")')


def contacts() -> dict[str, Page]:
    """A list, the card behind its row, and an editor that is filled."""
    return {
        "main": Page((Widget("Ada Adeyemi", row=True, opens="card"), Widget("Add", opens="new"))),
        "card": Page((Widget("Ada Adeyemi", "TextView"), Widget("Edit", opens="editor"))),
        "editor": Page((Widget("Name", "EditText", value="Ada Adeyemi"), Widget("Save"))),
        "new": Page((Widget("Label", "EditText", value="Mobile"), Widget("Save it"))),
    }


def go(stage: Stage, pages: dict[str, Page], *way: str, answer: Answer = "no") -> Scene:
    scene = stage(*map(says, way), FINISH, pages=pages)
    scene.model.judge = means(answer)
    run(scene.session, "See to the entry", APP, ())
    return scene


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_what_the_phone_keeps_is_overwritten_only_if_the_task_means_it(
    stage: Stage, answer: Answer
) -> None:
    pages, write = contacts(), 'text({Name}, "Eve")'
    scene = go(stage, pages, "tap({Ada Adeyemi})", "tap({Edit})", write, answer=answer)
    assert (pages["editor"].widgets[0].value == "Eve") is (answer == "yes")
    assert (scene.steps()[2].status == "CONFIRM") is (answer == "no")
    (asked,) = scene.model.texts("permission")
    deed = 'class: delete: overwrite "Ada Adeyemi", which the phone keeps, by "Eve"\nby: '
    assert deed in asked
    assert '\nfields: "Name: Eve"\n' in asked


def test_what_would_be_overwritten_is_told_whole_to_a_person_and_cut_to_a_judge(
    stage: Stage,
) -> None:
    person, note = Somebody(), f"Buy milk {'and bread ' * 60}"
    pages = {"main": Page((Widget("Note", "EditText", value=note), Widget("Save")))}
    scene = stage(says('text({Note}, "Eve")'), FINISH, pages=pages, person=person)
    scene.model.judge = means("no")
    run(scene.session, "What does it say?", APP, ())
    assert f'this could overwrite "{note.strip()}", which the phone keeps, by' in person.asked[0]
    (asked,) = scene.model.texts("permission")
    assert max(map(len, asked.splitlines())) < 450


@pytest.mark.parametrize("field", ["{Name}, ", ""])
def test_what_an_editor_held_from_the_start_is_kept(stage: Stage, field: str) -> None:
    pages = contacts() | {"main": contacts()["editor"]}
    scene = go(stage, pages, "tap({Name})", f'text({field}"Eve")')
    assert scene.steps()[1].status == "CONFIRM"
    assert pages["main"].widgets[0].value == "Ada Adeyemi"


@pytest.mark.parametrize("held", ["0170 1234567", "00491701234567", "(+49) 170/1234567"])
def test_a_phone_number_that_a_card_shows_is_kept(stage: Stage, held: str) -> None:
    card = Page((Widget("Mobile, +49 170 1234567", "TextView"), Widget("Edit", opens="editor")))
    form = Page((Widget("Edit contact", "TextView"), Widget("Phone", "EditText", value=held)))
    go(stage, {"main": card, "editor": form}, "tap({Edit})", 'text({Phone}, "0111 222333")')
    assert form.widgets[1].value == held


# --- what is free ---------------------------------------------------------------------------------


def test_what_a_new_form_holds_by_itself_is_free_and_so_is_what_was_typed(stage: Stage) -> None:
    pages = contacts()
    scene = go(stage, pages, "tap({Add})", 'text({Label}, "Home")', 'text({Label}, "Home, old")')
    assert pages["new"].widgets[0].value == "Home, old"
    assert [step.status for step in scene.steps()] == ["CONTINUE"] * 3 + ["FINISH"]
    assert scene.model.texts("permission") == []


def test_what_was_typed_here_may_be_corrected(stage: Stage) -> None:
    """Though another row is called so."""
    new = Page((Widget("New note", "TextView"), Widget("Title", "EditText")))
    pages = {"main": Page((Widget("Milk", row=True), Widget("New", opens="new"))), "new": new}
    texts = ("Milk", "Milk and bread")
    go(stage, pages, "tap({New})", *(f'text({{Title}}, "{text}")' for text in texts))
    assert new.widgets[1].value == "Milk and bread"


@pytest.mark.parametrize(
    ("row", "field", "held", "typed"),
    [
        ("", "Amount", "100", "20"),
        ("6:30 AM, Weekdays", "Minute", "30", "09"),
        ("Timer 00:00", "Minutes", "00", "15"),
        ("07:30, Weekdays", "Hour", "07", "09"),
        ("02.03.2026, Bread", "When", "02.03.2026", "05.03.2026"),
        ("08:00 - 17:00, Bread", "When", "08:00 - 17:00", "09:00 - 17:00"),
        ("00:05:00, Bread", "When", "00:05:00", "00:15:00"),
        ("100.00, Bread", "When", "100.00", "20.00"),
    ],
)
@pytest.mark.parametrize("by_row", [True, False])
def test_a_number_is_kept_only_where_it_is_all_that_led_here(
    stage: Stage, row: str, field: str, held: str, typed: str, *, by_row: bool
) -> None:
    form = Page((Widget("Form", "TextView"), Widget(field, "EditText", value=held)))
    listed = (Widget(row, row=True, opens="form"), Widget("Add", opens="form"))
    pages = {"main": Page(listed) if row else form, "form": form}
    way = [f"tap({{{row if by_row else 'Add'}}})"] if row else []
    go(stage, pages, *way, f'text({{{field}}}, "{typed}")')
    assert form.widgets[1].value == typed
