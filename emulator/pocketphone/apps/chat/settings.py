"""Settings: a list of pages, each of switches and choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import setitem

from pocketphone.apps.chat.parts import own_face
from pocketphone.apps.chat.storage import size
from pocketphone.ui import (
    Context,
    Icon,
    Widget,
    ask_which,
    kept_switch,
    list_row,
    section,
    settings_page,
)

EVENINGS = range(18, 24)  # the hours from which it may be dark until MORNING
MORNING = 6
_WHO = {"everybody": "Everybody", "contacts": "My contacts", "nobody": "Nobody"}
CHOICES = {
    "last_seen": ("Last seen", _WHO),
    "picture": ("Profile picture", _WHO),
    "groups": ("Who can add me to groups", _WHO),
    "dark": (
        "Dark mode",
        {"system": "System default", "on": "On", "off": "Off", "saver": "With Battery Saver"}
        | {str(hour): f"{hour}:00 \u2013 0{MORNING}:00" for hour in EVENINGS},
    ),
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
    rows.append(
        list_row(
            "Help",
            "Questions, looks, privacy",
            id="help",
            leading=Icon(name="help-circle-outline"),
            on_tap=partial(ctx.go, "help", path="questions"),
        )
    )
    return settings_page(ctx, "Settings", *rows)


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
            rows.append(kept_switch(held, key, title, summary))
    if name == "data":
        taken = size(sum(ctx.state["storage"].values()))
        rows.append(list_row("Storage use", taken, id="storage", on_tap=partial(ctx.go, "storage")))
    if name == "privacy":
        blocked = [one["name"] for one in ctx.state["people"] if one["blocked"]]
        rows.append(
            list_row(
                "Blocked people",
                ", ".join(blocked) or "Nobody",
                id="blocked",
                on_tap=partial(ctx.go, "blocked"),
            )
        )
    return settings_page(ctx, _PAGES[name][0], *rows)


def choose(ctx: Context) -> Widget:
    name, held = ctx.args["name"], ctx.state["settings"]
    return ask_which(ctx, *CHOICES[name], held[name], partial(setitem, held, name))


PAGES: dict[str, Callable[[Context], Widget]] = {
    "settings": settings,
    "choose": choose,
    **{name: partial(_page, name) for name in _PAGES},
}
