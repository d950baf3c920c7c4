"""The page of one product, what is said of it, and what else can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from pocketphone.apps.pager import pager
from pocketphone.apps.shop import parts
from pocketphone.apps.shop.goods import CATEGORIES, COLOURS, Product
from pocketphone.apps.shop.help import DELIVERY_PENCE
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Icon,
    IconButton,
    Row,
    Scroll,
    Stack,
    Strip,
    Text,
    Widget,
    list_row,
    menu,
    more_options,
    scaffold,
    sheet,
)

_PHOTOS = 4


def _pictures(ctx: Context) -> Product | None:
    return parts.product_of(ctx.state, ctx.args["id"])


def product(ctx: Context) -> Widget:
    one = _pictures(ctx)
    if one is None:
        return parts.no_product(ctx)
    alike = [
        other
        for other in ctx.state["products"]
        if other["category"] == one["category"] and other is not one
    ]
    body: list[Widget] = [
        _photos(ctx, one),
        _head(ctx, one),
        *_options(ctx, one),
        _quantity(ctx),
        *_about(ctx, one),
        parts.heading("You may also like"),
        *parts.grid(ctx, alike[:4]),
    ]
    return scaffold(
        Scroll(id="product_scroll", ref="", padding=(0, 0, 0, 16), children=body),
        title="",
        back=ctx.back,
        actions=[
            IconButton(ref="search", icon="magnify", on_tap=partial(ctx.go, "search")),
            parts.cart_button(ctx),
            more_options(partial(ctx.go, "more", id=one["id"]), id="more"),
        ],
        bottom=_buy_bar(ctx, one),
    )


def _photos(ctx: Context, one: Product) -> Widget:
    """Pictures side by side: only the first is in sight until they are swiped."""
    colour = ctx.args.get("colour", "")
    side = min(ctx.width_dp, ctx.height_dp) * 0.72
    pictures = [
        Column(
            id="photo",
            ref=f"photo/{place}",
            key=place,
            description=f"Photo {place + 1} of {_PHOTOS}",
            on_tap=partial(ctx.go, "photo", id=one["id"], colour=colour, place=place),
            children=[_picture(one, place, side * 0.72, colour, width=side, radius=20)],
        )
        for place in range(_PHOTOS)
    ]
    return Strip(id="photos", ref="", width="fill", gap=8, padding=(16, 4), children=pictures)


def _picture(one: Product, place: int, height: float, colour: str, **more: Any) -> Widget:
    return parts.picture(one | {"number": one["number"] + place * 1000}, height, colour, **more)


def photo(ctx: Context) -> Widget:
    one = _pictures(ctx)
    if one is None:
        return parts.no_product(ctx)
    high = min(ctx.width_dp, ctx.height_dp * 0.6)
    colour = ctx.args["colour"]
    return pager(ctx, [_picture(one, place, high, colour) for place in range(_PHOTOS)])


def _head(ctx: Context, one: Product) -> Widget:
    return Column(
        node="",
        padding=(20, 12, 20, 4),
        gap=4,
        align="start",
        children=[
            Text(id="title", value=one["name"], style="title", lines=2),
            parts.price_row(ctx, one, "title"),
            Row(
                id="rating_row",
                gap=4,
                on_tap=partial(ctx.go, "reviews", id=one["id"]),
                children=[
                    parts.rating_row(one),
                    Text(id="sold", ref="", value=f"\u00b7 {one['sold']:,} sold", style="caption",
                         color="on_surface_dim"),
                    Icon(node="", name="chevron-right", size=18),
                ],
            ),
        ],
    )  # fmt: skip


def _options(ctx: Context, one: Product) -> list[Widget]:
    """What has to be chosen before the thing can be had."""
    args = ctx.args

    def choose(name: str, value: str) -> None:
        args[name] = value
        args["error"] = ""

    shown: list[Widget] = []
    if one["colours"]:
        shown.append(_caption("Colour", args.get("colour", "")))
        swatches = [
            _swatch(name, args.get("colour") == name, partial(choose, "colour", name))
            for name in one["colours"]
        ]
        shown.append(Strip(width="fill", gap=4, padding=(14, 0), children=swatches))
    if one["sizes"]:
        shown.append(_caption("Size", args.get("size", "")))
        chips = [
            Chip(id="size", ref=f"size/{name}", key=name, label=name, on=args.get("size") == name,
                 on_tap=partial(choose, "size", name))
            for name in one["sizes"]
        ]  # fmt: skip
        shown.append(Strip(width="fill", gap=8, padding=(20, 0), children=chips))
    error = args.get("error", "")
    shown.append(
        Text(id="error", value=error, style="body_small", color="error", padding=(20, 4),
             visible=bool(error))
    )  # fmt: skip
    return shown


def _caption(name: str, chosen: str) -> Widget:
    return Text(
        id=f"{name.lower()}_caption",
        value=f"{name}: {chosen}" if chosen else name,
        style="label",
        padding=(20, 10, 20, 4),
    )


@dataclass(frozen=True)
class _Swatch(Stack):
    """A disc of a colour to choose; the one that is chosen has a ring."""

    android: ClassVar[str] = "android.widget.RadioButton"

    on: bool = False

    @property
    def checked(self) -> bool:
        return self.on


def _swatch(name: str, on: bool, choose: Callable[[], None]) -> Widget:
    return _Swatch(
        id="swatch",
        ref=f"colour/{name}",
        key=name,
        description=name,
        on=on,
        width=48,
        height=48,
        radius=24,
        background="primary" if on else None,
        at=[(0.5, 0.5), (0.5, 0.5)],
        on_tap=choose,
        children=[
            Stack(node="", width=42, height=42, radius=21, background="background"),
            Stack(
                node="",
                width=32,
                height=32,
                radius=16,
                background=COLOURS[name],
                border="outline_dim",
            ),
        ],
    )


def _quantity(ctx: Context) -> Widget:
    quantity: int = ctx.args.get("quantity", 1)

    def change(by: int) -> None:
        ctx.args["quantity"] = max(1, min(parts.MOST, quantity + by))

    return Row(
        node="",
        width="fill",
        padding=(20, 12),
        children=[
            Text(value="Quantity", style="label", weight=1, ref=""),
            parts.stepper("quantity", quantity, partial(change, -1), partial(change, 1)),
        ],
    )


def _about(ctx: Context, one: Product) -> list[Widget]:
    """The description, folded until it is touched, and the way to the reviews."""
    unfolded = ctx.args.get("unfolded", False)
    kind, label = one["kind"], CATEGORIES[one["category"]].label
    text = (
        f"A {kind} for every day. From our {label.lower()} range, tested by hand and packed "
        "without plastic. Send it back within 30 days if it is not what you expected."
    )
    cost = parts.price(ctx, DELIVERY_PENCE)
    delivery = "Free delivery" if one["free_delivery"] else f"Delivery from {cost}"
    return [
        list_row(
            "Description",
            text if unfolded else "",
            id="description",
            leading=Icon(name="text-box-outline"),
            trailing=Icon(name="chevron-up" if unfolded else "chevron-down"),
            on_tap=partial(ctx.args.update, unfolded=not unfolded),
        ),
        list_row(
            delivery,
            "In 2 to 4 days",
            id="delivery_row",
            leading=Icon(name="truck-outline"),
            trailing=Icon(name="chevron-right"),
            on_tap=partial(ctx.go, "help", path="delivery"),
        ),
        list_row(
            "Reviews",
            f"{one['rating']} of 5 from {one['reviews']:,} buyers",
            id="reviews_row",
            leading=Icon(name="star-outline"),
            trailing=Icon(name="chevron-right"),
            on_tap=partial(ctx.go, "reviews", id=one["id"]),
        ),
    ]


def _buy_bar(ctx: Context, one: Product) -> Widget:
    wished = one["id"] in ctx.state["wishlist"]
    return Row(
        id="buy_bar",
        ref="",
        width="fill",
        padding=(8, 12, 16, 12),
        gap=8,
        background="surface_high",
        children=[
            IconButton(
                ref="wish",
                icon="heart",
                color="error" if wished else "outline",
                on=wished,
                on_tap=partial(parts.wish, ctx, one),
            ),
            Button(id="add_to_cart", label="Add to cart", kind="tonal", weight=1,
                   on_tap=partial(_add, ctx, one, buy=False)),
            Button(id="buy_now", label="Buy now", kind="filled", weight=1,
                   on_tap=partial(_add, ctx, one, buy=True)),
        ],
    )  # fmt: skip


def _add(ctx: Context, one: Product, *, buy: bool) -> None:
    args = ctx.args
    missing = [
        name
        for name, offered in (("colour", one["colours"]), ("size", one["sizes"]))
        if offered and not args.get(name)
    ]
    if missing:
        args["error"] = f"Choose a {' and a '.join(missing)} first"
        return
    chosen = args.get("colour", ""), args.get("size", "")
    parts.add_to_cart(ctx.state, one, *chosen, args.get("quantity", 1))
    if buy:
        ctx.go("checkout")
    else:
        ctx.snackbar("Added to your cart", "View cart", partial(ctx.go, "cart", pushed=True))


def more(ctx: Context) -> Widget:
    """The product page's overflow menu."""

    def hand_on() -> None:
        one = _pictures(ctx)
        ctx.back()
        if one is not None:
            ctx.go("share", text=_facts(ctx, one))

    def report() -> None:
        ctx.back()
        ctx.snackbar("Thank you. We will look into it.")

    return menu([("Share", hand_on), ("Report a problem", report)])


def product_menu(ctx: Context) -> Widget:
    """What a long press on a product offers."""
    one = _pictures(ctx)

    def after(deed: Callable[[Product], object]) -> None:
        ctx.back()
        if one is not None:
            deed(one)

    wished = one is not None and one["id"] in ctx.state["wishlist"]
    rows = [
        list_row(label, id="action", ref=f"action/{ref}", leading=Icon(name=icon),
                 on_tap=partial(after, deed))
        for ref, label, icon, deed in (
            ("wish", "Remove from wishlist" if wished else "Save to wishlist", "heart-outline",
             partial(parts.wish, ctx)),
            ("open", "View product", "eye-outline", lambda it: ctx.go("product", id=it["id"])),
            ("share", "Share", "share-variant-outline",
             lambda it: ctx.go("share", text=_facts(ctx, it))),
        )
    ]  # fmt: skip
    return sheet(*rows, title=one["name"] if one else "")


def _facts(ctx: Context, one: Product) -> str:
    return f"{one['name']}, {parts.price(ctx, one['price_cents'])}"


PAGES = {
    "product": product,
    "photo": photo,
    "more": more,
    "product_menu": product_menu,
}
