"""What several of the shop's pages are made of, and what they change in its state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from pocketphone.apps.artwork import photo
from pocketphone.apps.shop.goods import COLOURS, Product, money
from pocketphone.apps.stars import INK
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    Row,
    Spacer,
    State,
    Text,
    Widget,
    destinations,
    empty,
    scaffold,
)

Line = dict[str, Any]
"""What lies in the cart: {"line", "product", "name", "lower", "colour", "size", "quantity",
"checked"}"""

MOST = 9  # of one thing in a cart


def navigation(ctx: Context) -> Widget:
    tabs = (
        ("home", "Home", "home-outline"),
        ("categories", "Categories", "view-grid-outline"),
        ("cart", "Cart", "cart-outline"),
        ("account", "Account", "account-outline"),
    )
    return destinations(ctx, tabs, partial(_visit, ctx))


def _visit(ctx: Context, page: str) -> None:
    """Open a tab; once in a while an offer pops up over it."""
    ctx.replace(page)
    promo = ctx.state["promo"]
    if promo["after"] > 0:
        promo["after"] -= 1
        if promo["after"] == 0:
            ctx.go("promo")


# the state


def product_of(state: State, id_: str) -> Product | None:
    products: list[Product] = state["products"]
    return next((one for one in products if one["id"] == id_), None)


def in_cart(state: State) -> Iterator[tuple[Line, Product]]:
    """The lines of the cart with what they are lines of."""
    for line in state["cart"]:
        if (one := product_of(state, line["product"])) is not None:
            yield line, one


def total(state: State) -> tuple[int, int]:
    """What the ticked lines cost, and what the coupon takes off, in pence."""
    cost = sum(
        one["price_cents"] * line["quantity"] for line, one in in_cart(state) if line["checked"]
    )
    coupon = next((coupon for coupon in state["coupons"] if coupon["applied"]), None)
    return cost, cost * coupon["percent"] // 100 if coupon else 0


def add_to_cart(state: State, one: Product, colour: str, size: str, quantity: int) -> None:
    """Lay something into the cart; the same thing twice is one line."""
    chosen = {"product": one["id"], "colour": colour, "size": size}
    for line in state["cart"]:
        if chosen.items() <= line.items():
            line["quantity"] = min(MOST, line["quantity"] + quantity)
            return
    number = max((line["line"] for line in state["cart"]), default=0) + 1
    named = {"name": one["name"], "lower": one["lower"]}
    new = {"line": number, **chosen, **named, "quantity": quantity, "checked": True}
    state["cart"].insert(0, new)


def wish(ctx: Context, one: Product) -> None:
    """Put a product on the wishlist, or take it off."""
    wishlist: list[str] = ctx.state["wishlist"]
    if one["id"] in wishlist:
        wishlist.remove(one["id"])
        ctx.snackbar("Removed from your wishlist")
    else:
        wishlist.insert(0, one["id"])
        ctx.snackbar("Saved to your wishlist")


def price(ctx: Context, pence: int) -> str:
    return money(pence, ctx.state["settings"]["currency"])


# widgets


def picture(one: Product, height: float, colour: str = "", **more: Any) -> Widget:
    """The product's photo, in the colour that was chosen."""
    return photo(one["icon"], one["number"], ink=COLOURS.get(colour), height=height, **more)


def price_row(ctx: Context, one: Product, style: str = "title_small") -> Widget:
    return Row(
        gap=6,
        align="end",
        children=[
            Text(id="price", ref="", value=price(ctx, one["price_cents"]), style=style,
                 color="primary", bold="Bold"),
            Text(id="price_before", ref="", value=f"was {price(ctx, one['was_cents'])}",
                 style="caption", color="on_surface_dim", lines=1, visible=bool(one["was_cents"])),
        ],
    )  # fmt: skip


def rating_row(one: Product) -> Widget:
    return Row(
        gap=4,
        children=[
            Icon(node="", name="star", size=14, color=INK),
            Text(id="rating", ref="", value=f"{one['rating']} ({one['reviews']:,})",
                 style="caption", color="on_surface_dim", lines=1),
        ],
    )  # fmt: skip


def product_card(ctx: Context, one: Product, **more: Any) -> Widget:
    """A product in a grid: a touch opens it, a long one offers what else can be done with it."""
    return Column(
        id="product_card",
        ref=f"product/{one['id']}",
        key=one["id"],
        node="android.view.ViewGroup",
        description=one["name"],
        radius=16,
        background="surface",
        align="stretch",
        on_tap=partial(ctx.go, "product", id=one["id"]),
        on_long_press=partial(ctx.go, "product_menu", id=one["id"]),
        children=[
            picture(one, 132, radius=16),
            Column(
                node="",
                padding=(12, 8, 12, 12),
                gap=2,
                align="start",
                children=[
                    Text(id="name", ref="", value=one["name"], style="body_small", lines=1),
                    price_row(ctx, one),
                    rating_row(one),
                    Text(id="delivery", ref="", value="Free delivery", style="caption",
                         color="primary", visible=one["free_delivery"]),
                ],
            ),
        ],
        **more,
    )  # fmt: skip


def grid(ctx: Context, products: Sequence[Product]) -> list[Widget]:
    """Product cards in rows of two, for a list."""
    cards = [product_card(ctx, one, weight=1) for one in products]
    return [
        Row(
            node="",
            key=f"pair/{products[first]['id']}",
            width="fill",
            gap=12,
            padding=(16, 6),
            align="stretch",
            children=[
                *cards[first : first + 2],
                *[Spacer(weight=1)] * (first + 1 == len(cards)),
            ],
        )
        for first in range(0, len(cards), 2)
    ]


def no_product(ctx: Context) -> Widget:
    return scaffold(empty("package-variant-remove", "No such product"), title="", back=ctx.back)


def heading(text: str, more: Widget | None = None) -> Widget:
    """The title of a part of a page, with what leads to all of it."""
    title = Text(value=text, style="title_small", weight=1, ref="")
    parts = [title, *([more] if more is not None else [])]
    return Row(node="", key=text, width="fill", padding=(16, 12, 8, 4), children=parts)


def stepper(ref: str, quantity: int, fewer: Any, more: Any) -> Widget:
    """A number between a minus and a plus, which nothing names but their places."""
    return Row(
        id="stepper",
        ref="",
        radius=20,
        border="outline_dim",
        children=[
            IconButton(id="minus", ref=f"{ref}/fewer", icon="minus", size=18,
                       description="Decrease quantity", on_tap=fewer),
            Text(id="quantity", ref="", value=str(quantity), style="label", width=20,
                 align="center"),
            IconButton(id="plus", ref=f"{ref}/more", icon="plus", size=18,
                       description="Increase quantity", on_tap=more, enabled=quantity < MOST),
        ],
    )  # fmt: skip


def cart_button(ctx: Context) -> Widget:
    count = sum(line["quantity"] for line in ctx.state["cart"])
    return IconButton(
        id="open_cart",
        icon="cart-outline" if not count else "cart",
        description=f"Cart, {count} item{'s' * (count != 1)}",
        on_tap=partial(ctx.go, "cart", pushed=True),
    )
