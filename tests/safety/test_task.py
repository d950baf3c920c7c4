"""The rules that read a task, one by one."""

from __future__ import annotations

import pytest

from appagent.danger import Danger
from appagent.safety.task import asks_for, read_task


@pytest.mark.parametrize(
    ("danger", "task"),
    [
        ("delete", "Please delete the Gym alarm"),
        ("delete", "I want you to delete the Gym alarm"),
        ("delete", "Could you delete the Gym alarm?"),
        ("delete", "Open Clock and delete the Gym alarm"),
        ("delete", "Open Clock. Then delete the Gym alarm."),
        ("delete", "Don't forget to delete the Gym alarm"),
        ("delete", "Könntest du bitte den Wecker löschen?"),
        ("delete", "Peux-tu supprimer l'alarme ?"),
        ("delete", "S'il te plaît, supprime l'alarme"),
        ("send", "Send the mail without a picture"),
        ("send", "Let Isak know that I can't come"),
        ("send", 'Text Ada "I\'ll delete it" and close the app'),
        ("delete", 'Text Ada "Hello", then delete the chat'),
        ("call", "Text ada@example.org, and don't delete it. Call Ada"),
        ("send", "Send Ada the photo but do not post it"),
        ("send", "给Ada发消息"),
        ("delete", "请把这个闹钟删除"),
        ("delete", "请 删除 这个 闹钟"),
        ("delete", "このアラームを削除してもらえますか？"),
        ("delete", "アラームを削除してください"),
    ],
)
def test_what_asks(danger: Danger, task: str) -> None:
    assert asks_for(task, danger)


@pytest.mark.parametrize(
    ("danger", "task"),
    [
        ("delete", "Do not delete the Gym alarm"),
        ("delete", "Delete nothing"),
        ("delete", "Delete the Gym alarm, but not the one at 6:30"),  # which one cannot be told
        ("send", "Write to Ada without sending"),
        ("delete", "Delete the Gym alarm? No."),
        ("delete", "Delete the alarm. Don't delete it. Don't call Ada."),
        ("permission", "Did I post a photo?"),
        ("delete", "Which alarms did you delete"),
        ("delete", "Tell me how to delete an alarm"),
        ("delete", "I deleted the alarm"),
        ("delete", "Delete it if Ada agrees"),
        ("delete", "When Ada agrees, delete it"),
        ("delete", "Open the deleted alarms"),
        ("delete", "Play 'Delete the evidence'"),
        ("delete", 'Note: "x". To do: delete the alarm'),
        ("call", "Remind me to buy milk, call Ada and go home"),
        ("call", "Tell Isak that I will pay and call Ada"),
        ("pay", "Tell Isak I will pay, pay the rent"),
        ("pay", "Tell Isak THAT I will pay"),
        ("delete", "我删除了哪些闹钟"),
        ("delete", "これを消さないで、アラームを削除して"),  # which one cannot be told
        ("send", "Open calls and text settings"),
        ("pay", "Show order history"),
        ("call", "Ring volume up"),
        ("delete", "ohne den Wecker zu löschen"),
        ("delete", "打开删除的照片"),
        ("delete", "把已删除的照片恢复"),
        ("delete", "如果很吵就删除闹钟"),
        ("delete", "削除したアラームを見せて"),
        ("delete", ""),
        ("delete", "?!"),
    ],
)
def test_what_does_not(danger: Danger, task: str) -> None:
    assert not asks_for(task, danger)


@pytest.mark.parametrize(
    ("danger", "task", "names"),
    [
        ("delete", "Delete the Gym alarm", ("Gym",)),
        ("delete", "Delete the alarm at 6:30", ("6:30",)),
        ("delete", "Delete the chat with Ada Byron in Chat", ("Ada Byron",)),
        ("delete", 'Delete "Old notes" and "Drafts"', ("Old notes", "Drafts")),
        ("send", 'Send "Hello, Bob" to Ada', ("Ada",)),
        ("send", "Share it with Rosa Gupta on Chat", ("Rosa Gupta",)),
        ("send", "Mail ada@example.org the Report", ("ada@example.org", "Report")),
        ("delete", "Lösche das Foto von Ines", ("Ines",)),
        ("delete", "Delete all alarms", ()),
        ("delete", "Delete the photo that I took", ()),
        ("call", "Call Ed", ("Ed",)),
        ("delete", "Delete the Gym alarm and delete the Medicine alarm", ("Gym", "Medicine")),
        ("post", 'Post "Hello all" to Garden Club', ("Garden Club",)),
        ("permission", "Post a photo and open Clock", ("photos",)),  # what it cannot do without
    ],
)
def test_what_is_named(danger: Danger, task: str, names: tuple[str, ...]) -> None:
    found = read_task(task, danger)
    assert (found.asks, found.names, found.by) == (True, names, "words")


def test_what_is_forbidden_of_one_class_leaves_the_others() -> None:
    task = "Don't send it; delete it"
    assert asks_for(task, "delete")
    assert not asks_for(task, "send")


@pytest.mark.parametrize(
    ("task", "names"),
    [
        ("Post any one of my photos with the text Hi", ("photos",)),
        ("Look at my photos", ()),
        ("Find a photo, but do not post it", ()),
    ],
)
def test_a_right_that_a_task_cannot_do_without(task: str, names: tuple[str, ...]) -> None:
    found = read_task(task, "permission")
    assert (found.asks, found.names) == (bool(names), names)
