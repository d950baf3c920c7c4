"""Photos: they are found, sorted, binned, shared and edited, and any app can choose one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app_eye import MAPS, SCREENS, User, assert_shaped_like_real_ones, dumps_of

from pocketphone.apps.photos.edits import CROPS, FILTERS, PLAIN, TOOLS, Levels, adjust, shape
from pocketphone.apps.photos.library import frame
from pocketphone.apps.photos.pictures import photo_picture
from pocketphone.apps.photos.sketches import KINDS, sketch
from pocketphone.apps.pick import photo_of
from pocketphone.phone import Phone
from pocketphone.ui import VIEW, Context, Intent

PHOTOS = "com.pocketphone.photos"


PAGES: dict[str, dict[str, Any]] = {
    "photos": {},
    "search": {"query": "sea"},
    "select": {"ids": [1], "among": [1, 2, 3], "days": True},
    "settings": {},
    "albums": {},
    "album": {"key": "holiday"},
    "bin": {},
    "viewer": {"id": 9, "among": [8, 9]},
    "editor": {"id": 9, "edit": PLAIN, "tab": "filters", "tool": "warmth"},
    "pick": {"into": "photo", "tab": "albums"},
    "map": {},
    "taken_at": {"place": "Quay Street"},
    "nearby": {},
    "storage": {},
    "web": {"path": "help"},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "menu": {},
    "album_menu": {"key": "holiday"},
    "name_album": {"key": ""},
    "delete_album": {"key": "holiday"},
    "add_to_album": {"ids": [1]},
    "binned": {"id": 3},
    "delete": {"ids": [3]},
    "viewer_menu": {"id": 9},
    "details": {"id": 9},
    "rename": {"id": 9},
    "discard": {},
    "share": {"text": "A photo", "photo": 9},
    "permission": {"name": "location", "to": "nearby", "args": {}},
}


@pytest.fixture
def photos() -> User:
    return User(PHOTOS)


def of(user: User, id_: int) -> dict[str, Any]:
    return next(photo for photo in user.state["photos"] if photo["id"] == id_)


def newest(user: User) -> dict[str, Any]:
    """The photo in the grid's corner."""
    return dict(user.state["photos"][0])


def swipe(user: User, ref: str, to: float) -> None:
    """A finger drawn from the middle of something to a share of its width."""
    left, top, right, bottom = next(
        seen["bounds"] for seen in user.phone.tree() if seen["id"] == ref
    )
    y = (top + bottom) / 2
    user.phone.drag((left + right) / 2, y, left + (right - left) * to, y)


# the grid


def test_photos_come_by_day_the_newest_first(photos: User) -> None:
    shown = photos.texts("photo") and [n.get("content-desc") for n in photos.nodes()
                                       if n.get("resource-id") == f"{PHOTOS}:id/photo"]  # fmt: skip
    taken = sorted(photos.state["photos"], key=lambda photo: photo["taken"], reverse=True)
    assert shown == [photo["title"] for photo in taken][: len(shown)]
    assert len(shown) < len(taken)
    assert photos.shows("Today")
    assert len({photo["title"] for photo in taken}) == len(taken) >= 40


@pytest.mark.parametrize("field", ["title", "place", "kind"])
def test_search_finds_what_it_names_and_nothing_else(photos: User, field: str) -> None:
    wanted = photos.state["photos"][7]
    photos.press("Search")
    photos.fill("Search your photos", wanted[field])
    assert photos.shows(wanted["title"])
    photos.phone.select_all()
    photos.phone.type_text("zeppelin")
    assert photos.shows("No results for \u201czeppelin\u201d")


def test_a_held_photo_begins_a_selection(photos: User) -> None:
    one, two, three = photos.state["photos"][:3]
    photos.press(one["title"], duration_ms=700)
    photos.press(two["title"])
    photos.press(three["title"])
    photos.press(three["title"])
    assert photos.shows("2 selected")
    photos.press("Move to bin")
    assert [photo["id"] for photo in photos.state["photos"] if photo["deleted"]] == [
        one["id"], two["id"]]  # fmt: skip
    photos.press("Undo")
    assert not any(photo["deleted"] for photo in photos.state["photos"])


def test_the_last_one_unchosen_ends_the_selection(photos: User) -> None:
    title = newest(photos)["title"]
    photos.press(title, duration_ms=700)
    photos.press(title)
    assert photos.page == "photos"


def test_an_album_is_made_of_a_selection_and_deleted(photos: User) -> None:
    id_ = newest(photos)["id"]
    photos.press(newest(photos)["title"], duration_ms=700)
    photos.press("Add to album")
    photos.press("New album")
    photos.phone.type_text("Camera")
    assert photos.shows("There is such an album")
    photos.phone.type_text(" tests")
    photos.press("Create")
    assert photos.state["albums"]["camera-tests"] == "Camera tests"
    assert of(photos, id_)["album"] == "camera-tests"
    photos.phone.load({"screen": {"app": PHOTOS, "page": "album", "args": {"key": "camera-tests"}}})
    photos.press("More options")
    photos.press("Delete album")
    photos.press("Delete")
    assert "camera-tests" not in photos.state["albums"]
    assert of(photos, id_)["album"] == "camera"


