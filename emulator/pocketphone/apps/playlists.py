"""The lists that people make of songs and of videos: named, renamed, deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pocketphone.ui import Context, State, Widget, ask_text, confirm

_MOST = 60  # characters of a name


def name_playlist(
    ctx: Context,
    title: str,
    hint: str,
    item: Literal["song", "video"],
    then: Callable[[State], object] | None = None,
) -> Widget:
    """The dialog that names a new list, which the `item` of the page goes into if there is one, or
    that renames the list `id`; `then` follows once a new one is there."""
    kept: list[State] = ctx.state["playlists"]
    known, first = ctx.args.get("id"), ctx.args[item]
    name = " ".join(ctx.args["name"].split())
    taken = any(one["lower"] == name.lower() and one["id"] != known for one in kept)

    def done() -> None:
        named = {"name": name, "lower": name.lower()}
        if known is not None:
            next(one for one in kept if one["id"] == known).update(named)
            return
        number = 1 + max((int(one["id"].partition("-")[2] or 0) for one in kept), default=0)
        made = {"id": f"list-{number}", **named, f"{item}s": [first] if first else []}
        kept.append(made)
        if then is not None:
            then(made)

    return ask_text(
        ctx,
        title if known is None else "Rename playlist",
        "name",
        id="playlist_name",
        hint=hint,
        most=_MOST,
        yes="Create" if known is None else "Save",
        then=done,
        ready=bool(name),
        refused="You have a playlist of this name" if taken else "",
    )


def delete_playlist(ctx: Context, message: str) -> Widget:
    """Whether to lose a list; `pages` below the dialog show it and are left with it."""
    kept: list[State] = ctx.state["playlists"]
    one = next(one for one in kept if one["id"] == ctx.args["id"])

    def delete() -> None:
        kept.remove(one)
        ctx.snackbar(f"{one['name']} deleted")

    return confirm(
        ctx,
        f"Delete {one['name']}?",
        message,
        yes="Delete",
        then=delete,
        closes=ctx.args["pages"] + 1,
    )
