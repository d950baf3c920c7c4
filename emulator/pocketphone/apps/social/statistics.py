"""How the owner's posts do: a page drawn as Compose draws, with a chart that has no nodes."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random

from pocketphone.apps.compose import VIEW, compose_page, entry, heading
from pocketphone.apps.social.members import ME, Post, ago, short
from pocketphone.ui import Canvas, Column, Context, Painter, Rect, Row, Text, Widget

_DAYS, _CHART_DP = 30, 180
_COUNTED = {"likes": "Likes", "reposts": "Reposts", "replies": "Replies"}


def followers(handle: str, now: int) -> list[int]:
    """How many followers there were on each of the last 30 days; `now` of them on the last."""
    rng, counts = Random(handle), [now]
    while len(counts) < _DAYS:
        counts.append(max(1, counts[-1] - rng.choice((-1, 0, 0, 1, 1, 2, 3))))
    return counts[::-1]


def statistics(ctx: Context) -> Widget:
    me, args = ctx.state["me"], ctx.args
    own = [post for post in ctx.state["posts"] if post["author"] == ME]
    counts = followers(me["handle"], me["followers"])
    day: int = args.get("day", _DAYS - 1)
    wide = ctx.width_dp - 32

    def choose(x: float, _: float) -> None:
        args["day"] = max(0, min(_DAYS - 1, round(x / wide * (_DAYS - 1))))

    chart = Canvas(
        description="Followers in the last 30 days",
        ref="chart",
        width=wide,
        height=_CHART_DP,
        draw=partial(_draw, counts, day),
        tapped=choose,
    )
    then = ctx.minute - timedelta(days=_DAYS - 1 - day)
    told = f"{then.day} {then:%B}: {counts[day]:,} followers"
    shown = Column(
        node=VIEW,
        padding=(16, 8),
        gap=8,
        children=[chart, Text(value=told, style="title_small", ref="")],
    )
    about: str = args.get("about", "likes")
    best = sorted(own, key=lambda post: -_count(post, about))
    rows = [
        entry(
            post["text"] or "A photo",
            f"{short(_count(post, about))} {_COUNTED[about].lower()} \u00b7 {ago(ctx, post['at'])}",
            partial(ctx.go, "post", id=post["id"], reply=""),
        )
        for post in best
    ]
    return compose_page(
        ctx, "Statistics", heading("Followers"), shown, heading("Your posts"),
        _totals(ctx, own, about), *rows,
    )  # fmt: skip


def _count(post: Post, about: str) -> int:
    return len(post["comments"]) if about == "replies" else int(post[about])


def _totals(ctx: Context, own: list[Post], about: str) -> Widget:
    """What all posts got together; a touch on one orders the posts below by it."""
    tiles = [
        Column(
            node=VIEW,
            ref=f"total/{name}",
            key=name,
            weight=1,
            padding=12,
            radius=16,
            align="center",
            selected=name == about,
            background="container" if name == about else "surface_high",
            on_tap=partial(ctx.args.update, about=name),
            children=[
                Text(value=short(sum(_count(post, name) for post in own)), style="title", ref=""),
                Text(value=label, style="label_small", ref=""),
            ],
        )
        for name, label in _COUNTED.items()
    ]
    return Row(node=VIEW, width="fill", padding=(16, 4), gap=8, children=tiles)


def _draw(counts: list[int], day: int, brush: Painter, box: Rect) -> None:
    """A line from the first day to the last between the least and the most, and the chosen day."""
    low, high = min(counts), max(counts)
    edge = brush.env.px(8)
    inner = box.inset(edge, edge)

    def spot(place: int) -> tuple[float, float]:
        share = (counts[place] - low) / max(1, high - low)
        return (
            inner.left + inner.width * place / (_DAYS - 1),
            inner.bottom - inner.height * share,
        )

    for line in range(4):
        y = inner.top + inner.height * line / 3
        brush.line([(box.left, y), (box.right, y)], "outline_dim", max(1, brush.env.px(1)))
    brush.line([spot(place) for place in range(_DAYS)], "primary", brush.env.px(3))
    x, y = (round(px) for px in spot(day))
    brush.disc(x, y, brush.env.px(7), "background")
    brush.disc(x, y, brush.env.px(5), "primary")


PAGES = {"statistics": statistics}