def test_the_bin_gives_back_or_deletes_for_good(photos: User) -> None:
    one, two = photos.state["photos"][:2]
    for photo in (one, two):
        photos.press(photo["title"])
        photos.press("Bin")
    photos.press("Albums")
    photos.press("2 photos")
    photos.press(one["title"])
    photos.press("Restore")
    assert not of(photos, one["id"])["deleted"]
    photos.press("Empty")
    photos.press("Cancel")
    assert of(photos, two["id"])["deleted"]
    photos.press("Empty")
    photos.press("Delete")
    assert two["id"] not in [photo["id"] for photo in photos.state["photos"]]
    assert photos.shows("The bin is empty")


# one photo


def test_a_finger_drawn_aside_turns_to_the_neighbour(photos: User) -> None:
    one, two = photos.state["photos"][:2]
    photos.press(one["title"])
    swipe(photos, "photo_pager", 0.1)
    assert photos.shows(two["title"])
    swipe(photos, "photo_pager", 0.9)
    swipe(photos, "photo_pager", 0.9)
    assert photos.shows(one["title"])


def test_a_heart_is_known_by_checked_alone(photos: User) -> None:
    photo = next(photo for photo in photos.state["photos"] if not photo["favourite"])
    args = {"id": photo["id"], "among": [photo["id"]]}
    photos.phone.load({"screen": {"app": PHOTOS, "page": "viewer", "args": args}})
    photos.press_ref("favourite")
    assert of(photos, photo["id"])["favourite"]
    (heart,) = [n for n in photos.nodes() if n.get("resource-id", "").endswith("/favourite")]
    assert (heart.get("checked"), heart.get("content-desc"), heart.get("text")) == ("true", "", "")


def test_details_lead_to_the_map(photos: User) -> None:
    photos.press(newest(photos)["title"])
    photos.press("Details")
    photos.press("Show on the map")
    assert photos.phone.app.package == MAPS


def test_a_photo_is_seen_by_its_address(photos: User) -> None:
    photos.phone.start(Intent(action=VIEW, data="content://photos/5"))
    assert photos.page == "viewer"
    assert photos.shows(of(photos, 5)["title"])


# where they are from, and what they weigh


def test_the_map_has_no_nodes_but_opens_what_is_touched(photos: User) -> None:
    photos.open("map")
    (surface,) = photos.named("Map of photos")
    assert not list(surface)
    left, top, right, bottom = map(int, re.findall(r"\d+", surface.get("bounds", "")))
    photos.phone.touch(left + (right - left) * 0.34, top + (bottom - top) * 0.64)
    assert (photos.page, photos.phone.state()["screen"]["args"]) == (
        "taken_at", {"place": "Quay Street"})  # fmt: skip
    here = [photo for photo in photos.state["photos"] if photo["place"] == "Quay Street"]
    assert all(photos.shows(photo["title"]) for photo in here)


def test_what_is_near_needs_leave_to_know_where_one_is(photos: User) -> None:
    photos.press("More options")
    photos.press("Map")
    photos.press_ref("my_location")
    photos.press("Don't allow")
    assert photos.page == "map"
    photos.press_ref("my_location")
    photos.press("While using the app")
    away = [float(text.split(" · ")[1].split()[0]) for text in photos.texts("summary")]
    assert len(away) > 5
    assert away == sorted(away)


def test_storage_weighs_the_bin_too_and_has_no_ids(photos: User) -> None:
    photos.open("storage")
    assert photos.shows("0.0 MB")
    photos.phone.load({"apps": {PHOTOS: {"photos": [newest(photos) | {"deleted": True}]}}})
    assert not photos.shows("0.0 MB")
    assert photos.shows("No photos")
    view = "androidx.compose.ui.platform.ComposeView"
    (page,) = [node for node in photos.nodes() if node.get("class") == view]
    assert not any(node.get("resource-id") for node in page.iter("node"))


def test_help_is_a_site_that_asks_about_cookies(photos: User) -> None:
    photos.open("settings").press("Help")
    (web,) = [node for node in photos.nodes() if node.get("class") == "android.webkit.WebView"]
    assert not any(node.get("resource-id") for node in web.iter("node"))
    photos.press("Only what is needed")
    photos.press("Privacy")
    assert photos.texts("url") == ["photos.example.com/privacy"]


# the editor


def edit(user: User) -> dict[str, Any]:
    photo = newest(user)
    user.press(photo["title"])
    user.press("Edit")
    return photo


