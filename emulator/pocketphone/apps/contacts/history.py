"""The calls of the past: those made here, and, once allowed, all that the phone has logged."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from pocketphone.apps import compose, permission
from pocketphone.apps.contacts.calls import call, person_called
from pocketphone.apps.contacts.editor import create
from pocketphone.apps.contacts.lists import disc, navigation
from pocketphone.apps.contacts.people import Person, title
from pocketphone.apps.hours import awake
from pocketphone.apps.words import digits
from pocketphone.ui import (
    Column,
    Context,
    Fab,
    Handler,
    Icon,
    IconButton,
    List,
    Row,
    Text,
    Widget,
    actions,
    confirm,
    empty,
    filter_chips,
    list_row,
    menu,
    more_options,
    scaffold,
    sheet,
)

Call = dict[str, Any]
"""{"number", "digits", "name", "contact", "at"}, and of those logged by the phone "kind"."""

_LOGGED, _CLOSE = 40, 9  # calls that a new phone has logged; people whom most of them are with
_TOP, _LAST = 5, 3
_SHOWN = (("all", "All"), ("missed", "Missed"))
_KINDS = {
    "outgoing": ("Outgoing", "call-made", "on_surface_dim"),
    "incoming": ("Incoming", "call-received", "on_surface_dim"),
    "missed": ("Missed", "call-missed", "error"),
}


def generate(rng: Random, people: list[Person], now: datetime) -> list[Call]:
    """The calls that a new phone has logged, the last one first; none at night."""
    close, at, found = rng.sample(people, _CLOSE), now, []
    for _ in range(_LOGGED):
        at = awake(at - timedelta(minutes=rng.choice((20, 90, 300, 1300)) + rng.randrange(60)))
        one = rng.choice(close if rng.random() < 0.8 else people)
        if rng.random() < 0.1:
            stranger = f"(206) 555-01{rng.randrange(100):02}"
            one = {"name": "", "id": None, "phone": stranger, "digits": digits(stranger)}
        found.append(
            {
                "number": one["phone"],
                "digits": one["digits"],
                "name": one["name"],
                "contact": one["id"],
                "at": at.isoformat(timespec="seconds"),
                "kind": rng.choice(("outgoing", "outgoing", "incoming", "incoming", "missed")),
            }
        )
    return found


def _all_calls(ctx: Context) -> list[Call]:
    """All calls that Contacts may show, the last one first."""
    logged = ctx.state["log"] if permission.granted(ctx.state, "call_log") else []
    return [*reversed(ctx.state["calls"]), *logged]


def _kind(made: Call) -> str:
    return str(made.get("kind", "outgoing"))


def recents(ctx: Context) -> Widget:
    calls, allowed = _all_calls(ctx), permission.granted(ctx.state, "call_log")
    only: str = ctx.args.get("only", "all")
    rows = [
        _row(ctx, made, place) for place, made in enumerate(calls) if only in ("all", _kind(made))
    ]
    nothing = "No missed calls" if only == "missed" else "No recent calls"
    chips = filter_chips(ctx, "only", _SHOWN, only, id="filters", chip="filter")
    listed = List(id="call_list", ref="", weight=1, children=rows, padding=(0, 0, 0, 88))
    return scaffold(
        Column(
            node="",
            children=[
                chips if allowed else _offer(ctx),
                listed if rows else empty("phone-log-outline", nothing),
            ],
        ),
        title="Recents",
        actions=[
            IconButton(
                id="menu_clear",
                icon="trash-can-outline",
                visible=bool(calls),
                on_tap=partial(ctx.go, "clear_calls"),
            ),
            more_options(partial(ctx.go, "recents_menu")),
        ],
        fab=Fab(
            id="floating_action_button",
            icon="dialpad",
            description="Key pad",
            on_tap=partial(ctx.go, "dialer", number=""),
        ),
        bottom=navigation(ctx),
    )


def _offer(ctx: Context) -> Widget:
    """What stands above the calls made here until the phone's own log may be read."""
    return list_row(
        "Show all calls",
        "Calls that came in and calls you missed are in the phone's log",
        id="show_log",
        leading=Icon(name="phone-lock-outline", color="primary"),
        on_tap=partial(permission.ask, ctx, "call_log"),
    )


