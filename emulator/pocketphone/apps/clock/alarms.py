"""The list of alarms, and how some of them are deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pocketphone.apps.clock.alarm import Alarm, draft, rings_text, set_for
from pocketphone.apps.clock.tabs import clock_text, half_first, navigation, overflow
from pocketphone.apps.removal import take_out
from pocketphone.ui import (
    Column,
    Context,
    Fab,
    IconButton,
    List,
    Row,
    Switch,
    Text,
    Widget,
    card,
    confirm,
    empty,
    scaffold,
)


def alarms(ctx: Context) -> Widget:
    rows = [
        _alarm_card(
            ctx,
            alarm,
            partial(ctx.go, "editor", **draft(ctx, alarm)),
            partial(ctx.go, "select", ids=[alarm["id"]]),
        )
        for alarm in _sort(ctx)
    ]
    body = List(id="alarm_recycler_view", ref="", children=rows, padding=(0, 0, 0, 88))
    return scaffold(
        body
        if rows
        else empty("alarm-off", ctx.say("No alarms"), ctx.say("Add one with the button below")),
        title=ctx.say("Alarm"),
        actions=[overflow(ctx)],
        fab=Fab(
            id="fab",
            description=ctx.say("Add alarm"),
            on_tap=partial(ctx.go, "editor", **draft(ctx)),
        ),
        bottom=navigation(ctx),
    )


def select(ctx: Context) -> Widget:
    """The list while alarms are chosen to be deleted."""
    chosen: list[int] = ctx.args["ids"]
    everyone = [alarm["id"] for alarm in ctx.state["alarms"]]

    def toggle(id_: int) -> None:
        ctx.args["ids"] = [one for one in chosen if one != id_] if id_ in chosen else [*chosen, id_]

    rows = [
        _alarm_card(ctx, alarm, partial(toggle, alarm["id"]), None, chosen=alarm["id"] in chosen)
        for alarm in _sort(ctx)
    ]
    return scaffold(
        List(id="alarm_recycler_view", ref="", children=rows),
        title=ctx.say("{count} selected", count=len(chosen)),
        close=ctx.back,
        actions=[
            IconButton(
                ref="select_all", icon="select-all", on_tap=partial(ctx.args.update, ids=everyone)
            ),
            IconButton(
                id="delete",
                icon="trash-can-outline",
                description=ctx.say("Delete"),
                enabled=bool(chosen),
                on_tap=partial(ctx.go, "delete", ids=chosen),
            ),
        ],
    )


def delete(ctx: Context) -> Widget:
    """The question before alarms are deleted."""
    doomed: list[int] = ctx.args["ids"]

    def confirmed() -> None:
        told = ctx.say("Deleted {count} alarms", count=len(doomed))
        take_out(ctx, "alarms", lambda alarm: alarm["id"] in doomed, told)

    return confirm(
        ctx,
        ctx.say("Delete {count} alarms?", count=len(doomed)),
        yes=ctx.say("Delete"),
        no=ctx.say("Cancel"),
        then=confirmed,
        closes=2,
    )


def _sort(ctx: Context) -> list[Alarm]:
    return sorted(ctx.state["alarms"], key=lambda alarm: (alarm["hour"], alarm["minute"]))


def _alarm_card(
    ctx: Context,
    alarm: Alarm,
    on_tap: Callable[[], object],
    on_long_press: Callable[[], object] | None,
    *,
    chosen: bool | None = None,
) -> Widget:
    ref = f"alarm/{alarm['id']}"
    switch = Switch(
        id="onoff",
        ref=f"{ref}/switch",
        on=alarm["enabled"],
        on_change=partial(_switch, ctx, alarm),
        visible=chosen is None,
    )
    return card(
        Row(width="fill", gap=8, children=[_alarm_texts(ctx, alarm), switch]),
        id="alarm_item",
        ref=ref,
        key=alarm["id"],
        on_tap=on_tap,
        on_long_press=on_long_press,
        selected=bool(chosen),
        padding=(20, 12),
    )


def _alarm_texts(ctx: Context, alarm: Alarm) -> Widget:
    """Its label, its time and its days."""
    time, half = clock_text(ctx, alarm["hour"], alarm["minute"])
    ink = "on_surface" if alarm["enabled"] else "on_surface_dim"
    clock = [
        Text(id="digital_clock", ref="", value=time, style="display_small", color=ink),
        Text(
            value=half,
            style="body_small",
            color=ink,
            padding=(0, 0, 0, 6),
            ref="",
            visible=bool(half),
        ),
    ]
    return Column(
        weight=1,
        align="start",
        children=[
            Text(
                id="label",
                ref="",
                value=alarm["label"],
                style="body_small",
                lines=1,
                color="on_surface_dim",
                visible=bool(alarm["label"]),
            ),
            Row(
                node="android.widget.RelativeLayout",
                align="end",
                gap=6,
                children=clock[::-1] if half_first(ctx) else clock,
            ),
            Text(
                id="days_of_week",
                ref="",
                value=rings_text(ctx, alarm),
                style="body_small",
                color="on_surface_dim",
                lines=1,
            ),
        ],
    )


def _switch(ctx: Context, alarm: Alarm, on: bool) -> None:
    alarm["enabled"] = on
    if on:
        ctx.snackbar(set_for(ctx, alarm))


PAGES = {"alarms": alarms, "select": select, "delete": delete}
