"""Settings and privacy."""

from __future__ import annotations

from functools import partial
from operator import setitem

from pocketphone.apps.social.cards import face_of
from pocketphone.apps.social.composer import AUDIENCES
from pocketphone.ui import (
    Button,
    Context,
    Icon,
    List,
    Text,
    Widget,
    ask_which,
    confirm,
    empty,
    kept_switch,
    list_row,
    scaffold,
    section,
    settings_page,
    switch_row,
)

_AUTOPLAY = {"always": "On mobile data and Wi-Fi", "wifi": "On Wi-Fi only", "never": "Never"}
_CHOICES = {
    "audience": ("Who can reply to you", AUDIENCES),
    "autoplay": ("Play videos by themselves", _AUTOPLAY),
}


def settings(ctx: Context) -> Widget:
    held = ctx.state["settings"]
    quiet = sum(one["muted"] or one["blocked"] for one in ctx.state["people"])
    private = switch_row(
        "Private account",
        held["private"],
        partial(_private, ctx),
        "Only followers you accept see your posts",
        id="private",
    )
    rows = [
        section("Privacy"),
        private,
        _choice(ctx, "audience"),
        list_row(
            "Muted and blocked",
            f"{quiet} accounts",
            id="quiet",
            trailing=Icon(name="chevron-right"),
            on_tap=partial(ctx.go, "quiet"),
        ),
        kept_switch(held, "sensitive", "Show sensitive pictures"),
        section("Notifications"),
        kept_switch(held, "mentions", "Mentions and replies"),
        kept_switch(held, "likes", "Likes and reposts"),
        section("Data"),
        kept_switch(held, "data_saver", "Data saver", "Load smaller pictures"),
        _choice(ctx, "autoplay"),
        list_row(
            "Clear search history",
            f"{len(ctx.state['searches'])} searches",
            id="clear_searches",
            enabled=bool(ctx.state["searches"]),
            on_tap=partial(ctx.go, "clear_searches"),
        ),
        section("About"),
        list_row("Help centre", id="help", on_tap=partial(ctx.go, "help", path="basics")),
        list_row("Terms of service", id="terms", on_tap=partial(ctx.go, "help", path="terms")),
    ]
    return settings_page(ctx, "Settings and privacy", *rows)


def _private(ctx: Context, on: bool) -> None:
    if on:
        ctx.go("go_private")
    else:
        ctx.state["settings"]["private"] = False


def go_private(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Make your account private?",
        "Your posts will be hidden from everybody who does not follow you.",
        yes="Make private",
        then=partial(ctx.state["settings"].update, private=True),
    )


def _choice(ctx: Context, name: str) -> Widget:
    title, labels = _CHOICES[name]
    now = labels[ctx.state["settings"][name]]
    return list_row(title, now, id=name, on_tap=partial(ctx.go, "choose", name=name))


def choose(ctx: Context) -> Widget:
    name, held = ctx.args["name"], ctx.state["settings"]
    return ask_which(ctx, *_CHOICES[name], held[name], partial(setitem, held, name))


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


def clear_searches(ctx: Context) -> Widget:
    return confirm(ctx, "Clear search history?", yes="Clear", then=ctx.state["searches"].clear)


PAGES = {
    "settings": settings,
    "go_private": go_private,
    "choose": choose,
    "quiet": quiet,
    "clear_searches": clear_searches,
}
