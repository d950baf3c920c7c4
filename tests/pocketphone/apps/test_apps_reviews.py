"""Reviews: businesses are found, sifted, opened, kept and written of."""

from __future__ import annotations

import re
from datetime import date
from random import Random
from typing import Any

import pytest
from app_eye import CONTACTS, ENTER, MAPS, User

from pocketphone.apps.city import Point
from pocketphone.apps.reviews import businesses
from pocketphone.phone import Phone
from pocketphone.ui import VIEW, Intent

REVIEWS = "com.pocketphone.reviews"


@pytest.fixture
def reviews() -> User:
    return User(REVIEWS)


def which(user: User, **like: Any) -> dict[str, Any]:
    return next(one for one in user.state["businesses"] if like.items() <= one.items())


@pytest.mark.parametrize("seed", range(3))
def test_the_seed_draws_what_tasks_need(seed: int) -> None:
    drawn = businesses.generate(Random(seed))
    assert drawn == businesses.generate(Random(seed)) != businesses.generate(Random(seed + 1))
    assert len({one["id"] for one in drawn}) == len(drawn) >= 80
    for key in businesses.CUISINES:
        eats = [one for one in drawn if one["cuisine"] == key and one["town"] == "Port Alder"]
        assert {one["price"] for one in eats} >= {1, 2, 3}
        assert sorted(one["ad"] for one in eats) == [0, 0, 1, 2]
        assert all(one["times"]["fri"] != one["times"]["thu"] for one in eats)


# looking for businesses


def test_filters_hold_once_they_are_applied(reviews: User) -> None:
    reviews.press("Restaurants")
    reviews.press("Filters")
    for name in ("Rating", "$$", "Italian", "Thai"):
        reviews.press(name)
    assert reviews.state["search"]["prices"] == []
    reviews.press("Apply")
    wish = reviews.state["search"]
    assert (wish["prices"], wish["cuisines"], wish["sort"]) == ([2], ["italian", "thai"], "rating")
    shown = [which(reviews, name=n.get("content-desc")) for n in reviews.nodes()
             if n.get("resource-id") == f"{REVIEWS}:id/business_card"]  # fmt: skip
    assert shown
    assert {one["price"] for one in shown} == {2}
    assert {one["cuisine"] for one in shown} <= {"italian", "thai"}
    ratings = [one["rating"] for one in shown if not one["ad"]]
    assert ratings == sorted(ratings, reverse=True)
    reviews.press("Filters")
    reviews.press("Reset")
    reviews.press("Apply")
    assert reviews.state["search"]["cuisines"] == []
    assert reviews.state["search"]["sort"] == "recommended"


def test_who_paid_comes_first(reviews: User) -> None:
    reviews.press("Restaurants")
    reviews.press("Filters")
    reviews.press("Mexican")
    reviews.press("Apply")
    assert reviews.texts("heading") == ["Sponsored results", "All results in Port Alder"]
    assert reviews.texts("name")[:2] == [
        which(reviews, cuisine="mexican", ad=place)["name"] for place in (1, 2)
    ]
    assert reviews.texts("name")[2].startswith("1. ")


def test_what_and_where_find_another_town(reviews: User) -> None:
    one = which(reviews, town="Tarnby")
    reviews.press("Restaurants, shops, dishes")
    reviews.phone.type_text(one["name"])
    reviews.fill("Current location", "tarn")
    reviews.phone.key(ENTER)
    assert reviews.page == "results"
    assert reviews.texts("name") == [f"1. {one['name']}"]
    reviews.press_ref(f"business/{one['id']}")
    assert reviews.state["recently_viewed"][0]["id"] == one["id"]


@pytest.mark.parametrize(
    ("what", "where", "said"),
    [
        ("zzyzx", "", "Nothing found"),
        ("pizza", "Atlantis", "We do not know \u201cAtlantis\u201d"),
    ],
)
def test_what_is_not_there_is_not_found(reviews: User, what: str, where: str, said: str) -> None:
    reviews.press("Restaurants, shops, dishes")
    reviews.phone.type_text(what)
    reviews.fill("Current location", where)
    reviews.phone.key(ENTER)
    assert reviews.shows(said)


def test_open_now_is_as_of_now(reviews: User) -> None:
    reviews.phone.load({"clock": "2026-03-02T12:50:00"})
    reviews.press("Restaurants")
    reviews.press("Open now")
    assert reviews.texts("status")
    assert all(text.startswith("Open, closes") for text in reviews.texts("status"))
    assert reviews.named("Open now")[0].get("checked") == "true"


def test_what_is_near_is_shown_once_the_place_is_known(reviews: User) -> None:
    reviews.press("Near me")
    reviews.press("Don't allow")
    assert reviews.page == "home"
    reviews.press("Near me")
    reviews.press("Only this time")
    assert reviews.page == "nearby"
    (city_map,) = reviews.named("Map")
    assert list(city_map) == []
    (count,) = reviews.texts("count")
    shown = reviews.texts("name")
    assert shown
    reviews.phone.drag(200, 500, 900, 500)
    assert reviews.texts("name") != shown
    for _ in range(6):
        reviews.phone.drag(200, 500, 900, 500)
    assert (reviews.texts("count"), reviews.shows("Nothing around here")) == ([], True)
    assert int(count.partition(" ")[0]) >= len(shown)


