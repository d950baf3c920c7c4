"""Calls: the keypad, the page during a call, and those that were made."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import unquote

from pocketphone.apps.contacts.editor import create
from pocketphone.apps.contacts.lists import disc, navigation
from pocketphone.apps.contacts.people import Person, found, owner, title
from pocketphone.apps.words import digits
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Fab,
    Grid,
    Icon,
    IconButton,
    List,
    Row,
    Spacer,
    Text,
    TextField,
    Widget,
    dialog,
    empty,
    list_row,
    scaffold,
)

_KEYS = (
    ("1", ""), ("2", "ABC"), ("3", "DEF"), ("4", "GHI"), ("5", "JKL"), ("6", "MNO"),
    ("7", "PQRS"), ("8", "TUV"), ("9", "WXYZ"), ("*", ""), ("0", "+"), ("#", ""),
)  # fmt: skip


def number_of(uri: str) -> str:
    """The number in "tel:%2B1-415-555-0100"."""
    return unquote(uri.partition(":")[2])


def call(ctx: Context, number: str, one: Person | None = None) -> None:
    """Call a number of `one`, or whoever's it is: kept in the state, and its page opens."""
    one = one or owner(ctx.state["contacts"], number)
    ctx.state["calls"].append(
        {
            "number": number,
            "digits": digits(number),
            "name": one["name"] if one else "",
            "contact": one["id"] if one else None,
            "at": ctx.now.isoformat(timespec="seconds"),
        }
    )
    ctx.go("call", number=number, contact=one["id"] if one else None, muted=False, speaker=False)


def _called(ctx: Context, number: str, id_: int | None) -> Person:
    """Who was called: a contact that is still there, else somebody with only a number."""
    people = ctx.state["contacts"]
    known = next((one for one in people if one["id"] == id_), None)
    return known or owner(people, number) or {"id": 0, "name": "", "phone": number}


def in_call(ctx: Context) -> Widget:
    """The page during a call, which nobody ever answers."""
    args = ctx.args
    one = _called(ctx, args["number"], args["contact"])

    def toggle(name: str) -> None:
        args[name] = not args[name]

    def tool(name: str, label: str, icon: str) -> Widget:
        return Column(
            width=96,
            align="center",
            gap=8,
            children=[
                IconButton(
                    id=name,
                    icon=icon,
                    description=label,
                    width=64,
                    height=64,
                    radius=32,
                    background="primary" if args[name] else "surface_highest",
                    color="on_primary" if args[name] else "on_surface",
                    selected=False,
                    on_tap=partial(toggle, name),
                ),
                Text(value=label, style="label", ref=""),
            ],
        )

    end = IconButton(
        id="end_call",
        icon="phone-hangup",
        description="End call",
        width=144,
        height=72,
        radius=36,
        size=32,
        background=(186, 26, 26),
        color=(255, 255, 255),
        on_tap=ctx.back,
    )
    return Column(
        id="in_call",
        ref="",
        width="fill",
        height="fill",
        background="background",
        align="center",
        padding=(16, 72, 16, 48),
        gap=12,
        children=[
            Text(id="call_state", value="Calling\u2026", color="on_surface_dim"),
            Text(id="name", value=title(one), style="display_small", align="center", lines=2),
            Text(
                id="number", value=args["number"], color="on_surface_dim", visible=bool(one["name"])
            ),
            Spacer(height=24),
            disc(one, 128),
            Spacer(weight=1),
            Row(
                gap=24,
                children=[
                    tool("muted", "Mute", "microphone-off"),
                    tool("speaker", "Speaker", "volume-high"),
                ],
            ),
            Spacer(height=24),
            end,
        ],
    )


