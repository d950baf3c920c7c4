"""Mail: it is read, sorted, found, written, scheduled, and answers other apps."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from app_eye import CONTACTS, ENTER, SCREENS, User, assert_shaped_like_real_ones, dumps_of

from pocketphone.apps.mail import mails
from pocketphone.apps.share import SEND, STREAM, TEXT
from pocketphone.clock import BOOT
from pocketphone.phone import Phone
from pocketphone.ui import Intent

MAIL, PHOTOS = "com.pocketphone.mail", "com.pocketphone.photos"
SENDTO = "android.intent.action.SENDTO"


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


@pytest.fixture
def mail() -> User:
    return User(MAIL)


def of(user: User, folder: str) -> list[dict[str, Any]]:
    return [one for one in user.state["mails"] if one["folder"] == folder]


def last(user: User) -> dict[str, Any]:
    return dict(user.state["mails"][-1])


def write(user: User, to: str = "bruno@example.org", subject: str = "Tea", body: str = "") -> None:
    user.press("Compose")
    user.phone.type_text(to)
    user.fill("Subject", subject)
    user.fill("Compose email", body)


def open_folder(user: User, name: str) -> None:
    user.press("Open navigation drawer")
    user.press(name)


def first_thread(user: User) -> int:
    ref = next(seen["id"] for seen in user.phone.tree() if seen["id"].startswith("thread/"))
    return int(ref.partition("/")[2])


def swipe(user: User, ref: str) -> None:
    left, top, right, bottom = next(
        seen["bounds"] for seen in user.phone.tree() if seen["id"] == ref
    )
    y = (top + bottom) / 2
    user.phone.drag(right - 100, y, left + 100, y)


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
        hits = mails.found(state, query, unread=False, attached=False)
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


# writing


def test_a_mail_is_sent_by_the_words_on_the_screen(mail: User) -> None:
    count = len(mail.state["mails"])
    write(mail, to="Bruno@example.org", subject="Tea On Sunday?", body="At four.\nI bake.")
    mail.press("Send")
    made = last(mail)
    assert len(mail.state["mails"]) == count + 1
    assert (made["folder"], made["to"], made["cc"]) == ("sent", ["bruno@example.org"], [])
    assert made["subject_lower"] == "tea on sunday?"
    assert made["body"] == "At four.\nI bake."
    assert mail.page == "inbox"
    mail.press("Undo")
    assert last(mail)["folder"] == "drafts"
    assert mail.page == "compose"


@pytest.mark.parametrize("leave", ["back", "up"])
def test_what_is_left_is_kept_as_a_draft(mail: User, leave: str) -> None:
    write(mail, body="To be continued")
    if leave == "up":
        mail.press("Navigate up")
    else:
        mail.back(2)  # the keyboard first
    assert mail.page == "inbox"
    made = last(mail)
    assert (made["folder"], made["to"], made["body"]) == (
        "drafts", ["bruno@example.org"], "To be continued")  # fmt: skip


def test_nothing_written_leaves_no_draft(mail: User) -> None:
    before = mail.state["mails"]
    mail.press("Compose")
    mail.back(2)
    assert mail.state["mails"] == before


def test_addresses_become_chips(mail: User) -> None:
    one, two = mail.state["people"][:2]
    mail.press("Compose")
    mail.phone.type_text(one["name"][:5].lower())
    mail.press(one["email"])
    assert mail.shows(one["name"])
    mail.phone.type_text(f"{two['email']},")
    mail.press("Add Cc/Bcc")
    mail.fill("Cc", "clara@example.org ")
    assert last(mail)["to"] == [one["email"], two["email"]]
    assert last(mail)["cc"] == ["clara@example.org"]
    mail.press(two["name"])
    mail.press("Take out")
    assert last(mail)["to"] == [one["email"]]


@pytest.mark.parametrize(
    ("to", "subject", "told"),
    [
        ("", "Tea", "Add at least one recipient."),
        ("bruno at home", "Tea", "The address \u201cbruno at home\u201d is not valid."),
        ("bruno@example", "Tea", "The address \u201cbruno@example\u201d is not valid."),
        ("bruno@example.org", "", "Send this mail without a subject?"),
    ],
)
def test_what_cannot_be_sent_says_why(mail: User, to: str, subject: str, told: str) -> None:
    write(mail, to=to, subject=subject, body="Hello")
    mail.press("Send")
    assert mail.shows(told)
    assert last(mail)["folder"] == "drafts"


def test_a_mail_is_scheduled_and_goes_out_in_time(mail: User) -> None:
    write(mail)
    mail.press("More options")
    mail.press("Schedule send")
    mail.press("Tomorrow morning")
    made = last(mail)
    assert (made["folder"], made["send_at"]) == ("scheduled", "2026-03-03T08:00")
    open_folder(mail, "Scheduled")
    assert mail.shows("Tea")
    mail.back()
    mail.phone.clock.advance(timedelta(days=1).total_seconds())
    mail.phone.stale()
    open_folder(mail, "Scheduled")
    assert not mail.shows("Tea")


def test_a_time_of_ones_own_and_a_change_of_mind(mail: User) -> None:
    write(mail)
    mail.press("More options")
    mail.press("Schedule send")
    mail.press("Pick date and time")
    mail.press("Thursday, 5 March")
    mail.press("09:30")
    assert last(mail)["send_at"] == "2026-03-05T09:30"
    assert mail.page == "inbox"
    open_folder(mail, "Scheduled")
    mail.press("Tea")
    mail.press("More options")
    mail.press("Cancel scheduled mail")
    assert (last(mail)["folder"], last(mail)["send_at"]) == ("drafts", "")


@pytest.mark.parametrize(
    ("now", "monday"),
    [("2026-03-02T09:30", "09"), ("2026-03-08T20:00", "16"), ("2026-03-06", "09")],
)
def test_monday_is_never_tomorrow(now: str, monday: str) -> None:
    offered = dict(mails.later(datetime.fromisoformat(now)))
    assert f"{offered['Monday morning']:%a %d}" == f"Mon {monday}"
    assert offered["Tomorrow morning"] > datetime.fromisoformat(now)
    assert len(set(offered.values())) == 3


def test_photos_and_files_are_attached_and_shown(mail: User) -> None:
    photo = mail.phone.apps[PHOTOS]["photos"][2]
    write(mail)
    mail.press("Attach")
    mail.press("Photo")
    mail.press(photo["title"])
    mail.press("Attach")
    mail.press("File")
    mail.press("Resume.pdf")
    mail.press("Send")
    assert [file["photo"] for file in last(mail)["attachments"]] == [photo["id"], None]
    open_folder(mail, "Sent")
    mail.press("Tea")
    mail.press(f"{photo['title']}.jpg")
    assert mail.phone.app.package == PHOTOS
    mail.back(2)
    assert mail.phone.app.package == MAIL


def test_an_answer_goes_to_who_wrote(mail: User) -> None:
    one = next(m for m in mails.newest(of(mail, "inbox")))
    mail.press_ref(f"thread/{one['thread']}")
    mail.press("Reply")
    mail.fill("Compose email", "Gladly")
    mail.press("Send")
    made = last(mail)
    assert made["to"] == [one["from"]]
    assert made["thread"] == one["thread"]
    assert made["subject"].startswith("Re: ")
    assert mail.shows("Gladly")


def test_a_question_before_sending_can_be_asked_for(mail: User) -> None:
    mail.press_ref("account")
    mail.press("Ask before sending")
    mail.press("Signature")
    mail.phone.type_text("Yours, R.")
    mail.press("OK")
    mail.back()
    mail.press("Compose")
    mail.phone.type_text("bruno@example.org")
    mail.fill("Subject", "Tea")
    mail.press("Send")
    assert last(mail)["folder"] == "drafts"
    mail.press("Send")
    assert last(mail)["folder"] == "sent"
    assert last(mail)["body"] == "\n\nYours, R."


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


# other apps


def test_a_contact_is_written_to(mail: User) -> None:
    person = next(one for one in mail.phone.apps[CONTACTS]["contacts"] if one["email"])
    user = User(CONTACTS)
    user.phone.load({"screen": {"app": CONTACTS, "page": "contact", "args": {"id": person["id"]}}})
    user.press("Email")
    assert user.phone.app.package == MAIL
    assert user.page == "compose"
    user.press("Subject")
    user.phone.type_text("Hello")
    assert user.phone.apps[MAIL]["mails"][-1]["to"] == [person["email"]]


def test_a_link_fills_the_page(mail: User) -> None:
    link = (
        "mailto:ada%40example.com,bo@example.com?cc=cy@example.com&subject=Tea%20time&body=At%204"
    )
    mail.phone.start(Intent(action=SENDTO, data=link))
    mail.press("Send")
    made = last(mail)
    assert (made["to"], made["cc"]) == (["ada@example.com", "bo@example.com"], ["cy@example.com"])
    assert (made["subject"], made["body"], made["folder"]) == ("Tea time", "At 4", "sent")


def test_the_phone_asks_which_of_several_apps_is_meant(mail: User) -> None:
    asked = Intent(action=SEND, mime="text/plain", extras={TEXT: "Town Hall"})
    mail.phone.start(Intent(package=CONTACTS))
    mail.phone.start(asked)
    assert {node.get("package") for node in mail.nodes()} == {"com.android.intentresolver"}
    assert all(mail.shows(name) for name in ("Share with", "Mail", "Chat", "Social"))
    mail.back()
    assert (mail.phone.app.package, mail.page) == (CONTACTS, "contacts")
    mail.phone.start(asked)
    mail.press("Mail")
    assert mail.texts("body") == ["Town Hall"]
    mail.back(3)
    assert (mail.phone.app.package, mail.page) == (CONTACTS, "contacts")


def test_what_other_apps_share_is_taken(mail: User) -> None:
    mail.phone.start(
        Intent(action=SEND, mime="text/plain", extras={TEXT: "Town Hall"}, package=MAIL)
    )
    assert mail.texts("body") == ["Town Hall"]
    user = User(PHOTOS)
    photo = user.state["photos"][0]
    user.press(photo["title"])
    user.press("Share")
    user.press("Mail")
    assert user.shows(f"{photo['title']}.jpg")
    assert user.phone.apps[PHOTOS]["shared"] == [
        {"text": photo["title"], "to": MAIL, "photo": photo["id"]}]  # fmt: skip
    gone = {STREAM: "content://photos/x"}
    user.phone.start(Intent(action=SEND, mime="image/jpeg", extras=gone, package=MAIL))
    assert not user.shows(f"{photo['title']}.jpg")


def test_an_address_is_taken_once(mail: User) -> None:
    mail.press("Compose")
    mail.phone.type_text("bruno@example.org,")
    mail.phone.type_text("Bruno@example.org")
    mail.press("Subject")
    mail.phone.type_text("Tea")
    assert last(mail)["to"] == ["bruno@example.org"]


def test_enter_makes_a_chip_of_an_address(mail: User) -> None:
    mail.press("Compose")
    mail.phone.type_text("bruno@example.org")
    mail.phone.key(ENTER)
    assert mail.texts("peoplekit_chip") == ["bruno@example.org"]
    assert last(mail)["to"] == ["bruno@example.org"]


def test_the_same_seed_writes_the_same_mails() -> None:
    one, same, other = (mails.drawn(Random(seed), BOOT) for seed in ("1", "1", "2"))
    assert one == same != other


# every page


def test_no_page_is_forgotten(mail: User) -> None:
    assert set(mail.phone.app.pages) == {*PAGES, *WINDOWS}


@pytest.mark.parametrize("made", SCREENS, ids=list(SCREENS))
def test_every_page_fits_every_screen(made: str) -> None:
    dumps_of(Phone(**SCREENS[made]), MAIL, PAGES | WINDOWS)


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(dumps_of(Phone(), MAIL, PAGES), corpus)
