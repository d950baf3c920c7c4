"""The lists that places are saved in, and the owner's own places."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.maps import parts
from pocketphone.apps.maps.place import LIST_ICONS, count
from pocketphone.ui import (
    Context,
    Fab,
    Icon,
    IconButton,
    List,
    Widget,
    confirm,
    empty,
    list_row,
    scaffold,
    section,
)


def saved(ctx: Context) -> Widget:
    state = ctx.state
    own = [
        list_row(
            place["name"],
            place["address"],
            id="labelled",
            ref=f"place/{place['id']}",
            key=place["id"],
            leading=parts.disc(place["category"]),
            trailing=IconButton(
                id="directions",
                ref=f"directions/{place['id']}",
                icon="directions",
                color="primary",
                description=f"Directions to {place['name']}",
                on_tap=partial(parts.direct, ctx, place),
            ),
            on_tap=partial(parts.choose, ctx, place),
        )
        for place in state["places"]
        if place["category"] in ("home", "work")
    ]
    lists = [
        list_row(
            name,
            count(len(state["saved"][key])),
            id="list",
            ref=f"list/{key}",
            key=key,
            leading=Icon(name=LIST_ICONS.get(key, "format-list-bulleted"), color="primary"),
            trailing=Icon(name="chevron-right"),
            on_tap=partial(ctx.go, "list", key=key),
        )
        for key, name in state["lists"].items()
    ]
    rows = [section("Labelled"), *own, section("Your lists"), *lists]
    return scaffold(
        List(id="lists", ref="", children=rows, padding=(0, 0, 0, 88)),
        title="Saved",
        fab=Fab(id="new_list", label="New list", on_tap=partial(ctx.go, "new_list")),
        bottom=parts.navigation(ctx),
    )


def one_list(ctx: Context) -> Widget:
    state, key = ctx.state, ctx.args["key"]
    ids: list[str] = state["saved"].get(key, [])
    found = [(id_, parts.place_of(state, id_)) for id_ in ids]

    def remove(id_: str) -> None:
        place = ids.index(id_)
        ids.remove(id_)
        ctx.snackbar("Removed from the list", "Undo", partial(ids.insert, place, id_))

    rows = [
        parts.result(
            ctx,
            place,
            IconButton(
                ref=f"remove/{id_}", icon="bookmark", color="primary", on_tap=partial(remove, id_)
            ),
        )
        for id_, place in found
        if place is not None
    ]
    actions = [
        IconButton(
            id="delete_list",
            icon="trash-can-outline",
            description="Delete list",
            visible=key not in LIST_ICONS,
            on_tap=partial(ctx.go, "delete_list", key=key),
        )
    ]
    return scaffold(
        List(id="places", ref="", children=rows)
        if rows
        else empty("bookmark-outline", "No places yet", "Open a place and tap Save."),
        title=state["lists"].get(key, ""),
        back=ctx.back,
        actions=actions,
    )


def delete_list(ctx: Context) -> Widget:
    state, key = ctx.state, ctx.args["key"]

    def gone() -> None:
        del state["lists"][key], state["saved"][key]
        if state["settings"]["list"] == key:
            state["settings"]["list"] = "favourites"
        ctx.snackbar("List deleted")

    return confirm(
        ctx,
        "Delete list?",
        f"\u201c{state['lists'].get(key, '')}\u201d and the places saved in it will be removed.",
        yes="Delete",
        then=gone,
        closes=2,
    )


PAGES = {"saved": saved, "list": one_list, "delete_list": delete_list}
