"""One permission is one deed to one target with one text; what is kept is overwritten if asked."""

from __future__ import annotations

from typing import Any

import pytest

from appagent.actions.replies import TaskReading
from appagent.agent.run import run
from appagent.exchange import Prompt
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, Page, Somebody, Widget, says

FINISH = says('exit("done", "")')


def contacts() -> dict[str, Page]:
    """A list, the card behind its row, and an editor that is filled."""
    return {
        "main": Page((Widget("Ada Adeyemi", row=True, opens="card"), Widget("Add", opens="new"))),
        "card": Page((Widget("Ada Adeyemi", "TextView"), Widget("Edit", opens="editor"))),
        "editor": Page((Widget("Name", "EditText", value="Ada Adeyemi"), Widget("Save"))),
        "new": Page((Widget("Label", "EditText", value="Mobile"), Widget("Save it"))),
    }


def on_delete(**said: Any) -> Any:
    def judge(prompt: Prompt) -> TaskReading:
        assert "<class>\ndelete\n</class>" in prompt.text
        return TaskReading(**said)

    return judge


def rename(stage: Stage, **said: Any) -> Scene:
    way = [says(f"tap({{{name}}})") for name in ("Ada Adeyemi", "Edit")]
    scene = stage(*way, says('text({Name}, "Eve")'), says("tap({Save})"), FINISH, pages=contacts())
    scene.model.judge = on_delete(**said)
    run(scene.session, "Rename Ada Adeyemi to Eve", APP, ())
    return scene


@pytest.mark.parametrize(
    ("said", "renamed"),
    [
        ({"asks": False}, False),
        ({"asks": False, "changes": True}, True),
        ({"asks": False, "changes": True, "names": ("Ada Adeyemi",)}, True),
        ({"asks": False, "changes": True, "names": ("Eve",)}, False),
    ],
)
def test_what_the_phone_keeps_is_overwritten_only_if_the_task_asks_for_a_change(
    stage: Stage, said: dict[str, Any], renamed: bool
) -> None:
    scene = rename(stage, **said)
    assert (scene.phone.pages["editor"].widgets[0].value == "Eve") is renamed
    assert (scene.steps()[2].status == "CONFIRM") is not renamed


def test_a_change_that_is_asked_for_is_no_removal(stage: Stage) -> None:
    scene = stage(says("tap({Delete all})"), FINISH)
    scene.model.judge = on_delete(asks=False, changes=True)
    run(scene.session, "Rename the note", APP, ())
    assert scene.steps()[0].status == "CONFIRM"


def test_what_a_new_form_holds_by_itself_is_free_to_overwrite(stage: Stage) -> None:
    scene = stage(
        says("tap({Add})"), says('text({Label}, "Home")'), says('text({Label}, "Work")'), FINISH,
        pages=contacts(),
    )  # fmt: skip
    run(scene.session, "Fill in a new contact", APP, ())
    assert scene.phone.pages["new"].widgets[0].value == "Work"
    assert [step.status for step in scene.steps()] == ["CONTINUE"] * 3 + ["FINISH"]


@pytest.mark.parametrize("field", ["{Name}, ", ""])
def test_what_an_editor_held_from_the_start_is_kept(stage: Stage, field: str) -> None:
    pages = contacts() | {"main": contacts()["editor"]}
    first = says("tap({Name})")
    scene = stage(first, says(f'text({field}"Eve")'), FINISH, pages=pages)
    scene.model.judge = on_delete(asks=False)
    run(scene.session, "What is the name?", APP, ())
    assert scene.steps()[1].status == "CONFIRM"
    assert scene.phone.pages["main"].widgets[0].value == "Ada Adeyemi"


def test_a_number_of_a_new_form_is_not_that_of_an_entry(stage: Stage) -> None:
    """An alarm for 6:30 on the list before, and 30 minutes in the form for a new one."""
    pages = {
        "main": Page((Widget("6:30 AM, Weekdays", row=True), Widget("Add", opens="new"))),
        "new": Page((Widget("Minute", "EditText", value="30"), Widget("Save"))),
    }
    scene = stage(says("tap({Add})"), says('text({Minute}, "09")'), FINISH, pages=pages)
    run(scene.session, "Set an alarm for 6:09", APP, ())
    assert pages["new"].widgets[0].value == "09"
    assert "permission" not in [call.prompt.name for call in scene.model.calls]


