"""The city's plane, its addresses, the ways through it, and the picture of it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pocketphone.apps import city
from pocketphone.apps.city import Point
from pocketphone.apps.maps.ground import Camera, View, fitting
from pocketphone.apps.maps.routes import MODES, TRAMS, Mode, along, distance, duration, route, steps

inside = st.builds(Point, st.floats(0, city.EAST), st.floats(400, city.NORTH))


@given(inside)
def test_degrees_lead_back_to_the_same_metre(point: Point) -> None:
    assert Point.at(point.lat, point.lng).to(point) < 0.2


@given(st.randoms(use_true_random=False))
def test_an_address_is_found_where_a_house_can_stand(rng: Random) -> None:
    point = city.locate(city.address(rng))
    assert point is not None
    edge, foot = city.nearest(point)
    assert foot.to(point) < 45
    assert edge.kind != "path" or foot.to(point) > 20


@pytest.mark.parametrize(
    "text",
    ["Mill Lane", "12 Nowhere Street", "9999 Mill Lane", "345 Quay Street", "twelve Mill Lane"],
)
def test_what_is_no_address_is_nowhere(text: str) -> None:
    assert city.locate(text) is None


def test_an_address_may_be_followed_by_the_city() -> None:
    assert city.locate(f"12 mill lane, {city.NAME}") == city.locate("12 Mill Lane")


IN_THE_PARK = Point(1500, 3150)


@given(inside, inside, st.sampled_from(MODES))
@example(IN_THE_PARK, Point(0, 400), "driving")
@example(Point(0, 400), IN_THE_PARK, "driving")
def test_a_way_leads_from_street_to_street_without_a_gap(a: Point, b: Point, mode: Mode) -> None:
    way = route(a, b, mode)
    points = way.points
    streets: tuple[city.Kind, ...] = ("main", "side") if mode == "driving" else city.KINDS
    assert points[0].to(city.nearest(a, streets)[1]) < 1e-6
    assert points[-1].to(city.nearest(b, streets)[1]) < 1e-6
    for before, leg in pairwise(way.legs):
        assert before.points[-1] == leg.points[0]
    assert way.metres == pytest.approx(sum(s.to(e) for s, e in pairwise(points)), abs=0.01)
    assert way.metres >= points[0].to(points[-1]) - 0.01
    assert along(way, 0)[0].to(points[0]) < 0.01
    assert along(way, 1)[0].to(points[-1]) < 0.01
    told = steps(way, "the end")
    assert len(told) == len(way.legs) + 1
    assert told[-1].text == "Arrive at the end"


@given(inside, inside)
def test_wheels_are_faster_than_feet_and_trams_never_slower(a: Point, b: Point) -> None:
    walking, cycling, transit = (route(a, b, m).seconds for m in ("walking", "cycling", "transit"))
    assert cycling <= walking
    assert transit <= walking + 1e-6


def test_the_river_is_crossed_by_bridges_only() -> None:
    west, east = city.crossing((city.BANK, 6)), city.crossing((city.BANK + 1, 6))
    assert west.to(east) < 700
    way = route(west, east, "walking")
    assert way.metres > 1500
    bridges = {city.STREETS[row] for row in city.BRIDGES}
    crossed = {
        leg.street
        for leg in way.legs
        if abs(leg.points[0].x - leg.points[-1].x) > west.to(east) - 50
    }
    assert crossed <= bridges
    assert crossed


def test_a_long_way_takes_a_tram() -> None:
    way = route(city.crossing((0, 1)), city.crossing((12, 13)), "transit")
    assert any(leg.tram for leg in way.legs)
    assert all(leg.street in TRAMS for leg in way.legs if leg.tram)
    assert any("Take tram" in step.text for step in steps(way, "home"))


def test_turns_are_told_by_the_hand() -> None:
    south_to_north_then_east = route(city.crossing((1, 2)), city.crossing((3, 4)), "driving")
    told = [step.text for step in steps(south_to_north_then_east, "x")]
    assert told[:2] in (
        ["Head north on Chandler Avenue", "Turn right onto Harbour Street"],
        ["Head east on Market Street", "Turn left onto Mill Lane"],
    )


@pytest.mark.parametrize(
    ("seconds", "text"), [(5, "1 min"), (61, "1 min"), (1799, "30 min"), (3900, "1 hr 5 min")]
)
def test_durations_are_told_in_minutes(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("metres", "units", "text"),
    [(4, "km", "10 m"), (344, "km", "340 m"), (2350, "km", "2.4 km"), (100, "miles", "350 ft"),
     (3218, "miles", "2.0 mi")],
)  # fmt: skip
def test_distances_are_told_in_the_chosen_units(metres: float, units: str, text: str) -> None:
    assert distance(metres, units) == text


@given(
    inside,
    inside,
    st.floats(12.5, 18),
    st.floats(0, 360),
    st.sampled_from([(1080, 1900), (720, 1280), (2400, 1080)]),
)
def test_a_touched_point_is_the_one_drawn_there(
    center: Point, point: Point, zoom: float, bearing: float, size: tuple[int, int]
) -> None:
    view = View(Camera(center, zoom, bearing), *size, dot=2.625)
    assert view.point(*view.px(point)).to(point) < 0.01


def test_up_is_where_the_bearing_points() -> None:
    center = Point(2000, 2000)
    east = View(Camera(center, 15, 90), 1000, 1000, 2.0)
    x, y = east.px(Point(2100, 2000))
    assert x == pytest.approx(500)
    assert y < 500


@given(st.lists(inside, min_size=2, max_size=6))
def test_a_fitted_camera_has_all_in_sight(points: list[Point]) -> None:
    view = View(fitting(points, 411, 250), 1080, 656, 2.625)
    for x, y in map(view.px, points):
        assert 0 <= x <= view.width
        assert 0 <= y <= view.height
