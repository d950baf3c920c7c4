"""Shop: things are found, chosen, bought and thrown out again; cards and codes are checked."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from app_eye import ENTER, User

from pocketphone.apps.shop import goods, lens
from pocketphone.phone import Phone
from pocketphone.ui import VIEW, Intent

SHOP = "com.pocketphone.shop"
NUMBER = "9123456789012348"


@pytest.fixture
def shop() -> User:
    return User(SHOP)


def which(user: User, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    return next(one for one in user.state["products"] if fits(one))


def test_the_seed_stocks_the_shelves() -> None:
    one, other, another = (goods.generate(Random(seed)) for seed in (1, 1, 2))
    assert one == other != another
    assert len({product["id"] for product in one}) == len(one) == 2 * len(goods.KINDS)
    assert Phone(seed=4).state()["apps"][SHOP] == Phone(seed=4).state()["apps"][SHOP]


# looking for things


def test_a_search_is_sorted_and_sifted(shop: User) -> None:
    shop.press("Search the shop")
    shop.phone.type_text("electronics")
    shop.phone.key(ENTER)
    assert shop.state["recent"][0] == "electronics"
    shop.press("Free delivery")
    free = {one["name"] for one in shop.state["products"] if one["free_delivery"]}
    assert free.issuperset(shop.texts("name"))
    assert shop.named("Free delivery")[0].get("checked") == "true"
    shop.press("Free delivery")
    shop.press("Sort: Best match")
    shop.press("Price: low to high")
    prices = {one["name"]: one["price_cents"] for one in shop.state["products"]}
    shown = [prices[name] for name in shop.texts("name")]
    assert len(shown) >= 4
    assert shown == sorted(shown)
    shop.press("Filters")
    shop.press("50+")
    shop.press("Show results")
    assert all(prices[name] >= 5000 for name in shop.texts("name"))
    assert shop.state["search"]["band"] == "high"


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("gaming headset", "gaming headset"),
        ("HEADSET", "gaming headset"),
        ("kettel", "electric kettle"),
        ("chefs kni", "chef's knife"),
    ],
)
def test_words_find_what_they_mean(query: str, kind: str) -> None:
    assert goods.find(goods.generate(Random(1)), query)[0]["kind"] == kind


def test_what_is_not_sold_is_not_found(shop: User) -> None:
    shop.press("Search the shop")
    shop.phone.type_text("zzyzx")
    shop.phone.key(ENTER)
    assert shop.shows("Nothing found for \u201czzyzx\u201d")


def test_all_that_is_sold_is_shown_part_by_part(shop: User) -> None:
    shop.open("results")
    for _ in range(9):
        shop.phone.drag(500, 1900, 500, 300)
    shop.press("Show more")
    assert shop.page == "results"
    assert not shop.shows("Show more")


def test_what_the_camera_sees_is_looked_for(shop: User) -> None:
    kind = shop.state["in_sight"][0]
    shop.press("Search the shop")
    shop.press("Search by picture")
    shop.press("Don't allow")
    assert shop.page == "search"
    shop.press("Search by picture")
    shop.press("While using the app")
    (finder,) = shop.named("Camera")
    assert list(finder) == []
    left, top, right, bottom = map(int, re.findall(r"\d+", finder.get("bounds", "")))
    shop.phone.touch((left + right) / 2, (top + bottom) / 2)
    assert (shop.page, shop.shows("Nothing was recognised there")) == ("lens", True)
    across, down = lens.SPOTS[0]
    shop.phone.touch(left + across * (right - left), top + down * (bottom - top))
    assert shop.page == "results"
    assert shop.state["recent"][0] == kind
    assert shop.texts("name")
    shop.back()
    assert shop.page == "home"


def test_the_flash_tells_its_state_by_checked_alone(shop: User) -> None:
    shop.open("lens")
    dark = shop.phone.frame().tobytes()
    shop.press_ref("flash")
    (flash,) = (n for n in shop.nodes() if n.get("class") == "android.widget.ToggleButton")
    assert (flash.get("checked"), flash.get("content-desc")) == ("true", "")
    assert shop.phone.frame().tobytes() != dark


# a product and the cart


def test_a_product_needs_its_options(shop: User) -> None:
    one = which(shop, lambda one: one["colours"] and one["sizes"])
    shop.open("product", id=one["id"])
    before = shop.state["cart"]
    shop.press("Add to cart")
    assert shop.texts("error") == ["Choose a colour and a size first"]
    assert shop.state["cart"] == before
    shop.press(one["colours"][0])
    assert shop.named(one["colours"][0])[0].get("checked") == "true"
    shop.press(one["sizes"][-1])
    shop.press("Increase quantity")
    shop.press("Add to cart")
    line = shop.state["cart"][0]
    wanted = {"product": one["id"], "colour": one["colours"][0], "size": one["sizes"][-1]}
    assert wanted.items() <= line.items()
    assert (line["quantity"], len(shop.state["cart"])) == (2, len(before) + 1)
    shop.phone.clock.advance(11)  # until the snackbar, which has a button, is gone
    shop.press("Add to cart")
    assert shop.state["cart"][0]["quantity"] == 4
    assert len(shop.state["cart"]) == len(before) + 1


def test_a_photo_is_looked_at_alone(shop: User) -> None:
    shop.open("product", id=which(shop, lambda one: one["colours"])["id"])
    shop.press("Photo 1 of 4")
    before = shop.phone.frame().tobytes()
    shop.phone.drag(900, 1200, 100, 1200)
    assert shop.texts("place") == ["2 of 4"]
    assert shop.phone.frame().tobytes() != before


def test_the_heart_tells_its_state_by_checked_alone(shop: User) -> None:
    one = which(shop, lambda one: one["id"] not in shop.state["wishlist"])
    shop.open("product", id=one["id"])
    shop.press_ref("wish")
    assert shop.state["wishlist"][0] == one["id"]
    (heart,) = (n for n in shop.nodes() if n.get("class") == "android.widget.ToggleButton")
    assert (heart.get("checked"), heart.get("content-desc")) == ("true", "")


def test_a_held_product_offers_more(shop: User) -> None:
    one = which(shop, lambda one: one["id"] not in shop.state["wishlist"])
    shop.phone.load({"apps": {SHOP: {"search": {"query": one["name"]}}}})
    shop.open("results")
    shop.press_ref(f"product/{one['id']}", 700)
    shop.press("Save to wishlist")
    assert shop.state["wishlist"][0] == one["id"]


def test_the_cart_is_emptied_after_a_question(shop: User) -> None:
    shop.press("Cart")
    assert not all(line["checked"] for line in shop.state["cart"])
    shop.press("Select all items")
    shop.press("Remove selected items")
    shop.press("Keep")
    held = shop.state["cart"]
    assert held
    shop.press("Remove selected items")
    shop.press("Remove")
    assert shop.state["cart"] == []
    assert shop.shows("Your cart is empty")
    shop.press("Undo")
    assert shop.state["cart"] == held


def test_a_line_is_counted_swept_aside_and_held(shop: User) -> None:
    shop.press("Cart")
    line = shop.state["cart"][0]
    for _ in range(line["quantity"]):
        shop.press_ref(f"line/{line['line']}/fewer")
    assert shop.page == "remove"
    shop.back()
    assert shop.state["cart"][0]["quantity"] == 1
    ref = f"line/{line['line']}"
    left, top, right, bottom = next(s["bounds"] for s in shop.phone.tree() if s["id"] == ref)
    shop.phone.drag(right - 200, (top + bottom) / 2, left + 200, (top + bottom) / 2)
    assert (shop.page, shop.phone.state()["screen"]["args"]) == (
        "remove",
        {"lines": [line["line"]]},
    )
    shop.back()
    shop.press_ref(ref, 700)
    shop.press("Remove")
    assert shop.page == "remove"
    shop.back()
    shop.press_ref(ref, 700)
    shop.press("Move to wishlist")
    assert shop.state["wishlist"][0] == line["product"]
    assert line["line"] not in [one["line"] for one in shop.state["cart"]]


def test_an_order_takes_what_is_ticked(shop: User) -> None:
    before = shop.state
    ticked = [line["product"] for line in before["cart"] if line["checked"]]
    shop.press("Cart")
    shop.press("Checkout")
    shop.press("Place order")
    order = shop.state["orders"][0]
    assert [item["product"] for item in order["items"]] == ticked
    assert len(shop.state["orders"]) == len(before["orders"]) + 1
    assert [line for line in before["cart"] if not line["checked"]] == shop.state["cart"]
    assert shop.page == "order"


# codes, cards, settings


def test_only_a_code_that_there_is_applies(shop: User) -> None:
    coupon = shop.state["codes"][1]
    shop.open("offers")
    shop.fill("Enter a code", "WRONG99")
    shop.press("Apply")
    assert shop.texts("error") == ["\u201cWRONG99\u201d is not a valid code"]
    for _ in "WRONG99":
        shop.phone.key(67)
    assert shop.texts("error") == []
    shop.phone.type_text(coupon["lower"])
    shop.phone.key(ENTER)
    applied = [one["code"] for one in shop.state["coupons"] if one["applied"]]
    assert applied == [coupon["code"]]
    shop.press("Use")
    assert sum(one["applied"] for one in shop.state["coupons"]) == 1
    assert coupon not in shop.state["codes"]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({}, {"number", "expiry", "cvv", "name"}),
        ({"number": NUMBER, "expiry": "08/29", "cvv": "123", "name": "Ada"}, set()),
        ({"number": f" {NUMBER[:4]} {NUMBER[4:]}", "expiry": "0829", "cvv": "1234", "name": "A"},
         set()),
        ({"number": "9123456789012349", "expiry": "13/29", "cvv": "12", "name": " "},
         {"number", "expiry", "cvv", "name"}),
        ({"number": NUMBER, "expiry": "01/26", "cvv": "123", "name": "Ada"}, {"expiry"}),
    ],
)  # fmt: skip
def test_a_card_is_checked_before_it_is_saved(
    shop: User, given: dict[str, str], wrong: set[str]
) -> None:
    shop.open("card", errors={}, **given)
    before = len(shop.state["cards"])
    shop.press("Save card")
    assert set(shop.phone.state()["screen"]["args"].get("errors", {})) == wrong
    assert len(shop.state["cards"]) == before + (not wrong)
    if not wrong:
        assert shop.state["cards"][-1]["number"] == NUMBER
        assert shop.state["cards"][-1]["expiry"] == "08/29"
        assert [one["default"] for one in shop.state["cards"]].count(True) == 1


def test_the_code_on_a_card_is_a_secret(shop: User) -> None:
    shop.open("card", errors={})
    shop.fill("CVV", "318")
    (field,) = (n for n in shop.nodes() if n.get("password") == "true")
    assert "318" not in shop.phone.hierarchy()
    assert field.get("text") == "\u2022" * 3
    shop.hide_keyboard()
    shop.press("Close")
    assert shop.shows("Discard this card?")


def test_a_country_brings_its_currency(shop: User) -> None:
    shop.press("Account")
    shop.press("Settings")
    shop.press("Country or region")
    shop.fill("Search countries", "atlantis")
    assert shop.shows("No such country")
    for _ in "atlantis":
        shop.phone.key(67)
    shop.phone.type_text("jap")
    shop.press("Japan")
    shop.press("Change")
    assert shop.state["settings"]["country"] == "Japan"
    assert shop.state["settings"]["currency"] == "JPY"
    shop.open("cart")
    assert shop.texts("line_price")[0].startswith("\u00a5")


def test_help_is_a_web_page_without_ids(shop: User) -> None:
    shop.press("Account")
    shop.press("Help")
    shop.press("Only what is needed")
    shop.press("Returns")
    (site,) = (n for n in shop.nodes() if n.get("class") == "android.webkit.WebView")
    assert not any(node.get("resource-id") for node in site.iter("node"))
    assert shop.texts("url") == ["shop.example.com/help/returns"]
    shop.press("See your orders")
    assert shop.page == "orders"


def test_points_are_what_the_orders_are_worth(shop: User) -> None:
    kept = [one for one in shop.state["orders"] if one["status"] != "Returned"]
    total = f"{sum(one['total_cents'] // 100 for one in kept)} points"
    shop.press("Account")
    assert shop.texts("member") == [total]
    shop.press("Points")
    (page,) = (n for n in shop.nodes() if n.get("class", "").endswith(".ComposeView"))
    assert not any(node.get("resource-id") for node in page.iter("node"))
    assert total in [node.get("text") for node in page.iter("node")]
    number = shop.state["orders"][0]["number"]
    shop.press(f"Order {number}")
    assert shop.page == "order"


def test_only_what_came_lately_can_be_returned(shop: User) -> None:
    one, old = copy.deepcopy(shop.state["orders"][:2])
    old |= {"status": "Delivered", "date": "2026-01-30"}
    shop.phone.load({"apps": {SHOP: {"orders": [one | {"status": "On its way"}, old]}}})
    for number, why in ((one["number"], "Cannot be returned"), (old["number"], "Too late")):
        shop.open("order", number=number).press("More options")
        shop.press("Return items")
        assert any(node.get("text", "").startswith(why) for node in shop.nodes())
        shop.press("OK")
    shop.phone.load({"apps": {SHOP: {"orders": [one | {"status": "Delivered"}]}}})
    shop.open("order", number=one["number"]).press("More options")
    shop.press("Return items")
    shop.press("Return")
    assert shop.state["orders"][0]["status"] == "Return requested"


def test_an_order_is_bought_again(shop: User) -> None:
    one = shop.state["orders"][0]
    wanted = [item["product"] for item in one["items"]]
    shop.phone.load({"apps": {SHOP: {"cart": []}}})
    shop.open("order", number=one["number"]).press("More options")
    shop.press("Buy again")
    assert sorted(line["product"] for line in shop.state["cart"]) == sorted(wanted)
    shop.press("View cart")
    assert shop.page == "cart"


def test_an_offer_pops_up_once(shop: User) -> None:
    shop.phone.load({"apps": {SHOP: {"promo": {"after": 2}}}})
    shop.press("Cart")
    assert shop.page == "cart"
    shop.press("Account")
    assert shop.page == "promo"
    shop.press("Use code")
    shop.press("Apply")
    assert [one["code"] for one in shop.state["coupons"] if one["applied"]] == [
        shop.state["promo"]["code"]
    ]
    shop.back()
    shop.press("Home")
    assert shop.page == "home"


@pytest.mark.parametrize(
    ("way", "page"), [("p/{id}", "product"), ("s/kite", "results"), ("p/nothing", "home")]
)
def test_links_are_answered(way: str, page: str) -> None:
    phone = Phone()
    id_ = phone.state()["apps"][SHOP]["products"][0]["id"]
    phone.start(Intent(VIEW, data=f"https://shop.example.com/{way.format(id=id_)}"))
    assert (phone.focus[0], phone.state()["screen"]["page"]) == (SHOP, page)
