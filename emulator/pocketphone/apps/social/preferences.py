"""Settings and privacy."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.forms import Choice, Clear, Form, Heading, Layout, Link, Page, Toggle
from pocketphone.apps.social.cards import face_of
from pocketphone.apps.social.composer import AUDIENCES
from pocketphone.ui import Button, Context, List, Text, Widget, confirm, empty, list_row, scaffold

_AUTOPLAY = {"always": "On mobile data and Wi-Fi", "wifi": "On Wi-Fi only", "never": "Never"}


def _quiet_count(ctx: Context) -> str:
    return f"{sum(one['muted'] or one['blocked'] for one in ctx.state['people'])} accounts"


def _searches(ctx: Context) -> str:
    return f"{len(ctx.state['searches'])} searches"


SETTINGS = Form("Settings and privacy", [
    Heading("Privacy"),
    Toggle("Private account", "private", "Only followers you accept see your posts",
           confirm="go_private"),
    Choice("Who can reply to you", "audience", AUDIENCES),
    Link("Muted and blocked", "quiet", _quiet_count, chevron=True),
    Toggle("Show sensitive pictures", "sensitive"),
    Heading("Notifications"),
    Toggle("Mentions and replies", "mentions"),
    Toggle("Likes and reposts", "likes"),
    Heading("Data"),
    Toggle("Data saver", "data_saver", "Load smaller pictures"),
    Choice("Play videos by themselves", "autoplay", _AUTOPLAY),
    Clear("Clear search history", "clear_searches", "searches", _searches,
          question="Clear search history?", when_empty=False),
    Heading("About"),
    Link("Help centre", "help", args={"path": "basics"}),
    Link("Terms of service", "help", id="terms", args={"path": "terms"}),
])  # fmt: skip


def go_private(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Make your account private?",
        "Your posts will be hidden from everybody who does not follow you.",
        yes="Make private",
        then=partial(ctx.state["settings"].update, private=True),
    )


def quiet(ctx: Context) -> Widget:
    """Those who were muted or blocked, each with a way back."""
    rows = [
        list_row(
            one["name"],
            "Blocked" if one["blocked"] else "Muted",
            id="quiet_person",
            ref=f"quiet/{one['id']}",
            key=one["id"],
            leading=face_of(ctx, one["id"]),
            trailing=Button(
                id="restore",
                ref=f"restore/{one['id']}",
                label="Undo",
                on_tap=partial(one.update, muted=False, blocked=False),
            ),
        )
        for one in ctx.state["people"]
        if one["muted"] or one["blocked"]
    ]
    nobody = empty("volume-high", "Nobody is muted or blocked")
    hint = Text(
        ref="", value="They are not told.", style="body_small", color="on_surface_dim",
        padding=(16, 8),
    )  # fmt: skip
    return scaffold(
        List(id="quiet_list", ref="", children=[hint, *rows]) if rows else nobody,
        title="Muted and blocked",
        back=ctx.back,
    )


PAGES: dict[str, Page] = {
    **Layout().pages({"settings": SETTINGS}),
    "go_private": go_private,
    "quiet": quiet,
}
