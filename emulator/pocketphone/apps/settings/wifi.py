"""Wi-Fi: the networks around, how one is joined, and how one is forgotten."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from pocketphone.apps import permission
from pocketphone.apps.forms import Toggle
from pocketphone.apps.settings.rows import draw, value_of
from pocketphone.ui import (
    Context,
    Icon,
    IconButton,
    List,
    Scroll,
    Stack,
    Widget,
    ask_text,
    confirm,
    empty,
    list_row,
    scaffold,
    section,
)

Network = dict[str, Any]
_LEAST = 8  # characters of a WPA password
_SWITCH = Toggle("Wi-Fi", "global/wifi_on")
_NAMES = (
    "Attic 5G", "Blue Door", "Greenhouse", "Harbour Cafe", "Linden Court", "Number 27",
    "Orchard", "Printworks", "Rooftop", "Studio 9", "Tram Wi-Fi", "Willow House",
)  # fmt: skip
_WORDS = ("amber", "birch", "copper", "fern", "lantern", "maple", "otter", "pebble", "thistle")


def generate(rng: Random) -> list[Network]:
    """Nine networks around, the second and sixth open, the first two known to the phone."""
    return [
        {
            "ssid": name,
            "ssid_lower": name.lower(),
            "secured": place % 4 != 1,
            "password": password(rng) if place % 4 != 1 else "",
            "saved": place < 2,
            "signal": rng.randint(1, 4),
            "refused": False,
        }
        for place, name in enumerate(rng.sample(_NAMES, 9))
    ]


def password(rng: Random) -> str:
    return f"{rng.choice(_WORDS)}-{rng.choice(_WORDS)}-{rng.randint(10, 99)}"


def wifi(ctx: Context) -> Widget:
    rows = [draw(ctx, _SWITCH)]
    if value_of(ctx, _SWITCH.key) == "1":
        connected = ctx.state["connected"]
        known = sorted(
            ctx.state["networks"],
            key=lambda one: (one["ssid"] != connected, -one["signal"], one["ssid_lower"]),
        )
        rows += [section(ctx.say("Networks")), *(_row(ctx, one) for one in known)]
        body: Widget = List(id="wifi_list", ref="", padding=(0, 0, 0, 24), children=rows)
    else:
        off = empty("wifi-off", ctx.say("To see available networks, turn Wi-Fi on"))
        body = Stack(children=[off, List(children=rows)])
    scanner = IconButton(
        ref="scan", icon="qrcode-scan", on_tap=partial(permission.ask, ctx, "camera", "scan")
    )
    return scaffold(body, title=ctx.say("Internet"), back=ctx.back, actions=[scanner])


def _row(ctx: Context, network: Network) -> Widget:
    ssid = network["ssid"]
    connected = ssid == ctx.state["connected"]
    summary = ""
    if connected:
        summary = ctx.say("Connected")
    elif network["refused"]:
        summary = ctx.say("Check password and try again")
    elif network["saved"]:
        summary = ctx.say("Saved")
    details = partial(ctx.go, "network_details", ssid=ssid)
    trailing: Widget | None = Icon(name="lock-outline", size=20) if network["secured"] else None
    if network["saved"]:
        trailing = IconButton(
            id="settings_button", ref=f"details/{ssid}", icon="cog-outline", on_tap=details
        )
    return list_row(
        ssid,
        summary,
        id="wifi_entry",
        ref=f"wifi/{ssid}",
        key=ssid,
        leading=Icon(
            name=f"wifi-strength-{network['signal']}",
            color="primary" if connected else "on_surface_dim",
        ),
        trailing=trailing,
        selected=connected,
        on_tap=details if connected else partial(_join, ctx, network),
        on_long_press=details if network["saved"] else None,
    )


def _join(ctx: Context, network: Network) -> None:
    if network["secured"] and (not network["saved"] or network["refused"]):
        ctx.go("wifi_password", ssid=network["ssid"], typed="")
    else:
        network["saved"] = True
        ctx.state["connected"] = network["ssid"]


def _network_of(ctx: Context) -> Network:
    found: Network = next(one for one in ctx.state["networks"] if one["ssid"] == ctx.args["ssid"])
    return found


def wifi_password(ctx: Context) -> Widget:
    """The question for a network's password."""
    network, typed = _network_of(ctx), ctx.args["typed"]

    def connect() -> None:
        right = typed == network["password"]
        network.update(saved=True, refused=not right)
        if right:
            ctx.state["connected"] = network["ssid"]
        else:
            ctx.snackbar(ctx.say("Couldn't connect: check the password"))

    return ask_text(
        ctx,
        network["ssid"],
        "typed",
        id="password",
        hint=ctx.say("Password"),
        input="password",
        yes=ctx.say("Connect"),
        no=ctx.say("Cancel"),
        then=connect,
        ready=len(typed) >= _LEAST,
    )


def network_details(ctx: Context) -> Widget:
    network = _network_of(ctx)
    connected = network["ssid"] == ctx.state["connected"]
    strength = ("Weak", "Fair", "Good", "Excellent")[network["signal"] - 1]

    def disconnect() -> None:
        ctx.state["connected"] = None

    rows = [
        list_row(
            ctx.say("Disconnect" if connected else "Connect"),
            id="connect",
            leading=Icon(name="wifi-off" if connected else "wifi"),
            on_tap=disconnect if connected else partial(_join, ctx, network),
        ),
        list_row(
            ctx.say("Forget"),
            id="forget",
            leading=Icon(name="trash-can-outline"),
            on_tap=partial(ctx.go, "forget_network", ssid=network["ssid"]),
        ),
        list_row(ctx.say("Signal strength"), ctx.say(strength), ref=""),
        list_row(ctx.say("Security"), "WPA2" if network["secured"] else ctx.say("None"), ref=""),
    ]
    return scaffold(
        Scroll(id="network_details_page", ref="", children=rows),
        title=network["ssid"],
        back=ctx.back,
    )


def forget_network(ctx: Context) -> Widget:
    network = _network_of(ctx)

    def forget() -> None:
        network.update(saved=False, refused=False)
        if ctx.state["connected"] == network["ssid"]:
            ctx.state["connected"] = None

    return confirm(
        ctx,
        ctx.say("Forget network?"),
        ctx.say("All passwords for this network will be deleted"),
        yes=ctx.say("Forget"),
        no=ctx.say("Cancel"),
        then=forget,
        closes=2,
    )


def reset_network(ctx: Context) -> Widget:
    """The question before every network and device is forgotten."""

    def reset() -> None:
        for network in ctx.state["networks"]:
            network.update(saved=False, refused=False)
        for device in ctx.state["devices"]:
            device.update(paired=False, connected=False)
        ctx.state["connected"] = None
        ctx.snackbar(ctx.say("Networks and devices were forgotten"))

    return confirm(
        ctx,
        ctx.say("Reset Wi-Fi and Bluetooth?"),
        ctx.say("Forgets every network and device"),
        yes=ctx.say("Reset"),
        no=ctx.say("Cancel"),
        then=reset,
    )


PAGES = {
    "reset_network": reset_network,
    "wifi": wifi,
    "wifi_password": wifi_password,
    "network_details": network_details,
    "forget_network": forget_network,
}
