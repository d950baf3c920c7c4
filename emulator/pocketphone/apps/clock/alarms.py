"""The alarms and the page that edits one."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from pocketphone.ui import (
    Column, Context, Fab, List, Row, Switch, Text, Widget, card, empty, scaffold,
)

DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")


def drawn(rng: Random) -> list[dict[str, Any]]:
    times = rng.sample([(5, 50), (6, 40), (7, 5), (8, 25), (9, 10)], 3)
    labels = rng.sample(["Work", "Gym", "Medicine", "School run"], 3)
    return [
        {"id": i + 1, "hour": h, "minute": m, "enabled": rng.random() < 0.5, "days": ["mon", "fri"],
         "label": label, "vibrate": True}
        for i, ((h, m), label) in enumerate(zip(sorted(times), labels, strict=True))
    ]


def alarms(ctx: Context) -> Widget:
    def toggle(alarm: dict[str, Any], on: bool) -> None:
        alarm["enabled"] = on

    rows = [
        card(
            Text(id="label", ref="", value=alarm["label"], style="body_small"),
            Row(width="fill", children=[
                Text(id="digital_clock", ref="", value=f"{alarm['hour']}:{alarm['minute']:02}",
                     style="display_small", weight=1),
                Switch(id="onoff", ref=f"alarm/{alarm['id']}/switch", on=alarm["enabled"],
                       on_change=partial(toggle, alarm)),
            ]),
            id="alarm_card", ref=f"alarm/{alarm['id']}", key=alarm["id"],
            on_tap=partial(ctx.toast, "edit"),
        )
        for alarm in ctx.state["alarms"]
    ]
    body: Widget = List(children=rows) if rows else empty("alarm-off", "No alarms")
    return scaffold(body, title="Alarm", fab=Fab(id="fab", description="Add alarm",
                                                 on_tap=partial(ctx.toast, "new")))


PAGES = {"alarms": alarms, "editor": alarms}