def test_a_pin_chooses_its_business(reviews: User) -> None:
    one = which(reviews, town="Port Alder")
    spot = Point.at(one["lat"], one["lng"])
    reviews.open("nearby", middle=list(spot))
    assert len(reviews.texts("name")) > 1
    (city_map,) = reviews.named("Map")
    left, top, right, bottom = map(int, re.findall(r"\d+", city_map.get("bounds", "")))
    reviews.phone.touch((left + right) / 2, (top + bottom) / 2)
    assert reviews.texts("name") == [one["name"]]
    reviews.press(one["name"])
    assert reviews.page == "business"


# a business


def test_hours_unfold_day_by_day(reviews: User) -> None:
    one = which(reviews, cuisine="pizza", ad=1)
    reviews.open("business", id=one["id"])
    assert not reviews.shows("Friday")
    reviews.press("Opening hours")
    assert reviews.shows("Friday")
    assert reviews.shows(one["times"]["fri"]["said"])


def test_a_business_is_called_and_led_to(reviews: User) -> None:
    one = which(reviews, cuisine="pizza", town="Port Alder")
    reviews.open("business", id=one["id"])
    reviews.press("Directions")
    assert reviews.phone.focus[0] == MAPS
    pin = reviews.phone.state()["apps"][MAPS]["pin"]
    assert (pin["lat"], pin["lng"]) == pytest.approx((one["lat"], one["lng"]))
    reviews.back()
    assert reviews.phone.focus[0] == REVIEWS
    reviews.press("Call")
    assert reviews.phone.focus[0] == CONTACTS


def test_a_swipe_brings_the_other_photos(reviews: User) -> None:
    reviews.open("business", id=which(reviews, cuisine="pizza")["id"])
    assert not reviews.shows("Photo 4 of 5")
    for _ in range(2):
        reviews.phone.drag(900, 400, 100, 400)
    reviews.press("Photo 4 of 5")
    assert reviews.page == "photos"
    reviews.press("Photo 2")
    for start, end, told in ((900, 100, "3 of 10"), (100, 900, "2 of 10"), (100, 900, "1 of 10")):
        reviews.phone.drag(start, 1200, end, 1200)
        assert reviews.texts("place") == [told]
    reviews.phone.drag(100, 1200, 900, 1200)
    assert reviews.texts("place") == ["1 of 10"]
    reviews.press("Close")
    assert reviews.page == "photos"


def test_the_web_page_has_no_ids_and_asks_for_cookies(reviews: User) -> None:
    one = which(reviews, cuisine="thai")
    reviews.open("web", id=one["id"], path="home")
    reviews.press("Accept all")
    assert reviews.state["cookies"] == "all"
    reviews.press("Menu")
    (site,) = (n for n in reviews.nodes() if n.get("class") == "android.webkit.WebView")
    inside = [node for node in site.iter("node") if node is not site]
    assert len(inside) > 10
    assert not any(node.get("resource-id") for node in inside)
    assert reviews.shows(businesses.menu(one["id"], "thai", one["price"])[0][0])


def test_the_page_about_the_app_has_no_ids(reviews: User) -> None:
    reviews.press("Me")
    reviews.press("Settings")
    reviews.press("About")
    (page,) = (n for n in reviews.nodes() if n.get("class", "").endswith(".ComposeView"))
    assert not any(node.get("resource-id") for node in page.iter("node"))
    reviews.press("Reviews 12.6.0")
    assert reviews.phone.clipboard == "Reviews 12.6.0"
    reviews.press("Review guidelines")
    assert reviews.texts("url") == ["reviews.example.com/guidelines"]


# writing


def test_a_review_needs_stars_and_words(reviews: User) -> None:
    one = which(reviews, town="Norwick")
    before = reviews.state["my_reviews"]
    reviews.open("write", id=one["id"], stars=0, text="", error="")
    reviews.press("Post")
    assert reviews.texts("error") == ["Choose how many stars you give"]
    reviews.press("3 stars")
    reviews.press("Post")
    assert reviews.texts("error") == ["Write at least 10 characters"]
    reviews.fill("What did you like, what not?", "Good soup, slow service")
    reviews.press("Post")
    assert reviews.state["my_reviews"][1:] == before
    new = reviews.state["my_reviews"][0]
    assert (new["business"], new["stars"]) == (one["id"], 3)
    assert new["lower"] == "good soup, slow service"


def test_ones_own_reviews_are_listed_the_last_first(reviews: User) -> None:
    held = reviews.state["my_reviews"]
    assert [one["date"] for one in held] == sorted((one["date"] for one in held), reverse=True)
    day = date.fromisoformat(held[0]["date"])
    reviews.press("Me")
    reviews.press("My reviews")
    assert reviews.texts("when")[0] == f"{day.day} {day:%B} {day.year}"
    assert len(reviews.texts("when")) == len(held)


