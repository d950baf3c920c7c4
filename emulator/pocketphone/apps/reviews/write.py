"""Writing a review, and what can be done with one's own."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps import permission
from pocketphone.apps.pick import Photograph, photo_of
from pocketphone.apps.removal import take_out
from pocketphone.apps.reviews import parts
from pocketphone.apps.reviews.business import write_review
from pocketphone.apps.stars import INK
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Spacer,
    Stack,
    Text,
    TextField,
    Widget,
    confirm,
    empty,
    list_row,
    scaffold,
    sheet,
)

LEAST = 10  # characters of a review
_MEANT = ("Touch a star", "Not for me", "Could be better", "Fine", "Good", "Wonderful")


def write(ctx: Context) -> Widget:
    """The form. Its draft is the page's arguments: stars, text, photo, error."""
    state, args = ctx.state, ctx.args
    one = parts.business_of(state, args["id"])
    if one is None:
        return scaffold(empty("store-off-outline", "No such business"), title="", back=ctx.back)
    held = parts.mine(state, one["id"])

    def close() -> None:
        before = (held["stars"], held["text"], held["photo"]) if held else (0, "", None)
        if (args["stars"], args["text"], args.get("photo")) != before:
            ctx.go("discard")
        else:
            ctx.back()

    field = TextField(
        id="review_field",
        hint="What did you like, what not?",
        value=args["text"],
        kind="outlined",
        multiline=True,
        width="fill",
        height=160,
        most=500,
        on_change=partial(_edit, ctx, "text"),
    )
    error = Text(id="error", value=args["error"], style="body_small", color="error",
                 visible=bool(args["error"]))  # fmt: skip
    body = [
        Text(id="business_name", value=one["name"], style="title"),
        _stars(ctx),
        field,
        error,
        _photo(ctx),
        Text(id="note", value="Write of your own visit. Others see your name and your picture.",
             style="caption", color="on_surface_dim"),
    ]  # fmt: skip
    return scaffold(
        Scroll(id="form", ref="", padding=(20, 8), gap=16, children=body),
        title="Edit review" if held else "Write a review",
        close=close,
        actions=[
            Button(id="post", label="Post", kind="filled", on_tap=partial(_post, ctx)),
            Spacer(width=12),
        ],
    )


def _post(ctx: Context) -> None:
    """Put the draft in place of one's review of that business, where nothing is wrong with it."""
    state, args = ctx.state, ctx.args
    args["error"] = _error(args["stars"], args["text"])
    if args["error"]:
        return
    held = parts.mine(state, args["id"])
    number = max((each["id"] for each in state["my_reviews"]), default=0) + 1
    review = parts.review(
        held["id"] if held else number,
        args["id"],
        args["stars"],
        args["text"].strip(),
        ctx.now.date(),
        args.get("photo"),
    )
    others = [each for each in state["my_reviews"] if each is not held]
    state["my_reviews"] = [review, *others]
    ctx.back()
    ctx.snackbar("Your review is posted")


def _edit(ctx: Context, name: str, value: Any) -> None:
    ctx.args[name] = value
    ctx.args["error"] = ""


def _stars(ctx: Context) -> Widget:
    given: int = ctx.args["stars"]
    row = [
        IconButton(
            id="star",
            ref=f"star/{count}",
            key=count,
            icon="star" if count <= given else "star-outline",
            color=INK if count <= given else "outline",
            size=36,
            description=f"{count} star{'s' * (count > 1)}",
            on_tap=partial(_edit, ctx, "stars", count),
        )
        for count in range(1, 6)
    ]
    meant = Text(id="meant", value=_MEANT[given], style="label", color="on_surface_dim")
    return Row(node="", gap=2, children=[*row, Spacer(width=8), meant])


def _photo(ctx: Context) -> Widget:
    """The photo that goes with the review, and a cross that takes it away; else how to add one."""
    photo = photo_of(ctx, ctx.args.get("photo"))
    if photo is None:
        add = partial(permission.ask, ctx, "photos", "pick", into="photo")
        return Button(id="add_photo", label="Add a photo", icon="image-plus", kind="tonal",
                      on_tap=add)  # fmt: skip
    shown = Photograph(id="attached", photo=photo, shape=0.5, radius=12, description=photo["title"])
    remove = IconButton(
        ref="remove_photo",
        icon="close-circle",
        color="primary",
        on_tap=partial(_edit, ctx, "photo", None),
    )
    return Stack(node="", width="fill", children=[shown, remove], at=[(0, 0), (1, 0)])


def _error(stars: int, text: str) -> str:
    """What keeps a review from being posted, "" where nothing does."""
    if not stars:
        return "Choose how many stars you give"
    if len(text.strip()) < LEAST:
        return f"Write at least {LEAST} characters"
    return ""


def discard(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Discard your review?",
        "What you have written will be lost.",
        yes="Discard",
        no="Keep writing",
        closes=2,
    )


# one's own reviews


def my_reviews(ctx: Context) -> Widget:
    cards = []
    for held in ctx.state["my_reviews"]:
        one = parts.business_of(ctx.state, held["business"])
        if one is not None:
            cards.append(
                parts.opinion_card(
                    ctx.state["owner"],
                    held["stars"],
                    held["text"],
                    held["said"],
                    about=one["name"],
                    photo=photo_of(ctx, held["photo"]),
                    ref=f"mine/{held['id']}",
                    on_tap=partial(parts.open_business, ctx, one),
                    on_long_press=partial(ctx.go, "my_review_menu", id=held["id"]),
                )
            )
    return scaffold(
        List(id="my_review_list", ref="", children=cards)
        if cards
        else empty("pencil-outline", "No reviews yet", "Open a business and touch its stars."),
        title="My reviews",
        back=ctx.back,
    )


def my_review_menu(ctx: Context) -> Widget:
    """What a long press on one's own review offers."""
    id_ = ctx.args["id"]
    held = next((one for one in ctx.state["my_reviews"] if one["id"] == id_), None)
    one = parts.business_of(ctx.state, held["business"]) if held else None

    def edit() -> None:
        ctx.back()
        if one is not None:
            write_review(ctx, one, 0)

    def remove() -> None:
        ctx.back()
        ctx.go("delete_review", id=id_)

    return sheet(
        list_row("Edit", id="action", ref="action/edit", leading=Icon(name="pencil-outline"),
                 on_tap=edit),
        list_row("Delete", id="action", ref="action/delete",
                 leading=Icon(name="trash-can-outline"), on_tap=remove),
        Column(node="", height=4),
    )  # fmt: skip


def delete_review(ctx: Context) -> Widget:
    id_ = ctx.args["id"]

    def delete() -> None:
        take_out(ctx, "my_reviews", lambda one: one["id"] == id_, "Review deleted")

    return confirm(
        ctx,
        "Delete this review?",
        "Nobody will see it any more.",
        yes="Delete",
        then=delete,
    )


PAGES = {
    "write": write,
    "discard": discard,
    "my_reviews": my_reviews,
    "my_review_menu": my_review_menu,
    "delete_review": delete_review,
}
