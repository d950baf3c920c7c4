"""The first page: shelves of what one may like, and the drawer behind one's face."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pocketphone.apps.media import RECYCLER, face
from pocketphone.apps.music.catalogue import Collection, collection, collections
from pocketphone.apps.music.parts import bottom, cover, open_, row, tile
from pocketphone.apps.removal import take_out
from pocketphone.ui import (
    Column,
    Context,
    Grid,
    IconButton,
    List,
    Row,
    Scroll,
    Strip,
    Swiped,
    Tab,
    Text,
    Widget,
    drawer,
    empty,
    menu,
    more_options,
    scaffold,
)
from pocketphone.ui.bars import app_bar

_QUICK, _SHELF = 6, 8


def home(ctx: Context) -> Widget:
    state = ctx.state
    recent = _recent(ctx)
    quick = [*collections(state, "liked"), *recent, *collections(state, "playlist")]
    seen = {(one.kind, one.id): one for one in quick}
    albums = sorted(collections(state, "album"), key=lambda one: -_year(ctx, one))
    artists = collections(state, "artist")
    return scaffold(
        Column(
            node="",
            children=[
                _head(ctx),
                Scroll(
                    id="home_content",
                    ref="",
                    weight=1,
                    padding=(0, 4, 0, 24),
                    children=[
                        Grid(
                            id="shortcuts",
                            ref="",
                            node=RECYCLER,
                            width="fill",
                            columns=2,
                            gap=8,
                            padding=(16, 0),
                            children=[_quick(ctx, one) for one in list(seen.values())[:_QUICK]],
                        ),
                        *_shelf(ctx, "Made for you", collections(state, "mix")),
                        *_shelf(ctx, "Popular artists", artists),
                        *_shelf(ctx, "New releases", albums),
                        *_shelf(ctx, "Recently played", recent),
                    ],
                ),
            ],
        ),
        bottom=bottom(ctx),
    )


def _year(ctx: Context, of: Collection) -> int:
    return next(int(one["year"]) for one in ctx.state["albums"] if one["id"] == of.id)


def _recent(ctx: Context) -> list[Collection]:
    found = (collection(ctx.state, one["kind"], one["id"]) for one in ctx.state["recent"])
    return [one for one in found if one is not None]


def _head(ctx: Context) -> Widget:
    hour = ctx.minute.hour
    part = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    me = Row(
        id="profile_button",
        node="android.widget.FrameLayout",
        description="Profile",
        padding=(8, 4),
        on_tap=partial(ctx.go, "drawer"),
        children=[face(ctx.state["profile"]["name"], 36)],
    )
    greeting = Text(
        id="greeting", value=f"Good {part}", style="title", bold="Medium", weight=1, padding=(4, 0)
    )
    recent = IconButton(ref="recents", icon="history", on_tap=partial(ctx.go, "recents"))
    return app_bar(Row(weight=1, children=[me, greeting]), actions=[recent])


def _quick(ctx: Context, of: Collection) -> Widget:
    return Row(
        id="shortcut",
        ref=f"quick/{of.kind}/{of.id}",
        key=f"{of.kind}/{of.id}",
        height=56,
        gap=8,
        radius=6,
        background="surface_high",
        on_tap=partial(open_, ctx, of),
        children=[
            cover(of, 56),
            Text(id="title", ref="", value=of.name, style="label", lines=2, weight=1,
                 padding=(0, 0, 8, 0)),
        ],
    )  # fmt: skip


def _shelf(ctx: Context, title: str, held: Sequence[Collection]) -> list[Widget]:
    if not held:
        return []
    return [
        Text(key=title, value=title, style="title", bold="Medium", padding=(16, 24, 16, 12),
             ref=""),
        Strip(
            id="shelf",
            ref="",
            node=RECYCLER,
            key=f"shelf/{title}",
            width="fill",
            gap=16,
            padding=(16, 0),
            children=[tile(ctx, one) for one in held[:_SHELF]],
        ),
    ]  # fmt: skip


def side(ctx: Context) -> Widget:
    """The drawer: oneself, and the pages that are not music."""
    name = ctx.state["profile"]["name"]

    def to(page: str) -> None:
        ctx.replace(page)

    head = Row(
        id="drawer_profile",
        width="fill",
        padding=(20, 24, 16, 16),
        gap=16,
        on_tap=partial(to, "profile"),
        children=[
            face(name, 48),
            Column(
                weight=1,
                children=[
                    Text(id="drawer_name", value=name, style="title_small", ref="", lines=1),
                    Text(value="View profile", style="caption", ref="", color="on_surface_dim"),
                ],
            ),
        ],
    )
    return drawer(
        head,
        [
            Tab("item_recents", "Recently played", "history", partial(to, "recents")),
            Tab("item_liked", "Liked songs", "heart-outline",
                partial(ctx.replace, "tracks", kind="liked", id="liked")),
            None,
            Tab("item_settings", "Settings", "cog-outline", partial(to, "settings")),
        ],
    )  # fmt: skip


def recents(ctx: Context) -> Widget:
    """What was played; a row that is drawn aside is forgotten."""
    rows = [_history_row(ctx, one) for one in _recent(ctx)]
    body = List(id="recents_list", ref="", children=rows)
    nothing = empty("history", "Nothing played yet", "What you play is kept here")
    return scaffold(
        body if rows else nothing,
        title="Recently played",
        back=ctx.back,
        actions=[more_options(partial(ctx.go, "recents_menu"))],
    )


def _history_row(ctx: Context, of: Collection) -> Widget:
    entry = {"kind": of.kind, "id": of.id}

    def forget() -> None:
        take_out(ctx, "recent", lambda one: one == entry, "Removed from recently played")

    swept = row(ctx, of)
    return Swiped(
        node="", key=swept.key, width="fill", on_left=forget, on_right=forget, children=[swept]
    )


def recents_menu(ctx: Context) -> Widget:
    items = (("Listening stats", "stats"), ("Clear recently played", "clear_recent"))
    return menu([(label, partial(ctx.replace, page)) for label, page in items])


PAGES = {"home": home, "drawer": side, "recents": recents, "recents_menu": recents_menu}
