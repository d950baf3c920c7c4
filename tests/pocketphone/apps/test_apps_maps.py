"""Maps: places are searched and told of, and the map is moved."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

import pytest
from app_eye import BACK, CONTACTS, ENTER, MAPS, User
from maps_eye import MUSEUM, find, of

from pocketphone.apps.hours import DAYS, is_open, status
from pocketphone.apps.maps import hotels, places
from pocketphone.phone import Phone
from pocketphone.ui import VIEW, Intent

# searching


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Harbour Museum", "Harbour Museum"),
        ("harbour mus", "Harbour Museum"),
        ("museum harbour", "Harbour Museum"),
        ("harbor musem", "Harbour Museum"),
        ("18 quay street", "Harbour Museum"),
        ("st brendans", "St Brendan's Hospital"),
        ("OBSERVATORY", "Observatory"),
        ("university", "University of Port Alder"),
        ("home", "Home"),
    ],
)
def test_the_likeliest_place_comes_first(query: str, first: str) -> None:
    drawn = places.generate(Random(1))
    assert places.find(drawn, query, places.point_of(drawn[0]))[0]["name"] == first


@pytest.mark.parametrize("query", ["zzyzx", "", " ", "harbour zzyzx", "urse"])
def test_what_is_not_there_is_not_found(query: str) -> None:
    drawn = places.generate(Random(1))
    hits = places.find(drawn, query, places.point_of(drawn[0]))
    assert "Harbour Museum" not in [place["name"] for place in hits]


def test_kinds_of_places_are_found_nearest_first() -> None:
    drawn = places.generate(Random(1))
    here = places.point_of(drawn[0])
    hits = places.find(drawn, "restaurants", here)
    assert {place["category"] for place in hits} == {"restaurant"}
    away = [places.point_of(place).to(here) for place in hits]
    assert away == sorted(away)


def test_a_search_without_hits_says_so(maps: User) -> None:
    maps.press("Search here")
    maps.phone.type_text("zzyzx")
    assert maps.shows("No results for \u201czzyzx\u201d")
    maps.phone.key(ENTER)
    assert maps.page == "results"
    assert maps.shows("No results")
    assert maps.state["search"]["query"] == "zzyzx"


def test_results_are_sifted_and_sorted(maps: User) -> None:
    maps.press("Restaurants")
    state = maps.state["search"]
    assert (state["category"], maps.page) == ("restaurant", "results")
    maps.press("Open now")
    found = [of(maps, name) for name in maps.texts("title")]
    assert found
    assert all(is_open(place["hours"], maps.phone.clock.now()) for place in found)
    maps.press("Open now")
    maps.press("Sort by: Relevance")
    maps.press("Rating")
    ratings = [of(maps, name)["rating"] for name in maps.texts("title")]
    assert ratings == sorted(ratings, reverse=True)
    assert maps.state["search"]["sort"] == "rating"
    maps.press("Top rated")
    assert all(float(shown) >= 4.3 for shown in maps.texts("rating"))


def test_an_address_is_a_place_that_can_be_saved(maps: User) -> None:
    maps.press("Search here")
    maps.phone.type_text("77 linden street")
    maps.press("77 Linden Street")
    maps.press("Save")
    maps.press("Done")
    assert maps.state["saved"]["favourites"][0] == "77-linden-street"
    assert of(maps, "77 Linden Street")["category"] == "address"


def test_recent_searches_are_offered_cleared_and_not_kept_when_off(maps: User) -> None:
    find(maps, MUSEUM)
    maps.back(2)
    if maps.page == "search":
        maps.back()
    maps.press("You")
    maps.press("Search history")
    assert maps.shows(MUSEUM)
    maps.press_ref(f"forget/{MUSEUM}")
    assert MUSEUM not in maps.state["recent"]
    maps.press("Clear history")
    maps.press("Clear")
    assert maps.shows("No recent searches")
    maps.back()
    maps.press("Settings")
    maps.press("Keep search history")
    maps.back()
    maps.press("Explore")
    maps.press("Close")
    find(maps, "Town Hall")
    assert maps.state["recent"] == []


# the map


def test_the_map_has_no_nodes_inside_and_is_dragged(maps: User) -> None:
    (canvas,) = maps.named("Map")
    assert len(canvas) == 0
    before, frame = maps.state["map"], maps.phone.frame().tobytes()
    maps.phone.drag(500, 1300, 800, 1100)
    after = maps.state["map"]
    assert after["center"]["lng"] < before["center"]["lng"]
    assert after["center"]["lat"] < before["center"]["lat"]
    assert maps.phone.frame().tobytes() != frame
    maps.phone.drag(800, 1100, 500, 1300)
    assert maps.state["map"]["center"] == pytest.approx(before["center"], abs=3e-6)


def test_a_pin_opens_its_place_and_the_ground_closes_it(maps: User) -> None:
    museum = of(maps, MUSEUM)
    center = {"lat": museum["lat"], "lng": museum["lng"]}
    maps.phone.load({"apps": {MAPS: {"map": {"center": center, "zoom": 17.0}}}})
    maps.press("Map")
    assert maps.state["selected"] == "harbour-museum"
    assert maps.shows(MUSEUM)
    maps.press("Close")
    assert maps.state["selected"] is None
    maps.press("Map", 900)
    assert maps.shows("Dropped pin")
    assert maps.state["pin"]["lat"] == pytest.approx(museum["lat"], abs=1e-4)


def test_the_round_buttons_zoom_and_find_the_way_back(maps: User) -> None:
    zoom = maps.state["map"]["zoom"]
    maps.press("Zoom in")
    assert maps.state["map"]["zoom"] == zoom + 1
    for _ in range(9):
        maps.press("Zoom out")
    assert maps.state["map"]["zoom"] == 12.5
    maps.phone.drag(500, 1300, 800, 1100)
    maps.press_ref("my_location")
    maps.press("While using the app")
    maps.press_ref("my_location")
    assert maps.state["map"]["center"] == maps.state["you"]
    maps.press_ref("my_location")
    assert maps.state["map"]["bearing"] > 0
    maps.press("Compass")
    assert maps.state["map"]["bearing"] == 0
    assert not maps.shows("Compass")


def test_layers_change_the_picture(maps: User) -> None:
    plain = maps.phone.frame().tobytes()
    maps.press("Layers")
    maps.press("Satellite")
    maps.press("Traffic")
    maps.back()
    assert maps.state["map"]["layer"] == "satellite"
    assert maps.state["map"]["details"] == {"traffic": True, "transit": False, "cycling": False}
    assert maps.phone.frame().tobytes() != plain


def test_without_the_permission_the_map_stays_where_it_was_moved(maps: User) -> None:
    maps.phone.drag(500, 1300, 800, 1100)
    moved = maps.state["map"]["center"]
    for _ in range(2):
        maps.press_ref("my_location")
        maps.press("Don't allow")
    assert maps.state["map"]["center"] == moved
    maps.press_ref("my_location")
    assert maps.shows("Location: not allowed for Maps")
    assert maps.state["map"]["center"] == moved


def test_my_location_has_no_name(maps: User) -> None:
    assert any(node.get("NAF") == "true" for node in maps.nodes())


# other pages


def test_home_is_set_to_another_place(maps: User) -> None:
    maps.press("You")
    maps.press("Set home address")
    maps.phone.type_text("town hall")
    maps.press("Town Hall")
    assert of(maps, "Home")["address"] == "170 Harbour Street"
    assert maps.page == "you"


def test_miles_are_shown_once_chosen(maps: User) -> None:
    maps.press("You")
    maps.press("Settings")
    maps.press("Distance units")
    maps.press("Miles")
    maps.back()
    maps.press("Explore")
    find(maps, MUSEUM)
    assert " mi " in maps.texts("summary")[0]


def test_a_place_is_called_and_shared(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Share")
    maps.press("Copy")
    assert maps.phone.clipboard == f"{MUSEUM}\n18 Quay Street"
    maps.press("Call")
    assert maps.phone.focus[0] == CONTACTS
    maps.phone.key(BACK)
    maps.phone.key(BACK)
    assert maps.phone.focus[0] == MAPS


def test_a_website_is_read_inside_the_app(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("harbour-museum.example.com")
    maps.press("Opening hours")
    assert maps.shows("harbour-museum.example.com/hours")
    (web,) = [node for node in maps.nodes() if node.get("class") == "android.webkit.WebView"]
    assert not any(node.get("resource-id") for node in web.iter("node"))
    assert "Saturday" in [node.get("text") for node in web.iter("node")]


def test_the_timeline_leads_to_where_one_was(maps: User) -> None:
    trips = maps.state["trips"]
    assert len(trips) > 30
    maps.press("You")
    maps.press("Timeline")
    (view,) = [node for node in maps.nodes() if node.get("class", "").endswith("ComposeView")]
    assert not any(node.get("resource-id") for node in view.iter("node"))
    maps.press(next(one["name"] for one in maps.state["places"] if one["id"] == trips[0]["place"]))
    assert (maps.page, maps.state["selected"]) == ("place", trips[0]["place"])


def test_reviews_are_the_same_at_every_look(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Reviews")
    first = maps.phone.hierarchy()
    maps.press("Overview")
    maps.press("Reviews")
    assert maps.phone.hierarchy() == first


@pytest.mark.parametrize(
    ("data", "page", "selected"),
    [
        ("geo:0,0?q=Harbour%20Museum", "place", "harbour-museum"),
        ("geo:0,0?q=coffee", "results", None),
        ("geo:0,0?q=zzyzx", "results", None),
        ("geo:46.82,-38.19", "explore", "pin-46.82000--38.19000"),
        ("geo:46.82,-38.19?z=15", "explore", "pin-46.82000--38.19000"),
        ("geo:0,0?q=46.82,-38.19(Boathouse)", "explore", "pin-46.82000--38.19000"),
        ("geo:nowhere", "explore", None),
    ],
)
def test_geo_intents_are_answered(data: str, page: str, selected: str | None) -> None:
    phone = Phone()
    phone.start(Intent(VIEW, data=data))
    state = phone.state()
    assert phone.focus[0] == MAPS
    assert state["screen"]["page"] == page
    assert state["apps"][MAPS]["selected"] == selected
    assert phone.hierarchy()


# hours


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("2026-03-02 08:59", "Closed, opens 9:00 AM"),
        ("2026-03-02 09:00", "Open, closes 5:30 PM"),
        ("2026-03-02 17:30", "Closed, opens 9:00 AM Wed"),
        ("2026-03-04 12:00", "Open, closes 5:30 PM"),
    ],
)
def test_hours_are_told_as_of_now(when: str, said: str) -> None:
    hours = dict.fromkeys(DAYS, "") | {"mon": "09:00-17:30", "wed": "09:00-17:30"}
    assert status(hours, datetime.fromisoformat(when)) == said
    assert is_open(hours, datetime.fromisoformat(when)) == said.startswith("Open")


# what the seed draws


@pytest.mark.parametrize("seed", range(4))
def test_the_seed_draws_enough_different_places(seed: int) -> None:
    drawn = places.generate(Random(seed))
    assert len(drawn) >= 60
    assert len({place["id"] for place in drawn}) == len(drawn)
    assert drawn == places.generate(Random(seed))
    assert drawn != places.generate(Random(seed + 1))
    assert {place["id"] for place in drawn} >= {"harbour-museum", "home", "work"}


# rooms


def hotel(user: User) -> dict[str, Any]:
    return next(place for place in user.state["places"] if place["category"] == "hotel")


def test_rooms_are_asked_for_by_adults_and_dates(maps: User) -> None:
    maps.press("Hotels")
    maps.press("2 adults")
    maps.press("5 adults")
    maps.press("6 Mar \u2013 8 Mar")
    maps.press("Monday, 9 March")
    maps.press("3 nights")
    name = maps.texts("title")[0]
    maps.press(name)
    maps.press("Check availability")
    (asked,) = maps.state["availability"]
    assert (asked["name"], asked["adults"]) == (name, 5)
    assert (asked["from"], asked["nights"]) == ("2026-03-09", 3)
    assert maps.page == "rooms"
    assert all(int(text.rpartition(" ")[2]) >= 5 for text in maps.texts("summary"))


def test_more_people_and_nights_leave_fewer_rooms(maps: User) -> None:
    one, stay = hotel(maps), {"from": "2026-03-06", "nights": 1, "adults": 1}
    few = [len(hotels.free(one, stay | {"adults": adults})) for adults in range(1, 7)]
    long = [len(hotels.free(one, stay | {"nights": nights})) for nights in range(1, 15)]
    for counts in (few, long):
        assert counts == sorted(counts, reverse=True)
        assert counts[0] > counts[-1]
    assert hotels.free(one, stay) == hotels.free(one, stay)


def test_a_full_hotel_says_so(maps: User) -> None:
    one = hotel(maps)
    stay = {"from": "2026-03-06", "nights": 60, "adults": 6}
    screen = {"app": MAPS, "page": "rooms", "args": {"id": one["id"]}}
    maps.phone.load({"apps": {MAPS: {"stay": stay}}, "screen": screen})
    assert maps.shows("No room is left")


def test_places_know_how_far_away_they_are(maps: User) -> None:
    maps.press("Restaurants")
    shown = maps.texts("title")
    near = sorted((place for place in maps.state["places"] if place["category"] == "restaurant"),
                  key=lambda place: place["away_m"])  # fmt: skip
    assert shown == [place["name"] for place in near][: len(shown)]
