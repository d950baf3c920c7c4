"""The cart, and the way from it to an order."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.removal import take_out
from pocketphone.apps.shop import parts
from pocketphone.apps.shop.goods import Product
from pocketphone.apps.shop.parts import Line
from pocketphone.ui import (
    Button,
    CheckBox,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Stack,
    Swiped,
    Text,
    Widget,
    confirm,
    empty,
    list_row,
    scaffold,
    section,
    sheet,
)


def cart(ctx: Context) -> Widget:
    lines: list[Line] = ctx.state["cart"]
    ticked = [line["line"] for line in lines if line["checked"]]
    bar = IconButton(
        id="remove_selected",
        icon="trash-can-outline",
        description="Remove selected items",
        enabled=bool(ticked),
        visible=bool(lines),
        on_tap=partial(ctx.go, "remove", lines=ticked),
    )
    tab = not ctx.args.get("pushed")

    def start_shopping() -> None:
        ctx.home()
        ctx.replace("home")

    if not lines:
        body: Widget = Column(
            node="",
            align="center",
            spread="center",
            children=[
                Column(node="", height=220, children=[
                    empty("cart-off", "Your cart is empty", "What you add will wait for you here."),
                ]),
                Button(id="start", label="Start shopping", kind="filled", on_tap=start_shopping),
            ],
        )  # fmt: skip
    else:
        rows = [_line(ctx, line, one) for line, one in parts.in_cart(ctx.state)]
        body = Column(
            node="",
            children=[
                List(id="cart_list", ref="", weight=1, children=rows),
                _summary(ctx, all_ticked=len(ticked) == len(lines)),
            ],
        )
    return scaffold(
        body,
        title="Cart",
        back=None if tab else ctx.back,
        actions=[bar],
        bottom=parts.navigation(ctx) if tab else None,
    )


def _line(ctx: Context, line: Line, one: Product) -> Widget:
    """One thing in the cart; drawn to the left it asks to be removed."""

    def tick(on: bool) -> None:
        line["checked"] = on

    def change(by: int) -> None:
        if line["quantity"] + by < 1:
            ctx.go("remove", lines=[line["line"]])
        else:
            line["quantity"] = min(parts.MOST, line["quantity"] + by)

    ref = f"line/{line['line']}"
    chosen = ", ".join(text for text in (line["colour"], line["size"]) if text)
    price = Row(
        node="",
        width="fill",
        spread="between",
        children=[
            Text(id="line_price", ref="", style="title_small", color="primary",
                 value=parts.price(ctx, one["price_cents"] * line["quantity"])),
            parts.stepper(ref, line["quantity"], partial(change, -1), partial(change, 1)),
        ],
    )  # fmt: skip
    texts = Column(
        node="",
        weight=1,
        gap=2,
        children=[
            Text(id="name", ref="", value=one["name"], style="body", lines=2),
            Text(id="chosen", ref="", value=chosen, style="caption", color="on_surface_dim",
                 visible=bool(chosen)),
            price,
        ],
    )  # fmt: skip
    row = Row(
        id="cart_item",
        ref=ref,
        node="android.view.ViewGroup",
        width="fill",
        padding=(4, 8, 16, 8),
        gap=8,
        on_tap=partial(ctx.go, "product", id=one["id"]),
        on_long_press=partial(ctx.go, "line_menu", line=line["line"]),
        children=[
            CheckBox(id="select", ref=f"{ref}/select", on=line["checked"], on_change=tick),
            parts.picture(one, 84, line["colour"], width=84, radius=12),
            texts,
        ],
    )
    ask = partial(ctx.go, "remove", lines=[line["line"]])
    return Swiped(node="", key=line["line"], on_left=ask, children=[row])


def _summary(ctx: Context, *, all_ticked: bool) -> Widget:
    """The bar under the cart: everything ticked at once, and what it comes to."""
    cost, saved = parts.total(ctx.state)

    def tick_all(on: bool) -> None:
        for line in ctx.state["cart"]:
            line["checked"] = on

    told = f"You save {parts.price(ctx, saved)}" if saved else "Delivery at checkout"
    return Row(
        id="summary",
        ref="",
        width="fill",
        padding=(4, 8, 16, 8),
        gap=8,
        background="surface_high",
        children=[
            CheckBox(id="select_all", label="All", description="Select all items", on=all_ticked,
                     on_change=tick_all),
            Column(
                node="",
                weight=1,
                align="end",
                children=[
                    Text(id="total", value=parts.price(ctx, cost - saved), style="title_small"),
                    Text(id="told", ref="", value=told, style="caption", color="on_surface_dim",
                         lines=1),
                ],
            ),
            Button(id="checkout", label="Checkout", kind="filled", enabled=cost > 0,
                   on_tap=partial(ctx.go, "checkout")),
        ],
    )  # fmt: skip


def remove(ctx: Context) -> Widget:
    """The question before something leaves the cart."""
    doomed: list[int] = ctx.args["lines"]
    what = "this item" if len(doomed) == 1 else f"{len(doomed)} items"

    def delete() -> None:
        take_out(ctx, "cart", lambda line: line["line"] in doomed, "Removed from your cart")

    return confirm(
        ctx,
        f"Remove {what}?",
        "You can add things again from their pages.",
        yes="Remove",
        no="Keep",
        then=delete,
    )


def line_menu(ctx: Context) -> Widget:
    """What a long press on a line offers."""
    lines: list[Line] = ctx.state["cart"]
    number = ctx.args["line"]
    held = next((line for line in lines if line["line"] == number), None)

    def to_wishlist() -> None:
        ctx.back()
        if held is not None:
            lines.remove(held)
            wishlist = ctx.state["wishlist"]
            wishlist[:] = [held["product"], *(id_ for id_ in wishlist if id_ != held["product"])]
            ctx.snackbar("Moved to your wishlist")

    def ask() -> None:
        ctx.back()
        ctx.go("remove", lines=[number])

    return sheet(
        list_row("Move to wishlist", id="action", ref="action/wish",
                 leading=Icon(name="heart-outline"), on_tap=to_wishlist),
        list_row("Remove", id="action", ref="action/remove",
                 leading=Icon(name="trash-can-outline"), on_tap=ask),
    )  # fmt: skip


def checkout(ctx: Context) -> Widget:
    """What is about to be ordered, where it goes and who pays."""
    state = ctx.state
    cost, saved = parts.total(state)
    bought = [(line, one) for line, one in parts.in_cart(state) if line["checked"]]
    card = next((card for card in state["cards"] if card["default"]), None)

    def order() -> None:
        number = max((one["number"] for one in state["orders"]), default=10_000) + 7
        state["orders"].insert(
            0,
            {
                "number": number,
                "date": f"{ctx.now:%Y-%m-%d}",
                "status": "Processing",
                "total_cents": cost - saved,
                "items": [
                    {"product": line["product"], "quantity": line["quantity"]} for line, _ in bought
                ],
            },
        )
        state["cart"] = [line for line in state["cart"] if not line["checked"]]
        ctx.home()
        ctx.go("order", number=number)

    rows = [
        section("Delivery address"),
        list_row(state["owner"], state["address"], leading=Icon(name="map-marker-outline")),
        section("Payment"),
        list_row(
            f"Card ending in {card['last4']}" if card else "No card yet",
            f"Expires {card['expiry']}" if card else "Add one to pay with",
            id="pay_with",
            leading=Icon(name="credit-card-outline"),
            trailing=Icon(name="chevron-right"),
            on_tap=partial(ctx.go, "payment"),
        ),
        section("Items"),
        *(_buy(ctx, line, one) for line, one in bought),
        section("Total"),
        _sum("Items", parts.price(ctx, cost)),
        *([_sum("Coupon", f"\u2212{parts.price(ctx, saved)}")] if saved else []),
        _sum("To pay", parts.price(ctx, cost - saved)),
    ]
    button = Stack(
        node="",
        width="fill",
        padding=(16, 12),
        background="surface_high",
        children=[
            Button(id="place_order", label="Place order", kind="filled", width="fill",
                   enabled=bool(bought) and card is not None, on_tap=order),
        ],
    )  # fmt: skip
    return scaffold(
        Scroll(id="checkout_scroll", ref="", children=rows),
        title="Checkout",
        back=ctx.back,
        bottom=button,
    )


def _buy(ctx: Context, line: Line, one: Product) -> Widget:
    return list_row(
        one["name"],
        f"{line['quantity']} \u00d7 {parts.price(ctx, one['price_cents'])}",
        key=line["line"],
        leading=parts.picture(one, 48, line["colour"], width=48, radius=8),
    )


def _sum(label: str, amount: str) -> Widget:
    return Row(
        node="",
        key=label,
        width="fill",
        padding=(16, 4),
        children=[
            Text(value=label, style="body_small", weight=1, ref=""),
            Text(value=amount, style="label", ref=""),
        ],
    )


PAGES = {"cart": cart, "remove": remove, "line_menu": line_menu, "checkout": checkout}
