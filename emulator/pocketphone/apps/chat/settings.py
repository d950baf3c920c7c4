"""Settings: a list of pages, each of switches and choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pocketphone.apps.chat.parts import own_face
from pocketphone.ui import (
    Context,
    Icon,
    List,
    Widget,
    ask_which,
    list_row,
    scaffold,
    section,
    switch_row,
)

_WHO = {"everybody": "Everybody", "contacts": "My contacts", "nobody": "Nobody"}
CHOICES = {
    "last_seen": ("Last seen", _WHO),
    "picture": ("Profile picture", _WHO),
    "groups": ("Who can add me to groups", _WHO),
    "dark": ("Dark mode", {"system": "System default", "on": "On", "off": "Off"}),
}
_SWITCHES = {
    "notify_chats": ("Messages", "Tell me about new messages"),
    "notify_groups": ("Groups", "Tell me about new messages in groups"),
    "preview": ("Show preview", "The first words of a message"),
    "vibrate": ("Vibrate", ""),
    "receipts": ("Read receipts", "Others see when you have read a message"),
    "wifi_download": ("Download photos on Wi-Fi", ""),
    "data_download": ("Download photos on mobile data", ""),
    "less_data": ("Use less data for calls", ""),
}
_PAGES = {
    "notifications": ("Notifications", "bell-outline", "Messages, groups, preview"),
    "privacy": ("Privacy", "lock-outline", "Last seen, blocked people"),
    "data": ("Data and storage", "database-outline", "Downloads, calls"),
}
_ON_PAGE = {
    "notifications": ("notify_chats", "notify_groups", "preview", "vibrate"),
    "privacy": ("last_seen", "picture", "groups", "receipts"),
    "data": ("wifi_download", "data_download", "less_data"),
}


def settings(ctx: Context) -> Widget:
    one = ctx.state["me"]
    rows = [
        list_row(
            one["name"],
            one["about"],
            id="account",
            leading=own_face(ctx, 52, one["photo"]),
            on_tap=partial(ctx.go, "me"),
        ),
        section("Settings"),
        list_row(
            "Chat settings",
            "Theme, dark mode, text size",
            id="chat_settings",
            leading=Icon(name="palette-outline"),
            on_tap=partial(ctx.go, "look"),
        ),
    ] + [
        list_row(title, summary, id=page, leading=Icon(name=icon), on_tap=partial(ctx.go, page))
        for page, (title, icon, summary) in _PAGES.items()
    ]
    return scaffold(
        List(id="settings_list", ref="", children=rows), title="Settings", back=ctx.back
    )


def _page(name: str, ctx: Context) -> Widget:
    """One of the pages: its choices and switches."""
    held = ctx.state["settings"]
    rows: list[Widget] = []
    for key in _ON_PAGE[name]:
        if key in CHOICES:
            title, labels = CHOICES[key]
            tap = partial(ctx.go, "choose", name=key)
            rows.append(list_row(title, labels[held[key]], id=key, on_tap=tap))
        else:
            title, summary = _SWITCHES[key]
            rows.append(switch_row(title, held[key], partial(_set, ctx, key), summary, id=key))
    if name == "privacy":
        blocked = [one["name"] for one in ctx.state["people"] if one["blocked"]]
        rows.append(list_row("Blocked people", ", ".join(blocked) or "Nobody", id="blocked"))
    return scaffold(
        List(id="settings_list", ref="", children=rows), title=_PAGES[name][0], back=ctx.back
    )


def _set(ctx: Context, key: str, value: object) -> None:
    ctx.state["settings"][key] = value


def choose(ctx: Context) -> Widget:
    name = ctx.args["name"]
    held = ctx.state["settings"][name]
    return ask_which(ctx, *CHOICES[name], held, partial(_set, ctx, name))


PAGES: dict[str, Callable[[Context], Widget]] = {
    "settings": settings,
    "choose": choose,
    **{name: partial(_page, name) for name in _PAGES},
}
