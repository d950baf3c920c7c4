"""Clock's settings, and its overflow menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pocketphone.apps.clock.tabs import more
from pocketphone.ui import (
    Context,
    List,
    Slider,
    Stack,
    Text,
    Widget,
    choices,
    list_row,
    scaffold,
    section,
    switch_row,
)

DEFAULTS = {
    "style": "digital",
    "seconds": False,
    "full_day": False,
    "snooze_min": 10,
    "silence_min": 10,
    "volume": 70,
    "week_start": "sun",
    "gradual": False,
}
_OPTIONS: dict[str, tuple[str, dict[Any, str]]] = {
    "style": ("Style", {"digital": "Digital", "analog": "Analog"}),
    "snooze_min": ("Snooze length", {n: f"{n} minutes" for n in (5, 10, 15, 20, 30)}),
    "silence_min": ("Silence after", {1: "1 minute", 5: "5 minutes", 10: "10 minutes", 0: "Never"}),
    "week_start": ("Start week on", {"sat": "Saturday", "sun": "Sunday", "mon": "Monday"}),
}


def settings(ctx: Context) -> Widget:
    held = ctx.state["settings"]

    def store(name: str) -> Callable[[Any], None]:
        return lambda value: held.update({name: value})

    def option(name: str) -> Widget:
        title, labels = _OPTIONS[name]
        return list_row(
            title,
            labels[held[name]],
            ref=f"setting/{name}",
            on_tap=partial(ctx.go, "choose", name=name),
        )

    return scaffold(
        List(
            id="recycler_view",
            ref="",
            children=[
                section("Clock"),
                option("style"),
                switch_row(
                    "Display time with seconds",
                    held["seconds"],
                    store("seconds"),
                    ref="setting/seconds",
                ),
                switch_row(
                    "24-hour time",
                    held["full_day"],
                    store("full_day"),
                    "For alarms and other cities",
                    ref="setting/full_day",
                ),
                section("Alarms"),
                option("silence_min"),
                option("snooze_min"),
                _volume(held["volume"], store("volume")),
                switch_row(
                    "Gradually increase volume",
                    held["gradual"],
                    store("gradual"),
                    ref="setting/gradual",
                ),
                option("week_start"),
            ],
        ),
        title="Settings",
        back=ctx.back,
    )


def _volume(value: int, on_change: Callable[[Any], None]) -> Widget:
    slider = Slider(
        id="seekbar",
        ref="setting/volume",
        value=value,
        width="fill",
        description="Alarm volume",
        on_change=on_change,
    )
    name = Text(value="Alarm volume", padding=(0, 12, 0, 44), ref="")
    return Stack(padding=(16, 0), children=[name, slider], at=[(0, 0), (0, 1)])


def choose(ctx: Context) -> Widget:
    """The dialog of one setting's options."""
    name = ctx.args["name"]
    title, labels = _OPTIONS[name]
    held = ctx.state["settings"]

    def chosen(value: Any) -> None:
        held[name] = value
        ctx.back()

    options = [
        (label, held[name] == value, partial(chosen, value)) for value, label in labels.items()
    ]
    return choices(title, options, cancel=("Cancel", ctx.back))


PAGES = {"settings": settings, "choose": choose, "menu": more}