def test_a_copy_holds_the_edit_and_the_photo_stays(photos: User) -> None:
    before = photos.state["photos"]
    photo = edit(photos)
    swipe(photos, "slider/brightness", 0.75)
    photos.press_ref("tool/contrast")
    swipe(photos, "slider/contrast", 0.25)
    photos.press("Crop")
    photos.press("Square")
    photos.press("Rotate")
    photos.press("Filters")
    photos.press("Mono")
    photos.press("Save copy")
    (made,) = [one for one in photos.state["photos"] if one["source"] == photo["id"]]
    assert made["edit"]["brightness"] > 40
    assert made["edit"]["contrast"] < -40
    assert (made["edit"]["crop"], made["edit"]["turns"], made["edit"]["filter"]) == (
        "square", 1, "mono")  # fmt: skip
    assert made["width"] == made["height"] == 3000
    assert [one for one in photos.state["photos"] if one["source"] is None] == before
    assert photos.shows(made["title"])


def test_leaving_a_changed_photo_asks_first(photos: User) -> None:
    edit(photos)
    photos.press("Close")
    assert photos.page == "viewer"
    photos.press("Edit")
    swipe(photos, "slider/brightness", 0.9)
    photos.press("Close")
    photos.press("Cancel")
    assert photos.page == "editor"
    photos.press("Close")
    photos.press("Discard")
    assert photos.page == "viewer"
    assert not [one for one in photos.state["photos"] if one["source"]]


def test_each_change_is_seen_in_the_picture(photos: User) -> None:
    photo, size = newest(photos), (90, 120)
    plain = photo_picture(photo, size).tobytes()
    looks = [{tool: level} for tool in TOOLS for level in (-60, 60)]
    looks += [{"filter": name} for name in FILTERS if name != "original"]
    looks += [{"turns": 1}, {"turns": 2}, {"flipped": True}]
    seen = {photo_picture(photo, size, PLAIN | look).tobytes() for look in looks}
    assert len(seen | {plain}) == len(looks) + 1


def test_levels_do_what_they_are_called() -> None:
    image = sketch("flowers", 3, 80, 60)
    red, green, blue = np.asarray(image, float).mean(axis=(0, 1))

    def mean(by: Levels) -> Any:
        return np.asarray(adjust(image, by), float).mean(axis=(0, 1))

    assert mean(Levels(brightness=40)).mean() > (red + green + blue) / 3 + 20
    warm = mean(Levels(warmth=60))
    assert warm[0] > red
    assert warm[2] < blue
    grey = np.asarray(adjust(image, Levels(saturation=-100)), int)
    assert np.ptp(grey, axis=2).max() == 0
    assert np.asarray(adjust(image, Levels(contrast=50)), float).std() > np.asarray(image).std()


@pytest.mark.parametrize("crop", CROPS)
@pytest.mark.parametrize("turns", range(4))
def test_a_crop_has_its_ratio_and_fits(photos: User, crop: str, turns: int) -> None:
    width, height = frame(newest(photos))
    across, up = shape(PLAIN | {"crop": crop, "turns": turns}, width, height)
    room = (width, height) if turns % 2 == 0 else (height, width)
    assert across <= room[0]
    assert up <= room[1]
    assert across == room[0] or up == room[1]
    if ratio := CROPS[crop]:
        assert across * ratio[1] == pytest.approx(up * ratio[0], abs=max(ratio))


@pytest.mark.parametrize("kind", KINDS)
def test_scenes_follow_from_their_number(kind: str) -> None:
    one, again, other = (sketch(kind, number, 60, 45).tobytes() for number in (1, 1, 2))
    assert one == again != other


# choosing


def test_a_chosen_photo_is_told_to_the_page_below(photos: User) -> None:
    wanted = photos.state["photos"][4]
    photos.phone.load({"screen": {"app": PHOTOS, "page": "pick", "args": {"into": "photo"}}})
    photos.press("Albums")
    names = photos.state["albums"]
    photos.press(names[wanted["album"]])
    photos.press(wanted["title"])
    assert photos.phone.state()["screen"] == {
        "app": PHOTOS, "page": "photos", "args": {"photo": wanted["id"]}}  # fmt: skip


def test_a_photo_in_the_bin_cannot_be_had(photos: User) -> None:
    ctx = Context(photos.phone, photos.phone.app, photos.phone.page, photos.phone.env)
    photo = newest(photos)
    assert photo_of(ctx, photo["id"]) == photo
    photos.press(photo["title"])
    photos.press("Bin")
    assert photo_of(ctx, photo["id"]) is None


# every page


def test_no_page_is_forgotten(photos: User) -> None:
    assert set(photos.phone.app.pages) == {*PAGES, *WINDOWS}


@pytest.mark.parametrize("made", SCREENS, ids=list(SCREENS))
def test_every_page_fits_every_screen(made: str) -> None:
    dumps_of(Phone(**SCREENS[made]), PHOTOS, PAGES | WINDOWS)


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(dumps_of(Phone(), PHOTOS, PAGES), corpus)
