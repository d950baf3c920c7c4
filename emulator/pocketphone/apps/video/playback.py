"""How a video is played: the sheets behind the player's gear."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps import media
from pocketphone.apps.video.catalogue import video_of
from pocketphone.apps.video.parts import at_s
from pocketphone.ui import Context, Icon, List, Widget, list_row, sheet, switch_row
from pocketphone.ui.controls import Radio

SPEEDS = {0.25: "0.25x", 0.5: "0.5x", 0.75: "0.75x", 1.0: "Normal", 1.25: "1.25x", 1.5: "1.5x",
          1.75: "1.75x", 2.0: "2x"}  # fmt: skip
QUALITIES = {"auto": "Auto", "1080p": "1080p", "720p": "720p", "480p": "480p", "360p": "360p",
             "144p": "144p"}  # fmt: skip
_OPTIONS: dict[str, tuple[str, str, dict[Any, str]]] = {
    "quality": ("Quality", "tune-variant", QUALITIES),
    "speed": ("Playback speed", "speedometer", SPEEDS),
}


def playback(ctx: Context) -> Widget:
    player = ctx.state["player"]

    def open_(name: str) -> None:
        ctx.replace("playback_option", id=ctx.args["id"], name=name)

    def switch(name: str, on: bool) -> None:
        _settle(ctx)
        player[name] = on

    rows = [
        list_row(
            title,
            labels[player[name]],
            id=f"playback_{name}",
            leading=Icon(name=icon),
            on_tap=partial(open_, name),
        )
        for name, (title, icon, labels) in _OPTIONS.items()
    ]
    return sheet(
        *rows,
        switch_row("Captions", player["captions"], partial(switch, "captions"), id="playback_cc",
                   leading=Icon(name="closed-caption-outline")),
        switch_row("Loop video", player["loop"], partial(switch, "loop"), id="playback_loop",
                   leading=Icon(name="repeat")),
    )  # fmt: skip


def _settle(ctx: Context) -> None:
    """Count what has been played under the present speed, before that changes."""
    player, video = ctx.state["player"], video_of(ctx.state, ctx.args["id"])
    if video is not None and player["playing"]:
        media.play(player, ctx.now, at_s(ctx.state, video, ctx.now))


def option(ctx: Context) -> Widget:
    """The speeds, or the qualities, one of which holds."""
    name: str = ctx.args["name"]
    title, _, labels = _OPTIONS[name]
    player = ctx.state["player"]

    def choose(value: Any, on: bool) -> None:
        del on
        _settle(ctx)
        player[name] = value
        ctx.back()

    rows = [
        switch_row(label, player[name] == value, partial(choose, value), id="option",
                   ref=f"option/{label}", key=label, kind=Radio)
        for value, label in labels.items()
    ]  # fmt: skip
    return sheet(List(id="options", ref="", children=rows), title=title)


PAGES = {"playback": playback, "playback_option": option}
