"""The page of one channel, and what its bell may do."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.art import Art
from pocketphone.apps.media import face, many
from pocketphone.apps.video.catalogue import TOPICS, Channel, Video, channel_of
from pocketphone.apps.video.home import search_button
from pocketphone.apps.video.parts import SITE, row, subscribe
from pocketphone.apps.video.shorts import tiles
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Tab,
    Text,
    Widget,
    confirm,
    list_row,
    scaffold,
    sheet,
    switch_row,
    tab_bar,
)
from pocketphone.ui.controls import Radio

_TABS = {"videos": "Videos", "popular": "Popular", "shorts": "Shorts", "about": "About"}
_BELLS = (
    ("all", "All", "bell-ring"),
    ("personalised", "Personalised", "bell-outline"),
    ("none", "None", "bell-off-outline"),
)


def page(ctx: Context) -> Widget:
    channel = channel_of(ctx.state, ctx.args["id"])
    tab: str = ctx.args.get("tab", "videos")
    bar = tab_bar(
        [
            Tab(f"tab_{name}", label, "", partial(ctx.args.update, tab=name), tab == name)
            for name, label in _TABS.items()
        ]
    )
    videos = [one for one in ctx.state["videos"] if one["channel"] == channel["id"]]
    if tab == "shorts":
        body = [tiles(ctx, channel)]
    else:
        body = _about(channel, videos) if tab == "about" else _videos(ctx, videos, tab)
    return scaffold(
        List(
            id="channel_content",
            ref="",
            padding=(0, 0, 0, 24),
            children=[*_head(ctx, channel, len(videos)), bar, *body],
        ),
        title=channel["name"],
        back=ctx.back,
        actions=[
            search_button(ctx),
            IconButton(
                ref="share",
                icon="share-outline",
                on_tap=partial(ctx.go, "share", text=f"{SITE}{channel['handle']}"),
            ),
        ],
    )


def _head(ctx: Context, channel: Channel, videos: int) -> list[Widget]:
    facts = f"{many(channel['subscribers'])} subscribers · {videos} videos"
    names = Column(
        weight=1,
        children=[
            Text(id="channel_title", value=channel["name"], style="title", lines=2),
            Text(id="channel_handle", value=channel["handle"], style="caption"),
            Text(id="channel_facts", value=facts, style="caption", color="on_surface_dim"),
        ],
    )
    return [
        Art(
            id="banner",
            ref="",
            key="banner",
            subject=channel["name"],
            motif="waves",
            width="fill",
            height=88,
        ),
        Row(
            key="names",
            width="fill",
            padding=(16, 16, 16, 8),
            gap=16,
            children=[face(channel["name"], 72), names],
        ),
        Column(
            node="",
            key="subscribe",
            padding=(16, 4, 16, 8),
            children=[subscribe(ctx, channel)],
        ),
    ]


def _videos(ctx: Context, videos: list[Video], tab: str) -> list[Widget]:
    if tab == "popular":
        videos = sorted(videos, key=lambda video: -video["views"])
    else:
        videos = sorted(videos, key=lambda video: video["days"])
    return [row(ctx, video, channel=False) for video in videos]


def _about(channel: Channel, videos: list[Video]) -> list[Widget]:
    views = sum(video["views"] for video in videos)
    return [
        Text(id="about", key="about", value=channel["about"], padding=(16, 16)),
        list_row(TOPICS[channel["topic"]].label, leading=Icon(name="tag-outline"), key="topic"),
        list_row(f"{views:,} views", leading=Icon(name="chart-line"), key="views"),
        list_row(f"video.example.com/{channel['handle']}", leading=Icon(name="web"), key="address"),
    ]


def bell(ctx: Context) -> Widget:
    """Which news a channel may send, and the way to leave it."""
    channel = channel_of(ctx.state, ctx.args["id"])

    def choose(name: str, on: bool) -> None:
        del on
        channel["bell"] = name
        ctx.back()

    rows = [
        switch_row(label, channel["bell"] == name, partial(choose, name), id="bell_option",
                   ref=f"bell/{name}", kind=Radio, leading=Icon(name=icon))
        for name, label, icon in _BELLS
    ]  # fmt: skip
    leave = list_row(
        "Unsubscribe",
        id="unsubscribe",
        leading=Icon(name="account-remove-outline"),
        on_tap=partial(ctx.replace, "unsubscribe", id=channel["id"]),
    )
    return sheet(*rows, leave, title="Notifications")


def unsubscribe(ctx: Context) -> Widget:
    channel = channel_of(ctx.state, ctx.args["id"])

    def delete() -> None:
        channel.update(subscribed=False, bell="personalised")
        ctx.snackbar("Subscription removed")

    return confirm(ctx, f"Unsubscribe from {channel['name']}?", yes="Unsubscribe", then=delete)


PAGES = {"channel": page, "bell": bell, "unsubscribe": unsubscribe}
