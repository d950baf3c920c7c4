"""Video: what is watched, said below it, subscribed to and kept."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from app_eye import ENTER, SCREENS, User, assert_shaped_like_real_ones, dumps_of

from pocketphone.apps.video import catalogue
from pocketphone.phone import Phone
from pocketphone.ui import VIEW, Intent

VIDEO = "com.pocketphone.video"
PAGES: dict[str, dict[str, Any]] = {
    "home": {},
    "subscriptions": {"channel": "far-ferry"},
    "channels": {},
    "you": {},
    "search": {"query": "qu"},
    "results": {"query": "the", "sort": "views", "length": "any"},
    "watch": {"id": "v1", "controls": True},
    "channel": {"id": "far-ferry", "tab": "about"},
    "history": {},
    "playlist": {"id": "list-1"},
    "settings": {},
    "general": {},
    "languages": {},
    "quality": {},
    "notices": {},
    "captions": {},
    "privacy": {},
    "about": {},
    "watched": {},
    "web": {"path": "help"},
    "short": {"channel": "far-ferry", "place": 0},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "forget": {"text": "far ferry"},
    "filters": {},
    "filter": {"name": "sort", "chosen": "views"},
    "about_video": {"id": "v1"},
    "comments": {"id": "v1", "sort": "newest", "draft": "Well", "edits": None},
    "comment_menu": {"comment": "own-1"},
    "delete_comment": {"comment": "own-1"},
    "playback": {"id": "v1"},
    "playback_option": {"id": "v1", "name": "speed"},
    "bell": {"id": "far-ferry"},
    "unsubscribe": {"id": "far-ferry"},
    "playlist_menu": {"id": "list-1", "name": "Rainy Sunday"},
    "delete_playlist": {"id": "list-1", "pages": 0},
    "new_playlist": {"name": "Rainy Sunday", "video": None},
    "save": {"id": "v1"},
    "video_menu": {"id": "v1", "playlist": "list-1"},
    "choose": {"name": "text_size"},
    "clear_history": {},
    "clear_searches": {},
    "share": {"text": "A film"},
    "digest": {},
    "permission": {"name": "notifications", "to": "digest", "args": {}},
}
OWN = {"id": "own-1", "video": "v1", "text": "Lovely", "lower": "lovely"}


@pytest.fixture
def video() -> User:
    return User(VIDEO)


def each_page(phone: Phone, pages: dict[str, dict[str, Any]]) -> list[str]:
    """The dump of each page."""
    phone.load({"apps": {VIDEO: {"comments": [OWN], "searches": ["far ferry"]}}})
    return dumps_of(phone, VIDEO, pages)


@pytest.mark.parametrize("screen", ["small", "landscape"])
def test_every_page_fits(screen: str) -> None:
    phone = Phone(**SCREENS[screen])
    assert set(phone.installed[VIDEO].pages) == {*PAGES, *WINDOWS}
    each_page(phone, {**PAGES, **WINDOWS})


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(each_page(Phone(), PAGES), corpus)


def test_the_seed_fills_the_channels() -> None:
    one, other, another = (catalogue.generate(Random(seed)) for seed in (1, 1, 2))
    assert one == other != another
    titles = [video["title"] for video in one["videos"]]
    assert len(titles) > 100
    assert len({video["song"] for video in one["videos"]}) > 20
    assert sum(channel["subscribed"] for channel in one["channels"]) == 6
    phones = [Phone(seed=4) for _ in range(2)]
    pictures = [opened_home(phone).frame().tobytes() for phone in phones]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("seed", range(6))
def test_the_first_subscriptions_have_nothing_new_today(seed: int) -> None:
    drawn = catalogue.generate(Random(seed))
    mine = [one["id"] for one in drawn["channels"] if one["subscribed"]]
    newest = min(
        (video for video in drawn["videos"] if video["channel"] in mine),
        key=lambda video: video["days"],
    )
    assert newest["channel"] == mine[-1]


def opened_home(phone: Phone) -> Phone:
    phone.start(Intent(package=VIDEO))
    return phone


# finding


def test_search_suggests_finds_and_remembers(video: User) -> None:
    video.press("Search")
    video.phone.type_text("LADLE")
    assert "ladle street" in video.texts("title")
    video.press("ladle street")
    assert video.texts("channel_name") == ["Ladle Street"]
    assert all("Ladle Street" in text for text in video.texts("details"))
    assert video.state["searches"][0] == "ladle street"
    video.press("ladle street")
    video.press("Clear")
    video.phone.type_text("xyzzy")
    video.phone.key(ENTER)
    assert video.shows("No results for “xyzzy”")


def test_a_past_search_is_forgotten_by_holding_it(video: User) -> None:
    video.press("Search")
    past = video.state["searches"][1]
    video.press(past, 800)
    video.press("Remove")
    assert past not in video.state["searches"]
    assert video.page == "search"


def test_results_are_arranged_and_narrowed(video: User) -> None:
    video.open("results", query="the", sort="relevance", length="any")
    by_id = {one["id"]: one for one in video.state["videos"]}

    def shown() -> list[dict[str, Any]]:
        refs = [str(seen["id"]) for seen in video.phone.tree()]
        ids = [ref.removeprefix("video/") for ref in refs]
        return [by_id[id_] for id_ in ids if id_ in by_id]

    video.press("Filters")
    video.press("Sort by")
    video.press("View count")
    views = [one["views"] for one in shown()]
    assert len(views) > 3
    assert views == sorted(views, reverse=True)
    video.press("Filters")
    video.press("Duration")
    video.press("Over 20 minutes")
    assert min(one["length_s"] for one in shown()) > 1200


def test_subscriptions_come_from_the_channel_that_is_pressed(video: User) -> None:
    video.press("Subscriptions")
    mine = [one for one in video.state["channels"] if one["subscribed"]]
    video.press(mine[1]["name"])
    assert all(mine[1]["name"] in text for text in video.texts("details"))
    video.press(mine[1]["name"])
    assert video.state["player"]["video"] is None
    video.phone.load({"apps": {VIDEO: {"channels": []}}})
    assert video.shows("Nothing here yet")


# watching


def test_a_video_plays_by_the_phones_clock_and_its_speed(video: User) -> None:
    phone = video.open("home").phone
    video.press_ref(f"video/{video.state['videos'][0]['id']}")
    assert not video.shows("Playback settings")
    video.press("Video player")
    video.press("Playback settings")
    video.press("Playback speed")
    video.press("2x")
    (before,) = video.texts("time")
    phone.clock.advance(60)
    (after,) = video.texts("time")
    assert seconds(after) - seconds(before) == pytest.approx(120, abs=1)
    video.press("Pause")
    (held,) = video.texts("time")
    phone.clock.advance(60)
    assert video.texts("time") == [held]
    assert video.state["player"]["speed"] == 2


def seconds(time: str) -> int:
    minutes, _, rest = time.partition(" /")[0].partition(":")
    return int(minutes) * 60 + int(rest)


def test_a_video_ends_and_plays_again(video: User) -> None:
    one = video.state["videos"][0]
    video.open("home").press_ref(f"video/{one['id']}")
    video.press("Video player")
    video.phone.clock.advance(one["length_s"] + 5)
    video.press("Replay")
    assert seconds(video.texts("time")[0]) == 0
    assert video.state["player"]["playing"]


def test_the_bar_goes_on_with_what_plays(video: User) -> None:
    one = video.state["videos"][0]
    video.press_ref(f"video/{one['id']}")
    video.back()
    assert video.texts("bar_title") == [one["title"]]
    video.press("Pause")
    assert not video.state["player"]["playing"]
    video.press_ref("bar_close")
    assert video.state["player"]["video"] is None
    assert not video.texts("bar_title")


def test_like_and_dislike_exclude_each_other(video: User) -> None:
    video.open("watch", id="v2")
    video.press("Like this video")
    assert "v2" in video.state["liked"]
    assert video.named("Like this video")[0].get("checked") == "true"
    video.press_ref("dislike")
    assert "v2" not in video.state["liked"]
    assert video.state["disliked"] == ["v2"]


def test_only_a_finger_drawn_up_brings_the_next_short(video: User) -> None:
    video.open("channel", id="far-ferry").press("Shorts")
    first, second, *_ = video.texts("title")
    video.press(first)
    video.press("Like this short")
    assert video.named("Like this short")[0].get("checked") == "true"
    width, height = video.phone.size
    video.phone.drag(width / 2, height * 0.6, width / 2, height * 0.2)
    assert video.texts("reel_title") == [second]
    assert video.named("Like this short")[0].get("checked") == "false"
    for _ in range(2):
        video.phone.drag(width / 2, height * 0.2, width / 2, height * 0.6)
    assert video.texts("reel_title") not in ([first], [second])
    assert video.state["liked_shorts"] == ["far-ferry/0"]


# comments


def test_a_comment_is_written_changed_and_taken_back(video: User) -> None:
    video.open("watch", id="v2").press("Comments")
    video.press("Send comment")
    assert video.state["comments"] == []
    video.fill("Add a comment...", "What a  BEAUTIFUL thing")
    video.press("Send comment")
    (made,) = video.state["comments"]
    assert (made["video"], made["lower"]) == ("v2", "what a beautiful thing")
    assert video.texts("comment_text")[0] == "What a BEAUTIFUL thing"
    video.press("What a BEAUTIFUL thing", 800)
    video.press("Edit")
    video.fill("What a BEAUTIFUL thing", "!")
    video.press("Send comment")
    assert "!" in video.state["comments"][0]["text"]
    video.press(video.state["comments"][0]["text"], 800)
    video.press("Delete")
    video.press("Delete")
    assert video.state["comments"] == []
    assert video.page == "comments"


def test_the_newest_comments_come_first_when_asked(video: User) -> None:
    video.open("comments", id="v2", sort="top", draft="", edits=None)
    title = video.state["videos"][1]["title"]
    said = catalogue.comments("v2", title)
    assert video.texts("comment_text")[0] == said[0].text
    video.press("Newest")
    newest = min(said, key=lambda comment: comment.days)
    assert video.texts("comment_text")[0] == newest.text


# keeping


def test_a_bell_leads_to_leaving_a_channel(video: User) -> None:
    one = next(one for one in video.state["channels"] if not one["subscribed"])
    video.open("channel", id=one["id"]).press("Subscribe")
    video.press("Subscribed")
    video.press("None")
    held = next(other for other in video.state["channels"] if other["id"] == one["id"])
    assert (held["subscribed"], held["bell"]) == (True, "none")
    video.press("Subscribed")
    video.press("Unsubscribe")
    assert video.shows(f"Unsubscribe from {one['name']}?")
    video.press("Unsubscribe")
    held = next(other for other in video.state["channels"] if other["id"] == one["id"])
    assert (held["subscribed"], held["bell"]) == (False, "personalised")


def test_a_playlist_needs_a_name_of_its_own(video: User) -> None:
    video.open("watch", id="v2").press("Save")
    video.press("New playlist")
    video.phone.type_text("rainy sunday")
    assert video.shows("You have a playlist of this name")
    video.press("Create")
    assert video.page == "new_playlist"
    video.phone.type_text(" two")
    video.press("Create")
    made = video.state["playlists"][-1]
    assert (made["lower"], made["videos"]) == ("rainy sunday two", ["v2"])


def test_a_video_leaves_the_list_it_is_held_in(video: User) -> None:
    first = video.state["playlists"][0]["videos"][0]
    video.open("you").press("Watch later")
    video.press_ref(f"video/{first}", 800)
    video.press("Remove from playlist")
    assert first not in video.state["playlists"][0]["videos"]


def test_a_deleted_playlist_asks_first(video: User) -> None:
    video.open("you").press("To learn", 800)
    video.press("Cancel")
    assert video.shows("To learn")
    video.press("To learn")
    video.press("More options")
    video.press("Delete playlist")
    video.press("Delete")
    assert video.page == "you"
    assert [one["lower"] for one in video.state["playlists"]] == ["watch later", "rainy sunday"]


def test_a_digest_needs_leave_to_notify(video: User) -> None:
    video.open("notices").press("Daily digest")
    video.press("Don't allow")
    assert video.page == "notices"
    assert video.state["settings"]["digest"] == "off"
    video.press("Daily digest")
    video.press("Allow")
    video.press("Every day at 18:00")
    assert video.state["settings"]["digest"] == "18:00"
    assert video.shows("Every day at 18:00")


def test_time_watched_is_that_of_the_history_and_has_no_ids(video: User) -> None:
    video.open("privacy").press("Time watched")
    view = "androidx.compose.ui.platform.ComposeView"
    (page,) = [node for node in video.nodes() if node.get("class") == view]
    assert not any(node.get("resource-id") for node in page.iter("node"))
    video.press_ref("break")
    assert video.state["settings"]["break_reminder"]
    video.phone.load({"apps": {VIDEO: {"history": []}}})
    assert video.shows("Nothing watched yet")


def test_the_terms_are_a_site_of_their_own(video: User) -> None:
    video.open("about").press("Terms of service")
    (web,) = [node for node in video.nodes() if node.get("class") == "android.webkit.WebView"]
    assert not any(node.get("resource-id") for node in web.iter("node"))
    video.press("Accept all")
    video.press("Help")
    assert video.texts("url") == ["video.example.com/help"]


def test_history_is_kept_only_where_it_may_be(video: User) -> None:
    video.open("privacy").press("Clear watch history")
    video.press("Clear")
    video.press("Keep watch history")
    video.open("home").press_ref(f"video/{video.state['videos'][0]['id']}")
    assert video.state["history"] == []
    video.open("history")
    assert video.shows("No videos yet")


def test_an_address_plays_its_video_or_opens_its_channel(video: User) -> None:
    address = "https://video.example.com/"
    video.phone.start(Intent(VIEW, data=f"{address}watch?v=v7"))
    assert video.state["player"]["video"] == "v7"
    assert video.page == "watch"
    video.press("Share")
    assert f"{address}watch?v=v7" in video.texts("preview")[0]
    video.phone.start(Intent(VIEW, data=f"{address}@farferry"))
    assert video.texts("channel_title") == ["Far Ferry"]
    video.phone.start(Intent(VIEW, data=f"{address}shorts/far-ferry/3"))
    assert video.texts("reel_channel") == ["Far Ferry"]
    video.phone.start(Intent(VIEW, data=f"{address}shorts/far-ferry/99"))
    assert video.page == "home"
