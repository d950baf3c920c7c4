"""What the pages of Video share: cards, rows, the way to a video, the bottom bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pocketphone.apps import media
from pocketphone.apps.art import Art
from pocketphone.apps.media import ago, face, many
from pocketphone.apps.video.catalogue import TOPICS, Channel, Video, channel_of, video_of
from pocketphone.ui import (
    Button,
    Column,
    Context,
    IconButton,
    Row,
    Stack,
    State,
    Text,
    Widget,
    destinations,
)

SITE = "https://video.example.com/"
LINK = f"{SITE}watch?v="


def details(state: State, video: Video, *, channel: bool = True) -> str:
    """ "Far Ferry · 12K views · 3 weeks ago"."""
    by = [channel_of(state, video["channel"])["name"]] if channel else []
    return " · ".join([*by, f"{many(video['views'])} views", ago(video["days"])])


def link(state: State, video: Video) -> str:
    """What is shared of a video."""
    return f"{video['title']} - {channel_of(state, video['channel'])['name']}\n{LINK}{video['id']}"


def picture(video: Video, **size: Any) -> Widget:
    return Art(
        id="thumbnail",
        ref="",
        subject=f"{video['id']}/{video['title']}",
        motif=TOPICS[video["topic"]].motif,
        **size,
    )


def _still(video: Video, width: float | str, height: float, radius: float = 0) -> Widget:
    """A frame of the video with its length in the corner."""
    length = Text(
        id="duration",
        ref="",
        value=media.length(video["length_s"]),
        style="label_small",
        color=(255, 255, 255),
        background=(20, 20, 20),
        radius=4,
        padding=(5, 1),
    )
    return Stack(
        id="thumbnail_frame",
        ref="",
        children=[
            picture(video, width=width, height=height, radius=radius),
            Stack(node="", padding=8, children=[length]),
        ],
        at=[(0, 0), (1, 1)],
    )


def card(ctx: Context, video: Video, *, key: str = "") -> Widget:
    """A video on the home page: its picture over its title."""
    channel = channel_of(ctx.state, video["channel"])
    who = Stack(
        id="channel_avatar",
        ref=f"video/{video['id']}/channel",
        description=f"Go to channel {channel['name']}",
        on_tap=partial(ctx.go, "channel", id=channel["id"]),
        children=[face(channel["name"], 36)],
    )
    words = Row(
        width="fill",
        padding=(12, 12, 0, 20),
        gap=12,
        align="start",
        children=[who, _texts(video, details(ctx.state, video)), _more(ctx, video)],
    )
    high = min(ctx.width_dp, ctx.height_dp) * 9 / 16
    return Column(
        id="video",
        ref=f"video/{video['id']}",
        node="android.view.ViewGroup",
        key=key or video["id"],
        width="fill",
        on_tap=partial(watch, ctx, video),
        children=[_still(video, "fill", high), words],
    )


def row(
    ctx: Context, video: Video, *, playlist: str = "", channel: bool = True, key: str = ""
) -> Widget:
    """A video in a list; `playlist` is the one that the list shows."""
    menu = partial(ctx.go, "video_menu", id=video["id"], playlist=playlist)
    return Row(
        id="video",
        ref=f"video/{video['id']}",
        node="android.view.ViewGroup",
        key=key or video["id"],
        width="fill",
        padding=(16, 8, 0, 8),
        gap=12,
        align="start",
        on_tap=partial(watch, ctx, video),
        on_long_press=menu,
        children=[
            _still(video, 160, 90, 10),
            _texts(video, details(ctx.state, video, channel=channel)),
            _more(ctx, video, playlist),
        ],
    )


def _texts(video: Video, under: str) -> Widget:
    return Column(
        weight=1,
        gap=2,
        children=[
            Text(id="title", ref="", value=video["title"], style="label", lines=2, bold="Medium"),
            Text(id="details", ref="", value=under, style="caption", color="on_surface_dim",
                 lines=2),
        ],
    )  # fmt: skip


def _more(ctx: Context, video: Video, playlist: str = "") -> Widget:
    return IconButton(
        id="menu_button",
        ref=f"video/{video['id']}/menu",
        icon="dots-vertical",
        size=20,
        description="More options",
        on_tap=partial(ctx.go, "video_menu", id=video["id"], playlist=playlist),
    )


def subscribe(ctx: Context, channel: Channel, *, quiet: bool = False) -> Widget:
    """The button that subscribes; on a subscribed channel it opens what the bell may do."""

    def press() -> None:
        if channel["subscribed"]:
            ctx.go("bell", id=channel["id"])
        else:
            channel["subscribed"] = True
            ctx.snackbar("Subscription added")

    on = channel["subscribed"]
    return Button(
        id="subscribe_button",
        ref=f"subscribe/{channel['id']}",
        label="Subscribed" if on else "Subscribe",
        icon=_BELLS[channel["bell"]] if on else None,
        kind="tonal" if on else "text" if quiet else "filled",
        on_tap=press,
    )


_BELLS = {"all": "bell-ring", "personalised": "bell-outline", "none": "bell-off-outline"}


def channel_row(ctx: Context, channel: Channel) -> Widget:
    texts = Column(
        weight=1,
        children=[
            Text(id="channel_name", ref="", value=channel["name"], style="body", lines=1),
            Text(
                id="channel_details",
                ref="",
                value=f"{channel['handle']} · {many(channel['subscribers'])} subscribers",
                style="caption",
                color="on_surface_dim",
                lines=1,
            ),
        ],
    )
    return Row(
        id="channel",
        ref=f"channel/{channel['id']}",
        key=channel["id"],
        width="fill",
        padding=(16, 12),
        gap=16,
        on_tap=partial(ctx.go, "channel", id=channel["id"]),
        children=[face(channel["name"], 56), texts, subscribe(ctx, channel, quiet=True)],
    )


def watch(ctx: Context, video: Video) -> None:
    """Open a video and play it, from where it was if it is on already."""
    state = ctx.state
    player, history = state["player"], state["history"]
    if player["video"] != video["id"]:
        player |= {"video": video["id"], "channel": video["channel"]}
        media.play(player, ctx.now, 0.0)
    if state["settings"]["keep_history"]:
        history[:] = [video["id"], *(id_ for id_ in history if id_ != video["id"])]
    if ctx.page == "watch":
        ctx.replace("watch", id=video["id"])
    else:
        ctx.go("watch", id=video["id"])


def at_s(state: State, video: Video, now: Any) -> float:
    """How far the video is; its end, or in a loop its beginning, follows its last second."""
    at = media.position_s(state["player"], now)
    length = float(video["length_s"])
    return at % length if state["player"]["loop"] else min(at, length)


_TABS = (
    ("home", "Home", "home-outline"),
    ("subscriptions", "Subscriptions", "play-box-multiple-outline"),
    ("you", "You", "account-circle-outline"),
)


def bottom(ctx: Context) -> Widget:
    """The three places of the app, and above them what plays."""
    return Column(node="", width="fill", children=[*_now(ctx), destinations(ctx, _TABS)])


def _now(ctx: Context) -> Sequence[Widget]:
    player = ctx.state["player"]
    video = video_of(ctx.state, player["video"])
    if video is None or not ctx.state["settings"]["mini_player"]:
        return ()
    close = IconButton(
        ref="bar_close", icon="close", color="on_surface", on_tap=partial(stop, ctx.state)
    )
    return (
        media.playing_bar(
            video["title"],
            channel_of(ctx.state, video["channel"])["name"],
            picture(video, width=80, height=45, radius=6),
            playing=player["playing"] and at_s(ctx.state, video, ctx.now) < video["length_s"],
            on_tap=partial(watch, ctx, video),
            on_play=partial(pause_or_play, ctx, video),
            last=close,
        ),
    )


def stop(state: State) -> None:
    """Nothing is on any more; the choice of quality and captions stays."""
    state["player"] |= {**media.STOPPED, "video": None, "channel": None}


def pause_or_play(ctx: Context, video: Video) -> None:
    player, at = ctx.state["player"], at_s(ctx.state, video, ctx.now)
    ended = at >= video["length_s"]
    if player["playing"] and not ended:
        media.pause(player, at)
    else:
        media.play(player, ctx.now, 0.0 if ended else at)