def dialer(ctx: Context) -> Widget:
    number: str = ctx.args.get("number", "")
    people = ctx.state["contacts"]

    def press(sign: str) -> None:
        ctx.args["number"] = number + sign

    keys = [
        Column(
            id="key",
            ref=f"key/{sign}",
            align="center",
            spread="center",
            height=68,
            on_tap=partial(press, sign),
            children=[
                Text(value=sign, style="headline", ref="", align="center"),
                Text(
                    value=letters, style="caption", color="on_surface_dim", ref="", align="center"
                ),
            ],
        )
        for sign, letters in _KEYS
    ]
    hits = found(people, number)[:20] if len(digits(number)) >= 2 else []
    rows = [
        list_row(
            title(one),
            one["phone"],
            id="suggestion",
            ref=f"contact/{one['id']}",
            key=one["id"],
            leading=disc(one),
            on_tap=partial(call, ctx, one["phone"], one),
        )
        for one in hits
    ]
    if number and not hits:
        rows = [
            list_row(
                "Create new contact",
                id="create_contact",
                leading=Icon(name="account-plus-outline"),
                on_tap=partial(create, ctx, phone=number),
            )
        ]
    field = TextField(
        id="digits",
        value=number,
        input="phone",
        kind="plain",
        style="headline",
        align="center",
        weight=1,
        padding=(8, 12),
        on_change=ctx.edit("number"),
    )
    erase = IconButton(
        id="backspace",
        icon="backspace-outline",
        description="Backspace",
        on_tap=partial(ctx.args.update, number=number[:-1]),
    )
    pad = Column(
        id="dialpad",
        ref="",
        background="surface_high",
        radius=28,
        padding=(16, 8, 16, 16),
        align="center",
        gap=8,
        children=[
            Row(width="fill", padding=(48, 0, 0, 0), children=[field, erase]),
            Grid(columns=3, width="fill", children=keys),
            Button(
                id="dial",
                label="Call",
                icon="phone",
                kind="filled",
                width=144,
                height=56,
                enabled=bool(digits(number)),
                on_tap=partial(call, ctx, number),
            ),
        ],
    )
    listed = List(id="suggestions", ref="", weight=1, children=rows)
    return scaffold(Column(node="", children=[listed, pad]), title="Phone", back=ctx.back)


def recents(ctx: Context) -> Widget:
    calls: list[dict[str, Any]] = ctx.state["calls"]
    clear = IconButton(
        id="menu_clear",
        icon="trash-can-outline",
        visible=bool(calls),
        on_tap=partial(ctx.go, "clear_calls"),
    )
    rows = [_made(ctx, made, place) for place, made in enumerate(calls)]
    return scaffold(
        List(id="list", ref="", children=rows[::-1], padding=(0, 0, 0, 88))
        if rows
        else empty("phone-log-outline", "No recent calls"),
        title="Recents",
        actions=[clear],
        fab=Fab(
            id="floating_action_button",
            icon="dialpad",
            description="Key pad",
            on_tap=partial(ctx.go, "dialer", number=""),
        ),
        bottom=navigation(ctx),
    )


def _made(ctx: Context, made: dict[str, Any], place: int) -> Widget:
    one = _called(ctx, made["number"], made["contact"])
    return list_row(
        title(one),
        f"Outgoing, {datetime.fromisoformat(made['at']):%H:%M}",
        id="call_log",
        ref=f"call/{place}",
        key=place,
        title_id="name",
        leading=disc(one),
        trailing=IconButton(
            icon="phone-outline",
            ref=f"call/{place}/again",
            on_tap=partial(call, ctx, made["number"], one if one["id"] else None),
        ),
        on_tap=partial(ctx.go, "dialer", number=made["number"])
        if not one["id"]
        else partial(ctx.go, "contact", id=one["id"]),
    )


def clear_calls(ctx: Context) -> Widget:
    def clear() -> None:
        ctx.state["calls"].clear()
        ctx.back()

    return dialog(
        "Clear call history?",
        "All calls will be removed from the list.",
        cancel=("Cancel", ctx.back),
        confirm=("Clear", clear),
    )


PAGES = {"call": in_call, "dialer": dialer, "recents": recents, "clear_calls": clear_calls}
