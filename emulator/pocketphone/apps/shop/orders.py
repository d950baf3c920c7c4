"""What was ordered before: the list, an order by itself, and what can be done with it."""

from __future__ import annotations

from datetime import date
from functools import partial
from random import Random
from typing import Any

from pocketphone.apps.shop import parts
from pocketphone.apps.shop.goods import Product
from pocketphone.ui import (
    Context,
    Icon,
    List,
    State,
    Text,
    Widget,
    confirm,
    dialog,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    section,
)

Order = dict[str, Any]
"""{"number", "date", "status", "total_cents", "items": [{"product", "quantity"}]}"""

RETURN_DAYS = 30
_STATUSES = ("Delivered", "Delivered", "Delivered", "Returned")


def generate(rng: Random, today: date, products: list[Product]) -> list[Order]:
    """Seven past orders, the last one first."""
    past = []
    for place in range(7):
        items = rng.sample(products, rng.randint(1, 3))
        day = date.fromordinal(today.toordinal() - 6 - place * 19 - rng.randrange(12))
        past.append(
            {
                "number": 10_000 + (7 - place) * 37 + rng.randrange(30),
                "date": day.isoformat(),
                "status": "On its way" if place == 0 else rng.choice(_STATUSES),
                "total_cents": sum(one["price_cents"] for one in items),
                "items": [{"product": one["id"], "quantity": 1} for one in items],
            }
        )
    return past


def earned(order: Order) -> int:
    """The points that an order is worth: one for each pound, none for what was sent back."""
    return 0 if order["status"] == "Returned" else int(order["total_cents"]) // 100


def collected(state: State) -> int:
    return sum(earned(order) for order in state["orders"])


def orders(ctx: Context) -> Widget:
    rows = [
        list_row(
            f"Order {one['number']}",
            f"{day_of(one)} \u00b7 {one['status']}",
            id="order",
            ref=f"order/{one['number']}",
            key=one["number"],
            leading=_thumb(ctx, one),
            trailing=Text(value=parts.price(ctx, one["total_cents"]), style="label", ref=""),
            on_tap=partial(ctx.go, "order", number=one["number"]),
        )
        for one in ctx.state["orders"]
    ]
    body = List(id="orders_list", ref="", children=rows)
    return scaffold(
        body if rows else empty("package-variant", "No orders yet"), title="Orders", back=ctx.back
    )


def day_of(order: Order) -> str:
    """ "19 February 2026"."""
    day = date.fromisoformat(order["date"])
    return f"{day.day} {day:%B %Y}"


def _thumb(ctx: Context, order: Order) -> Widget:
    one = parts.product_of(ctx.state, order["items"][0]["product"])
    return (
        parts.picture(one, 48, width=48, radius=8) if one else Icon(name="package-variant-closed")
    )


def order(ctx: Context) -> Widget:
    number, one = ctx.args["number"], _order_of(ctx)
    if one is None:
        return scaffold(empty("package-variant", "No such order"), title="", back=ctx.back)

    def again(product: Product) -> None:
        ctx.go("product", id=product["id"])

    rows: list[Widget] = [
        list_row(one["status"], day_of(one), leading=Icon(name="truck-outline", color="primary")),
        section("Items"),
    ]
    for item in one["items"]:
        if (product := parts.product_of(ctx.state, item["product"])) is not None:
            rows.append(
                list_row(
                    product["name"],
                    f"{item['quantity']} \u00d7 {parts.price(ctx, product['price_cents'])}",
                    id="order_item",
                    ref=f"product/{product['id']}",
                    key=product["id"],
                    leading=parts.picture(product, 48, width=48, radius=8),
                    trailing=Icon(name="chevron-right"),
                    on_tap=partial(again, product),
                )
            )
    rows += [section("Total"), list_row(parts.price(ctx, one["total_cents"]), "Paid by card")]
    return scaffold(
        List(id="order_list", ref="", children=rows),
        title=f"Order {number}",
        back=ctx.back,
        actions=[more_options(partial(ctx.go, "order_menu", number=number), id="order_more")],
    )


def _order_of(ctx: Context) -> Order | None:
    orders: list[Order] = ctx.state["orders"]
    return next((one for one in orders if one["number"] == ctx.args["number"]), None)


def order_menu(ctx: Context) -> Widget:
    """The overflow menu of an order."""
    one = _order_of(ctx)

    def again() -> None:
        ctx.back()
        for item in one["items"] if one else ():
            if (product := parts.product_of(ctx.state, item["product"])) is not None:
                colour, size = (next(iter(product[name]), "") for name in ("colours", "sizes"))
                parts.add_to_cart(ctx.state, product, colour, size, item["quantity"])
        ctx.snackbar("Added to your cart", "View cart", partial(ctx.go, "cart", pushed=True))

    def send_back() -> None:
        ctx.back()
        ctx.go("return", number=ctx.args["number"])

    def get_help() -> None:
        ctx.back()
        ctx.go("help", path="contact")

    return menu([("Buy again", again), ("Return items", send_back), ("Get help", get_help)])


def return_order(ctx: Context) -> Widget:
    """The question before an order is sent back, or why it cannot be."""
    one = _order_of(ctx)
    if one is None or one["status"] != "Delivered":
        told = f"This order is {one['status'].lower()}." if one else "There is no such order."
        return dialog("Cannot be returned", told, confirm=("OK", ctx.back))
    if (ctx.minute.date() - date.fromisoformat(one["date"])).days > RETURN_DAYS:
        told = f"An order can be sent back within {RETURN_DAYS} days."
        return dialog("Too late to return", told, confirm=("OK", ctx.back))

    def requested() -> None:
        one["status"] = "Return requested"
        ctx.snackbar("Hand the parcel in at any parcel shop")

    told = "Your money is back on your card once the parcel is with us."
    return confirm(ctx, "Return this order?", told, yes="Return", then=requested)


PAGES = {"orders": orders, "order": order, "order_menu": order_menu, "return": return_order}
