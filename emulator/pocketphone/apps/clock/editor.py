"""The page that edits one alarm. Its draft is the page's arguments."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.clock.alarm import DAYS, NAMES, full_day, set_for
from pocketphone.ui import (
    Button,
    Chip,
    Context,
    IconButton,
    Option,
    Row,
    Scroll,
    Spacer,
    Stack,
    Text,
    TextField,
    Widget,
    scaffold,
    segmented,
    switch_row,
)


def editor(ctx: Context) -> Widget:
    """The page of one alarm: time, days, name, vibration."""
    args = ctx.args
    body = Scroll(
        id="editor_scroll",
        ref="",
        padding=(0, 8),
        gap=16,
        children=[
            _time_fields(ctx),
            _day_chips(ctx),
            Stack(
                node="",
                padding=(16, 0),
                children=[
                    TextField(
                        id="alarm_name",
                        hint="Alarm name",
                        value=args["label"],
                        width="fill",
                        on_change=ctx.edit("label"),
                        kind="outlined",
                        most=40,
                    ),
                ],
            ),
            switch_row("Vibrate", args["vibrate"], ctx.edit("vibrate"), id="vibrate"),
        ],
    )
    buttons = Row(
        ref="",
        width="fill",
        padding=(16, 8),
        gap=8,
        background="surface_high",
        children=[
            Button(id="cancel", label="Cancel", weight=1, on_tap=ctx.back),
            Button(id="save", label="Save", kind="filled", weight=1, on_tap=partial(_save, ctx)),
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
        title="Edit alarm" if gone else "Add alarm",
        back=ctx.back,
        actions=[bin_],
        bottom=buttons,
    )


def _time_fields(ctx: Context) -> Widget:
    args = ctx.args

    def number(name: str, description: str) -> Widget:
        return TextField(
            id="numberpicker_input",
            ref=name,
            key=name,
            description=description,
            width=96,
            value=args[name],
            input="number",
            most=2,
            style="display_small",
            align="center",
            on_change=ctx.edit(name),
            select_on_focus=True,
        )

    halves = segmented(
        [
            Option("am_label", "AM", not args["pm"], partial(args.update, pm=False)),
            Option("pm_label", "PM", bool(args["pm"]), partial(args.update, pm=True)),
        ]
    )
    return Row(
        mirrored=False,
        ref="",
        width="fill",
        padding=(16, 16),
        gap=8,
        spread="center",
        children=[
            number("hour", "Hour"),
            Text(id="separator", ref="", value=":", style="display_small"),
            number("minute", "Minute"),
            Spacer(width=8),
            Stack(node="", width=136, children=[halves], visible=not full_day(ctx)),
        ],
    )


def _day_chips(ctx: Context) -> Widget:
    chosen: list[str] = ctx.args["days"]

    def toggle(day: str, on: bool) -> None:
        ctx.args["days"] = [one for one in DAYS if (on if one == day else one in chosen)]

    first = DAYS.index(ctx.state["settings"]["week_start"])
    chips = [
        Chip(
            id=f"day_button_{place}",
            ref=f"day/{day}",
            node="android.widget.CheckBox",
            round=True,
            label=NAMES[day][0],
            description=NAMES[day],
            on=day in chosen,
            on_change=partial(toggle, day),
        )
        for place, day in enumerate(DAYS[first:] + DAYS[:first])
    ]
    return Row(ref="", width="fill", padding=(16, 0), spread="between", children=chips)


def _save(ctx: Context) -> None:
    args, whole = ctx.args, full_day(ctx)
    low, high = (0, 23) if whole else (1, 12)
    if not args["hour"] or not low <= int(args["hour"]) <= high:
        ctx.snackbar(f"Enter an hour from {low} to {high}")
        return
    if not args["minute"] or int(args["minute"]) > 59:
        ctx.snackbar("Enter a minute from 0 to 59")
        return
    hour = int(args["hour"]) if whole else int(args["hour"]) % 12 + (12 if args["pm"] else 0)
    alarm = {
        "id": args["id"] or max((one["id"] for one in ctx.state["alarms"]), default=0) + 1,
        "hour": hour,
        "minute": int(args["minute"]),
        "enabled": True,
        "days": args["days"],
        "label": args["label"].strip(),
        "vibrate": args["vibrate"],
    }
    others = [one for one in ctx.state["alarms"] if one["id"] != alarm["id"]]
    ctx.state["alarms"] = [*others, alarm]
    ctx.back()
    ctx.snackbar(set_for(ctx, alarm))


PAGES = {"editor": editor}
