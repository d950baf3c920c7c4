"""What people say below a video: read, liked, written, changed and taken back."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from pocketphone.apps import media
from pocketphone.apps.media import face, many
from pocketphone.apps.video.catalogue import comments, video_of
from pocketphone.ui import (
    Column,
    Context,
    IconButton,
    List,
    Option,
    Row,
    Stack,
    Text,
    TextField,
    Widget,
    confirm,
    empty,
    list_row,
    segmented,
    sheet,
)

_MOST = 300  # characters of a comment


class _Said(NamedTuple):
    id: str
    writer: str
    text: str
    likes: int
    when: str
    own: bool


def page(ctx: Context) -> Widget:
    shown = _all_comments(ctx)
    head = Row(
        width="fill",
        padding=(24, 4, 16, 12),
        gap=8,
        children=[
            Text(id="comments_title", value="Comments", style="title_small", ref=""),
            Text(value=str(len(shown)), style="body_small", color="on_surface_dim", weight=1,
                 ref=""),
            IconButton(id="close", icon="close", description="Close", on_tap=ctx.back),
        ],
    )  # fmt: skip
    order = segmented(
        [
            Option(f"sort_{key}", label, ctx.args["sort"] == key, partial(_sort, ctx, key))
            for key, label in (("top", "Top"), ("newest", "Newest"))
        ]
    )
    rows = [_row(ctx, one) for one in shown]
    return sheet(
        head,
        Stack(node="", padding=(24, 0, 24, 8), width="fill", children=[order]),
        List(id="comment_list", ref="", weight=1, children=rows)
        if rows
        else empty("comment-outline", "No comments yet"),
        _composer(ctx),
    )


def _sort(ctx: Context, key: str) -> None:
    ctx.args["sort"] = key


def _all_comments(ctx: Context) -> list[_Said]:
    """One's own comments first, then the others' in the chosen order."""
    video = video_of(ctx.state, ctx.args["id"])
    if video is None:
        return []
    liked = ctx.state["liked_comments"]
    others = list(comments(video["id"], video["title"]))
    if ctx.args["sort"] == "newest":
        others.sort(key=lambda comment: comment.days)
    me = ctx.state["account"]["name"]
    own = [one for one in reversed(ctx.state["comments"]) if one["video"] == video["id"]]
    return [
        *(_Said(one["id"], me, one["text"], one["id"] in liked, "now", True) for one in own),
        *(
            _Said(one.id, one.writer, one.text, one.likes + (one.id in liked),
                  media.ago(one.days), False)
            for one in others
        ),
    ]  # fmt: skip


def _row(ctx: Context, said: _Said) -> Widget:
    liked: list[str] = ctx.state["liked_comments"]
    on = said.id in liked

    def like() -> None:
        if on:
            liked.remove(said.id)
        else:
            liked.append(said.id)

    button = IconButton(
        id="comment_like",
        ref=f"comment/{said.id}/like",
        icon="thumb-up" if on else "thumb-up-outline",
        description="Like this comment",
        color="primary" if on else "on_surface_dim",
        size=18,
        on=on,
        on_tap=like,
    )
    texts = Column(
        weight=1,
        gap=2,
        children=[
            Text(id="comment_by", ref="", value=f"{said.writer} · {said.when}", style="caption",
                 color="on_surface_dim", lines=1),
            Text(id="comment_text", ref="", value=said.text, style="body_small"),
            Row(
                align="center",
                children=[
                    button,
                    Text(value=many(said.likes), style="caption", ref="",
                         visible=bool(said.likes)),
                ],
            ),
        ],
    )  # fmt: skip
    menu = partial(ctx.go, "comment_menu", comment=said.id)
    return Row(
        id="comment",
        ref=f"comment/{said.id}",
        key=said.id,
        width="fill",
        align="start",
        padding=(24, 8, 16, 0),
        gap=12,
        on_long_press=menu if said.own else None,
        children=[face(said.writer, 32), texts],
    )


def _composer(ctx: Context) -> Widget:
    draft: str = ctx.args["draft"]
    return Row(
        id="composer",
        ref="",
        width="fill",
        padding=(16, 8, 8, 0),
        gap=8,
        children=[
            face(ctx.state["account"]["name"], 32),
            TextField(
                id="comment_field",
                hint="Add a comment...",
                kind="pill",
                weight=1,
                most=_MOST,
                value=draft,
                on_change=ctx.edit("draft"),
            ),
            IconButton(
                id="send",
                icon="send",
                description="Send comment",
                color="primary",
                enabled=bool(draft.strip()),
                on_tap=partial(_send, ctx),
            ),
        ],
    )


def _send(ctx: Context) -> None:
    own, text, edits = ctx.state["comments"], " ".join(ctx.args["draft"].split()), ctx.args["edits"]
    written = {"text": text, "lower": text.lower()}
    if edits is None:
        number = 1 + max((int(one["id"].rpartition("-")[2]) for one in own), default=0)
        own.append({"id": f"own-{number}", "video": ctx.args["id"], **written})
    else:
        next(one for one in own if one["id"] == edits).update(written)
    ctx.args.update(draft="", edits=None, sort="newest")
    ctx.hide_keyboard()


def _own(ctx: Context) -> dict[str, Any]:
    return next(one for one in ctx.state["comments"] if one["id"] == ctx.args["comment"])


def comment_menu(ctx: Context) -> Widget:
    """What can be done to a comment of one's own."""
    one = _own(ctx)

    def edit() -> None:
        ctx.back()
        ctx.args.update(draft=one["text"], edits=one["id"])

    def delete() -> None:
        ctx.replace("delete_comment", comment=one["id"])

    return sheet(
        list_row("Edit", id="edit_comment", on_tap=edit),
        list_row("Delete", id="delete_comment", on_tap=delete),
        title="Your comment",
    )


def delete_comment(ctx: Context) -> Widget:
    one = _own(ctx)

    def carry_out() -> None:
        ctx.state["comments"].remove(one)
        ctx.toast("Comment deleted")

    return confirm(
        ctx, "Delete comment", "Delete your comment permanently?", yes="Delete", then=carry_out
    )


PAGES = {"comments": page, "comment_menu": comment_menu, "delete_comment": delete_comment}
