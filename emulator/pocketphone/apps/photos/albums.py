"""Albums, and the bin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pocketphone.apps.photos import parts
from pocketphone.apps.photos.library import ALBUMS, Photo
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.apps.words import words
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Fab,
    Grid,
    Icon,
    List,
    Row,
    Stack,
    Text,
    Widget,
    ask_text,
    confirm,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    section,
    sheet,
)


def count(photos: int) -> str:
    return f"{photos} photo{'s' * (photos != 1)}"


def albums(ctx: Context) -> Widget:
    loved = parts.of_album(ctx, "favourites")
    deleted = [photo for photo in ctx.state["photos"] if photo["deleted"]]
    rows = [
        list_row("Favourites", count(len(loved)), id="favourites", leading=Icon(
            name="heart-outline"), on_tap=partial(ctx.go, "album", key="favourites")),
        list_row("Bin", count(len(deleted)), id="bin", leading=Icon(name="trash-can-outline"),
                 on_tap=partial(ctx.go, "bin")),
        section("Your albums"),
        Grid(node="", columns=2, gap=12, padding=(16, 0, 16, 88), key="albums",
             children=[_cover(ctx, key, name) for key, name in ctx.state["albums"].items()]),
    ]  # fmt: skip
    return scaffold(
        List(id="albums", ref="", children=rows),
        title="Albums",
        fab=Fab(id="new_album", label="New album", on_tap=partial(ctx.go, "name_album", key="")),
        bottom=parts.navigation(ctx),
    )


def _cover(ctx: Context, key: str, name: str) -> Widget:
    """An album's newest photo, its name and how many it holds."""
    photos = parts.of_album(ctx, key)
    none = Stack(height=120, background="surface_highest", radius=16, width="fill",
                 at=[(0.5, 0.5)], children=[Icon(name="image-outline", size=40)])  # fmt: skip
    picture = Photograph(photo=photos[0], radius=16, shape=0.8) if photos else none
    return Column(
        id="album",
        ref=f"album/{key}",
        key=key,
        on_tap=partial(ctx.go, "album", key=key),
        children=[
            picture,
            Text(id="album_title", ref="", value=name, style="label", padding=(4, 8, 4, 0),
                 lines=1),
            Text(id="album_size", ref="", value=count(len(photos)), style="caption",
                 color="on_surface_dim", padding=(4, 0, 4, 8)),
        ],
    )  # fmt: skip


def album(ctx: Context) -> Widget:
    key: str = ctx.args["key"]
    photos = parts.of_album(ctx, key)
    names: dict[str, str] = {**ctx.state["albums"], "favourites": "Favourites"}
    return scaffold(
        parts.shown(ctx, photos)
        if photos
        else empty("image-album", "Nothing here yet", "Hold a photo, and add it to this album."),
        title=names.get(key, ""),
        back=ctx.back,
        actions=[more_options(partial(ctx.go, "album_menu", key=key))] if key not in _FIXED else [],
    )


_FIXED = ("camera", "received", "downloads", "favourites")  # those that a phone makes by itself


def album_menu(ctx: Context) -> Widget:
    def instead(page: str) -> None:
        ctx.back()
        ctx.go(page, key=ctx.args["key"])

    return menu(
        [
            ("Rename album", partial(instead, "name_album")),
            ("Delete album", partial(instead, "delete_album")),
        ]
    )


def name_album(ctx: Context) -> Widget:
    """A name for an album, for a new one where `key` is "". `ids` are put into it."""
    known: dict[str, str] = ctx.state["albums"]
    key: str = ctx.args["key"]
    name: str = ctx.args.setdefault("name", known.get(key, ""))
    new = "-".join(words(name))
    added = parts.photos_of(ctx, ctx.args.get("ids", ()))

    def done() -> None:
        known[key or new] = name.strip()
        parts.put(added, "album", new)

    return ask_text(
        ctx,
        "Rename album" if key else "New album",
        "name",
        id="album_name",
        hint="Album name",
        yes="Save" if key else "Create",
        then=done,
        ready=bool(new),
        refused="There is such an album" if new != key and new in known else "",
    )


