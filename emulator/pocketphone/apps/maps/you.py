"""The owner's page: home and work, the search history, settings."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.forms import Choice, Form, Heading, Ids, Layout, Page, Toggle
from pocketphone.apps.maps import parts
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Text,
    Widget,
    confirm,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    section,
)


def you(ctx: Context) -> Widget:
    state = ctx.state

    def own(key: str, icon: str) -> Widget:
        place = parts.place_of(state, key)
        return list_row(
            f"Set {key} address",
            place["address"] if place else "",
            id="own_place",
            ref=f"set/{key}",
            leading=Icon(name=icon),
            on_tap=partial(parts.search_for, ctx, key),
        )

    head = Column(
        align="center",
        padding=(16, 16, 16, 24),
        gap=8,
        children=[
            Icon(name="account-circle", size=72, color="primary"),
            Text(id="total", value=_total(ctx), style="body_small", color="on_surface_dim"),
        ],
    )
    rows = [
        head,
        section("Your places"),
        own("home", "home-outline"),
        own("work", "briefcase-outline"),
        section("Your data"),
        list_row(
            "Search history",
            f"{len(state['recent'])} searches",
            id="history",
            leading=Icon(name="history"),
            on_tap=partial(ctx.go, "history"),
        ),
        list_row(
            "Timeline",
            "Where you have been",
            id="timeline",
            leading=Icon(name="chart-timeline-variant"),
            on_tap=partial(ctx.go, "timeline"),
        ),
        list_row(
            "Settings",
            id="settings",
            leading=Icon(name="cog-outline"),
            on_tap=partial(ctx.go, "settings"),
        ),
    ]
    return scaffold(
        List(id="you_list", ref="", children=rows),
        title="You",
        actions=[more_options(partial(ctx.go, "you_menu"))],
        bottom=parts.navigation(ctx),
    )


def you_menu(ctx: Context) -> Widget:
    def about() -> None:
        ctx.back()
        ctx.toast(f"{ctx.app.label} {ctx.app.version_name}")

    return menu([("Help", partial(ctx.replace, "help")), ("About", about)])


def _total(ctx: Context) -> str:
    places = {id_ for ids in ctx.state["saved"].values() for id_ in ids}
    return f"{len(places)} saved places"


def history(ctx: Context) -> Widget:
    recent: list[str] = ctx.state["recent"]
    rows = [
        list_row(
            text,
            id="recent",
            ref=f"recent/{text}",
            key=text,
            leading=Icon(name="history"),
            trailing=IconButton(
                ref=f"forget/{text}", icon="close", on_tap=partial(recent.remove, text)
            ),
        )
        for text in recent
    ]
    clear = IconButton(
        id="clear_history",
        icon="trash-can-outline",
        description="Clear history",
        visible=bool(recent),
        on_tap=partial(ctx.go, "clear_history"),
    )
    return scaffold(
        List(id="history_list", ref="", children=rows)
        if rows
        else empty("history", "No recent searches"),
        title="Search history",
        back=ctx.back,
        actions=[clear],
    )


def clear_history(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Clear search history?",
        "Your recent searches will be removed from this phone.",
        yes="Clear",
        then=ctx.state["recent"].clear,
    )


SETTINGS = Form("Settings", [
    Heading("Display"),
    Choice("Distance units", "units", {"km": "Kilometres", "miles": "Miles"}, page="units"),
    Heading("Navigation"),
    Toggle("Voice guidance", "voice"),
    Heading("Privacy"),
    Toggle("Keep search history", "history", "New searches are added to the recent ones",
           ref="keep_history"),
])  # fmt: skip
LAYOUT = Layout(ids=Ids(toggle=("setting", "{name}")))
PAGES: dict[str, Page] = {
    "you": you,
    "you_menu": you_menu,
    "history": history,
    "clear_history": clear_history,
    **LAYOUT.pages({"settings": SETTINGS}),
}
