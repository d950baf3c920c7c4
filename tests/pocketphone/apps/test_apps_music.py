"""Music: what is found, played, liked and put into lists."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from app_eye import SCREENS, User, assert_shaped_like_real_ones, dumps_of

from pocketphone.apps.music import PLAY_FROM_SEARCH, catalogue
from pocketphone.phone import Phone
from pocketphone.ui import VIEW, Intent

MUSIC = "com.pocketphone.music"
DRAWN = Phone().state()["apps"][MUSIC]
ARTIST, ALBUM = DRAWN["artists"][0]["id"], DRAWN["albums"][0]["id"]
PAGES: dict[str, dict[str, Any]] = {
    "home": {},
    "recents": {},
    "browse": {},
    "genre": {"key": DRAWN["artists"][0]["genre"]},
    "find": {"query": "mo", "kind": ""},
    "artist": {"id": ARTIST, "all": True},
    "tracks": {"kind": "album", "id": ALBUM},
    "library": {},
    "add_to": {"id": "s1"},
    "player": {},
    "queue": {},
    "profile": {},
    "edit_profile": {"name": ""},
    "settings": {},
    "data_saver": {},
    "quality": {},
    "playback": {},
    "privacy": {},
    "notices": {},
    "about": {},
    "stats": {},
    "web": {"path": "terms"},
    "listen": {},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "drawer": {},
    "clear_searches": {},
    "artist_menu": {"id": ARTIST},
    "sort": {},
    "new_playlist": {"name": "road trip", "song": None},
    "playlist_menu": {"id": "list-1", "pages": 0},
    "delete_playlist": {"id": "list-1", "pages": 0},
    "clear_queue": {},
    "song_menu": {"id": "s1", "playlist": "list-1"},
    "discard": {},
    "choose": {"name": "wifi_quality"},
    "clear_recent": {},
    "share": {"text": "A song"},
    "recents_menu": {},
    "permission": {"name": "microphone", "to": "listen", "args": {}},
}


@pytest.fixture
def music() -> User:
    return User(MUSIC)


def each_page(phone: Phone, pages: dict[str, dict[str, Any]]) -> list[str]:
    """The dump of each page while music plays."""
    phone.start(Intent(PLAY_FROM_SEARCH, extras={"query": "long drive"}))
    return dumps_of(phone, MUSIC, pages)


@pytest.mark.parametrize("screen", ["small", "landscape"])
def test_every_page_fits(screen: str) -> None:
    phone = Phone(**SCREENS[screen])
    assert set(phone.installed[MUSIC].pages) == {*PAGES, *WINDOWS}
    each_page(phone, {**PAGES, **WINDOWS})


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(each_page(Phone(), PAGES), corpus)


def test_the_seed_fills_the_shelves(music: User) -> None:
    one, other, another = (catalogue.generate(Random(seed)) for seed in (1, 1, 2))
    assert one == other != another
    assert len({song["lower"] for song in one["songs"]}) == len(one["songs"]) >= 150
    assert music.phone.frame().tobytes() == User(MUSIC).phone.frame().tobytes()


@pytest.mark.parametrize(("theme", "bright"), [("light", True), ("dark", False)])
def test_it_is_as_light_as_the_phone(theme: str, bright: bool) -> None:
    ground = User(MUSIC, theme=theme).phone.frame().convert("L").getpixel((4, 1000))
    assert (ground > 200) is bright


def player(user: User) -> dict[str, Any]:
    return dict(user.state["player"])


# finding


def test_search_finds_by_kind_and_keeps_what_was_opened(music: User) -> None:
    artist = DRAWN["artists"][2]
    music.press("Search")
    music.press("What do you want to listen to?")
    music.phone.type_text(artist["name"][:6].upper())
    assert music.texts("title")[0] == artist["name"]
    music.press("Songs")
    assert set(music.texts("subtitle")) == {f"Song · {artist['name']}"}
    music.press("Songs")
    music.press(artist["name"])
    assert music.texts("artist_name") == [artist["name"]]
    assert music.state["searches"][0] == {"kind": "artist", "id": artist["id"]}


def test_nothing_found_says_so_and_the_past_can_be_cleared(music: User) -> None:
    music.open("find", query="xyzzy", kind="")
    assert music.shows("No results for “xyzzy”")
    music.open("find", query="", kind="").press("Clear recent searches")
    music.press("Clear")
    assert music.state["searches"] == []
    assert music.shows("Play what you love")


def test_nothing_listens_without_leave(music: User) -> None:
    music.press("Search")
    music.press("Identify music")
    music.press("Don't allow")
    assert (music.page, music.state["permissions"]) == ("browse", {"microphone": "denied"})
    music.press("Identify music")
    music.press("Only this time")
    assert music.shows("Listening…")
    music.phone.clock.advance(10)
    assert music.shows("No song recognised")
    music.press("Try again")
    assert music.shows("Listening…")


def test_what_the_phone_plays_is_recognised(music: User) -> None:
    music.open("tracks", kind="album", id=ALBUM).press("Play")
    (title,) = music.texts("bar_title")
    music.open("listen", since="2026-03-02T09:00:00")
    assert music.shows("Here it is")
    assert music.texts("title") == [title]


# playing


def test_shuffle_play_mixes_an_artists_songs(music: User) -> None:
    music.open("artist", id=ARTIST).press("Shuffle play")
    held = player(music)
    own = {song["id"] for song in DRAWN["songs"] if song["artist"] == ARTIST}
    assert held["from"] == {"kind": "artist", "id": ARTIST}
    assert held["playing"]
    assert held["shuffle"]
    assert set(held["queue"]) == own
    assert len(held["queue"]) == len(own)


def test_songs_follow_each_other_by_the_phones_clock(music: User) -> None:
    songs = [song for song in DRAWN["songs"] if song["album"] == ALBUM]
    music.open("tracks", kind="album", id=ALBUM).press(songs[1]["title"])
    music.open("player")
    assert music.texts("song_title") == [songs[1]["title"]]
    music.phone.clock.advance(songs[1]["length_s"] + 20)
    assert music.texts("song_title") == [songs[2]["title"]]
    assert music.texts("position") == ["0:20"]
    music.press("Pause")
    music.phone.clock.advance(100)
    assert music.texts("position") == ["0:20"]
    assert player(music)["song"] == songs[2]["id"]


@pytest.mark.parametrize(("presses", "then"), [(0, "ended"), (1, "first again"), (2, "same again")])
def test_the_end_of_the_queue_is_as_repeat_says(music: User, presses: int, then: str) -> None:
    songs = [song for song in DRAWN["songs"] if song["album"] == ALBUM]
    music.open("tracks", kind="album", id=ALBUM).press(songs[-1]["title"])
    music.open("player")
    for _ in range(presses):
        music.press_ref("repeat")
    music.phone.clock.advance(songs[-1]["length_s"] + 5)
    (shown,) = music.texts("song_title")
    assert shown == songs[0 if then == "first again" else -1]["title"]
    assert music.shows("Play") == (then == "ended")


def test_shuffle_is_known_by_checked_alone(music: User) -> None:
    songs = [song["id"] for song in DRAWN["songs"] if song["album"] == ALBUM]
    music.open("tracks", kind="album", id=ALBUM).press("Play")
    music.open("player")
    assert music.named("Shuffle")[0].get("checked") == "false"
    music.press("Shuffle")
    assert music.named("Shuffle")[0].get("checked") == "true"
    assert sorted(player(music)["queue"]) == sorted(songs)
    music.press("Shuffle")
    assert player(music)["queue"] == songs


def test_the_cover_drawn_aside_brings_another_song(music: User) -> None:
    music.open("tracks", kind="album", id=ALBUM).press("Play")
    music.open("player")
    (left, top, right, bottom) = next(
        seen["bounds"] for seen in music.phone.tree() if seen["id"] == "cover_art"
    )
    middle = (top + bottom) / 2
    music.phone.drag(right - 100, middle, left + 100, middle)
    assert player(music)["place"] == 1
    music.phone.drag(left + 100, middle, right - 100, middle)
    assert player(music)["place"] == 0


def test_the_queue_takes_songs_and_loses_them(music: User) -> None:
    music.open("tracks", kind="album", id=ALBUM).press("Play")
    music.open("song_menu", id="s99", playlist="").press("Add to queue")
    assert player(music)["queue"][-1] == "s99"
    second = player(music)["queue"][1]
    music.open("queue").press_ref(f"queue/{second}/remove")
    assert second not in player(music)["queue"]
    music.press("Clear queue")
    music.press("Clear")
    assert len(player(music)["queue"]) == 1


# keeping


def test_a_song_is_liked_by_its_menu_and_by_the_heart(music: User) -> None:
    new = next(song for song in DRAWN["songs"] if song["id"] not in DRAWN["liked"])
    music.open("tracks", kind="album", id=new["album"])
    music.press_ref(f"song/{new['id']}/menu")
    music.press("Add to Liked songs")
    assert music.state["liked"][0] == new["id"]
    music.phone.clock.advance(5)  # until the snackbar is gone from the player
    music.press_ref(f"song/{new['id']}")
    music.press("Remove from Liked songs")
    assert new["id"] not in music.state["liked"]


def test_a_playlist_is_made_filled_renamed_and_deleted(music: User) -> None:
    music.press("Your library")
    music.press("Create playlist")
    music.press("Create")
    assert music.page == "new_playlist"
    music.phone.type_text("ROAD trip")
    assert music.shows("You have a playlist of this name")
    music.phone.type_text("s")
    music.press("Create")
    assert music.shows("Let's find something for it")
    music.back()
    music.open("add_to", id="s5").press("ROAD trips")
    made = music.state["playlists"][-1]
    assert (made["lower"], made["songs"]) == ("road trips", ["s5"])
    music.open("add_to", id="s5").press("ROAD trips")
    assert music.shows("Already in ROAD trips")
    music.open("library").press("ROAD trips", 800)
    music.press("Rename")
    music.phone.type_text("!")
    music.press("Save")
    assert music.state["playlists"][-1]["name"] == "ROAD trips!"
    music.press("ROAD trips!", 800)
    music.press("Delete playlist")
    music.press("Delete")
    assert len(music.state["playlists"]) == 3
    assert music.page == "library"


def test_the_library_is_filtered_and_sorted(music: User) -> None:
    music.press("Your library")
    music.press("Recently added")
    music.press("Alphabetical")
    music.press("Playlists")
    names = music.texts("title")
    assert names == ["Liked songs", "Dinner with friends", "For the garden", "Road trip"]
    music.phone.load({"apps": {MUSIC: {"albums": []}}})
    music.press("Albums")
    assert music.shows("No albums yet")


def test_what_was_played_is_forgotten_by_drawing_it_aside(music: User) -> None:
    before = music.state["recent"]
    gone = f"{before[1]['kind']}/{before[1]['id']}"
    music.open("recents")
    left, top, right, bottom = next(
        seen["bounds"] for seen in music.phone.tree() if seen["id"] == gone
    )
    music.phone.drag(right - 100, (top + bottom) / 2, left + 100, (top + bottom) / 2)
    assert music.state["recent"] == [before[0], *before[2:]]
    music.press("Undo")
    assert music.state["recent"] == before
    music.press("More options")
    music.press("Clear recently played")
    music.press("Clear")
    assert music.shows("Nothing played yet")


def test_stats_count_ones_own_songs_and_have_no_ids(music: User) -> None:
    held = music.state
    own = [*held["liked"], *(id_ for one in held["playlists"] for id_ in one["songs"])]
    music.open("stats")
    assert music.shows(f"{len(own)} songs")
    view = "androidx.compose.ui.platform.ComposeView"
    (page,) = [node for node in music.nodes() if node.get("class") == view]
    assert not any(node.get("resource-id") for node in page.iter("node"))
    music.phone.load({"apps": {MUSIC: {"liked": [], "playlists": []}}})
    assert music.shows("No artists yet")


# oneself


def test_a_profile_needs_a_name_and_asks_before_it_is_lost(music: User) -> None:
    before = music.state["profile"]["name"]
    music.press("Profile")
    music.press("View profile")
    music.press("Edit")
    music.fill(before, "Blue Teapot")
    music.press("Close")
    music.press("Discard")
    assert music.state["profile"]["name"] == before
    music.press("Edit")
    music.fill(before, " ")
    assert music.shows("A profile needs a name")
    music.press("Save")
    assert music.page == "edit_profile"
    music.fill("Name", "Blue Teapot")
    music.press("Save")
    assert music.state["profile"]["lower"] == "blue teapot"


def test_the_data_saver_rules_the_quality(music: User) -> None:
    music.open("data_saver").press("Data saver")
    music.open("settings").press("Data saver")
    switch = next(n for n in music.nodes() if n.get("class") == "android.widget.Switch")
    music.press("Sets audio quality to low on every network")
    assert music.state["settings"]["data_saver"]
    assert switch.get("checked") == "false"
    music.open("quality")
    assert len(music.named("Low, while data saver is on")) == 2
    music.press("Wi-Fi streaming")
    assert music.page == "quality"
    music.press("Download")
    music.press("High")
    music.press("Equaliser")
    music.press("Bass booster")
    kept = music.state["settings"]
    assert (kept["download_quality"], kept["equaliser"]) == ("high", "bass_booster")


def test_the_terms_are_a_site_of_their_own(music: User) -> None:
    music.open("about").press("Terms and privacy")
    (web,) = [node for node in music.nodes() if node.get("class") == "android.webkit.WebView"]
    assert not any(node.get("resource-id") for node in web.iter("node"))
    music.press("Only what is needed")
    assert music.state["cookies"] == "needed"
    music.press("Privacy")
    assert music.shows("What you play stays on this phone.")


# from outside


def test_addresses_open_what_they_name(music: User) -> None:
    music.phone.start(Intent(VIEW, data=f"https://music.example.com/artist/{ARTIST}"))
    assert music.texts("artist_name") == [DRAWN["artists"][0]["name"]]
    music.phone.start(Intent(VIEW, data="https://music.example.com/song/s9"))
    assert player(music)["song"] == "s9"
    music.phone.start(Intent(VIEW, data="https://music.example.com/player/settings"))
    assert music.page == "home"


def test_a_search_by_intent_plays_at_once(music: User) -> None:
    music.phone.start(Intent(PLAY_FROM_SEARCH, extras={"query": "quiet evening"}))
    assert music.page == "player"
    assert player(music)["from"] == {"kind": "mix", "id": "quiet-evening"}
