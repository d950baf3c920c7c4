"""Writing a post: text, a photo, who may answer; and the drafts that were kept."""

from __future__ import annotations

from copy import deepcopy
from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.pick import Photograph, photo_of
from pocketphone.apps.social.cards import own_face
from pocketphone.apps.social.members import ME, post
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Divider,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Stack,
    Text,
    TextField,
    Widget,
    ask_which,
    confirm,
    empty,
    list_row,
    scaffold,
)

MOST = 280
AUDIENCES = {
    "everyone": "Everyone can reply",
    "followed": "People you follow can reply",
    "mentioned": "Only people you mention can reply",
}


def composer(ctx: Context) -> Widget:
    text, photo = ctx.args.get("text", ""), ctx.args.get("photo")
    left = MOST - len(text)
    ready = (bool(text.strip()) or photo is not None) and left >= 0
    field = TextField(
        id="post_field",
        hint="What is happening?" if ctx.args.get("quote") is None else "Add a comment",
        value=text,
        multiline=True,
        kind="plain",
        autofocus=True,
        weight=1,
        padding=(8, 8),
        on_change=ctx.edit("text"),
    )
    parts: list[Widget] = [Row(node="", align="start", children=[own_face(ctx), field])]
    parts += _attachments(ctx)
    post_button = Button(
        id="post",
        label="Post",
        kind="filled",
        enabled=ready,
        on_tap=partial(_publish, ctx),
    )
    return scaffold(
        Column(
            node="",
            children=[
                Scroll(id="content", ref="", weight=1, padding=(16, 8), gap=8, children=parts),
                _tools(ctx, left),
            ],
        ),
        title="",
        close=partial(_leave, ctx),
        actions=[Stack(node="", padding=(0, 0, 12, 0), children=[post_button])],
    )


def _attachments(ctx: Context) -> list[Widget]:
    """The chosen photo with its cross, and the post that is quoted."""
    photo, quote = photo_of(ctx, ctx.args.get("photo")), ctx.args.get("quote")
    parts: list[Widget] = []
    if photo is not None:
        remove = IconButton(
            ref="remove_photo",
            icon="close-circle",
            color="primary",
            on_tap=partial(ctx.args.update, photo=None),
        )
        picture = Photograph(
            id="attached_photo", photo=photo, description=photo["title"], shape=0.6, radius=14
        )
        parts.append(Stack(node="", children=[picture, remove], at=[(0, 0), (1, 0)]))
    if quote is not None:
        quoted = next((one for one in ctx.state["posts"] if one["id"] == quote), {"text": ""})
        parts.append(
            Text(
                id="quoted_text",
                value=quoted["text"],
                style="body_small",
                padding=12,
                radius=14,
                border="outline_dim",
            )
        )
    return parts


def _tools(ctx: Context, left: int) -> Widget:
    audience = ctx.args.get("audience", ctx.state["settings"]["audience"])
    return Column(
        id="tools",
        ref="",
        children=[
            Stack(
                node="",
                padding=(12, 4),
                children=[
                    Chip(
                        id="audience",
                        label=AUDIENCES[audience],
                        icon="earth",
                        on_tap=partial(ctx.go, "audience", chosen=audience),
                    )
                ],
            ),
            Divider(),
            Row(
                node="",
                padding=(4, 0),
                width="fill",
                children=[
                    IconButton(
                        id="add_photo",
                        icon="image-outline",
                        color="primary",
                        description="Add photo",
                        on_tap=partial(permission.ask, ctx, "photos", "pick", into="photo"),
                    ),
                    IconButton(
                        ref="keep_draft",
                        icon="content-save-outline",
                        color="primary",
                        on_tap=partial(_keep, ctx),
                    ),
                    Stack(weight=1, node=""),
                    Text(
                        id="characters_left",
                        value=str(left),
                        style="label",
                        color="error" if left < 0 else "on_surface_dim",
                        padding=(12, 0),
                    ),
                ],
            ),
        ],
    )


def _publish(ctx: Context) -> None:
    state, photo = ctx.state, photo_of(ctx, ctx.args.get("photo"))
    made = post(
        max((one["id"] for one in state["posts"]), default=0) + 1,
        ME,
        ctx.args.get("text", "").strip(),
        ctx.now,
    ) | {
        "photo": deepcopy(photo),
        "quote": ctx.args.get("quote"),
        "audience": ctx.args.get("audience", state["settings"]["audience"]),
    }
    state["posts"].insert(0, made)
    _forget_draft(ctx)
    ctx.back()
    ctx.snackbar("Your post was sent", "View", partial(ctx.go, "post", id=made["id"], reply=""))


def _forget_draft(ctx: Context) -> None:
    if (draft := ctx.args.get("draft")) is not None:
        ctx.state["drafts"].remove(draft)


def _keep(ctx: Context) -> None:
    """Keep the text among the drafts, and close the composer."""
    text = ctx.args.get("text", "").strip()
    if not text:
        ctx.snackbar("There is nothing to keep yet")
        return
    _forget_draft(ctx)
    ctx.state["drafts"].insert(0, text)
    ctx.back()
    ctx.snackbar("Kept in drafts")


def _leave(ctx: Context) -> None:
    if ctx.args.get("text", "").strip() or ctx.args.get("photo") is not None:
        ctx.go("discard")
    else:
        ctx.back()


def discard(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Discard post?",
        "To keep the text, close this and tap the disk icon.",
        yes="Discard",
        no="Keep writing",
        closes=2,
    )


def audience(ctx: Context) -> Widget:
    held = ctx.args["chosen"]
    return ask_which(ctx, "Who can reply?", AUDIENCES, held, ctx.edit("audience"))


def drafts(ctx: Context) -> Widget:
    rows = [
        list_row(
            text,
            id="draft",
            ref=f"draft/{place}",
            key=text,
            leading=Icon(name="file-document-edit-outline"),
            on_tap=partial(ctx.replace, "composer", text=text, draft=text),
            on_long_press=partial(ctx.go, "delete_draft", text=text),
        )
        for place, text in enumerate(ctx.state["drafts"])
    ]
    nothing = empty(
        "file-document-edit-outline", "No drafts", "What you keep while writing is here."
    )
    return scaffold(
        List(id="drafts", ref="", children=rows) if rows else nothing,
        title="Drafts",
        back=ctx.back,
    )


def delete_draft(ctx: Context) -> Widget:
    text = ctx.args["text"]
    gone = partial(ctx.state["drafts"].remove, text)
    return confirm(ctx, "Delete draft?", text, yes="Delete", then=gone)


PAGES = {
    "composer": composer,
    "discard": discard,
    "audience": audience,
    "drafts": drafts,
    "delete_draft": delete_draft,
}
