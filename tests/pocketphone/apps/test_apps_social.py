"""Social: posts are written, liked and deleted, people followed, communities asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from app_eye import CONTACTS, DEL, ENTER, SCREENS, User, assert_shaped_like_real_ones, dumps_of

from pocketphone.phone import Phone
from pocketphone.ui import Intent

SOCIAL, CHAT = "com.pocketphone.social", "com.pocketphone.chat"
PAGES: dict[str, dict[str, Any]] = {
    "home": {},
    "bookmarks": {},
    "composer": {"text": "Hello", "photo": 3, "quote": 5},
    "drafts": {},
    "post": {"id": 60},
    "photo": {"id": 66},
    "search": {},
    "results": {"query": "a"},
    "topic": {"topic": "birds"},
    "suggestions": {},
    "person": {"id": 3},
    "me": {},
    "edit_profile": {"name": "", "bio": "Tea", "place": "", "photo": None},
    "communities": {},
    "community": {"id": 1},
    "news": {},
    "settings": {},
    "quiet": {},
    "pick": {"into": "photo"},
    "friends": {},
    "help": {"path": "basics"},
    "statistics": {"about": "replies"},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "drawer": {},
    "discard": {},
    "audience": {"chosen": "everyone"},
    "delete_draft": {"text": "Hello"},
    "post_menu": {"id": 60},
    "repost": {"id": 60},
    "delete_post": {"id": 61},
    "delete_comment": {"id": 60, "place": 0},
    "unfollow": {"id": 1},
    "person_menu": {"id": 1},
    "block": {"id": 1},
    "discard_profile": {},
    "rules": {"id": 1},
    "leave": {"id": 4},
    "withdraw": {"id": 1},
    "community_menu": {"id": 1},
    "delete_news": {"id": 1},
    "go_private": {},
    "choose": {"name": "audience"},
    "clear_searches": {},
    "share": {"text": "Hello"},
}
ASKED = {"permission": {"name": "photos", "page": "pick", "args": {"into": "photo"}}}
STATE = {"drafts": ["Hello"], "searches": ["bread"], "permissions": {}}


@pytest.fixture
def social() -> User:
    return User(SOCIAL)


def dumps(phone: Phone, pages: dict[str, dict[str, Any]]) -> list[str]:
    """The dump of each page, drawn as well."""
    phone.load({"apps": {SOCIAL: STATE}})
    return dumps_of(phone, SOCIAL, pages)


@pytest.mark.parametrize("screen", ["small", "landscape"])
def test_every_page_fits_every_screen(screen: str) -> None:
    phone = Phone(**SCREENS[screen])
    assert set(phone.installed[SOCIAL].pages) == {*PAGES, *WINDOWS, *ASKED}
    dumps(phone, PAGES | WINDOWS | ASKED)


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(dumps(Phone(), PAGES), corpus)


def test_the_same_seed_gives_the_same_feed() -> None:
    one, other, another = (User(SOCIAL, seed=seed) for seed in (5, 5, 6))
    assert one.state == other.state
    assert one.phone.frame().tobytes() == other.phone.frame().tobytes()
    assert one.state["posts"] != another.state["posts"]
    assert len(one.state["people"]) >= 30
    assert len(one.state["posts"]) >= 30


def test_a_feed_shows_more_at_its_end(social: User) -> None:
    def end() -> list[str]:
        for _ in range(20):
            social.phone.drag(540, 1900, 540, 400)
        return [seen["id"] for seen in social.phone.tree() if seen["id"].startswith("post/")]

    first = end()
    social.press("Show older posts")
    assert set(end()).isdisjoint(first)


# writing


def test_a_post_with_a_photo_asks_for_the_photos_once(social: User) -> None:
    before = social.state["posts"]
    social.press("New post")
    social.phone.type_text("Look at this")
    social.press("Add photo")
    assert social.page == "permission"
    social.press("While using the app")
    photo = social.phone.state()["apps"]["com.pocketphone.photos"]["photos"][0]
    social.press(photo["title"])
    social.press("Post")
    first, *rest = social.state["posts"]
    assert (first["author"], first["text_lower"]) == (0, "look at this")
    assert first["photo"]["id"] == photo["id"]
    assert rest == before
    social.press("View")
    assert social.page == "post"
    social.back()
    social.press("New post")
    social.press("Add photo")
    assert social.page == "pick"


def test_nothing_and_too_much_cannot_be_posted(social: User) -> None:
    before = social.state["posts"]
    social.press("New post")
    social.press("Post")
    social.phone.type_text("x" * 281)
    assert social.shows("-1")
    social.press("Post")
    assert social.state["posts"] == before
    social.phone.key(DEL)
    social.press("Post")
    assert len(social.state["posts"]) == len(before) + 1


def test_leaving_a_post_asks_and_a_draft_is_kept(social: User) -> None:
    social.press("New post")
    social.phone.type_text("Half a thought")
    social.press("Close")
    social.press("Keep writing")
    social.press_ref("keep_draft")
    assert social.state["drafts"] == ["Half a thought"]
    social.press("Open menu")
    social.press("Drafts (1)")
    social.press("Half a thought")
    social.press("Post")
    assert social.state["drafts"] == []
    assert social.state["posts"][0]["text"] == "Half a thought"


def test_a_reply_is_sent_by_the_arrow_without_a_name(social: User) -> None:
    post = social.state["posts"][0]
    social.press("Comment")
    social.phone.type_text("Well said")
    social.press_ref("send_reply")
    comment = social.state["posts"][0]["comments"][-1]
    assert (comment["author"], comment["text"]) == (0, "Well said")
    assert len(social.state["posts"][0]["comments"]) == len(post["comments"]) + 1
    social.press("Well said", 800)
    social.press("Delete")
    assert social.state["posts"][0]["comments"] == post["comments"]


def test_a_heart_is_on_by_its_state_alone(social: User) -> None:
    post = social.state["posts"][0]
    assert social.named("Like")[0].get("checked") == str(post["liked"]).lower()
    social.press("Like")
    changed = social.state["posts"][0]
    assert changed["liked"] is not post["liked"]
    assert abs(changed["likes"] - post["likes"]) == 1
    assert social.named("Like")[0].get("checked") == str(changed["liked"]).lower()


def test_only_own_posts_can_be_deleted(social: User) -> None:
    own = next(one for one in social.state["posts"] if one["author"] == 0)
    social.open("post_menu", id=own["id"]).press("Delete post")
    social.press("Cancel")
    assert own in social.state["posts"]
    social.open("post_menu", id=own["id"]).press("Delete post")
    social.press("Delete")
    assert own not in social.state["posts"]
    other = next(one for one in social.state["posts"] if one["author"] != 0)
    assert not social.open("post_menu", id=other["id"]).shows("Delete post")


def test_a_held_post_is_bookmarked_or_its_author_muted(social: User) -> None:
    post = social.state["posts"][0]
    social.press(post["text"], 800)
    social.press("Bookmark")
    social.press_ref("bookmarks")
    assert social.shows(post["text"])
    social.press(post["text"], 800)
    author = next(one for one in social.state["people"] if one["id"] == post["author"])
    social.press(f"Mute {author['name']}")
    muted = [one["id"] for one in social.state["people"] if one["muted"]]
    assert muted == [post["author"]]
    social.press("Undo")
    assert author in social.state["people"]


# people and communities


def test_people_are_found_followed_and_left_after_a_question(social: User) -> None:
    who = next(one for one in social.state["people"] if not one["followed"])
    social.press("Search")
    social.press("Search people and posts")
    social.phone.type_text(who["name"].upper())
    social.phone.key(ENTER)
    social.press("Follow")
    assert social.state["searches"] == [who["name"].upper()]
    social.press(who["name"])
    assert social.page == "person"
    social.press("Following")
    social.press("Cancel")
    social.press("Following")
    social.press("Unfollow")
    assert [one for one in social.state["people"] if one["id"] == who["id"]] == [who]


def test_search_says_when_nothing_is_found(social: User) -> None:
    social.open("results", query="zzyzx")
    assert social.shows("No results for \u201czzyzx\u201d")
    social.press("Posts")
    social.press_ref("clear")
    assert social.shows("Search for people, words or subjects")
    social.phone.type_text(social.state["posts"][4]["text"].split()[0])
    assert social.shows(social.state["posts"][4]["text"])


def test_a_name_is_needed_and_changes_are_not_lost_unasked(social: User) -> None:
    social.press("Open menu")
    social.press("Profile")
    social.press("Edit profile")
    social.press_ref("edit_name")
    social.phone.select_all()
    social.phone.key(DEL)
    assert social.shows("Enter a name")
    social.press("Save")
    assert social.page == "edit_profile"
    social.phone.type_text("Robin Applegate")
    social.press("Close")
    social.press("Keep editing")
    social.press("Save")
    assert social.state["me"]["name_lower"] == "robin applegate"
    assert social.shows("Robin Applegate")


def test_rules_come_before_a_request(social: User) -> None:
    closed = next(one for one in social.state["communities"] if not one["open"])
    social.open("community", id=closed["id"]).press("Ask to join")
    assert social.shows("Community rules")
    social.press("Ask to join")
    assert social.page == "rules"
    social.press("I agree to the rules")
    social.press("Ask to join")

    def status() -> str:
        return next(
            str(one["status"]) for one in social.state["communities"] if one["id"] == closed["id"]
        )

    assert status() == "requested"
    social.press("Requested")
    social.press("Withdraw")
    assert status() == "none"


def test_an_open_community_is_joined_and_left(social: User) -> None:
    one = next(c for c in social.state["communities"] if c["open"] and c["status"] == "none")
    social.press("Communities")
    social.fill("Search communities", one["name"])
    social.press_ref(f"community/{one['id']}")
    social.press("Join")
    social.back()
    social.hide_keyboard()
    social.press("My communities")
    assert social.shows("Joined")
    social.press_ref(f"community/{one['id']}")
    social.press("Joined")
    social.press("Leave")
    assert one in social.state["communities"]


def test_a_private_account_is_asked_about(social: User) -> None:
    social.open("settings").press("Private account")
    social.press("Cancel")
    assert not social.state["settings"]["private"]
    social.press("Private account")
    social.press("Make private")
    assert social.state["settings"]["private"]


def test_what_others_share_is_written_about(social: User) -> None:
    extras = {"android.intent.extra.TEXT": "A fine place"}
    social.phone.start(
        Intent(
            action="android.intent.action.SEND", mime="text/plain", extras=extras, package=SOCIAL
        )
    )
    assert social.page == "composer"
    social.press("Post")
    assert social.state["posts"][0]["text"] == "A fine place"


def test_a_notification_is_drawn_aside(social: User) -> None:
    social.press("Notifications")
    before = social.state["news"]
    ref = f"news/{before[6]['id']}"
    assert before[6]["read"]
    left, top, right, bottom = next(s["bounds"] for s in social.phone.tree() if s["id"] == ref)
    middle = (top + bottom) / 2
    social.phone.drag(left + 200, middle, right - 200, middle)
    assert not social.state["news"][6]["read"]
    social.phone.drag(right - 200, middle, left + 200, middle)
    assert before[6]["id"] not in [one["id"] for one in social.state["news"]]
    social.press("Undo")
    assert [one["id"] for one in social.state["news"]] == [one["id"] for one in before]


def test_contacts_are_shown_to_whom_they_are_opened(social: User) -> None:
    known = social.state["people"][0]["name"]
    contacts = social.phone.state()["apps"][CONTACTS]["contacts"]
    contacts[0]["name"] = known
    social.phone.load({"apps": {CONTACTS: {"contacts": contacts}}})
    social.open("suggestions").press("Find friends")
    social.press("Don't allow")
    assert social.page == "suggestions"
    social.press("Find friends")
    social.press("Allow")
    assert social.texts("name") == [known]
    social.press("Invite")
    assert social.page == "share"
    social.phone.load({"apps": {CONTACTS: {"contacts": []}}})
    assert social.open("friends").shows("No contacts")


def test_statistics_are_of_ones_own_posts(social: User) -> None:
    own = [post for post in social.state["posts"] if post["author"] == 0]
    social.open("me").press("Statistics")
    (page,) = (n for n in social.nodes() if n.get("class", "").endswith(".ComposeView"))
    assert not any(node.get("resource-id") for node in page.iter("node"))
    assert social.shows(str(sum(len(post["comments"]) for post in own)))
    (chart,) = social.named("Followers in the last 30 days")
    assert list(chart) == []
    assert social.shows(f"2 March: {social.state['me']['followers']} followers")
    left, top, _, bottom = map(int, re.findall(r"\d+", chart.get("bounds", "")))
    social.phone.touch(left + 2, (top + bottom) / 2)
    assert social.phone.state()["screen"]["args"]["day"] == 0
    social.press("Replies")
    most = max(own, key=lambda post: len(post["comments"]))
    social.press(most["text"])
    assert social.phone.state()["screen"]["args"]["id"] == most["id"]


def test_help_and_terms_are_web_pages_without_ids(social: User) -> None:
    social.open("settings")
    for _ in range(2):
        social.phone.drag(540, 1900, 540, 500)
    social.press("Terms of service")
    assert social.texts("url") == ["social.example.com/help/terms"]
    social.press("Accept all")
    social.press("Safety")
    (site,) = (n for n in social.nodes() if n.get("class") == "android.webkit.WebView")
    assert not any(node.get("resource-id") for node in site.iter("node"))
    social.press("Who is muted or blocked")
    assert social.page == "quiet"
