"""The page that changes how a photo looks. The photo stays; what is made of it is a copy."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.photos import parts
from pocketphone.apps.photos.edits import CROPS, FILTERS, PLAIN, TOOLS, Edit, shape
from pocketphone.apps.photos.library import Photo, copy_of, frame
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    IconButton,
    Row,
    Slider,
    Spacer,
    Stack,
    Strip,
    Tab,
    Text,
    Widget,
    confirm,
    empty,
    scaffold,
    tab_bar,
)

_ICONS = {
    "brightness": "brightness-6",
    "contrast": "contrast-circle",
    "saturation": "palette-outline",
    "warmth": "thermometer",
}


def editor(ctx: Context) -> Widget:
    photos, edit = parts.photos_of(ctx, [ctx.args["id"]]), ctx.args["edit"]
    if not photos:
        return scaffold(empty("image-off-outline", "No such photo"), title="", back=ctx.back)
    (photo,) = photos
    changed = edit != photo["edit"]

    def save() -> None:
        held: list[Photo] = ctx.state["photos"]
        made = copy_of(held, photo, edit)
        held.insert(held.index(photo), made)
        ctx.back()
        if ctx.page == "viewer":
            among: list[int] = ctx.args["among"]
            place = among.index(photo["id"]) if photo["id"] in among else 0
            ctx.args.update(id=made["id"], among=[*among[:place], made["id"], *among[place:]])
        ctx.snackbar("Copy saved")

    tabs = tab_bar(
        [
            Tab(f"tab_{name}", name.capitalize(), "", partial(ctx.args.update, tab=name),
                ctx.args["tab"] == name)
            for name in _TABS
        ]
    )  # fmt: skip
    picture = Photograph(id="preview", ref="preview", description=photo["title"], photo=photo,
                         edit=edit, shape=_shape(photo, edit))  # fmt: skip
    frame = Stack(node="", weight=1, width="fill", height="fill", padding=12, at=[(0.5, 0.5)],
                  children=[picture])  # fmt: skip
    tools = Column(node="", padding=(0, 8), children=_TABS[ctx.args["tab"]](ctx, photo))
    reset = IconButton(id="reset", icon="undo-variant", enabled=edit != PLAIN,
                       on_tap=partial(ctx.args.update, edit=dict(PLAIN)))  # fmt: skip
    return scaffold(
        Column(node="", children=[frame, tools, tabs]),
        title="",
        close=partial(ctx.go, "discard") if changed else ctx.back,
        actions=[
            reset,
            Button(id="save", label="Save copy", kind="filled", enabled=changed, on_tap=save),
            Spacer(width=12),
        ],
    )


def _shape(photo: Photo, edit: Edit) -> float:
    width, height = shape(edit, *frame(photo))
    return height / width


def _set(ctx: Context, **values: object) -> None:
    ctx.args["edit"] = ctx.args["edit"] | values


def _crop(ctx: Context, photo: Photo) -> list[Widget]:
    """Shapes to choose from, and the buttons that turn the photo."""
    del photo
    edit: Edit = ctx.args["edit"]
    chips = [
        Chip(id="ratio", ref=f"ratio/{name}", key=name, label=name.capitalize(),
             on=edit["crop"] == name, on_tap=partial(_set, ctx, crop=name))
        for name in CROPS
    ]  # fmt: skip
    turns = [
        IconButton(id="rotate", icon="rotate-right", description="Rotate",
                   on_tap=lambda: _set(ctx, turns=(edit["turns"] + 1) % 4)),
        IconButton(id="flip", icon="flip-horizontal", on=edit["flipped"],
                   color="primary" if edit["flipped"] else "on_surface_dim",
                   on_tap=lambda: _set(ctx, flipped=not edit["flipped"])),
    ]  # fmt: skip
    return [
        Row(node="", spread="center", gap=24, children=turns),
        Strip(id="ratios", ref="", width="fill", gap=8, padding=(16, 4), children=chips),
    ]


def _adjust(ctx: Context, photo: Photo) -> list[Widget]:
    """Which level, and its slider."""
    del photo
    edit, tool = ctx.args["edit"], ctx.args["tool"]
    chips = [
        Chip(id="tool", ref=f"tool/{name}", key=name, label=name.capitalize(), icon=_ICONS[name],
             on=name == tool, on_tap=partial(ctx.args.update, tool=name))
        for name in TOOLS
    ]  # fmt: skip
    value = Text(id="value", value=f"{edit[tool]:+d}" if edit[tool] else "0", style="label",
                 align="center", width=48)  # fmt: skip
    slider = Slider(
        id="slider",
        ref=f"slider/{tool}",
        description=tool.capitalize(),
        value=edit[tool],
        low=-100,
        weight=1,
        on_change=lambda level: _set(ctx, **{tool: level}),
    )
    return [
        Row(node="", padding=(16, 0), children=[slider, value]),
        Strip(id="tools", ref="", width="fill", gap=8, padding=(16, 4), children=chips),
    ]


def _filters(ctx: Context, photo: Photo) -> list[Widget]:
    edit: Edit = ctx.args["edit"]
    looks = [
        Column(
            id="filter",
            ref=f"filter/{name}",
            key=name,
            align="center",
            gap=6,
            padding=4,
            radius=12,
            background="container" if edit["filter"] == name else None,
            selected=edit["filter"] == name,
            on_tap=partial(_set, ctx, filter=name),
            children=[
                Photograph(photo=photo, edit=edit | {"filter": name}, width=72, height=72,
                           radius=10),
                Text(value=name.capitalize(), style="label_small", ref=""),
            ],
        )
        for name in FILTERS
    ]  # fmt: skip
    return [Strip(id="filters", ref="", width="fill", gap=4, padding=(12, 4), children=looks)]


_TABS = {"crop": _crop, "adjust": _adjust, "filters": _filters}


def discard(ctx: Context) -> Widget:
    return confirm(
        ctx, "Discard edits?", "What you have changed will be lost.", yes="Discard", closes=2
    )


PAGES = {"editor": editor, "discard": discard}
