"""The owner's profile, with its picture."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.chat.parts import own_face
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Stack,
    Text,
    Widget,
    ask_text,
    list_row,
    scaffold,
    sheet,
)

_FIELDS = {
    "name": ("Name", "account-outline"),
    "about": ("About", "information-outline"),
    "username": ("Username", "at"),
    "city": ("City", "map-marker-outline"),
}
_MOST = 60


def me(ctx: Context) -> Widget:
    """The profile; while a photo is being tried on, only the question whether it stays."""
    if ctx.args.get("chosen") is not None:
        return _preview(ctx)
    one = ctx.state["me"]
    camera = IconButton(
        id="set_photo",
        icon="camera-plus-outline",
        description="Set profile picture",
        background="container",
        radius=24,
        on_tap=partial(ctx.go, "picture"),
    )
    picture = Stack(
        node="", at=[(0, 0), (1, 1)], children=[own_face(ctx, 128, one["photo"]), camera]
    )
    rows = [
        list_row(
            one[name] or "Not set",
            label,
            id=name,
            leading=Icon(name=icon),
            on_tap=partial(ctx.go, "field", name=name, value=one[name]),
        )
        for name, (label, icon) in _FIELDS.items()
    ]
    phone = list_row(one["phone"], "Phone number", id="phone", leading=Icon(name="phone-outline"))
    head = Column(align="center", padding=(16, 12, 16, 24), children=[picture])
    return scaffold(
        List(id="profile_list", ref="", children=[head, *rows, phone]),
        title="My profile",
        back=ctx.back,
    )


def _preview(ctx: Context) -> Widget:
    chosen: int = ctx.args["chosen"]

    def keep() -> None:
        ctx.state["me"]["photo"] = chosen
        drop()
        ctx.snackbar("Profile picture changed")

    def drop() -> None:
        ctx.args["chosen"] = None

    body = Column(
        node="",
        align="center",
        spread="center",
        gap=32,
        children=[
            own_face(ctx, 280, chosen),
            Text(ref="", value="This is how others will see you.", color="on_surface_dim"),
            Row(
                node="",
                gap=12,
                children=[
                    Button(id="drop", label="Cancel", kind="outlined", on_tap=drop),
                    Button(id="keep", label="Use this photo", kind="filled", on_tap=keep),
                ],
            ),
        ],
    )
    return scaffold(body, title="New picture", close=drop)


def picture(ctx: Context) -> Widget:
    """Where the profile picture comes from."""

    def choose() -> None:
        ctx.back()
        permission.ask(ctx, "photos", "pick", into="chosen")

    def remove() -> None:
        ctx.state["me"]["photo"] = None
        ctx.back()

    rows = [
        list_row("Choose from photos", id="choose", leading=Icon(name="image-outline"),
                 on_tap=choose),
        list_row("Remove picture", id="remove", leading=Icon(name="trash-can-outline"),
                 enabled=ctx.state["me"]["photo"] is not None, on_tap=remove),
    ]  # fmt: skip
    return sheet(*rows, title="Profile picture")


def field(ctx: Context) -> Widget:
    """A dialog that changes one line of the profile."""
    name, value = ctx.args["name"], ctx.args["value"].strip()
    label = _FIELDS[name][0]

    def save() -> None:
        ctx.state["me"][name] = value
        if name == "name":
            ctx.state["me"]["name_lower"] = value.lower()

    return ask_text(ctx, label, "value", id="field", hint=label, most=_MOST, yes="Save",
                    then=save, ready=bool(value))  # fmt: skip


PAGES = {"me": me, "picture": picture, "field": field}
