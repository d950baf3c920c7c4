"""Maps: places are led to, and kept."""

from __future__ import annotations

from app_eye import MAPS, User
from maps_eye import MUSEUM, find, of

from pocketphone.apps.maps import places

# the way to a place


def test_walking_directions_by_the_words_on_the_screen(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Directions")
    maps.press("Walking")
    way = maps.state["directions"]
    assert (way["from"], way["to"], way["mode"]) == ("you", "harbour-museum", "walking")
    assert maps.shows(f"Arrive at {MUSEUM}")
    assert maps.named("Walking")[0].get("selected") == "true"
    assert maps.state["recent"][0] == MUSEUM


def test_each_mode_takes_its_own_time(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Directions")
    times = maps.texts("mode_duration")
    assert len(set(times)) == 4
    shown = set()
    for mode in ("Driving", "Transit", "Walking", "Cycling"):
        maps.press(mode)
        shown.add(maps.texts("way_duration")[0].split(" (")[0])
    assert shown == set(times)


def test_navigation_starts_goes_on_and_ends(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Directions")
    maps.press("Cycling")
    maps.press("Start")
    assert maps.state["directions"]["navigating"]
    assert maps.phone.focus == (MAPS, f"{MAPS}.NavigationActivity")
    before = maps.texts("time_left"), maps.phone.frame().tobytes()
    maps.phone.clock.advance(180)
    assert maps.texts("time_left") != before[0]
    assert maps.phone.frame().tobytes() != before[1]
    maps.phone.clock.advance(9000)
    assert maps.texts("time_left") == ["Arrived"]
    maps.press("End")
    assert maps.page == "directions"
    assert not maps.state["directions"]["navigating"]


def test_navigation_that_was_left_is_resumed(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Directions")
    maps.press("Start")
    began = maps.state["directions"]["started"]
    maps.back()
    maps.phone.clock.advance(60)
    maps.press("Resume")
    assert maps.page == "navigation"
    assert maps.state["directions"]["started"] == began


def test_drawing_the_banner_aside_shows_the_turns_to_come(maps: User) -> None:
    maps.press("Saved")
    maps.press("Directions to Work")
    turns = maps.texts("title")
    maps.press("Start")
    assert maps.texts("instruction") == turns[:1]
    for _ in range(2):
        maps.phone.drag(800, 250, 200, 250)
    assert maps.texts("instruction") == turns[2:3]
    maps.phone.drag(200, 250, 800, 250)
    assert maps.texts("instruction") == turns[1:2]
    maps.press("Re-centre")
    assert maps.texts("instruction") == turns[:1]
    assert not maps.shows("Re-centre")


def test_swapped_ends_cannot_be_started(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Directions")
    maps.press("Swap start and destination")
    way = maps.state["directions"]
    assert (way["from"], way["to"]) == ("harbour-museum", "you")
    maps.press("Start")
    assert not maps.state["directions"]["navigating"]


def test_an_end_of_the_way_is_changed(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("Directions")
    maps.press("Your location")
    maps.phone.type_text("town hall")
    maps.press("Town Hall")
    assert maps.state["directions"]["from"] == "town-hall"
    maps.press("Town Hall")
    maps.hide_keyboard()
    maps.press("Your location")
    assert maps.state["directions"]["from"] == "you"
    maps.press(MUSEUM)
    maps.hide_keyboard()
    maps.press("Home")
    assert maps.state["directions"]["to"] == "home"


# saving


def test_a_place_is_saved_to_a_list(maps: User) -> None:
    name = next(
        place["name"]
        for place in maps.state["places"]
        if place["id"] in places.LANDMARKS
        and not any(place["id"] in ids for ids in maps.state["saved"].values())
    )
    id_ = of(maps, name)["id"]
    find(maps, name)
    maps.press("Save")
    maps.press("Cancel")
    assert all(id_ not in ids for ids in maps.state["saved"].values())
    maps.press("Save")
    maps.press("Want to go")
    maps.press("Done")
    assert [key for key, ids in maps.state["saved"].items() if id_ in ids] == [
        "favourites",
        "want_to_go",
    ]
    maps.press("Saved")
    maps.press("Want to go")
    maps.press("Favourites")
    maps.press("Done")
    assert all(id_ not in ids for ids in maps.state["saved"].values())
    assert maps.shows("Removed from your lists")


def test_a_place_leaves_its_list_and_returns(maps: User) -> None:
    maps.press("Saved")
    maps.press("Favourites")
    before = maps.state["saved"]["favourites"]
    maps.press_ref(f"remove/{before[1]}")
    assert maps.state["saved"]["favourites"] == [before[0], *before[2:]]
    maps.press("Undo")
    assert maps.state["saved"]["favourites"] == before
    for id_ in before:
        maps.press_ref(f"remove/{id_}")
    assert maps.shows("No places yet")


def test_lists_are_made_and_deleted(maps: User) -> None:
    maps.press("Saved")
    maps.press("New list")
    maps.phone.type_text("favourites")
    assert maps.shows("There is such a list")
    maps.press("Create")
    assert len(maps.state["lists"]) == 3
    for _ in "favourites":
        maps.phone.key(67)
    maps.phone.type_text("Rainy days")
    maps.press("Create")
    assert maps.state["lists"]["rainy_days"] == "Rainy days"
    maps.press("Rainy days")
    maps.press("Delete list")
    maps.press("Delete")
    assert "rainy_days" not in maps.state["saved"]


def test_a_label_is_given_and_taken_off_again(maps: User) -> None:
    find(maps, MUSEUM)
    maps.press("More options")
    maps.press("Add a label")
    maps.phone.type_text("work")
    assert maps.shows("There is such a label")
    maps.phone.type_text("shop")
    maps.press("Add")
    assert maps.state["labels"][-1] == {"place": "harbour-museum", "name": "workshop"}
    maps.open("saved")
    maps.press("Work", 800)
    assert maps.page == "place"
    maps.back()
    maps.press("Directions to workshop")
    assert maps.state["directions"]["to"] == "harbour-museum"
    maps.back()
    maps.press("workshop", 800)
    maps.press("Remove")
    assert "workshop" not in [label["name"] for label in maps.state["labels"]]
