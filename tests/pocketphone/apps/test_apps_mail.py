"""Mail: it is read, sorted and found."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from app_eye import CONTACTS, SCREENS, User, assert_shaped_like_real_ones, dumps_of
from mail_eye import MAIL, first_thread, last, of, open_folder, swipe

from pocketphone.apps.mail import mails
from pocketphone.clock import BOOT
from pocketphone.phone import Phone

PAGES: dict[str, dict[str, Any]] = {
    "inbox": {},
    "folder": {"key": "drafts"},
    "search": {"query": "the", "attached": True},
    "select": {"key": "inbox", "ids": [1, 2]},
    "thread": {"thread": 1, "open": [1]},
    "compose": {"given": {"to": ["ada@example.com"], "body": "Hello"}, "expanded": True},
    "files": {},
    "pick": {},
    "settings": {},
    "contacts": {"query": ""},
    "numbers": {},
    "help": {"path": "writing"},
    "web": {"mail": 1, "path": "letter"},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "drawer": {},
    "empty_bin": {},
    "thread_menu": {"thread": 1},
    "labels": {"threads": [1]},
    "attach": {},
    "recipient": {"kind": "to", "email": "ada@example.com"},
    "compose_menu": {},
    "discard": {"id": 1},
    "refused": {"text": "No"},
    "sure": {"question": "Really?", "schedule": False},
    "schedule": {},
    "pick_day": {},
    "pick_hour": {"day": "2026-03-05"},
    "signature": {},
    "swipe": {},
    "unsubscribe": {"email": "news@fable-books.example.com"},
    "permission": {"name": "contacts", "to": "contacts", "args": {}},
}


# what there is at first


def test_threads_stand_by_their_newest_mail(mail: User) -> None:
    dates = [one["at"] for one in mails.newest(of(mail, "inbox"))]
    assert dates == sorted(dates, reverse=True)
    assert len(mail.state["mails"]) >= 60
    assert len({one["id"] for one in mail.state["mails"]}) == len(mail.state["mails"])
    shown = mail.texts("subject")
    grouped = mails.threads(mails.inside(mail.state["mails"], "inbox", BOOT))
    assert shown == [group[0]["subject"] for group in grouped][: len(shown)]


def test_what_is_unread_is_bold_until_it_is_read(mail: User) -> None:
    thread = next(one["thread"] for one in mails.newest(of(mail, "inbox")) if not one["read"])
    before = mail.phone.frame().tobytes()
    mail.press_ref(f"thread/{thread}")
    mail.back()
    assert all(one["read"] for one in of(mail, "inbox") if one["thread"] == thread)
    assert mail.phone.frame().tobytes() != before


def test_no_draft_is_read_as_a_mail(mail: User) -> None:
    open_folder(mail, "Drafts")
    draft = mails.newest(of(mail, "drafts"))[0]
    mail.press(draft["subject"])
    assert mail.page == "compose"
    assert mail.texts("subject") == [draft["subject"]]
    assert mail.texts("body") == [draft["body"]]


# sorting


def test_a_row_swept_aside_is_archived_and_comes_back(mail: User) -> None:
    thread = first_thread(mail)
    swipe(mail, f"thread/{thread}")
    assert thread not in [one["thread"] for one in of(mail, "inbox")]
    assert thread in [one["thread"] for one in of(mail, "archive")]
    mail.press("Undo")
    assert thread in [one["thread"] for one in of(mail, "inbox")]


@pytest.mark.parametrize(("action", "folder"), [("Move to bin", "bin"), ("Nothing", "inbox")])
def test_settings_say_what_a_sweep_does(mail: User, action: str, folder: str) -> None:
    mail.press_ref("account")
    mail.press("Swipe action")
    mail.press(action)
    mail.back()
    thread = first_thread(mail)
    swipe(mail, f"thread/{thread}")
    assert thread in [one["thread"] for one in of(mail, folder)]


def test_a_held_row_begins_a_selection(mail: User) -> None:
    refs = [seen["id"] for seen in mail.phone.tree() if seen["id"].startswith("thread/")][:2]
    mail.press_ref(refs[0], duration_ms=700)
    mail.press_ref(refs[1])
    assert mail.shows("2")
    threads = {int(ref.partition("/")[2]) for ref in refs}
    borne = {
        key for one in mail.state["mails"] if one["thread"] in threads for key in one["labels"]
    }
    key, name = next(item for item in mail.state["labels"].items() if item[0] not in borne)
    mail.press("Label")
    mail.press(name)
    mail.press("OK")
    assert mail.page == "inbox"
    assert threads <= {one["thread"] for one in mail.state["mails"] if key in one["labels"]}


def test_a_star_is_known_by_checked_alone(mail: User) -> None:
    one = mails.newest(of(mail, "inbox"))[0]
    mail.press_ref(f"star/{one['id']}")
    assert next(m["starred"] for m in of(mail, "inbox") if m["id"] == one["id"]) != one["starred"]
    star = next(n for n in mail.nodes() if n.get("resource-id", "").endswith("/star"))
    assert star.get("checked") == str(not one["starred"]).lower()
    assert not star.get("content-desc")


def test_a_thread_is_binned_and_the_bin_emptied(mail: User) -> None:
    thread = first_thread(mail)
    mail.press_ref(f"thread/{thread}")
    mail.press("Move to bin")
    assert thread in [one["thread"] for one in of(mail, "bin")]
    open_folder(mail, "Bin")
    mail.press("Empty bin")
    mail.press("Cancel")
    assert of(mail, "bin")
    mail.press("Empty bin")
    mail.press("Empty")
    assert not of(mail, "bin")
    assert mail.shows("The bin is empty")


def test_a_thread_of_the_bin_is_there_whole(mail: User) -> None:
    thread = next(one["thread"] for one in of(mail, "bin"))
    whole = [one for one in mail.state["mails"] if one["thread"] == thread]
    assert whole == [one for one in of(mail, "bin") if one["thread"] == thread]


def test_what_is_scheduled_shows_when_it_leaves(mail: User) -> None:
    (one,) = of(mail, "scheduled")
    open_folder(mail, "Scheduled")
    leaves = datetime.fromisoformat(one["send_at"])
    assert mail.texts("date") == [f"{leaves.day} {leaves:%b}"]


# finding


def test_search_finds_people_words_and_files(mail: User) -> None:
    state, one = mail.state, of(mail, "inbox")[3]
    for query in (mails.name_of(state, one["from"]), one["subject"], one["body"].split(",")[0]):
        hits = mails.find(state, query, unread=False, attached=False)
        assert one["id"] in [hit["id"] for hit in hits]
        assert len(hits) < len(state["mails"]) / 2
    mail.press("Search in mail")
    mail.phone.type_text("zeppelin")
    assert mail.shows("No mail found")
    mail.press_ref("clear")
    mail.press("Has attachment")
    mail.hide_keyboard()
    assert len(mail.texts("file")) > 3
    assert len(mail.texts("subject")) - len(mail.texts("file")) <= 1  # the lowest row is cut


# contacts, newsletters, numbers


def with_address(user: User) -> dict[str, Any]:
    """A contact whom Mail does not know by itself."""
    known = {one["email"] for one in user.state["people"]}
    contacts = user.phone.apps[CONTACTS]["contacts"]
    return next(one for one in contacts if one["email"] and one["email"] not in known)


def test_a_contact_is_looked_up_once_it_is_allowed(mail: User) -> None:
    person = with_address(mail)
    mail.press("Compose")
    mail.press("More options")
    mail.press("Add from contacts")
    mail.press("Don't allow")
    assert mail.page == "compose"
    mail.phone.type_text(person["name"])
    assert not mail.shows(person["email"])
    mail.press("More options")
    mail.press("Add from contacts")
    mail.press("Allow")
    mail.fill("Search contacts", "zzyzx")
    assert mail.shows("Nobody is called \u201czzyzx\u201d")
    mail.press_ref("clear")
    mail.phone.type_text(person["name"])
    mail.press(person["email"])
    assert person["email"] in last(mail)["to"]
    assert mail.shows(person["name"])


def test_an_allowed_contact_is_suggested(mail: User) -> None:
    person = with_address(mail)
    mail.phone.load({"apps": {MAIL: {"permissions": {"contacts": "allowed"}}}})
    mail.press("Compose")
    mail.phone.type_text(person["name"])
    mail.press(person["email"])
    assert last(mail)["to"] == [person["email"]]


def newsletter(user: User) -> dict[str, Any]:
    """A mail of a firm, opened."""
    one = next(one for one in of(user, "inbox") if mails.of_firm(one["from"]))
    user.open("thread", thread=one["thread"], open=[one["id"]])
    return one


def web_nodes(user: User) -> list[Any]:
    (view,) = [node for node in user.nodes() if node.get("class") == "android.webkit.WebView"]
    return list(view.iter("node"))


def test_a_newsletter_is_a_web_page_without_ids(mail: User) -> None:
    one = newsletter(mail)
    inside = web_nodes(mail)
    assert one["body"] in [node.get("text") for node in inside]
    assert not any(node.get("resource-id") for node in inside)
    mail.press("Read it online")
    mail.press("About us")
    assert mail.texts("url") == [f"{one['from'].partition('@')[2]}/about"]
    mail.press("Only what is needed")
    assert not any(node.get("resource-id") for node in web_nodes(mail))
    assert not mail.shows("Accept all")


def test_a_newsletter_can_be_left(mail: User) -> None:
    one = newsletter(mail)
    mail.press("Unsubscribe")
    mail.press("Cancel")
    assert mail.state["unsubscribed"] == []
    mail.press("Unsubscribe")
    mail.press("Unsubscribe")  # the link and the button below the question are called alike
    assert mail.state["unsubscribed"] == [one["from"]]
    assert mail.shows("You have unsubscribed.")


def test_numbers_are_drawn_by_compose_and_lead_to_their_folder(mail: User) -> None:
    mail.press_ref("account")
    mail.press("Mail in numbers")
    nodes = mail.nodes()
    assert "androidx.compose.ui.platform.ComposeView" in [node.get("class") for node in nodes]
    assert not mail.texts("title")
    assert mail.shows(f"{len(of(mail, 'drafts'))} mails")
    mail.press("Drafts")
    assert (mail.page, mail.phone.page.args) == ("folder", {"key": "drafts"})
    mail.back()
    assert mail.page == "inbox"


# every page


def test_no_page_is_forgotten(mail: User) -> None:
    assert set(mail.phone.app.pages) == {*PAGES, *WINDOWS}


@pytest.mark.parametrize("made", SCREENS, ids=list(SCREENS))
def test_every_page_fits_every_screen(made: str) -> None:
    dumps_of(Phone(**SCREENS[made]), MAIL, PAGES | WINDOWS)


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(dumps_of(Phone(), MAIL, PAGES), corpus)
