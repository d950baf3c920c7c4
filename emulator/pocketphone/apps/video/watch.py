"""The page of one video: the player, what is known of it, and what to watch next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pocketphone.apps import media
from pocketphone.apps.art import dim, picture
from pocketphone.apps.media import face, many
from pocketphone.apps.video.catalogue import TOPICS, Video, channel_of, comments, video_of
from pocketphone.apps.video.parts import (
    at_s,
    details,
    link,
    pause_or_play,
    row,
    subscribe,
    watch,
)
from pocketphone.ui import (
    Canvas,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Painter,
    Rect,
    Row,
    Slider,
    Stack,
    Strip,
    Text,
    Widget,
    card,
    empty,
    list_row,
    scaffold,
    section,
    sheet,
)
from pocketphone.ui.widget import Handler

_WHITE = (245, 245, 245)
_NEXT = 10  # videos below the one that is on


def page(ctx: Context) -> Widget:
    video = video_of(ctx.state, ctx.args["id"])
    if video is None:
        gone = empty("video-off-outline", "This video is not available any more")
        return scaffold(gone, title="", back=ctx.back)
    body = List(
        id="watch_list",
        ref="",
        key=video["id"],
        weight=1,
        children=[
            _head(ctx, video),
            _by(ctx, video),
            _actions(ctx, video),
            _comments(ctx, video),
            section("Up next"),
            *(row(ctx, other) for other in _related_videos(ctx, video)),
        ],
    )
    return scaffold(Column(node="", children=[_player(ctx, video), body]))


def _related_videos(ctx: Context, video: Video) -> list[Video]:
    """Others of the topic, those of the same channel first."""
    alike = [
        other
        for other in ctx.state["videos"]
        if other["topic"] == video["topic"] and other is not video
    ]
    return sorted(alike, key=lambda other: other["channel"] != video["channel"])[:_NEXT]


# the player


def _player(ctx: Context, video: Video) -> Widget:
    """A surface without nodes; a touch shows the controls over it, another hides them."""
    shown: bool = ctx.args.get("controls", False)
    at, length = at_s(ctx.state, video, ctx.now), video["length_s"]
    motif = TOPICS[video["topic"]].motif

    def draw(brush: Painter, box: Rect) -> None:
        subject = f"{video['id']}/{video['title']}"
        frame = (dim if shown else picture)(subject, motif, box.width, box.height)
        brush.picture(frame, box)
        done = box.left + round(box.width * int(at) / length)
        line = box._replace(top=box.bottom - brush.env.px(3))
        brush.fill(line, (120, 120, 120))
        brush.fill(line._replace(right=done), "error")

    surface = Canvas(
        id="player_view",
        description="Video player",
        width="fill",
        height="fill",
        draw=draw,
        on_tap=partial(ctx.args.update, controls=not shown),
    )
    layers = [surface, *(_controls(ctx, video, at) if shown else ())]
    return Stack(
        id="watch_player",
        ref="",
        width="fill",
        height=min(ctx.width_dp * 9 / 16, ctx.height_dp * 0.45),
        background=(0, 0, 0),
        children=layers,
        at=[(0, 0), (0, 0), (1, 0), (0.5, 0.5), (0, 1)],
    )


def _controls(ctx: Context, video: Video, at: float) -> list[Widget]:
    player = ctx.state["player"]
    videos = _related_videos(ctx, video)

    def sought(second: int) -> None:
        if player["playing"]:
            media.play(player, ctx.now, float(second))
        else:
            media.pause(player, float(second))

    ended = at >= video["length_s"]
    middle = Row(
        gap=24,
        children=[
            _white("skip-previous", partial(sought, 0), ref="previous", size=32),
            _white(
                "replay" if ended else "pause" if player["playing"] else "play",
                partial(pause_or_play, ctx, video),
                id="play_pause",
                description="Replay" if ended else "Pause" if player["playing"] else "Play",
                size=44,
            ),
            _white("skip-next", partial(watch, ctx, videos[0]), ref="next", size=32),
        ],
    )
    away = _white("chevron-down", ctx.back, id="minimise", description="Minimise", size=30)
    return [away, _settings(ctx, video), middle, _progress(video, at, sought)]


def _settings(ctx: Context, video: Video) -> Widget:
    player = ctx.state["player"]

    def captions() -> None:
        player["captions"] = not player["captions"]

    return Row(
        children=[
            IconButton(
                id="captions",
                icon="closed-caption" if player["captions"] else "closed-caption-outline",
                description="Captions",
                color="error" if player["captions"] else _WHITE,
                on=player["captions"],
                on_tap=captions,
            ),
            _white("cog-outline", partial(ctx.go, "playback", id=video["id"]),
                   id="player_settings", description="Playback settings"),
        ],
    )  # fmt: skip


def _progress(video: Video, at: float, on_change: Callable[[int], None]) -> Widget:
    return Row(
        width="fill",
        padding=(16, 0),
        gap=8,
        children=[
            Text(
                id="time",
                value=f"{media.length(at)} / {media.length(video['length_s'])}",
                style="label_small",
                color=_WHITE,
            ),
            Slider(
                id="seek_bar",
                description="Seek",
                weight=1,
                value=int(at),
                high=video["length_s"],
                on_change=on_change,
            ),
        ],
    )


def _white(
    icon: str,
    on_tap: Handler,
    *,
    id: str | None = None,
    ref: str | None = None,
    description: str = "",
    size: float = 24,
) -> Widget:
    return IconButton(
        id=id, ref=ref, icon=icon, description=description, size=size, color=_WHITE, on_tap=on_tap
    )


# below it


def _head(ctx: Context, video: Video) -> Widget:
    facts = f"{details(ctx.state, video, channel=False)}  ...more"
    return Column(
        id="title_block",
        key="head",
        padding=(16, 12, 16, 4),
        gap=4,
        on_tap=partial(ctx.go, "about_video", id=video["id"]),
        children=[
            Text(id="title", ref="", value=video["title"], style="title_small", lines=3),
            Text(id="details", ref="", value=facts, style="caption", color="on_surface_dim"),
        ],
    )


def _by(ctx: Context, video: Video) -> Widget:
    channel = channel_of(ctx.state, video["channel"])
    who = Row(
        id="channel_row",
        weight=1,
        gap=12,
        padding=(0, 4),
        on_tap=partial(ctx.go, "channel", id=channel["id"]),
        children=[
            face(channel["name"], 36),
            Text(id="channel_name", ref="", value=channel["name"], style="label", lines=1,
                 weight=1),
            Text(id="subscribers", ref="", value=many(channel["subscribers"]), style="caption",
                 color="on_surface_dim"),
        ],
    )  # fmt: skip
    return Row(
        key="by",
        width="fill",
        padding=(16, 8, 12, 8),
        gap=12,
        children=[who, subscribe(ctx, channel)],
    )


@dataclass(frozen=True)
class _Pill(Row):
    """A rounded button of an icon and a word; `on` where it has two states."""

    on: bool | None = None

    @property
    def checked(self) -> bool | None:
        return self.on


def _pill(
    id_: str, icon: str, word: str, on_tap: Handler, on: bool | None = None, said: str = ""
) -> Widget:
    return _Pill(
        id=id_,
        node="android.view.ViewGroup",
        description=said,
        height=40,
        radius=20,
        padding=(14, 0),
        gap=8,
        background="container" if on else "surface_high",
        on=on,
        on_tap=on_tap,
        children=[
            Icon(name=icon, size=20, color="on_surface", node=""),
            Text(value=word, style="label", ref="", visible=bool(word)),
        ],
    )


def _actions(ctx: Context, video: Video) -> Widget:
    state, id_ = ctx.state, video["id"]
    liked, disliked = id_ in state["liked"], id_ in state["disliked"]

    def rate(kept: str, other: str) -> None:
        if id_ in state[kept]:
            state[kept].remove(id_)
        else:
            state[kept].insert(0, id_)
            state[other][:] = [one for one in state[other] if one != id_]

    share = partial(ctx.go, "share", text=link(state, video))
    return Strip(
        id="actions",
        ref="",
        key="actions",
        width="fill",
        gap=8,
        padding=(16, 4, 16, 12),
        children=[
            _pill("like", "thumb-up" if liked else "thumb-up-outline",
                  many(video["likes"] + liked), partial(rate, "liked", "disliked"), liked,
                  "Like this video"),
            _pill("dislike", "thumb-down" if disliked else "thumb-down-outline", "",
                  partial(rate, "disliked", "liked"), disliked),
            _pill("share", "share-outline", "Share", share),
            _pill("save", "bookmark-outline", "Save", partial(ctx.go, "save", id=id_)),
        ],
    )  # fmt: skip


def _comments(ctx: Context, video: Video) -> Widget:
    said = comments(video["id"], video["title"])
    mine = sum(one["video"] == video["id"] for one in ctx.state["comments"])
    return card(
        Row(
            gap=8,
            children=[
                Text(value="Comments", style="label", ref=""),
                Text(value=str(len(said) + mine), style="body_small", ref="",
                     color="on_surface_dim"),
            ],
        ),
        Text(id="comment_preview", ref="", value=said[0].text, style="body_small", lines=2),
        id="comments_entry",
        key="comments",
        gap=6,
        padding=(16, 12),
        on_tap=partial(ctx.go, "comments", id=video["id"], sort="top", draft="", edits=None),
    )  # fmt: skip


def about(ctx: Context) -> Widget:
    video = video_of(ctx.state, ctx.args["id"])
    if video is None:
        return sheet(title="Description")
    channel = channel_of(ctx.state, video["channel"])
    facts = (
        (many(video["likes"]), "Likes"),
        (f"{video['views']:,}", "Views"),
        (media.ago(video["days"]), "Published"),
    )
    return sheet(
        Column(
            node="",
            padding=(24, 8),
            gap=16,
            children=[
                Text(id="about_title", value=video["title"], style="title_small"),
                Row(
                    spread="between",
                    width="fill",
                    children=[
                        Column(align="center", children=[
                            Text(value=number, style="title_small", ref=""),
                            Text(value=name, style="caption", ref="", color="on_surface_dim"),
                        ])
                        for number, name in facts
                    ],
                ),
                Text(id="about_text", value=channel["about"], style="body_small"),
            ],
        ),
        list_row(
            channel["name"],
            f"{many(channel['subscribers'])} subscribers",
            id="about_channel",
            leading=face(channel["name"], 40),
            on_tap=partial(ctx.replace, "channel", id=channel["id"]),
        ),
        title="Description",
    )  # fmt: skip


PAGES = {"watch": page, "about_video": about}
