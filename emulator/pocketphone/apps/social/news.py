"""What others did: likes, replies, followers."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps.removal import take_out
from pocketphone.apps.social.cards import bar, face_of, navigation, open_person
from pocketphone.apps.social.members import ago, person_of, post_of
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Spacer,
    Stack,
    Swiped,
    Tab,
    Text,
    Widget,
    confirm,
    empty,
    scaffold,
    tab_bar,
)

_KINDS = {
    "like": ("heart", "liked your post"),
    "repost": ("repeat", "reposted your post"),
    "comment": ("chat", "replied to your post"),
    "mention": ("at", "mentioned you in a reply"),
    "follow": ("account-plus", "follows you now"),
}


def news(ctx: Context) -> Widget:
    tab = ctx.args.get("tab", "all")
    shown = [
        one for one in ctx.state["news"] if tab == "all" or one["kind"] in ("mention", "comment")
    ]
    tabs = tab_bar(
        [
            Tab(f"news_{name}", label, "", partial(ctx.args.update, tab=name), tab == name)
            for name, label in (("all", "All"), ("mentions", "Mentions"))
        ]
    )
    rows = [_row(ctx, one) for one in shown]
    body = (
        List(id="news_list", ref="", key=tab, weight=1, children=rows)
        if rows
        else empty("bell-sleep-outline", "No notifications")
    )
    title = Row(
        node="",
        weight=1,
        children=[
            bar(ctx, Text(value="Notifications", style="title", ref="")),
            IconButton(ref="mark_read", icon="check-all", on_tap=partial(_read_all, ctx)),
        ],
    )
    return scaffold(Column(node="", children=[tabs, body]), title=title, bottom=navigation(ctx))


def _read_all(ctx: Context) -> None:
    for one in ctx.state["news"]:
        one["read"] = True
    ctx.snackbar("All marked as read")


def _row(ctx: Context, one: dict[str, Any]) -> Widget:
    who, post = person_of(ctx, one["who"]), post_of(ctx, one["post"])
    icon, deed = _KINDS[one["kind"]]
    about = post["text"] if post and one["kind"] != "follow" else ""
    dot = Spacer(width=8, height=8, radius=4, background=None if one["read"] else "primary")
    words = Column(
        node="",
        weight=1,
        gap=2,
        children=[
            Text(
                id="news_text",
                ref="",
                value=f"{who['name'] if who else 'Somebody'} {deed}",
                style="body_small",
                bold=None if one["read"] else "Medium",
            ),
            Text(
                ref="", value=about, style="body_small", color="on_surface_dim", lines=2,
                visible=bool(about),
            ),
        ],
    )  # fmt: skip
    picture = Stack(
        node="",
        at=[(0, 0), (1, 1)],
        width=48,
        height=48,
        children=[
            face_of(ctx, one["who"], 44),
            Icon(
                name=icon, size=13, color="on_primary", width=22, height=22, radius=11,
                background="primary",
            ),
        ],
    )  # fmt: skip
    when = Text(ref="", value=ago(ctx, one["at"]), style="caption", color="on_surface_dim")
    row = Row(
        id="news_row",
        ref=f"news/{one['id']}",
        key=one["id"],
        width="fill",
        padding=(16, 10),
        gap=12,
        align="start",
        selected=not one["read"],
        on_tap=partial(_open, ctx, one),
        on_long_press=partial(ctx.go, "delete_news", id=one["id"]),
        children=[picture, words, Column(node="", align="end", gap=8, children=[when, dot])],
    )
    return Swiped(
        node="",
        key=one["id"],
        on_left=partial(_remove, ctx, one),
        on_right=partial(_turn, ctx, one),
        children=[row],
    )


def _remove(ctx: Context, one: dict[str, Any]) -> None:
    take_out(ctx, "news", lambda other: other is one, "Notification removed")


def _turn(ctx: Context, one: dict[str, Any]) -> None:
    one["read"] = not one["read"]
    ctx.snackbar("Marked as read" if one["read"] else "Marked as unread")


def _open(ctx: Context, one: dict[str, Any]) -> None:
    one["read"] = True
    if one["kind"] == "follow":
        open_person(ctx, one["who"])
    else:
        ctx.go("post", id=one["post"], reply="")


def delete_news(ctx: Context) -> Widget:
    kept = [one for one in ctx.state["news"] if one["id"] != ctx.args["id"]]
    gone = partial(ctx.state.update, news=kept)
    return confirm(ctx, "Remove notification?", yes="Remove", then=gone)


PAGES = {"news": news, "delete_news": delete_news}
