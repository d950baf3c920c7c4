"""Flows of apps in which one permission reaches too far, or not far enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from appagent.actions.replies import TaskReading
from appagent.actions.way import Way
from appagent.agent.run import run
from appagent.danger import Permission
from appagent.exchange import Prompt
from appagent.geometry import Rect
from appagent.guard.target import Target, target
from appagent.guard.uses import Uses
from appagent.screen.values import Screen
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, Page, Widget, says
from tests.guard.test_target import TAP, button, row, screen, tap, title, walked
from tests.screen.trees import element

FINISH = says('exit("done", "")')


def text(name: str) -> Widget:
    return Widget(name, "TextView")


def field(name: str, value: str = "") -> Widget:
    return Widget(name, "EditText", value=value)


def reading(deed: str, **said: Any) -> Any:
    """A judge that says so of one class, and of the others that nobody asks for them."""

    def judge(prompt: Prompt) -> TaskReading:
        asked = f"<class>\n{deed}\n</class>" in prompt.text
        return TaskReading(asks=True, **said) if asked else TaskReading(asks=False)

    return judge


def go(
    stage: Stage, pages: dict[str, Page], task: str, judge: Any, steps: Sequence[str], **more: Any
) -> Scene:
    scene = stage(*map(says, steps), FINISH, pages=pages, **more)
    scene.model.judge = judge
    run(scene.session, task, APP, ())
    return scene


def statuses(scene: Scene) -> list[str]:
    return [step.status for step in scene.steps()]


def asked(scene: Scene) -> int:
    return statuses(scene).count("CONFIRM")


# --- holes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["com.example.wallet", APP])
def test_an_order_is_made_once_whatever_the_next_page_offers(stage: Stage, package: str) -> None:
    pages = {
        "main": Page((Widget("Pizza", row=True, opens="cart"),), package),
        "cart": Page((text("Your cart"), Widget("Place order", opens="thanks")), package),
        "thanks": Page(
            (text("Thank you"), Widget("See it", opens="bill")), package, after_back="main"
        ),
        "bill": Page((text("Bill"),), package),
    }
    once = ["tap({Pizza})", "tap({Place order})"]
    judge = reading("pay", count=1)
    scene = go(stage, pages, "Order one pizza", judge, [*once, "back()", *once])
    assert statuses(scene)[-2] == "CONFIRM"


def test_a_question_on_the_next_page_does_not_free_an_order(stage: Stage) -> None:
    pages = {
        "main": Page((text("Your cart"), Widget("Place order", opens="thanks"))),
        "thanks": Page((text("It is on its way"), text("Need help?"), Widget("See it"))),
    }
    way = ["tap({Place order})", "back()", "tap({Place order})"]
    scene = go(stage, pages, "Order what is in the cart", reading("pay", count=1), way)
    assert asked(scene) == 1


def test_a_question_in_a_chat_does_not_free_a_message(stage: Stage) -> None:
    """The text was said before, so that it cannot be seen to come up."""
    old = (text("How are you?"), text("hello"))
    send = Widget("Send", opens="chat")
    pages = {
        "main": Page((Widget("Noor", row=True, opens="chat"),)),
        "chat": Page((text("Noor"), *old, field("Message"), Widget("Send", opens="sent"))),
        "sent": Page((text("Noor"), *old, field("Message"), send)),
    }
    once = ['text({Message}, "hello")', "tap({Send})"]
    judge = reading("send", names=("Noor",), texts=("hello",), count=1)
    scene = go(stage, pages, 'Write "hello" to Noor', judge, ["tap({Noor})", *once, *once])
    assert asked(scene) == 1


def test_what_stands_on_the_page_was_sent_though_its_field_holds_it_still(stage: Stage) -> None:
    name, send = text("Noor"), Widget("Send", opens="after")
    pages = {
        "main": Page((Widget("Noor, hi", row=True, opens="chat"),)),
        "chat": Page((name, field("Message"), send)),
        "after": Page((name, field("Message", "hello"), send, text("hello, 10:31"))),
    }
    way = ["tap({Noor, hi})", 'text({Message}, "hello")', "tap({Send})", "tap({Send})"]
    judge = reading("send", names=("Noor",), texts=("hello",), count=1)
    scene = go(stage, pages, 'Write "hello" to Noor', judge, way)
    assert asked(scene) == 1


def test_a_message_that_was_said_before_is_sent_once(stage: Stage) -> None:
    name, old = text("Noor"), text("hello")
    pages = {
        "main": Page((Widget("Noor, hi", row=True, opens="chat"),)),
        "chat": Page((name, field("Message"), Widget("Send", opens="after"), old)),
        "after": Page((name, field("Message"), Widget("Send", opens="after"), old,
                       Widget("Send a like"))),
    }  # fmt: skip
    once = ['text({Message}, "hello")', "tap({Send})"]
    judge = reading("send", names=("Noor",), texts=("hello",), count=1)
    scene = go(stage, pages, 'Write "hello" to Noor', judge, ["tap({Noor, hi})", *once, *once])
    assert asked(scene) == 1


def test_a_page_of_another_person_is_not_named_by_the_way() -> None:
    send = button("Send", "#send")
    start = screen(title("Chats"), row("Noor", 1), row("Bo", 2), button("New", "#new"))
    noor = screen(title("Noor"), button("Isak", "#mention"), send)
    profile = screen(title("Isak", "#who"), button("Message", "#write"), button("Mute", "#mute"))
    isak = screen(title("Isak"), button("Ada", "#mention"), send)
    way = walked((start.elements[1], noor), (noor.elements[1], profile),
                 (profile.elements[1], isak), start=start)  # fmt: skip
    assert not target(tap(send), isak, way).of("send").fits(["Noor"])


@pytest.mark.parametrize("by_row", [True, False])
def test_another_kind_of_page_is_not_named_by_the_way(*, by_row: bool) -> None:
    """From a person to a group that she is in, whose page has other controls."""
    send = button("Send", "#send")
    start = screen(title("Chats"), row("Noor", 1), row("Bo", 2), button("New", "#new"))
    choir = row("Choir", 3) if by_row else button("Choir", "#group")
    noor = screen(title("Noor"), button("Mute", "#mute"), button("Media", "#media"), choir)
    group = screen(title("Choir", "#group_name"), button("Members", "#members"),
                   button("Poll", "#poll"), send)  # fmt: skip
    way = walked((start.elements[1], noor), (choir, group), start=start)
    assert not target(tap(send), group, way).of("send").fits(["Noor"])


def test_a_message_goes_to_whom_the_page_shows(stage: Stage) -> None:
    """Noor's chat, the profile of one whom she mentions, and from there his chat."""

    def chat(name: str, **more: str) -> Page:
        return Page((Widget(name, "TextView", ref="name"), Widget("Isak, 24", ref="at", **more),
                     field("Message"), Widget("Send", opens="sent")))  # fmt: skip

    pages = {
        "main": Page((text("Chats"), Widget("Noor", row=True, opens="noor"))),
        "noor": chat("Noor", opens="profile"),
        "profile": Page((text("About him"), Widget("Open chat", opens="isak"))),
        "isak": chat("Isak"),
        "sent": Page((text("Sent"),)),
    }
    way = ["tap({Noor})", "tap({Isak, 24})", "tap({Open chat})", 'text({Message}, "hello")',
           "tap({Send})"]  # fmt: skip
    judge = reading("send", names=("Noor",), texts=("hello",), count=1)
    scene = go(stage, pages, 'Write "hello" to Noor', judge, way)
    assert scene.phone.shown[-1] == "isak"


