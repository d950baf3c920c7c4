"""Every page of Contacts and Maps, on every kind of screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_eye import CONTACTS, MAPS, assert_fits, assert_shaped_like_real_ones

from pocketphone.phone import Phone

PAGES: dict[str, dict[str, dict[str, Any]]] = {
    CONTACTS: {
        "contacts": {},
        "favourites": {},
        "recents": {},
        "search": {"query": "a"},
        "contact": {"id": 3},
        "editor": {"name": "Robin", "more": True, "errors": {"email": "No"}},
        "select": {"ids": [1, 4]},
        "dialer": {"number": "415"},
        "call": {"number": "555", "contact": 2, "muted": True, "speaker": False},
        "statistics": {},
        "help": {"path": "contacts"},
    },
    MAPS: {
        "explore": {},
        "search": {"pick": ""},
        "results": {},
        "place": {"id": "harbour-museum", "tab": "overview", "hours": True},
        "directions": {},
        "navigation": {},
        "saved": {},
        "list": {"key": "favourites"},
        "you": {},
        "history": {},
        "settings": {},
        "rooms": {"id": "city-library"},
        "timeline": {},
        "website": {"id": "harbour-museum", "path": "hours"},
        "help": {"path": "start"},
    },
}
WINDOWS: dict[str, dict[str, dict[str, Any]]] = {
    CONTACTS: {
        "contact_menu": {"id": 1},
        "delete": {"ids": [1], "pages": 0},
        "discard": {},
        "menu": {},
        "sort": {},
        "clear_calls": {},
        "recents_menu": {},
        "call_menu": {"place": 0},
        "permission": {"name": "call_log", "to": "", "args": {}},
        "share": {"text": "Robin"},
    },
    MAPS: {
        "layers": {},
        "sort": {},
        "save": {"id": "harbour-museum"},
        "new_list": {"name": "Rainy days"},
        "delete_list": {"key": "starred"},
        "clear_history": {},
        "units": {},
        "share": {"text": "Town Hall"},
        "guests": {},
        "check_in": {},
        "nights": {},
        "place_menu": {"id": "harbour-museum"},
        "you_menu": {},
        "label": {"id": "harbour-museum", "name": "Home"},
        "unlabel": {"name": "Dentist"},
        "permission": {"name": "location", "to": "", "args": {}},
    },
}
STATE = {
    CONTACTS: {"permissions": {"call_log": "allowed"}},
    MAPS: {
        "selected": "harbour-museum",
        "search": {"query": "harb"},
        "directions": {"to": "harbour-museum", "mode": "transit", "navigating": True,
                       "started": "2026-03-02T09:30:00"},
    },
}  # fmt: skip
ALL = [(app, page) for pages in (PAGES, WINDOWS) for app in pages for page in pages[app]]


def shown(phone: Phone, app: str, page: str) -> Phone:
    args = {**PAGES[app], **WINDOWS[app]}[page]
    phone.load({"apps": STATE, "screen": {"app": app, "page": page, "args": args}})
    return phone


def test_no_page_is_forgotten() -> None:
    for app in (CONTACTS, MAPS):
        assert set(Phone().installed[app].pages) == {*PAGES[app], *WINDOWS[app]}


@pytest.mark.parametrize(("app", "page"), ALL)
@pytest.mark.parametrize(
    "made",
    [
        {},
        {"size": (720, 1600), "density": 280, "font_scale": 1.3, "theme": "dark"},
        {"size": (1600, 2560), "density": 320},
        {"size": (2400, 1080)},
    ],
    ids=["phone", "small", "tablet", "landscape"],
)
def test_a_page_can_be_drawn_and_dumped(made: dict[str, Any], app: str, page: str) -> None:
    phone = shown(Phone(**made), app, page)
    assert phone.frame().size == phone.size
    assert_fits(phone)


@pytest.mark.parametrize(("app", "page"), [(CONTACTS, "contacts"), (MAPS, "explore")])
def test_the_same_seed_gives_the_same_phone(app: str, page: str) -> None:
    one, other, another = (shown(Phone(seed=seed), app, page) for seed in (5, 5, 6))
    assert one.state() == other.state()
    assert one.hierarchy() == other.hierarchy()
    assert one.frame().tobytes() == other.frame().tobytes()
    assert one.state()["apps"][app] != another.state()["apps"][app]


@pytest.mark.parametrize(
    ("app", "page", "control"),
    [
        (CONTACTS, "contacts", "floating_action_button"),
        (CONTACTS, "call", "end_call"),
        (CONTACTS, "dialer", "dial"),
        (CONTACTS, "editor", "save"),
        (MAPS, "explore", "directions"),
        (MAPS, "directions", "start"),
        (MAPS, "navigation", "end"),
        (MAPS, "search", "place/harbour-museum"),
    ],
)
def test_a_low_screen_still_has_the_main_control(app: str, page: str, control: str) -> None:
    phone = shown(Phone(size=(2400, 1080)), app, page)
    (found,) = [seen for seen in phone.tree() if seen["id"] == control]
    left, top, right, bottom = found["bounds"]
    assert right - left > 100
    assert bottom - top > 90


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    dumps = [
        shown(Phone(), app, page).hierarchy() for app, pages in PAGES.items() for page in pages
    ]
    assert_shaped_like_real_ones(dumps, corpus)
