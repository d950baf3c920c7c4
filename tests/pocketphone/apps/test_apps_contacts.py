"""Contacts: people are made, found, changed, called and deleted."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest
from app_eye import CONTACTS, DEL, ENTER, MAPS, User
from hypothesis import given
from hypothesis import strategies as st

from pocketphone.apps.contacts import history, people
from pocketphone.apps.contacts.people import person
from pocketphone.apps.words import words
from pocketphone.clock import BOOT
from pocketphone.phone import Phone
from pocketphone.ui import VIEW, Intent

INSERT = "android.intent.action.INSERT"
DRAWN = people.generate(Random(f"0/{CONTACTS}"))  # those of a phone with seed 0


def named(user: User, name: str) -> list[dict[str, object]]:
    return [one for one in user.state["contacts"] if one["name"] == name]


# making and changing


def test_a_contact_is_added_by_the_words_on_the_screen(contacts: User) -> None:
    contacts.press("Create contact")
    contacts.fill("Name", "Robin Applegate")
    contacts.fill("Phone", "+1 212-555-0147")
    contacts.press("Save")
    (made,) = named(contacts, "Robin Applegate")
    assert made["phone"] == "+1 212-555-0147"
    assert made["digits"] == "12125550147"
    assert contacts.page == "contact"
    contacts.back()
    assert contacts.page == "contacts"


def test_a_contact_needs_a_name_or_a_number(contacts: User) -> None:
    before = contacts.state["contacts"]
    contacts.press("Create contact")
    contacts.fill("Notes", "who was it?")
    contacts.press("Save")
    assert contacts.shows("Enter a name or a phone number")
    assert contacts.state["contacts"] == before
    contacts.fill("Phone", "5550100")
    contacts.press("Save")
    assert contacts.state["contacts"][-1]["digits"] == "5550100"


def test_an_email_must_look_like_one(contacts: User) -> None:
    contacts.press("Create contact")
    contacts.fill("Name", "Robin Applegate")
    contacts.fill("Email", "robin at home")
    contacts.press("Save")
    assert contacts.shows("This is not an e-mail address")
    assert not named(contacts, "Robin Applegate")


def test_the_work_phone_is_behind_more_fields(contacts: User) -> None:
    contacts.press("Create contact")
    assert not contacts.shows("Work phone")
    contacts.press("More fields")
    contacts.fill("Name", "Robin Applegate")
    contacts.fill("Work phone", "5550101")
    contacts.press("Save")
    assert named(contacts, "Robin Applegate")[0]["work_phone"] == "5550101"


def test_leaving_a_changed_editor_asks_first(contacts: User) -> None:
    contacts.press("Create contact")
    contacts.press("Close")
    assert contacts.page == "contacts"
    contacts.press("Create contact")
    contacts.fill("Name", "Robin")
    contacts.press("Close")
    contacts.press("Keep editing")
    assert contacts.shows("Robin")
    contacts.press("Close")
    contacts.press("Discard")
    assert contacts.page == "contacts"
    assert not named(contacts, "Robin")


def test_editing_keeps_the_star_and_the_number_of_people(contacts: User) -> None:
    first = contacts.texts("name")[0]
    count = len(contacts.state["contacts"])
    contacts.press(first)
    if contacts.shows("Add to favourites"):
        contacts.press("Add to favourites")
    contacts.press("Edit contact")
    contacts.press(first)
    for _ in range(len(first)):
        contacts.phone.key(DEL)
    contacts.phone.type_text("Zuzanna Test")
    contacts.press("Save")
    (changed,) = named(contacts, "Zuzanna Test")
    assert changed["favourite"]
    assert contacts.shows("Zuzanna Test")
    assert len(contacts.state["contacts"]) == count


def test_favourites_come_and_go(contacts: User) -> None:
    contacts.phone.load({"apps": {CONTACTS: {"contacts": [person(1, name="Ada Quill")]}}})
    contacts.press("Favourites")
    assert contacts.shows("No favourites")
    contacts.press("Contacts")
    contacts.press("Ada Quill")
    contacts.press("Add to favourites")
    contacts.back()
    contacts.press("Favourites")
    contacts.press("Ada Quill")
    contacts.press("Remove from favourites")
    assert not contacts.state["contacts"][0]["favourite"]


# deleting


def test_deleting_asks_first(contacts: User) -> None:
    first = contacts.texts("name")[0]
    contacts.press(first)
    contacts.press("More options")
    contacts.press("Delete")
    contacts.press("Cancel")
    assert named(contacts, first)
    contacts.press("More options")
    contacts.press("Delete")
    contacts.press("Delete")
    assert not named(contacts, first)
    assert contacts.page == "contacts"
    assert contacts.shows("Contact deleted")


def test_several_are_selected_by_a_long_press_and_deleted(contacts: User) -> None:
    first, second, third = contacts.texts("name")[:3]
    contacts.press(first, 800)
    contacts.press(third)
    contacts.press(second)
    contacts.press(second)
    assert contacts.shows("2 selected")
    contacts.press("Delete")
    contacts.press("Delete")
    assert not named(contacts, first)
    assert not named(contacts, third)
    assert named(contacts, second)


def test_a_selection_begins_where_the_list_was(contacts: User) -> None:
    contacts.phone.drag(540, 1700, 540, 500)
    before = contacts.texts("name")
    contacts.press(before[3], 800)
    assert contacts.shows("1 selected")
    assert contacts.texts("name")[: len(before)] == before


def test_all_may_be_deleted_and_the_list_says_so(contacts: User) -> None:
    contacts.press("More options")
    contacts.press("Select all")
    contacts.press("Delete")
    contacts.press("Delete")
    assert contacts.state["contacts"] == []
    assert contacts.shows("No contacts")


# finding


def test_search_finds_as_one_types_and_says_when_nothing_is_found(contacts: User) -> None:
    wanted = DRAWN[7]["name"]
    contacts.press("Search contacts")
    contacts.phone.type_text(wanted.split()[1][:4].upper())
    assert contacts.shows(wanted)
    contacts.press("Clear query")
    contacts.phone.type_text("zzyzx")
    contacts.phone.key(ENTER)
    assert contacts.shows("No results for \u201czzyzx\u201d")


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        ("soren", True),
        ("Sören", True),
        ("SØREN", True),
        ("MUNCH s", True),
        ("ren", False),
        ("0142", True),
        ("415-555", True),
        ("soren@", True),
        ("soren x", False),
        (" ", False),
    ],
)
def test_people_are_found_by_beginnings_numbers_and_mail(query: str, hit: bool) -> None:
    one = person(1, name="Sören Munch", phone="(415) 555-0142", email="soren@example.org")
    assert (people.find([one], query) == [one]) == hit


@given(st.sampled_from(DRAWN), st.data())
def test_every_beginning_of_a_name_finds_its_owner(one: people.Person, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(words(one["name"])))
    assert one in people.find(DRAWN, word[: data.draw(st.integers(1, len(word)))])


def test_sorting_by_last_name_moves_the_headings(contacts: User) -> None:
    contacts.press("More options")
    contacts.press("Sort by")
    contacts.press("Last name")
    last = sorted(words(one["name"])[-1] for one in DRAWN)
    assert words(contacts.texts("name")[0])[-1] == last[0]
    assert contacts.state["settings"]["sort"] == "last"


# calling and sharing


def test_a_call_is_kept_and_listed(contacts: User) -> None:
    one = contacts.state["contacts"][0]
    contacts.press(one["name"])
    contacts.press("Call mobile")
    assert contacts.phone.focus == (CONTACTS, f"{CONTACTS}.InCallActivity")
    (call,) = contacts.state["calls"]
    assert (call["contact"], call["digits"]) == (one["id"], one["digits"])
    contacts.press("End call")
    contacts.back()
    contacts.press("Recents")
    assert contacts.shows(one["name"])
    contacts.press_ref("menu_clear")
    contacts.press("Clear")
    assert contacts.shows("No recent calls")


def test_the_phones_log_is_shown_once_it_is_allowed(contacts: User) -> None:
    log = contacts.state["log"]
    missed = [call for call in log if call["kind"] == "missed"]
    contacts.press("Recents")
    contacts.press("Show all calls")
    contacts.press("Don't allow")
    assert contacts.shows("No recent calls")
    contacts.press("Show all calls")
    contacts.press("Allow")
    assert not contacts.shows("Show all calls")
    assert contacts.texts("name")[0] == (log[0]["name"] or log[0]["number"])
    contacts.press("Missed")
    assert contacts.texts("name")[0] == (missed[0]["name"] or missed[0]["number"])
    assert {row.partition(",")[0] for row in contacts.texts("summary")} == {"Missed"}
    contacts.press("All")
    contacts.press_ref("menu_clear")
    contacts.press("Clear")
    assert contacts.state["log"] == []


def test_a_held_call_is_removed_and_comes_back(contacts: User) -> None:
    contacts.phone.load({"apps": {CONTACTS: {"permissions": {"call_log": "allowed"}}}})
    log = contacts.state["log"]
    contacts.press("Recents")
    contacts.press_ref("call/1", 800)
    contacts.press("Copy number")
    assert contacts.phone.clipboard == log[1]["number"]
    contacts.press_ref("call/1", 800)
    contacts.press("Remove from recents")
    assert contacts.state["log"] == [log[0], *log[2:]]
    contacts.press("Undo")
    assert contacts.state["log"] == log


def test_a_contact_shows_the_last_calls_with_it(contacts: User) -> None:
    call = next(call for call in contacts.state["log"] if call["contact"])
    contacts.open("contact", id=call["contact"])
    assert not contacts.shows("Recent calls")
    contacts.phone.load({"apps": {CONTACTS: {"permissions": {"call_log": "allowed"}}}})
    assert contacts.shows("Recent calls")
    assert contacts.shows(call["kind"].capitalize())


def test_statistics_count_what_may_be_seen(contacts: User) -> None:
    contacts.press("Recents")
    contacts.press("More options")
    contacts.press("Call statistics")
    contacts.press("Don't allow")
    assert contacts.page == "recents"
    contacts.press("More options")
    contacts.press("Call statistics")
    contacts.press("Allow")
    assert contacts.shows(str(len(contacts.state["log"])))
    assert not contacts.texts("title")
    assert "androidx.compose.ui.platform.ComposeView" in [n.get("class") for n in contacts.nodes()]


def test_mute_is_known_by_colour_and_checked_alone(contacts: User) -> None:
    contacts.press(contacts.state["contacts"][0]["name"])
    contacts.press("Call mobile")
    seen = []
    for _ in range(2):
        (mute,) = [n for n in contacts.nodes() if n.get("content-desc") == "Mute"]
        seen.append((mute.get("checked"), contacts.phone.frame().tobytes()))
        contacts.press("Mute")
    assert [checked for checked, _ in seen] == ["false", "true"]
    assert seen[0][1] != seen[1][1]


def test_help_is_a_web_page_without_ids(contacts: User) -> None:
    contacts.press("More options")
    contacts.press("Help")
    contacts.press("Calls")
    assert contacts.texts("url") == ["contacts.example.com/help/calls"]
    (web,) = [node for node in contacts.nodes() if node.get("class") == "android.webkit.WebView"]
    assert not any(node.get("resource-id") for node in web.iter("node"))


def test_the_key_pad_dials_and_suggests(contacts: User) -> None:
    contacts.press("Recents")
    contacts.press("Key pad")
    for sign in DRAWN[3]["digits"]:
        contacts.press_ref(f"key/{sign}")
    assert contacts.shows(DRAWN[3]["name"])
    contacts.press("Call")
    assert contacts.state["calls"][0]["contact"] == DRAWN[3]["id"]


def test_the_number_that_was_meant_is_suggested_and_called(contacts: User) -> None:
    one = person(1, name="Ada Quill", phone="(718) 555-0121", work_phone="(415) 555-0100")
    contacts.phone.load({"apps": {CONTACTS: {"contacts": [one]}}})
    contacts.open("dialer", number="415").press("(415) 555-0100")
    assert contacts.state["calls"][0]["digits"] == "4155550100"


def test_an_unknown_number_can_become_a_contact(contacts: User) -> None:
    contacts.phone.start(Intent(VIEW, data="tel:%2B99-000"))
    assert contacts.page == "dialer"
    contacts.press("Create new contact")
    contacts.fill("Name", "Robin Applegate")
    contacts.press("Save")
    assert named(contacts, "Robin Applegate")[0]["digits"] == "99000"


def test_sharing_goes_to_the_clipboard(contacts: User) -> None:
    one = contacts.state["contacts"][0]
    contacts.press(one["name"])
    contacts.press("More options")
    contacts.press("Share")
    contacts.press("Copy")
    assert contacts.phone.clipboard.splitlines()[:2] == [one["name"], one["phone"]]
    assert contacts.state["shared"][0]["to"] == "clipboard"


def test_an_address_opens_the_map_and_back_returns(contacts: User) -> None:
    one = person(1, name="Ada Quill", address="12 Mill Lane")
    contacts.phone.load({"apps": {CONTACTS: {"contacts": [one]}}})
    contacts.press("Ada Quill")
    contacts.press("12 Mill Lane")
    assert contacts.phone.focus[0] == MAPS
    assert contacts.shows("12 Mill Lane")
    contacts.back(2)
    assert contacts.phone.focus[0] == CONTACTS


@pytest.mark.parametrize(
    "mime", ["vnd.android.cursor.dir/contact", "vnd.android.cursor.dir/raw_contact"]
)
def test_the_insert_intent_fills_the_editor(mime: str) -> None:
    phone = Phone()
    extras = {"name": "Robin Applegate", "phone": "5550123", "email": "robin@example.org"}
    started = phone.start(Intent(INSERT, mime=mime, extras=extras))
    assert started.component == f"{CONTACTS}/.MainActivity"
    assert phone.focus == (CONTACTS, f"{CONTACTS}.ContactEditorActivity")
    args = phone.state()["screen"]["args"]
    assert {name: args[name] for name in extras} == extras


# what the seed draws


@pytest.mark.parametrize("seed", range(5))
def test_the_seed_draws_enough_different_people(seed: int) -> None:
    drawn = people.generate(Random(seed))
    assert len(drawn) >= 40
    assert (
        len({one["name"] for one in drawn}) == len({one["digits"] for one in drawn}) == len(drawn)
    )
    assert drawn == people.generate(Random(seed))
    assert drawn != people.generate(Random(seed + 1))
    assert any(one["address"] for one in drawn)
    assert any(one["favourite"] for one in drawn)


@pytest.mark.parametrize("seed", range(5))
def test_the_phone_has_logged_calls_of_all_kinds_by_day(seed: int) -> None:
    log = history.generate(Random(seed), people.generate(Random(seed)), BOOT)
    times = [datetime.fromisoformat(call["at"]) for call in log]
    assert len(log) >= 30
    assert times == sorted(times, reverse=True)
    assert all(time.hour >= 7 for time in times)
    assert {call["kind"] for call in log} == {"outgoing", "incoming", "missed"}
    assert {bool(call["contact"]) for call in log} == {True, False}
