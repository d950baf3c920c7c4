"""Coupons and offers: those in the wallet, and a field for a code."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Icon,
    List,
    Row,
    Spacer,
    Stack,
    Text,
    TextField,
    Widget,
    card,
    dialog,
    scaffold,
    section,
)

Coupon = dict[str, Any]
"""{"code", "lower", "title", "percent", "ends", "applied"}; at most one is applied"""

_WORDS = (
    "SUNNY", "HELLO", "COUPON", "LUCKY", "TREAT", "MARCHING", "BASKET", "KITE", "FRESH", "ALDER",
    "WEEKEND", "TIDE", "LANTERN", "PEPPER",
)  # fmt: skip
_TITLES = (
    "Off everything", "Welcome back", "A small thank-you", "For your next order", "Weekend treat",
    "Just because it rains",
)  # fmt: skip
_WALLET, _HIDDEN = 5, 4


def generate(rng: Random) -> dict[str, list[Coupon]]:
    """The coupons in the wallet, and those that only their code brings there."""
    coupons = [
        {
            "code": f"{word}{number}",
            "lower": f"{word}{number}".lower(),
            "title": rng.choice(_TITLES),
            "percent": rng.choice((5, 10, 15, 20, 25)),
            "ends": f"{rng.randint(1, 28)} April",
            "applied": False,
        }
        for word in rng.sample(_WORDS, _WALLET + _HIDDEN)
        for number in [rng.randint(10, 99)]
    ]
    return {"coupons": coupons[:_WALLET], "codes": coupons[_WALLET:]}


def offers(ctx: Context) -> Widget:
    state, args = ctx.state, ctx.args
    code: str = args.get("code", "")
    error: str = args.get("error", "")

    def typed(text: str) -> None:
        args["code"], args["error"] = text, ""

    def submit() -> None:
        args["error"] = _redeem(ctx, code)
        if not args["error"]:
            args["code"] = ""

    def notify(on: bool) -> None:
        state["settings"]["offer_alerts"] = on

    field = TextField(
        id="code_field",
        hint="Enter a code",
        value=code,
        kind="outlined",
        weight=1,
        most=20,
        on_change=typed,
        on_submit=submit,
    )
    entry = Row(
        node="",
        width="fill",
        gap=12,
        padding=(16, 12, 16, 0),
        children=[
            field,
            Button(id="apply_code", label="Apply", kind="filled", on_tap=submit,
                   enabled=bool(code.strip())),
        ],
    )  # fmt: skip
    alerts = Chip(
        id="offer_alerts",
        label="Tell me about new offers",
        icon="bell-outline",
        on=state["settings"]["offer_alerts"],
        on_change=notify,
    )
    rows = [_coupon(ctx, coupon) for coupon in state["coupons"]]
    body = Column(
        node="",
        children=[
            entry,
            Text(id="error", value=error, style="caption", color="error", padding=(20, 4),
                 visible=bool(error)),
            Row(node="", padding=(16, 12, 16, 0), children=[alerts]),
            section("Your coupons"),
            List(id="coupon_list", ref="", weight=1, children=rows),
        ],
    )  # fmt: skip
    return scaffold(body, title="Coupons & offers", back=ctx.back)


def _redeem(ctx: Context, code: str) -> str:
    """Apply a code; gives what is wrong with it, "" where nothing is."""
    state, asked = ctx.state, code.strip().lower()
    for coupon in state["coupons"]:
        if coupon["lower"] == asked:
            if coupon["applied"]:
                return "This code is applied already"
            _apply(ctx, coupon)
            return ""
    for coupon in state["codes"]:
        if coupon["lower"] == asked:
            state["codes"].remove(coupon)
            state["coupons"].insert(0, coupon)
            _apply(ctx, coupon)
            return ""
    return f"\u201c{code.strip()}\u201d is not a valid code"


def _apply(ctx: Context, coupon: Coupon) -> None:
    for other in ctx.state["coupons"]:
        other["applied"] = other is coupon
    ctx.hide_keyboard()
    ctx.snackbar(f"{coupon['percent']}% off your next order")


def _coupon(ctx: Context, coupon: Coupon) -> Widget:
    applied: bool = coupon["applied"]

    def take_off() -> None:
        coupon["applied"] = False

    texts = Column(
        node="",
        weight=1,
        gap=2,
        children=[
            Text(id="coupon_title", ref="", style="title_small",
                 value=f"{coupon['percent']}% \u00b7 {coupon['title']}"),
            Text(id="coupon_code", ref="", value=coupon["code"], style="label", color="primary"),
            Text(id="ends", ref="", value=f"Until {coupon['ends']}", style="caption",
                 color="on_surface_dim"),
        ],
    )  # fmt: skip
    button = Button(
        id="use",
        ref=f"coupon/{coupon['code']}/use",
        label="Applied" if applied else "Use",
        kind="text" if applied else "tonal",
        on_tap=take_off if applied else partial(_apply, ctx, coupon),
    )
    stub = Stack(
        node="",
        width=48,
        height=48,
        radius=12,
        background="primary" if applied else "container",
        at=[(0.5, 0.5)],
        children=[
            Icon(node="", name="check" if applied else "ticket-percent-outline",
                 color="on_primary" if applied else "on_container")
        ],
    )  # fmt: skip
    return card(
        Row(node="", width="fill", gap=12, children=[stub, texts, Spacer(width=4), button]),
        id="coupon",
        ref=f"coupon/{coupon['code']}",
        key=coupon["code"],
        on_tap=partial(ctx.go, "terms", code=coupon["code"]),
        padding=(12, 12),
    )


def terms(ctx: Context) -> Widget:
    """The small print of a coupon."""
    held = ctx.state["coupons"]
    coupon = next((one for one in held if one["code"] == ctx.args["code"]), None)
    text = (
        f"{coupon['percent']}% off one order until {coupon['ends']}. Not with other coupons."
        if coupon
        else "This coupon has ended."
    )
    return dialog(ctx.args["code"], text, confirm=("OK", ctx.back))


PAGES = {"offers": offers, "terms": terms}