@pytest.mark.parametrize(
    "header",
    ["Noor, +49 170 1234567", "Noor +2", "Noor; Isak", "Noor / Isak", "Noor AND Isak",
     "Noor • Isak", "Noor | Isak"],
)  # fmt: skip
def test_a_title_lists_people_also_by_number_or_sign(header: str) -> None:
    head = replace(title(header), first=header if "," in header else "")
    chat, send = screen(head, button("Send", "#send")), button("Send", "#send")
    assert not target(tap(send), chat, Way()).of("send").fits(["Noor"])


@pytest.mark.parametrize("name", ["Caption", "Location"])
def test_no_field_of_a_post_goes_beside_a_text_that_is_word_for_word(
    stage: Stage, name: str
) -> None:
    pages = {
        "main": Page((text("New post"), field(name), field("What is new?"),
                      Widget("Post", opens="sent"))),
        "sent": Page((text("It is out"),)),
    }  # fmt: skip
    way = [f'text({{{name}}}, "My PIN is 4711")', 'text({What is new?}, "Hello all")',
           "tap({Post})"]  # fmt: skip
    judge = reading("post", texts=("Hello all",), count=1)
    scene = go(stage, pages, 'Post "Hello all"', judge, way)
    assert scene.phone.shown[-1] == "main"


