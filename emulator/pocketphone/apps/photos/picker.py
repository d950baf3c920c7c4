"""The page on which a photo is chosen, the same in every app that takes photos."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pocketphone.apps.photos.library import ALBUMS, PACKAGE, Photo, by_day, kept
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.ui import (
    Column,
    Context,
    Grid,
    List,
    Stack,
    Tab,
    Text,
    Widget,
    empty,
    list_row,
    scaffold,
    section,
    tab_bar,
)

Take = Callable[[Context, Mapping[str, Any], int], object]
"""What is done with the chosen photo's id, on the page below; what the picker was asked with."""


def photos_of(ctx: Context) -> list[Photo]:
    """The phone's photos, the newest first; none on a phone without Photos."""
    return kept(ctx.apps.get(PACKAGE, {}).get("photos", []))


def photo_of(ctx: Context, id_: int | None) -> Photo | None:
    """The photo with that id, if the phone still has it."""
    return next((photo for photo in photos_of(ctx) if photo["id"] == id_), None)


def picker(take: Take) -> Callable[[Context], Widget]:
    """A page with all photos, or albums. What is chosen is taken by the page below."""
    return partial(_page, take)


def _page(take: Take, ctx: Context) -> Widget:
    tab, album = ctx.args.get("tab", "photos"), ctx.args.get("album")
    photos = photos_of(ctx)
    if album:
        shown = [photo for photo in photos if photo["album"] == album]
        close = partial(ctx.args.update, album=None)
        return scaffold(_grid(ctx, shown, take), title=ALBUMS.get(album, album), back=close)
    tabs = tab_bar(
        [
            Tab(f"tab_{name}", name.capitalize(), "", partial(ctx.args.update, tab=name),
                tab == name)
            for name in ("photos", "albums")
        ]
    )  # fmt: skip
    if not photos:
        body = empty("image-off-outline", "No photos on this phone")
    else:
        body = _grid(ctx, photos, take) if tab == "photos" else _albums(ctx, photos)
    note = Text(
        id="privacy_text",
        value="This app can only use the photo that you choose",
        style="body_small",
        color="on_surface_dim",
        align="center",
        padding=(16, 0, 16, 4),
    )
    listed = Stack(node="", weight=1, children=[body])
    return scaffold(
        Column(node="", children=[note, tabs, listed]), title="Choose a photo", close=ctx.back
    )


def _grid(ctx: Context, photos: list[Photo], take: Take) -> Widget:
    rows: list[Widget] = []
    for day, ones in by_day(photos, ctx.minute).items():
        cells = [
            Photograph(
                id="icon_thumbnail",
                ref=f"photo/{photo['id']}",
                key=photo["id"],
                description=photo["title"],
                photo=photo,
                on_tap=partial(_choose, ctx, take, photo["id"]),
            )
            for photo in ones
        ]
        rows += [section(day), Grid(node="", columns=3, gap=2, children=cells, key=day)]
    return List(id="picker_tab_recyclerview", ref="", width="fill", height="fill", children=rows)


def _albums(ctx: Context, photos: list[Photo]) -> Widget:
    rows = []
    for key, name in ALBUMS.items():
        ones = [photo for photo in photos if photo["album"] == key]
        if ones:
            cover = Photograph(photo=ones[0], width=56, height=56, radius=8)
            rows.append(
                list_row(name, f"{len(ones)} photos", id="album", ref=f"album/{key}", key=key,
                         leading=cover, on_tap=partial(ctx.args.update, album=key))
            )  # fmt: skip
    return List(id="albums", ref="", width="fill", height="fill", children=rows)


def _choose(ctx: Context, take: Take, id_: int) -> None:
    asked = ctx.args
    ctx.back()
    take(ctx, asked, id_)


def _into(ctx: Context, asked: Mapping[str, Any], id_: int) -> None:
    ctx.args[asked["into"]] = id_


pick = picker(_into)
"""The picker that leaves the photo's id in `ctx.args[into]` of the page below."""
