"""The page of one place, and the sheet that saves it to lists."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.hours import DAY_NAMES, DAYS, span, status
from pocketphone.apps.maps import hotels, parts
from pocketphone.apps.maps.places import Place, Review, reviews
from pocketphone.apps.others import dial
from pocketphone.apps.stars import stars
from pocketphone.apps.words import words
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    Row,
    Scroll,
    Strip,
    Tab,
    Text,
    Widget,
    ask_text,
    card,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    sheet,
    switch_row,
    tab_bar,
)
from pocketphone.ui.controls import CheckBox

LIST_ICONS = {
    "favourites": "heart-outline",
    "want_to_go": "flag-outline",
    "starred": "star-outline",
}


def place(ctx: Context) -> Widget:
    one = parts.place_of(ctx.state, ctx.args["id"])
    if one is None:
        return scaffold(empty("map-marker-off-outline", "No such place"), title="", back=ctx.back)
    head = Row(
        node="",
        width="fill",
        padding=(20, 16, 20, 12),
        children=[parts.facts(ctx, one, "headline", ref="title")],
    )
    tabs = {"overview": _overview, "reviews": _reviews}
    shown = ctx.args.get("tab", "overview")
    bar = tab_bar(
        [
            Tab(
                f"tab_{name}",
                name.capitalize(),
                "",
                partial(ctx.args.update, tab=name),
                shown == name,
            )
            for name in tabs
        ]
    )
    body: list[Widget] = [parts.small_map(ctx, one, 168), head, _actions(ctx, one)]
    body += [bar] if one["rating"] else []
    share = partial(ctx.go, "share", text=f"{one['name']}\n{one['address']}")
    return scaffold(
        Scroll(
            id="place_scroll",
            ref="",
            padding=(0, 0, 0, 24),
            children=[*body, *tabs[shown](ctx, one)],
        ),
        title="",
        back=ctx.back,
        actions=[
            IconButton(ref="search", icon="magnify", on_tap=partial(parts.search_for, ctx)),
            IconButton(id="share", icon="share-variant-outline", description="Share", on_tap=share),
            more_options(partial(ctx.go, "place_menu", id=one["id"])),
        ],
    )


def _actions(ctx: Context, one: Place) -> Widget:
    buttons = [
        *parts.place_buttons(ctx, one),
        Button(
            id="call",
            label="Call",
            icon="phone",
            kind="tonal",
            visible=bool(one["phone"]),
            on_tap=partial(dial, ctx, one["phone"]),
        ),
    ]
    return Strip(
        id="actions", ref="", width="fill", gap=8, padding=(20, 0, 20, 12), children=buttons
    )


def place_menu(ctx: Context) -> Widget:
    """What else can be done with a place."""
    one = parts.place_of(ctx.state, ctx.args["id"])
    assert one is not None

    def copy() -> None:
        ctx.back()
        ctx.phone.clipboard = f"{one['lat']:.5f}, {one['lng']:.5f}"
        ctx.toast("Copied")

    def label() -> None:
        ctx.replace("label", id=one["id"])

    return menu([("Add a label", label), ("Copy coordinates", copy)])


def _overview(ctx: Context, one: Place) -> list[Widget]:
    def unfold() -> None:
        ctx.args["hours"] = not ctx.args.get("hours", False)

    unfolded = ctx.args.get("hours", False)
    rows: list[Widget] = [hotels.booking(ctx, one)] if one["category"] == "hotel" else []
    rows.append(
        list_row(
            one["address"],
            id="address",
            leading=Icon(name="map-marker-outline"),
            on_tap=partial(parts.show_map, ctx),
        )
    )
    if one["hours"]:
        rows.append(
            list_row(
                status(one["hours"], ctx.minute),
                id="hours",
                leading=Icon(name="clock-outline"),
                trailing=Icon(name="chevron-up" if unfolded else "chevron-down"),
                on_tap=unfold,
            )
        )
        rows += [_day(ctx, one, place) for place in range(7)] if unfolded else []
    if one["phone"]:
        rows.append(
            list_row(
                one["phone"],
                id="phone",
                leading=Icon(name="phone-outline"),
                on_tap=partial(dial, ctx, one["phone"]),
            )
        )
    if one["website"]:
        rows.append(
            list_row(
                one["website"],
                id="website",
                leading=Icon(name="web"),
                on_tap=partial(ctx.go, "website", id=one["id"], path="home"),
            )
        )
    lists = ", ".join(ctx.state["lists"][key] for key in parts.lists_of(ctx.state, one["id"]))
    if lists:
        rows.append(
            list_row(
                f"Saved in {lists}",
                id="saved_in",
                leading=Icon(name="bookmark", color="primary"),
                on_tap=partial(ctx.go, "save", id=one["id"]),
            )
        )
    return rows


def _day(ctx: Context, one: Place, place: int) -> Widget:
    today = ctx.minute.weekday() == place
    return Row(
        id="day",
        ref=f"hours/{DAYS[place]}",
        key=DAYS[place],
        width="fill",
        padding=(56, 4, 20, 4),
        children=[
            Text(value=DAY_NAMES[place], style="body_small", weight=1, ref="",
                 bold="Bold" if today else None),
            Text(value=span(one["hours"][DAYS[place]]), style="body_small", ref="",
                 bold="Bold" if today else None),
        ],
    )  # fmt: skip


def _reviews(ctx: Context, one: Place) -> list[Widget]:
    del ctx
    total = Row(
        gap=16,
        padding=(20, 16, 20, 12),
        children=[
            Text(id="average", value=str(one["rating"]), style="display_small"),
            Column(
                gap=2,
                children=[
                    stars(one["rating"]),
                    Text(value=f"{one['reviews']:,} reviews", style="body_small", ref="",
                         color="on_surface_dim"),
                ],
            ),
        ],
    )  # fmt: skip
    return [total, *(_review(review) for review in reviews(one["id"], one["rating"]))]


def _review(review: Review) -> Widget:
    weeks = f"{review.weeks_ago} week{'s' * (review.weeks_ago > 1)} ago"
    return card(
        Row(
            gap=8,
            children=[
                Text(value=review.writer, style="label", ref=""),
                stars(review.stars),
                Text(value=weeks, style="caption", color="on_surface_dim", ref=""),
            ],
        ),
        Text(value=review.text, style="body_small", ref=""),
        id="review",
        ref="",
        key=review.writer,
        padding=(16, 12),
        gap=4,
    )


# lists


def save(ctx: Context) -> Widget:
    """Which lists a place is in. What is ticked holds when it is done; a new place starts with
    the list that was used last."""
    state, id_ = ctx.state, ctx.args["id"]
    held = parts.lists_of(state, id_)
    ticked: list[str] = ctx.args.setdefault("lists", held or [state["settings"]["list"]])

    def toggle(key: str, on: bool) -> None:
        if on:
            ticked.append(key)
        else:
            ticked.remove(key)

    def done() -> None:
        place = parts.place_of(state, id_)
        if place is not None and ticked and place not in state["places"]:
            state["places"].append(place)
        for key, ids in state["saved"].items():
            if key in ticked and id_ not in ids:
                ids.insert(0, id_)
                state["settings"]["list"] = key
            elif key not in ticked and id_ in ids:
                ids.remove(id_)
        ctx.back()
        names = ", ".join(name for key, name in state["lists"].items() if key in ticked)
        ctx.snackbar(f"Saved to {names}" if names else "Removed from your lists")

    rows = [
        switch_row(
            name,
            key in ticked,
            partial(toggle, key),
            count(len(state["saved"][key])),
            id="list",
            ref=f"list/{key}",
            key=key,
            kind=CheckBox,
            leading=Icon(name=LIST_ICONS.get(key, "format-list-bulleted")),
        )
        for key, name in state["lists"].items()
    ]
    new = list_row(
        "New list", id="new_list", leading=Icon(name="plus"), on_tap=partial(ctx.go, "new_list")
    )
    buttons = Row(
        width="fill",
        spread="end",
        gap=8,
        padding=(16, 12, 16, 0),
        children=[
            Button(id="cancel", label="Cancel", on_tap=ctx.back),
            Button(id="done", label="Done", kind="filled", on_tap=done),
        ],
    )
    return sheet(*rows, new, buttons, title="Save to list")


def count(places: int) -> str:
    return f"{places} place{'s' * (places != 1)}"


def new_list(ctx: Context) -> Widget:
    state = ctx.state
    name: str = ctx.args.get("name", "").strip()
    key = "_".join(words(name))

    def create() -> None:
        state["lists"][key] = name
        state["saved"][key] = []

    taken = key in state["lists"]
    return ask_text(
        ctx,
        "New list",
        "name",
        id="list_name",
        hint="List name",
        yes="Create",
        then=create,
        ready=bool(key),
        refused="There is such a list" if taken else "",
    )


PAGES = {"place": place, "place_menu": place_menu, "save": save, "new_list": new_list}
