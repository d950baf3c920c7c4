"""Parts of the pages that ask for a time of day; the draft is the page's arguments."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.clock.alarm import DAYS, NAMES
from pocketphone.apps.clock.tabs import full_day, half_first
from pocketphone.ui import (
    Button,
    Chip,
    Context,
    Handler,
    Option,
    Row,
    Spacer,
    Stack,
    Text,
    TextField,
    Widget,
    segmented,
)


def time_row(ctx: Context) -> Widget:
    """The fields of hour and minute, and the halves of the day where they count."""
    args = ctx.args

    def number(name: str, description: str) -> Widget:
        return TextField(
            id="numberpicker_input",
            ref=name,
            key=name,
            description=ctx.say(description),
            width=96 if ctx.width_dp > 400 else 72,
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
            Option("am_label", ctx.say("AM"), not args["pm"], partial(args.update, pm=False)),
            Option("pm_label", ctx.say("PM"), bool(args["pm"]), partial(args.update, pm=True)),
        ]
    )
    time = [
        number("hour", "Hour"),
        Text(id="separator", ref="", value=":", style="display_small"),
        number("minute", "Minute"),
    ]
    half = [
        Spacer(width=8),
        Stack(node="", width=136, children=[halves], visible=not full_day(ctx)),
    ]
    return Row(
        mirrored=False,
        ref="",
        width="fill",
        padding=(16, 16),
        gap=8,
        spread="center",
        children=[*half[::-1], *time] if half_first(ctx) else [*time, *half],
    )


def day_chips(ctx: Context) -> Widget:
    """The days of the week, from the day on that weeks start with."""
    chosen: list[str] = ctx.args["days"]

    def toggle(day: str, on: bool) -> None:
        ctx.args["days"] = [one for one in DAYS if (on if one == day else one in chosen)]

    first = DAYS.index(ctx.state["settings"]["week_start"])
    chips = [
        Chip(
            id=f"day_button_{(DAYS.index(day) + 1) % 7}",  # Sunday is 0, wherever weeks start
            ref=f"day/{day}",
            node="android.widget.CheckBox",
            round=True,
            label=ctx.say(f"{NAMES[day]} initial"),
            description=ctx.say(NAMES[day]),
            on=day in chosen,
            on_change=partial(toggle, day),
        )
        for day in DAYS[first:] + DAYS[:first]
    ]
    return Row(ref="", width="fill", padding=(16, 0), spread="between", children=chips)


def save_bar(ctx: Context, save: Handler) -> Widget:
    """The buttons at the bottom: Cancel and Save."""
    cancel = Button(id="cancel", label=ctx.say("Cancel"), weight=1, on_tap=ctx.back)
    done = Button(id="save", label=ctx.say("Save"), kind="filled", weight=1, on_tap=save)
    return Row(
        ref="",
        width="fill",
        padding=(16, 8),
        gap=8,
        background="surface_high",
        children=[cancel, done],
    )


def read_time(ctx: Context) -> tuple[int, int] | None:
    """The hour (0-23) and the minute in the fields; None, and a word about it, for no time."""
    args, whole = ctx.args, full_day(ctx)
    low, high = (0, 23) if whole else (1, 12)
    if not args["hour"] or not low <= int(args["hour"]) <= high:
        ctx.snackbar(ctx.say("Enter an hour from {low} to {high}", low=low, high=high))
        return None
    if not args["minute"] or int(args["minute"]) > 59:
        ctx.snackbar(ctx.say("Enter a minute from 0 to 59"))
        return None
    hour = int(args["hour"])
    return hour if whole else hour % 12 + (12 if args["pm"] else 0), int(args["minute"])
