"""Bluetooth: what is paired, what is near, and the phone's own name."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from pocketphone.apps.forms import Toggle
from pocketphone.apps.settings.rows import draw, put, value_of
from pocketphone.ui import (
    Context,
    Icon,
    IconButton,
    List,
    Widget,
    ask_text,
    confirm,
    list_row,
    scaffold,
    section,
)

Device = dict[str, Any]
_BLUETOOTH = Toggle("Use Bluetooth", "global/bluetooth_on")
_MODELS = (
    ("Cloudline", "headphones"), ("Curlew", "speaker"), ("Heron", "watch"),
    ("Kittiwake", "car"), ("Lapwing", "speaker"), ("Plover", "headphones"),
    ("Rivet", "keyboard"), ("Tern", "watch"),
)  # fmt: skip


def generate(rng: Random) -> list[Device]:
    """Three devices that are paired, and three that are near."""
    return [
        {"id": place, "name": name, "kind": kind, "paired": place <= 3, "connected": place == 1}
        for place, (name, kind) in enumerate(rng.sample(_MODELS, 6), start=1)
    ]


def devices(ctx: Context) -> Widget:
    rows = [draw(ctx, _BLUETOOTH)]
    if value_of(ctx, _BLUETOOTH.key) == "1":
        rows.append(
            list_row(
                ctx.say("Pair new device"),
                ref="pair",
                leading=Icon(name="plus"),
                on_tap=partial(ctx.go, "pairing"),
            )
        )
        rows.append(section(ctx.say("Saved devices")))
        rows += [_device_row(ctx, one) for one in ctx.state["devices"] if one["paired"]]
    body = List(id="device_list", ref="", children=rows)
    return scaffold(body, title=ctx.say("Connected devices"), back=ctx.back)


def _device_row(ctx: Context, device: Device) -> Widget:
    return list_row(
        device["name"],
        ctx.say("Connected" if device["connected"] else "Not connected"),
        ref=f"device/{device['id']}",
        key=device["id"],
        leading=Icon(name=device["kind"]),
        trailing=IconButton(
            id="settings_button",
            ref=f"forget/{device['id']}",
            icon="cog-outline",
            on_tap=partial(ctx.go, "unpair", id=device["id"]),
        ),
        on_tap=lambda: device.update(connected=not device["connected"]),
    )


def pairing(ctx: Context) -> Widget:
    """The devices that are near and not paired yet."""
    near = [one for one in ctx.state["devices"] if not one["paired"]]
    rows = [
        list_row(
            device["name"],
            ref=f"near/{device['id']}",
            key=device["id"],
            leading=Icon(name=device["kind"]),
            on_tap=partial(ctx.go, "pair", id=device["id"]),
        )
        for device in near
    ]
    known = ctx.say("Available devices" if near else "No devices near")
    body = List(id="pairing_list", ref="", children=[section(known), *rows])
    return scaffold(body, title=ctx.say("Pair new device"), back=ctx.back)


def _device_of(ctx: Context) -> Device:
    found: Device = next(one for one in ctx.state["devices"] if one["id"] == ctx.args["id"])
    return found


def pair(ctx: Context) -> Widget:
    device = _device_of(ctx)
    return confirm(
        ctx,
        ctx.say("Pair with {name}?", name=device["name"]),
        yes=ctx.say("Pair"),
        no=ctx.say("Cancel"),
        then=partial(device.update, paired=True, connected=True),
        closes=2,
    )


def unpair(ctx: Context) -> Widget:
    device = _device_of(ctx)
    return confirm(
        ctx,
        ctx.say("Forget {name}?", name=device["name"]),
        ctx.say("Your phone will no longer be paired with it"),
        yes=ctx.say("Forget device"),
        no=ctx.say("Cancel"),
        then=partial(device.update, paired=False, connected=False),
    )


def device_name(ctx: Context) -> Widget:
    """The dialog that renames the phone itself."""
    key = "global/device_name"
    name = str(ctx.args.setdefault("name", value_of(ctx, key))).strip()
    return ask_text(
        ctx,
        ctx.say("Device name"),
        "name",
        id="edittext",
        most=30,
        select_on_focus=True,
        yes=ctx.say("OK"),
        no=ctx.say("Cancel"),
        then=partial(put, ctx, key, name),
        ready=bool(name),
    )


PAGES = {
    "devices": devices,
    "pairing": pairing,
    "pair": pair,
    "unpair": unpair,
    "device_name": device_name,
}
