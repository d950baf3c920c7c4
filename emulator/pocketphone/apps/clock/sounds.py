"""What Clock plays to fall asleep to: the list, and the page of one sound."""

from __future__ import annotations

from functools import lru_cache, partial
from math import pi, sin
from random import Random

from pocketphone.ui import (
    Button,
    Canvas,
    Context,
    Icon,
    IconButton,
    List,
    Painter,
    Rect,
    Row,
    Scroll,
    Text,
    Widget,
    list_row,
    scaffold,
    section,
)

SOUNDS = {
    "Nature": ("Birdsong", "Crackling fire", "Gentle rain", "Mountain stream", "Night crickets",
               "Ocean waves", "Thunderstorm", "Wind in the pines"),
    "Noise": ("Brown noise", "Fan", "Pink noise", "White noise"),
    "Calm places": ("Deep space", "Library", "Mountain hut", "Night train", "Submarine",
                    "Tea house"),
}  # fmt: skip
_NAMES = [name for names in SOUNDS.values() for name in names]


def sounds(ctx: Context) -> Widget:
    held = ctx.state["bedtime"]["sound"]
    rows = [_row(ctx, None, "None", chosen=held is None)]
    for heading, names in SOUNDS.items():
        rows.append(section(ctx.say(heading)))
        rows += [_row(ctx, name, name, chosen=held == name) for name in names]
    body = List(id="sound_list", ref="", children=rows, padding=(0, 0, 0, 24))
    return scaffold(body, title=ctx.say("Sleep sounds"), back=ctx.back)


def _row(ctx: Context, name: str | None, label: str, *, chosen: bool) -> Widget:
    """A sound, with a tick where it is the one in use; "None" is taken at once."""
    tick = Icon(name="check", color="primary", description=ctx.say("In use"))
    return list_row(
        ctx.say(label),
        id="sound_row",
        ref=f"sound/{label}",
        key=label,
        leading=Icon(name="volume-off" if name is None else "waveform"),
        trailing=tick if chosen else None,
        on_tap=partial(_use, ctx, None) if name is None else partial(ctx.go, "sound", name=name),
    )


def _use(ctx: Context, name: str | None) -> None:
    ctx.state["bedtime"]["sound"] = name
    ctx.back()


def sound(ctx: Context) -> Widget:
    """One sound: heard before it is used, and for how long it plays."""
    name: str = ctx.args["name"]
    playing = bool(ctx.args.get("playing"))
    length = ctx.say("{count} minutes", count=ctx.state["bedtime"]["sound_min"])

    def use() -> None:
        ctx.back()
        _use(ctx, name)

    wave = Canvas(
        height=200,
        width="fill",
        radius=24,
        background="surface_high",
        draw=partial(_wave, _NAMES.index(name), playing),
    )
    play = IconButton(
        ref="play",
        icon="pause" if playing else "play",
        size=40,
        width=72,
        height=72,
        radius=36,
        background="container",
        color="on_container",
        on_tap=partial(ctx.args.update, playing=not playing),
    )
    body = Scroll(
        id="sound_page",
        ref="",
        padding=(24, 16),
        gap=20,
        children=[
            wave,
            Text(id="sound_name", value=ctx.say(name), style="title", align="center"),
            Row(width="fill", spread="center", children=[play]),
            list_row(
                ctx.say("Play for"),
                length,
                id="sound_length",
                leading=Icon(name="timer-outline"),
                on_tap=partial(ctx.go, "choose", name="bedtime/sound_min"),
            ),
        ],
    )
    done = Button(
        id="use_sound", label=ctx.say("Use this sound"), kind="filled", weight=1, on_tap=use
    )
    bar = Row(width="fill", padding=(24, 8), children=[done])
    return scaffold(body, title=ctx.say("Sleep sound"), back=ctx.back, bottom=bar)


@lru_cache(maxsize=32)
def _heights(place: int) -> tuple[float, ...]:
    """The shape of a sound, 0-1."""
    rng = Random(place)
    return tuple(0.25 + 0.7 * rng.random() * abs(sin(bar / 23 * pi)) for bar in range(24))


def _wave(place: int, playing: bool, brush: Painter, box: Rect) -> None:
    heights = _heights(place)
    step = box.width / (len(heights) + 4)
    ink = "primary" if playing else "outline"
    for bar, height in enumerate(heights):
        half = round(box.height * height * 0.42)
        x, y = round(box.left + step * (bar + 2.5)), box.center[1]
        wide = round(step * 0.28)
        brush.fill(Rect(x - wide, y - half, x + wide, y + half), ink, wide)


PAGES = {"sounds": sounds, "sound": sound}
