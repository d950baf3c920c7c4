"""Oneself: the page that others see, and where its name is changed."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.media import face
from pocketphone.apps.music.catalogue import collections
from pocketphone.apps.music.parts import row
from pocketphone.ui import (
    Button,
    Column,
    Context,
    List,
    Row,
    Scroll,
    Spacer,
    Text,
    TextField,
    Widget,
    confirm,
    scaffold,
    section,
)

_MOST = 30  # characters of a name


def profile(ctx: Context) -> Widget:
    name = ctx.state["profile"]["name"]
    playlists = collections(ctx.state, "playlist")
    followed = sum(one["followed"] for one in ctx.state["artists"])
    head = Row(
        key="head",
        width="fill",
        padding=(16, 8, 16, 16),
        gap=20,
        children=[
            face(name, 96),
            Column(
                weight=1,
                children=[
                    Text(id="profile_name", value=name, style="title", bold="Bold", lines=2),
                    Text(
                        id="profile_facts",
                        value=f"{len(playlists)} playlists · {followed} following",
                        style="body_small",
                        color="on_surface_dim",
                    ),
                ],
            ),
        ],
    )
    edit = Row(
        key="edit",
        padding=(16, 0, 16, 8),
        children=[
            Button(
                id="edit_profile",
                label="Edit",
                kind="outlined",
                on_tap=partial(ctx.go, "edit_profile", name=name),
            )
        ],
    )
    rows = [row(ctx, one) for one in playlists]
    return scaffold(
        List(id="profile_list", ref="", children=[head, edit, section("Playlists"), *rows]),
        title="Profile",
        back=ctx.back,
    )


def edit_profile(ctx: Context) -> Widget:
    kept = ctx.state["profile"]
    name = " ".join(ctx.args["name"].split())

    def save() -> None:
        kept.update(name=name, lower=name.lower())
        ctx.back()
        ctx.snackbar("Profile saved")

    def close() -> None:
        if name == kept["name"]:
            ctx.back()
        else:
            ctx.go("discard")

    return scaffold(
        Scroll(
            id="edit_form",
            ref="",
            padding=(24, 16),
            children=[
                Row(node="", spread="center", padding=(0, 0, 0, 24),
                    children=[face(name or "?", 112)]),
                *_fields(ctx),
            ],
        ),
        title="Edit profile",
        close=close,
        actions=[Button(id="save", label="Save", enabled=bool(name), on_tap=save),
                 Spacer(width=8)],
    )  # fmt: skip


def _fields(ctx: Context) -> list[Widget]:
    """Where the name is written, what is wrong with it, and how long it is."""
    name = ctx.args["name"]
    field = TextField(
        id="display_name",
        hint="Name",
        description="Name",
        kind="outlined",
        width="fill",
        most=_MOST,
        value=name,
        select_on_focus=True,
        on_change=ctx.edit("name"),
    )
    error = Text(
        id="error",
        value="A profile needs a name",
        style="caption",
        color="error",
        visible=not name.split(),
        padding=(4, 4),
    )
    count = Text(
        id="count",
        value=f"{len(name)}/{_MOST}",
        style="caption",
        color="on_surface_dim",
        align="end",
        width="fill",
        padding=(4, 4),
    )
    note = Text(
        value="This is how your name appears on your playlists.",
        style="body_small",
        color="on_surface_dim",
        align="center",
        padding=(0, 12),
        ref="",
    )
    return [field, error, count, note]


def discard(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Discard changes?",
        "Your new name will not be saved.",
        yes="Discard",
        no="Keep editing",
        closes=2,
    )


PAGES = {"profile": profile, "edit_profile": edit_profile, "discard": discard}