def delete_album(ctx: Context) -> Widget:
    key: str = ctx.args["key"]
    photos = [photo for photo in ctx.state["photos"] if photo["album"] == key]

    def carry_out() -> None:
        parts.put(photos, "album", next(iter(ALBUMS)))
        del ctx.state["albums"][key]
        ctx.snackbar("Album deleted")

    return confirm(
        ctx,
        "Delete album?",
        "Its photos stay on this phone.",
        yes="Delete",
        then=carry_out,
        closes=2,
    )


def add_to_album(ctx: Context) -> Widget:
    """The albums that `ids` may be put into."""
    photos = parts.photos_of(ctx, ctx.args["ids"])

    def into(key: str, name: str) -> None:
        parts.put(photos, "album", key)
        _left(ctx)
        ctx.snackbar(f"Added to {name}")

    def new() -> None:
        ids = list(ctx.args["ids"])
        _left(ctx)
        ctx.go("name_album", key="", ids=ids)

    rows = [
        list_row(name, id="album", ref=f"album/{key}", key=key, leading=Icon(name="image-album"),
                 on_tap=partial(into, key, name))
        for key, name in ctx.state["albums"].items()
    ]  # fmt: skip
    plus = list_row("New album", id="new_album", leading=Icon(name="plus"), on_tap=new)
    return sheet(plus, *rows, title="Add to album")


def _left(ctx: Context) -> None:
    """Close the sheet, and the selection that it was opened from."""
    ctx.back()
    if ctx.page == "select":
        ctx.back()


# the bin


def bin_page(ctx: Context) -> Widget:
    photos = [photo for photo in ctx.state["photos"] if photo["deleted"]]
    note = Text(value="Photos here are deleted for good after 30 days.", style="body_small",
                color="on_surface_dim", padding=(16, 4, 16, 12), ref="")  # fmt: skip
    cells = [
        Stack(id="photo", ref=f"photo/{photo['id']}", key=photo["id"], description=photo["title"],
              on_tap=partial(ctx.go, "binned", id=photo["id"]),
              children=[Photograph(node="", photo=photo)])
        for photo in photos
    ]  # fmt: skip
    rows = [note, Grid(node="", columns=3, gap=2, children=cells, key="photos")]
    everything = [photo["id"] for photo in photos]
    clear = Button(id="empty_bin", label="Empty", visible=bool(photos),
                   on_tap=partial(ctx.go, "delete", ids=everything))  # fmt: skip
    return scaffold(
        List(id="recycler_view", ref="", children=rows)
        if photos
        else empty("trash-can-outline", "The bin is empty"),
        title="Bin",
        back=ctx.back,
        actions=[clear],
    )


def binned(ctx: Context) -> Widget:
    """What can be done with a photo of the bin."""
    photos = parts.photos_of(ctx, [ctx.args["id"]])

    def restore() -> None:
        ctx.back()
        parts.put(photos, "deleted", False)
        ctx.snackbar("Restored")

    def delete() -> None:
        ctx.back()
        ctx.go("delete", ids=[ctx.args["id"]])

    preview = Row(node="", spread="center", padding=(0, 16), children=[
        Photograph(photo=photo, width=200, height=150, radius=12) for photo in photos])  # fmt: skip
    return sheet(
        preview,
        list_row("Restore", id="restore", leading=Icon(name="restore"), on_tap=restore),
        list_row("Delete for good", id="delete", leading=Icon(name="trash-can-outline"),
                 on_tap=delete),
        title=photos[0]["title"] if photos else "",
    )  # fmt: skip


def delete(ctx: Context) -> Widget:
    """Whether to lose photos of the bin."""
    doomed: Sequence[Photo] = parts.photos_of(ctx, ctx.args["ids"])

    def carry_out() -> None:
        held: list[Photo] = ctx.state["photos"]
        held[:] = [photo for photo in held if photo not in doomed]
        ctx.snackbar(f"{count(len(doomed)).capitalize()} deleted")

    return confirm(
        ctx,
        f"Delete {count(len(doomed))} for good?",
        "This cannot be undone.",
        yes="Delete",
        then=carry_out,
    )


PAGES = {
    "albums": albums,
    "album": album,
    "album_menu": album_menu,
    "name_album": name_album,
    "delete_album": delete_album,
    "add_to_album": add_to_album,
    "bin": bin_page,
    "binned": binned,
    "delete": delete,
}