@pytest.mark.parametrize(
    ("row", "field", "held", "typed"),
    [
        ("", "Amount", "100", "20"),
        ("Timer 00:00", "Minutes", "00", "15"),
        ("07:30, Weekdays", "Hour", "07", "09"),
    ],
)
def test_a_number_is_kept_only_where_it_is_all_that_led_here(
    stage: Stage, row: str, field: str, held: str, typed: str
) -> None:
    form = Page((Widget("Form", "TextView"), Widget(field, "EditText", value=held)))
    pages = {"main": Page((Widget(row, row=True, opens="form"),)) if row else form, "form": form}
    way = [says(f"tap({{{row}}})")] if row else []
    scene = stage(*way, says(f'text({{{field}}}, "{typed}")'), FINISH, pages=pages)
    scene.model.judge = on_delete(asks=False)
    run(scene.session, "How much is it?", APP, ())
    assert form.widgets[1].value == typed


def test_what_was_typed_here_may_be_corrected(stage: Stage) -> None:
    new = Page((Widget("New note", "TextView"), Widget("Title", "EditText")))
    pages = {"main": Page((Widget("Milk", row=True), Widget("New", opens="new"))), "new": new}
    way = [says(f'text({{Title}}, "{text}")') for text in ("Milk", "Milk and bread")]
    scene = stage(says("tap({New})"), *way, FINISH, pages=pages)
    scene.model.judge = on_delete(asks=False)
    run(scene.session, "Make a note called Milk and bread", APP, ())
    assert new.widgets[1].value == "Milk and bread"


def test_a_person_is_told_what_would_be_overwritten(stage: Stage) -> None:
    person = Somebody()
    pages = contacts() | {"main": contacts()["editor"]}
    scene = stage(says('text({Name}, "Eve")'), FINISH, pages=pages, person=person)
    scene.model.judge = on_delete(asks=False)
    run(scene.session, "What is the name?", APP, ())
    kept = 'this could overwrite "Ada Adeyemi", which the phone keeps, and the task'
    assert kept in person.asked[0]


@pytest.mark.parametrize(("second", "asked"), [("hello", 2), ("helo", 1)])
def test_a_no_holds_for_the_text_that_it_was_said_to(stage: Stage, second: str, asked: int) -> None:
    person = Somebody(yes=False)
    chat = Page((Widget("Message", "EditText"), Widget("Send")))
    texts = [says(f'text({{Message}}, "{text}")') for text in ("helo", second)]
    way = [texts[0], says("tap({Send})"), texts[1], says("tap({Send})")]
    scene = stage(*way, FINISH, pages={"main": chat}, person=person)
    scene.model.judge = lambda _: TaskReading(asks=False)
    run(scene.session, "Go on", APP, ())
    assert len(person.asked) == asked


def test_a_deed_that_another_control_is_to_confirm_is_not_done_yet(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Noor", row=True, opens="chat"),)),
        "chat": Page((Widget("Noor", "TextView"), Widget("Message", "EditText", value="hello"),
                      Widget("Send", opens="how"))),
        "how": Page((Widget("Choose how", "TextView"), Widget("Send as SMS", opens="sent"))),
        "sent": Page((Widget("Sent", "TextView"),)),
    }  # fmt: skip
    way = [says("tap({Noor})"), says("tap({Send})"), says("tap({Send as SMS})")]
    scene = stage(*way, FINISH, pages=pages)
    scene.model.judge = lambda _: TaskReading(asks=True, names=("Noor",), texts=("hello",))
    run(scene.session, 'Write "hello" to Noor', APP, ())
    assert scene.phone.shown[-1] == "sent"


def shop() -> dict[str, Page]:
    return {
        "main": Page((Widget("Pizza", row=True, opens="cart"),)),
        "cart": Page((Widget("Your cart", "TextView"), Widget("Place order", opens="thanks"))),
        "thanks": Page((Widget("Thank you", "TextView"), Widget("See it", opens="bill")),
                       after_back="main"),
        "bill": Page((Widget("Bill", "TextView"),)),
    }  # fmt: skip


@pytest.mark.parametrize(("count", "orders"), [(1, 1), (None, 1), (2, 2)])
def test_an_order_that_nothing_tells_of_is_made_once(
    stage: Stage, count: int | None, orders: int
) -> None:
    once = [says("tap({Pizza})"), says("tap({Place order})")]
    scene = stage(*once, says("back()"), *once, FINISH, pages=shop())
    scene.model.judge = lambda _: TaskReading(asks=True, count=count)
    run(scene.session, "Order pizza", APP, ())
    assert [step.status for step in scene.steps()].count("CONFIRM") == 2 - orders


def mail(signature: str = "") -> dict[str, Page]:
    fields = (("To", ""), ("Subject", ""), ("Message", signature))
    form = tuple(Widget(name, "EditText", value=value) for name, value in fields)
    return {
        "main": Page((Widget("Compose", opens="new"), Widget("Draft", row=True, opens="new"))),
        "new": Page((Widget("New mail", "TextView"), *form, Widget("Send", opens="sent"))),
        "sent": Page((Widget("Sent", "TextView"),)),
    }


