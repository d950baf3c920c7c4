"""The first page, and that of the subscriptions."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.media import RECYCLER, face
from pocketphone.apps.video.catalogue import TOPICS, Channel
from pocketphone.apps.video.parts import bottom, card, channel_row
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Strip,
    Text,
    Widget,
    empty,
    scaffold,
)

_SHOWN = 24  # videos on the home page
_RECENT = 18  # on the page of the subscriptions
_CHIPS = {"": "All", "new": "New to you", **{key: topic.label for key, topic in TOPICS.items()}}


def brand() -> Widget:
    return Row(
        weight=1,
        gap=8,
        padding=(4, 0),
        children=[
            Icon(id="logo", name="play-box", color="primary", size=30, ref=""),
            Text(value="Video", style="title", bold="Medium", ref=""),
        ],
    )


def search_button(ctx: Context) -> Widget:
    return IconButton(
        id="menu_search",
        icon="magnify",
        description="Search",
        on_tap=partial(ctx.go, "search", query=""),
    )


def home(ctx: Context) -> Widget:
    topic: str = ctx.args.get("topic", "")
    seen = ctx.state["history"]
    videos = [
        video
        for video in ctx.state["videos"]
        if topic in ("", video["topic"]) or (topic == "new" and video["id"] not in seen)
    ]
    chips = Strip(
        id="chip_cloud",
        ref="",
        node=RECYCLER,
        key="chips",
        width="fill",
        gap=8,
        padding=(12, 4, 12, 12),
        children=[
            Chip(
                id="chip",
                ref=f"topic/{key or 'all'}",
                label=label,
                on=topic == key,
                on_change=partial(_choose, ctx, key),
            )
            for key, label in _CHIPS.items()
        ],
    )
    cards = [card(ctx, video) for video in videos[:_SHOWN]]
    return scaffold(
        List(id="results", ref="", key=topic, children=[chips, *cards]),
        title=brand(),
        actions=[search_button(ctx)],
        bottom=bottom(ctx),
    )


def _choose(ctx: Context, key: str, on: bool) -> None:
    ctx.args["topic"] = key if on else ""


def subscriptions(ctx: Context) -> Widget:
    """The newest videos of the channels, or of the one that is chosen above them."""
    chosen: str = ctx.args.get("channel", "")
    mine = [one for one in ctx.state["channels"] if one["subscribed"]]
    kept = {one["id"] for one in mine} & ({chosen} if chosen else {one["id"] for one in mine})
    videos = [video for video in ctx.state["videos"] if video["channel"] in kept]
    videos = sorted(videos, key=lambda video: video["days"])[:_RECENT]
    if not mine:
        body = empty(
            "play-box-multiple-outline",
            "Nothing here yet",
            "Videos of the channels you subscribe to appear here",
        )
    else:
        open_channel = Row(
            key="open",
            padding=(16, 0, 16, 8),
            visible=bool(chosen),
            children=[
                Button(
                    id="view_channel",
                    label="View channel",
                    kind="tonal",
                    on_tap=partial(ctx.go, "channel", id=chosen),
                )
            ],
        )
        cards = [card(ctx, video) for video in videos]
        body = List(
            id="results", ref="", key=chosen, children=[_faces(ctx, mine), open_channel, *cards]
        )
    return scaffold(body, title="Subscriptions", actions=[search_button(ctx)], bottom=bottom(ctx))


def _faces(ctx: Context, mine: list[Channel]) -> Widget:
    """The channels side by side; one that is pressed is alone below, pressed again all are."""
    chosen: str = ctx.args.get("channel", "")

    def portrait(channel: Channel) -> Widget:
        on = channel["id"] == chosen
        name = Text(
            id="channel_name", ref="", value=channel["name"], style="caption", align="center",
            lines=1, width=72,
        )  # fmt: skip
        return Column(
            id="channel",
            ref=f"channel/{channel['id']}",
            key=channel["id"],
            align="center",
            gap=6,
            padding=(4, 6),
            radius=12,
            background="container" if on else None,
            selected=on,
            on_tap=partial(ctx.args.update, channel="" if on else channel["id"]),
            children=[face(channel["name"], 56), name],
        )

    every = Button(id="all_channels", label="All", on_tap=partial(ctx.go, "channels"))
    return Row(
        key="faces",
        width="fill",
        padding=(0, 0, 4, 8),
        children=[
            Strip(
                id="channels",
                ref="",
                node=RECYCLER,
                weight=1,
                gap=4,
                padding=(8, 0, 0, 0),
                children=[portrait(one) for one in mine],
            ),
            every,
        ],
    )


def channels(ctx: Context) -> Widget:
    """Every channel that is subscribed to, with its bell."""
    mine = sorted((c for c in ctx.state["channels"] if c["subscribed"]), key=lambda c: c["lower"])
    return scaffold(
        List(id="channel_list", ref="", children=[channel_row(ctx, one) for one in mine]),
        title="All subscriptions",
        back=ctx.back,
    )


PAGES = {"home": home, "subscriptions": subscriptions, "channels": channels}
