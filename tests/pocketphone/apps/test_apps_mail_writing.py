"""Mail: mails are written, scheduled and answered, also for other apps."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from app_eye import CONTACTS, ENTER, User
from mail_eye import MAIL, PHOTOS, last, of, open_folder, write

from pocketphone.apps.mail import mails
from pocketphone.apps.share import SEND, STREAM, TEXT
from pocketphone.clock import BOOT
from pocketphone.ui import Intent

SENDTO = "android.intent.action.SENDTO"


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
    one, same, other = (mails.generate(Random(seed), BOOT) for seed in ("1", "1", "2"))
    assert one == same != other
