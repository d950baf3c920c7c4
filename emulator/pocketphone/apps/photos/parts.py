"""What several pages of Photos are made of, and what they change in its state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from pocketphone.apps.photos.library import Photo, by_day, kept
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.ui import (
    Context,
    Grid,
    Icon,
    List,
    Stack,
    Widget,
    destinations,
    section,
)

_GRIDS = {"comfortable": 3, "compact": 5}  # columns on an upright phone
_COLUMN_DP = 411  # the width that they are for


def navigation(ctx: Context) -> Widget:
    tabs = (
        ("photos", "Photos", "image-multiple-outline"),
        ("search", "Search", "magnify"),
        ("albums", "Albums", "image-album"),
    )
    return destinations(ctx, tabs)


# the state


def photos_of(ctx: Context, ids: Collection[int]) -> list[Photo]:
    """The photos with these ids, be they in the bin."""
    return [photo for photo in ctx.state["photos"] if photo["id"] in ids]


def of_album(ctx: Context, key: str) -> list[Photo]:
    """The photos of an album; the favourites are one."""
    photos = kept(ctx.state["photos"])
    if key == "favourites":
        return [photo for photo in photos if photo["favourite"]]
    return [photo for photo in photos if photo["album"] == key]


def put(photos: Sequence[Photo], field: str, value: object) -> None:
    for photo in photos:
        photo[field] = value


def bin_them(ctx: Context, photos: Sequence[Photo]) -> None:
    """Into the bin, from where they can be had back."""
    put(photos, "deleted", True)
    what = "Moved to bin" if len(photos) == 1 else f"{len(photos)} photos moved to bin"
    ctx.snackbar(what, "Undo", partial(put, photos, "deleted", False))


# widgets


def shown(ctx: Context, photos: Sequence[Photo], *, days: bool = False) -> Widget:
    """Photos side by side, perhaps under their days: a touch opens one (or, on the page of a
    selection, chooses it), holding it begins a selection."""
    among = [photo["id"] for photo in photos]
    cells = partial(_mosaic, ctx, among, days)
    rows: list[Widget] = []
    if days:
        for day, ones in by_day(photos, ctx.minute).items():
            rows += [section(day), cells(ones, day)]
    else:
        rows.append(cells(photos, "photos"))
    return List(id="recycler_view", ref="", children=rows, padding=(0, 2, 0, 24))


def _mosaic(
    ctx: Context, among: list[int], days: bool, photos: Sequence[Photo], key: str
) -> Widget:
    columns = round(_GRIDS[ctx.state["settings"]["grid"]] * max(1, ctx.width_dp / _COLUMN_DP))
    cells = [_cell(ctx, photo, among, days) for photo in photos]
    return Grid(node="", columns=columns, gap=2, children=cells, key=key)


def _cell(ctx: Context, photo: Photo, among: list[int], days: bool) -> Widget:
    id_: int = photo["id"]
    chosen: list[int] | None = ctx.args["ids"] if ctx.page == "select" else None
    on = chosen is not None and id_ in chosen

    def toggle() -> None:
        assert chosen is not None
        if not on:
            chosen.append(id_)
        elif len(chosen) > 1:
            chosen.remove(id_)
        else:
            ctx.back()

    start = partial(ctx.go_in_place, "select", ids=[id_], among=among, days=days)
    corner = "check-circle" if on else "circle-outline" if chosen is not None else "heart"
    mark = Stack(
        node="",
        padding=6,
        visible=chosen is not None or photo["favourite"],
        children=[
            Icon(node="", name=corner, size=20, padding=3, radius=13,
                 color="on_primary" if on else (255, 255, 255),
                 background="primary" if on else (70, 72, 80))
        ],
    )  # fmt: skip
    return Stack(
        id="photo",
        ref=f"photo/{id_}",
        key=id_,
        description=photo["title"],
        selected=on,
        on_tap=partial(ctx.go, "viewer", id=id_, among=among) if chosen is None else toggle,
        on_long_press=start if chosen is None else None,
        padding=8 if on else 0,
        background="primary" if on else None,
        at=[(0, 0), (0, 1)],
        children=[Photograph(node="", photo=photo), mark],
    )