@pytest.mark.parametrize(
    ("opener", "subject", "body", "sent"),
    [
        ("Compose", "", "See you at 8", True),
        ("Compose", "Dinner", "See you at 8", True),
        ("Compose", "My PIN is 4711", "See you at 8", False),
        ("Compose", "", "See you at 8 -- Sent from my phone", True),
        ("Compose", "", "See you at 8 or at 9 -- Sent from my phone", False),
        ("Draft", "", "See you at 8 -- Sent from my phone", False),
    ],
)
def test_a_text_goes_word_for_word_with_what_the_app_itself_put_there(
    stage: Stage, opener: str, subject: str, body: str, sent: bool
) -> None:
    typed = {"To": "ada@example.com", "Subject": subject, "Message": body}
    way = [says(f"text({{{name}}}, {text!r})") for name, text in typed.items() if text]
    scene = stage(
        says(f"tap({{{opener}}})"), *way, says("tap({Send})"), FINISH,
        pages=mail("-- Sent from my phone"),
    )  # fmt: skip
    scene.model.judge = lambda _: TaskReading(
        asks=True, names=("ada@example.com",), texts=("See you at 8",), count=1
    )
    task = 'Mail ada@example.com about dinner: "See you at 8"'
    run(scene.session, task, APP, ())
    went = scene.phone.shown[-1] == "sent" and scene.phone.pages["new"].widgets[3].value == body
    assert went is sent


@pytest.mark.parametrize(("draft", "sent"), [("", True), ("My PIN is 4711 ", False)])
def test_a_draft_does_not_go_with_what_is_typed_behind_it(
    stage: Stage, draft: str, sent: bool
) -> None:
    chat = Page((Widget("Noor", "TextView"), Widget("Message", "EditText", value=draft)))
    pages = {"main": Page((Widget("Noor, hi", row=True, opens="chat"),)), "chat": chat}
    way = [says("tap({Noor, hi})"), says("tap({Message})"), says('text("hello\\n")')]
    scene = stage(*way, FINISH, pages=pages)
    scene.model.judge = lambda _: TaskReading(asks=True, names=("Noor",), texts=("hello",))
    run(scene.session, 'Write "hello" to Noor', APP, ())
    assert (chat.widgets[1].value != draft) is sent


@pytest.mark.parametrize("held", ["+49 170 1234567", "(+49) 170/1234567"])
def test_a_phone_number_that_a_card_shows_is_kept(stage: Stage, held: str) -> None:
    told = Widget("Mobile, +49 170 1234567", "TextView")
    card = Page((Widget("Ada", "TextView"), told, Widget("Edit", opens="editor")))
    form = Page((Widget("Edit contact", "TextView"), Widget("Phone", "EditText", value=held)))
    way = [says("tap({Edit})"), says('text({Phone}, "0111 222333")')]
    scene = stage(*way, FINISH, pages={"main": card, "editor": form})
    scene.model.judge = on_delete(asks=False)
    run(scene.session, "Add a mail to Ada", APP, ())
    assert form.widgets[1].value == held


def test_a_key_of_a_bank_is_touched_as_often_as_it_is_needed(stage: Stage) -> None:
    """Of a bank every touch may be a payment; but a key that stays on its page is none."""
    keys = Page((Widget("Amount", "TextView"), Widget("0", "Switch"), Widget("5", "Switch")))
    keys.package = "com.example.bank"
    way = [says("tap({0})"), says("tap({5})"), says("tap({0})")]
    scene = stage(*way, FINISH, pages={"main": keys})
    scene.model.judge = lambda _: TaskReading(asks=True, count=1)
    run(scene.session, "Pay 50", APP, ())
    assert "CONFIRM" not in [step.status for step in scene.steps()]


def test_a_text_that_still_stands_in_its_field_may_be_sent_again(stage: Stage) -> None:
    """Nothing went out: only a word on it came up."""
    name, send = Widget("Noor", "TextView"), Widget("Send", opens="offline")
    held = Widget("Message", "EditText", value="hello")
    pages = {
        "main": Page((Widget("Noor, hi", row=True, opens="chat"),)),
        "chat": Page((name, Widget("Message", "EditText"), send)),
        "offline": Page((name, held, send, Widget("No network", "TextView"))),
    }
    way = [says("tap({Noor, hi})"), says('text({Message}, "hello")'), says("tap({Send})")]
    scene = stage(*way, says("tap({Send})"), FINISH, pages=pages)
    scene.model.judge = lambda _: TaskReading(asks=True, names=("Noor",), texts=("hello",))
    run(scene.session, 'Write "hello" to Noor', APP, ())
    assert "CONFIRM" not in [step.status for step in scene.steps()]
