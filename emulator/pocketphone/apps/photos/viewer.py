"""One photo on the whole screen, and what is known of it."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from urllib.parse import quote

from pocketphone.apps.others import hand_on
from pocketphone.apps.photos import parts
from pocketphone.apps.photos.edits import PLAIN
from pocketphone.apps.photos.library import Photo, day_name
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.ui import (
    VIEW,
    Column,
    Context,
    Icon,
    IconButton,
    Intent,
    Rgb,
    Row,
    Swiped,
    Text,
    Widget,
    ask_text,
    empty,
    list_row,
    menu,
    scaffold,
    sheet,
)

_GROUND: Rgb = (12, 12, 14)
_INK: Rgb = (236, 236, 240)


def viewer(ctx: Context) -> Widget:
    """A photo among those of the page below; a finger drawn sideways turns to its neighbours."""
    ids = [id_ for id_ in ctx.args["among"] if parts.photos_of(ctx, [id_])]
    photos = parts.photos_of(ctx, [ctx.args["id"]])
    if not photos:
        return scaffold(empty("image-off-outline", "No such photo"), title="", back=ctx.back)
    (photo,) = photos
    place = ids.index(photo["id"]) if photo["id"] in ids else 0

    def turn(step: int) -> None:
        if 0 <= place + step < len(ids):
            ctx.args["id"] = ids[place + step]

    def hide() -> None:
        ctx.args["bare"] = not ctx.args.get("bare", False)

    picture = Photograph(
        id="photo_view",
        ref=f"photo/{photo['id']}",
        description=photo["title"],
        photo=photo,
        shape=photo["height"] / photo["width"],
    )
    bars = not ctx.args.get("bare", False)
    middle = Swiped(
        id="photo_pager",
        ref="photo_pager",
        width="fill",
        weight=1,
        height="fill",
        at=[(0.5, 0.5)],
        on_tap=hide,
        on_left=partial(turn, 1),
        on_right=partial(turn, -1),
        children=[picture],
    )
    upper = [_top(ctx, photo)] * bars
    lower = [_bottom(ctx, photo)] * bars
    return Column(
        id="viewer",
        ref="",
        node="android.view.ViewGroup",
        width="fill",
        height="fill",
        background=_GROUND,
        children=[*upper, middle, *lower],
    )


def _top(ctx: Context, photo: Photo) -> Widget:
    taken, loved = datetime.fromisoformat(photo["taken"]), photo["favourite"]
    return Row(
        id="toolbar",
        ref="",
        width="fill",
        height=64,
        padding=(4, 0),
        children=[
            IconButton(icon="arrow-left", description="Navigate up", ref="up", color=_INK,
                       on_tap=ctx.back),
            Text(id="photo_date", ref="", value=f"{day_name(taken, ctx.minute)}, {taken:%H:%M}",
                 style="label", color=_INK, weight=1, padding=(8, 0), lines=1),
            IconButton(id="favourite", icon="heart" if loved else "heart-outline", on=loved,
                       color=(255, 138, 150) if loved else _INK,
                       on_tap=partial(parts.put, [photo], "favourite", not loved)),
            IconButton(id="menu_overflow", icon="dots-vertical", description="More options",
                       color=_INK, on_tap=partial(ctx.go, "viewer_menu", id=photo["id"])),
        ],
    )  # fmt: skip


def _bottom(ctx: Context, photo: Photo) -> Widget:
    def binned() -> None:
        ctx.back()
        parts.bin_them(ctx, [photo])

    buttons = (
        ("share", "Share", "share-variant-outline",
         partial(ctx.go, "share", text=photo["title"], photo=photo["id"])),
        ("edit", "Edit", "tune-variant",
         partial(ctx.go, "editor", id=photo["id"], edit={**PLAIN, **photo["edit"]}, tab="adjust",
                 tool="brightness")),
        ("details", "Details", "information-outline",
         partial(ctx.go, "details", id=photo["id"])),
        ("delete", "Bin", "trash-can-outline", binned),
    )  # fmt: skip
    return Row(
        id="bottom_bar",
        ref="",
        width="fill",
        padding=(8, 8, 8, 12),
        children=[
            Column(
                id=id_,
                weight=1,
                align="center",
                padding=(0, 8),
                gap=4,
                on_tap=handler,
                children=[
                    Icon(name=icon, color=_INK),
                    Text(value=label, style="label_small", color=_INK, ref=""),
                ],
            )
            for id_, label, icon, handler in buttons
        ],
    )


def viewer_menu(ctx: Context) -> Widget:
    id_: int = ctx.args["id"]

    def add() -> None:
        ctx.back()
        ctx.go("add_to_album", ids=[id_])

    def rename() -> None:
        ctx.back()
        ctx.go("rename", id=id_)

    return menu([("Add to album", add), ("Change title", rename)])


def details(ctx: Context) -> Widget:
    """What is known of a photo."""
    (photo,) = parts.photos_of(ctx, [ctx.args["id"]])
    taken = datetime.fromisoformat(photo["taken"])

    def on_map() -> None:
        ctx.back()
        hand_on(
            ctx, Intent(action=VIEW, data=f"geo:0,0?q={quote(photo['place'])}"), "can show a map"
        )

    rows = [
        list_row(f"{taken:%A}, {taken.day} {taken:%B} {taken.year}", f"{taken:%H:%M}",
                 id="date", leading=Icon(name="calendar-outline")),
        list_row(photo["place"], "Show on the map", id="place", on_tap=on_map,
                 leading=Icon(name="map-marker-outline")),
        list_row(f"IMG_{photo['number']:04}.jpg", f"{photo['width']} \u00d7 {photo['height']} px",
                 id="file", leading=Icon(name="image-outline")),
        list_row(ctx.state["albums"].get(photo["album"], ""), "Album", id="album",
                 leading=Icon(name="image-album")),
    ]  # fmt: skip
    return sheet(*rows, title=photo["title"])


def rename(ctx: Context) -> Widget:
    (photo,) = parts.photos_of(ctx, [ctx.args["id"]])
    title = str(ctx.args.setdefault("title", photo["title"])).strip()
    return ask_text(
        ctx,
        "Change title",
        "title",
        id="title",
        hint="Title",
        yes="Save",
        then=partial(photo.update, title=title, title_lower=title.lower()),
        ready=bool(title),
    )


PAGES = {"viewer": viewer, "viewer_menu": viewer_menu, "details": details, "rename": rename}
