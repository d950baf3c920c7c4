"""Reviews: every page fits every screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_eye import SCREENS, assert_shaped_like_real_ones, dumps_of

from pocketphone.phone import Phone

REVIEWS = "com.pocketphone.reviews"
PAGES: dict[str, dict[str, Any]] = {
    "home": {},
    "activity": {},
    "search": {"what": "b", "where": "ta"},
    "results": {},
    "business": {"id": "", "unfolded": True},
    "opinions": {"id": "", "order": "lowest"},
    "photos": {"id": ""},
    "photo": {"id": "", "place": 9},
    "write": {"id": "", "stars": 3, "text": "Hm", "error": "Write at least 10 characters"},
    "web": {"id": "", "path": "menu"},
    "me": {},
    "my_reviews": {},
    "recent": {"shown": "restaurants"},
    "bookmarks": {},
    "collections": {},
    "collection": {"id": 1},
    "settings": {},
    "about": {},
    "guidelines": {},
    "nearby": {},
    "pick": {"into": "photo"},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "filters": {"prices": [1], "cuisines": ["thai"], "open_now": True, "bookings": False,
                "delivery": False, "outdoor": False, "sort": "rating"},
    "business_menu": {"id": ""},
    "order": {"order": "newest"},
    "more": {"id": ""},
    "discard": {},
    "my_review_menu": {"id": 1},
    "delete_review": {"id": 1},
    "clear": {},
    "delete_collection": {"id": 1},
    "new_collection": {"name": "Rainy days"},
    "collect": {"id": ""},
    "units": {},
    "share": {"text": "Jade Lantern"},
    "permission": {"name": "location", "to": "nearby", "args": {}},
}  # fmt: skip


def each_page(phone: Phone, pages: dict[str, dict[str, Any]]) -> list[str]:
    """The dump of each page, of a restaurant where it asks for a business."""
    drawn = phone.state()["apps"][REVIEWS]["businesses"]
    eats = next(one["id"] for one in drawn if one["cuisine"])
    filled = {
        page: {name: eats if value == "" else value for name, value in args.items()}
        for page, args in pages.items()
    }
    return dumps_of(phone, REVIEWS, filled)


@pytest.mark.parametrize("screen", ["small", "landscape"])
def test_every_page_fits(screen: str) -> None:
    phone = Phone(**SCREENS[screen])
    assert set(phone.installed[REVIEWS].pages) == {*PAGES, *WINDOWS}
    each_page(phone, {**PAGES, **WINDOWS})


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(each_page(Phone(), PAGES), corpus)
