"""Short clips of a channel: one fills the screen, and only a finger drawn up brings the next."""

from __future__ import annotations

from functools import lru_cache, partial
from random import Random
from typing import NamedTuple

from pocketphone.apps.art import Art, picture
from pocketphone.apps.media import RECYCLER, Pager, face, many
from pocketphone.apps.video.catalogue import TOPICS, Channel, channel_of
from pocketphone.apps.video.parts import SITE, subscribe
from pocketphone.ui import (
    Column,
    Context,
    Grid,
    Handler,
    IconButton,
    Painter,
    Rect,
    Row,
    Stack,
    Text,
    Widget,
)

_INK, _LIT, _GROUND = (245, 245, 245), (255, 120, 110), (12, 12, 12)
_SWIPE_DP = 60  # up or down: another clip
_EACH = 8
_HOOKS = ("{} in 30 seconds", "One tip: {}", "Wait for it: {}", "Never again: {}", "POV: {}")
_TOURING = ("soundcheck", "the tour bus", "an old guitar", "the setlist", "the last encore")


class Short(NamedTuple):
    id: str
    title: str
    likes: int


@lru_cache(maxsize=64)
def shorts(channel: str, topic: str) -> tuple[Short, ...]:
    """The clips of a channel, always the same."""
    rng = Random(f"shorts/{channel}")
    subjects = TOPICS[topic].subjects or _TOURING
    pairs = [(hook, subject) for hook in _HOOKS for subject in subjects]
    titles = [hook.format(subject) for hook, subject in rng.sample(pairs, _EACH)]
    return tuple(
        Short(f"{channel}/{place}", title[0].upper() + title[1:], int(10 ** rng.uniform(2, 5.5)))
        for place, title in enumerate(titles)
    )


def arrive(ctx: Context, id_: str) -> None:
    """Open the clip with that id, if there is one."""
    for channel in ctx.state["channels"]:
        for place, one in enumerate(shorts(channel["id"], channel["topic"])):
            if one.id == id_:
                ctx.go("short", channel=channel["id"], place=place)


def tiles(ctx: Context, channel: Channel) -> Widget:
    """The clips side by side."""
    motif = TOPICS[channel["topic"]].motif
    width = (ctx.width_dp - 8) / 3
    return Grid(
        id="shorts",
        ref="",
        node=RECYCLER,
        key="shorts",
        columns=3,
        gap=4,
        padding=(0, 4),
        children=[
            Column(
                id="short",
                ref=f"short/{place}",
                key=one.id,
                gap=4,
                on_tap=partial(ctx.go, "short", channel=channel["id"], place=place),
                children=[
                    Art(id="thumbnail", ref="", subject=one.id, motif=motif, width="fill",
                        height=width * 1.5),
                    Text(id="title", ref="", value=one.title, style="label_small", lines=2,
                         padding=(6, 0, 6, 8)),
                ],
            )
            for place, one in enumerate(shorts(channel["id"], channel["topic"]))
        ],
    )  # fmt: skip


def page(ctx: Context) -> Widget:
    """One clip; after the last comes the first again."""
    channel = channel_of(ctx.state, ctx.args["channel"])
    clips = shorts(channel["id"], channel["topic"])
    clip, motif = clips[ctx.args["place"]], TOPICS[channel["topic"]].motif

    def draw(brush: Painter, box: Rect) -> None:
        brush.picture(picture(clip.id, motif, box.width, box.height), box)

    def dragged(_x1: float, y1: float, _x2: float, y2: float) -> None:
        if abs(y2 - y1) > _SWIPE_DP:
            step = 1 if y2 < y1 else -1
            ctx.args["place"] = (ctx.args["place"] + step) % len(clips)

    pager = Pager(
        id="reel_pager",
        description=clip.title,
        width="fill",
        height="fill",
        draw=draw,
        dragged=dragged,
    )
    up = _disc("arrow-left", ctx.back, description="Navigate up", ref="up")
    return Column(
        id="reel",
        ref="",
        node="android.view.ViewGroup",
        width="fill",
        height="fill",
        background=_GROUND,
        children=[
            Stack(
                node="",
                weight=1,
                width="fill",
                children=[pager, Stack(node="", padding=8, children=[up]), _side(ctx, clip)],
                at=[(0, 0), (0, 0), (1, 1)],
            ),
            _by(ctx, channel, clip),
        ],
    )


def _side(ctx: Context, clip: Short) -> Widget:
    """What can be done with the clip, at its edge: only its colour tells that it is liked."""
    liked: list[str] = ctx.state["liked_shorts"]
    on = clip.id in liked
    share = partial(ctx.go, "share", text=f"{clip.title}\n{SITE}shorts/{clip.id}")
    count = Text(id="like_count", value=many(clip.likes + on), style="label_small", color=_INK,
                 background=_GROUND, radius=8, padding=(6, 0))  # fmt: skip
    like = _disc(
        "thumb-up",
        partial(liked.remove if on else liked.append, clip.id),
        id="reel_like",
        description="Like this short",
        on=on,
    )
    return Column(
        node="",
        padding=(8, 16),
        gap=8,
        align="center",
        children=[like, count, _disc("share-outline", share, ref="share")],
    )


def _disc(
    icon: str,
    on_tap: Handler,
    *,
    id: str | None = None,
    ref: str | None = None,
    description: str = "",
    on: bool | None = None,
) -> Widget:
    return IconButton(
        id=id,
        ref=ref,
        icon=icon,
        description=description,
        color=_LIT if on else _INK,
        on=on,
        background=_GROUND,
        radius=24,
        on_tap=on_tap,
    )


def _by(ctx: Context, channel: Channel, clip: Short) -> Widget:
    who = Row(
        gap=12,
        width="fill",
        children=[
            face(channel["name"], 32),
            Text(id="reel_channel", value=channel["name"], style="label", color=_INK, lines=1,
                 weight=1),
            subscribe(ctx, channel),
        ],
    )  # fmt: skip
    title = Text(id="reel_title", value=clip.title, style="body_small", color=_INK, lines=2)
    return Column(node="", width="fill", padding=(16, 12, 16, 20), gap=8, children=[who, title])


PAGES = {"short": page}
