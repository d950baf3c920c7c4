"""The lists that places are saved in, and the owner's own places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from pocketphone.apps.maps import parts
from pocketphone.apps.maps.place import LIST_ICONS, count
from pocketphone.apps.maps.places import Place
from pocketphone.ui import (
    Context,
    Fab,
    Icon,
    IconButton,
    List,
    Widget,
    ask_text,
    confirm,
    empty,
    list_row,
    scaffold,
    section,
)

Label = dict[str, str]
"""{"place": its id, "name": what the owner calls it}"""

_OWN = ("Home", "Work")
_LABELS = (
    "Allotment", "Aunt Mei", "Band practice", "Book club", "Chess club", "Choir", "Dentist",
    "Evening class", "Grandparents", "Nursery", "Pottery", "Tennis",
)  # fmt: skip


def labels(rng: Random, places: Sequence[Place]) -> list[Label]:
    """Home, work, and four more places that the owner has a name for."""
    known = zip(rng.sample(_LABELS, 4), rng.sample(places, 4), strict=True)
    return [
        *({"place": name.lower(), "name": name} for name in _OWN),
        *({"place": place["id"], "name": name} for name, place in known),
    ]


def saved(ctx: Context) -> Widget:
    state = ctx.state
    held = [(label["name"], parts.place_of(state, label["place"])) for label in state["labels"]]
    own = [_label_row(ctx, name, place) for name, place in held if place]
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


def _label_row(ctx: Context, name: str, place: Place) -> Widget:
    return list_row(
        name,
        place["address"],
        id="labelled",
        ref=f"place/{place['id']}",
        key=name,
        leading=parts.badge(place),
        trailing=IconButton(
            id="directions",
            ref=f"directions/{place['id']}",
            icon="directions",
            color="primary",
            description=f"Directions to {name}",
            on_tap=partial(parts.direct, ctx, place),
        ),
        on_tap=partial(parts.choose, ctx, place),
        on_long_press=None if name in _OWN else partial(ctx.go, "unlabel", name=name),
    )


def unlabel(ctx: Context) -> Widget:
    """The question before a place loses the owner's name for it."""
    state, name = ctx.state, ctx.args["name"]
    rest = [label for label in state["labels"] if label["name"] != name]
    return confirm(
        ctx, f"Remove the label {name}?", yes="Remove", then=partial(state.update, labels=rest)
    )


def label(ctx: Context) -> Widget:
    """The question what the owner calls a place."""
    state, id_ = ctx.state, ctx.args["id"]
    name: str = ctx.args.get("name", "").strip()
    taken = name.casefold() in {known["name"].casefold() for known in state["labels"]}

    def keep() -> None:
        place = parts.place_of(state, id_)
        if place is not None and place not in state["places"]:
            state["places"].append(place)
        state["labels"].append({"place": id_, "name": name})
        ctx.snackbar(f"Saved as {name}")

    return ask_text(
        ctx,
        "Add a label",
        "name",
        id="label_name",
        hint="Label",
        yes="Add",
        then=keep,
        ready=bool(name),
        refused="There is such a label" if taken else "",
        most=30,
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

    def delete() -> None:
        del state["lists"][key], state["saved"][key]
        if state["settings"]["list"] == key:
            state["settings"]["list"] = "favourites"
        ctx.snackbar("List deleted")

    return confirm(
        ctx,
        "Delete list?",
        f"\u201c{state['lists'].get(key, '')}\u201d and the places saved in it will be removed.",
        yes="Delete",
        then=delete,
        closes=2,
    )


PAGES = {
    "saved": saved,
    "list": one_list,
    "delete_list": delete_list,
    "label": label,
    "unlabel": unlabel,
}
