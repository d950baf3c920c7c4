"""A post by itself, with its comments; and what can be done with it."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.pager import pager
from pocketphone.apps.pick import Photograph
from pocketphone.apps.social.cards import face_of, open_person, post_card
from pocketphone.apps.social.members import ME, Post, ago, person_of, post_of
from pocketphone.ui import (
    Column,
    Context,
    Divider,
    Handler,
    IconButton,
    List,
    Row,
    Text,
    TextField,
    Widget,
    actions,
    confirm,
    empty,
    scaffold,
    sheet,
)

_GONE = empty("text-box-remove-outline", "This post was deleted")


def post(ctx: Context) -> Widget:
    one = post_of(ctx, ctx.args["id"])
    if one is None:
        return scaffold(_GONE, title="Post", back=ctx.back)
    rows: list[Widget] = [post_card(ctx, one, whole=True), Divider()]
    rows += [_comment(ctx, one, place) for place in range(len(one["comments"]))]
    if not one["comments"]:
        hint = "Be the first to reply."
        rows.append(
            Text(ref="", value=hint, align="center", color="on_surface_dim", padding=(16, 32))
        )
    return scaffold(
        Column(
            node="",
            children=[List(id="comments", ref="", weight=1, children=rows), _reply(ctx, one)],
        ),
        title="Post",
        back=ctx.back,
    )


def _comment(ctx: Context, post: Post, place: int) -> Widget:
    comment = post["comments"][place]
    author = person_of(ctx, comment["author"])
    name = author["name"] if author else "Deleted account"
    words = Column(
        node="",
        weight=1,
        children=[
            Row(
                node="",
                gap=6,
                children=[
                    Text(id="comment_author", ref="", value=name, style="label", lines=1),
                    Text(
                        ref="",
                        value=ago(ctx, comment["at"]),
                        style="caption",
                        color="on_surface_dim",
                    ),
                ],
            ),
            Text(id="comment_text", ref="", value=comment["text"], style="body_small"),
        ],
    )
    own = comment["author"] == ME
    held = partial(ctx.go, "delete_comment", id=post["id"], place=place) if own else None
    return Row(
        id="comment_row",
        ref=f"comment/{place}",
        key=place,
        width="fill",
        padding=(16, 10),
        gap=12,
        align="start",
        on_tap=partial(open_person, ctx, comment["author"]),
        on_long_press=held,
        children=[face_of(ctx, comment["author"], 32), words],
    )


def _reply(ctx: Context, post: Post) -> Widget:
    """The field at the bottom; the arrow that sends has no name."""
    text = ctx.args.get("reply", "")

    def send() -> None:
        post["comments"].append(
            {"author": ME, "text": text.strip(), "at": ctx.now.isoformat(timespec="seconds")}
        )
        ctx.args["reply"] = ""
        ctx.hide_keyboard()

    field = TextField(
        id="reply_field",
        hint="Post your reply",
        value=text,
        kind="pill",
        weight=1,
        autofocus=ctx.args.get("write", False),
        on_change=ctx.edit("reply"),
    )
    arrow = IconButton(
        id="send_reply", icon="send", color="primary", enabled=bool(text.strip()), on_tap=send
    )
    return Row(node="", padding=(12, 6), gap=4, width="fill", children=[field, arrow])


def delete_comment(ctx: Context) -> Widget:
    one, place = post_of(ctx, ctx.args["id"]), ctx.args["place"]
    carry_out = partial(one["comments"].pop, place) if one else None
    return confirm(ctx, "Delete reply?", yes="Delete", then=carry_out)


def photo(ctx: Context) -> Widget:
    """The picture of a post, alone on black."""
    one = post_of(ctx, ctx.args["id"])
    if one is None or one["photo"] is None:
        return scaffold(_GONE, title="", back=ctx.back)
    picture = Photograph(
        id="full_photo", photo=one["photo"], shape=0.75, description=one["photo"].get("title", "")
    )
    return pager(ctx, [picture])


def post_menu(ctx: Context) -> Widget:
    """What a long press or the dots of a card offer."""
    one = post_of(ctx, ctx.args["id"])
    if one is None:
        return sheet(title="This post was deleted")
    author = person_of(ctx, one["author"])

    def bookmark() -> None:
        one["bookmarked"] = not one["bookmarked"]
        ctx.back()
        ctx.snackbar("Added to bookmarks" if one["bookmarked"] else "Removed from bookmarks")

    def copy() -> None:
        ctx.phone.clipboard = one["text"]
        ctx.back()
        ctx.toast("Copied")

    def mute() -> None:
        ctx.back()
        if author is not None:
            author["muted"] = True
            ctx.snackbar(f"{author['name']} muted", "Undo", partial(author.update, muted=False))

    def delete() -> None:
        ctx.back()
        ctx.go("delete_post", id=one["id"])

    kept = one["bookmarked"]
    rows: list[tuple[str, str, Handler]] = [
        ("Remove bookmark" if kept else "Bookmark", "bookmark-outline", bookmark),
        ("Copy text", "content-copy", copy),
    ]
    if one["author"] == ME:
        rows.append(("Delete post", "trash-can-outline", delete))
    elif author is not None:
        rows.append((f"Mute {author['name']}", "volume-off", mute))
    return sheet(*actions(rows))


def repost(ctx: Context) -> Widget:
    id_ = ctx.args["id"]
    one = post_of(ctx, id_)

    def again() -> None:
        if one is not None:
            one["reposted"] = not one["reposted"]
            one["reposts"] += 1 if one["reposted"] else -1
        ctx.back()

    def quote() -> None:
        ctx.back()
        ctx.go("composer", text="", quote=id_)

    done = one is not None and one["reposted"]
    rows: list[tuple[str, str, Handler]] = [
        ("Undo repost" if done else "Repost", "repeat", again),
        ("Quote", "format-quote-close", quote),
    ]
    return sheet(*actions(rows))


def delete_post(ctx: Context) -> Widget:
    id_ = ctx.args["id"]

    def carry_out() -> None:
        ctx.state["posts"] = [one for one in ctx.state["posts"] if one["id"] != id_]
        ctx.snackbar("Your post was deleted")

    return confirm(ctx, "Delete post?", "This can't be undone.", yes="Delete", then=carry_out)


PAGES = {
    "post": post,
    "photo": photo,
    "post_menu": post_menu,
    "repost": repost,
    "delete_post": delete_post,
    "delete_comment": delete_comment,
}
