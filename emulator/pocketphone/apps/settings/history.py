"""The notifications of the last days: read again, swept away, forgotten."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import partial
from itertools import groupby
from random import Random
from typing import Any

from pocketphone.apps.forms import Layout, Toggle
from pocketphone.apps.names import people
from pocketphone.apps.removal import take_out
from pocketphone.apps.settings import facts
from pocketphone.ui import (
    Context,
    List,
    Stack,
    Swiped,
    Text,
    Widget,
    confirm,
    disc,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    section,
)

Notice = dict[str, Any]
"""{"id", "app": its package, "title", "text", "at": "2026-03-02T08:14"}"""

_COUNT, _MOST_MIN = 32, 150
_KEEPS = Layout(part="", translated=True)
_WHO = "{who}"
_TOLD = {
    "chat": (_WHO, "Are you coming tonight?|I am on my way|Call me when you can|Thank you!"),
    "mail": (
        _WHO,
        "The minutes of Tuesday|Your invoice|A question about Friday|Photos of the trip",
    ),
    "social": (_WHO, "likes your post|follows you now|replied to you"),
    "shop": ("Your order", "has left the warehouse|arrives tomorrow|was delivered"),
    "clock": ("Missed alarm", "Gym|School run|Medicine"),
    "maps": ("Traffic", "Slow on Alder Avenue|Quay Street is closed on Sunday"),
    "video": ("New video", "A walk through the old harbour|Bread without kneading"),
}


def generate(rng: Random, now: datetime) -> list[Notice]:
    """What the phone told of late, the latest first."""
    names, at, notices = people(rng, 12), now, []
    for id_ in range(1, _COUNT + 1):
        app = rng.choice(tuple(_TOLD))
        title, texts = _TOLD[app]
        at -= timedelta(minutes=rng.randint(5, _MOST_MIN))
        notices.append(
            {
                "id": id_,
                "app": f"com.pocketphone.{app}",
                "title": rng.choice(names) if title == _WHO else title,
                "text": rng.choice(texts.split("|")),
                "at": at.isoformat(timespec="minutes"),
            }
        )
    return notices


def history(ctx: Context) -> Widget:
    held: list[Notice] = ctx.state["history"]
    on: bool = ctx.state["keep_history"]
    switch = _KEEPS.draw(ctx, Toggle("Use notification history", "keep_history"))
    known = [one for one in held if on and one["app"] in ctx.phone.installed]
    rows: list[Widget] = []
    for day, told in groupby(known, key=lambda one: date.fromisoformat(one["at"][:10])):
        rows += [section(facts.date_text(ctx, day)), *(_row(ctx, one) for one in told)]
    body: Widget = List(id="notification_list", ref="", children=[switch, *rows])
    if not rows:
        none = ctx.say("No notifications" if on else "Turn the history on to keep notifications")
        body = Stack(children=[empty("bell-off-outline", none), List(children=[switch])])
    return scaffold(
        body,
        title=ctx.say("Notification history"),
        back=ctx.back,
        actions=[
            more_options(
                partial(ctx.go, "history_menu"),
                description=ctx.say("More options"),
                visible=bool(rows),
            )
        ],
    )


def _row(ctx: Context, one: Notice) -> Widget:
    """A notification, which a finger sweeps away."""
    app = ctx.phone.installed[one["app"]]
    time = facts.time(ctx, datetime.fromisoformat(one["at"]))

    def swept() -> None:
        told = ctx.say("Notification removed")
        take_out(ctx, "history", lambda other: other["id"] == one["id"], told)

    row = list_row(
        one["title"],
        one["text"],
        id="notification",
        ref=f"notification/{one['id']}",
        leading=disc(app.icon, app.accent, size=32),
        trailing=Text(value=time, style="caption", color="on_surface_dim", ref=""),
        on_tap=partial(ctx.go, "app", package=app.package),
    )
    return Swiped(
        node="", width="fill", key=one["id"], on_left=swept, on_right=swept, children=[row]
    )


def history_menu(ctx: Context) -> Widget:
    return menu([(ctx.say("Clear all"), partial(ctx.replace, "clear_history"))])


def clear_history(ctx: Context) -> Widget:
    return confirm(
        ctx,
        ctx.say("Clear the notification history?"),
        yes=ctx.say("Clear all"),
        no=ctx.say("Cancel"),
        then=partial(ctx.state.update, history=[]),
    )


PAGES = {
    "notification_history": history,
    "history_menu": history_menu,
    "clear_history": clear_history,
}
