"""The page that edits one alarm. Its draft is the page's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from pocketphone.apps.clock.alarm import Alarm, set_for
from pocketphone.apps.clock.times import day_chips, read_time, save_bar, time_row
from pocketphone.ui import (
    Context,
    IconButton,
    Scroll,
    Stack,
    TextField,
    Widget,
    scaffold,
    switch_row,
)


def editor(ctx: Context) -> Widget:
    """The page of one alarm: time, days, name, vibration."""
    args = ctx.args
    name = TextField(
        id="alarm_name",
        hint=ctx.say("Alarm name"),
        value=args["label"],
        width="fill",
        on_change=ctx.edit("label"),
        kind="outlined",
        most=40,
    )
    body = Scroll(
        id="editor_scroll",
        ref="",
        padding=(0, 8),
        gap=16,
        children=[
            time_row(ctx),
            day_chips(ctx),
            Stack(node="", padding=(16, 0), children=[name]),
            switch_row(ctx.say("Vibrate"), args["vibrate"], ctx.edit("vibrate"), id="vibrate"),
        ],
    )
    gone = args["id"] is not None
    bin_ = IconButton(
        ref="delete",
        icon="trash-can-outline",
        visible=gone,
        on_tap=partial(ctx.go, "delete", ids=[args["id"]]),
    )
    return scaffold(
        body,
        title=ctx.say("Edit alarm" if gone else "Add alarm"),
        back=ctx.back,
        actions=[bin_],
        bottom=save_bar(ctx, partial(_save, ctx)),
    )


def _save(ctx: Context) -> None:
    time = read_time(ctx)
    if time is not None:
        alarm = store(ctx, {**ctx.args, "hour": time[0], "minute": time[1]})
        ctx.back()
        ctx.snackbar(set_for(ctx, alarm))


def store(ctx: Context, draft: Mapping[str, Any]) -> Alarm:
    """The alarm that is kept of a draft: a new one, or in the place of the one of its id."""
    alarms = ctx.state["alarms"]
    alarm = {
        "id": draft["id"] or max((one["id"] for one in alarms), default=0) + 1,
        "hour": draft["hour"],
        "minute": draft["minute"],
        "enabled": True,
        "days": draft["days"],
        "label": draft["label"].strip(),
        "vibrate": draft["vibrate"],
    }
    ctx.state["alarms"] = [*(one for one in alarms if one["id"] != alarm["id"]), alarm]
    return alarm


PAGES = {"editor": editor}