def _row(ctx: Context, made: Call, place: int) -> Widget:
    one = person_called(ctx, made["number"], made["contact"])
    known: int = one["id"]
    label, icon, color = _KINDS[_kind(made)]
    opens: Handler = partial(ctx.go, "dialer", number=made["number"])
    if known:
        opens = partial(ctx.go, "contact", id=known)
    return list_row(
        title(one),
        f"{label}, {_when(ctx, made['at'])}",
        id="call_log",
        ref=f"call/{place}",
        key=made["at"],
        title_id="name",
        leading=disc(one),
        trailing=Row(
            node="",
            gap=4,
            children=[
                Icon(name=icon, color=color, size=18),
                IconButton(
                    icon="phone-outline",
                    ref=f"call/{place}/again",
                    on_tap=partial(call, ctx, made["number"], one if known else None),
                ),
            ],
        ),
        on_tap=opens,
        on_long_press=partial(ctx.go, "call_menu", place=place),
    )


def last_calls(ctx: Context, one: Person) -> list[Widget]:
    """A row for each of the last calls with a person."""
    calls = [
        made
        for made in _all_calls(ctx)
        if person_called(ctx, made["number"], made["contact"])["id"] == one["id"]
    ]
    return [
        list_row(
            _KINDS[_kind(made)][0],
            _when(ctx, made["at"]),
            id="call_row",
            key=made["at"],
            leading=Icon(name=_KINDS[_kind(made)][1], color=_KINDS[_kind(made)][2]),
        )
        for made in calls[:_LAST]
    ]


def _when(ctx: Context, at: str) -> str:
    then = datetime.fromisoformat(at)
    ago = (ctx.minute.date() - then.date()).days
    day = "" if ago == 0 else "Yesterday, " if ago == 1 else f"{then.day} {then:%b}, "
    return f"{day}{then:%H:%M}"


# what lies over the list


def call_menu(ctx: Context) -> Widget:
    """What a long press on a call offers."""
    calls, place = _all_calls(ctx), ctx.args["place"]
    if place >= len(calls):
        return sheet(title="This call was removed")
    made = calls[place]
    one = person_called(ctx, made["number"], made["contact"])

    def copy() -> None:
        ctx.phone.clipboard = made["number"]
        ctx.back()
        ctx.toast("Copied")

    def remove() -> None:
        ctx.back()
        held = ctx.state["log"] if "kind" in made else ctx.state["calls"]
        held.remove(made)
        ctx.snackbar("Removed from recents", "Undo", partial(_restore, ctx, made))

    def add() -> None:
        ctx.back()
        create(ctx, phone=made["number"])

    rows: list[tuple[str, str, Handler]] = [("Copy number", "content-copy", copy)]
    if not one["id"]:
        rows.append(("Create contact", "account-plus-outline", add))
    rows.append(("Remove from recents", "trash-can-outline", remove))
    return sheet(*actions(rows), title=title(one))


def _restore(ctx: Context, made: Call) -> None:
    """Put a call back where its time belongs."""
    logged = "kind" in made
    held = ctx.state["log" if logged else "calls"]
    held.append(made)
    held.sort(key=lambda each: str(each["at"]), reverse=logged)


def overflow(ctx: Context) -> Widget:
    def statistics() -> None:
        ctx.back()
        permission.ask(ctx, "call_log", "statistics")

    def manual() -> None:
        ctx.back()
        ctx.go("help", path="calls")

    return menu([("Call statistics", statistics), ("Help", manual)])


def clear_calls(ctx: Context) -> Widget:
    def delete() -> None:
        ctx.state["calls"].clear()
        if permission.granted(ctx.state, "call_log"):
            ctx.state["log"].clear()

    return confirm(
        ctx,
        "Clear call history?",
        "All calls will be removed from the list.",
        yes="Clear",
        then=delete,
    )


def statistics(ctx: Context) -> Widget:
    """With whom there were most calls, and of which kinds they were."""
    calls = _all_calls(ctx)
    people = Counter(title(person_called(ctx, made["number"], made["contact"])) for made in calls)
    kinds = Counter(map(_kind, calls))
    top = people.most_common(_TOP)
    share = 1 / max(len(calls), 1)
    return compose.compose_page(
        ctx,
        "Call statistics",
        compose.heading("All calls"),
        Text(value=str(len(calls)), style="display_small", padding=(16, 4), ref=""),
        *(
            compose.bar_entry(label, str(kinds[kind]), kinds[kind] * share)
            for kind, (label, _, _) in _KINDS.items()
        ),
        compose.heading("Most calls with"),
        *(compose.bar_entry(name, _calls(count), count / top[0][1]) for name, count in top),
        compose.heading("About"),
        compose.entry("Only on this phone", "Nothing of this leaves it."),
    )


def _calls(count: int) -> str:
    return "1 call" if count == 1 else f"{count} calls"


PAGES = {
    "recents": recents,
    "recents_menu": overflow,
    "call_menu": call_menu,
    "clear_calls": clear_calls,
    "statistics": statistics,
}