def test_a_photo_goes_with_a_review(reviews: User) -> None:
    one = which(reviews, town="Norwick")
    reviews.open("write", id=one["id"], stars=4, text="A window to the harbour", error="")
    reviews.press("Add a photo")
    reviews.press("While using the app")
    photo = reviews.phone.state()["apps"]["com.pocketphone.photos"]["photos"][0]
    reviews.press(photo["title"])
    assert reviews.shows(photo["title"])
    reviews.press_ref("remove_photo")
    reviews.press("Add a photo")
    reviews.press(photo["title"])
    reviews.press("Post")
    assert reviews.state["my_reviews"][0]["photo"] == photo["id"]


def test_one_star_row_begins_a_review_and_leaving_it_asks(reviews: User) -> None:
    reviews.open("business", id=which(reviews, town="Norwick")["id"])
    reviews.press("4 stars")
    assert reviews.phone.state()["screen"]["args"]["stars"] == 4
    reviews.press("Close")
    reviews.press("Keep writing")
    assert reviews.page == "write"
    reviews.press("Close")
    reviews.press("Discard")
    assert reviews.page == "business"


def test_ones_own_review_is_held_to_change_or_delete_it(reviews: User) -> None:
    before = reviews.state["my_reviews"]
    reviews.press("Me")
    reviews.press("My reviews")
    reviews.press_ref(f"mine/{before[1]['id']}", 700)
    reviews.press("Edit")
    reviews.press(f"{before[1]['stars'] - 1 or 5} star{'s' * (before[1]['stars'] != 2)}")
    reviews.press("Post")
    changed = reviews.state["my_reviews"]
    assert sorted(one["id"] for one in changed) == sorted(one["id"] for one in before)
    assert changed[0]["stars"] == (before[1]["stars"] - 1 or 5)
    reviews.press_ref(f"mine/{before[0]['id']}", 700)
    reviews.press("Delete")
    reviews.press("Delete")
    assert before[0]["id"] not in [one["id"] for one in reviews.state["my_reviews"]]
    reviews.press("Undo")
    assert reviews.state["my_reviews"] == changed


# what is kept


def test_what_was_viewed_is_listed_in_order(reviews: User) -> None:
    one = which(reviews, name=reviews.state["recently_viewed"][3]["name"])
    before = [each["id"] for each in reviews.state["recently_viewed"]]
    reviews.press("Me")
    reviews.press("Recently viewed")
    reviews.press_ref(f"business/{one['id']}")
    after = [each["id"] for each in reviews.state["recently_viewed"]]
    assert after == [one["id"], *(id_ for id_ in before if id_ != one["id"])]
    reviews.back()
    reviews.press("Shops")
    assert all(which(reviews, name=name)["price"] == 0 for name in reviews.texts("title"))
    reviews.press("All")
    left, top, right, bottom = next(
        seen["bounds"] for seen in reviews.phone.tree() if seen["id"] == f"business/{one['id']}"
    )
    reviews.phone.drag(right - 200, (top + bottom) / 2, left + 200, (top + bottom) / 2)
    assert one["id"] not in [each["id"] for each in reviews.state["recently_viewed"]]
    reviews.press("Clear list")
    reviews.press("Clear")
    assert reviews.shows("Nothing here")


def test_a_collection_is_made_filled_and_deleted(reviews: User) -> None:
    one = which(reviews, cuisine="vegan")
    name = reviews.state["collections"][0]["name"]
    reviews.open("collect", id=one["id"])
    reviews.press("New collection")
    reviews.phone.type_text(name.upper())
    assert reviews.texts("error") == ["You have one of that name"]
    reviews.phone.type_text(" 2")
    reviews.press("Create")
    new = reviews.state["collections"][-1]
    assert (new["name"], new["businesses"]) == (f"{name.upper()} 2", [one["id"]])
    reviews.open("collection", id=new["id"])
    reviews.press_ref(f"remove/{one['id']}")
    assert reviews.shows("Nothing in it yet")
    reviews.press("Delete collection")
    reviews.press("Delete")
    assert new["id"] not in [each["id"] for each in reviews.state["collections"]]


def test_the_flag_is_known_by_checked(reviews: User) -> None:
    one = which(reviews, town="Oldhaven")
    reviews.open("business", id=one["id"])
    reviews.press("Bookmark")
    assert reviews.state["bookmarks"][0] == one["id"]
    assert reviews.named("Bookmark")[0].get("checked") == "true"
    reviews.press("Bookmark")
    assert one["id"] not in reviews.state["bookmarks"]


@pytest.mark.parametrize(
    ("way", "page"), [("b/{id}", "business"), ("s/pizza", "results"), ("b/nothing", "home")]
)
def test_links_are_answered(way: str, page: str) -> None:
    phone = Phone()
    id_ = phone.state()["apps"][REVIEWS]["businesses"][0]["id"]
    phone.start(Intent(VIEW, data=f"https://reviews.example.com/{way.format(id=id_)}"))
    assert (phone.focus[0], phone.state()["screen"]["page"]) == (REVIEWS, page)
