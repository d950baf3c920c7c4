"""Calls: the keypad, and the page during a call."""

from __future__ import annotations

from functools import partial
from urllib.parse import unquote

from pocketphone.apps.contacts.editor import create
from pocketphone.apps.contacts.lists import disc
from pocketphone.apps.contacts.people import Person, find, owner, title
from pocketphone.apps.words import digits
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Grid,
    Icon,
    IconButton,
    List,
    Row,
    Spacer,
    Text,
    TextField,
    Widget,
    list_row,
    scaffold,
)

_LOW_DP = 700  # the height below which the page of a call is crowded
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


def person_called(ctx: Context, number: str, id_: int | None) -> Person:
    """Who was called: a contact that is still there, else somebody with only a number."""
    people = ctx.state["contacts"]
    known = next((one for one in people if one["id"] == id_), None)
    return known or owner(people, number) or {"id": 0, "name": "", "phone": number}


def in_call(ctx: Context) -> Widget:
    """The page during a call, which nobody ever answers."""
    number: str = ctx.args["number"]
    one = person_called(ctx, number, ctx.args["contact"])
    wide = ctx.width_dp > ctx.height_dp
    low = not wide and ctx.height_dp < _LOW_DP
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
    who = [
        Text(id="call_state", value="Calling\u2026", color="on_surface_dim"),
        Text(id="name", value=title(one), style="display_small", align="center", lines=2),
        Text(id="number", value=number, color="on_surface_dim", visible=bool(one["name"])),
        Spacer(height=24),
        disc(one, 72 if low else 128),
    ]
    tools = Row(
        gap=24,
        children=[
            _tool(ctx, "muted", "Mute", "microphone-off"),
            _tool(ctx, "speaker", "Speaker", "volume-high"),
        ],
    )
    line = Row if wide else Column
    return line(
        id="in_call",
        ref="",
        width="fill",
        height="fill",
        background="background",
        align="center",
        padding=(16, 16) if wide else (16, 24) if low else (16, 72, 16, 48),
        children=[
            Column(node="", weight=1, align="center", gap=12, children=who),
            Column(node="", weight=1 if wide else 0, align="center", gap=24, children=[tools, end]),
        ],
    )


def _tool(ctx: Context, name: str, label: str, icon: str) -> Widget:
    on: bool = ctx.args[name]
    button = IconButton(
        id=name,
        icon=icon,
        description=label,
        width=64,
        height=64,
        radius=32,
        background="primary" if on else "surface_highest",
        color="on_primary" if on else "on_surface",
        on=on,
        on_tap=partial(ctx.args.update, {name: not on}),
    )
    caption = Text(value=label, style="label", ref="")
    return Column(width=96, align="center", gap=8, children=[button, caption])


def dialer(ctx: Context) -> Widget:
    """The key pad, and above it who the number may be of."""
    number: str = ctx.args.get("number", "")
    wide = ctx.width_dp > ctx.height_dp
    listed = List(id="suggestions", ref="", weight=1, children=_suggestions(ctx, number))
    line = Row if wide else Column
    body = line(node="", align="stretch", children=[listed, _pad(ctx, number, wide)])
    return scaffold(body, title="Phone", back=ctx.back)


def _suggestions(ctx: Context, number: str) -> list[Widget]:
    hits = find(ctx.state["contacts"], number)[:20] if len(digits(number)) >= 2 else []
    if number and not hits:
        plus = Icon(name="account-plus-outline")
        on_tap = partial(create, ctx, phone=number)
        return [list_row("Create new contact", id="create_contact", leading=plus, on_tap=on_tap)]
    asked = digits(number)
    meant = [
        (one, one["phone"] if asked in one["digits"] else one["work_phone"] or one["phone"])
        for one in hits
    ]
    return [
        list_row(
            title(one),
            its,
            id="suggestion",
            ref=f"contact/{one['id']}",
            key=one["id"],
            leading=disc(one),
            on_tap=partial(call, ctx, its, one),
        )
        for one, its in meant
    ]


def _pad(ctx: Context, number: str, wide: bool) -> Widget:
    """The field with the keys below it; `wide` screens are low, and so are its keys."""
    field = TextField(
        id="digits",
        value=number,
        input="phone",
        kind="plain",
        style="title" if wide else "headline",
        align="center",
        weight=1,
        padding=(8, 8 if wide else 12),
        on_change=ctx.edit("number"),
    )
    erase = IconButton(
        id="backspace",
        icon="backspace-outline",
        description="Backspace",
        on_tap=partial(ctx.args.update, number=number[:-1]),
    )
    dial = Button(
        id="dial",
        label="Call",
        icon="phone",
        kind="filled",
        width=144,
        height=44 if wide else 56,
        enabled=bool(digits(number)),
        on_tap=partial(call, ctx, number),
    )
    keys = [_key(ctx, sign, letters, wide) for sign, letters in _KEYS]
    return Column(
        id="dialpad",
        ref="",
        background="surface_high",
        radius=28,
        padding=(16, 0, 16, 8) if wide else (16, 8, 16, 16),
        weight=1 if wide else 0,
        align="center",
        gap=0 if wide else 8,
        children=[
            Row(width="fill", padding=(48, 0, 0, 0), children=[field, erase]),
            Grid(columns=3, width="fill", children=keys),
            dial,
        ],
    )


def _key(ctx: Context, sign: str, letters: str, wide: bool) -> Widget:
    def press() -> None:
        ctx.args["number"] = ctx.args.get("number", "") + sign

    return Column(
        id="key",
        ref=f"key/{sign}",
        align="center",
        spread="center",
        height=44 if wide else 68,
        on_tap=press,
        children=[
            Text(value=sign, style="title" if wide else "headline", ref=""),
            Text(value=letters, style="caption", color="on_surface_dim", ref="", visible=not wide),
        ],
    )


PAGES = {"call": in_call, "dialer": dialer}