@pytest.mark.parametrize("held", ["0170 1234567", "00491701234567"])
def test_a_phone_number_that_is_shown_with_its_country_is_kept(stage: Stage, held: str) -> None:
    card = Page((text("Ada"), text("Mobile, +49 170 1234567"), Widget("Edit", opens="editor")))
    form = Page((text("Edit contact"), field("Phone", held)))
    way = ["tap({Edit})", 'text({Phone}, "0111 222333")']
    go(stage, {"main": card, "editor": form}, "Add a mail to Ada", reading("send"), way)
    assert form.widgets[1].value == held


def test_each_is_told_what_is_for_them(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Una, hi", row=True, opens="chat"),)),
        "chat": Page((text("Una"), field("Message"), Widget("Send", opens="sent"))),
        "sent": Page((text("Una"), field("Message"), text("no"))),
    }
    way = ["tap({Una, hi})", 'text({Message}, "no")', "tap({Send})"]
    judge = reading("send", names=("Una", "Yusuf"), texts=("yes", "no"), count=2)
    scene = go(stage, pages, 'Write "yes" to Una and "no" to Yusuf', judge, way)
    assert scene.phone.shown[-1] == "chat"


# --- false questions ------------------------------------------------------------------------------


def test_all_mails_of_one_sender_are_deleted(stage: Stage) -> None:
    rows = [Widget(f"Bob, {n}", row=True, opens=f"mail{n}") for n in ("one", "two")]
    ada = Widget("Ada, hi", row=True)

    def mail(n: str) -> Page:
        return Page((Widget(n, "TextView", ref="subject"), Widget("Delete", opens=f"left{n}")))

    pages = {
        "main": Page((*rows, ada)),
        "mailone": mail("one"),
        "mailtwo": mail("two"),
        "leftone": Page((rows[1], ada)),
        "lefttwo": Page((ada,)),
    }
    way = ["tap({Bob, one})", "tap({Delete})", "tap({Bob, two})", "tap({Delete})"]
    scene = go(stage, pages, "Delete all mails from Bob", reading("delete", names=("Bob",)), way)
    assert not asked(scene)


def test_two_photos_are_sent_to_one_person_by_a_run(stage: Stage) -> None:
    def photo(name: str) -> Page:
        return Page((Widget(name, "TextView", ref="title"), Widget("Share", opens="sheet")))

    pages = {
        "main": Page(
            (Widget("Beach", row=True, opens="one"), Widget("Salad", row=True, opens="two"))
        ),
        "one": photo("Beach"),
        "two": photo("Salad"),
        "sheet": Page((text("Send to"), Widget("Una", row=True, opens="main"))),
    }
    way = ["tap({Beach})", "tap({Share})", "tap({Una})", "tap({Salad})", "tap({Share})",
           "tap({Una})"]  # fmt: skip
    judge = reading("send", names=("Beach", "Salad", "Una"), count=2)
    scene = go(stage, pages, "Send the photos Beach and Salad to Una", judge, way)
    assert not asked(scene)


@pytest.mark.parametrize("count", [None, 2])
def test_a_photo_is_shared_with_each_who_is_named(count: int | None) -> None:
    told = Permission(danger="send", asks=True, names=("Beach", "Noor", "Isak"), count=count)
    uses = Uses()
    sheet = Target(row="Chat", way=("Beach",), on_sheet=True, shown_on=frozenset({"sheet"}))
    for who in ("Noor", "Isak"):
        for touched in (sheet, Target(row=who, way=("Chat", "Beach"), control=f"#row {who}")):
            assert uses.objection(told, touched) == ""
            uses.note(told, touched, done=touched is not sheet)


@pytest.mark.parametrize("label", ["Share", "Send photo", "Forward"])
def test_a_choice_of_people_may_be_opened_again(stage: Stage, label: str) -> None:
    pages = {
        "main": Page((Widget("Beach", row=True, opens="photo"),)),
        "photo": Page((text("Beach"), Widget(label, opens="people"))),
        "people": Page((text("Send to"), Widget("Noor", row=True, opens="sent"),
                        Widget("Isak", row=True, opens="sent"))),
        "sent": Page((text("Sent"),)),
    }  # fmt: skip
    touch = f'tap({{{label}}}, commits="send")'
    way = ["tap({Beach})", touch, "back()", touch, "tap({Noor})"]
    judge = reading("send", names=("Beach", "Noor"), count=1)
    scene = go(stage, pages, "Send the photo Beach to Noor", judge, way)
    assert not asked(scene)


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Ana Costa e Silva", "Ana Costa"),
        ("José Ortega y Gasset", "José Ortega"),
        ("Antoni Gaudí i Cornet", "Antoni Gaudí"),
        ("University of Oslo", "University"),
    ],
)
def test_one_person_is_no_group(header: str, name: str) -> None:
    head = replace(title(header), first=header if "," in header else "")
    card = screen(head, button("Call", "#call"))
    found = target(tap(card.elements[1]), card, Way())
    assert found.of("call").fits([name])


