"""Chat: messages are sent, changed and lost, chats put away, groups made, looks chosen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from app_eye import ENTER, User

from pocketphone.apps.chat import threads
from pocketphone.clock import BOOT
from pocketphone.ui import Intent

CHAT, PHOTOS, CONTACTS = (f"com.pocketphone.{app}" for app in ("chat", "photos", "contacts"))
SEND = "android.intent.action.SEND"


@pytest.fixture
def chat() -> User:
    return User(CHAT)


def one(user: User, id_: int) -> dict[str, Any]:
    return next(each for each in user.state["chats"] if each["id"] == id_)


def first(user: User, kind: str = "person") -> dict[str, Any]:
    """The first chat of a kind, as the list shows them."""
    return next(each for each in threads.order(user.state["chats"]) if each["kind"] == kind)


def to_the_end(user: User) -> User:
    """The same user, further down on a page of two screens."""
    user.phone.drag(540, 1800, 540, 400)
    return user


def test_the_same_seed_gives_the_same_chats() -> None:
    here, there, elsewhere = (User(CHAT, seed=seed) for seed in (5, 5, 6))
    assert here.state == there.state
    assert here.phone.frame().tobytes() == there.phone.frame().tobytes()
    assert here.state["chats"] != elsewhere.state["chats"]
    assert len(here.state["chats"]) >= 30


@pytest.mark.parametrize("seed", range(8))
def test_every_question_has_an_answer_that_the_phone_knows(seed: int) -> None:
    state = threads.generate(Random(seed), BOOT)
    assert len(state["questions"]) == 4
    for asked in state["questions"]:
        (where,) = [each for each in state["chats"] if each["id"] == asked["chat"]]
        last = where["messages"][-1]
        assert (last["from"], last["text"]) == (where["members"][0], asked["text"])
        told = [word for each in where["messages"][:-1] for word in each["words"]]
        told += state["me"]["city"].lower().split()
        sums = [int(word) for word in last["words"] if word.isdigit()]
        assert asked["answer_lower"] in [*told, str(sum(sums))]


def test_nobody_writes_at_night_or_after_being_seen_last(chat: User) -> None:
    seen = {who["id"]: who["seen"] for who in chat.state["people"]}
    said = [(where, each) for where in chat.state["chats"] for each in where["messages"]]
    assert all(each["at"][11:13] >= "07" for _, each in said)
    assert all(
        each["at"][:16] <= seen[each["from"]]
        for where, each in said
        if where["kind"] == "person" and each["from"] != threads.ME
    )


# writing


def test_a_message_is_sent_by_the_arrow_without_a_name(chat: User) -> None:
    where = first(chat)
    others = [each for each in chat.state["chats"] if each["id"] != where["id"]]
    chat.press(where["name"])
    chat.press_ref("send")
    assert one(chat, where["id"])["messages"] == where["messages"]
    chat.fill("Message", "At eight, then!")
    chat.press_ref("send")
    said = one(chat, where["id"])["messages"][-1]
    assert (said["from"], said["words"]) == (0, ["at", "eight", "then"])
    assert chat.shows("At eight, then!")
    assert chat.shows("Message")
    assert [each for each in chat.state["chats"] if each["id"] != where["id"]] == others


def test_what_was_not_sent_stays_a_draft_and_opening_reads(chat: User) -> None:
    asked = chat.state["questions"][0]
    assert one(chat, asked["chat"])["unread"] == 1
    chat.press(asked["name"])
    chat.fill("Message", "Let me think")
    chat.back(2)
    assert chat.page == "chats"
    assert chat.shows("Draft: Let me think")
    assert one(chat, asked["chat"])["unread"] == 0


def test_enter_sends_only_where_it_was_so_chosen(chat: User) -> None:
    where = first(chat)
    chat.open("chat", id=where["id"]).fill("Message", "one")
    chat.phone.key(ENTER)
    assert one(chat, where["id"])["draft"] == "one\n"
    to_the_end(chat.open("look"))
    chat.press("Send with Enter")
    chat.open("chat", id=where["id"]).phone.key(ENTER)
    chat.press("one\n")
    chat.phone.key(ENTER)
    assert one(chat, where["id"])["messages"][-1]["text"] == "one"


def test_a_message_is_answered_by_a_swipe_and_changed_by_a_long_press(chat: User) -> None:
    where = first(chat)
    said = where["messages"][-1]
    chat.open("chat", id=where["id"])
    (row,) = [seen for seen in chat.phone.tree() if seen["id"] == f"message/{said['id']}"]
    left, top, right, bottom = row["bounds"]
    chat.phone.drag(left + 200, (top + bottom) / 2, right - 200, (top + bottom) / 2)
    chat.fill("Message", "Yes")
    chat.press_ref("send")
    answer = one(chat, where["id"])["messages"][-1]
    assert answer["reply"] == said["id"]
    chat.hide_keyboard()
    chat.press("Yes", 800)
    chat.press("Edit")
    chat.press("Yes")
    chat.fill("Yes", "!")
    chat.press_ref("send")
    changed = one(chat, where["id"])["messages"][-1]
    assert changed["id"] == answer["id"]
    assert changed["edited"]
    assert changed["text"] != "Yes"


def test_messages_are_starred_forwarded_and_deleted(chat: User) -> None:
    where, group = first(chat), first(chat, "group")
    text = where["messages"][-1]["text"]
    chat.open("chat", id=where["id"]).press(text, 800)
    chat.press("Star")
    chat.press(text, 800)
    chat.press("Forward")
    chat.fill("Send to", group["name"])
    chat.press_ref(f"chat/{group['id']}")
    assert one(chat, group["id"])["messages"][-1]["text"] == text
    chat.open("starred").press(text)
    assert chat.page == "chat"
    chat.press(text, 800)
    chat.press("Delete")
    chat.press("Delete")
    assert one(chat, where["id"])["messages"] == where["messages"][:-1]


def test_a_photo_is_attached_after_the_permission(chat: User) -> None:
    where = first(chat)
    chat.open("chat", id=where["id"]).press_ref("attach")
    chat.press("Don't allow")
    assert chat.page == "chat"
    chat.press_ref("attach")
    chat.press("Only this time")
    photo = chat.phone.state()["apps"][PHOTOS]["photos"][0]
    chat.press(photo["title"])
    chat.press_ref("send")
    said = one(chat, where["id"])["messages"][-1]
    assert (said["text"], said["photo"]["id"]) == ("", photo["id"])
    chat.press(where["name"])
    chat.press("Photos in this chat")
    chat.press(photo["title"])
    assert chat.phone.app.package == PHOTOS


def test_the_blocked_are_listed_and_let_in_again(chat: User) -> None:
    who = chat.state["people"][0]
    chat.open("blocked")
    assert chat.shows("Nobody is blocked")
    chat.phone.load({"apps": {CHAT: {"people": [who | {"blocked": True}]}}})
    chat.open("privacy").press("Blocked people")
    chat.press(who["name"])
    chat.press("Unblock")
    assert chat.shows("Nobody is blocked")
    assert not chat.state["people"][0]["blocked"]


# the list


def test_a_long_press_pins_mutes_and_deletes(chat: User) -> None:
    names = chat.texts("chat_name")
    chat.press(names[3], 800)
    chat.press("Pin")
    assert chat.texts("chat_name")[0] == names[3]
    chat.press(names[1], 800)
    chat.press_ref("action_mute")
    muted = [each["name"] for each in chat.state["chats"] if each["muted"]]
    assert (names[1] in muted) == chat.shows("Muted")
    chat.press(names[1], 800)
    chat.press("Delete")
    chat.press("Cancel")
    assert chat.shows(names[1])
    chat.press("Delete")
    chat.press("Delete")
    assert not chat.shows(names[1])
    assert chat.shows("Chat deleted")


def test_a_swipe_to_the_left_archives(chat: User) -> None:
    where = first(chat)
    (row,) = [seen for seen in chat.phone.tree() if seen["id"] == f"chat/{where['id']}"]
    y = (row["bounds"][1] + row["bounds"][3]) / 2
    chat.phone.drag(900, y, 300, y)
    assert not chat.shows(where["name"])
    chat.press("Undo")
    assert chat.shows(where["name"])
    chat.phone.drag(900, y, 300, y)
    chat.press("Open navigation menu")
    chat.press("Archived chats")
    assert chat.shows(where["name"])


def test_chips_show_a_part_and_say_when_it_is_empty(chat: User) -> None:
    chat.press("Groups")
    groups = {each["name"] for each in chat.state["chats"] if each["kind"] == "group"}
    assert groups.issuperset(chat.texts("chat_name"))
    chats = [each | {"unread": 0} for each in chat.state["chats"]]
    chat.phone.load({"apps": {CHAT: {"chats": chats}}})
    chat.press("Unread")
    assert chat.shows("No chats here")


def test_search_finds_chats_people_and_words(chat: User) -> None:
    silent = [
        each
        for each in chat.state["people"]
        if not any(other["members"] == [each["id"]] for other in chat.state["chats"])
    ]
    chat.press("Search")
    chat.phone.type_text(silent[0]["name"])
    assert chat.shows("People")
    chat.press_ref(f"person/{silent[0]['id']}")
    assert chat.page == "chat"
    assert chat.state["chats"][-1]["members"] == [silent[0]["id"]]
    chat.open("search", query="zzyzx")
    assert chat.shows("Nothing found for \u201czzyzx\u201d")


# groups, profile, looks


def test_a_group_needs_members_and_a_name(chat: User) -> None:
    before = chat.state["chats"]
    who = chat.state["people"][4]
    chat.press("New message")
    chat.press("New group")
    assert not any(seen["id"] == "next" for seen in chat.phone.tree())
    chat.fill("Who would you like to add?", who["name"])
    chat.press_ref(f"person/{who['id']}")
    chat.press_ref("next")
    chat.press("Create group")
    assert chat.shows("Enter a name for the group")
    chat.fill("Group name", "Boat trip")
    chat.press("Create group")
    *rest, made = chat.state["chats"]
    assert rest == before
    assert (made["kind"], made["name_lower"], made["members"]) == (
        "group",
        "boat trip",
        [who["id"]],
    )
    chat.back()
    assert chat.page == "chats"


def test_a_picture_is_tried_on_before_it_is_set(chat: User) -> None:
    photo = chat.phone.state()["apps"][PHOTOS]["photos"][0]
    chat.press("Open navigation menu")
    chat.press("My profile")
    for kept, button in ((None, "Cancel"), (photo["id"], "Use this photo")):
        chat.press("Set profile picture")
        chat.press("Choose from photos")
        if chat.page == "permission":
            chat.press("While using the app")
        chat.press(photo["title"])
        chat.press(button)
        assert chat.state["me"]["photo"] == kept
    chat.press("Set profile picture")
    chat.press("Remove picture")
    assert chat.state["me"]["photo"] is None


def test_the_look_is_this_apps_alone(chat: User) -> None:
    before = chat.phone.env
    chat.press("Open navigation menu")
    chat.press("Settings")
    chat.press("Chat settings")
    chat.press("Plum")
    chat.press("Dark mode")
    chat.press("On")
    assert chat.phone.env.dark
    assert chat.phone.env.accent != before.accent
    chat.phone.start(Intent(package=CONTACTS))
    assert not chat.phone.env.dark
    to_the_end(chat.open("look"))
    chat.press("Reset chat settings")
    chat.press("Reset")
    assert chat.phone.env == before


@pytest.mark.parametrize(
    ("chosen", "hour", "saver", "dark"),
    [
        ("22:00 \u2013 06:00", 21, "0", False),
        ("22:00 \u2013 06:00", 22, "0", True),
        ("22:00 \u2013 06:00", 5, "0", True),
        ("22:00 \u2013 06:00", 6, "0", False),
        ("With Battery Saver", 12, "0", False),
        ("With Battery Saver", 12, "1", True),
    ],
)
def test_it_is_dark_by_the_hour_or_to_save_power(
    chat: User, chosen: str, hour: int, saver: str, dark: bool
) -> None:
    chat.open("look").press("Dark mode")
    chat.press(chosen)
    clock = BOOT.replace(hour=hour).isoformat()
    chat.phone.load({"clock": clock, "settings": {"global": {"low_power": saver}}})
    assert chat.phone.env.dark == dark


def test_chat_settings_have_no_resource_ids_of_the_app(chat: User) -> None:
    nodes = to_the_end(chat.open("look")).nodes()
    assert "androidx.compose.ui.platform.ComposeView" in [node.get("class") for node in nodes]
    assert not [node for node in nodes if (node.get("resource-id") or "").startswith(f"{CHAT}:id/")
                and node.get("resource-id") != f"{CHAT}:id/action_bar_root"]  # fmt: skip
    (toggle,) = [node for node in nodes if node.get("checkable") == "true"
                 and any(child.get("text") == "Save photos" for child in node.iter())]  # fmt: skip
    assert toggle.get("checked") == "true"


def test_a_touch_on_the_ring_chooses_what_is_cleared(chat: User) -> None:
    before = chat.state["storage"]
    chat.open("data").press("Storage use")
    (ring,) = [seen for seen in chat.phone.tree() if seen["id"] == "storage_ring"]
    left, top, right, bottom = ring["bounds"]
    middle = (left + right) / 2, (top + bottom) / 2
    chat.phone.touch(*middle)
    assert chat.shows("Clear")  # nothing is chosen yet
    chat.phone.touch(middle[0] + 10, top + 60)  # the first part begins at the top
    chat.press(f"Clear {before['photos']} MB")
    chat.press("Cancel")
    assert chat.state["storage"] == before
    chat.press(f"Clear {before['photos']} MB")
    chat.press("Clear")
    assert chat.state["storage"] == before | {"photos": 0}
    chat.phone.clock.advance(5)  # until the snackbar is gone from the button
    for label in ("Videos", "Voice messages", "Files"):
        chat.press(label)
    chat.press_ref("clear")
    chat.press("Clear")
    assert chat.shows("Chat takes hardly any room")


def test_help_is_a_web_page_without_ids(chat: User) -> None:
    chat.press("Open navigation menu")
    chat.press("Settings")
    chat.press("Help")
    chat.press("Looks")
    assert chat.texts("url") == ["chat.example.com/help/looks"]
    (web,) = [node for node in chat.nodes() if node.get("class") == "android.webkit.WebView"]
    assert not any(node.get("resource-id") for node in web.iter("node"))


# other apps


def test_a_text_of_another_app_goes_to_the_chosen_chat(chat: User) -> None:
    where = first(chat)
    extras = {"android.intent.extra.TEXT": "See you there"}
    chat.phone.start(Intent(action=SEND, mime="text/plain", extras=extras, package=CHAT))
    assert chat.page == "forward"
    chat.press_ref(f"chat/{where['id']}")
    assert one(chat, where["id"])["messages"][-1]["text"] == "See you there"
    assert chat.page == "chat"


def test_a_number_opens_its_chat_or_says_that_it_has_none(chat: User) -> None:
    who = chat.state["people"][2]
    sms = "android.intent.action.SENDTO"
    chat.phone.start(Intent(action=sms, data=f"smsto:{who['phone']}"))
    assert chat.shows(who["name"])
    chat.phone.start(Intent(action=sms, data="smsto:000"))
    assert chat.shows("This number is not on Chat")
