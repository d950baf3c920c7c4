"""Settings: a list of pages, each of switches and choices."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.chat.parts import own_face
from pocketphone.apps.chat.storage import size
from pocketphone.apps.forms import Choice, Form, Heading, Layout, Link, Toggle
from pocketphone.ui import Context, Widget, list_row

EVENINGS = range(18, 24)  # the hours from which it may be dark until MORNING
MORNING = 6
_WHO = {"everybody": "Everybody", "contacts": "My contacts", "nobody": "Nobody"}
DARK = Choice(
    "Dark mode",
    "dark",
    {"system": "System default", "on": "On", "off": "Off", "saver": "With Battery Saver"}
    | {str(hour): f"{hour}:00 \u2013 0{MORNING}:00" for hour in EVENINGS},
)


def _account(ctx: Context) -> list[Widget]:
    one = ctx.state["me"]
    face, tap = own_face(ctx, 52, one["photo"]), partial(ctx.go, "me")
    return [list_row(one["name"], one["about"], id="account", leading=face, on_tap=tap)]


def _blocked_names(ctx: Context) -> str:
    return ", ".join(one["name"] for one in ctx.state["people"] if one["blocked"]) or "Nobody"


def _storage_size(ctx: Context) -> str:
    return size(sum(ctx.state["storage"].values()))


FORMS = {
    "settings": Form("Settings", [
        _account,
        Heading("Settings"),
        Link("Chat settings", "look", "Theme, dark mode, text size", id="chat_settings",
             icon="palette-outline"),
        Link("Notifications", "notifications", "Messages, groups, preview", icon="bell-outline"),
        Link("Privacy", "privacy", "Last seen, blocked people", icon="lock-outline"),
        Link("Data and storage", "data", "Downloads, calls", icon="database-outline"),
        Link("Help", "help", "Questions, looks, privacy", icon="help-circle-outline",
             args={"path": "questions"}),
    ]),
    "notifications": Form("Notifications", [
        Toggle("Messages", "notify_chats", "Tell me about new messages"),
        Toggle("Groups", "notify_groups", "Tell me about new messages in groups"),
        Toggle("Show preview", "preview", "The first words of a message"),
        Toggle("Vibrate", "vibrate"),
    ]),
    "privacy": Form("Privacy", [
        Choice("Last seen", "last_seen", _WHO),
        Choice("Profile picture", "picture", _WHO),
        Choice("Who can add me to groups", "groups", _WHO),
        Toggle("Read receipts", "receipts", "Others see when you have read a message"),
        Link("Blocked people", "blocked", _blocked_names),
    ]),
    "data": Form("Data and storage", [
        Toggle("Download photos on Wi-Fi", "wifi_download"),
        Toggle("Download photos on mobile data", "data_download"),
        Toggle("Use less data for calls", "less_data"),
        Link("Storage use", "storage", _storage_size),
    ]),
}  # fmt: skip
PAGES = Layout().pages(FORMS, DARK)
