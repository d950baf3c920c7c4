"""Shop: every page fits every screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_eye import SCREENS, assert_shaped_like_real_ones, dumps_of

from pocketphone.phone import Phone

SHOP = "com.pocketphone.shop"
PAGES: dict[str, dict[str, Any]] = {
    "home": {},
    "categories": {},
    "search": {"query": "ga"},
    "results": {},
    "product": {"id": "", "error": "Choose a colour first", "unfolded": True},
    "reviews": {"id": ""},
    "photo": {"id": "", "place": 0, "colour": ""},
    "cart": {},
    "checkout": {},
    "offers": {"code": "NOPE", "error": "No such code"},
    "account": {},
    "settings": {},
    "country": {"query": ""},
    "payment": {},
    "card": {"number": "1", "errors": {"number": "Too short", "cvv": "3 or 4 digits"}},
    "orders": {},
    "order": {"number": 0},
    "wishlist": {},
    "points": {},
    "help": {"path": "returns"},
    "lens": {},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "promo": {},
    "sort": {},
    "filters": {"band": "low", "least_rating": 4, "free_delivery": True},
    "more": {"id": ""},
    "product_menu": {"id": ""},
    "remove": {"lines": [1]},
    "line_menu": {"line": 1},
    "terms": {"code": "NOPE"},
    "change_country": {"name": "Norway"},
    "language": {},
    "currency": {},
    "clear_history": {},
    "discard": {},
    "remove_card": {"id": 1},
    "share": {"text": "A kite"},
    "permission": {"name": "camera", "to": "lens", "args": {}},
    "order_menu": {"number": 0},
    "return": {"number": 0},
}


def each_page(phone: Phone, pages: dict[str, dict[str, Any]]) -> list[str]:
    """The dump of each page, with a product, an order where it asks for one."""
    state = phone.state()["apps"][SHOP]
    real = {"id": state["products"][0]["id"], "number": state["orders"][0]["number"]}
    filled = {
        page: {name: value or real.get(name, value) for name, value in args.items()}
        for page, args in pages.items()
    }
    return dumps_of(phone, SHOP, filled)


@pytest.mark.parametrize("screen", ["small", "landscape"])
def test_every_page_fits(screen: str) -> None:
    phone = Phone(**SCREENS[screen])
    assert set(phone.installed[SHOP].pages) == {*PAGES, *WINDOWS}
    each_page(phone, {**PAGES, **WINDOWS})


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(each_page(Phone(), PAGES), corpus)
