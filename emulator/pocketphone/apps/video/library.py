"""What is one's own: the history, and lists of videos."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps import playlists as lists
from pocketphone.apps.media import RECYCLER, face, menu_rows
from pocketphone.apps.video.catalogue import Video, channel_of, video_of
from pocketphone.apps.video.home import search_button
from pocketphone.apps.video.parts import bottom, link, picture, row, watch
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Stack,
    State,
    Strip,
    Text,
    Widget,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    sheet,
    switch_row,
)
from pocketphone.ui.controls import CheckBox
from pocketphone.ui.widget import Handler

LATER, LIKED = "later", "liked"
_STRIP = 8  # videos of the history on the first page


def playlists(state: State) -> list[dict[str, Any]]:
    """Every list, that of the liked videos included."""
    kept: list[dict[str, Any]] = state["playlists"]
    liked = {"id": LIKED, "name": "Liked videos", "lower": "liked videos"}
    return [*kept[:1], liked | {"videos": state["liked"]}, *kept[1:]]


def _videos(state: State, ids: list[str]) -> list[Video]:
    found = (video_of(state, id_) for id_ in ids)
    return [video for video in found if video is not None]


def you(ctx: Context) -> Widget:
    state = ctx.state
    name = state["account"]["name"]
    head = Row(
        id="account",
        width="fill",
        padding=(16, 8, 16, 16),
        gap=16,
        children=[
            face(name, 64),
            Column(
                weight=1,
                children=[
                    Text(id="account_name", value=name, style="title"),
                    Text(value=state["account"]["handle"], style="caption", ref="",
                         color="on_surface_dim"),
                ],
            ),
        ],
    )  # fmt: skip
    new = partial(ctx.go, "new_playlist", name="", video=None)
    settings = IconButton(
        id="menu_settings",
        icon="cog-outline",
        description="Settings",
        on_tap=partial(ctx.go, "settings"),
    )
    return scaffold(
        List(
            id="library",
            ref="",
            padding=(0, 0, 0, 16),
            children=[
                head,
                _title_row("History", "View all", "view_history", partial(ctx.go, "history")),
                _strip(ctx),
                _title_row("Playlists", "New playlist", "new_playlist", new),
                *(_playlist_row(ctx, one) for one in playlists(state)),
            ],
        ),
        title="You",
        actions=[search_button(ctx), settings],
        bottom=bottom(ctx),
    )


def _title_row(title: str, label: str, id_: str, on_tap: Handler) -> Widget:
    return Row(
        key=title,
        width="fill",
        padding=(16, 8, 8, 0),
        children=[
            Text(value=title, style="title_small", weight=1, ref=""),
            Button(id=id_, label=label, on_tap=on_tap),
        ],
    )


def _strip(ctx: Context) -> Widget:
    def small(video: Video) -> Widget:
        return Column(
            id="history_video",
            ref=f"history/{video['id']}",
            key=video["id"],
            width=144,
            gap=6,
            on_tap=partial(watch, ctx, video),
            children=[
                picture(video, width=144, height=81, radius=10),
                Text(id="title", ref="", value=video["title"], style="label_small", lines=2),
            ],
        )

    videos = _videos(ctx.state, ctx.state["history"])[:_STRIP]
    nothing = Text(
        key="nothing",
        value="Videos you watch will appear here",
        style="body_small",
        color="on_surface_dim",
        padding=(16, 4),
        ref="",
    )
    if not videos:
        return nothing
    return Strip(
        id="history_strip",
        ref="",
        node=RECYCLER,
        key="strip",
        width="fill",
        gap=12,
        padding=(16, 4, 16, 12),
        children=[small(video) for video in videos],
    )


def _playlist_row(ctx: Context, one: dict[str, Any]) -> Widget:
    icon = {LATER: "clock-outline", LIKED: "thumb-up-outline"}.get(one["id"], "playlist-play")
    count = len(one["videos"])
    own = one["id"] not in (LATER, LIKED)
    return list_row(
        one["name"],
        f"{count} video{'s' * (count != 1)}",
        id="playlist",
        ref=f"playlist/{one['id']}",
        key=one["id"],
        leading=Stack(
            node="",
            width=56,
            height=40,
            radius=8,
            background="container",
            at=[(0.5, 0.5)],
            children=[Icon(name=icon, color="on_container")],
        ),
        on_tap=partial(ctx.go, "playlist", id=one["id"]),
        on_long_press=partial(ctx.go, "delete_playlist", id=one["id"], pages=0) if own else None,
    )


def history(ctx: Context) -> Widget:
    videos = _videos(ctx.state, ctx.state["history"])
    rows = [row(ctx, video, playlist="history") for video in videos]
    clear = IconButton(
        id="clear_history",
        icon="trash-can-outline",
        description="Clear watch history",
        visible=bool(rows),
        on_tap=partial(ctx.go, "clear_history"),
    )
    return scaffold(
        List(id="history_list", ref="", children=rows)
        if rows
        else empty("history", "No videos yet", "What you watch is kept here"),
        title="History",
        back=ctx.back,
        actions=[clear],
    )


def playlist(ctx: Context) -> Widget:
    one = next((p for p in playlists(ctx.state) if p["id"] == ctx.args["id"]), None)
    if one is None:
        return scaffold(empty("playlist-remove", "No such playlist"), title="", back=ctx.back)
    videos = _videos(ctx.state, one["videos"])
    rows = [row(ctx, video, playlist=one["id"]) for video in videos]
    more = more_options(
        partial(ctx.go, "playlist_menu", id=one["id"], name=one["name"]),
        id="menu_more",
        visible=one["id"] not in (LATER, LIKED),
    )
    hint = "Press Save below a video to keep it here"
    return scaffold(
        List(id="playlist_videos", ref="", children=rows)
        if rows
        else empty("playlist-play", "No videos in this playlist", hint),
        title=one["name"],
        back=ctx.back,
        actions=[more],
    )


def playlist_menu(ctx: Context) -> Widget:
    id_, name = ctx.args["id"], ctx.args["name"]
    return menu(
        [
            ("Rename", partial(ctx.replace, "new_playlist", name=name, video=None, id=id_)),
            ("Delete playlist", partial(ctx.replace, "delete_playlist", id=id_, pages=1)),
        ]
    )


def delete_playlist(ctx: Context) -> Widget:
    return lists.delete_playlist(ctx, "The videos themselves are not deleted.")


def new_playlist(ctx: Context) -> Widget:
    return lists.name_playlist(ctx, "New playlist", "Title", "video")


def save(ctx: Context) -> Widget:
    """In which lists a video is."""
    id_: str = ctx.args["id"]

    def keep(one: dict[str, Any], on: bool) -> None:
        one["videos"][:] = [other for other in one["videos"] if other != id_]
        if on:
            one["videos"].insert(0, id_)

    rows = [
        switch_row(one["name"], id_ in one["videos"], partial(keep, one), id="playlist",
                   ref=f"save/{one['id']}", key=one["id"], kind=CheckBox)
        for one in ctx.state["playlists"]
    ]  # fmt: skip
    new = list_row(
        "New playlist",
        id="new_playlist",
        leading=Icon(name="plus"),
        on_tap=partial(ctx.replace, "new_playlist", name="", video=id_),
    )
    done = list_row("Done", id="done", leading=Icon(name="check"), on_tap=ctx.back)
    return sheet(*rows, new, done, title="Save video to...")


def video_menu(ctx: Context) -> Widget:
    """What can be done to a video in a list, without opening it."""
    video = video_of(ctx.state, ctx.args["id"])
    if video is None:
        return sheet(title="No such video")
    state, id_, list_id = ctx.state, video["id"], ctx.args["playlist"]
    channel = channel_of(state, video["channel"])
    later = state["playlists"][0]["videos"]
    own = {p["id"]: p["videos"] for p in state["playlists"]}
    held = {LIKED: state["liked"], "history": state["history"], **own}.get(list_id)

    def keep() -> None:
        ctx.back()
        if id_ not in later:
            later.insert(0, id_)
        ctx.snackbar("Saved to Watch later")

    def remove() -> None:
        ctx.back()
        if held is not None:
            held.remove(id_)

    items: list[tuple[str, str, str, Handler]] = [
        ("watch_later", "Save to Watch later", "clock-outline", keep),
        ("save", "Save to playlist", "bookmark-outline", partial(ctx.replace, "save", id=id_)),
        ("share", "Share", "share-outline", partial(ctx.replace, "share", text=link(state, video))),
        ("channel", f"Go to {channel['name']}", "account-circle-outline",
         partial(ctx.replace, "channel", id=channel["id"])),
    ]  # fmt: skip
    if held is not None:
        where = "watch history" if list_id == "history" else "playlist"
        items.append(("remove", f"Remove from {where}", "trash-can-outline", remove))
    return sheet(
        *menu_rows("menu", items),
    )


PAGES = {
    "you": you,
    "history": history,
    "playlist": playlist,
    "playlist_menu": playlist_menu,
    "delete_playlist": delete_playlist,
    "new_playlist": new_playlist,
    "save": save,
    "video_menu": video_menu,
}
