"""What the words of a label, a question, a field, a switch and an id say, rule by rule."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from appagent.safety import wordlists
from appagent.safety.labels import (
    chooses,
    danger_of,
    danger_of_yes,
    has_phone_number,
    is_assent,
    is_bin,
    is_harmless,
    is_opener,
    is_refusal,
    opens,
    puts_away,
)
from appagent.safety.signs import (
    acts_when_held,
    danger_of_id,
    danger_of_switch,
    is_message,
    is_search,
)

LISTS = sorted(Path(wordlists.__file__).parent.glob("*.yaml"))


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_no_phrase_goes_on_in_the_next_line(file: Path) -> None:
    """Where a comma is missing at the end of a line, YAML makes one phrase of two, in silence."""
    scalars = (e for e in yaml.parse(file.read_text("utf-8")) if isinstance(e, yaml.ScalarEvent))
    assert not [e.value for e in scalars if e.start_mark.line != e.end_mark.line and not e.style]


# --- labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "danger"),
    [
        ("Yes, delete it", "delete"),  # after no more than an assent
        ("Chat, delete", None),  # what stands behind a comma explains
        ("Save & send", "send"),
        ("Save + send", "send"),
        ("Save and send", "send"),
        ("Send and save", "send"),
        ("Copy and delete and close", "delete"),
        ("Step 2: delete", "delete"),
        ("Inbox - delete", "delete"),
        ("How to delete", None),
        ("Swipe right to delete", "delete"),
        ("To delete, hold", "delete"),
        ("Ready to delete", None),
        ("Foto löschen", "delete"),  # the verb stands last
        ("Photo delete", None),
        ("Foto nicht löschen", None),
        ("Die alten Fotos von Ada hier löschen", None),  # a sentence
        ("Die Fotos von Ada jetzt löschen", "delete"),
        ("Foto löschen und schließen", "delete"),
        ("Swipe to", None),
        ("1-click order", "pay"),
        ("One tap to pay", "pay"),
        ("2 clicks", None),
        ("Always", "permission"),
        ("Always on top", None),
        ("Post office", None),
        ("Call and message history", None),
        ("Report card", None),
        ("Report cards", "account"),
        ("Post 3", None),  # a number of it: the noun
        ("Call 112", "call"),
        ("Call settings", None),
        ("Call quality and more settings", None),
        ("删除", "delete"),
        ("删除聊天记录", "delete"),
        ("删除记录", None),
        ("已删除", None),
        ("删除数量", None),
        ("如何删除", None),
        ("请问你要不要把这个聊天删除掉呢", None),  # a sentence
        ("删除已删除的照片", "delete"),
        ("赞", "post"),
        ("很赞", None),  # great
        ("赞助", None),  # a sponsor
        ("", None),
        ("and", None),
        ("Send with Enter, The Enter key sends the message", None),
        ("Press Enter to send", None),
    ],
)
def test_a_label_is_a_deed_by_its_grammar(label: str, danger: str | None) -> None:
    assert danger_of(label) == danger


@pytest.mark.parametrize(
    ("label", "danger"),
    [
        ("Confirm", None),  # of what it confirms, the page tells
        ("Confirm booking", "pay"),
        ("Confirm booking of the blue room", "pay"),
        ("Confirm that you have read the booking rules", None),  # a sentence
        ("Confirm booking settings", None),
        ("Buchung jetzt bestätigen", "pay"),
        ("Confirm Ada", "pay"),
        ("Confirm password", None),
        ("Confirm not now", None),
        ("Rate with 5 stars", "post"),
        ("Show 5 stars", None),
        ("Rate stars", None),
    ],
)
def test_a_verb_that_is_no_deed_commits_to_what_it_names(label: str, danger: str | None) -> None:
    assert danger_of(label) == danger


@pytest.mark.parametrize(
    ("opener", "deed"),
    [("定时发送", "发送"), ("Senden planen", "Senden"), ("Verzenden plannen", "Verzenden")],
)
def test_an_opener_that_holds_the_word_of_a_deed_opens(opener: str, deed: str) -> None:
    assert (danger_of(deed), danger_of(opener), opens(opener)) == ("send", None, "send")
    assert chooses(opener) == "send"
    assert danger_of(f"{deed} now") == "send"


def test_a_deed_that_holds_the_word_of_an_opener_is_done() -> None:
    assert danger_of("转发给王芳") == "send"
    assert danger_of("Share with Ada") == "send"


@pytest.mark.parametrize(
    ("label", "danger"),
    [
        ("取消保存", "delete"),
        ("赞这条评论", "post"),
        ("الإعجاب بهذا الفيديو", "post"),
        ("الاتصال بالجوال", "call"),
        ("الاتصال بالإنترنت", None),
        ("重置", None),
        ("إعادة ضبط", None),
    ],
)
def test_deeds_as_apps_in_chinese_and_arabic_call_them(label: str, danger: str | None) -> None:
    assert danger_of(label) == danger


@pytest.mark.parametrize(
    "title",
    [
        "要重置 Wi-Fi 和蓝牙吗？",
        "هل تريد إعادة ضبط واي فاي وبلوتوث؟",
        "リセットしますか？",
    ],
)
def test_a_reset_is_told_where_it_is_asked_for(title: str) -> None:
    assert danger_of_yes(title, title=True) == "device"


def test_of_a_long_label_the_beginning_and_the_end_count() -> None:
    long = "I have read all that is written in the terms of use and in the notes"
    assert len(long) > 60
    assert danger_of(f"{long} and delete it") == "delete"
    assert danger_of(f"{long} & delete it") == "delete"
    assert danger_of(f"Delete it. {long}") == "delete"
    assert danger_of(f"{long}. Delete it. {long}") is None
    assert danger_of(f"{long} and delete it all") == "delete"
    assert danger_of(f"{long} and delete it all now") is None
    assert danger_of("Deleting " + "words " * 12) is None


def test_what_opens_a_page_first() -> None:
    assert opens("Reply") == "send"
    assert danger_of("Reply") is None
    assert is_opener("Share", "send")
    assert not is_opener("Share", "post")
    assert not is_opener("Share the photo", "send")
    assert not is_opener("Send", "send")
    assert chooses("Schedule send") == "send"
    assert chooses("Share") is None  # a noun too


def test_what_puts_away_and_the_place_where_it_is_put() -> None:
    assert puts_away("Archive") == "delete"
    assert puts_away("Delete") is None
    assert is_bin("Trash")
    assert not is_bin("Trash it")


@pytest.mark.parametrize("text", ["Ines, (305) 555-0121", "+49 30 901820", "555 0137", "a 5550137"])
def test_a_phone_number_anywhere(text: str) -> None:
    assert has_phone_number(text)


@pytest.mark.parametrize(
    "text", ["2026-03-02", "12:30", "5 items", "v1.2.3", "x5550137", "555", ""]
)
def test_other_numbers(text: str) -> None:
    assert not has_phone_number(text)


# --- questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "danger"),
    [
        ("Delete chat?", "delete"),
        ("Do you want to delete this chat?", "delete"),
        ("Are you sure? Delete chat?", "delete"),
        ("Delete chat.", None),
        ("Delete chat. Sure?", None),
        ("Share it with Ada?", "send"),
        ("删除聊天？", "delete"),
        ("回复？", "send"),
        ("确定吗？", None),
        ("هل تريد حذف المحادثة؟", "delete"),
        ("Leave this page?", None),
        ("Discard changes? Then delete.", None),
        ("All data will be deleted.", "delete"),
        ("The file could not be deleted.", None),
        ("Cannot be deleted.", None),
        ("This item cannot be deleted.", None),
        ("It could not be deleted, and will be deleted later.", "delete"),
        ("Maybe lost items are here.", None),
        ("Sure? ", None),
        ("Really post this?", "post"),
        ("要删除聊天并发送删除通知吗？", "delete"),  # what is named first
        ("很赞吗？", None),
        ("You will be charged $5.", "pay"),
        ("It will not be sentient.", "send"),
        ("此操作无法恢复", "delete"),
        ("Is this your order?", None),  # the noun
        ("Save and call Ada?", "call"),
        ("", None),
        ("?", None),
    ],
)
def test_the_danger_of_a_yes(text: str, danger: str | None) -> None:
    assert danger_of_yes(text) == danger


def test_a_title_asks_without_a_mark_and_a_long_text_only_at_its_beginning() -> None:
    assert danger_of_yes("Delete chat") is None
    assert danger_of_yes("Delete chat", title=True) == "delete"
    assert danger_of_yes("x" * 380 + ". Delete chat?") == "delete"
    assert danger_of_yes("x" * 400 + ". Delete chat?") is None


def test_answers() -> None:
    assert is_refusal("Cancel")
    assert is_refusal("Keep editing")
    assert is_refusal("Keep the chat")
    assert is_refusal("Not now thanks")
    assert danger_of("Seguir") == "account"
    assert is_refusal("Seguir editando")  # follows nobody
    assert not is_refusal("Keep it all as it is today, please")  # a sentence
    assert not is_refusal("The cancel")
    assert not is_refusal("Save and send")
    assert not is_refusal("")
    assert is_assent("OK")
    assert not is_assent("OK then")
    assert is_harmless("Copy link")
    assert not is_harmless("Copy links of Ada")


def test_what_looks_up_and_what_is_a_message() -> None:
    assert is_search("Search mail")
    assert is_search("搜索聊天")
    assert not is_search("Research")
    assert is_message("Message")
    assert is_message("Message Ada")
    assert not is_message("Messages")
    assert not is_message("Your message")


def test_what_acts_when_it_is_held() -> None:
    assert acts_when_held("Voice message")
    assert acts_when_held("Hold to record")
    assert acts_when_held("Press to call")
    assert acts_when_held("Hold to pay")
    assert acts_when_held("Touch to pay")
    assert not acts_when_held("Press")
    assert not acts_when_held("Call")
    assert not acts_when_held("")


# --- switches and ids -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "on", "danger"),
    [
        ("Airplane mode", False, "device"),
        ("Airplane mode", True, None),
        ("Airplane mode", None, "device"),
        ("Wi-Fi", True, "device"),
        ("Wi-Fi", False, None),
        ("Wi-Fi", None, "device"),
        ("Wi-Fi, Connected to Home", True, "device"),
        ("Location", True, "device"),
        ("Location", False, "device"),
        ("Use location", True, "device"),
        ("Usar Wi-Fi", True, "device"),
        ("استخدام الموقع الجغرافي", True, "device"),
        ("使用蓝牙", True, "device"),
        ("位置情報を使用", True, "device"),
        ("Used location", True, None),
        ("使用", True, None),
        ("Install unknown apps", False, "permission"),
        ("Dark theme", None, None),
    ],
)
def test_a_switch_by_the_way_it_goes(label: str, on: bool | None, danger: str | None) -> None:
    assert danger_of_switch(label, on=on) == danger


@pytest.mark.parametrize(
    ("resource_id", "danger"),
    [
        ("a:id/delete", "delete"),
        ("a:id/btn_delete", "delete"),
        ("a:id/delete_button_icon", "delete"),
        ("a:id/delete_chat", "delete"),
        ("a:id/chat_delete", "delete"),
        ("a:id/chat_delete_all", None),
        ("a:id/log_out", "account"),  # two words
        ("a:id/user_sign_out", "account"),
        ("a:id/user_sign_in", "account"),
        ("a:id/permission_allow_foreground_only_button", "permission"),
        ("a:id/cancel_place_order", None),
        ("a:id/call_log_search", None),  # the search of a log
        ("a:id/sign_in_now_please", "account"),
        ("a:id/call_log", None),  # a part of a page
        ("a:id/cancel_delete", None),
        ("a:id/delete_cancel", None),
        ("a:id/button", None),
        ("a:id/", None),
        ("", None),
    ],
)
def test_the_words_of_an_id_that_count(resource_id: str, danger: str | None) -> None:
    assert danger_of_id(resource_id) == danger