def test_a_group_that_is_called_after_a_member_is_that_group() -> None:
    up = element(key="#up", name="Back", bounds=Rect(0, 0, 50, 100), uses=TAP)
    name = title("Ada’s birthday")
    low = element(key="#members", name="Ada, Ben, You", first="Ada, Ben, You", role="text",
                  bounds=Rect(60, 52, 300, 98), uses=frozenset())  # fmt: skip
    send = button("Send", "#send")
    chat = screen(up, name, low, send)
    assert target(tap(send), chat, Way()).of("send").fits(["Ada’s birthday"])


@pytest.mark.parametrize("subject", ["Lunch with Ada and Ben", "About Ada and Ben"])
def test_a_subject_is_no_list_of_people(stage: Stage, subject: str) -> None:
    pages = {
        "main": Page((Widget("Ada", row=True, opens="thread"),)),
        "thread": Page((text(subject), field("Answer"), Widget("Send", opens="sent"))),
        "sent": Page((text(subject), field("Answer"), text("ok"))),
    }
    way = ["tap({Ada})", 'text({Answer}, "ok")', "tap({Send})"]
    judge = reading("send", names=("Ada",), texts=("ok",), count=1)
    scene = go(stage, pages, 'Answer "ok" to Ada', judge, way)
    assert not asked(scene)


@pytest.mark.parametrize(
    ("held", "typed"), [("02.03.2026", "05.03.2026"), ("08:00 - 17:00", "09:00 - 17:00"),
                        ("00:05:00", "00:15:00"), ("100.00", "20.00")]
)  # fmt: skip
def test_a_date_of_a_new_form_is_no_phone_number(stage: Stage, held: str, typed: str) -> None:
    form = Page((text("New entry"), field("When", held), Widget("Save")))
    pages = {
        "main": Page((Widget(f"{held}, Bread", row=True), Widget("Add", opens="new"))),
        "new": form,
    }
    way = ["tap({Add})", f'text({{When}}, "{typed}")']
    go(stage, pages, f"Add an entry for {typed}", reading("send"), way)
    assert form.widgets[1].value == typed


def test_what_is_answered_goes_along_whatever_was_typed() -> None:
    quoted = "On Monday Ada wrote: look"

    def mail(body: str) -> Screen:
        fields = [("To", "ada@example.com"), ("Message", body)]
        return screen(title("Answer"), *(
            element(key=f"#{name}", name=name, value=value, role="text field",
                    bounds=Rect(0, 100 * n, 360, 100 * n + 90), uses=frozenset({"tap", "text"}))
            for n, (name, value) in enumerate(fields, 1)
        ), button("Send", "#send"))  # fmt: skip

    read = screen(title("Dinner"), button("Answer", "#answer"))
    way = walked((read.elements[1], mail(quoted)), start=read)
    shown = mail(f"ok\n\n{quoted}")
    assert target(tap(shown.elements[-1]), shown, way, {"ok"}).going == ("ok",)


@pytest.mark.parametrize("names", [("Pizza",), ("Pizza", "Salad")])
def test_an_order_is_of_what_the_cart_lists(stage: Stage, names: tuple[str, ...]) -> None:
    rows = [Widget(name, row=True, opens=name.lower()) for name in ("Pizza", "Salad")]
    listed = [Widget(name, row=True) for name in names]
    pages = {
        "main": Page((text("Luigi"), *rows, Widget("Cart", opens="cart"))),
        "pizza": Page((text("Pizza"), Widget("Add", opens="main"))),
        "salad": Page((text("Salad"), Widget("Add", opens="main"))),
        "cart": Page((text("Cart"), *listed, Widget("Place order", opens="paid"))),
        "paid": Page((text("Thank you"),)),
    }
    added = [step for name in names for step in (f"tap({{{name}}})", "tap({Add})")]
    way = [*added, "tap({Cart})", "tap({Place order})"]
    scene = go(stage, pages, f"Order {' and '.join(names)}", reading("pay", names=names), way)
    assert not asked(scene)


@pytest.mark.parametrize(
    ("wanted", "typed"),
    [("I’m late", "I'm late"), ("see you – at 8", "see you - at 8")],
)
def test_a_text_is_the_same_with_a_plain_sign(wanted: str, typed: str) -> None:
    told = Permission(danger="send", asks=True, names=("Noor",), texts=(wanted,))
    assert Uses().objection(told, Target(way=("Noor",), going=(typed,))) == ""
