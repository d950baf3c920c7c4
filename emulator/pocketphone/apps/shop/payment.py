"""Cards to pay with: the list of them, and the form for a new one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

from pocketphone.apps.words import digits
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    Radio,
    Row,
    Scroll,
    Stack,
    Text,
    TextField,
    Widget,
    confirm,
    empty,
    list_row,
    scaffold,
    section,
    switch_row,
)
from pocketphone.ui.field import Input

Card = dict[str, Any]
"""{"id", "number": its digits, "last4", "expiry": "MM/YY", "name", "lower", "default"}"""

_FIELDS: tuple[tuple[str, str, Input, int], ...] = (
    ("number", "Card number", "phone", 23),
    ("expiry", "Expiry (MM/YY)", "text", 5),
    ("cvv", "CVV", "password", 4),
    ("name", "Name on card", "text", 40),
)
_EXPIRY = re.compile(r"(0[1-9]|1[0-2])/?(\d\d)")


def generate(rng: Random, owner: str, now: datetime) -> list[Card]:
    """The one or two cards that the owner has."""
    cards = []
    for id_ in range(1, rng.randint(2, 3)):
        digits_15 = "9" + "".join(rng.choice("0123456789") for _ in range(14))
        number = next(digits_15 + last for last in "0123456789" if _sums_up(digits_15 + last))
        expiry = f"{rng.randint(1, 12):02}/{now.year % 100 + rng.randint(1, 4):02}"
        cards.append(_card(id_, number, expiry, owner, default=id_ == 1))
    return cards


def _card(id_: int, number: str, expiry: str, name: str, *, default: bool) -> Card:
    return {
        "id": id_,
        "number": number,
        "last4": number[-4:],
        "expiry": expiry,
        "name": name,
        "lower": name.lower(),
        "default": default,
    }


def _sums_up(number: str) -> bool:
    """Whether the check digit is right (ISO/IEC 7812-1, the formula of Luhn)."""
    found = [int(digit) for digit in reversed(number)]
    doubled = (sum(divmod(2 * digit, 10)) for digit in found[1::2])
    return (sum(found[::2]) + sum(doubled)) % 10 == 0


def payment(ctx: Context) -> Widget:
    cards: list[Card] = ctx.state["cards"]

    def prefer(chosen: Card) -> None:
        for one in cards:
            one["default"] = one is chosen

    rows = [
        list_row(
            f"Card ending in {one['last4']}",
            f"{one['name']} \u00b7 expires {one['expiry']}",
            id="card",
            ref=f"card/{one['id']}",
            key=one["id"],
            leading=Radio(id="default", ref="", on=one["default"]),
            trailing=IconButton(
                ref=f"remove/{one['id']}",
                icon="trash-can-outline",
                on_tap=partial(ctx.go, "remove_card", id=one["id"]),
            ),
            on_tap=partial(prefer, one),
        )
        for one in cards
    ]
    add = list_row(
        "Add card",
        id="add_card",
        leading=Icon(name="plus", color="primary"),
        on_tap=partial(ctx.go, "card", errors={}),
    )
    heading = [section("Pay with")] if rows else []
    body = Scroll(id="card_list", ref="", children=[*heading, *rows, add])
    note = empty("credit-card-off-outline", "No cards yet", "Add one to pay faster.")
    return scaffold(
        body if rows else Column(node="", children=[add, note]),
        title="Payment methods",
        back=ctx.back,
    )


def card(ctx: Context) -> Widget:
    """The form for a new card; what is wrong with a field stands below it."""
    args = ctx.args

    def save() -> None:
        args["errors"] = _errors(args, ctx.now)
        if args["errors"]:
            return
        cards: list[Card] = ctx.state["cards"]
        number, (month, year) = digits(args["number"]), _month_and_year(args["expiry"])
        new = _card(
            max((one["id"] for one in cards), default=0) + 1,
            number,
            f"{month:02}/{year % 100:02}",
            " ".join(args["name"].split()),
            default=args.get("default", False) or not cards,
        )
        if new["default"]:
            for one in cards:
                one["default"] = False
        cards.append(new)
        ctx.back()
        ctx.snackbar("Card added")

    def close() -> None:
        if any(args.get(name) for name, *_ in _FIELDS):
            ctx.go("discard")
        else:
            ctx.back()

    fields = [_field(ctx, *field) for field in _FIELDS]
    body = [
        fields[0],
        Row(node="", gap=12, align="start", width="fill", children=fields[1:3]),
        fields[3],
        switch_row("Pay with this card first", args.get("default", False), ctx.edit("default"),
                   id="default"),
    ]  # fmt: skip
    save_bar = Stack(
        node="",
        width="fill",
        padding=(16, 12),
        background="surface_high",
        children=[Button(id="save_card", label="Save card", kind="filled", width="fill",
                         on_tap=save)],
    )  # fmt: skip
    return scaffold(
        Scroll(id="card_form", ref="", padding=(16, 12), gap=12, children=body),
        title="Add card",
        close=close,
        bottom=save_bar,
    )


def _field(ctx: Context, name: str, label: str, kind: Input, most: int) -> Widget:
    error: str = ctx.args.get("errors", {}).get(name, "")
    return Column(
        node="",
        key=name,
        gap=4,
        weight=1 if name in ("expiry", "cvv") else 0,
        children=[
            TextField(
                id=f"card_{name}",
                ref=name,
                hint=label,
                value=ctx.args.get(name, ""),
                input=kind,
                most=most,
                kind="outlined",
                width="fill",
                on_change=ctx.edit(name),
            ),
            Text(
                id="error",
                ref=f"error/{name}",
                value=error,
                style="caption",
                color="error",
                visible=bool(error),
            ),
        ],
    )


def _month_and_year(text: str) -> tuple[int, int]:
    """What "05/28" means; (0, 0) where it is no date."""
    match = _EXPIRY.fullmatch(text.strip())
    return (int(match[1]), 2000 + int(match[2])) if match else (0, 0)


def _errors(given: Mapping[str, Any], now: datetime) -> dict[str, str]:
    """What keeps a card from being saved, by field."""
    number = digits(given.get("number", ""))
    month, year = _month_and_year(given.get("expiry", ""))
    errors = {}
    if not 12 <= len(number) <= 19:
        errors["number"] = "Enter the 12 to 19 digits of your card"
    elif not _sums_up(number):
        errors["number"] = "This card number is not valid"
    if not month:
        errors["expiry"] = "Enter it as MM/YY"
    elif (year, month) < (now.year, now.month):
        errors["expiry"] = "This card has expired"
    if not re.fullmatch(r"\d{3,4}", given.get("cvv", "")):
        errors["cvv"] = "3 or 4 digits"
    if not given.get("name", "").strip():
        errors["name"] = "Enter the name on the card"
    return errors


def discard(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Discard this card?",
        "What you have entered will be lost.",
        yes="Discard",
        no="Keep editing",
        closes=2,
    )


def remove_card(ctx: Context) -> Widget:
    cards: list[Card] = ctx.state["cards"]
    held = next((one for one in cards if one["id"] == ctx.args["id"]), None)

    def delete() -> None:
        if held is not None:
            cards.remove(held)
            if held["default"] and cards:
                cards[0]["default"] = True
            ctx.snackbar("Card removed")

    return confirm(
        ctx,
        "Remove this card?",
        f"The card ending in {held['last4']} can no longer be paid with." if held else "",
        yes="Remove",
        no="Keep",
        then=delete,
    )


PAGES = {"payment": payment, "card": card, "discard": discard, "remove_card": remove_card}
